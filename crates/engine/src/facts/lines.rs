//! The tree of moves of a game, as lines: the main line first, then the variations.

use super::annotation::{EvaluationFacts, evaluation_facts};
use crate::game::Game;
use crate::notation::ptn_file::{Evaluation, GameError, GameResult, Line, PtnGame, PtnMove};
use crate::notation::{Ply, TextError, parse_ply};
use serde::{Deserialize, Serialize};

/// A line of moves. Only the moves and the place are required in a request.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct LineFacts {
    /// Name of a variation, if an author chose it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Index of the line that a variation leaves.
    #[serde(default)]
    parent: usize,
    /// Number of plies of the game before its first move.
    #[serde(default)]
    ply: usize,
    /// Remarks before its first move.
    #[serde(default)]
    before: Remarks,
    moves: Vec<PlayedMove>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<String>,
}

/// A move with the remarks behind it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct PlayedMove {
    /// In TEI. Not read in a request.
    #[serde(default, rename = "move")]
    mv: String,
    /// In PTN, with its marks.
    ptn: String,
    #[serde(default, flatten)]
    remarks: Remarks,
}

/// Comments.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Remarks {
    /// Texts of people.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    /// Evaluations of engines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    evaluations: Vec<CommentFacts>,
}

/// A comment with an evaluation. Only the text is read in a request.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct CommentFacts {
    text: String,
    #[serde(flatten, skip_deserializing)]
    facts: Option<EvaluationFacts>,
}

impl Remarks {
    fn read(texts: &[String]) -> Self {
        let mut remarks = Self::default();
        for text in texts {
            match Evaluation::read(text).filter(is_of_an_engine) {
                None => remarks.comments.push(text.clone()),
                Some(evaluation) => remarks.evaluations.push(CommentFacts {
                    text: text.clone(),
                    facts: Some(evaluation_facts(&evaluation)),
                }),
            }
        }
        remarks
    }

    fn texts(&self) -> Vec<String> {
        let evaluations = self.evaluations.iter().map(|evaluation| &evaluation.text);
        self.comments.iter().chain(evaluations).cloned().collect()
    }
}

/// Whether a comment is more than a number or a mark in the words of a person.
const fn is_of_an_engine(evaluation: &Evaluation) -> bool {
    let Evaluation { name, wdl, centi_flats, nodes, line_before, line_after, .. } = evaluation;
    let has_line = !line_before.is_empty() || !line_after.is_empty();
    name.is_some() || wdl.is_some() || centi_flats.is_some() || nodes.is_some() || has_line
}

/// The lines of a game. Moves of a variation that cannot be played become a comment.
///
/// # Errors
/// If the main line cannot be replayed.
pub(super) fn lines(game: &PtnGame) -> Result<Vec<LineFacts>, GameError> {
    let mut ends = vec![Game::replay(game, PtnGame::MAIN_LINE, None)?];
    let first = ends[0].back_to(0);
    let mut lines = vec![line_facts(game.main(), &first, &ends[0])];
    for (index, line) in game.lines().iter().enumerate().skip(1) {
        let parent = line.parent.unwrap_or_default();
        let ply = line.start.min(ends[parent].played().count());
        let start = ends[parent].back_to(ply);
        let mut end = start.clone();
        let fault = match game.path(index, None) {
            Err(error) => Some(error.to_string()),
            Ok(_) if ply < line.start => {
                Some(format!("expected {} plies before it, found {ply}", line.start))
            }
            Ok(_) => line.moves.iter().find_map(|played| extend(&mut end, played).err()),
        };
        let mut facts = LineFacts { parent, ply, ..line_facts(line, &start, &end) };
        if let Some(fault) = fault {
            let rest = line.moves.iter().skip(facts.moves.len());
            let rest: Vec<_> = rest.flat_map(texts).collect();
            let text = format!("{}: {fault}", rest.join(" "));
            let remarks =
                facts.moves.last_mut().map_or(&mut facts.before, |last| &mut last.remarks);
            remarks.comments.push(text);
        }
        ends.push(end);
        lines.push(facts);
    }
    Ok(lines)
}

/// Plays a move of a line.
fn extend(game: &mut Game, played: &PtnMove) -> Result<(), String> {
    let mv = game.read_ply(&played.ply).map_err(|reason| reason.to_string())?;
    game.play(mv).map_err(|reason| reason.to_string())
}

fn texts(played: &PtnMove) -> impl Iterator<Item = String> + '_ {
    std::iter::once(played.ply.to_string()).chain(played.comments.iter().cloned())
}

/// The facts of a line from the game before its first move, and the game at its end.
fn line_facts(line: &Line, start: &Game, end: &Game) -> LineFacts {
    let moves: Vec<_> = end.played().skip(start.played().count()).collect();
    let written = start.write_line(&moves).into_iter().zip(&line.moves).zip(&moves);
    let own_name = line.name.rsplit('/').next().filter(|_| !line.has_usual_name());
    LineFacts {
        name: own_name.map(str::to_owned),
        parent: 0,
        ply: 0,
        before: Remarks::read(&line.notes),
        moves: written
            .map(|((ply, played), mv)| PlayedMove {
                mv: mv.to_string(),
                ptn: Ply { marks: played.ply.marks, ..ply }.to_string(),
                remarks: Remarks::read(&played.comments),
            })
            .collect(),
        result: line.result.map(|result| result.code().to_owned()),
    }
}

/// Writes lines into a game without moves.
///
/// # Errors
/// If a line does not leave a line before it, or a move or a result cannot be read.
pub(super) fn write_lines(game: &mut PtnGame, lines: &[LineFacts]) -> Result<(), TextError> {
    for (index, facts) in lines.iter().enumerate() {
        let at = if index == 0 {
            PtnGame::MAIN_LINE
        } else {
            let parent = game.lines().get(facts.parent).ok_or_else(|| no_place(index))?;
            if !(parent.start..=parent.start + parent.moves.len()).contains(&facts.ply) {
                return Err(no_place(index));
            }
            let name = match &facts.name {
                Some(name) if parent.name.is_empty() => name.clone(),
                Some(name) => format!("{}/{name}", parent.name),
                None => game.free_name(facts.parent, facts.ply),
            };
            game.add_variation(facts.parent, facts.ply, name)
        };
        let Some(line) = game.line_mut(at) else { continue };
        line.notes = facts.before.texts();
        line.result = facts.result.as_deref().map(read_result).transpose()?;
        for played in &facts.moves {
            let ply = parse_ply(&played.ptn)
                .map_err(|reason| TextError::new(format!("move {}: {reason}", played.ptn)))?;
            line.push(ply).comments = played.remarks.texts();
        }
    }
    Ok(())
}

fn read_result(text: &str) -> Result<GameResult, TextError> {
    GameResult::read(text).ok_or_else(|| {
        TextError::new(format!("expected a result such as R-0 or 1/2-1/2, found {text:?}"))
    })
}

fn no_place(line: usize) -> TextError {
    TextError::new(format!(
        "line {line}: expected the number of an earlier line and a ply inside it"
    ))
}
