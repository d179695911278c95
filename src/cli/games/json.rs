//! Games and results as JSON, documented in docs/json.md.

use crate::cli::json::joined;
use serde_json::{Value, json};
use stonefall_engine::types::Color;
use stonefall_tools::games::{DatabaseGame, ListEntry, Tally};

/// Counts of results.
pub(super) fn tally(tally: &Tally) -> Value {
    json!({
        "games": tally.games,
        "white_wins": tally.white,
        "draws": tally.draws,
        "black_wins": tally.black,
        "rating": tally.rating(),
    })
}

/// A game of a list.
pub(super) fn listed(listed: &ListEntry) -> Value {
    joined(game(&listed.game), json!({ "next_move": listed.next_move }))
}

/// A game without its moves.
pub(super) fn game(game: &DatabaseGame) -> Value {
    let player = |color| json!({ "name": game.names[color], "rating": game.ratings[color] });
    let (date, time) = game.date_tags().unzip();
    json!({
        "id": game.id,
        "source": game.source,
        "number": game.number,
        "white": player(Color::White),
        "black": player(Color::Black),
        "result": game.result.to_string(),
        "date": date,
        "time": time,
        "size": game.size,
        "half_komi": game.rules.half_komi.half_flats(),
        "clock": game.clock,
        "unrated": game.is_unrated,
        "tournament": game.is_tournament,
        "event": game.event,
    })
}
