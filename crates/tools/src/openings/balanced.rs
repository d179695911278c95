//! Balanced openings of four plies, for matches between engines.
//!
//! An opening is two flats of each color; with the standard rules the first flat of each player is the opponent's. The
//! candidates are all openings that are not images of each other, in an order that the seed decides. The search scores
//! each with a fixed number of nodes on one thread and an empty table. A book keeps the openings with scores close to
//! even. Equal plans make equal books on every machine with any number of threads.

use super::HASH_MIB;
use crate::resume::{ResumableFile, ResumeError, ResumeProblem, Start};
use crate::workers::{self, WorkEnd};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use stonefall_engine::board::Symmetry;
use stonefall_engine::book::FourFlats;
use stonefall_engine::notation::excerpt;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::{Opening, Square};
use stonefall_engine::{Game, Limits, Search, Settings, Value};
use stonefall_learn::random::Random;

/// Settings that decide the openings of a book.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct BalancePlan {
    /// Seed for the order of candidates
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// Positions to search per opening
    #[arg(long, value_name = "N", default_value = "100000", value_parser = clap::value_parser!(u64).range(100..))]
    pub nodes: u64,
    /// Largest advantage of either side in hundredths of a flat
    #[arg(long, value_name = "N", default_value = "50", value_parser = clap::value_parser!(i32).range(0..))]
    pub max_score: i32,
}

/// A book of balanced openings and its file, which has an opening in each line.
#[derive(Debug)]
pub struct BalancedBook {
    /// The empty board with the rules of the games.
    start: Game,
    plan: BalancePlan,
    file: ResumableFile,
    /// All openings in the order in which they are examined.
    candidates: Vec<FourFlats>,
    /// Number of openings in the file.
    pub openings: usize,
    /// Number of candidates up to the last examined one.
    pub examined: usize,
}

impl BalancedBook {
    /// Opens the book of a file, or a new one. The first candidate to examine is the one after the last opening of the
    /// file.
    ///
    /// # Errors
    /// If the file cannot be read or written, or has other lines than openings in the order of the candidates.
    pub fn open(
        path: &Path,
        start: Start,
        empty: Game,
        plan: BalancePlan,
    ) -> Result<Self, ResumeError> {
        let candidates = candidates(empty.size(), empty.rules().opening, plan.seed);
        let read = |file: &mut File| {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            let text = String::from_utf8_lossy(&bytes);
            let (mut openings, mut examined, mut complete) = (0, 0, 0);
            let mut numbered = (1..).zip(&candidates);
            for (line, words) in (1..).zip(text.split_inclusive('\n')) {
                // A killed program leaves the beginning of a line.
                let begins = |opening: &FourFlats| format!("{opening}\n").starts_with(words);
                let Some((number, _)) = numbered.find(|(_, opening)| begins(opening)) else {
                    let (size, seed, found) = (empty.size(), plan.seed, excerpt(words.trim(), 60));
                    return Err(ResumeProblem::Settings(format!(
                        "expected openings in the order of --size {size} --seed {seed}, found {found} (line {line})"
                    )));
                };
                if words.ends_with('\n') {
                    (openings, examined) = (line, number);
                    complete += words.len() as u64;
                }
            }
            Ok(((openings, examined), complete))
        };
        let (file, (openings, examined), _) = ResumableFile::open(path, start, read)?;
        Ok(Self { start: empty, plan, file, candidates, openings, examined })
    }

    /// Number of possible openings; images of each other count once.
    pub const fn candidates(&self) -> usize {
        self.candidates.len()
    }

    /// Adds openings until there are `count` of them, or no candidate is left. Calls `on_candidate` after every candidate,
    /// with the numbers of openings and of examined candidates. The stopper ends the searches in progress.
    pub fn extend(
        &mut self,
        count: usize,
        threads: usize,
        stopper: &Stopper,
        mut on_candidate: impl FnMut(usize, usize),
    ) -> Result<WorkEnd, ResumeError> {
        if self.openings >= count {
            return Ok(WorkEnd::Complete);
        }
        let Self { start, plan, file, candidates, openings, examined } = self;
        let enough = stopper.child();
        let left = *examined..candidates.len();
        let job = |search: &mut Search, number: usize| {
            let opening = (!enough.is_stopped()).then(|| candidates[number])?;
            let limits = Limits { stopper: enough.clone(), ..Limits::nodes(plan.nodes) };
            score(search, start, opening, limits).filter(|_| !enough.is_stopped())
        };
        let on_value = |number: usize, value| {
            // Other threads may have more.
            if *openings < count {
                *examined = number + 1;
                if matches!(value, Value::CentiFlats(score) if score.abs() <= plan.max_score) {
                    file.append(format!("{}\n", candidates[number]).as_bytes())?;
                    *openings += 1;
                }
                on_candidate(*openings, *examined);
            }
            if *openings >= count {
                enough.stop();
            }
            Ok::<_, ResumeError>(())
        };
        let new_search = || Search::new(HASH_MIB);
        let ended = workers::run_in_order(left, threads, &enough, new_search, job, on_value)?;
        self.file.sync()?;
        Ok(if self.openings >= count { WorkEnd::Complete } else { ended })
    }
}

/// The value of an opening from White's view.
fn score(search: &mut Search, start: &Game, opening: FourFlats, limits: Limits) -> Option<Value> {
    let mut game = start.clone();
    game.play_line(&opening.moves()).ok()?;
    search.clear();
    let result = search.run(&game, limits, Settings::default(), &mut ());
    // White is to move after four plies.
    Some(result.lines.first()?.value)
}

/// All openings of a board that are not images of each other, in an order that the seed decides. Each is a
/// random image with its flats in the order of play.
pub fn candidates(size: usize, first_stones: Opening, seed: u64) -> Vec<FourFlats> {
    let squares: Vec<Square> = Square::all(size).collect();
    let rest = |index: usize| squares[index + 1..].iter();
    let pairs = squares.iter().enumerate();
    let pairs: Vec<_> =
        pairs.flat_map(|(index, &one)| rest(index).map(move |&other| [one, other])).collect();
    let mut openings = Vec::new();
    for &[black, other_black] in &pairs {
        for &[white, other_white] in &pairs {
            let opening = FourFlats([black, white, other_white, other_black]);
            let apart = ![black, other_black].iter().any(|it| [white, other_white].contains(it));
            if apart && opening.canonical(size) == opening {
                openings.push(opening);
            }
        }
    }
    let mut random = Random::new(seed);
    random.shuffle(&mut openings);
    openings
        .into_iter()
        .map(|opening| in_order(varied(opening, &mut random, size), first_stones))
        .collect()
}

/// With `NoSwap`, White places the first white flat and Black the first black one.
fn in_order(mut opening: FourFlats, first_stones: Opening) -> FourFlats {
    if first_stones == Opening::NoSwap {
        opening.0.swap(0, 1);
    }
    opening
}

/// The same stones in a random order and symmetry.
fn varied(opening: FourFlats, random: &mut Random, size: usize) -> FourFlats {
    let mut varied = opening.image(Symmetry::ALL[random.below(8)], size);
    if random.below(2) == 1 {
        varied.0.swap(0, 3);
    }
    if random.below(2) == 1 {
        varied.0.swap(1, 2);
    }
    varied
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_opening_is_a_candidate_once() {
        for size in 3..=5 {
            let found = candidates(size, Opening::Swap, 7);
            let classes: BTreeSet<_> =
                found.iter().map(|opening| opening.canonical(size)).collect();
            assert_eq!(classes.len(), found.len());
            // Every way to place the stones is an image of one candidate.
            let all = size * size;
            let ways = all * (all - 1) / 2 * ((all - 2) * (all - 3) / 2);
            let images = |opening: &FourFlats| {
                let images = Symmetry::ALL.map(|symmetry| opening.image(symmetry, size).ordered());
                images.into_iter().collect::<BTreeSet<_>>().len()
            };
            assert_eq!(classes.iter().map(images).sum::<usize>(), ways);
        }
    }

    #[test]
    fn the_seed_decides_the_order() {
        let made = |first_stones, seed| candidates(4, first_stones, seed);
        assert_eq!(made(Opening::Swap, 1), made(Opening::Swap, 1));
        assert_ne!(made(Opening::Swap, 1), made(Opening::Swap, 2));
        let lines = |first_stones| {
            made(first_stones, 1)[..2].iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(lines(Opening::Swap), ["b1 d4 a3 d3", "c1 b1 c2 c3"]);
        // The same positions; White begins with a white flat.
        assert_eq!(lines(Opening::NoSwap), ["d4 b1 a3 d3", "b1 c1 c2 c3"]);
    }
}
