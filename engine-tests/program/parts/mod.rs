//! Work in parts: the merged parts equal the result of one process, also after interruptions.

mod annotate;
mod bad;
#[cfg(unix)]
mod jobs;
#[cfg(unix)]
mod matches;
mod puzzles;
mod selfplay;
mod status;

use crate::program::{outputs, text};
use regex::Regex;
use std::fs;
use std::path::{Path, PathBuf};

/// Words of a command, without its output.
fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// Runs a command that succeeds, with more arguments.
fn make(command: &str, more: &[&str]) -> String {
    text(&crate::program::stonefall(&[&words(command), more].concat()))
}

/// Computes parts of a command in a folder.
fn compute(command: &str, folder: &Path, numbers: &[u32], of: u32) {
    for number in numbers {
        let part = format!("{number}/{of}");
        make(command, &["--part", &part, "--out", folder.to_str().unwrap()]);
    }
}

/// A PTN file without dates and measured times.
fn timeless(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let times = Regex::new(r#"\[(Date|Time) "[^"]*"\]|\d+(\.\d+)?m?s\b"#).unwrap();
    times.replace_all(&text, "").into_owned()
}

/// Merges a folder into a file.
fn pool(folder: &Path, out: &Path) -> (String, String) {
    outputs(&["parts", "pool", folder.to_str().unwrap(), "--out", out.to_str().unwrap()])
}

/// The path of a part.
fn part_file(folder: &Path, number: u32, of: u32) -> PathBuf {
    folder.join(format!("{number}-of-{of}.part"))
}
