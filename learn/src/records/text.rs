//! A game as PTN, and the other way round.

use super::{GameRecord, Ply, RecordError};
use stonefall_engine::eval::Value;
use stonefall_engine::game::Game;
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_engine::notation::ptn_file::{GameError, GameResult, Writer};
use stonefall_engine::types::{ByColor, Color, Reserve};

/// The game as PTN: what is not standard as tags, where it comes from as `Event` and `Round`, and
/// behind each move the score from before it, from White's view.
///
/// # Errors
/// If a move cannot be played.
pub fn ptn(game: &GameRecord) -> Result<String, RecordError> {
    let mut writer = Writer::new();
    let result = game.outcome.map_or(GameResult::Unfinished, GameResult::from);
    tags(&mut writer, game, result);
    let first = game.beginning()?;
    writer.begin(first.move_number(), first.to_move());
    game.follow(|board, ply| {
        writer.ply(board.write_ply(ply.mv));
        if let Some(score) = ply.score {
            writer.comment(&score_text(score, board.to_move()));
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

/// In flats from White's view, or who wins in how many plies from before the move.
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

/// The main line of a game in PTN, without scores.
///
/// # Errors
/// If the game has no size, or a tag or a move that cannot be understood or played.
pub fn from_ptn(game: &PtnGame) -> Result<GameRecord, GameError> {
    let setup = game.setup()?;
    let mut read = GameRecord::new(setup.size, setup.rules);
    let board = Game::replay(game, PtnGame::MAIN_LINE, None)?;
    read.plies = board.played().map(|mv| Ply { mv, score: None }).collect();
    read.outcome = board.outcome_with_history();
    read.start = setup.tps;
    Ok(read)
}
