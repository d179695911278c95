//! The board in a real browser: headless Chromium, whose debugger touches the page as people do. Where there is
//! no Chromium the tests are skipped, and counted so: the build script looks for one.

mod analysis;
mod chromium;
mod faults;
mod play;
mod puzzle;

/// A file of the page that names another one names one that is served.
#[test]
fn modules_import_what_is_there() {
    use stonefall::page::FILES;
    for file in FILES.iter().filter(|file| file.name.ends_with(".js")) {
        let text = std::str::from_utf8(file.bytes).unwrap();
        for part in text.split("from \"./").skip(1) {
            let name = part.split('"').next().unwrap();
            assert!(FILES.iter().any(|other| other.name == name), "{} imports {name}", file.name);
        }
    }
}
