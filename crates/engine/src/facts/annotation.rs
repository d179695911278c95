//! Annotated games as JSON, documented in `docs/json.md`.

use crate::annotate::{Annotation, chance_of};
use crate::board::WinReason;
use crate::notation::ptn_file::{Evaluation, LabelKind, PtnGame};
use crate::notation::{Judgement, ThreatMark};
use crate::types::Color;
use serde::Serialize;
use serde_json::{Value, json};

/// A score from White's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum AnnotationScore {
    /// An estimate.
    Estimate {
        /// White's lead in hundredths of a flat.
        centi_flats: i32,
    },
    /// A proven win.
    Win {
        /// `white` or `black`.
        winner: Color,
        /// Number of the winner's moves.
        moves: u32,
        /// `road`, `flats`, or nothing if the line does not reach the end.
        by: Option<WinReason>,
    },
}

/// An annotated game. Chances and scores are from White's view; a `loss` is from the mover's.
pub fn annotation_facts(game: &PtnGame, annotation: &Annotation) -> Value {
    let setup = game.setup().ok();
    let first = annotation.evaluations.first().and_then(Option::as_ref);
    json!({
        "size": setup.as_ref().map(|setup| setup.size),
        "half_komi": setup.map(|setup| setup.rules.half_komi.half_flats()),
        "result": game.result(),
        "complete": annotation.is_complete(),
        "players": Color::ALL.map(|color| player(game, annotation, color)),
        "start": first.map(judged),
        "moves": (0..annotation.moves.len()).map(|ply| moved(annotation, ply)).collect::<Vec<_>>(),
    })
}

/// Summary of a player. Accuracies are percentages, losses are fractions of 1, plies count from 1.
fn player(game: &PtnGame, annotation: &Annotation, player: Color) -> Value {
    let figures = annotation.players()[player];
    json!({
        "color": player,
        "name": game.tag(["Player1", "Player2"][player.index()]),
        "moves": figures.moves,
        "accuracy": figures.accuracy.map(|accuracy| rounded(accuracy, 10.0)),
        "brilliant": figures.brilliant,
        "good": figures.good,
        "mistakes": figures.mistakes,
        "blunders": figures.blunders,
        "biggest_loss": figures.worst.map(|worst| rounded(worst.loss, 1000.0)),
        "biggest_loss_ply": figures.worst.map(|worst| worst.ply + 1),
    })
}

/// A move of the game with its evaluation.
fn moved(annotation: &Annotation, ply: usize) -> Value {
    let played = &annotation.moves[ply];
    let before = annotation.evaluations[ply].as_ref();
    json!({
        "ply": ply + 1,
        "number": played.number,
        "color": played.color,
        "move": played.text,
        "tak": played.threat != ThreatMark::None,
        "tinue": played.threat == ThreatMark::Tinue,
        "judgement": played.judgement.map(Judgement::symbol),
        "loss": annotation.loss(ply).map(|loss| rounded(loss, 1000.0)),
        "best": before.and_then(|before| before.line_after.first()),
        "after": annotation.evaluations[ply + 1].as_ref().map(judged),
    })
}

/// Evaluation of a position.
pub fn judged(evaluation: &Evaluation) -> Value {
    let [white_wins, draw, black_wins] = evaluation.wdl.unwrap_or([0, 1000, 0]);
    let winner = if white_wins > black_wins { Color::White } else { Color::Black };
    let score = match evaluation.label {
        Some(label) => AnnotationScore::Win {
            winner,
            moves: label.number.unwrap_or(0),
            by: match label.kind {
                LabelKind::Road | LabelKind::Tinue => Some(WinReason::Road),
                LabelKind::Flats => Some(WinReason::Flats),
                LabelKind::Draw | LabelKind::Win | LabelKind::Loss => None,
            },
        },
        None if evaluation.centi_flats.is_none() && white_wins != black_wins => {
            AnnotationScore::Win { winner, moves: 0, by: None }
        }
        None => AnnotationScore::Estimate { centi_flats: evaluation.centi_flats.unwrap_or(0) },
    };
    json!({
        "score": score,
        "white_wins": white_wins,
        "draw": draw,
        "black_wins": black_wins,
        "white_chance": rounded(chance_of(evaluation, Color::White), 10_000.0),
        "depth": evaluation.depth,
        "nodes": evaluation.nodes,
        "line": evaluation.line_after,
    })
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}
