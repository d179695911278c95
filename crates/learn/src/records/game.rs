//! Records of games, and their PTN.

use super::RecordError;
use stonefall_engine::board::{IllegalMove, Outcome};
use stonefall_engine::eval::Value;
use stonefall_engine::game::Game;
use stonefall_engine::notation::Tps;
use stonefall_engine::notation::ptn_file::{GameError, GameResult, PtnGame};
use stonefall_engine::types::{Color, Move, Rules};

/// One ply of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// Score of the search before the move, from the mover's view. `None` for plies of the opening and random
    /// moves.
    pub score: Option<Value>,
}

/// Identity of a game of self-play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Origin {
    /// Seed of all shards.
    pub seed: u64,
    /// Number of the shard.
    pub shard: u32,
    /// Number of the game in its shard, from 0.
    pub game: u32,
    /// Fingerprint of the engine and the settings; 0 if unknown.
    pub plan: u32,
}

/// A game with its scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Board size.
    pub size: usize,
    /// Komi, opening, pieces and the rule on reversible plies.
    pub rules: Rules,
    /// Start position; `None` for the empty board with White to move.
    pub start: Option<Tps>,
    /// The result; `None` if the game did not end.
    pub outcome: Option<Outcome>,
    /// Positions searched per move; 0 if unknown.
    pub nodes: u32,
    /// Its identity.
    pub origin: Origin,
    /// The moves: at most [`GameRecord::MAX_PLIES`].
    pub plies: Vec<Ply>,
}

impl GameRecord {
    /// Maximum number of plies. With the rule of 50 reversible plies, no game is half as long.
    pub const MAX_PLIES: usize = u16::MAX as usize;

    /// A game without plies.
    #[must_use]
    pub fn new(size: usize, rules: Rules) -> Self {
        Self {
            size,
            rules,
            start: None,
            outcome: None,
            nodes: 0,
            origin: Origin::default(),
            plies: Vec::new(),
        }
    }

    /// The game at its start position.
    ///
    /// # Errors
    /// If the size is invalid, or the board has more pieces than the players.
    pub fn beginning(&self) -> Result<Game, RecordError> {
        Ok(Game::opened(self.start.as_ref(), self.size, self.rules)?)
    }

    /// Plays the game. Calls `visit` with the game before each ply and the ply, and returns the final game.
    ///
    /// # Errors
    /// Those of [`GameRecord::beginning`], and illegal moves.
    pub fn follow(&self, mut visit: impl FnMut(&Game, Ply)) -> Result<Game, RecordError> {
        let mut game = self.beginning()?;
        for (index, &ply) in self.plies.iter().enumerate() {
            game.check(ply.mv).map_err(|error| illegal(index, ply, error))?;
            visit(&game, ply);
            // The move was checked before the visit.
            let _ = game.play(ply.mv);
        }
        Ok(game)
    }
}

const fn illegal(index: usize, ply: Ply, error: IllegalMove) -> RecordError {
    RecordError::Move { ply: index + 1, mv: ply.mv, error }
}

/// The game as PTN. Tags have the rules and the origin; a comment after each move has the score of the search
/// from White's view.
///
/// # Errors
/// If a move is illegal.
pub fn ptn(game: &GameRecord) -> Result<String, RecordError> {
    let mut ptn = PtnGame::default();
    let result = game.outcome.map_or(GameResult::Unfinished, GameResult::from);
    let Origin { seed, shard, game: number, .. } = game.origin;
    ptn.set_tag("Event", &format!("self-play, seed {seed}, shard {shard}"));
    ptn.set_tag("Round", &number.to_string());
    ptn.set_up(game.size, &game.rules, game.start.as_ref());
    ptn.set_tag("Result", &result.to_string());
    game.follow(|game, ply| {
        let played = ptn.main_mut().push(game.write_ply(ply.mv));
        played.comments.extend(ply.score.map(|score| score_text(score, game.to_move())));
    })?;
    ptn.main_mut().result = Some(result);
    Ok(ptn.to_string())
}

/// A score in flats from White's view, or the winner and the number of plies.
fn score_text(score: Value, mover: Color) -> String {
    let (winner, plies) = match score {
        Value::CentiFlats(flats) => {
            let white = if mover == Color::White { flats } else { -flats };
            return format!("{:+.2}", f64::from(white) / 100.0);
        }
        Value::Win { plies } => (mover, plies),
        Value::Loss { plies } => (!mover, plies),
    };
    format!("{} wins in {plies}", winner.name())
}

/// Reads the main line of a PTN game, without scores.
///
/// # Errors
/// If the game has no size, or an invalid tag or move.
pub fn from_ptn(game: &PtnGame) -> Result<GameRecord, GameError> {
    let setup = game.setup()?;
    let game = Game::replay(game, PtnGame::MAIN_LINE, None)?;
    Ok(GameRecord {
        plies: game.played().map(|mv| Ply { mv, score: None }).collect(),
        outcome: game.outcome_with_history(),
        start: setup.tps,
        ..GameRecord::new(setup.size, setup.rules)
    })
}
