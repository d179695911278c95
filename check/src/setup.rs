//! Points 36 to 40, 42, 43 and 46: positions.

use super::boards::{Board, Gap, Win, duel, opened, opening, square, win};
use super::games::expect_win;
use super::root::Root;
use super::trial::{Outcome, Trial, skip};
use std::time::{Duration, Instant};
use stonefall_engine::types::Color::{Black, White};

/// The position that has to stay when another is refused.
pub(super) fn kept(trial: &Trial<'_>) -> Win {
    win(trial.size(), White, Gap::Left)
}

/// Starts a game with that position.
pub(super) fn begin(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    trial.send(&kept(trial).root.command());
    trial.ready().map(|_| ())
}

/// Sends a position in some notation, and expects the engine to find its win.
pub(super) fn expect_read(trial: &mut Trial<'_>, line: &str, win: &Win) -> Outcome {
    expect_understood(trial, "the position", line, win)
}

fn expect_understood(trial: &mut Trial<'_>, what: &str, line: &str, win: &Win) -> Outcome {
    trial.case(what, begin, |trial| {
        trial.send(line);
        expect_win(trial, win, what).map(|_| ())
    })
}

pub(super) fn startpos(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    trial.start_game()?;
    let start = Root::start(size);
    for line in ["position startpos", "position startpos moves", "position startpos moves   "] {
        trial.case(line, begin, |trial| {
            trial.send(line);
            trial.go(&start, &trial.movetime(50)).map(|_| ())
        })?;
    }
    let win = opened(size);
    for blank in ["  ", "\t", " \t "] {
        let line = win.root.command().replace(' ', blank);
        expect_read(trial, &line, &win)?;
    }
    expect_read(trial, &format!("{} ", win.root.command()), &win)
}

pub(super) fn spellings(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    let (mut board, win) = duel(size, White, Gap::Right);
    board.put(0, 1, "2S");
    if size >= 5 {
        board.put(1, 1, "21C");
    }
    trial.start_game()?;
    let long = board.tps(White, size);
    let short = compressed(&board, size);
    let mixed = long.replacen("x,x", "x1,x", 1);
    for tps in [
        long.clone(),
        short.clone(),
        mixed,
        long.to_lowercase(),
        long.replace('x', "X"),
        short.replace('/', "-"),
    ] {
        expect_read(trial, &format!("position tps {tps}"), &win)?;
    }
    expect_read(trial, &format!("position tps {long} moves "), &win)
}

/// Writes runs of empty squares as one.
fn compressed(board: &Board, size: usize) -> String {
    let mut text = board.tps(White, size);
    for count in (2..=size).rev() {
        text = text.replace(&vec!["x"; count].join(","), &format!("x{count}"));
    }
    text
}

pub(super) fn empty(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    let win = opened(size);
    let moves = opening(size);
    trial.start_game()?;
    let blank = Board::new(size);
    for tps in [blank.tps(White, 1), compressed(&blank, size)] {
        let tps = format!("{} 1 1", tps.split(' ').next().unwrap_or_default());
        expect_read(trial, &format!("position tps {tps} moves {}", moves.join(" ")), &win)?;
    }
    let mut one = Board::new(size);
    one.put(0, size - 1, "2");
    let line = format!("position tps {} moves {}", one.tps(Black, 1), moves[1..].join(" "));
    expect_read(trial, &line, &win)
}

pub(super) fn resized(trial: &mut Trial<'_>) -> Outcome {
    let Some(other) = trial.facts.other_size() else {
        return skip("the engine plays one size only");
    };
    trial.start_game()?;
    for size in [other, trial.size()] {
        let win = win(size, White, Gap::Right);
        expect_read(trial, &win.root.command(), &win)?;
    }
    Ok(())
}

pub(super) fn numbers(trial: &mut Trial<'_>) -> Outcome {
    let (board, win) = duel(trial.size(), White, Gap::Right);
    trial.start_game()?;
    let tps = board.tps(White, 9);
    let stones = tps.split(' ').next().unwrap_or_default().to_owned();
    for number in [" 1", " 0", "", " 1000000000"] {
        let line = format!("position tps {stones} 1{number}");
        trial.case(&line, begin, |trial| {
            trial.send(&line);
            trial.send(&trial.movetime(50));
            let best = trial.best_move()?;
            // A first move with stones on the board may or may not open a game.
            let (kept, legal) = (kept(trial), win.root.check(&best).is_ok());
            trial
                .expect(legal || kept.is(&best), || format!("expected a legal move, found {best}"));
            Ok(())
        })?;
    }
    Ok(())
}

pub(super) fn finished(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    let mut road = Board::new(size);
    let mut full = Board::new(size);
    for file in 0..size {
        road.put(file, 0, "1");
        for rank in 0..size {
            full.put(file, rank, if (file + rank) % 2 == 0 { "1S" } else { "2" });
        }
    }
    let played = opened(size);
    let mut moves = opening(size);
    moves.push(played.square);
    trial.start_game()?;
    for root in [road.root(Black), full.root(White), Root::moves(size, &moves)] {
        trial.case(&root.command(), begin, |trial| {
            let search = trial.search(&root, &trial.movetime(50))?;
            trial.expect(search.best() == "--", || {
                format!("expected bestmove --, found {}", search.best())
            });
            Ok(())
        })?;
    }
    Ok(())
}

/// Point 43: after White's move in the middle, Black wins at once. If the engine skipped the move,
/// White would win.
pub(super) fn moves(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    if size < 5 {
        return skip("the moves need a board of at least 5x5");
    }
    trial.start_game()?;
    let duel = || duel(size, White, Gap::Right).0;
    let mut stack = duel();
    stack.put(0, 2, "121");
    // A capstone next to a wall that it can flatten.
    let mut capstone = duel();
    capstone.put(1, 2, "21C");
    capstone.put(3, 2, "2S");
    let placements = [
        "c3", "Fc3", "fc3", "Sc3", "sc3", "Cc3", "cc3", "c3'", "c3''", "c3\"", "c3!", "c3!!",
        "c3?", "c3??", "c3!?",
    ];
    let spreads = ["1a3>", "a3>", "1a3>1", "a3>1", "3a3>", "3a3>3", "3a3>12", "3a3>111", "3a3>21'"];
    let all = placements.map(|mv| (mv, &stack)).into_iter();
    let all = all.chain(spreads.map(|mv| (mv, &stack)));
    for (mv, board) in all.chain(["2b3>11*", "2b3>11"].map(|mv| (mv, &capstone))) {
        let root = Root::tps(size, &board.tps(White, 9)).with_moves(&[mv]);
        let win = Win { root, square: win(size, Black, Gap::Right).square };
        expect_understood(trial, &format!("the move {mv}"), &win.root.command(), &win)?;
    }
    Ok(())
}

/// Point 46: stones move back and forth. The time covers reading and playing all moves.
pub(super) fn thousand(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    let top = size - 1;
    let there = [format!("{}+", square(0, 0)), format!("{}>", square(0, top))];
    let back = [format!("{}-", square(0, 1)), format!("{}<", square(1, top))];
    let mut moves = opening(size)[..2].to_vec();
    for _ in 0..250 {
        moves.extend(there.iter().chain(&back).cloned());
    }
    moves.extend_from_slice(&opening(size)[2..]);
    let win = Win { root: Root::moves(size, &moves), square: square(top, 0) };
    trial.start_game()?;
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        trial.send(&win.root.command());
        trial.ready()?;
        best = best.min(start.elapsed());
    }
    trial.within(&format!("{} moves (best of 5)", moves.len()), best, 10);
    expect_win(trial, &win, "after a thousand moves").map(|_| ())
}
