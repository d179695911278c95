//! Annotated games as JSON, documented in `docs/json.md`.

use crate::annotate::{Annotation, chance_of};
use crate::board::WinReason;
use crate::notation::ptn_file::{Evaluation, GameResult, LabelKind, PtnGame};
use crate::notation::{Judgement, Threat};
use crate::types::{Color, Move};
use serde::Serialize;

/// An annotated game. Chances and scores are from White's view; a `loss` is from the mover's.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AnnotationFacts {
    /// Board size, if the game states it.
    pub size: Option<usize>,
    /// Komi in half flats.
    pub half_komi: Option<i32>,
    /// Result that the text states.
    pub result: Option<GameResult>,
    /// Whether every position is evaluated.
    pub complete: bool,
    /// White, then Black.
    pub players: [PlayerFacts; 2],
    /// Evaluation before the first move.
    pub start: Option<Judged>,
    /// Moves of the main line.
    pub moves: Vec<MoveFacts>,
}

/// Summary of a player. Accuracies are percentages, losses are fractions of 1.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerFacts {
    /// `white` or `black`.
    pub color: Color,
    /// Name, if the game has it.
    pub name: Option<String>,
    /// Number of judged moves.
    pub moves: usize,
    /// Mean accuracy of the moves.
    pub accuracy: Option<f64>,
    /// Moves marked `!!`.
    pub brilliant: usize,
    /// Moves marked `!`.
    pub good: usize,
    /// Moves marked `?`.
    pub mistakes: usize,
    /// Moves marked `??`.
    pub blunders: usize,
    /// Loss of the worst move.
    pub biggest_loss: Option<f64>,
    /// Its ply, from 1.
    pub biggest_loss_ply: Option<usize>,
}

/// Evaluation of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Judged {
    /// The score.
    pub score: Score,
    /// White's winning chance in thousandths.
    pub white_wins: u32,
    /// Chance of a draw in thousandths.
    pub draw: u32,
    /// Black's winning chance in thousandths.
    pub black_wins: u32,
    /// White's chance from 0 to 1, with half of the draws.
    pub white_chance: f64,
    /// Nominal depth in plies.
    pub depth: Option<u32>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Best moves from there.
    pub line: Vec<Move>,
}

/// A move of the game with its evaluation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveFacts {
    /// Its ply, from 1.
    pub ply: usize,
    /// Its move number.
    pub number: u32,
    /// `white` or `black`.
    pub color: Color,
    /// The move, without marks.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether it threatens a road.
    pub tak: bool,
    /// Whether the road is proved.
    pub tinue: bool,
    /// `??`, `?`, `!` or `!!`, if marked.
    pub judgement: Option<&'static str>,
    /// Loss of the mover's chance, from 0 to 1.
    pub loss: Option<f64>,
    /// The engine's move.
    pub best: Option<Move>,
    /// Evaluation of the position after it.
    pub after: Option<Judged>,
}

/// A score from White's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Score {
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

/// Collects the annotation of a game.
pub fn annotation_facts(game: &PtnGame, annotation: &Annotation) -> AnnotationFacts {
    let setup = game.setup().ok();
    let first = annotation.evaluations.first().and_then(Option::as_ref);
    AnnotationFacts {
        size: setup.as_ref().map(|setup| setup.size),
        half_komi: setup.map(|setup| setup.rules.half_komi.half_flats()),
        result: game.result(),
        complete: annotation.is_complete(),
        players: Color::ALL.map(|color| player(game, annotation, color)),
        start: first.map(judged),
        moves: (0..annotation.moves.len()).map(|ply| moved(annotation, ply)).collect(),
    }
}

fn player(game: &PtnGame, annotation: &Annotation, player: Color) -> PlayerFacts {
    let figures = annotation.players()[player];
    PlayerFacts {
        color: player,
        name: game.tag(["Player1", "Player2"][player.index()]).map(str::to_owned),
        moves: figures.moves,
        accuracy: figures.accuracy.map(|accuracy| rounded(accuracy, 10.0)),
        brilliant: figures.brilliant,
        good: figures.good,
        mistakes: figures.mistakes,
        blunders: figures.blunders,
        biggest_loss: figures.worst.map(|worst| rounded(worst.loss, 1000.0)),
        biggest_loss_ply: figures.worst.map(|worst| worst.ply + 1),
    }
}

fn moved(annotation: &Annotation, ply: usize) -> MoveFacts {
    let played = &annotation.moves[ply];
    let before = annotation.evaluations[ply].as_ref();
    MoveFacts {
        ply: ply + 1,
        number: played.number,
        color: played.color,
        mv: played.text.clone(),
        tak: played.threat != Threat::None,
        tinue: played.threat == Threat::Tinue,
        judgement: played.judgement.map(Judgement::symbol),
        loss: annotation.loss(ply).map(|loss| rounded(loss, 1000.0)),
        best: before.and_then(|before| before.line_after.first().copied()),
        after: annotation.evaluations[ply + 1].as_ref().map(judged),
    }
}

/// Converts an evaluation.
pub fn judged(evaluation: &Evaluation) -> Judged {
    let [white_wins, draw, black_wins] = evaluation.wdl.unwrap_or([0, 1000, 0]);
    let winner = if white_wins > black_wins { Color::White } else { Color::Black };
    let score = match evaluation.label {
        Some(label) => Score::Win {
            winner,
            moves: label.number.unwrap_or(0),
            by: match label.kind {
                LabelKind::Road | LabelKind::Tinue => Some(WinReason::Road),
                LabelKind::Flats => Some(WinReason::Flats),
                LabelKind::Draw | LabelKind::Win | LabelKind::Loss => None,
            },
        },
        None if evaluation.centi_flats.is_none() && white_wins != black_wins => {
            Score::Win { winner, moves: 0, by: None }
        }
        None => Score::Estimate { centi_flats: evaluation.centi_flats.unwrap_or(0) },
    };
    Judged {
        score,
        white_wins,
        draw,
        black_wins,
        white_chance: rounded(chance_of(evaluation, Color::White), 10_000.0),
        depth: evaluation.depth,
        nodes: evaluation.nodes,
        line: evaluation.line_after.clone(),
    }
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}
