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

/// The file at the path of a URL, which is `index.html` at `/`. A query is ignored.
pub fn find(path: &str) -> Option<&'static File> {
    let path = path.split(['?', '#']).next().unwrap_or_default();
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
}
