//! Lines of play for people: legal to the last move, and to the end of the game when the result is
//! proven.

use super::table::Table;
use crate::board::{Outcome, Position};
use crate::eval::{MAX_PLY, Score};
use crate::types::Move;

/// The line, completed to the end of the game if the score is a proven result, and the score that
/// it bears out.
///
/// Lines of the principal variation are whole as they come out of the search. Where one is not (a
/// result that came from the table), the table and the rules complete it; if they cannot, the
/// score is shown as an estimate: a proven result without its line would be a claim without proof.
pub(super) fn complete<const N: usize>(
    root: &Position<N>,
    table: &Table,
    line: &[Move],
    score: Score,
) -> (Vec<Move>, Score) {
    let mut position = root.clone();
    let mut pv = Vec::with_capacity(line.len());
    for &mv in line {
        if position.outcome().is_some() || position.try_play(mv, &mut ()).is_err() {
            break;
        }
        pv.push(mv);
    }
    if !score.is_decided() {
        return (pv, score);
    }
    while position.outcome().is_none() && pv.len() < MAX_PLY {
        let Some(mv) = next_move(&position, table) else { break };
        position.play(mv, &mut ());
        pv.push(mv);
    }
    let winner = if score.is_win() { root.to_move() } else { root.to_move().opponent() };
    let proven = position.outcome().and_then(Outcome::winner) == Some(winner);
    if proven {
        // The line itself is the claim: its length is the distance.
        let distance = pv.len();
        let exact = if score.is_win() { Score::win_in(distance) } else { Score::loss_in(distance) };
        (pv, exact)
    } else if score.is_win() {
        (pv, Score::MAX_ESTIMATE)
    } else {
        (pv, -Score::MAX_ESTIMATE)
    }
}

fn next_move<const N: usize>(position: &Position<N>, table: &Table) -> Option<Move> {
    position.winning_move().or_else(|| {
        let entry = table.probe(position.key(), 0)?;
        entry.mv.filter(|&mv| entry.score.is_decided() && position.is_legal(mv))
    })
}
