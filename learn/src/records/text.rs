//! Converts games to and from PTN.

use super::{GameRecord, Ply, RecordError};
use stonefall_engine::eval::Value;
use stonefall_engine::game::Game;
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_engine::notation::ptn_file::{GameError, GameResult, Writer};
use stonefall_engine::types::{ByColor, Color, Reserve};

/// The game as PTN. Tags have the rules and the origin; a comment after each move has the score of the search
/// from White's view.
///
/// # Errors
/// If a move is illegal.
pub fn ptn(game: &GameRecord) -> Result<String, RecordError> {
    let mut writer = Writer::new();
    let result = game.outcome.map_or(GameResult::Unfinished, GameResult::from);
    tags(&mut writer, game, result);
    let first = game.beginning()?;
    writer.begin(first.move_number(), first.to_move());
    game.follow(|game, ply| {
        writer.ply(game.write_ply(ply.mv));
        if let Some(score) = ply.score {
            writer.comment(&score_text(score, game.to_move()));
        }
    })?;
    writer.result(result);
    Ok(writer.finish())
}

fn tags(writer: &mut Writer, game: &GameRecord, result: GameResult) {
    let rules = &game.rules;
    let origin = game.origin;
    writer.tag("Event", &format!("self-play, seed {}, shard {}", origin.seed, origin.shard));
    writer.tag("Round", &origin.game.to_string());
    writer.tag("Size", &game.size.to_string());
    writer.tag("Komi", &rules.half_komi.to_string());
    if rules.opening != Default::default() {
        writer.tag("Opening", rules.opening.name());
    }
    let standard = Reserve::standard(game.size);
    if rules.pieces != ByColor::new(standard, standard) {
        for color in Color::ALL {
            let (pieces, number) = (rules.pieces[color], color.index() + 1);
            writer.tag(&format!("Flats{number}"), &pieces.stones.to_string());
            writer.tag(&format!("Caps{number}"), &pieces.capstones.to_string());
        }
    }
    if let Some(start) = &game.start {
        writer.tag("TPS", &start.to_string());
    }
    writer.tag("Result", &result.to_string());
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
