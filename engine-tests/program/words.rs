//! The rules of CONTRIBUTING.md ("Words"), as far as patterns can check them.

use regex::{Regex, RegexSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A pattern that must not occur, with a text that it matches and the advice to the writer.
struct Rule {
    pattern: &'static str,
    example: &'static str,
    advice: &'static str,
}

const fn rule(pattern: &'static str, example: &'static str, advice: &'static str) -> Rule {
    Rule { pattern, example, advice }
}

const RULES: &[Rule] = &[
    rule(r"(?i)\bso[ _]many\b", "stop after so many puzzles", "name the number: N puzzles"),
    rule(r"(?i)\bwhom\b|\bwhoever\b", "whom nobody knows", "say who does what"),
    rule(
        r#"(?:^\s*(?://[/!]?|[-*>#|]+)?\s*|[.!] |")(?:Who|What|Whose) [a-z][^?]*$"#,
        "/// What is known is kept.",
        "begin with the subject, not with a clause",
    ),
    rule(
        r"(?i)\bit is (?:[a-z-]+ ){1,6}that\b",
        "it is the first move that counts",
        "drop \"it is ... that\"",
    ),
    rule(r"(?i)\bgone on\b|\bgo(?:es)? on with\b", "it is gone on with", "resume, continue"),
    rule(r"(?i)\bto be had\b", "it is not to be had", "available"),
    rule(r"(?i)\bnone of (?:this|the|its|these)\b", "none of the server's", "not a ... of the ..."),
    rule(r"(?i)\bnone but\b", "none but the first", "only"),
    rule(r"(?i)\bbroken off\b|\bbreaks? off\b", "it was broken off", "interrupt"),
    rule(r"(?i)\bheld back\b|\bholds? back\b", "games held back", "hold-out set"),
    rule(r"(?i)\bforetell", "foretells results", "predict"),
    rule(r"(?i)\b(?:is|are|was|were) told\b", "the client is told", "receives, gets"),
    rule(r"(?i)\bhears? of\b", "nobody hears of it", "receives, learns"),
    rule(r"(?i)by lot\b|\ba lot is drawn\b|\blots? (?:is|are) drawn\b", "by lot", "at random"),
    rule(r"(?i)errand|inquir(?:y|ies)", "run_errand", "job, request"),
    rule(r"\b[Dd]esks?\b", "the desk", "host"),
    rule(r"\b[Dd]oors?\b", "the door of the module", "API, connection"),
    rule(r"\b[Hh]ouses?\b", "a house of floors", "package"),
    rule(r"(?i)(?:^|[^.:\w])floors?(?:$|[^(\w])", "the floor below", "layer"),
    rule(r"\b[Gg]uests?\b", "a guest of the server", "client, session"),
    rule(r"(?i)\bhire[ds]?\b", "hire a worker", "spawn, start"),
    rule(r"\bWish\b|\bLot\b|\bCrew\b", "struct Wish", "a term of the field"),
    rule(
        r"(?i)analys(?:e[ds]?|ing|er)\b|behaviour|\bcolour|favour|neighbour|honour",
        "analyse",
        "American spelling",
    ),
    rule(
        r"(?i)licence|defence|\bgrey|labell(?:ed|ing|er)\b|modell(?:ed|ing)|cancell(?:ed|ing)|travell",
        "defence",
        "American spelling",
    ),
    rule(
        r"(?i)(?:optim|organ|recogn|initial|normal|serial|general|minim|maxim|real|summar|randomi)is(?:e[ds]?|ing|ation)\b",
        "optimised",
        "American spelling",
    ),
];

/// File types that people read or write.
const TEXTS: &[&str] =
    &["rs", "md", "js", "mjs", "ts", "html", "css", "toml", "yml", "webmanifest"];
/// Texts without such an ending.
const SCRIPTS: &[&str] = &[".ci/run", ".ci/platforms", "web/build", "web/site"];
/// Build results, records of games, the texts of others, and this list.
const SKIPPED: &[&str] = &["target", ".git", "node_modules", "data", "words.rs"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files of a folder and of its folders.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if SKIPPED.contains(&path.file_name().unwrap().to_str().unwrap()) {
            continue;
        } else if path.is_dir() {
            files.append(&mut files_below(&path));
        } else {
            files.push(path);
        }
    }
    files
}

/// Word boundaries of ASCII: those of Unicode exclude the fast engines of regex.
fn ascii_boundaries(rule: &Rule) -> String {
    rule.pattern.replace(r"\b", r"(?-u:\b)")
}

fn patterns() -> Vec<(Regex, &'static Rule)> {
    RULES.iter().map(|rule| (Regex::new(&ascii_boundaries(rule)).unwrap(), rule)).collect()
}

#[test]
fn texts_follow_the_rules() {
    let mut files = files_below(root());
    files.retain(|path| path.extension().is_some_and(|end| TEXTS.iter().any(|text| end == *text)));
    files.extend(SCRIPTS.iter().map(|name| root().join(name)));
    let patterns = patterns();
    // Nearly every line passes, so one search for all patterns comes first.
    let any = RegexSet::new(RULES.iter().map(ascii_boundaries)).unwrap();
    // CONTRIBUTING.md quotes what to avoid.
    let quoted = Regex::new("(?:Not|not) \"[^\"]*\"").unwrap();
    let guest = Regex::new("(?i)guests?").unwrap();
    let mut found = String::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let name = file.strip_prefix(root()).unwrap().display();
        let is_playtak = name.to_string().contains("playtak");
        for (index, line) in text.lines().enumerate() {
            let line = quoted.replace_all(line, "");
            // PlayTak's protocol has this word for players without an account.
            let line = if is_playtak { guest.replace_all(&line, "") } else { line };
            for (pattern, rule) in any.matches(&line).into_iter().map(|index| &patterns[index]) {
                let hit = pattern.find(&line).unwrap().as_str().trim();
                let number = index + 1;
                found += &format!("{name}:{number}: \"{hit}\" ({})\n", rule.advice);
            }
        }
    }
    assert!(found.is_empty(), "texts break rules of CONTRIBUTING.md:\n{found}");
}

#[test]
fn every_rule_matches_its_example() {
    for (pattern, rule) in patterns() {
        assert!(pattern.is_match(rule.example), "{} misses {:?}", rule.pattern, rule.example);
    }
}

#[test]
fn plain_sentences_pass() {
    let plain = [
        "/// What is the best move?",
        "let rate = (x / 2.0).floor();",
        "f64::floor(x)",
        "desktop programs",
        "It is a draw.",
        "aria-labelledby=\"title\"",
    ];
    for (pattern, rule) in patterns() {
        for text in plain {
            assert!(!pattern.is_match(text), "{} matches {text:?}", rule.pattern);
        }
    }
}
