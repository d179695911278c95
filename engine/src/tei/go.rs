//! What follows `go`.

use super::command::Command;
use crate::board::MAX_PERFT_DEPTH;
use crate::machine::Instant;
use crate::notation::parse_move;
use crate::options::parse_number;
use crate::search::Limits;
use crate::types::Color;
use std::iter::Peekable;
use std::time::Duration;

/// A search that is asked for.
#[derive(Clone, Debug, Default)]
pub struct Go {
    /// What ends it.
    pub limits: Limits,
    /// Whether it ends as soon as the result is known.
    pub until_solved: bool,
}

/// Time for a search whose limits cannot be read: without an answer the client would wait for ever.
const FALLBACK: Duration = Duration::from_secs(1);

/// The longest time that is believed, some 35 years: sums with it stay within what clocks can tell.
const LONGEST: i64 = 1 << 40;

/// Reads the words after `go`. Anything is tolerated, because each `go` must be answered: words that
/// mean nothing are passed over, numbers that cannot be are moved to the nearest that can. Without a
/// limit the search is infinite; with none but unreadable ones it lasts a second.
pub(super) fn parse_go<'a>(words: impl Iterator<Item = &'a str>, now: Instant) -> Command {
    let mut words = words.peekable();
    let mut limits = Limits { start: now, ..Limits::default() };
    let mut until_solved = false;
    let (mut found, mut unreadable) = (false, false);
    while let Some(word) = words.next() {
        match word.to_ascii_lowercase().as_str() {
            "infinite" => limits.infinite = true,
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

/// The words that a number follows.
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
        // A win in so many moves of the mover.
        "mate" => limits.depth = Some(count.saturating_mul(2).saturating_sub(1)),
        _ => {}
    }
}

/// The next word, if it is a number; otherwise it stays for the next limit.
fn number<'a>(words: &mut Peekable<impl Iterator<Item = &'a str>>) -> Option<i64> {
    let number = parse_number(words.peek()?)?;
    words.next();
    Some(number)
}
