//! The files of the board in the browser, which the program contains.

/// A file of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct File {
    /// Path from the folder of the page: `model/game.js`.
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
            Some("tsv") => "text/tab-separated-values; charset=utf-8",
            _ => "application/octet-stream",
        }
    }
}

/// Every file of `web/page`, in the order of their paths.
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

    /// Folders of modules, the lowest first: a module imports only from its own folder and from lower ones.
    const FOLDERS: [&str; 5] = ["model", "engine", "storage", "view", "modes"];

    /// Place of a module's folder. The top has the file that a host changes below all others, and the start above them.
    fn layer(name: &str) -> usize {
        match name.split_once('/') {
            Some((folder, _)) => 1 + FOLDERS.iter().position(|&one| one == folder).unwrap(),
            None if name == "engine.js" => 0,
            None => FOLDERS.len() + 1,
        }
    }

    /// The modules that a module imports.
    fn imports(file: &File) -> Vec<String> {
        let text = std::str::from_utf8(file.bytes).unwrap();
        let folder = file.name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let resolve = |part: &str| {
            let path = part.split('"').next().unwrap();
            match path.strip_prefix("../") {
                Some(path) => path.to_owned(),
                None => format!("{folder}/{}", path.strip_prefix("./").unwrap())
                    .trim_start_matches('/')
                    .to_owned(),
            }
        };
        let statements = text.split("\nimport ").skip(1);
        statements
            .filter_map(|statement| statement.split_once("from \""))
            .map(|(_, path)| resolve(path))
            .collect()
    }

    fn modules() -> impl Iterator<Item = &'static File> {
        FILES.iter().filter(|file| file.name.ends_with(".js"))
    }

    #[test]
    fn modules_import_existing_files_of_lower_layers() {
        for file in modules() {
            for name in imports(file) {
                assert!(find(&format!("/{name}")).is_some(), "{} imports {name}", file.name);
                assert!(layer(&name) <= layer(file.name), "{} imports {name}", file.name);
            }
        }
    }

    /// Removes modules whose imports are removed until none is left; those of a cycle stay.
    #[test]
    fn no_module_imports_itself_by_others() {
        let mut left: Vec<_> = modules().map(|file| (file.name, imports(file))).collect();
        while !left.is_empty() {
            let names: Vec<_> = left.iter().map(|(name, _)| *name).collect();
            let count = left.len();
            left.retain(|(_, all)| all.iter().any(|name| names.contains(&&**name)));
            assert!(left.len() < count, "a cycle of imports: {names:?}");
        }
    }

    #[test]
    fn modules_are_short() {
        for file in modules() {
            let lines = file.bytes.iter().filter(|&&byte| byte == b'\n').count();
            assert!(lines <= 350, "{} has {lines} lines", file.name);
        }
    }
}
