//! Converts games to and from PTN.

use super::{GameRecord, Origin, Ply, RecordError};
use stonefall_engine::eval::Value;
use stonefall_engine::game::Game;
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_engine::notation::ptn_file::{GameError, GameResult, Writer};
use stonefall_engine::types::Color;

/// The game as PTN. Tags have the rules and the origin; a comment after each move has the score of the search
/// from White's view.
///
/// # Errors
/// If a move is illegal.
pub fn ptn(game: &GameRecord) -> Result<String, RecordError> {
    let mut writer = Writer::new();
    let result = game.outcome.map_or(GameResult::Unfinished, GameResult::from);
    let Origin { seed, shard, game: number, .. } = game.origin;
    writer
        .tag("Event", &format!("self-play, seed {seed}, shard {shard}"))
        .tag("Round", &number.to_string())
        .setup(game.size, &game.rules, game.start.as_ref())
        .tag("Result", &result.to_string());
    game.follow(|game, ply| {
        writer.ply(game.write_ply(ply.mv));
        if let Some(score) = ply.score {
            writer.comment(&score_text(score, game.to_move()));
        }
    })?;
    writer.result(result);
    Ok(writer.finish())
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
