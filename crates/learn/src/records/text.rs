//! Converts games to and from PTN.

use super::{GameRecord, Origin, Ply, RecordError};
use stonefall_engine::eval::Value;
use stonefall_engine::game::Game;
use stonefall_engine::notation::ptn_file::{GameError, GameResult, PtnGame};
use stonefall_engine::types::Color;

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
