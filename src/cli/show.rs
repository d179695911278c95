//! `stonefall show`: draws a position.

use super::flags::named;
use super::json::{GameEnd, WithPosition};
use super::output::{Output, Screen, write_json};
use super::position::Source;
use super::scoring::{NAMES, PointsFacts};
use super::{Error, analyze::note, file};
use crate::pictures::picture;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use stonefall_engine::game::Game;
use stonefall_engine::report::{self, Points, ScoringRule, Style, key, result_code, status};

#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    stonefall show game.ptn --ply 20\n  \
    stonefall show 'x3/1,1,1/2,x,2 2 4' --scoring double-the-line\n  \
    stonefall show game.ptn --svg board.svg\n  \
    stonefall show --rules modegan --json")]
pub(super) struct ShowArgs {
    #[command(flatten)]
    source: Source,
    /// Write an SVG picture to this file (- for standard output)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Scoring of a won game
    #[arg(long, value_name = "NAME", default_value = "book", value_parser = named(NAMES))]
    scoring: ScoringRule,
    /// Write JSON (docs/json.md)
    #[arg(long, conflicts_with = "svg")]
    json: bool,
    #[command(flatten)]
    screen: Screen,
}

/// The end of the game as JSON.
#[derive(Serialize)]
struct ShownEnd {
    outcome: Option<GameEnd>,
    points: Option<PointsFacts>,
}

pub(super) fn run(arguments: &ShowArgs, output: &mut Output) -> Result<(), Error> {
    let game = arguments.source.game()?;
    let points = Points::of(&game, arguments.scoring);
    if arguments.json {
        let shown = ShownEnd {
            outcome: game.outcome_with_history().map(Into::into),
            points: points.as_ref().map(Into::into),
        };
        return write_json(output, &WithPosition::new(&game, shown));
    }
    let Some(path) = &arguments.svg else {
        draw(&game, points.as_ref(), arguments.screen.style(), output)?;
        return note(&game, output);
    };
    let picture = picture(&game) + "\n";
    if file::is_standard(path) {
        return Ok(output.write_all(picture.as_bytes())?);
    }
    file::replace(path, picture)
}

fn draw(
    game: &Game,
    points: Option<&Points>,
    style: Style,
    output: &mut Output,
) -> Result<(), Error> {
    write!(output, "{}\n{}{}", report::draw(game, style), status(game, style), key(style))?;
    writeln!(output, "   TPS {}", game.tps())?;
    let Some(outcome) = game.outcome_with_history() else { return Ok(()) };
    writeln!(output, "   Result {}", result_code(outcome))?;
    if let Some(points) = points {
        writeln!(output, "   {}", points.sentence())?;
    }
    Ok(())
}
