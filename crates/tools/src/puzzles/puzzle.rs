//! Positions with proved wins, and collections of them without duplicates.

use super::theme::Theme;
use crate::games::Ratings;
use fxhash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::hash_map::Entry;
use std::fmt;
use stonefall_engine::game::Game;
use stonefall_engine::notation::{TextError, Tps};
use stonefall_engine::search::Level;
use stonefall_engine::types::{HalfKomi, Move, Rules};

/// A position with a proved win. Its text is a row of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The position.
    pub tps: Tps,
    /// Komi.
    pub half_komi: HalfKomi,
    /// Kind and length of the win.
    pub aim: Aim,
    /// The solution. For a road it goes to the end of the game against the longest defense, and its first
    /// move is the only one that wins as fast, unless the puzzle is a missed win. For flats it is the first move of the
    /// proof.
    pub line: Vec<Move>,
    /// Difficulty: for a road, the positions that a search visits until it has proved the win, `None` if it
    /// does not; for flats, the positions that the solver visits.
    pub effort: Option<u64>,
    /// Origin of the position.
    pub source: String,
    /// The players who missed the win in a game.
    pub misses: Misses,
    /// Its difficulty for people and its themes; `None` for a row without them.
    pub grade: Option<Grade>,
    /// The proof as PTN, with its variations unless they are too many; empty after reading a table.
    pub ptn: String,
}

/// The difficulty of a puzzle for people, and its ideas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grade {
    /// The lowest level of play that finds the first move; `None` if no level does.
    pub level: Option<Level>,
    /// The themes.
    pub themes: Vec<Theme>,
}

/// Players who missed a win. Their ratings measure its difficulty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Misses {
    /// Number of games.
    pub count: u64,
    ratings: Ratings,
}

impl Misses {
    /// A player of this rating missed the win.
    pub fn add(&mut self, rating: Option<u16>) {
        self.count += 1;
        self.ratings.add(rating);
    }

    /// Adds those of the same position in other games.
    fn join(&mut self, other: Self) {
        self.count += other.count;
        self.ratings.join(other.ratings);
    }

    /// Mean known rating.
    pub fn rating(&self) -> Option<u64> {
        self.ratings.mean()
    }
}

/// Kind of a win.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A forced road with one possible first move.
    Road,
    /// Flats or any other way.
    Flats,
}

impl Kind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Road, Self::Flats];

    /// Names of a table's columns.
    pub const fn columns(self) -> [&'static str; 10] {
        let [length, solution] = match self {
            Self::Road => ["moves", "line"],
            Self::Flats => ["plies", "move"],
        };
        let (size, half_komi, effort, source) = ("size", "half_komi", "effort", "source");
        [size, half_komi, length, effort, "tps", solution, source, "rating", "level", "themes"]
    }

    /// Unit of [`Aim::length`].
    pub const fn unit(self) -> &'static str {
        self.columns()[2]
    }
}

/// Kind and length of a win.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Aim {
    /// The kind.
    pub kind: Kind,
    /// Moves of the winner for a road, plies from the position to the end of its game for flats.
    pub length: u32,
}

impl Puzzle {
    /// The first move of the solution.
    pub fn key(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// Names of its themes; none without a grade.
    pub fn theme_names(&self) -> impl Iterator<Item = &'static str> {
        self.grade.iter().flat_map(|grade| grade.themes.iter().map(|theme| theme.name()))
    }

    /// `Black to move wins in 2 moves`.
    pub fn task(&self) -> String {
        let (mover, Aim { kind, length }) = (self.tps.to_move.name(), self.aim);
        match kind {
            Kind::Road if length == 1 => format!("{mover} to move wins in 1 move"),
            Kind::Road => format!("{mover} to move wins in {length} moves"),
            Kind::Flats => format!("{mover} to move wins, not only by threats of a road"),
        }
    }

    /// The position by the standard rules, with the puzzle's komi.
    ///
    /// # Errors
    /// If it has more pieces than the players.
    pub fn game(&self) -> Result<Game, TextError> {
        Game::from_tps(&self.tps, Rules::standard(self.tps.size).with_komi(self.half_komi))
    }
}

/// A row of a table, with tabs between the columns. The rating is `-` if that of the players who missed the win is unknown, and
/// empty if no player did. Unknown columns at the end are left out.
impl fmt::Display for Puzzle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line: Vec<_> = self.line.iter().map(ToString::to_string).collect();
        let effort = self.effort.map_or_else(|| "-".to_owned(), |effort| effort.to_string());
        let (size, half_komi, length) =
            (self.tps.size, self.half_komi.half_flats(), self.aim.length);
        let (tps, line) = (&self.tps, line.join(" "));
        let source = self.source.replace(['\t', '\r', '\n'], " ");
        write!(out, "{size}\t{half_komi}\t{length}\t{effort}\t{tps}\t{line}\t{source}")?;
        let rating = match (self.misses.count, self.misses.rating()) {
            (0, _) => String::new(),
            (_, None) => "-".to_owned(),
            (_, Some(rating)) => rating.to_string(),
        };
        match &self.grade {
            Some(Grade { level, .. }) => {
                let level =
                    level.map_or_else(|| "-".to_owned(), |level| level.number().to_string());
                let themes: Vec<_> = self.theme_names().collect();
                write!(out, "\t{rating}\t{level}\t{}", themes.join(" "))
            }
            None if rating.is_empty() => Ok(()),
            None => write!(out, "\t{rating}"),
        }
    }
}

/// Puzzles of which no two are symmetric.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    puzzles: Vec<Puzzle>,
    /// Places in `puzzles` by size, key and komi.
    seen: FxHashMap<(usize, u64, i32), usize>,
}

impl Collection {
    /// Adds a puzzle. Returns whether it is new, also up to symmetry. A known one gets the players who missed this one.
    pub fn add(&mut self, puzzle: Puzzle) -> bool {
        // A puzzle has a valid position.
        let Ok(game) = puzzle.game() else { return false };
        let key = (game.size(), least_key(&game), puzzle.half_komi.half_flats());
        match self.seen.entry(key) {
            Entry::Occupied(place) => {
                self.puzzles[*place.get()].misses.join(puzzle.misses);
                false
            }
            Entry::Vacant(place) => {
                place.insert(self.puzzles.len());
                self.puzzles.push(puzzle);
                true
            }
        }
    }

    /// The puzzles in the order of their addition.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// The puzzles, the easiest first: the lowest mean rating of the players who missed them, then the shortest, then
    /// the least effort. Those that no rated player missed come first.
    pub fn into_sorted(mut self) -> Vec<Puzzle> {
        self.puzzles
            .sort_by_key(|it| (it.misses.rating(), it.aim.length, it.effort.unwrap_or(u64::MAX)));
        self.puzzles
    }
}

/// A key that is equal for symmetric positions.
fn least_key(game: &Game) -> u64 {
    game.image_keys().into_iter().min().unwrap_or_default()
}
