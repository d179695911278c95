//! Notes the commit that is built, if there is a repository and git; and whether there is a browser to
//! test with.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    find_browser();
    find_commit();
}

/// A test that cannot run has to be counted as left out, which is settled when it is compiled. After
/// a browser was installed, `touch build.rs` has it looked for again.
fn find_browser() {
    println!("cargo::rustc-check-cfg=cfg(browser)");
    println!("cargo::rerun-if-env-changed=PATH");
    println!("cargo::rerun-if-env-changed=CHROMIUM");
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let folders = env::var_os("PATH").unwrap_or_default();
    let mut installed = env::split_paths(&folders)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .filter(|program| program.is_file());
    let named = env::var_os("CHROMIUM").map(Into::into);
    if let Some(program) = named.or_else(|| installed.next()) {
        println!("cargo::rustc-cfg=browser");
        println!("cargo::rustc-env=STONEFALL_CHROMIUM={}", program.display());
    }
}

fn find_commit() {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
    };
    // A package unpacked inside another repository is not that repository's commit.
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
