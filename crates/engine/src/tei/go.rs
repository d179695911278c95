//! The words after `go`.

use super::command::{Command, Go};
use crate::board::MAX_PERFT_DEPTH;
use crate::machine::Instant;
use crate::notation::parse_move;
use crate::options::parse_number;
use crate::ponder::Ponder;
use crate::search::Limits;
use crate::types::Color;
use std::iter::Peekable;
use std::time::Duration;

/// Time for a search with unreadable limits. Without an answer the client would wait forever.
const FALLBACK: Duration = Duration::from_secs(1);

/// Longest time in milliseconds, about 35 years: sums with it stay in the range of clocks.
const LONGEST: i64 = 1 << 40;

/// Reads the words after `go`. There are no errors, because each `go` must be answered: skips unknown words and clamps
/// numbers. Without a limit the search is infinite; if every limit is unreadable, it lasts a second.
pub(super) fn parse_go<'a>(words: impl Iterator<Item = &'a str>, now: Instant) -> Command {
    let mut words = words.peekable();
    let mut limits = Limits { start: now, ..Limits::default() };
    let mut until_solved = false;
    let (mut found, mut unreadable) = (false, false);
    while let Some(word) = words.next() {
        match word.to_ascii_lowercase().as_str() {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = Some(Ponder::default()),
            "solved" => until_solved = true,
            "searchmoves" => {
                while let Some(mv) = words.peek().and_then(|word| parse_move(word).ok()) {
                    if !limits.search_moves.contains(&mv) {
                        limits.search_moves.push(mv);
                    }
                    words.next();
                }
            }
            "perft" => {
                let depth = number(&mut words).unwrap_or(1).clamp(0, MAX_PERFT_DEPTH.into());
                return Command::Perft(depth as u32);
            }
            name if LIMITS.contains(&name) => match number(&mut words) {
                Some(number) => {
                    found = true;
                    until_solved |= name == "mate";
                    set(&mut limits, name, number);
                }
                None => unreadable = true,
            },
            _ => {}
        }
    }
    if unreadable && !found && !limits.infinite {
        limits.movetime = Some(FALLBACK);
    }
    limits.until_solved = until_solved;
    Command::Go(Go { limits, until_solved })
}

/// Words with a number behind them.
const LIMITS: [&str; 9] =
    ["depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate"];

fn set(limits: &mut Limits, name: &str, number: i64) {
    let time = Duration::from_millis(number.clamp(0, LONGEST) as u64);
    let count = number.clamp(1, u32::MAX.into()) as u32;
    match name {
        "depth" => limits.depth = Some(count),
        "nodes" => limits.nodes = Some(number.max(1) as u64),
        "movetime" => limits.movetime = Some(time),
        "wtime" => limits.time[Color::White] = Some(time),
        "btime" => limits.time[Color::Black] = Some(time),
        "winc" => limits.increment[Color::White] = time,
        "binc" => limits.increment[Color::Black] = time,
        "movestogo" => limits.moves_to_go = Some(count),
        // A win in `count` moves of the mover.
        "mate" => limits.depth = Some(count.saturating_mul(2).saturating_sub(1)),
        _ => {}
    }
}

/// Takes the next word if it is a number.
fn number<'a>(words: &mut Peekable<impl Iterator<Item = &'a str>>) -> Option<i64> {
    let number = parse_number(words.peek()?)?;
    words.next();
    Some(number)
}
