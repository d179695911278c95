//! Games as text: reading for a board, and writing.

use crate::game::Game;
use crate::notation::ptn_file::{GameError, GameResult, PtnGame, Setup};
use crate::notation::{Ply, Tps, parse_ply, parse_tps};
use crate::types::{ByColor, Move, Rules};
use serde::{Deserialize, Serialize};
use thiserror::Error;

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
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct PtnRequest {
    /// Original text, whose comments and variations stay. May be empty.
    #[serde(default)]
    pub text: String,
    /// Tags to set: name and value.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// Number of moves to keep from the text.
    #[serde(default)]
    pub kept: usize,
    /// Moves after these, with or without marks.
    pub moves: Vec<String>,
    /// PTN result.
    #[serde(default)]
    pub result: Option<String>,
}

/// Reason why a text cannot be read or written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct ReadError(String);

impl From<GameError> for ReadError {
    fn from(error: GameError) -> Self {
        Self(error.to_string())
    }
}

/// A game with its moves and tags.
#[derive(Clone, Debug, Serialize)]
pub struct GameFacts {
    games: usize,
    text: String,
    size: usize,
    half_komi: i32,
    opening: &'static str,
    pieces: [[u8; 2]; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Tps>,
    moves: Vec<Move>,
    ptn: Vec<Ply>,
    tags: Vec<(String, String)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<GameResult>,
}

/// Reads a game and replays its main line: the answer to `game`. A TPS is a game without moves.
///
/// # Errors
/// If the text has no such game, or its main line is not legal.
pub fn read_game(asked: &GameRequest) -> Result<GameFacts, ReadError> {
    let (game, games) = find_game(&asked.text, asked.index)?;
    let Setup { size, rules, tps, .. } = game.setup()?;
    let replayed = Game::replay(&game, PtnGame::MAIN_LINE, None)?;
    let moves: Vec<_> = replayed.played().collect();
    let written = game.main().moves.iter().map(|played| played.ply.marks);
    let plies = replayed.back_to(0).write_line(&moves).into_iter().zip(written);
    let ByColor(pieces) = rules.pieces;
    Ok(GameFacts {
        games,
        text: game.to_string(),
        size,
        half_komi: rules.half_komi.half_flats(),
        opening: rules.opening.name(),
        pieces: pieces.map(|each| [each.stones, each.capstones]),
        start: tps,
        moves,
        ptn: plies.map(|(ply, marks)| Ply { marks, ..ply }).collect(),
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
pub fn find_game(text: &str, index: usize) -> Result<(PtnGame, usize), ReadError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(ReadError(format!("{EXPECTED}, found nothing")));
    }
    match parse_tps(text) {
        Ok(tps) => Ok((PtnGame::new(tps.size, &Rules::standard(tps.size), Some(&tps)), 1)),
        // Positions have neither tags nor dots.
        Err(error) if !text.contains(['[', '.']) => Err(ReadError(format!("{EXPECTED}: {error}"))),
        Err(_) => {
            let mut games = PtnGame::read_all(text).collect::<Vec<_>>();
            let (count, found) = (games.len(), index + 1);
            if found > count {
                return Err(ReadError(format!("expected a game from 1 to {count}, found {found}")));
            }
            Ok((games.swap_remove(index), count))
        }
    }
}

/// Writes a game in PTN Ninja's form.
///
/// # Errors
/// If a move or the result cannot be read.
pub fn write_game(asked: &PtnRequest) -> Result<String, ReadError> {
    let mut game = PtnGame::read(&asked.text);
    for (name, value) in &asked.tags {
        game.set_tag(name, value);
    }
    let read = |text: &String| {
        parse_ply(text).map_err(|reason| ReadError(format!("move {text}: {reason}")))
    };
    let plies = asked.moves.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let result = match asked.result.as_deref() {
        None | Some("") => None,
        Some(text) => Some(GameResult::read(text).ok_or_else(|| {
            ReadError(format!("expected a result such as R-0 or 1/2-1/2, found {text:?}"))
        })?),
    };
    game.continue_with(asked.kept, &plies, result);
    Ok(game.to_string())
}
