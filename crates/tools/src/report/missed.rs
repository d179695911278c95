//! The wins that a player missed, as puzzles.

use super::own::OwnGame;
use super::play::judged_moves;
use crate::games::{Database, DatabaseError, Judge};
use crate::puzzles::{Collection, Puzzle, missed_win};
use crate::workers;
use std::cmp::Reverse;
use stonefall_engine::Rules;
use stonefall_engine::stopper::Stopper;

/// A move that gave a win away: the place of its game, and the number of plies before it.
struct Miss {
    game: usize,
    ply: usize,
}

/// Puzzles of the judged games in which the player missed a win that the solver proves: roads first, the shortest and the
/// newest first. Passes the number of positions that are done, and of all. The stopper ends the work early.
pub fn missed_wins(
    database: &Database,
    games: &[OwnGame],
    judge: &Judge,
    threads: usize,
    stopper: &Stopper,
    mut on_progress: impl FnMut(usize, usize),
) -> Result<Vec<Puzzle>, DatabaseError> {
    let misses = misses(database, games, judge)?;
    let job = |(): &mut (), index: usize| {
        let miss = &misses[index];
        (!stopper.is_stopped()).then(|| prove(&games[miss.game], miss.ply))
    };
    let mut found = Collection::default();
    workers::run_in_order(
        0..misses.len(),
        threads,
        stopper,
        || (),
        job,
        |index, puzzle| {
            if let Some(puzzle) = puzzle {
                found.add(puzzle);
            }
            on_progress(index + 1, misses.len());
            Ok::<_, DatabaseError>(())
        },
    )?;
    let mut puzzles = found.puzzles().to_vec();
    puzzles.sort_by_key(|it| (it.aim, Reverse(it.misses.count)));
    Ok(puzzles)
}

/// The misses of the player in the judged games.
fn misses(
    database: &Database,
    games: &[OwnGame],
    judge: &Judge,
) -> Result<Vec<Miss>, DatabaseError> {
    let mut misses = Vec::new();
    for (place, own) in games.iter().enumerate() {
        let game = &own.game;
        // Puzzles have the standard pieces and opening.
        if game.rules.pieces != Rules::standard(game.size).pieces {
            continue;
        }
        let Some(judgements) = database.judgements(game, judge)? else { continue };
        let moves = judged_moves(game, &judgements)?;
        let own = moves.iter().filter(|mv| mv.color == own.color && mv.missed.is_some());
        misses.extend(own.map(|mv| Miss { game: place, ply: mv.ply }));
    }
    Ok(misses)
}

/// The puzzle of a miss; `None` if the solver does not prove the win.
fn prove(own: &OwnGame, ply: usize) -> Option<Puzzle> {
    let game = &own.game;
    let position = game.replayed().ok()?.back_to(ply);
    let mut puzzle = missed_win(&position, (game.moves.len() - ply) as u32)?;
    puzzle.misses.add(own.rating());
    let opponent = game.names[!own.color].as_deref().unwrap_or("?");
    let date = game.date_tags().map_or_else(String::new, |(day, _)| format!(", {day}"));
    let played = position.spelling(*game.moves.get(ply)?);
    puzzle.source = format!("Game {} against {opponent}{date}: you played {played}", game.id);
    Some(puzzle)
}
