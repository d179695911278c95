//! Scores and evaluations of engines from White's view.

use super::referee::Reason;
use stonefall_client::{Answer, Info, ProofResult, Score};
use stonefall_engine::notation::ptn_file::{Evaluation, Label, LabelKind};
use stonefall_engine::types::Color;

/// Score of a proven win; above all other scores.
const WON: i64 = 1_000_000;

/// The score in the engine's unit; [`WON`] for a proven win.
pub(super) fn white_score(info: &Info, mover: Color) -> Option<i64> {
    let score = match info.score? {
        Score::CentiFlats(score) => score.clamp(-WON, WON),
        proven => match proven.proven()? {
            ProofResult::Win => WON,
            ProofResult::Loss => -WON,
            ProofResult::Draw => 0,
        },
    };
    Some(if mover == Color::White { score } else { -score })
}

/// The evaluation after a move in a game file, with the expected line.
pub(super) fn of_answer(answer: &Answer, mover: Color, proof: Option<Reason>) -> Evaluation {
    let time = u64::try_from(answer.time.as_millis()).unwrap_or(u64::MAX);
    let mut evaluation = Evaluation { milliseconds: Some(time), ..Evaluation::default() };
    let Some(info) = &answer.info else { return evaluation };
    evaluation.depth = info.depth;
    evaluation.nodes = info.nodes;
    evaluation.visits = info.visits;
    let white = white_score(info, mover);
    match info.score {
        Some(Score::CentiFlats(_)) => {
            evaluation.centi_flats = white.and_then(|score| i32::try_from(score).ok());
            evaluation.wdl = info.wdl.map(|[win, draw, loss]| match mover {
                Color::White => [win, draw, loss],
                Color::Black => [loss, draw, win],
            });
            evaluation.value = match evaluation.wdl {
                Some([win, draw, loss]) => {
                    let total = f64::from(win) + f64::from(draw) + f64::from(loss);
                    let lead = f64::from(win) - f64::from(loss);
                    Some(if total > 0.0 { lead / total } else { 0.0 })
                }
                None => white.map(share),
            };
        }
        Some(score) => {
            evaluation.value = white.map(|score| score.signum() as f64);
            evaluation.label = Some(label(score, proof));
        }
        None => {}
    }
    evaluation.line_after = info.pv.get(1..).unwrap_or_default().to_vec();
    evaluation
}

/// A score as a value from -1 to 1; the formula of PTN Ninja for engines without win chances.
fn share(score: i64) -> f64 {
    2.0 / (1.0 + (-(score as f64) / 50.0).exp()) - 1.0
}

fn label(score: Score, proof: Option<Reason>) -> Label {
    let number = match score {
        Score::Mate(moves) => u32::try_from(moves.unsigned_abs()).ok(),
        Score::Solved(_, plies) => plies,
        Score::CentiFlats(_) => None,
    };
    let kind = match (proof, score.proven()) {
        (_, Some(ProofResult::Draw)) => LabelKind::Draw,
        (Some(Reason::Road), _) => LabelKind::Road,
        (Some(Reason::Flats), _) => LabelKind::Flats,
        _ => LabelKind::Win,
    };
    Label { kind, number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn written(line: &str, mover: Color) -> String {
        let answer = Answer {
            best: None,
            reply: None,
            time: Duration::from_millis(120),
            info: Info::read(line),
        };
        of_answer(&answer, mover, Some(Reason::Road)).to_string()
    }

    #[test]
    fn comments_are_white_s_view() {
        let line = "info depth 9 score cp 50 wdl 600 100 300 nodes 1000 pv a1 b2 c3";
        assert_eq!(
            written(line, Color::White),
            "wdl:600,100,300 cp:50 +0.30/9 1000 nodes 120ms pv> b2 c3"
        );
        assert_eq!(
            written(line, Color::Black),
            "wdl:300,100,600 cp:-50 -0.30/9 1000 nodes 120ms pv> b2 c3"
        );
        assert_eq!(written("info score cp -50 depth 2", Color::White), "cp:-50 -0.46/2 120ms");
        assert_eq!(written("info score mate -3", Color::White), "score:R3 -1.00 120ms");
        assert_eq!(written("", Color::White), "120ms");
    }
}
