//! Events of a game: the part of a line behind `Game#N`.

use super::moves::read_move;
use super::words::Words;
use std::time::Duration;
use stonefall_engine::notation::ptn_file::GameResult;
use stonefall_engine::types::ByColor;
use stonefall_engine::{Color, Move};

/// An event of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameEvent {
    /// A move of the other player; in a game that is resumed, of either player.
    Move(Move),
    /// The clocks of both players. They arrive before the move that they belong to.
    Clocks(ByColor<Duration>),
    /// The end of the game.
    Over(GameResult),
    /// The named player did not come back in time; the other one wins.
    Abandoned(String),
    /// The other player offers a draw.
    OfferDraw,
    /// The other player withdraws the offer.
    RemoveDraw,
    /// The other player asks to take back the last ply.
    RequestUndo,
    /// The other player withdraws the request.
    RemoveUndo,
    /// The last ply is taken back.
    Undo,
    /// This player got time from the other one.
    GivenTime(Color, Duration),
}

impl GameEvent {
    /// Reads the text behind `Game#N`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut words = Words::new(text);
        let event = match words.next()? {
            "P" | "M" => return read_move(text).map(Self::Move),
            "Time" => Self::Clocks(ByColor::new(words.seconds()?, words.seconds()?)),
            "Timems" => Self::Clocks(ByColor::new(words.milliseconds()?, words.milliseconds()?)),
            "Over" => Self::Over(GameResult::read(words.next()?)?),
            "Abandoned." => Self::Abandoned(words.next()?.to_owned()),
            "OfferDraw" => Self::OfferDraw,
            "RemoveDraw" => Self::RemoveDraw,
            "RequestUndo" => Self::RequestUndo,
            "RemoveUndo" => Self::RemoveUndo,
            "Undo" => Self::Undo,
            "GivenTime" => Self::GivenTime(words.color()?, words.milliseconds()?),
            _ => return None,
        };
        Some(event)
    }
}
