//! Counts of the games that played a move, so that a query without filters need not read them.

use crate::bits::{BitReader, BitWriter};
use crate::facts::Facts;
use crate::first::First;
use stonefall_engine::Color;
use stonefall_engine::notation::ptn_file::GameResult;
use stonefall_engine::types::ByColor;

/// Games of a summary by name: those with the highest ratings.
pub const BEST: usize = 10;

/// Counts of games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Their number.
    pub games: u64,
    /// Wins.
    pub wins: ByColor<u64>,
    /// Draws.
    pub draws: u64,
    /// Sums of the known ratings.
    pub rating_sums: ByColor<u64>,
    /// Numbers of known ratings.
    pub rated: ByColor<u64>,
    /// The games of the segment with the highest ratings, at most [`BEST`].
    pub best: Vec<u16>,
}

impl Summary {
    /// The summary of a segment's games.
    pub(crate) fn new(games: &[(u16, Facts)]) -> Self {
        let mut summary = Self { games: games.len() as u64, ..Self::default() };
        for (_, facts) in games {
            match facts.result() {
                GameResult::Win(color, _) => summary.wins[color] += 1,
                GameResult::Draw => summary.draws += 1,
                GameResult::Unfinished => {}
            }
            for color in Color::ALL {
                let rating = facts.ratings[color];
                summary.rating_sums[color] += u64::from(rating);
                summary.rated[color] += u64::from(rating > 0);
            }
        }
        let mut best = First::new(BEST);
        games.iter().for_each(|(game, facts)| best.add(facts.rank(), (*game).into(), None));
        summary.best = best.finish().map(|(game, _)| game as u16).collect();
        summary
    }

    /// The numbers in the order of the file.
    fn numbers(&mut self) -> impl Iterator<Item = &mut u64> {
        let pairs = [&mut self.wins, &mut self.rating_sums, &mut self.rated];
        pairs.into_iter().flat_map(|pair| &mut pair.0).chain([&mut self.draws])
    }

    /// Writes all but the number of games.
    pub(crate) fn write(mut self, writer: &mut BitWriter) {
        self.numbers().for_each(|number| writer.elias(*number));
        for &game in &self.best {
            writer.bits(game.into(), 16);
        }
    }

    /// Reads the summary of a number of games.
    pub(crate) fn read(reader: &mut BitReader<'_>, games: u64) -> Option<Self> {
        let mut summary = Self { games, ..Self::default() };
        for number in summary.numbers() {
            *number = reader.elias()?;
        }
        for _ in 0..BEST.min(games as usize) {
            summary.best.push(reader.bits(16)? as u16);
        }
        Some(summary)
    }
}
