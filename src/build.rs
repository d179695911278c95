//! Passes the commit of the repository and the files of the browser board to the program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=src/build.rs");
    find_commit();
    list_page()
}

/// Writes the files of `web/page` as an array for `src/page.rs`.
fn list_page() -> io::Result<()> {
    println!("cargo::rerun-if-changed=web/page");
    let folder = env::current_dir()?.join("web/page");
    let mut files = BTreeMap::new();
    find_files(&folder, "", &mut files)?;
    let row = |(name, path): (&String, &PathBuf)| {
        format!("File {{ name: {name:?}, bytes: include_bytes!({path:?}) }},\n")
    };
    let rows: String = files.iter().map(row).collect();
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&out).join("page.rs"), format!("&[{rows}]"))
}

/// Finds the files of a folder and its folders, by their names in URLs, which begin with `prefix`.
fn find_files(
    folder: &Path,
    prefix: &str,
    files: &mut BTreeMap<String, PathBuf>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = format!("{prefix}{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            find_files(&path, &format!("{name}/"), files)?;
        } else {
            files.insert(name, path);
        }
    }
    Ok(())
}

fn find_commit() {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
    };
    // The package may lie inside another repository, whose commit would be wrong.
    let root = git(&["rev-parse", "--show-toplevel"]);
    let here = env::var("CARGO_MANIFEST_DIR").ok();
    if root.is_none() || root != here {
        return;
    }
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", file]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    if let Some(commit) = git(&["rev-parse", "--short=9", "HEAD"]) {
        println!("cargo::rustc-env=STONEFALL_COMMIT={commit}");
    }
}
