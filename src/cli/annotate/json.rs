//! The form of `annotate --json`. `docs/json.md` describes it; the two change together.

use super::Done;
use crate::cli::Error;
use crate::cli::json::pretty;
use crate::cli::json::{Score, color};
use crate::cli::scoring::PointsReport;
use crate::tools::annotate::{Annotation, Plan, chance_of};
use crate::version::VERSION;
use serde::Serialize;
use stonefall_engine::notation::game::{Evaluation, Game, LabelKind};
use stonefall_engine::notation::{Judgement, Threat};
use stonefall_engine::types::Color;

#[derive(Serialize, Debug)]
struct Report {
    version: &'static str,
    limits: String,
    games: Vec<GameReport>,
}

#[derive(Serialize, Debug)]
struct GameReport {
    game: usize,
    size: Option<usize>,
    half_komi: Option<i32>,
    result: Option<String>,
    points: Option<PointsReport>,
    complete: bool,
    players: Vec<PlayerReport>,
    start: Option<Judged>,
    moves: Vec<MoveReport>,
}

#[derive(Serialize, Debug)]
struct PlayerReport {
    color: &'static str,
    name: Option<String>,
    moves: usize,
    accuracy: Option<f64>,
    brilliant: usize,
    good: usize,
    mistakes: usize,
    blunders: usize,
    biggest_loss: Option<f64>,
    biggest_loss_ply: Option<usize>,
}

/// What is known of a position.
#[derive(Serialize, Debug)]
struct Judged {
    score: Score,
    white_wins: u32,
    draw: u32,
    black_wins: u32,
    white_chance: f64,
    depth: Option<u32>,
    nodes: Option<u64>,
    line: Vec<String>,
}

#[derive(Serialize, Debug)]
struct MoveReport {
    ply: usize,
    number: u32,
    color: &'static str,
    #[serde(rename = "move")]
    mv: String,
    tak: bool,
    tinue: bool,
    judgement: Option<&'static str>,
    loss: Option<f64>,
    best: Option<String>,
    after: Option<Judged>,
}

pub(super) fn text(done: &[Done], plan: &Plan) -> Result<String, Error> {
    let games = done.iter().map(report).collect();
    let report = Report { version: VERSION, limits: plan.note(), games };
    Ok(pretty(&report)?)
}

fn report(done: &Done) -> GameReport {
    let (game, annotation) = (done.game, &done.annotation);
    let setup = game.setup().ok();
    let first = annotation.evaluations.first().and_then(Option::as_ref);
    GameReport {
        game: done.number,
        size: setup.as_ref().map(|setup| setup.size),
        half_komi: setup.map(|setup| setup.rules.half_komi.half_flats()),
        result: game.result().map(|result| result.to_string()),
        points: done.points.as_ref().map(PointsReport::from),
        complete: annotation.is_complete(),
        players: Color::ALL.map(|color| player(game, annotation, color)).into(),
        start: first.map(judged),
        moves: (0..annotation.moves.len()).map(|ply| moved(annotation, ply)).collect(),
    }
}

fn player(game: &Game, annotation: &Annotation, player: Color) -> PlayerReport {
    let figures = annotation.players()[player];
    PlayerReport {
        color: color(player),
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

fn moved(annotation: &Annotation, ply: usize) -> MoveReport {
    let played = &annotation.moves[ply];
    let before = annotation.evaluations[ply].as_ref();
    MoveReport {
        ply: ply + 1,
        number: played.number,
        color: color(played.color),
        mv: played.text.clone(),
        tak: played.threat != Threat::None,
        tinue: played.threat == Threat::Tinue,
        judgement: played.judgement.map(Judgement::symbol),
        loss: annotation.loss(ply).map(|loss| rounded(loss, 1000.0)),
        best: before.and_then(|before| before.line_after.first()).map(ToString::to_string),
        after: annotation.evaluations[ply + 1].as_ref().map(judged),
    }
}

fn judged(evaluation: &Evaluation) -> Judged {
    let [white_wins, draw, black_wins] = evaluation.wdl.unwrap_or([0, 1000, 0]);
    let winner = if white_wins > black_wins { "white" } else { "black" };
    let score = match evaluation.label {
        Some(label) => Score::Win {
            winner,
            moves: label.number.unwrap_or(0),
            by: match label.kind {
                LabelKind::Road | LabelKind::Tinue => Some("road"),
                LabelKind::Flats => Some("flats"),
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
        line: evaluation.line_after.iter().map(ToString::to_string).collect(),
    }
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}
