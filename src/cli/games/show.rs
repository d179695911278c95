//! `stonefall games show`: one game.

use super::open;
use super::text::player;
use crate::cli::Error;
use crate::cli::file::failed;
use crate::cli::output::{Output, Screen, write_json};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use stonefall_engine::Color;
use stonefall_engine::notation::Tps;
use stonefall_engine::report::{draw, status};
use stonefall_tools::games::DatabaseGame;

#[derive(Args, Clone, Debug)]
#[command(after_help = "Shows the last position and the game in PTN.\n\n\
    Examples:\n  stonefall games show tak.db 12\n  stonefall games show tak.db 12 --ptn > game.ptn")]
pub(super) struct GamesShowArgs {
    /// Database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    /// Number of the game in the database, as `explore` and `find` show it
    #[arg(value_name = "GAME")]
    game: i64,
    /// Write only the PTN
    #[arg(long, conflicts_with = "json")]
    ptn: bool,
    /// Write JSON (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    screen: Screen,
}

/// JSON form, documented in `docs/json.md`.
#[derive(Serialize)]
struct WholeGame {
    #[serde(flatten)]
    game: DatabaseGame,
    tps: Tps,
    moves: Vec<String>,
    ptn: String,
}

pub(super) fn run(arguments: &GamesShowArgs, output: &mut Output) -> Result<(), Error> {
    let named = failed(&arguments.database);
    let game = open(&arguments.database)?.game(arguments.game).map_err(named)?;
    let ptn = game.ptn().map_err(named)?;
    if arguments.ptn {
        return Ok(output.write_all(ptn.as_bytes())?);
    }
    let end = game.replayed().map_err(named)?;
    if arguments.json {
        let moves = game.beginning().map_err(named)?.spell_line(&game.moves);
        return write_json(output, &WholeGame { game, tps: end.tps(), moves, ptn });
    }
    let style = arguments.screen.style();
    let [white, black] = [Color::White, Color::Black].map(|color| player(&game, color));
    writeln!(output, "   {white} - {black}, {}\n", game.result)?;
    write!(output, "{}\n{}\n{ptn}", draw(&end, style), status(&end, style))?;
    Ok(())
}
