//! A game of two other players.

use std::time::{Duration, Instant};
use stonefall_engine::notation::ptn_file::{GameResult, Reason};
use stonefall_engine::report::outcome_words;
use stonefall_engine::types::ByColor;
use stonefall_engine::{Color, DrawReason, Game, IllegalMove, Move, Outcome};
use stonefall_playtak::protocol::{ListedGame, SettingError};

/// A watched game.
#[derive(Clone, Debug)]
pub struct WatchedGame {
    /// Number, players and setting.
    pub listed: ListedGame,
    /// The moves so far.
    pub game: Game,
    /// The end, if the game is over.
    pub end: Option<End>,
    clocks: ByColor<Duration>,
    /// Time of the last clocks.
    clocks_at: Instant,
}

/// The end of a watched game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The server's result.
    Result(GameResult),
    /// The player of this color did not come back in time.
    Abandoned(Color),
    /// The game ended while there was no connection.
    Unseen,
    /// The server sent a move that the rules do not allow.
    Unreadable,
}

impl WatchedGame {
    /// A game before its first move.
    pub(super) fn new(listed: ListedGame, now: Instant) -> Result<Self, SettingError> {
        let setting = &listed.setting;
        let game = Game::start(setting.size, setting.rules()?)?;
        let clocks = ByColor::new(setting.time, setting.time);
        Ok(Self { listed, game, end: None, clocks, clocks_at: now })
    }

    pub(super) fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.game.play(mv)
    }

    pub(super) fn set_clocks(&mut self, clocks: ByColor<Duration>, now: Instant) {
        self.clocks = clocks;
        self.clocks_at = now;
    }

    /// Stops the clocks.
    pub(super) fn finish(&mut self, end: End, now: Instant) {
        self.clocks = self.clocks(now);
        self.end = Some(end);
    }

    /// Name of a player.
    #[must_use]
    pub fn player(&self, color: Color) -> &str {
        &self.listed.players[color]
    }

    /// The color of a player.
    pub(super) fn color_of(&self, name: &str) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.player(color) == name)
    }

    /// The player whose clock runs. The clocks start with the first move.
    #[must_use]
    pub fn clock_of(&self) -> Option<Color> {
        (self.end.is_none() && self.game.ply() > 0).then(|| self.game.to_move())
    }

    /// The clocks at a time.
    #[must_use]
    pub fn clocks(&self, now: Instant) -> ByColor<Duration> {
        let used = now.saturating_duration_since(self.clocks_at);
        let mut clocks = self.clocks;
        if let Some(color) = self.clock_of() {
            clocks[color] = clocks[color].saturating_sub(used);
        }
        clocks
    }

    /// The moves in PTN, from the first.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        self.game.back_to(0).spell_line(&self.game.played().collect::<Vec<_>>())
    }

    /// The result, if the game is over.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        match *self.end.as_ref()? {
            End::Result(result) => Some(result),
            End::Abandoned(loser) => Some(GameResult::Win(!loser, Reason::Other)),
            End::Unseen | End::Unreadable => Some(GameResult::Unfinished),
        }
    }

    /// The end in words: `Black resigns: White wins`.
    #[must_use]
    pub fn end_words(&self) -> Option<String> {
        let words = match *self.end.as_ref()? {
            End::Result(result) => self.result_words(result),
            End::Abandoned(loser) => {
                let (name, winner) = (self.player(loser), (!loser).name());
                format!("{name} did not come back: {winner} wins")
            }
            End::Unseen => "The game ended while there was no connection".to_owned(),
            End::Unreadable => "The server sent a move that the rules do not allow".to_owned(),
        };
        Some(words)
    }

    /// The outcome on the board by the rules of the server, which do not know the draw by repetition.
    fn outcome(&self) -> Option<Outcome> {
        let moved = self.game.reversible_plies() >= self.game.rules().reversible_plies.into();
        let drawn = Outcome::Draw(DrawReason::ReversiblePlies);
        self.game.outcome().or(moved.then_some(drawn))
    }

    fn result_words(&self, result: GameResult) -> String {
        match (result, self.outcome()) {
            (_, Some(outcome)) if GameResult::from(outcome) == result => outcome_words(outcome),
            (GameResult::Win(winner, reason), _) => {
                let (loser, winner) = (!winner, winner.name());
                match reason {
                    Reason::Road => format!("{winner} wins by a road"),
                    Reason::Flats => format!("{winner} wins on flats"),
                    Reason::Other if self.clocks[loser].is_zero() => {
                        format!("{}'s time is up: {winner} wins", loser.name())
                    }
                    Reason::Other => format!("{} resigns: {winner} wins", loser.name()),
                }
            }
            (GameResult::Draw, _) => "Draw by agreement".to_owned(),
            (GameResult::Unfinished, _) => "The game ended without a result".to_owned(),
        }
    }
}
