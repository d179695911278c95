//! The floors of the house: a module uses what is below it, and nothing else.

use std::fs;
use std::path::{Path, PathBuf};

/// A floor, and the floors below it that it may use.
type Step = (&'static str, &'static [&'static str]);

/// A package: the folder of its source, and the modules of its top level from the lowest.
struct House {
    source: &'static str,
    steps: &'static [Step],
}

const ENGINE: House = House {
    source: "engine/src",
    steps: &[
        ("machine", &[]),
        ("stopper", &[]),
        ("types", &[]),
        ("board", &["types", "stopper"]),
        ("notation", &["board", "types"]),
        ("eval", &["board", "types"]),
        ("search", &["eval", "board", "types", "stopper", "machine"]),
        ("report", &["search", "eval", "notation", "board", "types"]),
        ("options", &["search", "eval", "notation", "board", "types"]),
        ("game", &["report", "search", "eval", "notation", "board", "types", "stopper"]),
        ("book", &["game", "search", "notation", "board", "types"]),
        ("annotate", &["game", "search", "notation", "board", "types", "stopper", "machine"]),
        ("engine", &["game", "options", "search", "eval", "notation", "board", "types"]),
        ("facts", &["annotate", "engine", "game", "report", "notation", "board", "types"]),
        (
            "tei",
            &[
                "facts", "annotate", "engine", "book", "game", "options", "report", "search",
                "eval", "notation", "board", "types", "stopper", "machine",
            ],
        ),
    ],
};

/// What is learned; it stands on the engine, too.
const LEARN: House = House {
    source: "learn/src",
    steps: &[
        ("random", &[]),
        ("records", &["random"]),
        ("lesson", &["records"]),
        ("fit", &["lesson", "records", "random"]),
        ("train", &["fit", "lesson", "records", "random"]),
    ],
};

/// The program stands on the whole of both.
const PROGRAM: House = House {
    source: "src",
    steps: &[
        ("version", &[]),
        ("table", &[]),
        ("pictures", &[]),
        ("page", &[]),
        ("tools", &["version"]),
        ("transport", &["tools", "page", "version"]),
        ("cli", &["transport", "tools", "pictures", "table", "version"]),
    ],
};

const HOUSES: [&House; 3] = [&ENGINE, &LEARN, &PROGRAM];

/// What `main` may use of the library.
const MAIN: &[&str] = &["cli"];

/// Lines that a file may have before its unit tests, and the exceptions.
const MOST_LINES: usize = 450;
const LONG_FILES: [(&str, usize); 1] = [("search/node.rs", 600)];

/// Every source file of a package: its path below the source and its text without comments.
fn files(house: &House) -> Vec<(String, String)> {
    fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(house.source);
    let mut paths = Vec::new();
    collect(&source, &mut paths);
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

/// The first names of what follows `prefix` everywhere in a text: `b` of `a::b::c`, and `b` and
/// `c` of `a::{b::d, c}`.
fn names_after<'a>(text: &'a str, prefix: &str) -> Vec<&'a str> {
    let mut names = Vec::new();
    for (start, _) in text.match_indices(prefix) {
        let before = text[..start].chars().next_back();
        if before.is_some_and(|letter| letter.is_alphanumeric() || "_$:".contains(letter)) {
            continue;
        }
        let rest = &text[start + prefix.len()..];
        match rest.strip_prefix('{') {
            Some(group) => names.extend(first_names(group)),
            None => names.push(name(rest)),
        }
    }
    names
}

fn name(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    &text[..end.unwrap_or(text.len())]
}

/// The first name of each member of a group, the opening brace already passed.
fn first_names(group: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut depth = 0;
    let mut start = 0;
    for (index, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                names.push(name(group[start..index].trim_start()));
                start = index + 1;
                if letter == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// The module of the top level that a file belongs to.
fn floor_of(file: &str) -> &str {
    file.split('/').next().unwrap().trim_end_matches(".rs")
}

/// How many `super::` lead from the outermost module of a file to the crate's root.
fn depth(file: &str) -> usize {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
    path.split('/').count()
}

#[test]
fn every_step_goes_down() {
    for house in HOUSES {
        let floors: Vec<_> = house.steps.iter().map(|&(floor, _)| floor).collect();
        for (file, text) in files(house) {
            let floor = floor_of(&file);
            if floor == "lib" {
                continue;
            }
            if floor == "main" {
                for name in names_after(&text, "stonefall::") {
                    assert!(MAIN.contains(&name), "{file} uses {name}");
                }
                continue;
            }
            let step = house.steps.iter().find(|&&(known, _)| known == floor);
            let allowed = step.unwrap_or_else(|| panic!("{file} stands on no floor")).1;
            for name in names_after(&text, "crate::") {
                // `sized!` is exported at the root, as every exported macro is.
                assert!(
                    floors.contains(&name) || name == "sized",
                    "{file} takes {name} from the crate's root: name its module"
                );
                assert!(
                    name == floor || name == "sized" || allowed.contains(&name),
                    "{file} uses {name}, which is not below {floor}"
                );
            }
            assert!(!text.contains("stonefall::"), "{file} names its own crate");
        }
    }
}

/// Where the program makes a type of a board's size itself, because it has to be fast there.
const SIZED: [&str; 2] = ["fit/balance.rs", "lesson.rs"];

#[test]
fn the_engine_is_used_through_the_one_door() {
    let used = [&LEARN, &PROGRAM].into_iter().flat_map(files);
    let used = used.filter(|(_, text)| text.contains("sized!("));
    assert_eq!(used.map(|(file, _)| file).collect::<Vec<_>>(), SIZED);
}

#[test]
fn the_engine_needs_no_operating_system() {
    for (file, text) in files(&ENGINE) {
        for used in ["std::fs", "std::process", "std::net", "std::env"] {
            let reads_memory = file == "options/memory.rs" && used == "std::fs";
            assert!(reads_memory || !text.contains(used), "{file} uses {used}");
        }
    }
}

#[test]
fn nobody_climbs_to_the_root() {
    for (file, text) in HOUSES.into_iter().flat_map(files) {
        if ["lib.rs", "main.rs"].contains(&file.as_str()) {
            continue;
        }
        // Unit tests stand one module deeper.
        let (code, tests) = text.split_once("mod tests {").unwrap_or((&text, ""));
        for (part, depth) in [(code, depth(&file)), (tests, depth(&file) + 1)] {
            assert!(!part.contains(&"super::".repeat(depth)), "{file} climbs over its own floor");
        }
    }
}

#[test]
fn the_tables_have_no_circle() {
    for house in HOUSES {
        for (index, (floor, below)) in house.steps.iter().enumerate() {
            for step in *below {
                assert!(
                    house.steps[..index].iter().any(|(known, _)| known == step),
                    "{floor} may use {step}, which is not below it"
                );
            }
        }
    }
}

#[test]
fn files_are_short() {
    for (file, text) in HOUSES.into_iter().flat_map(files) {
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let long = LONG_FILES.iter().find(|&&(name, _)| name == file);
        let most = long.map_or(MOST_LINES, |&(_, lines)| lines);
        let lines = code.lines().count();
        assert!(lines <= most, "{file} has {lines} lines: more than {most}");
    }
}

#[test]
fn steps_are_read_from_groups() {
    let text =
        "use crate::{board::{self, Move}, types};\nlet x = crate::eval::Score(1); xcrate::no";
    assert_eq!(names_after(text, "crate::"), ["board", "types", "eval"]);
    assert_eq!(without_comments("a // crate::b\nc"), "a \nc");
    assert_eq!(depth("board/play.rs"), 2);
    assert_eq!(depth("board/mod.rs"), 1);
}
