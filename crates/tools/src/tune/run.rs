//! Plays the games of a tuning or a test. The file of their results is the only memory.

use super::plan::TunePlan;
use super::spsa::{PairPoints, Tuner};
use crate::matches::Score;
use crate::resume::{ResumableFile, ResumeError, ResumeProblem, Start, check_settings};
use crate::selfplay::opening;
use crate::selfplay::think::Thinker;
use crate::workers::{self, WorkEnd};
use serde_json::Value;
use std::io::Read;
use std::path::Path;
use stonefall_engine::game::Game;
use stonefall_engine::search::TunableValues;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::Color;
use stonefall_learn::random::Random;

/// Event of a run.
#[derive(Clone, PartialEq, Debug)]
pub enum TuneEvent<'a> {
    /// A game ended.
    Game,
    /// Results as a line for the file, and the run with them.
    Results(String, &'a TuneRun),
}

/// The measured values.
#[derive(Clone, PartialEq, Debug)]
pub enum Experiment {
    /// They move after each batch.
    Tune(Tuner),
    /// All are measured together, against the defaults.
    Versus(Box<[TunableValues; 2]>),
}

/// A tuning or a test with its results so far.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneRun {
    /// The settings.
    pub plan: TunePlan,
    /// Number of pairs at the end.
    pub pairs: u32,
    /// The values.
    pub experiment: Experiment,
    /// The first side's score. It has a meaning only for [`Experiment::Versus`]: else the sides change with every pair.
    pub score: Score,
}

impl Experiment {
    fn new(plan: &TunePlan, pairs: u32) -> Self {
        let TunePlan { versus, seed, .. } = plan;
        if versus.is_empty() {
            return Self::Tune(Tuner::new(&plan.schedule(pairs), *seed));
        }
        let mut sides = [TunableValues::default(), TunableValues::default()];
        for (name, value) in versus {
            sides[0].set(name, *value);
        }
        Self::Versus(Box::new(sides))
    }

    /// The values of both sides in a pair.
    fn sides(&self, pair: u32) -> [TunableValues; 2] {
        match self {
            Self::Tune(tuner) => tuner.sides(pair),
            Self::Versus(sides) => (**sides).clone(),
        }
    }
}

impl TuneRun {
    /// A run before its first game.
    pub fn new(plan: TunePlan, pairs: u32) -> Self {
        let experiment = Experiment::new(&plan, pairs);
        Self { plan, pairs, experiment, score: Score::default() }
    }

    /// Number of pairs so far.
    pub fn done(&self) -> u32 {
        self.score.pairs.total()
    }

    /// Number of the next pairs whose results come together: a batch of a tuning, or one pair of a test. 0 at the end of
    /// a tuning.
    fn together(&self) -> u32 {
        match &self.experiment {
            Experiment::Tune(tuner) => tuner.batch(),
            Experiment::Versus(_) => 1,
        }
    }

    /// Adds the results of the next pairs.
    fn add(&mut self, results: &[PairPoints]) {
        for result in results {
            self.score.pairs.count(result.half_points());
            result.0.into_iter().for_each(|points| self.score.add(points));
        }
        if let Experiment::Tune(tuner) = &mut self.experiment {
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
                    let found = serde_json::from_str::<Value>(line).ok().filter(TunePlan::is_head);
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
            let (first, together) = (self.done() as usize, self.together());
            // The batches of a tuning depend on each other, the pairs of a test do not.
            let end = match self.experiment {
                Experiment::Tune(_) => first + together as usize,
                Experiment::Versus(_) => self.pairs as usize,
            };
            let (plan, experiment) = (self.plan.clone(), self.experiment.clone());
            let play = |(): &mut (), game: usize| {
                let pair = (game / 2) as u32;
                let (first, sides) = (Color::ALL[game % 2], &experiment.sides(pair));
                PairGame { plan: &plan, pair, first, sides }.play(stopper)
            };
            let mut games = Vec::new();
            let on_game = |_, points| {
                games.push(points);
                on_event(TuneEvent::Game)?;
                if games.len() < 2 * together as usize {
                    return Ok(());
                }
                let results: Vec<_> =
                    games.chunks(2).map(|it| PairPoints([it[0], it[1]])).collect();
                games.clear();
                self.add(&results);
                on_event(TuneEvent::Results(line(&results), self))
            };
            let games = 2 * first..2 * end;
            let ended = workers::run_in_order(games, threads, stopper, || (), play, on_game)?;
            if ended == WorkEnd::Interrupted {
                return Ok(ended);
            }
        }
        Ok(WorkEnd::Complete)
    }
}

/// Results as a line of a file: `ww ld`.
fn line(results: &[PairPoints]) -> String {
    results.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ") + "\n"
}

/// The results of this number of pairs in a line.
fn read_line(line: &str, pairs: u32) -> Option<Vec<PairPoints>> {
    let results = line.split(' ').map(PairPoints::read).collect::<Option<Vec<_>>>()?;
    (results.len() == pairs as usize).then_some(results)
}

/// Positions that a search visits to judge an opening.
const JUDGE_NODES: u32 = 1000;

/// Number of the random stream of a pair's opening.
const OPENING_STREAM: u64 = 1;

/// A game of a pair.
#[derive(Clone, Copy)]
struct PairGame<'a> {
    plan: &'a TunePlan,
    /// Number of the pair.
    pair: u32,
    /// The color of the first side.
    first: Color,
    /// The values of both sides.
    sides: &'a [TunableValues; 2],
}

impl PairGame<'_> {
    /// Plays the game from empty tables. Returns the half points of the first side; `None` if it is stopped.
    fn play(&self, stopper: &Stopper) -> Option<usize> {
        let size = self.plan.size(self.pair);
        let TunePlan { seed, nodes, half_komi, .. } = self.plan;
        let mut random = Random::of(&[*seed, 0, self.pair.into(), OPENING_STREAM]);
        let rules = self.plan.rules(size, random.within(half_komi));
        let start = Game::start(size, rules).ok()?;
        let mut game = balanced_opening(&start, &mut random, stopper)?;
        let mut thinkers = [(); 2].map(|()| Thinker::new(*nodes, false, stopper));
        loop {
            if let Some(outcome) = game.outcome_with_history() {
                return Some(match outcome.winner() {
                    None => 1,
                    Some(winner) if winner == self.first => 2,
                    Some(_) => 0,
                });
            }
            let side = usize::from(game.to_move() != self.first);
            // Both sides think on this thread in turn.
            self.sides[side].install();
            game.play(thinkers[side].think(&game)?.mv).ok()?;
        }
    }
}

/// A random opening. Searches with the default values judge it, so that it does not depend on the sides.
fn balanced_opening(start: &Game, random: &mut Random, stopper: &Stopper) -> Option<Game> {
    TunableValues::default().install();
    opening::balanced(&TunePlan::opening(start.size()), start, random, |game| {
        Some(Thinker::new(JUDGE_NODES, false, stopper).think(game)?.value)
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::collections::BTreeSet;
    use stonefall_engine::types::Rules;

    #[test]
    fn openings_do_not_repeat() {
        let mut seen = BTreeSet::new();
        for pair in 0..4000_u64 {
            let mut random = Random::of(&[1, 0, pair, OPENING_STREAM]);
            let start = Game::start(5, Rules::standard(5)).unwrap();
            let drawn = opening::draw(&TunePlan::opening(5), &start, &mut random);
            seen.insert(drawn.played().collect::<Vec<_>>());
        }
        assert_eq!(seen.len(), 4000);
    }
}
