//! Lists of alternatives for the cases of a point.

use super::Profile;
use super::positions::named;
use stonefall_client::{OptionKind, OptionSpec};
use stonefall_engine::types::Reserve;

/// The alternatives of a case: `3..8`, a list of the engine, or the text itself.
pub(super) fn alternatives(text: &str, profile: &Profile) -> Vec<String> {
    let size = profile.size();
    let capstones = |count: u8| {
        let sizes = profile.sizes.iter().map(|&size| (size, Reserve::standard(size).capstones));
        sizes.filter(|&(_, found)| found == count).map(|(size, _)| size.to_string()).collect()
    };
    let options = || profile.identity.options.iter();
    if let Some((first, last)) = text.split_once("..")
        && let (Ok(first), Ok(last)) = (first.parse::<usize>(), last.parse())
    {
        return (first..=last).map(|number| number.to_string()).collect();
    }
    match text {
        // The first size once more after all others.
        "@sizes" => {
            profile.sizes.iter().chain(profile.sizes.first()).map(ToString::to_string).collect()
        }
        "@none" => capstones(0),
        "@two" => capstones(2),
        "@defaults" => options().map(default).collect(),
        "@capitals" => options().flat_map(capitals).collect(),
        "@range" => options().flat_map(range).collect(),
        "@blanks" => {
            let opened = named("opened", size, 0).map_or_else(String::new, |root| root.command());
            let blanks = ["\\s\\s", "\\t", "\\s\\t\\s"];
            let all = blanks.iter().map(|blank| opened.replace(' ', blank));
            all.chain([format!("{opened}\\s")]).collect()
        }
        "@spellings" => {
            let long = spelled_tps(size) + " 9";
            let short = compressed(&long, size);
            let one = long.replacen("x,x", "x1,x", 1);
            let moves = format!("{long} moves\\s");
            let upper = long.replace('x', "X");
            vec![long.to_lowercase(), upper, one, short.replace('/', "-"), short, moves, long]
        }
        "@openings" => {
            let moves = super::positions::opening(size, |file| file);
            let row = vec!["x"; size].join(",");
            let rest = vec![row.clone(); size - 1].join("/");
            let (blank, one) = (format!("{row}/{rest} 1 1"), format!("2{}/{rest} 2 1", &row[1..]));
            let all = |tps: &str| format!("{tps} moves {}", moves.join(" "));
            let later = format!("{one} moves {}", moves[1..].join(" "));
            vec![all(&compressed(&blank, size)), all(&blank), later]
        }
        _ => vec![text.to_owned()],
    }
}

/// The position `spelled` as TPS without its number.
pub(super) fn spelled_tps(size: usize) -> String {
    let text = named("spelled", size, 0).map_or_else(String::new, |root| root.command());
    let text = text.trim_start_matches("position tps ");
    text.rsplit_once(' ').map_or(text, |(tps, _)| tps).to_owned()
}

/// Writes runs of empty squares as one.
fn compressed(tps: &str, size: usize) -> String {
    (2..=size).rev().fold(tps.to_owned(), |text, count| {
        text.replace(&vec!["x"; count].join(","), &format!("x{count}"))
    })
}

/// A command that sets an option to its default.
fn default(option: &OptionSpec) -> String {
    match option.default() {
        Some(default) if !default.is_empty() => {
            format!("setoption name {} value {default}", option.name)
        }
        _ => format!("setoption name {}", option.name),
    }
}

/// Commands with names and values in capitals and in small letters.
fn capitals(option: &OptionSpec) -> Vec<String> {
    let values: Vec<String> = match &option.kind {
        OptionKind::Check { default } => {
            let last = if *default == Some(true) { "1" } else { "0" };
            ["true", "FALSE", "1", "0", "on", "off", last].map(str::to_owned).to_vec()
        }
        OptionKind::Combo { values, default } => {
            let values = values.iter().chain(default);
            values.flat_map(|value| [value.to_uppercase(), value.to_lowercase()]).collect()
        }
        _ => Vec::new(),
    };
    let name = option.name.to_uppercase();
    values.iter().map(|value| format!("setoption name {name} value {value}")).collect()
}

/// Commands with numbers out of range, and at last the default: a thousand threads would slow a search down.
fn range(option: &OptionSpec) -> Vec<String> {
    let OptionKind::Spin { max: Some(max), .. } = option.kind else { return Vec::new() };
    if !["Hash", "Threads", "MultiPV", "HalfKomi"].contains(&option.name.as_str()) {
        return Vec::new();
    }
    let beyond = max.saturating_add(1).to_string();
    let values = ["99999999999999999999", "0", "-1", "-99999999999", &beyond];
    let lines = values.map(|value| format!("setoption name {} value {value}", option.name));
    lines.into_iter().chain([default(option)]).collect()
}
