//! The files of the board in the browser, which the program contains.

/// A file of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct File {
    /// File name.
    pub name: &'static str,
    /// Content.
    pub bytes: &'static [u8],
}

impl File {
    /// Value of the header `Content-Type`.
    pub fn kind(&self) -> &'static str {
        match self.name.rsplit_once('.').map(|(_, ending)| ending) {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("json") => "application/json",
            Some("webmanifest") => "application/manifest+json",
            Some("svg") => "image/svg+xml",
            _ => "application/octet-stream",
        }
    }
}

/// Every file of `web/page`, in the order of their names.
pub const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The file at a path, which is `index.html` at `/`.
pub fn find(path: &str) -> Option<&'static File> {
    let name = match path.strip_prefix('/')? {
        "" => "index.html",
        name => name,
    };
    FILES.iter().find(|file| file.name == name)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn all_files_have_a_type() {
        for file in FILES {
            assert_ne!(file.kind(), "application/octet-stream", "{}", file.name);
        }
    }

    /// Every import of a module names a served file.
    #[test]
    fn modules_import_existing_files() {
        for file in FILES.iter().filter(|file| file.name.ends_with(".js")) {
            let text = std::str::from_utf8(file.bytes).unwrap();
            for part in text.split("from \"./").skip(1) {
                let name = part.split('"').next().unwrap();
                assert!(find(&format!("/{name}")).is_some(), "{} imports {name}", file.name);
            }
        }
    }
}
