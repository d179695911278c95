//! An opening book with scores, made from an opening tree.

use crate::board::Symmetry;
use crate::game::Game;
use crate::notation::{parse_line, parse_move};
use crate::search::Seed;
use crate::types::{HalfKomi, Move, Rules};
use std::sync::OnceLock;

/// A book with a position per line: `a1 f6; d3 12, c4 -3` has two moves after a1 f6, with their scores for the player
/// to move in hundredths of a flat. A number before the path stands for as many moves of the path of the valid line
/// before: after that line, `1 e5; d3 9` is the position after a1 e5. The first use reads the book.
pub struct ScoredBook {
    size: usize,
    half_komi: i32,
    text: &'static str,
    positions: OnceLock<Vec<Entry>>,
}

/// The least key of a position's images, and the moves in that image.
type Entry = (u64, Vec<(Move, i32)>);

/// The largest difference to the best move of a move that is played, in hundredths of a flat.
const MARGIN: i32 = 20;

impl ScoredBook {
    /// A book for games on boards of this size at this komi, with standard pieces and the swap opening. Skips invalid
    /// lines.
    pub const fn new(size: usize, half_komi: i32, text: &'static str) -> Self {
        Self { size, half_komi, text, positions: OnceLock::new() }
    }

    /// Board size of the book.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.positions().len()
    }

    /// Whether no line is valid.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The moves of a position or an image of it, with their scores; empty for other boards, rules and positions. One of
    /// several equal moves of a symmetric position stands for all.
    pub fn moves(&self, game: &Game) -> Vec<(Move, i32)> {
        let one = |&(mv, score)| Some((*self.equal_moves(game, mv).first()?, score));
        self.known(game).iter().filter_map(one).collect()
    }

    /// A random move for a position. Moves within a fifth of a flat of the best one are candidates: the better one is, the
    /// more often it is played.
    pub fn choose(&self, game: &Game, seed: Seed) -> Option<Move> {
        let moves = self.known(game);
        let best = moves.iter().map(|&(_, score)| score).max()?;
        let weight = |score: i32| u64::try_from(MARGIN + 1 - (best - score)).unwrap_or(0);
        let total = moves.iter().map(|&(_, score)| weight(score)).sum();
        let mut left = seed.below(game.key(), total);
        let &(chosen, _) = moves.iter().find(|&&(_, score)| {
            let weight = weight(score);
            let is_chosen = left < weight;
            left = left.saturating_sub(weight);
            is_chosen
        })?;
        let equal = self.equal_moves(game, chosen);
        // Another number than the one of the choice above.
        equal.get(seed.below(!game.key(), equal.len() as u64) as usize).copied()
    }

    /// Reads the book if it is for games like this one.
    pub(super) fn read(&self, game: &Game) {
        if self.is_for(game) {
            self.positions();
        }
    }

    #[cfg(test)]
    pub(crate) fn is_read(&self) -> bool {
        self.positions.get().is_some()
    }

    fn is_for(&self, game: &Game) -> bool {
        self.rules() == Some(Rules { reversible_plies: 0, ..*game.rules() })
    }

    /// The moves of a position in the image that gives the least key.
    fn known(&self, game: &Game) -> &[(Move, i32)] {
        if !self.is_for(game) {
            return &[];
        }
        let (least, _) = least_image(game);
        let positions = self.positions();
        let found = positions.binary_search_by_key(&least, |&(key, _)| key);
        found.map_or(&[], |place| &positions[place].1)
    }

    /// The legal moves that are this move in the image with the least key: several if the position is symmetric.
    fn equal_moves(&self, game: &Game, wanted: Move) -> Vec<Move> {
        let (least, _) = least_image(game);
        let mut symmetries = images(game).to_vec();
        symmetries.retain(|&(key, _)| key == least);
        let is_equal = |mv: &Move| symmetries.iter().any(|(_, it)| it.mv(*mv, self.size) == wanted);
        game.moves().into_iter().filter(is_equal).collect()
    }

    /// The rules of the book, without a draw rule, which does not matter.
    fn rules(&self) -> Option<Rules> {
        let half_komi = HalfKomi::new(self.half_komi).ok()?;
        let rules = Rules::standard(self.size).with_komi(half_komi);
        Some(Rules { reversible_plies: 0, ..rules })
    }

    fn positions(&self) -> &[Entry] {
        self.positions.get_or_init(|| {
            let start = self.rules().and_then(|rules| Game::start(self.size, rules).ok());
            let mut path = Vec::new();
            let lines =
                self.text.lines().filter_map(|line| entry(start.as_ref()?, &mut path, line));
            let mut positions: Vec<_> = lines.collect();
            positions.sort_by_key(|&(key, _)| key);
            positions
        })
    }
}

/// A line of the book. `path` has the moves of the last valid line, from now on this one if it is valid.
fn entry(start: &Game, path: &mut Vec<Move>, line: &str) -> Option<Entry> {
    let (words, moves) = line.split_once(';')?;
    let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
    let (kept, rest) = first.parse().map_or((0, words), |kept| (kept, rest));
    let played = [path.get(..kept)?, &parse_line(rest).ok()?].concat();
    let mut game = start.clone();
    game.play_line(&played).ok()?;
    let (key, symmetry) = least_image(&game);
    let read = |text: &str| {
        let (mv, score) = text.trim().split_once(' ')?;
        let mv = parse_move(mv).ok()?;
        game.check(mv).ok()?;
        Some((symmetry.mv(mv, game.size()), score.parse().ok()?))
    };
    let moves = moves.split(',').map(read).collect::<Option<_>>()?;
    *path = played;
    Some((key, moves))
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::collections::BTreeMap;

    const TEXT: &str = "# a comment\n; c3 10, a1 -5, b1 -60\na1 e5; c3 0\na1 a1; c3 0\nnonsense\n";

    fn start(half_komi: i32) -> Game {
        let rules = Rules::standard(5).with_komi(HalfKomi::new(half_komi).unwrap());
        Game::start(5, rules).unwrap()
    }

    fn played(line: &str) -> Game {
        let mut game = start(4);
        game.play_line(&parse_line(line).unwrap()).unwrap();
        game
    }

    #[test]
    fn every_image_has_the_moves_and_other_rules_have_none() {
        let book = ScoredBook::new(5, 4, TEXT);
        assert_eq!(book.len(), 2, "lines that are not legal are skipped");
        for line in ["a1 e5", "e1 a5", "e5 a1", "a5 e1"] {
            let game = played(line);
            let moves = book.moves(&game);
            assert_eq!(moves, [(game.read_move("c3").unwrap(), 0)]);
        }
        assert!(book.moves(&played("a1 e4")).is_empty());
        assert!(book.moves(&start(0)).is_empty());
        let rules = Rules { reversible_plies: 50, ..*start(4).rules() };
        assert_eq!(book.moves(&Game::start(5, rules).unwrap()).len(), 3);
        let six = Game::start(6, Rules::standard(6)).unwrap();
        assert!(book.moves(&six).is_empty() && book.choose(&six, Seed::new(1)).is_none());
    }

    #[test]
    fn a_number_stands_for_moves_of_the_line_before() {
        let text = "a1 e5 c3; d4 1\nnonsense\n2 d3; d4 2\n3 d4 c4; b2 3\n1 a5; c3 4\n3 c3; c4 5\n1; e5 6\n";
        let book = ScoredBook::new(5, 4, text);
        let paths = ["a1 e5 c3", "a1 e5 d3", "a1 e5 d3 d4 c4", "a1 a5", "a1"];
        for (path, score) in paths.into_iter().zip([1, 2, 3, 4, 6]) {
            assert_eq!(book.moves(&played(path))[0].1, score, "{path}");
        }
        assert_eq!(
            book.len(),
            paths.len(),
            "a line that keeps more moves than there are is skipped"
        );
    }

    #[test]
    fn better_moves_are_played_more_often_and_bad_ones_never() {
        let book = ScoredBook::new(5, 4, TEXT);
        let game = start(4);
        let mut counts = BTreeMap::new();
        for seed in 0..2700 {
            *counts.entry(book.choose(&game, Seed::new(seed)).unwrap().to_string()).or_insert(0) +=
                1;
        }
        // The weights are 21 and 6; every corner is equal.
        assert_eq!(counts.keys().collect::<Vec<_>>(), ["a1", "a5", "c3", "e1", "e5"]);
        assert!((1950..2250).contains(&counts["c3"]), "{counts:?}");
    }
}
