//! Games of a database beside an opening tree.

use crate::cli::Error;
use crate::cli::games::{self, percent, player};
use crate::cli::output::columns;
use crate::table::table;
use std::path::{Path, PathBuf};
use stonefall_engine::report::{Style, grouped};
use stonefall_engine::{Color, Game, Move};
use stonefall_tools::games::{Database, Exploration, Filter, ListEntry};
use stonefall_tools::tree::Tree;

/// Plies of the most played openings, and their number.
const PLIES: u32 = 4;
const OPENINGS: usize = 10;

/// The games of a database on a tree's board, with any komi: people play the same openings.
pub(super) struct Games {
    path: PathBuf,
    database: Database,
}

impl Games {
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        Ok(Self { path: path.to_owned(), database: games::open(path)? })
    }

    /// The games that visited a position, and the one with the highest ratings.
    pub(super) fn played(&self, position: &Game) -> Result<Exploration, Error> {
        let filter = Filter { size: Some(position.size()), ..Filter::default() };
        let found = self.database.explore(position, &filter, 1);
        found.map_err(|error| games::refused(&self.path, &error))
    }

    /// The table of the most played openings with the scores of a tree.
    pub(super) fn openings(&self, tree: &Tree, style: Style) -> Result<String, Error> {
        let start = tree.root().back_to(0);
        let openings = self.database.most_played(&start, PLIES, OPENINGS);
        let openings = openings.map_err(|error| games::refused(&self.path, &error))?;
        let row = |opening: &Game| self.row(tree, opening);
        let rows = openings.iter().map(row).collect::<Result<Vec<_>, _>>()?;
        let header = ["Opening", "Score", "Games", "White", "Game with the highest ratings"];
        Ok(table(&header, &rows, header.len() - 1, columns() - 4, style))
    }

    fn row(&self, tree: &Tree, opening: &Game) -> Result<Vec<String>, Error> {
        let found = self.played(opening)?;
        let moves = opening.back_to(0).spell_line(&opening.played().collect::<Vec<_>>());
        let score = tree.at(opening).map(|known| known.score.words(opening.to_move()));
        let score = score.unwrap_or_else(|| "-".to_owned());
        let mut row = vec![moves.join(" "), score];
        row.extend(numbers(found.total.games, found.total.white));
        row.push(found.games.first().map_or_else(String::new, game));
        Ok(row)
    }
}

/// The games with a move, and White's wins.
pub(super) fn counts(found: &Exploration, mv: Move) -> [String; 2] {
    let tally = found.moves.iter().find(|choice| choice.mv == mv).map(|choice| choice.tally);
    tally.map_or_else(|| numbers(0, 0), |tally| numbers(tally.games, tally.white))
}

fn numbers(games: u64, white: u64) -> [String; 2] {
    [grouped(games), percent(white, games)]
}

/// `92226: Ann (1942) - Ben (1864), F-0`
fn game(ListEntry { game, .. }: &ListEntry) -> String {
    let [white, black] = Color::ALL.map(|color| player(game, color));
    format!("{}: {white} - {black}, {}", game.id, game.result)
}
