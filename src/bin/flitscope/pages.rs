//! `completions` and `man`: shell completions and manual pages of the commands.

use crate::ending::{Ending, write};
use std::{fs, path::PathBuf};

/// Print the completions of a shell.
///
/// For example: flitscope completions bash > ~/.local/share/bash-completion/completions/flitscope
#[derive(clap::Args)]
pub(crate) struct Shell {
    /// The shell
    shell: clap_complete::Shell,
}

/// Write the manual pages into a folder.
#[derive(clap::Args)]
pub(crate) struct Folder {
    /// The folder; it is created if it does not exist
    folder: PathBuf,
}

/// Prints the completions of a program.
pub(crate) fn completions(wanted: &Shell, mut program: clap::Command) -> Result<(), Ending> {
    let mut script = Vec::new();
    clap_complete::generate(wanted.shell, &mut program, "flitscope", &mut script);
    write(&String::from_utf8_lossy(&script))
}

/// Writes a page for the program and one for each command.
pub(crate) fn man(wanted: &Folder, program: clap::Command) -> Result<(), Ending> {
    let folder = &wanted.folder;
    let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(program, folder));
    written
        .map_err(|error| Ending::Unwritten(format!("The manual cannot be written into {}: {error}.", folder.display())))
}
