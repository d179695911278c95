//! Judges moves by winning chances.
//!
//! A chance is the probability of a win plus half the probability of a draw, from the fitted curve of the evaluation. It
//! measures mistakes better than flats: half a flat is much in an even game and nothing in a decided one. (Lichess and
//! chess.com judge chess moves by chances too. The thresholds are those of chess.com's expected points.)

use crate::notation::Judgement;
use crate::notation::ptn_file::Evaluation;
use crate::types::{Color, Move};

/// Smallest loss of chance of a move marked `?`.
pub const MISTAKE: f64 = 0.10;
/// Smallest loss of chance of a move marked `??`.
pub const BLUNDER: f64 = 0.20;
/// Smallest loss of chance by every other move, for a move marked `!`.
pub const GOOD: f64 = 0.15;

/// A player's chance, from 0 to 1. A draw counts half. 0.5 if the evaluation has no chance.
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

/// Loss of a player's move between two positions.
pub(super) fn loss(before: &Evaluation, after: &Evaluation, mv: Move, mover: Color) -> f64 {
    if before.line_after.first() == Some(&mv) {
        return 0.0;
    }
    (chance_of(before, mover) - chance_of(after, mover)).max(0.0)
}

/// The mark for a loss.
pub(super) fn mistake(loss: f64) -> Option<Judgement> {
    // Chances are in thousandths; the difference allows for rounding.
    match loss + 1e-9 {
        BLUNDER.. => Some(Judgement::Blunder),
        MISTAKE.. => Some(Judgement::Bad),
        _ => None,
    }
}

/// Accuracy of a move from 0 to 100, from its loss: the curve that Lichess fitted for chess
/// (lichess.org/page/accuracy). No loss gives 100, a tenth 64, a fifth 40.
pub fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_depend_on_the_player() {
        let evaluation = Evaluation { wdl: Some([600, 100, 300]), ..Evaluation::default() };
        assert!((chance_of(&evaluation, Color::White) - 0.65).abs() < 1e-9);
        assert!((chance_of(&evaluation, Color::Black) - 0.35).abs() < 1e-9);
        let value = Evaluation { value: Some(-1.0), ..Evaluation::default() };
        assert!(chance_of(&value, Color::White).abs() < 1e-9);
    }

    #[test]
    fn marks_have_thresholds() {
        assert_eq!(mistake(0.099), None);
        assert_eq!(mistake(0.65 - 0.55), Some(Judgement::Bad));
        assert_eq!(mistake(0.199), Some(Judgement::Bad));
        assert_eq!(mistake(0.2), Some(Judgement::Blunder));
        assert!((accuracy(0.0) - 100.0).abs() < 0.01);
        assert!((accuracy(0.1) - 63.6).abs() < 0.1 && (accuracy(0.2) - 40.0).abs() < 0.1);
        assert!(accuracy(1.0).abs() < 1e-9);
    }
}
