//! Annotated games as JSON, documented in `docs/json.md`.

use crate::annotate::{Annotation, Figures, Phase, chance_of};
use crate::board::WinReason;
use crate::notation::ptn_file::{Evaluation, GameResult, LabelKind, PtnGame};
use crate::notation::{Judgement, ThreatMark};
use crate::types::{Color, Move};
use serde::Serialize;

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
#[derive(Clone, Debug, Serialize)]
pub struct AnnotationFacts {
    size: Option<usize>,
    half_komi: Option<i32>,
    result: Option<GameResult>,
    complete: bool,
    players: [PlayerFacts; 2],
    start: Option<EvaluationFacts>,
    moves: Vec<MoveFacts>,
    /// The annotated game in PTN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Summary of a player. Accuracies are percentages, losses are fractions of 1, plies count from 1.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerFacts {
    color: Color,
    name: Option<String>,
    #[serde(flatten)]
    all: FigureFacts,
    phases: Vec<PhaseFacts>,
    biggest_loss: Option<f64>,
    biggest_loss_ply: Option<usize>,
}

/// Figures of some moves of a player.
#[derive(Clone, Debug, Serialize)]
struct FigureFacts {
    moves: usize,
    accuracy: Option<f64>,
    brilliant: usize,
    good: usize,
    mistakes: usize,
    blunders: usize,
}

/// Figures of a phase.
#[derive(Clone, Debug, Serialize)]
struct PhaseFacts {
    phase: Phase,
    #[serde(flatten)]
    figures: FigureFacts,
}

/// A move of the game with its evaluation.
#[derive(Clone, Debug, Serialize)]
pub struct MoveFacts {
    ply: usize,
    number: u32,
    color: Color,
    phase: Phase,
    r#move: String,
    tak: bool,
    tinue: bool,
    judgement: Option<&'static str>,
    loss: Option<f64>,
    best: Option<Move>,
    after: Option<EvaluationFacts>,
}

/// Evaluation of a position.
#[derive(Clone, Debug, Serialize)]
pub struct EvaluationFacts {
    score: AnnotationScore,
    white_wins: u32,
    draw: u32,
    black_wins: u32,
    white_chance: f64,
    depth: Option<u32>,
    nodes: Option<u64>,
    line: Vec<Move>,
}

/// The facts of an annotated game, without its text.
pub fn annotation_facts(game: &PtnGame, annotation: &Annotation) -> AnnotationFacts {
    let setup = game.setup().ok();
    AnnotationFacts {
        size: setup.as_ref().map(|setup| setup.size),
        half_komi: setup.map(|setup| setup.rules.half_komi.half_flats()),
        result: game.result(),
        complete: annotation.is_complete(),
        players: Color::ALL.map(|color| PlayerFacts {
            name: game.tag(["Player1", "Player2"][color.index()]).map(str::to_owned),
            ..player(annotation, color)
        }),
        start: annotation.evaluations.first().and_then(Option::as_ref).map(evaluation_facts),
        moves: (0..annotation.moves.len()).filter_map(|ply| move_facts(annotation, ply)).collect(),
        text: None,
    }
}

/// Summary of both players, without their names.
pub fn player_facts(annotation: &Annotation) -> [PlayerFacts; 2] {
    Color::ALL.map(|color| player(annotation, color))
}

fn player(annotation: &Annotation, color: Color) -> PlayerFacts {
    let figures = annotation.players()[color];
    PlayerFacts {
        color,
        name: None,
        all: figure_facts(&figures.all),
        phases: Phase::ALL.iter().zip(&figures.phases).map(phase_facts).collect(),
        biggest_loss: figures.worst.map(|worst| rounded(worst.loss, 1000.0)),
        biggest_loss_ply: figures.worst.map(|worst| worst.ply + 1),
    }
}

fn figure_facts(figures: &Figures) -> FigureFacts {
    let Figures { moves, accuracy, brilliant, good, mistakes, blunders } = *figures;
    let accuracy = accuracy.map(|accuracy| rounded(accuracy, 10.0));
    FigureFacts { moves, accuracy, brilliant, good, mistakes, blunders }
}

fn phase_facts((phase, figures): (&Phase, &Figures)) -> PhaseFacts {
    PhaseFacts { phase: *phase, figures: figure_facts(figures) }
}

/// The facts of the move after `ply` plies.
pub fn move_facts(annotation: &Annotation, ply: usize) -> Option<MoveFacts> {
    let played = annotation.moves.get(ply)?;
    let before = annotation.evaluations[ply].as_ref();
    Some(MoveFacts {
        ply: ply + 1,
        number: played.number,
        color: played.color,
        phase: played.phase,
        r#move: played.text.clone(),
        tak: played.threat != ThreatMark::None,
        tinue: played.threat == ThreatMark::Tinue,
        judgement: played.judgement.map(Judgement::symbol),
        loss: annotation.loss(ply).map(|loss| rounded(loss, 1000.0)),
        best: before.and_then(|before| before.line_after.first().copied()),
        after: annotation.evaluations[ply + 1].as_ref().map(evaluation_facts),
    })
}

/// The facts of an evaluation.
pub fn evaluation_facts(evaluation: &Evaluation) -> EvaluationFacts {
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
    EvaluationFacts {
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
