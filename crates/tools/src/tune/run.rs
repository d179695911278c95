//! Plays the games of a tuning or a test. The file of their results is the only memory.

use super::plan::TunePlan;
use super::spsa::{PairPoints, Tuner};
use crate::matches::Score;
use crate::resume::{ResumableFile, ResumeError, ResumeProblem, Start, check_settings};
use crate::selfplay::think::{Effort, Thinker};
use crate::selfplay::{OpeningPlan, opening};
use crate::workers::{self, WorkEnd};
use serde_json::Value;
use std::io::Read;
use std::path::Path;
use stonefall_engine::game::Game;
use stonefall_engine::search::TunableValues;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::{Color, HalfKomi, Rules};
use stonefall_learn::random::Random;

/// Event of a run.
#[derive(Clone, PartialEq, Debug)]
pub enum TuneEvent<'a> {
    /// A game ended.
    Game,
    /// Results as a line for the file, and the run with them.
    Results(String, &'a TuneRun),
}

/// A tuning or a test with its results so far.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneRun {
    /// The settings.
    pub plan: TunePlan,
    /// Number of pairs at the end.
    pub pairs: u32,
    /// The values of a tuning; `None` for a test of given values.
    pub tuner: Option<Tuner>,
    /// The first side's score. It has a meaning only for a test: else the sides change with every pair.
    pub score: Score,
}

impl TuneRun {
    /// A run before its first game.
    pub fn new(plan: TunePlan, pairs: u32) -> Self {
        let tuner = (!plan.is_test()).then(|| Tuner::new(&plan, pairs));
        Self { plan, pairs, tuner, score: Score::default() }
    }

    /// The values of both sides in a pair: those of a test against the defaults.
    fn sides(&self, pair: u32) -> [TunableValues; 2] {
        if let Some(tuner) = &self.tuner {
            return tuner.sides(pair);
        }
        let mut sides = [TunableValues::default(), TunableValues::default()];
        for (name, value) in &self.plan.versus {
            sides[0].set(name, *value);
        }
        sides
    }

    /// Number of pairs so far.
    pub fn done(&self) -> u32 {
        self.score.pairs.total()
    }

    /// Number of the next pairs whose results come together: a batch of a tuning, or one pair of a test. 0 at the end of
    /// a tuning.
    fn together(&self) -> u32 {
        self.tuner.as_ref().map_or(1, Tuner::batch)
    }

    /// Adds the results of the next pairs.
    fn add(&mut self, results: &[PairPoints]) {
        for result in results {
            self.score.pairs.count(result.iter().sum());
            result.iter().for_each(|&points| self.score.add(points));
        }
        if let Some(tuner) = &mut self.tuner {
            tuner.learn(results);
        }
    }

    /// Opens or creates the file of this run, and adds its results. An incomplete line at the end is cut off.
    ///
    /// # Errors
    /// If the file cannot be read and written, or has other content or settings.
    pub fn open(&mut self, path: &Path, start: Start) -> Result<ResumableFile, ResumeError> {
        let head = self.plan.head(self.pairs);
        let line = format!("{head}\n");
        let (mut file, end, _) = ResumableFile::open(path, start, |file| {
            let mut text = String::new();
            file.read_to_string(&mut text)?;
            let end = if line.starts_with(&text) { 0 } else { self.read(&head, &text)? as u64 };
            Ok((end, end))
        })?;
        if end == 0 {
            file.append(line.as_bytes())?;
        }
        Ok(file)
    }

    /// Adds the results in a text and returns the length of its complete lines.
    fn read(&mut self, head: &Value, text: &str) -> Result<usize, ResumeProblem> {
        let mut end = 0;
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            let refused = |expected: &str| {
                ResumeProblem::Content(format!(
                    "line {number}: expected {expected}, found other text"
                ))
            };
            match line.strip_suffix('\n') {
                Some(line) if number == 1 => {
                    let found = serde_json::from_str::<Value>(line).ok();
                    let found = found.filter(|line| line.get("stonefall_tune").is_some());
                    check_settings(
                        head,
                        &found.ok_or_else(|| refused("settings of stonefall tune"))?,
                    )?;
                }
                Some(line) => {
                    let results = read_line(line, self.together());
                    self.add(&results.ok_or_else(|| refused("the results of its games"))?);
                }
                None if number == 1 => return Err(refused("settings of stonefall tune")),
                // A killed program leaves an incomplete line.
                None => break,
            }
            end += line.len();
        }
        Ok(end)
    }

    /// Plays the missing pairs, with `threads` games at the same time. The stopper ends the work within a move.
    pub fn play<E>(
        &mut self,
        threads: usize,
        stopper: &Stopper,
        mut on_event: impl FnMut(TuneEvent<'_>) -> Result<(), E>,
    ) -> Result<WorkEnd, E> {
        while self.done() < self.pairs {
            let (first, together) = (self.done() as usize, self.together() as usize);
            // The batches of a tuning depend on each other, the pairs of a test do not.
            let end = if self.tuner.is_some() { first + together } else { self.pairs as usize };
            let before = self.clone();
            let play = |(): &mut (), game: usize| {
                before.play_game((game / 2) as u32, Color::ALL[game % 2], stopper)
            };
            let mut games = Vec::new();
            let on_game = |_, points| {
                games.push(points);
                on_event(TuneEvent::Game)?;
                if games.len() < 2 * together {
                    return Ok(());
                }
                let results = games.as_chunks().0;
                self.add(results);
                let line = serde_json::json!(results).to_string() + "\n";
                games.clear();
                on_event(TuneEvent::Results(line, self))
            };
            let games = 2 * first..2 * end;
            let ended = workers::run_in_order(games, threads, stopper, || (), play, on_game)?;
            if ended == WorkEnd::Interrupted {
                return Ok(ended);
            }
        }
        Ok(WorkEnd::Complete)
    }

    /// Plays a game from empty tables. `first` is the color of the first side. Returns its half points; `None` if the game
    /// is stopped.
    fn play_game(&self, pair: u32, first: Color, stopper: &Stopper) -> Option<usize> {
        let TunePlan { sizes, seed, nodes, half_komi, .. } = &self.plan;
        let mut random = Random::of(&[*seed, 0, pair.into(), OPENING_STREAM]);
        let half_komi = HalfKomi::new(random.within(half_komi)).ok()?;
        let size = sizes[pair as usize % sizes.len().max(1)];
        let rules =
            Rules { half_komi, reversible_plies: REVERSIBLE_PLIES, ..Rules::standard(size) };
        let start = Game::start(size, rules).ok()?;
        // Searches with the default values judge the opening, so that it does not depend on the sides.
        TunableValues::default().install();
        let mut game = opening::balanced(&opening_plan(size), &start, &mut random, |game| {
            Some(Thinker::new(Effort::nodes(JUDGE_NODES), stopper).think(game)?.value)
        })?;
        let sides = self.sides(pair);
        let mut thinkers = [(); 2].map(|()| Thinker::new(Effort::nodes(*nodes), stopper));
        loop {
            if let Some(outcome) = game.outcome_with_history() {
                return Some(outcome.half_points(first) as usize);
            }
            let side = usize::from(game.to_move() != first);
            // Both sides think on this thread in turn.
            sides[side].install();
            game.play(thinkers[side].think(&game)?.mv).ok()?;
        }
    }
}

/// The results of this number of pairs in a line of a file, such as `[[2,1],[0,0]]`.
fn read_line(line: &str, pairs: u32) -> Option<Vec<PairPoints>> {
    let results: Vec<PairPoints> = serde_json::from_str(line).ok()?;
    let is_valid = results.as_flattened().iter().all(|&points| points <= 2);
    (is_valid && results.len() == pairs as usize).then_some(results)
}

/// Positions that a search visits to judge an opening.
const JUDGE_NODES: u32 = 1000;

/// Number of the random stream of a pair's opening.
const OPENING_STREAM: u64 = 1;

/// PlayTak's draw rule: plies without a placement or a flattened wall.
const REVERSIBLE_PLIES: u16 = 50;

/// Largest score of either side after the opening, in hundredths of a flat.
const MAX_SCORE: i32 = 150;

/// Openings: enough random plies that no game occurs twice, without a book, which is finite.
fn opening_plan(size: usize) -> OpeningPlan {
    let plies = match size {
        3 => 2..=4,
        4 => 4..=6,
        _ => 6..=8,
    };
    OpeningPlan { plies, book_per_mille: 0, max_score: MAX_SCORE }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn openings_do_not_repeat() {
        let mut seen = BTreeSet::new();
        for pair in 0..4000_u64 {
            let mut random = Random::of(&[1, 0, pair, OPENING_STREAM]);
            let start = Game::start(5, Rules::standard(5)).unwrap();
            let drawn = opening::draw(&opening_plan(5), &start, &mut random);
            seen.insert(drawn.played().collect::<Vec<_>>());
        }
        assert_eq!(seen.len(), 4000);
    }
}
