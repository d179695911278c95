//! `stonefall openings show`: the moves of a position of an opening tree.

use super::played::{Games, counts};
use super::words;
use crate::cli::Error;
use crate::cli::json::with_position;
use crate::cli::output::{Output, Screen, columns, write_json};
use crate::table::table;
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use stonefall_engine::report::{Style, draw, status};
use stonefall_engine::{Game, Move, parse_line};
use stonefall_tools::games::Exploration;
use stonefall_tools::tree::{Known, Tree, TreeFile};

/// Moves shown of a line.
const SHOWN_MOVES: usize = 8;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Scores are from White's view. A move has the score of the position after it if that was searched,\n\
    else the score from the search of the position before it.\n\n\
    Examples:\n  stonefall openings show six.tree\n  \
    stonefall openings show six.tree --moves 'a1 f6' --games tak.db"
)]
pub(super) struct ShowArgs {
    /// File of the tree
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Moves to play from the first position of the tree, such as 'a1 f6'
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Game database: adds the number of games with each move, and the most played openings
    #[arg(long, value_name = "DATABASE", conflicts_with = "json")]
    games: Option<PathBuf>,
    /// Write JSON (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    screen: Screen,
}

pub(super) fn run(arguments: &ShowArgs, output: &mut Output) -> Result<(), Error> {
    let (_, tree) = TreeFile::read(&arguments.file)?;
    let position = position(&tree, arguments.moves.as_deref())?;
    if arguments.json {
        return write_json(output, &as_json(&tree, &position));
    }
    let style = arguments.screen.style();
    let diagram = position.diagram();
    write!(output, "{}\n{}\n", draw(&diagram, style), status(&diagram, style))?;
    writeln!(output, "   {}", words::summary(&arguments.file, &tree))?;
    let games = arguments.games.as_deref().map(Games::open).transpose()?;
    let Some(known) = tree.at(&position) else {
        return Ok(writeln!(output, "   The tree does not have this position.")?);
    };
    let played = games.as_ref().map(|games| games.played(&position)).transpose()?;
    output.write_all(moves(&tree, &position, &known, played.as_ref(), style).as_bytes())?;
    if let Some(games) = games {
        let text = games.openings(&tree, style)?;
        write!(output, "\n   The most played openings of four plies\n{text}")?;
    }
    Ok(())
}

/// The position after moves from the root.
fn position(tree: &Tree, moves: Option<&str>) -> Result<Game, Error> {
    let mut game = tree.root().clone();
    let refused = |error| Error::Usage(format!("{error} (--moves)"));
    let moves = parse_line(moves.unwrap_or_default()).map_err(refused)?;
    game.play_line(&moves).map_err(refused)?;
    Ok(game)
}

/// The best line after a move.
fn line(tree: &Tree, position: &Game, mv: Move) -> Vec<String> {
    position.after(mv).map_or_else(|_| Vec::new(), |after| after.spell_line(&tree.line(&after)))
}

fn as_json(tree: &Tree, position: &Game) -> Value {
    let mover = position.to_move();
    let known = tree.at(position);
    let moves = known.iter().flat_map(|known| &known.moves).map(|&(mv, score, is_searched)| {
        json!({
            "move": position.spelling(mv),
            "score": score.facts(mover),
            "searched": is_searched,
            "line": line(tree, position, mv),
        })
    });
    let fields = json!({
        "positions": tree.len(),
        "score": known.as_ref().map(|known| known.score.facts(mover)),
        "depth": known.as_ref().map(|known| known.depth),
        "moves": moves.collect::<Value>(),
    });
    with_position(position, fields)
}

/// The table of moves, with the games that played them if there is a database.
fn moves(
    tree: &Tree,
    position: &Game,
    known: &Known,
    played: Option<&Exploration>,
    style: Style,
) -> String {
    let mut header = vec!["Move", "Score", "Searched"];
    header.extend(played.iter().flat_map(|_| ["Games", "White"]));
    header.push("Best line");
    let rows: Vec<_> = known
        .moves
        .iter()
        .map(|&(mv, score, is_searched)| {
            let searched = if is_searched { "yes" } else { "-" };
            let score = score.words(position.to_move());
            let mut row = vec![position.spelling(mv), score, searched.to_owned()];
            row.extend(played.iter().flat_map(|found| counts(found, mv)));
            let mut best = line(tree, position, mv);
            best.truncate(SHOWN_MOVES);
            row.push(best.join(" "));
            row
        })
        .collect();
    table(&header, &rows, header.len() - 1, columns() - 4, style)
}
