//! Points 36 to 38 and 40 to 46: positions.

use super::boards::{Board, Gap, Win, duel, opened, opening, square, win};
use super::root::Root;
use super::trial::{Outcome, Trial, skip};
use std::time::{Duration, Instant};
use stonefall_engine::types::Color::{Black, White};
use stonefall_engine::types::Reserve;

/// The position that has to stay when another is refused.
fn kept(trial: &Trial<'_>) -> Win {
    win(trial.size(), White, Gap::Left)
}

/// Starts a game with that position.
pub(super) fn begin(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    trial.request(&kept(trial).root.command())?;
    Ok(())
}

/// Expects a message in answer to each line, and the position before it to stay.
pub(super) fn keeps(trial: &mut Trial<'_>, lines: impl IntoIterator<Item = String>) -> Outcome {
    trial.begin(begin)?;
    trial.cases(lines, |trial, line| {
        trial.refused(line.trim_end())?;
        trial.expect_found(&kept(trial), &format!("the position before {line}"))
    })
}

/// Sends a position in some notation, and expects the engine to find its win.
fn expect_read(trial: &mut Trial<'_>, line: &str, win: &Win) -> Outcome {
    trial.case(line, |trial| {
        trial.send(line);
        trial.expect_found(win, "the position")
    })
}

pub(super) fn startpos(trial: &mut Trial<'_>) -> Outcome {
    let start = Root::start(trial.size());
    trial.begin(begin)?;
    let lines = ["position startpos", "position startpos moves", "position startpos moves   "];
    trial.cases(lines, |trial, line| {
        trial.send(line);
        trial.go(&start, &trial.movetime(50))
    })?;
    let win = opened(trial.size());
    for blank in ["  ", "\t", " \t "] {
        expect_read(trial, &win.root.command().replace(' ', blank), &win)?;
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
    trial.begin(begin)?;
    let long = board.tps(White, size);
    let short = compressed(&long, size);
    for tps in [
        long.clone(),
        short.clone(),
        long.replacen("x,x", "x1,x", 1),
        long.to_lowercase(),
        long.replace('x', "X"),
        short.replace('/', "-"),
    ] {
        expect_read(trial, &format!("position tps {tps}"), &win)?;
    }
    expect_read(trial, &format!("position tps {long} moves "), &win)
}

/// Writes runs of empty squares as one.
fn compressed(tps: &str, size: usize) -> String {
    (2..=size).rev().fold(tps.to_owned(), |text, count| {
        text.replace(&vec!["x"; count].join(","), &format!("x{count}"))
    })
}

pub(super) fn empty(trial: &mut Trial<'_>) -> Outcome {
    let (size, win) = (trial.size(), opened(trial.size()));
    let moves = opening(size);
    trial.begin(begin)?;
    let blank = Board::new(size).tps(White, 1);
    let mut one = Board::new(size);
    one.put(0, size - 1, "2");
    for (tps, moves) in [
        (compressed(&blank, size), &moves[..]),
        (blank, &moves[..]),
        (one.tps(Black, 1), &moves[1..]),
    ] {
        expect_read(trial, &Root::tps(size, &tps).with_moves(moves).command(), &win)?;
    }
    Ok(())
}

pub(super) fn numbers(trial: &mut Trial<'_>) -> Outcome {
    let (board, win) = duel(trial.size(), White, Gap::Right);
    trial.begin(begin)?;
    let tps = board.tps(White, 9);
    let lines = [" 1", " 0", "", " 1000000000"]
        .map(|number| format!("position tps {}{number}", tps.trim_end_matches(" 9")));
    trial.cases(lines, |trial, line| {
        trial.send(line);
        trial.send(&trial.movetime(50));
        let best = trial.best_move()?;
        // A first move with stones on the board may or may not open a game.
        let is_legal = win.root.check(&best).is_ok() || kept(trial).is(&best);
        trial.expect(is_legal, "a legal move", best);
        Ok(())
    })
}

pub(super) fn malformed(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    let blanks = |count: usize| vec!["x"; count].join(",");
    let ranks = |count: usize, files: usize| vec![blanks(files); count].join("/");
    let (rank, rest) = (blanks(size), ranks(size - 1, size));
    let with = |first: &str| format!("{first}/{rest} 1 5");
    let heap = "1".repeat(2 * usize::from(Reserve::standard(size).stones) + 5);
    let stack = |stack: &str| with(&format!("{stack},{}", blanks(size - 1)));
    let texts = [
        format!("{rest} 1 5"),
        format!("{} 1 5", ranks(9, 9)),
        stack(&heap),
        stack("1S2"),
        stack("1C2"),
        with(&format!("x0,{rank}")),
        stack("king"),
        with(&blanks(size + 1)),
        format!("{rank}/{rest} 3 5"),
        format!("{rank}/{rest} 1 five"),
        format!("{rank}/{rest}"),
        String::new(),
    ];
    keeps(trial, texts.map(|tps| format!("position tps {tps}")))
}

pub(super) fn finished(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    let (mut road, mut full) = (Board::new(size), Board::new(size));
    for file in 0..size {
        road.put(file, 0, "1");
        for rank in 0..size {
            full.put(file, rank, if (file + rank) % 2 == 0 { "1S" } else { "2" });
        }
    }
    let moves = [opening(size), vec![opened(size).square]].concat();
    trial.begin(begin)?;
    for root in [road.root(Black), full.root(White), Root::start(size).with_moves(&moves)] {
        trial.case(&root.command(), |trial| {
            let search = trial.search(&root, &trial.movetime(50))?;
            trial.expect(search.best() == "--", "bestmove --", search.best());
            Ok(())
        })?;
    }
    Ok(())
}

/// Placements on an empty square in every spelling.
const PLACEMENTS: [&str; 15] = [
    "c3", "Fc3", "fc3", "Sc3", "sc3", "Cc3", "cc3", "c3'", "c3''", "c3\"", "c3!", "c3!!", "c3?",
    "c3??", "c3!?",
];
/// Spreads of a stack of three on `a3`.
const SPREADS: [&str; 9] =
    ["1a3>", "a3>", "1a3>1", "a3>1", "3a3>", "3a3>3", "3a3>12", "3a3>111", "3a3>21'"];
/// Spreads of a capstone that flatten the wall on `d3`.
const CRUSHES: [&str; 2] = ["2b3>11*", "2b3>11"];

/// Point 43: after White's move in the middle, Black wins at once. If the engine skipped the move,
/// White would win.
pub(super) fn moves(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    if size < 5 {
        return skip("the moves need a board of at least 5x5");
    }
    trial.begin(begin)?;
    let (mut stack, mut capstone) =
        (duel(size, White, Gap::Right).0, duel(size, White, Gap::Right).0);
    stack.put(0, 2, "121");
    capstone.put(1, 2, "21C");
    capstone.put(3, 2, "2S");
    let square = win(size, Black, Gap::Right).square;
    for (board, moves) in [(&stack, &PLACEMENTS[..]), (&stack, &SPREADS), (&capstone, &CRUSHES)] {
        trial.cases(moves, |trial, mv| {
            let root = Root::tps(size, &board.tps(White, 9)).with_moves(&[mv]);
            trial.expect_win(&Win { root, square: square.clone() }, &format!("the move {mv}"))
        })?;
    }
    Ok(())
}

/// Point 44: the engine refuses the whole command, or plays the moves before the bad one.
pub(super) fn illegal(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    let start = win(size, White, Gap::Right).root.command();
    let prefix = win(size, Black, Gap::Right);
    trial.begin(begin)?;
    for mv in ["zz9", "a9", "3a1>9", "--", "b1", "5h8<", "hello"] {
        let line = format!("{start} moves {} {mv}", square(0, 1));
        trial.case(&line, |trial| {
            trial.refused(&line)?;
            trial.send(&trial.movetime(100));
            let (best, kept) = (trial.best_move()?, kept(trial));
            let expected = format_args!(
                "{} for the position before or {} for the moves before {mv}",
                kept.square, prefix.square
            );
            trial.expect(kept.is(&best) || prefix.is(&best), expected, &best);
            Ok(())
        })?;
    }
    Ok(())
}

pub(super) fn swap(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    trial.begin(begin)?;
    let walls = ["position startpos moves Sa1", "position startpos moves a1 Sb2"];
    trial.cases(walls, Trial::refused)?;
    let win = opened(size);
    expect_read(trial, &win.root.command(), &win)?;
    for moves in [vec![], vec![square(1, 1)]] {
        trial.case("the opening", |trial| {
            let root = Root::start(size).with_moves(&moves);
            let search = trial.search(&root, &trial.movetime(50))?;
            trial.expect(search.best().len() == 2, "a flat", search.best());
            Ok(())
        })?;
    }
    Ok(())
}

/// Point 46: stones move back and forth. The time covers reading and playing all moves.
pub(super) fn thousand(trial: &mut Trial<'_>) -> Outcome {
    let (size, top) = (trial.size(), trial.size() - 1);
    let round = vec![
        format!("{}+", square(0, 0)),
        format!("{}>", square(0, top)),
        format!("{}-", square(0, 1)),
        format!("{}<", square(1, top)),
    ];
    let opening = opening(size);
    let moves = [&opening[..2], &vec![round; 250].concat(), &opening[2..]].concat();
    let win = Win { root: Root::start(size).with_moves(&moves), square: square(top, 0) };
    trial.start_game()?;
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        trial.request(&win.root.command())?;
        best = best.min(start.elapsed());
    }
    trial.within(&format!("{} moves (best of 5)", moves.len()), best, 10);
    trial.expect_found(&win, "after a thousand moves")
}
