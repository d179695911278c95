//! The options as docs/options.md lists them.

use std::fmt::Write as _;
use stonefall_engine::options::{Kind, Options, TABLE};

/// The table between the markers.
fn table() -> String {
    let mut text = String::from(
        "| Option | Flag | Type | Default | Range | What it does |\n|---|---|---|---|---|---|\n",
    );
    for spec in &TABLE {
        let (kind, range) = match spec.kind {
            Kind::Check { .. } => ("check", "true, false".to_owned()),
            Kind::Spin { min, max, .. } => ("spin", format!("{min} to {max}")),
            Kind::Combo { words, .. } => ("combo", words.join(", ")),
            Kind::Text { .. } => ("string", String::new()),
            Kind::Button => ("button", String::new()),
        };
        let value = spec.value(&Options::default());
        let flag = value.as_ref().map_or(String::new(), |_| format!("`--{}`", spec.flag));
        let value = value.map_or(String::new(), |value| format!("`{value}`"));
        let _ = writeln!(
            text,
            "| `{}` | {flag} | {kind} | {value} | {range} | {} |",
            spec.name, spec.help
        );
    }
    text
}

#[test]
fn documentation_lists_every_option() {
    let page =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/options.md")).unwrap();
    let (_, rest) =
        page.split_once("<!-- options -->\n").expect("no <!-- options --> in docs/options.md");
    let (listed, _) = rest.split_once("<!-- /options -->").expect("no <!-- /options -->");
    let listed = listed.replace("\r\n", "\n");
    assert_eq!(listed.trim(), table().trim(), "docs/options.md should have:\n\n{}", table());
}

#[test]
fn names_contain_no_keywords() {
    const KEYWORDS: [&str; 7] = ["name", "type", "default", "min", "max", "var", "value"];
    for spec in &TABLE {
        let name = spec.name.to_lowercase();
        assert!(KEYWORDS.iter().all(|word| !name.contains(word)), "{}", spec.name);
        if let Kind::Spin { min, max, get, .. } = spec.kind {
            assert!((min..=max).contains(&get(&Options::default())), "{}", spec.name);
        }
        let line = spec.line(&Options::default());
        assert_eq!(line.trim_end(), line);
    }
}
