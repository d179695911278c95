//! Points 97 to 99: pondering, for engines with the option Ponder.

use super::boards::{Gap, middle, win};
use super::root::Root;
use super::session::{answers, arrival};
use super::trial::{Outcome, Trial, need};
use std::time::Instant;
use stonefall_client::Line;
use stonefall_engine::types::Color::White;

/// Starts a game with the option.
fn start(trial: &mut Trial<'_>) -> Outcome {
    need(trial.facts.option("Ponder"), "there is no option Ponder")?;
    trial.begin(|trial| {
        trial.start()?;
        trial.set("Ponder", true);
        trial.new_game(trial.size())
    })
}

/// Starts a search that ponders and listens for a percentage of the time. Returns whether it still ponders, as it must.
fn ponder(trial: &mut Trial<'_>, root: &Root, limits: &str, percent: u32) -> Outcome<bool> {
    trial.send(&root.command());
    trial.send(&format!("go ponder {limits}"));
    let goes_on = answers(&trial.pause(percent)?) == 0;
    let expected = format_args!("no bestmove after 'go ponder {limits}' before ponderhit or stop");
    trial.require(goes_on, expected);
    Ok(goes_on)
}

/// Sends a command that ends such a search, and expects one answer.
fn end(trial: &mut Trial<'_>, root: &Root, command: &str) -> Outcome<Vec<Line>> {
    trial.send(command);
    let lines = trial.until("bestmove")?;
    trial.expect_legal(root, lines.last());
    let late = trial.ready()?;
    trial.require(answers(&late) == 0, format_args!("one bestmove after {command}"));
    Ok(lines)
}

pub(super) fn waits(trial: &mut Trial<'_>) -> Outcome {
    start(trial)?;
    let size = trial.size();
    for limits in ["movetime 1", "wtime 10 btime 10", "depth 1"] {
        for root in [middle(size, White), win(size, White, Gap::Left).root] {
            for command in ["ponderhit", "stop"] {
                trial.case(limits, |trial| {
                    if ponder(trial, &root, limits, 200)? {
                        end(trial, &root, command)?;
                    }
                    trial.ready()
                })?;
            }
        }
    }
    Ok(())
}

pub(super) fn limits(trial: &mut Trial<'_>) -> Outcome {
    start(trial)?;
    let root = middle(trial.size(), White);
    for (limits, most) in [("movetime 200", 220), ("wtime 400 btime 400", 400)] {
        trial.case(limits, |trial| {
            if ponder(trial, &root, limits, 500)? {
                let since = Instant::now();
                let lines = end(trial, &root, "ponderhit")?;
                trial.within(&format!("{limits}, after ponderhit"), arrival(&lines, since), most);
            }
            trial.ready()
        })?;
    }
    trial.case("a wrong guess", |trial| {
        if ponder(trial, &root, "wtime 60000 btime 60000", 100)? {
            end(trial, &root, "stop")?;
        }
        trial.expect_win(&win(trial.size(), White, Gap::Right), "after a wrong guess")
    })
}

pub(super) fn reply(trial: &mut Trial<'_>) -> Outcome {
    start(trial)?;
    let root = middle(trial.size(), White);
    trial.send(&root.command());
    trial.send(&trial.movetime(100));
    let lines = trial.until("bestmove")?;
    trial.expect_legal(&root, lines.last());
    let text = lines.last().map_or("", |line| line.text.trim());
    let words: Vec<_> = text.split(' ').collect();
    // A line may end with the move.
    let [_, mv, ponder, reply] = words[..] else {
        trial.expect(words.len() == 2, "bestmove MOVE ponder REPLY", format_args!("'{text}'"));
        return Ok(());
    };
    let next = root.with_moves(&[mv]);
    let is_legal = ponder == "ponder" && next.check(reply).is_ok();
    trial.expect(is_legal, "ponder and a legal reply", format_args!("'{text}'"));
    Ok(())
}
