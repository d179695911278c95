//! The board in headless Chromium, whose debugger uses mouse, touch and keyboard as people do. Without Chromium at
//! build time the tests are ignored.

mod analysis;
pub mod chromium;
mod explorer;
mod faults;
mod play;
mod puzzle;

/// Every import of a module names a served file.
#[test]
fn modules_import_existing_files() {
    use stonefall::page::FILES;
    for file in FILES.iter().filter(|file| file.name.ends_with(".js")) {
        let text = std::str::from_utf8(file.bytes).unwrap();
        for part in text.split("from \"./").skip(1) {
            let name = part.split('"').next().unwrap();
            assert!(FILES.iter().any(|other| other.name == name), "{} imports {name}", file.name);
        }
    }
}
