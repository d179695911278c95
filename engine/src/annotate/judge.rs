//! What a move is worth, in chances of winning.
//!
//! A chance is the probability of a win and half that of a draw, as the evaluation's fitted curve has
//! them. It says better than flats what a mistake costs: half a flat is much in an even game and nothing
//! in a decided one. (Lichess and chess.com judge chess moves by chances too; the steps here are those of
//! chess.com's expected points.)

use super::Annotated;
use crate::notation::Judgement;
use crate::notation::ptn_file::Evaluation;
use crate::types::Color;

/// A move that loses at least so much of its player's chance gets a `?`.
pub const MISTAKE: f64 = 0.10;
/// A move that loses at least so much gets a `??`.
pub const BLUNDER: f64 = 0.20;
/// A move gets a `!` if every other one would have lost at least so much.
pub const GOOD: f64 = 0.15;

/// A player's chance, from 0 to 1: a draw counts half. Even chances if the evaluation has none.
#[must_use]
pub fn chance_of(evaluation: &Evaluation, color: Color) -> f64 {
    let white = match (evaluation.wdl, evaluation.value) {
        (Some([win, draw, loss]), _) if win.saturating_add(draw).saturating_add(loss) > 0 => {
            let [win, draw, loss] = [win, draw, loss].map(f64::from);
            (win + draw / 2.0) / (win + draw + loss)
        }
        (_, Some(value)) => f64::midpoint(value, 1.0),
        _ => 0.5,
    };
    match color {
        Color::White => white,
        Color::Black => 1.0 - white,
    }
}

/// What the move between two positions has lost.
pub(super) fn loss(before: &Evaluation, after: &Evaluation, played: &Annotated) -> f64 {
    if before.line_after.first() == Some(&played.mv) {
        return 0.0;
    }
    let color = played.color;
    (chance_of(before, color) - chance_of(after, color)).max(0.0)
}

/// The mark for a loss.
pub(super) fn mistake(loss: f64) -> Option<Judgement> {
    // The chances are in thousandths: a step is reached when it is reached but for rounding.
    let reaches = |step: f64| loss > step - 1e-9;
    if reaches(BLUNDER) {
        Some(Judgement::Blunder)
    } else if reaches(MISTAKE) {
        Some(Judgement::Bad)
    } else {
        None
    }
}

/// How accurate a move is, from 0 to 100, by what it has lost: the curve that Lichess fitted for chess
/// (lichess.org/page/accuracy). 100 for no loss, 64 for a tenth, 40 for a fifth.
pub(super) fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_of_a_player() {
        let evaluation = Evaluation { wdl: Some([600, 100, 300]), ..Evaluation::default() };
        assert!((chance_of(&evaluation, Color::White) - 0.65).abs() < 1e-9);
        assert!((chance_of(&evaluation, Color::Black) - 0.35).abs() < 1e-9);
        let value = Evaluation { value: Some(-1.0), ..Evaluation::default() };
        assert!(chance_of(&value, Color::White).abs() < 1e-9);
    }

    #[test]
    fn marks_have_steps() {
        assert_eq!(mistake(0.099), None);
        assert_eq!(mistake(0.65 - 0.55), Some(Judgement::Bad));
        assert_eq!(mistake(0.199), Some(Judgement::Bad));
        assert_eq!(mistake(0.2), Some(Judgement::Blunder));
        assert!((accuracy(0.0) - 100.0).abs() < 0.01);
        assert!((accuracy(0.1) - 63.6).abs() < 0.1 && (accuracy(0.2) - 40.0).abs() < 0.1);
        assert!(accuracy(1.0).abs() < 1e-9);
    }
}
