//! Explanations of puzzles in sentences.

use crate::tools::puzzles::{
    BookPuzzle, Ending, Group, Reply, Sequel, Study, Threat, groups, squares_of,
};
use std::fmt::Display;
use std::time::Duration;
use stonefall_engine::board::WinReason;
use stonefall_engine::types::{Bitboard, Move, Square};

/// A duration with a readable unit: `0.41 ms`, `12 ms`, `1.2 s`.
pub(super) fn duration(time: Duration) -> String {
    let millis = time.as_secs_f64() * 1000.0;
    match millis {
        ..10.0 => format!("{millis:.1} ms"),
        ..1000.0 => format!("{millis:.0} ms"),
        _ => format!("{:.1} s", millis / 1000.0),
    }
}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn list(items: &[impl Display], link: &str) -> String {
    let items: Vec<_> = items.iter().map(ToString::to_string).collect();
    match &items[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {link} {last}", first.join(", ")),
    }
}

fn moves(threats: &[Threat]) -> Vec<Move> {
    threats.iter().map(|threat| threat.mv).collect()
}

/// `1 move`, `2 moves`.
pub(super) fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("{count} {word}") } else { format!("{count} {word}s") }
}

/// Squares that threatened roads lack.
fn roads(threats: &[Threat]) -> Vec<Bitboard> {
    let mut roads: Vec<_> = threats.iter().map(|threat| threat.squares).collect();
    roads.sort_by_key(|squares| squares.map(|square| square.to_string()).min());
    roads.dedup();
    roads
}

/// Squares and moves of threatened roads: `b3 and c2`, `d2 (by 3d3-12)`.
fn places(threats: &[Threat]) -> String {
    let places = roads(threats).into_iter().map(|set| {
        let here: Vec<_> =
            threats.iter().filter(|threat| threat.squares == set).map(|threat| threat.mv).collect();
        let names = list(&set.collect::<Vec<_>>(), "and");
        match &here[..] {
            // A flat on the square itself needs no explanation.
            [mv] if mv.is_placement() => names,
            _ => format!("{names} (by {})", list(&here, "or")),
        }
    });
    list(&places.collect::<Vec<_>>(), "and")
}

/// A part of the explanation: topic and text. A part without a label continues the previous one.
pub(super) type Part = (&'static str, String);

/// Reasons why the key move wins: danger, threat, defense, and the book's words.
pub(super) fn explanation(puzzle: &BookPuzzle, study: &Study) -> Vec<Part> {
    let mut parts = Vec::new();
    if let Some(danger) = danger(study, puzzle) {
        parts.push(("Danger", danger));
    }
    match &study.sequel {
        Sequel::Ends(end) => parts.push(("Why", ending(end, puzzle))),
        Sequel::Threatens { threats: all, replies } => {
            parts.push(("Threat", threats(all, puzzle)));
            parts.push(("Defense", defenses(replies, all)));
            parts.push(("", losses(replies)));
        }
    }
    parts
}

/// Rows for a win in two: winning moves, and the replies before them.
pub(super) fn answers(study: &Study) -> Vec<[String; 2]> {
    match &study.sequel {
        Sequel::Ends(_) => Vec::new(),
        Sequel::Threatens { replies, .. } => table(replies),
    }
}

/// The opponent's threat before the key move, if any.
fn danger(study: &Study, puzzle: &BookPuzzle) -> Option<String> {
    if study.danger.is_empty() {
        return None;
    }
    let (opponent, key) = ((!puzzle.position.to_move()).name(), puzzle.key);
    let wins = list(&moves(&study.danger), "or");
    Some(match study.sequel {
        Sequel::Ends(_) => {
            format!("{opponent} was about to win with {wins}, but {key} comes first.")
        }
        Sequel::Threatens { .. } => {
            format!("{opponent} was about to win with {wins}; {key} stops that.")
        }
    })
}

/// Whether other moves win as well.
pub(super) fn uniqueness(study: &Study, puzzle: &BookPuzzle) -> String {
    let fast = if puzzle.plies == 1 { "at once" } else { "in two" };
    match &study.fastest[..] {
        [_] => format!("No other of the {} legal moves wins {fast}.", study.legal),
        several => format!("{} of the {} legal moves win {fast}.", several.len(), study.legal),
    }
}

/// The end of the game by the key move.
fn ending(ending: &Ending, puzzle: &BookPuzzle) -> String {
    let mover = puzzle.position.to_move();
    let [own, other] = ending.flats;
    let path = |road: &[Square]| {
        let names: Vec<_> = road.iter().map(ToString::to_string).collect();
        names.join("-")
    };
    let mut text = match ending.reason {
        WinReason::Road => format!("The road is {}.", path(&ending.road)),
        WinReason::Flats if ending.full => {
            format!("The board is full, and {} has {own} flats against {other}.", mover.name())
        }
        WinReason::Flats => format!("{} has {own} flats against {other}.", mover.name()),
    };
    if !ending.other_road.is_empty() {
        text += &format!(
            " {} has one as well, {}, but the mover's road counts first.",
            (!mover).name(),
            path(&ending.other_road),
        );
    }
    text
}

/// Threats of the key move.
fn threats(threats: &[Threat], puzzle: &BookPuzzle) -> String {
    let roads =
        if squares_of(threats).len() == 1 || threats.len() == 1 { "a road" } else { "roads" };
    format!("{} threatens {roads} on {}.", puzzle.key, places(threats))
}

/// Defenses that answer every threat, and their refutations.
fn defenses(replies: &[Reply], threats: &[Threat]) -> String {
    let stops: Vec<_> = replies.iter().filter(|reply| reply.stops(threats)).collect();
    let what = match roads(threats).len() {
        1 => "the threat",
        2 => "both threats",
        _ => "all threats",
    };
    match &stops[..] {
        [] => format!("No reply stops {what}."),
        [one] => format!(
            "Only {} stops {what}, but then {} wins on {}.",
            one.mv,
            list(&moves(&one.wins), "or"),
            list(&squares_of(&one.wins).collect::<Vec<_>>(), "or"),
        ),
        several => format!("{} replies stop {what}, but each opens another road.", several.len()),
    }
}

/// Introduction to the table of replies.
fn losses(replies: &[Reply]) -> String {
    let (all, lost) = (replies.len(), replies.iter().filter(|reply| reply.loses()).count());
    if lost == all {
        format!("All {all} replies were played, and all lose at once. Black plays")
    } else {
        format!("All {all} replies were played, but ONLY {lost} lose at once. Black plays")
    }
}

/// A row per group of replies: winning moves, and the replies before them.
fn table(replies: &[Reply]) -> Vec<[String; 2]> {
    groups(replies).iter().map(row).collect()
}

/// Larger groups of replies are counted, not named.
const NAMED: usize = 12;

fn row(group: &Group) -> [String; 2] {
    let names: Vec<_> = group.replies.iter().map(ToString::to_string).collect();
    let replies =
        if names.len() > NAMED { format!("{} replies", names.len()) } else { names.join(" ") };
    if group.wins.is_empty() {
        return ["no move".into(), format!("after {replies}: they close Black's road themselves")];
    }
    [list(&moves(&group.wins), "or"), format!("after {replies}")]
}
