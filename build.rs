//! Notes the commit that is built, if there is a repository and git.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
    };
    // A package unpacked inside another repository is not that repository's commit.
    let root = git(&["rev-parse", "--show-toplevel"]);
    let here = std::env::var("CARGO_MANIFEST_DIR").ok();
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
