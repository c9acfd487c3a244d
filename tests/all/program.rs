//! The program as other programs start it.

use flitscope::{
    param::is_legible,
    scenario::{Reading, System},
};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    io::{ErrorKind, Write as _},
    path::PathBuf,
    process::{Child, Command, Output, Stdio},
    thread,
};

/// Starts a command.
pub(crate) fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_flitscope"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Runs a command on an input, however long that and the output are.
pub(crate) fn run(args: &[&str], input: &str) -> Output {
    let mut child = start(args);
    let mut stdin = child.stdin.take().expect("a pipe");
    thread::scope(|scope| {
        scope.spawn(move || match stdin.write_all(input.as_bytes()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => panic!("{error}"),
            _ => {}
        });
        child.wait_with_output().expect("the program ends")
    })
}

/// The words of a command that refuses its arguments or its input: legible lines, exit code 2 and no output.
pub(crate) fn refused(args: &[&str], input: &str) -> String {
    let output = run(args, input);
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}: {error}");
    assert!(error.lines().all(|line| line.chars().all(is_legible)), "{error:?}");
    error.trim_end().into()
}

#[test]
fn no_two_names_of_an_object_of_an_answer_differ_in_case_alone() {
    fn check(value: &Value) {
        let mut names: Vec<_> =
            value.as_object().into_iter().flat_map(|object| object.keys()).map(|name| name.to_lowercase()).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "{value}");
        value.as_object().into_iter().flat_map(|object| object.values()).for_each(check);
        value.as_array().into_iter().flatten().for_each(check);
    }
    for system in System::ALL {
        for reading in Reading::ALL {
            let scenario = format!("system={} reading={}", system.key(), reading.key());
            let output = run(&["solve", "--json", &scenario], "");
            if output.status.success() {
                let answer: Value = serde_json::from_slice(&output.stdout).expect("an object");
                check(&answer);
                let values = &answer["points"][0]["values"];
                let wait = |name: &str| values[name].is_number();
                assert!(*reading != Reading::Flow || *system != System::KaryNCube || wait("W") && wait("values.w"));
            }
        }
    }
}

/// A file of its own for a test, which is removed with the value.
pub(crate) struct Scratch(pub PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str, content: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("flitscope-{}-{name}", std::process::id()));
        fs::write(&path, content).expect("it is written");
        Self(path)
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }

    pub(crate) fn content(&self) -> Vec<u8> {
        fs::read(&self.0).expect("it is there")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_file(&self.0).ok();
    }
}

/// The lines of an output, each as JSON.
pub(crate) fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The fields of a CSV text without quotation marks, by the names of their columns.
pub(crate) fn csv(output: &Output) -> Vec<BTreeMap<String, String>> {
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    assert!(output.status.success() && text.ends_with('\n') && !text.contains('\r'), "{text}");
    let mut rows = text.trim_end().lines().map(|row| row.split(',').map(String::from).collect::<Vec<_>>());
    let header = rows.next().expect("a header");
    rows.map(|row| {
        assert_eq!(row.len(), header.len());
        header.iter().cloned().zip(row).collect()
    })
    .collect()
}
