//! `completions`: shell completions of the commands.

use crate::ending::{Ending, write};

/// Print the completions of a shell.
///
/// For example: flitscope completions bash > ~/.local/share/bash-completion/completions/flitscope
#[derive(clap::Args)]
pub(crate) struct Shell {
    /// The shell
    shell: clap_complete::Shell,
}

pub(crate) fn completions(wanted: &Shell, mut program: clap::Command) -> Result<(), Ending> {
    let mut script = Vec::new();
    clap_complete::generate(wanted.shell, &mut program, "flitscope", &mut script);
    write(&String::from_utf8_lossy(&script))
}
