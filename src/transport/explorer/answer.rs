//! Answers of a database as JSON.

use super::Reply;
use super::question::{Question, Settings, sizes};
use serde_json::{Value, json};
use std::num::NonZeroUsize;
use stonefall_engine::notation::ptn_file::GameResult;
use stonefall_engine::{Color, Game};
use stonefall_tools::games::{Database, DatabaseError, DatabaseGame, Filter, ListEntry, Tally};
use stonefall_tools::openings::book_score;

/// Number of games of an answer: PTN Ninja shows at most ten.
const GAMES: usize = 10;
/// Maximum number of names.
const MOST_NAMES: usize = 50_000;
/// Numbers of games that are not PlayTak's: their identifier plus this number, which no game of PlayTak reaches.
const OTHER_GAMES: i64 = 1_000_000_000_000;

/// Answers a question.
pub(super) fn answer(database: &Database, question: &Question) -> Reply {
    let answer = match question {
        Question::Summary => database.count().map(|games| json!({ "games": games })),
        Question::Databases => Ok(databases()),
        Question::Position(position, filter, settings) => {
            explored(database, position, filter, settings)
        }
        Question::Players => players(database),
        &Question::Game(number) => game(database, number),
    };
    answer.map_or_else(Reply::from, Reply::good)
}

/// The reply of a server without a database. The question whether there is one has an answer.
pub(in crate::transport) fn without_database(question: &Question) -> Reply {
    match question {
        Question::Summary => Reply::good(json!({ "games": null })),
        _ => Reply::missing(
            "expected a server with a game database (stonefall serve --games DATABASE), found one without",
        ),
    }
}

fn databases() -> Value {
    let all =
        sizes().map(|size| json!({ "include_bot_games": true, "min_rating": 0, "size": size }));
    all.collect()
}

fn explored(
    database: &Database,
    position: &Game,
    filter: &Filter,
    settings: &Settings,
) -> Result<Value, DatabaseError> {
    let found = database.explore(position, filter, GAMES)?;
    let most_moves = settings.max_suggested_moves.map_or(usize::MAX, NonZeroUsize::get);
    let moves = found.moves.iter().take(most_moves).map(|choice| {
        let mut fields = tally(&choice.tally);
        fields["ptn"] = choice.ptn.clone().into();
        // The engine's score in its opening book, from White's view.
        let score = book_score(position, choice.mv).map(|score| score.words(position.to_move()));
        fields["score"] = score.into();
        fields
    });
    Ok(json!({
        "settings": settings,
        "total": tally(&found.total),
        "moves": moves.collect::<Value>(),
        "games": found.games.iter().map(listed).collect::<Value>(),
    }))
}

fn tally(tally: &Tally) -> Value {
    json!({
        "games": tally.games,
        "white": tally.white,
        "black": tally.black,
        "draw": tally.draws,
        "rating": tally.rating(),
    })
}

fn listed(listed: &ListEntry) -> Value {
    let game = &listed.game;
    let player = |color| json!({ "name": game.names[color], "rating": game.ratings[color] });
    json!({
        "playtak_id": playtak_id(game),
        "id": OTHER_GAMES + game.id,
        "white": player(Color::White),
        "black": player(Color::Black),
        "result": result(game.result),
        // Milliseconds, as JavaScript counts them.
        "date": game.date.map(|seconds| seconds.saturating_mul(1000)),
        "komi": f64::from(game.rules.half_komi.half_flats()) / 2.0,
        "tournament": game.is_tournament,
        "next_move": listed.next_move,
    })
}

/// The number that PTN Ninja asks for, and writes into the game as that of PlayTak.
fn playtak_id(game: &DatabaseGame) -> i64 {
    if game.kind == "playtak" { game.number } else { OTHER_GAMES + game.id }
}

/// The result; PTN Ninja has none for unfinished games.
fn result(result: GameResult) -> String {
    if result == GameResult::Unfinished { String::new() } else { result.to_string() }
}

/// The names, equal for both colors.
fn players(database: &Database) -> Result<Value, DatabaseError> {
    let names = database.players()?.into_iter().filter_map(|player| player.name);
    let names: Vec<_> = names.take(MOST_NAMES).collect();
    Ok(json!({ "white": names, "black": names }))
}

fn game(database: &Database, number: i64) -> Result<Value, DatabaseError> {
    let game = if number < OTHER_GAMES {
        database.playtak_game(number)?
    } else {
        database.game(number - OTHER_GAMES)?
    };
    Ok(json!({ "ptn": game.ptn()? }))
}
