//! The program as its users start it, and files for it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

pub const STONEFALL: &str = env!("CARGO_BIN_EXE_stonefall");

/// The program with pipes and without colors.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(STONEFALL);
    command.args(arguments).env("NO_COLOR", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts the program.
pub fn start(arguments: &[&str]) -> Child {
    command(arguments).spawn().unwrap()
}

/// Presses Ctrl-C.
#[cfg(unix)]
pub fn interrupt(child: &Child) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
}

/// Runs the program with this input.
pub fn fed(arguments: &[&str], input: &str) -> Output {
    let mut child = start(arguments);
    // A program that does not read its input may have closed it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Runs the program without input.
pub fn stonefall(arguments: &[&str]) -> Output {
    fed(arguments, "")
}

/// Runs the program; returns standard output and standard error.
pub fn outputs(arguments: &[&str]) -> (String, String) {
    let Output { stdout, stderr, .. } = stonefall(arguments);
    (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Standard output of a command that succeeds.
pub fn text(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Asserts that a text has all these parts.
pub fn assert_has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// Asserts that `docs/json.md` describes all fields of these objects.
pub fn assert_documented(objects: &[&serde_json::Value]) {
    let documented = include_str!("../../docs/json.md");
    for (field, _) in objects.iter().flat_map(|object| object.as_object().unwrap()) {
        assert!(documented.contains(&format!("`{field}`")), "{field}");
    }
}

/// JSON output of a command that succeeds.
pub fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&text(&stonefall(arguments))).unwrap()
}

/// Standard output of these arguments, which are right.
pub fn run(arguments: &[&str]) -> String {
    text(&stonefall(arguments))
}

/// The error of these arguments, which are wrong.
pub fn rejected(arguments: &[&str], code: i32) -> String {
    complaint(&stonefall(arguments), code)
}

/// The only line on standard error of a command that fails with this exit code.
pub fn complaint(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(text.starts_with("stonefall: "), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

/// Path of a file that does not exist.
pub fn path(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// Writes a file; returns its path.
pub fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = path(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// An empty folder.
pub fn folder(name: &str) -> PathBuf {
    let folder = path(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
