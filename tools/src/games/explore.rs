//! The moves that games played in a position.

use super::facts::{Facts, RESULTS};
use super::filter::Filter;
use super::index::{BEST, Detail, Summary};
use super::listing::{First, Listed, Order};
use super::scores::KnownScore;
use super::visits::{Visited, Visitor};
use super::{Database, DatabaseError};
use crate::keys::distinct;
use stonefall_engine::notation::Tps;
use stonefall_engine::notation::ptn_file::GameResult;
use stonefall_engine::{Color, Game, HalfKomi, Move, Rules};

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

/// A move that games played, and all equal moves of a symmetric position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The move in PTN.
    pub ptn: String,
    /// The games with it.
    pub tally: Tally,
    /// The engine's score for the player to move.
    pub score: Option<KnownScore>,
}

/// The answer to a query about a position.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// The games that visited it.
    pub total: Tally,
    /// The moves, most games first.
    pub moves: Vec<Choice>,
    /// The games with the highest ratings.
    pub games: Vec<Listed>,
    /// The engine's score of the position.
    pub score: Option<KnownScore>,
    /// The komi of the scores.
    pub score_komi: Option<HalfKomi>,
}

/// A query about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Query {
    tps: Tps,
    rules: Rules,
    filter: Filter,
    games: usize,
}

/// Counts of a move. Games are counted by their results without branches, because no processor predicts results.
#[derive(Default)]
struct Counts {
    /// Games by the places of their results.
    results: [u64; RESULTS.len()],
    rating_sum: u64,
    rated: u64,
    /// Games of summaries.
    summed: Tally,
}

impl Counts {
    #[inline(always)]
    fn add(&mut self, facts: &Facts, mover: Color) {
        self.results[facts.result_index()] += 1;
        let rating = facts.ratings[mover];
        self.rating_sum += u64::from(rating);
        self.rated += u64::from(rating > 0);
    }

    fn tally(self) -> Tally {
        let mut tally = self.summed;
        for (games, result) in self.results.into_iter().zip(RESULTS) {
            tally.games += games;
            match result {
                GameResult::Win(Color::White, _) => tally.white += games,
                GameResult::Win(Color::Black, _) => tally.black += games,
                GameResult::Draw => tally.draws += games,
                GameResult::Unfinished => {}
            }
        }
        tally.rating_sum += self.rating_sum;
        tally.rated += self.rated;
        tally
    }
}

/// Counts by moves.
struct Tallies {
    moves: Vec<(Option<Move>, Counts)>,
    /// Places in `moves` plus one, by the bits of the move; 0 for a new move.
    places: Vec<u16>,
}

impl Tallies {
    fn new() -> Self {
        Self { moves: Vec::new(), places: vec![0; 1 << 16] }
    }

    #[inline(always)]
    fn of(&mut self, mv: Option<Move>) -> &mut Counts {
        let place = &mut self.places[usize::from(mv.map_or(0, Move::bits))];
        if *place == 0 {
            self.moves.push((mv, Counts::default()));
            *place = self.moves.len() as u16;
        }
        &mut self.moves[usize::from(*place) - 1].1
    }

    fn finish(self) -> Vec<(Option<Move>, Tally)> {
        self.moves.into_iter().map(|(mv, counts)| (mv, counts.tally())).collect()
    }
}

impl Tally {
    /// The sum of all moves.
    fn sum(moves: &[(Option<Move>, Self)]) -> Self {
        let mut total = Self::default();
        for (_, tally) in moves {
            total.games += tally.games;
            total.white += tally.white;
            total.black += tally.black;
            total.draws += tally.draws;
            total.rating_sum += tally.rating_sum;
            total.rated += tally.rated;
        }
        total
    }
}

/// Counts the visits of a position.
struct Count<'a> {
    mover: Color,
    detail: Detail,
    tallies: &'a mut Tallies,
    best: &'a mut First,
}

impl Visitor for Count<'_> {
    fn detail(&self) -> Detail {
        self.detail
    }

    #[inline(always)]
    fn game(&mut self, visited: Visited) {
        self.tallies.of(visited.mv).add(&visited.facts, self.mover);
        self.best.add(&visited);
    }

    fn many(&mut self, mv: Option<Move>, summary: &Summary, best: &[Visited]) {
        self.tallies.of(mv).summed.join(summary, self.mover);
        best.iter().for_each(|visited| self.best.add(visited));
    }
}

impl Tally {
    fn join(&mut self, summary: &Summary, mover: Color) {
        self.games += summary.games;
        self.white += summary.wins[Color::White];
        self.black += summary.wins[Color::Black];
        self.draws += summary.draws;
        self.rating_sum += summary.rating_sums[mover];
        self.rated += summary.rated[mover];
    }

    /// Mean rating of the players to move, where it is known.
    #[must_use]
    pub fn rating(&self) -> Option<u64> {
        (self.rating_sum + self.rated / 2).checked_div(self.rated)
    }
}

impl Database {
    /// The moves that games played in a position, in it and its images, and the `games` games with the highest ratings.
    /// The moves before the position do not count.
    ///
    /// # Errors
    /// If a name of the filter is unknown, or the file is damaged or locked.
    pub fn explore(
        &self,
        position: &Game,
        filter: &Filter,
        games: usize,
    ) -> Result<Exploration, DatabaseError> {
        let query =
            Query { tps: position.tps(), rules: *position.rules(), filter: filter.clone(), games };
        let mut found = match self.known(&query)? {
            Some(found) => found,
            None => {
                let found = self.count_moves(position, filter, games)?;
                self.keep(query, &found);
                found
            }
        };
        self.add_scores(position, filter, &mut found)?;
        Ok(found)
    }

    /// The answer without the engine's scores.
    fn count_moves(
        &self,
        position: &Game,
        filter: &Filter,
        games: usize,
    ) -> Result<Exploration, DatabaseError> {
        let matcher = filter.matcher(&self.connection)?;
        let mover = position.to_move();
        let detail = if games > BEST { Detail::Games } else { Detail::Summaries };
        let mut tallies = Tallies::new();
        let mut best = First::new(Order::Rating, games);
        let count = Count { mover, detail, tallies: &mut tallies, best: &mut best };
        self.visits(position, &matcher, count)?;
        let legal = distinct(position);
        let spell = |mv| legal.get(&mv).map(|&mv| position.spelling(mv));
        let choice = |(mv, tally): (Option<Move>, Tally)| {
            let mv = *legal.get(&mv?)?;
            Some(Choice { mv, ptn: position.spelling(mv), tally, score: None })
        };
        let tallies = tallies.finish();
        let total = Tally::sum(&tallies);
        let mut moves: Vec<_> = tallies.into_iter().filter_map(choice).collect();
        moves.sort_by(|one, other| {
            other.tally.games.cmp(&one.tally.games).then_with(|| one.ptn.cmp(&other.ptn))
        });
        let games = best.list(&self.connection, spell)?;
        Ok(Exploration { total, moves, games, ..Exploration::default() })
    }

    /// Adds the engine's scores.
    fn add_scores(
        &self,
        position: &Game,
        filter: &Filter,
        found: &mut Exploration,
    ) -> Result<(), DatabaseError> {
        let Some(komi) = self.komi_of_scores(position, filter)? else { return Ok(()) };
        found.score = self.score(position, komi)?;
        for choice in &mut found.moves {
            if let Ok(after) = position.after(choice.mv) {
                choice.score = self.score(&after, komi)?.map(KnownScore::of_move);
            }
        }
        let is_known = found.score.is_some() || found.moves.iter().any(|it| it.score.is_some());
        found.score_komi = is_known.then_some(komi);
        Ok(())
    }
}
