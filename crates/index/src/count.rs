//! Counts the games of lists.

use crate::columns::{Columns, pair};
use crate::facts::RESULTS;
use crate::first::First;
use crate::read::{Games, Group};
use crate::summary::Summary;
use stonefall_engine::notation::ptn_file::GameResult;
use stonefall_engine::{Color, Move};

/// Games that are read at once.
const BLOCK: usize = 512;

/// The selected games of a segment.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Identifier of the first game.
    pub first_game: i64,
    /// The facts.
    pub columns: &'a Columns,
    /// What [`Conditions::select`](crate::Conditions::select) returned for them.
    pub results: &'a [u8],
}

/// Results of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Number of games, also of those without a result.
    pub games: u64,
    /// Games that White won.
    pub white: u64,
    /// Games that Black won.
    pub black: u64,
    /// Drawn games.
    pub draws: u64,
    /// Sum of the known ratings of the players to move.
    pub rating_sum: u64,
    /// Number of known ratings of the players to move.
    pub rated: u64,
}

impl Tally {
    /// Adds other games.
    pub fn join(&mut self, other: &Self) {
        self.games += other.games;
        self.white += other.white;
        self.black += other.black;
        self.draws += other.draws;
        self.rating_sum += other.rating_sum;
        self.rated += other.rated;
    }

    /// The summary of a segment's games, with the ratings of the players to move.
    #[must_use]
    pub fn of(summary: &Summary, mover: Color) -> Self {
        Self {
            games: summary.games,
            white: summary.wins[Color::White],
            black: summary.wins[Color::Black],
            draws: summary.draws,
            rating_sum: summary.rating_sums[mover],
            rated: summary.rated[mover],
        }
    }

    /// Mean rating of the players to move, where it is known.
    #[must_use]
    pub fn rating(&self) -> Option<u64> {
        (self.rating_sum + self.rated / 2).checked_div(self.rated)
    }
}

/// A game as a sum of four numbers of 16 bits: games, White's wins, Black's wins and draws. The games of a block
/// do not overflow. A game that is not selected is 0.
const SUMS: [u64; 16] = {
    let mut sums = [0; 16];
    let mut place = 0;
    while place < RESULTS.len() {
        sums[place] = 1 + match RESULTS[place] {
            GameResult::Win(Color::White, _) => 1 << 16,
            GameResult::Win(Color::Black, _) => 1 << 32,
            GameResult::Draw => 1 << 48,
            GameResult::Unfinished => 0,
        };
        place += 1;
    }
    sums
};

impl Part<'_> {
    /// Whether a game is selected; `None` if the segment does not have it.
    #[must_use]
    pub fn has(&self, game: u16) -> Option<bool> {
        self.results.get(usize::from(game)).map(|&result| is_selected(result))
    }

    /// Counts the games of a block that are selected. The games with the highest ratings go into `best`.
    ///
    /// Results are random, so branches on them would cost more than the rest.
    fn count(
        &self,
        games: &[u16],
        mv: Option<Move>,
        mover: Color,
        best: &mut First,
    ) -> Option<Tally> {
        let results = self.results;
        let ratings = self.columns.ratings().get(..results.len())?;
        let (mut sums, mut rating_sum, mut rated) = (0, 0, 0);
        let mut least = best.least() >> 16;
        for &game in games {
            let place = usize::from(game);
            let result = *results.get(place)?;
            let is_selected = is_selected(result);
            let ratings = pair(ratings[place]);
            let rating = u64::from(ratings[mover.index()]) * u64::from(is_selected);
            sums += SUMS[usize::from(result & 15)];
            rating_sum += rating;
            rated += u64::from(rating > 0);
            // The rank may be lower, but not higher.
            let mean = u32::from(ratings[0]).midpoint(ratings[1].into());
            if is_selected & (mean >= least) {
                best.add(self.columns.rank(game)?, self.id(game), mv);
                least = best.least() >> 16;
            }
        }
        let number = |place: u32| sums >> (16 * place) & 0xffff;
        let [games, white, black, draws] = [0, 1, 2, 3].map(number);
        Some(Tally { games, white, black, draws, rating_sum, rated })
    }

    /// Identifier of a game.
    #[must_use]
    pub fn id(&self, game: u16) -> i64 {
        self.first_game + i64::from(game)
    }
}

const fn is_selected(result: u8) -> bool {
    result < RESULTS.len() as u8
}

impl Games<'_> {
    /// Passes the games in blocks. `None` if the bytes are damaged.
    fn blocks(&self, mut on_block: impl FnMut(&[u16]) -> Option<()>) -> Option<()> {
        match self {
            Self::Few(games) => games.chunks(BLOCK).try_for_each(on_block),
            Self::Many(_, coded) => {
                let (mut coded, mut buffer) = (*coded, [0; BLOCK]);
                loop {
                    match coded.read(&mut buffer)? {
                        [] => return Some(()),
                        games => on_block(games)?,
                    }
                }
            }
        }
    }
}

impl Group<'_> {
    /// Counts the selected games. `None` if the bytes are damaged.
    pub fn count(&self, part: &Part<'_>, mover: Color, best: &mut First) -> Option<Tally> {
        let mut tally = Tally::default();
        self.games.blocks(|games| {
            tally.join(&part.count(games, self.mv, mover, best)?);
            Some(())
        })?;
        Some(tally)
    }

    /// The selected games. `None` if the bytes are damaged.
    #[must_use]
    pub fn selected(&self, part: &Part<'_>) -> Option<Vec<u16>> {
        let mut selected = Vec::new();
        self.games.blocks(|games| {
            for &game in games {
                if part.has(game)? {
                    selected.push(game);
                }
            }
            Some(())
        })?;
        Some(selected)
    }
}
