//! Changes as JSON objects, for `--json` and for the board in the browser (docs/json.md).

use super::change::{Change, WatchNews};
use super::game::WatchedGame;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use stonefall_engine::Color;
use stonefall_playtak::protocol::ListedGame;

impl Change {
    /// The change as a JSON object. Clocks are as they are now.
    #[must_use]
    pub fn message(&self) -> Value {
        match self {
            Self::Games(games) => {
                json!({ "type": "games", "games": games.iter().map(listed).collect::<Vec<_>>() })
            }
            Self::NoGame(number) => json!({ "type": "no_game", "number": number }),
            Self::Waiting(player) => json!({ "type": "waiting", "player": player }),
            Self::Game(game, news) => news.message(game),
            Self::Message(text) => json!({ "type": "message", "text": text }),
            Self::Lost { reason, wait } => {
                json!({ "type": "lost", "reason": reason, "wait_ms": milliseconds(*wait) })
            }
        }
    }
}

impl WatchNews {
    fn message(&self, game: &WatchedGame) -> Value {
        let (ply, clocks) = (game.game.ply(), clocks(game));
        match self {
            Self::Whole => whole(game),
            Self::Move(mv) => {
                json!({ "type": "move", "move": mv.to_string(), "ply": ply, "clocks": clocks })
            }
            Self::Undo(mv) => {
                json!({ "type": "undo", "move": mv.to_string(), "ply": ply, "clocks": clocks })
            }
            Self::Clocks => json!({ "type": "clocks", "clocks": clocks }),
            Self::GivenTime(to, time) => {
                json!({ "type": "given_time", "to": to, "time_ms": milliseconds(*time) })
            }
            Self::DrawOffer => json!({ "type": "draw_offer" }),
            Self::UndoRequest => json!({ "type": "undo_request" }),
            Self::Over => json!({ "type": "over", "end": end(game), "clocks": clocks }),
        }
    }
}

/// A game of the list.
fn listed(game: &ListedGame) -> Value {
    let ListedGame { number, players, setting } = game;
    json!({
        "number": number,
        "white": players[Color::White],
        "black": players[Color::Black],
        "size": setting.size,
        "time_s": setting.time.as_secs(),
        "increment_s": setting.increment.as_secs(),
        "increment_grows": setting.increment_scales,
        "extra_time": setting.extra_time.map(|extra| {
            json!({ "move_number": extra.move_number, "time_s": extra.amount.as_secs() })
        }),
        "half_komi": setting.half_komi,
        "pieces": { "flats": setting.stones, "capstones": setting.capstones },
        "opening": setting.opening.name(),
        "rated": !setting.is_unrated,
        "tournament": setting.is_tournament,
    })
}

/// A watched game with all moves.
fn whole(game: &WatchedGame) -> Value {
    let moves: Vec<_> = game.game.played().map(|mv| mv.to_string()).collect();
    json!({
        "type": "game",
        "game": listed(&game.listed),
        "moves": moves,
        "clocks": clocks(game),
        "end": end(game),
    })
}

fn clocks(game: &WatchedGame) -> Value {
    let clocks = game.clocks(Instant::now());
    json!({
        "white_ms": milliseconds(clocks[Color::White]),
        "black_ms": milliseconds(clocks[Color::Black]),
        "running": game.clock_of(),
    })
}

fn end(game: &WatchedGame) -> Option<Value> {
    let result = game.result()?;
    Some(json!({ "result": result.code(), "words": game.end_words() }))
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
