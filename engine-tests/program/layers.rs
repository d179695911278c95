//! The layers of every package: a module imports only modules of lower layers, a package only the
//! packages below it.

use crate::words::files_below;
use regex::Regex;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// A module of the top level, and the lower modules that it may import.
type Layer = (&'static str, &'static [&'static str]);

struct Package {
    /// Folder of the source.
    source: &'static str,
    /// Crates of this repository that it may import.
    crates: &'static [&'static str],
    /// Modules of the top level from the lowest; empty where the modules are one layer.
    layers: &'static [Layer],
}

const ENGINE: Package = Package {
    source: "crates/engine/src",
    crates: &[],
    layers: &[
        ("machine", &[]),
        ("memory", &["machine"]),
        ("cpu", &[]),
        ("stopper", &[]),
        ("ponder", &["machine"]),
        ("types", &[]),
        ("board", &["types", "stopper", "cpu"]),
        ("notation", &["board", "types"]),
        ("eval", &["board", "types", "memory", "cpu"]),
        ("search", &["eval", "board", "types", "ponder", "stopper", "memory", "machine", "cpu"]),
        ("options", &["search", "eval", "notation", "board", "types"]),
        ("game", &["search", "eval", "notation", "board", "types", "stopper"]),
        ("bench", &["game", "search", "notation", "types", "machine"]),
        ("report", &["game", "search", "eval", "notation", "board", "types"]),
        ("book", &["game", "search", "notation", "board", "types"]),
        (
            "annotate",
            &["report", "game", "search", "notation", "board", "types", "stopper", "machine"],
        ),
        ("facts", &["annotate", "game", "report", "notation", "board", "types"]),
        (
            "tei",
            &[
                "facts", "annotate", "book", "game", "options", "report", "search", "eval",
                "notation", "board", "types", "ponder", "stopper", "machine",
            ],
        ),
    ],
};

const LEARN: Package = Package {
    source: "crates/learn/src",
    crates: &["stonefall_engine"],
    layers: &[
        ("random", &[]),
        ("adam", &[]),
        ("curve", &[]),
        ("settings", &[]),
        ("records", &["random"]),
        ("lambda", &["curve", "records", "random"]),
        ("samples", &[]),
        ("dataset", &["lambda", "records", "random", "samples"]),
        ("policy", &["settings", "dataset", "records", "random"]),
        ("train", &["adam", "curve", "settings", "dataset", "records", "random", "samples"]),
    ],
};

const CLIENT: Package =
    Package { source: "crates/client/src", crates: &["stonefall_engine"], layers: &[] };

const CHECK: Package = Package {
    source: "crates/check/src",
    crates: &["stonefall_engine", "stonefall_client"],
    layers: &[],
};

const PLAYTAK: Package = Package {
    source: "crates/playtak/src",
    crates: &["stonefall_engine"],
    layers: &[("protocol", &[]), ("connection", &[])],
};

const TOOLS: Package = Package {
    source: "crates/tools/src",
    crates: &["stonefall_engine", "stonefall_learn", "stonefall_client", "stonefall_playtak"],
    layers: &[
        ("version", &[]),
        ("workers", &[]),
        ("date", &[]),
        ("duration", &[]),
        ("files", &[]),
        ("hash", &[]),
        ("keys", &["hash"]),
        ("opponent", &[]),
        ("perft", &[]),
        ("arguments", &[]),
        ("resume", &[]),
        ("openings", &["resume", "keys", "hash", "files", "workers"]),
        ("games", &["arguments", "keys", "hash", "files", "date", "workers"]),
        ("matches", &["arguments", "duration", "files", "games", "resume", "date", "workers"]),
        ("selfplay", &["arguments", "openings", "resume", "workers"]),
        ("puzzles", &["games", "version", "resume", "files", "workers"]),
        ("report", &["puzzles", "games", "workers", "version"]),
        ("playtak", &["opponent", "files", "date", "version"]),
        ("tune", &["selfplay", "matches", "version", "arguments", "resume", "workers"]),
    ],
};

const PROGRAM: Package = Package {
    source: "src",
    crates: &[
        "stonefall_engine",
        "stonefall_learn",
        "stonefall_client",
        "stonefall_check",
        "stonefall_playtak",
        "stonefall_tools",
    ],
    layers: &[
        ("version", &[]),
        ("table", &[]),
        ("processor", &[]),
        ("pictures", &[]),
        ("page", &[]),
        ("transport", &["page", "version"]),
        ("cli", &["transport", "page", "pictures", "processor", "table", "version"]),
    ],
};

const WORKER: Package =
    Package { source: "web/worker/src", crates: &["stonefall_engine"], layers: &[] };

const PACKAGES: [&Package; 8] =
    [&ENGINE, &LEARN, &CLIENT, &CHECK, &PLAYTAK, &TOOLS, &PROGRAM, &WORKER];

/// Modules of the program's library that `main` may import.
const MAIN: &[&str] = &["cli"];

/// Lines that a file may have before its unit tests, and the exceptions.
const MAX_LINES: usize = 600;
const LONG_FILES: [(&str, usize); 1] = [("search/node.rs", 650)];

/// Every source file of a package: its path below the source and its text without comments.
fn files(package: &Package) -> Vec<(String, String)> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(package.source);
    let mut paths = files_below(&source);
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    paths.sort();
    let named = paths.into_iter().map(|path| {
        let name = path.strip_prefix(&source).unwrap().to_str().unwrap().replace('\\', "/");
        (name, without_comments(&fs::read_to_string(path).unwrap()))
    });
    named.collect()
}

/// Comments may name anything.
fn without_comments(text: &str) -> String {
    let code = text.lines().map(|line| match line.find("//") {
        Some(start) => &line[..start],
        None => line,
    });
    code.collect::<Vec<_>>().join("\n")
}

/// A root, and a path that follows it, or a group of paths.
static IMPORT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?:^|[^\w$:])(crate|super|stonefall)::(\w+|\{[^;]*\})").unwrap());
/// The end of a path: a name, or a group without groups.
static END: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"::(?:\w+|\*|\{[^{}]*\})").unwrap());

/// The first names of the paths that follow a root: `b` of `a::b::c`, and `b` and `c` of `a::{b::d, c}`.
fn names_after(text: &str, root: &str) -> Vec<String> {
    let mut names = Vec::new();
    for import in IMPORT.captures_iter(text).filter(|import| &import[1] == root) {
        let mut paths = import[2].to_owned();
        while let Cow::Owned(shorter) = END.replace_all(&paths, "") {
            paths = shorter;
        }
        let firsts = paths.split(['{', ',', '}']).map(str::trim).filter(|name| !name.is_empty());
        names.extend(firsts.map(ToOwned::to_owned));
    }
    names
}

/// The module of the top level that a file belongs to.
fn top_module(file: &str) -> &str {
    file.split('/').next().unwrap().trim_end_matches(".rs")
}

/// Number of `super::` that lead from the outermost module of a file to the crate's root.
fn depth(file: &str) -> usize {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
    path.split('/').count()
}

#[test]
fn modules_import_only_lower_layers() {
    for package in PACKAGES.into_iter().filter(|package| !package.layers.is_empty()) {
        let modules: Vec<_> = package.layers.iter().map(|&(module, _)| module).collect();
        for (file, text) in files(package) {
            let module = top_module(&file);
            if ["lib", "build"].contains(&module) {
                continue;
            }
            if module == "main" {
                for name in names_after(&text, "stonefall") {
                    assert!(MAIN.contains(&name.as_str()), "{file} imports {name}");
                }
                continue;
            }
            let layer = package.layers.iter().find(|&&(known, _)| known == module);
            let allowed = layer.unwrap_or_else(|| panic!("{file} belongs to no layer")).1;
            for name in names_after(&text, "crate") {
                // Exported macros are at the root of the crate.
                if name == "sized" {
                    continue;
                }
                assert!(
                    modules.contains(&name.as_str()),
                    "{file} imports {name} from the root of the crate: name its module"
                );
                assert!(
                    name == module || allowed.contains(&name.as_str()),
                    "{file} imports {name}, which is not below {module}"
                );
            }
            assert!(!text.contains("stonefall::"), "{file} names its own crate");
        }
    }
}

#[test]
fn files_have_no_import_cycles() {
    for package in PACKAGES {
        let files = files(package);
        let mut folders: BTreeMap<String, Imports> = BTreeMap::new();
        for (file, text) in &files {
            let path = format!("{}/{}", package.source, file.trim_end_matches(".rs"));
            let (folder, module) = path.trim_end_matches("/mod").rsplit_once('/').unwrap();
            let code = text.split("mod tests {").next().unwrap();
            let imports = names_after(code, "super");
            folders.entry(folder.to_owned()).or_default().insert(module.to_owned(), imports);
        }
        for (folder, imports) in folders {
            let cycles = cycles(imports);
            assert!(cycles.is_empty(), "{folder} has a cycle of imports among {cycles:?}");
        }
    }
}

/// The modules of a folder, and the names that each imports by `super::`.
type Imports = BTreeMap<String, Vec<String>>;

/// The modules that import each other in cycles, and those that lead there.
fn cycles(mut imports: Imports) -> Vec<String> {
    // Removes modules that import no remaining module.
    loop {
        let left: Vec<_> = imports.keys().cloned().collect();
        for (module, names) in &mut imports {
            names.retain(|name| name != module && left.contains(name));
        }
        imports.retain(|_, names| !names.is_empty());
        if imports.len() == left.len() {
            return left;
        }
    }
}

#[test]
fn packages_import_only_packages_below() {
    for package in PACKAGES {
        for (file, text) in files(package) {
            for word in text.split(|letter: char| !letter.is_alphanumeric() && letter != '_') {
                let is_crate =
                    word.starts_with("stonefall_") && text.contains(&format!("{word}::"));
                let source = package.source;
                assert!(
                    !is_crate || package.crates.contains(&word),
                    "{source}/{file} imports {word}, which is not below {source}"
                );
            }
        }
    }
}

#[test]
fn board_size_is_a_type_only_in_the_engine() {
    for package in [&LEARN, &CLIENT, &CHECK, &PLAYTAK, &TOOLS, &PROGRAM, &WORKER] {
        for (file, text) in files(package) {
            for used in ["sized!(", "const N:", "const SIZE: usize>"] {
                assert!(!text.contains(used), "{}/{file} has {used}", package.source);
            }
        }
    }
}

#[test]
fn engine_needs_no_operating_system() {
    for (file, text) in files(&ENGINE) {
        for used in ["std::fs", "std::process", "std::net", "std::env"] {
            let reads_memory = file == "options/memory.rs" && used == "std::fs";
            assert!(reads_memory || !text.contains(used), "{file} uses {used}");
        }
    }
}

#[test]
fn super_does_not_reach_the_root() {
    for (file, text) in PACKAGES.into_iter().filter(|one| !one.layers.is_empty()).flat_map(files) {
        if ["lib.rs", "main.rs"].contains(&file.as_str()) {
            continue;
        }
        // Unit tests are one module deeper.
        let (code, tests) = text.split_once("mod tests {").unwrap_or((&text, ""));
        for (part, depth) in [(code, depth(&file)), (tests, depth(&file) + 1)] {
            let path = "super::".repeat(depth);
            assert!(!part.contains(&path), "{file} imports {path}: use crate::");
        }
    }
}

#[test]
fn layers_have_no_cycle() {
    for package in PACKAGES {
        for (index, (module, below)) in package.layers.iter().enumerate() {
            for lower in *below {
                assert!(
                    package.layers[..index].iter().any(|(known, _)| known == lower),
                    "{module} may import {lower}, which is not below it"
                );
            }
        }
    }
}

#[test]
fn files_are_short() {
    for (file, text) in PACKAGES.into_iter().flat_map(files) {
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let long = LONG_FILES.iter().find(|&&(name, _)| name == file);
        let most = long.map_or(MAX_LINES, |&(_, lines)| lines);
        let lines = code.lines().count();
        assert!(lines <= most, "{file} has {lines} lines, more than {most}");
    }
}

#[test]
fn cycles_are_found() {
    let imports = |list: &[(&str, &[&str])]| -> Imports {
        list.iter()
            .map(|&(module, names)| {
                (module.to_owned(), names.iter().map(ToString::to_string).collect())
            })
            .collect()
    };
    let tree = imports(&[("a", &["b", "c", "X"]), ("b", &["c"]), ("c", &["c"])]);
    assert!(cycles(tree).is_empty());
    let ring = imports(&[("a", &["d", "b"]), ("b", &["c"]), ("c", &["b"]), ("d", &[])]);
    assert_eq!(cycles(ring), ["a", "b", "c"]);
}

#[test]
fn names_are_read_from_groups() {
    let text =
        "use crate::{board::{self, Move}, types};\nlet x = crate::eval::Score(1); xcrate::no";
    assert_eq!(names_after(text, "crate"), ["board", "types", "eval"]);
    assert_eq!(without_comments("a // crate::b\nc"), "a \nc");
    assert_eq!(depth("board/play.rs"), 2);
    assert_eq!(depth("board/mod.rs"), 1);
}
