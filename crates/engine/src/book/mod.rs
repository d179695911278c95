//! Opening books to play from. The program around the engine provides them.

mod four;

pub use four::FourFlats;

use crate::board::Symmetry;
use crate::game::Game;
use crate::notation::{opening_lines, parse_line, parse_move};
use crate::search::{Limits, Seed};
use crate::types::{HalfKomi, Move, Rules};
use fxhash::FxHashSet;
use std::sync::OnceLock;

/// Positions to search for the score and the line of a book move.
const NODES: u64 = 10_000;

/// The largest difference to the best move of a move that is played, in hundredths of a flat.
const MARGIN: i32 = 10;

/// How often the best move is played. A move that is one hundredth of a flat worse is played once less.
const WEIGHT: i32 = 21;

/// The books that a program has. The first one with a move plays.
#[derive(Clone, Copy, Default)]
pub struct Books(pub &'static [Book]);

impl Books {
    /// Reads the books for games with the board and rules of this one, so that [`Self::open`] takes no time later.
    pub(crate) fn read(self, game: &Game) {
        self.0.iter().filter(|book| book.is_for(game)).for_each(|book| {
            book.entries();
        });
    }

    /// Restricts a search to a random book move of this position, so that the search returns that move with a score and
    /// a line. Changes nothing if the books have no move.
    pub fn open(self, limits: &mut Limits, game: &Game, seed: Seed) {
        let Some(mv) = self.0.iter().find_map(|book| book.choose(game, seed)) else { return };
        limits.search_moves = vec![mv];
        limits.nodes = Some(limits.nodes.map_or(NODES, |nodes| nodes.min(NODES)));
    }
}

/// A book with scores, whose lines a [`BookReader`] reads, or a book of balanced openings with four flats in each line.
/// The first use reads it.
pub struct Book {
    size: usize,
    half_komi: i32,
    text: &'static str,
    entries: OnceLock<Vec<Entry>>,
}

/// The least key of a position's images, a move in that image, and its score.
type Entry = (u64, Move, i32);

impl Book {
    /// A book for games on boards of this size at this komi, with standard pieces and the swap opening. Skips invalid
    /// lines.
    #[must_use]
    pub const fn new(size: usize, half_komi: i32, text: &'static str) -> Self {
        Self { size, half_komi, text, entries: OnceLock::new() }
    }

    /// Board size of the book.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Whether it is a book with scores.
    pub const fn has_scores(&self) -> bool {
        matches!(self.text.as_bytes().first(), Some(b'['))
    }

    /// The empty board with the rules of the book; `None` if there are no such games.
    pub fn start(&self) -> Option<Game> {
        Game::start(self.size, self.rules()?).ok()
    }

    fn rules(&self) -> Option<Rules> {
        let half_komi = HalfKomi::new(self.half_komi).ok()?;
        Some(Rules::standard(self.size).with_komi(half_komi))
    }

    /// The balanced openings, in the order of the book.
    pub fn openings(&self) -> impl Iterator<Item = FourFlats> {
        opening_lines(self.text).flatten().filter_map(|(_, moves)| FourFlats::from_moves(&moves))
    }

    /// The moves of a position or an image of it, with their scores for the player to move: hundredths of a flat, or
    /// 30,000 less the plies to a win, and balanced openings have 0. Empty for other boards, rules and positions. One of
    /// several equal moves of a symmetric position stands for all.
    pub fn moves(&self, game: &Game) -> Vec<(Move, i32)> {
        let one = |&(_, mv, score)| Some((*self.equal_moves(game, mv).first()?, score));
        self.known(game).iter().filter_map(one).collect()
    }

    /// The score of a move of a position for the player to move, as [`Self::moves`] gives it. The highest one, where a
    /// line and a balanced opening have images of the move.
    pub fn score(&self, game: &Game, mv: Move) -> Option<i32> {
        let (least, _) = least_image(game);
        let is_it = |known: Move| {
            let mut symmetries = images(game).into_iter().filter(|&(key, _)| key == least);
            symmetries.any(|(_, symmetry)| symmetry.mv(mv, self.size) == known)
        };
        self.known(game).iter().filter(|entry| is_it(entry.1)).map(|entry| entry.2).max()
    }

    /// A random move for a position. Moves within a tenth of a flat of the best one are candidates: the better one is,
    /// the more often it is played.
    pub fn choose(&self, game: &Game, seed: Seed) -> Option<Move> {
        let moves = self.known(game);
        let best = moves.iter().map(|&(_, _, score)| score).max()?;
        let weight = |score: i32| match best - score {
            worse if worse <= MARGIN => (WEIGHT - worse).unsigned_abs().into(),
            _ => 0,
        };
        let weights: Vec<_> = moves.iter().map(|&(_, _, score)| weight(score)).collect();
        let (_, chosen, _) = moves[seed.draw(game.key(), &weights)];
        let equal = self.equal_moves(game, chosen);
        // Another number than the one of the choice above.
        equal.get(seed.below(!game.key(), equal.len() as u64) as usize).copied()
    }

    #[cfg(test)]
    pub(crate) fn is_read(&self) -> bool {
        self.entries.get().is_some()
    }

    /// Whether the book is for the board and the rules of a game. The draw rule does not matter.
    fn is_for(&self, game: &Game) -> bool {
        let Some(Rules { reversible_plies, .. }) = self.rules() else { return false };
        let rules = Rules { reversible_plies, ..*game.rules() };
        // The opening of a book ends with the second stone.
        let opens = self.size * self.size < game.empty().len() + 2;
        game.size() == self.size
            && Some(rules) == self.rules()
            && opens == (game.opening_plies() > 0)
    }

    /// The moves of a position in the image that gives the least key.
    fn known(&self, game: &Game) -> &[Entry] {
        if !self.is_for(game) {
            return &[];
        }
        let (least, _) = least_image(game);
        let entries = self.entries();
        let start = entries.partition_point(|entry| entry.0 < least);
        let count = entries[start..].iter().take_while(|entry| entry.0 == least).count();
        &entries[start..start + count]
    }

    /// The legal moves that are this move in the image with the least key: several if the position is symmetric.
    fn equal_moves(&self, game: &Game, wanted: Move) -> Vec<Move> {
        let (least, _) = least_image(game);
        let mut symmetries = images(game).to_vec();
        symmetries.retain(|&(key, _)| key == least);
        let is_equal = |mv: &Move| symmetries.iter().any(|(_, it)| it.mv(*mv, self.size) == wanted);
        game.moves().into_iter().filter(is_equal).collect()
    }

    fn entries(&self) -> &[Entry] {
        self.entries.get_or_init(|| {
            let Some(start) = self.start() else { return Vec::new() };
            let mut entries = Vec::new();
            for order in self.openings().flat_map(FourFlats::orders) {
                let mut game = start.clone();
                for mv in order {
                    let before = game.clone();
                    if game.play(mv).is_err() {
                        break;
                    }
                    add(&mut entries, &before, &[(mv, 0)]);
                }
            }
            let mut reader = BookReader::new(start);
            for (game, moves) in self.text.lines().filter_map(|line| reader.read(line)) {
                add(&mut entries, &game, &moves);
            }
            let mut seen = FxHashSet::default();
            entries.retain(|&(key, mv, _)| seen.insert((key, mv)));
            entries.sort_by_key(|&(key, ..)| key);
            entries
        })
    }
}

/// Adds the moves of a position.
fn add(entries: &mut Vec<Entry>, game: &Game, moves: &[(Move, i32)]) {
    let (key, symmetry) = least_image(game);
    entries.extend(moves.iter().map(|&(mv, score)| (key, symmetry.mv(mv, game.size()), score)));
}

/// Reads the lines of a book with scores.
///
/// `a1 f6; d3 12, c4 -3` has two moves after a1 f6, with their scores for the player to move. A number before the path
/// stands for as many moves of the path of the valid line before: after that line, `1 e5; d3 9` is the position after
/// a1 e5.
pub struct BookReader {
    start: Game,
    /// Moves to the position of the last valid line.
    path: Vec<Move>,
}

impl BookReader {
    /// Reads a book whose lines begin at this position.
    #[must_use]
    pub const fn new(start: Game) -> Self {
        Self { start, path: Vec::new() }
    }

    /// The position of a line, and its moves with their scores; `None` if the line is not valid.
    pub fn read(&mut self, line: &str) -> Option<(Game, Vec<(Move, i32)>)> {
        let (words, moves) = line.split_once(';')?;
        let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
        let (kept, rest) = first.parse().map_or((0, words), |kept| (kept, rest));
        let path = [self.path.get(..kept)?, &parse_line(rest).ok()?].concat();
        let mut game = self.start.clone();
        game.play_line(&path).ok()?;
        let read = |text: &str| {
            let (mv, score) = text.trim().split_once(' ')?;
            let mv = parse_move(mv).ok()?;
            game.check(mv).ok()?;
            Some((mv, score.parse().ok()?))
        };
        let moves = moves.split(',').map(read).collect::<Option<_>>()?;
        self.path = path;
        Some((game, moves))
    }
}

/// The images of a position: their keys, and the symmetries that give them.
fn images(game: &Game) -> [(u64, Symmetry); 8] {
    let keys = game.image_keys();
    std::array::from_fn(|index| (keys[index], Symmetry::ALL[index]))
}

/// The image with the least key.
fn least_image(game: &Game) -> (u64, Symmetry) {
    let [first, others @ ..] = images(game);
    others.into_iter().fold(first, |least, image| if image.0 < least.0 { image } else { least })
}
