//! Games as text: reading for a board, and writing.

use super::lines::{LineFacts, lines, write_lines};
use crate::notation::ptn_file::{GameResult, PtnGame, Setup};
use crate::notation::{TextError, Tps, parse_tps};
use crate::types::{ByColor, Rules};
use serde::{Deserialize, Serialize};

/// A text with games.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct GameRequest {
    /// PTN, or a TPS.
    pub text: String,
    /// Index of the game, from 0.
    #[serde(default)]
    pub index: usize,
}

/// A game to write.
#[derive(Clone, Debug, Deserialize)]
pub struct PtnRequest {
    /// Tags: name and value.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// The main line, then the variations; each one after the line that it leaves.
    pub lines: Vec<LineFacts>,
}

/// A game with its tree of moves and its tags.
#[derive(Clone, Debug, Serialize)]
pub struct GameFacts {
    games: usize,
    size: usize,
    half_komi: i32,
    opening: &'static str,
    pieces: [[u8; 2]; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Tps>,
    lines: Vec<LineFacts>,
    tags: Vec<(String, String)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<GameResult>,
}

/// Reads a game and replays its lines: the answer to `game`. A TPS is a game without moves.
///
/// # Errors
/// If the text has no such game, or its main line is not legal.
pub fn read_game(asked: &GameRequest) -> Result<GameFacts, TextError> {
    let (game, games) = find_game(&asked.text, asked.index)?;
    let Setup { size, rules, tps, .. } = game.setup().map_err(TextError::new)?;
    let ByColor(pieces) = rules.pieces;
    Ok(GameFacts {
        games,
        size,
        half_komi: rules.half_komi.half_flats(),
        opening: rules.opening.name(),
        pieces: pieces.map(|each| [each.stones, each.capstones]),
        start: tps,
        lines: lines(&game).map_err(TextError::new)?,
        tags: game.tags().iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect(),
        result: game.result(),
    })
}

/// Beginning of the errors about texts of another kind.
const EXPECTED: &str = "expected a game in PTN or a position in TPS";

/// The game of a text with this index from 0, and the number of games. A TPS is a game without moves.
///
/// # Errors
/// If there is no such game. Moves are not replayed.
pub fn find_game(text: &str, index: usize) -> Result<(PtnGame, usize), TextError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(TextError::new(format!("{EXPECTED}, found nothing")));
    }
    match parse_tps(text) {
        Ok(tps) => Ok((PtnGame::new(tps.size, &Rules::standard(tps.size), Some(&tps)), 1)),
        // Positions have neither tags nor dots.
        Err(error) if !text.contains(['[', '.']) => {
            Err(TextError::new(format!("{EXPECTED}: {error}")))
        }
        Err(_) => {
            let mut games = PtnGame::read_all(text).collect::<Vec<_>>();
            let (count, found) = (games.len(), index + 1);
            if found > count {
                return Err(TextError::new(format!(
                    "expected a game from 1 to {count}, found {found}"
                )));
            }
            Ok((games.swap_remove(index), count))
        }
    }
}

/// Writes a game in PTN Ninja's form.
///
/// # Errors
/// If a line has no place, or a move or a result cannot be read.
pub fn write_game(asked: &PtnRequest) -> Result<String, TextError> {
    let mut game = PtnGame::default();
    for (name, value) in &asked.tags {
        game.set_tag(name, value);
    }
    write_lines(&mut game, &asked.lines)?;
    Ok(game.to_string())
}
