//! Themes of solutions, and the level of play that finds a first move.

use super::{Grade, Kind, Puzzle};
use stonefall_engine::game::{Game, Search};
use stonefall_engine::search::{Handicap, Level, Seed, Settings};
use stonefall_engine::types::{Move, MoveKind, Piece, Square};

/// An idea of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// A spread completes the road.
    Spread,
    /// The winner places or moves a capstone.
    Capstone,
    /// A capstone of the winner flattens a wall.
    Wall,
    /// The first move threatens roads that no single stone can stop.
    DoubleThreat,
    /// The first move also answers the opponent's tak.
    Defense,
    /// The flats decide.
    Flats,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 6] =
        [Self::Spread, Self::Capstone, Self::Wall, Self::DoubleThreat, Self::Defense, Self::Flats];

    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spread => "spread",
            Self::Capstone => "capstone",
            Self::Wall => "wall",
            Self::DoubleThreat => "double-threat",
            Self::Defense => "defense",
            Self::Flats => "flats",
        }
    }

    /// The themes of a puzzle, whose position is `game`.
    pub fn of(puzzle: &Puzzle, game: &Game) -> Vec<Self> {
        let (is_road, line) = (puzzle.aim.kind == Kind::Road, &puzzle.line);
        let mut themes = Vec::new();
        let mut add = |theme, holds| {
            if holds && !themes.contains(&theme) {
                themes.push(theme);
            }
        };
        add(Self::Defense, game.is_tak());
        add(Self::Flats, !is_road);
        add(Self::Spread, is_road && line.last().is_some_and(|mv| !mv.is_placement()));
        let mut game = game.clone();
        for (ply, &mv) in line.iter().enumerate() {
            if ply % 2 == 0 {
                let piece = match mv.kind() {
                    MoveKind::Place(piece) => Some(piece),
                    MoveKind::Spread(..) => game.contents(mv.square()).top.map(|(_, piece)| piece),
                };
                add(Self::Capstone, piece == Some(Piece::Capstone));
                add(Self::Wall, flattens(&game, mv));
            }
            // A solution has legal moves.
            let _ = game.play(mv);
            add(Self::DoubleThreat, ply == 0 && is_road && has_double_threat(&game));
        }
        themes
    }
}

/// Whether a move flattens a wall: fewer walls are on the board after it.
fn flattens(game: &Game, mv: Move) -> bool {
    let walls = |game: &Game| {
        let walls =
            |square| game.contents(square).top.is_some_and(|(_, piece)| piece == Piece::Wall);
        Square::all(game.size()).filter(|&square| walls(square)).count()
    };
    game.after(mv).is_ok_and(|after| walls(&after) < walls(game))
}

/// Whether the player who just moved threatens roads that no stone of the opponent can stop together.
fn has_double_threat(game: &Game) -> bool {
    let is_won = |reply| game.after(reply).is_ok_and(|after| after.winning_road().is_some());
    game.is_tak() && game.moves().into_iter().filter(|mv| mv.is_placement()).all(is_won)
}

/// Number of attempts of a level.
const ATTEMPTS: u64 = 5;

/// The grade of a puzzle. A level finds its first move if it plays it in most of its attempts.
pub(super) fn grade(puzzle: &Puzzle, game: &Game, search: &mut Search) -> Grade {
    let mut finds = |level: Level| {
        let attempts = (1..=ATTEMPTS).map(Seed::new).filter(|&seed| {
            let settings =
                Settings { handicap: Some(Handicap { level, seed }), ..Settings::default() };
            search.run(game, level.limits(), settings, &mut ()).best == puzzle.key()
        });
        attempts.count() as u64 * 2 > ATTEMPTS
    };
    let level = (Level::LOWEST..=Level::HIGHEST).filter_map(Level::new).find(|&level| finds(level));
    Grade { level, themes: Theme::of(puzzle, game) }
}
