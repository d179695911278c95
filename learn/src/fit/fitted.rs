//! A fit from beginning to end, and what came out.

use super::calibrate::{Bucket, Chances, Spread};
use super::{Epoch, Model, Plan, Samples, train};
use crate::lesson::Lesson;
use stonefall_engine::eval::Term;
use stonefall_engine::eval::weights::{Scale, Table, scale, table};

/// Choices that are left to the user.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choices {
    /// Times that every position is looked at.
    pub epochs: usize,
    /// Positions in a batch.
    pub batch: usize,
    /// First step of a weight, in inner units.
    pub rate: f32,
    /// Pull towards the weights in use: see [`Plan::pull`].
    pub pull: f32,
    /// How much of the target is the game's result.
    pub result_share: f32,
    /// Inner units that turn even chances into 73 %; as in use if `None`.
    pub spread: Option<f32>,
    /// Seed of the order of positions.
    pub seed: u64,
}

/// Mean losses of the weights in use and of the fitted ones.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Losses {
    /// Of the weights in use.
    pub before: f64,
    /// Of the fitted ones.
    pub after: f64,
}

/// What a fit found.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The new weights.
    pub table: Table,
    /// What they mean.
    pub scale: Scale,
    /// Spread that the weights in use have on these games.
    pub spread_before: Spread,
    /// Spread of the search's scores, in hundredths of a flat.
    pub score_spread: Spread,
    /// Losses on what was learned from.
    pub learned: Losses,
    /// Losses on what was held back.
    pub held: Losses,
    /// What became of the positions that were held back, by their new values.
    pub buckets: [Bucket; 10],
}

/// Fits the weights of a board size. `tell` hears of every epoch and may end the fit early.
pub fn fit(
    size: usize,
    lesson: &Lesson<Samples>,
    choices: &Choices,
    tell: impl FnMut(Epoch) -> bool,
) -> Fitted {
    let Lesson { learned, held } = lesson;
    let start = Model::new(table(size));
    let spread = choices.spread.unwrap_or(scale(size).spread as f32);
    let plan = Plan {
        epochs: choices.epochs,
        batch: choices.batch,
        rate: choices.rate,
        pull: choices.pull,
        result_share: choices.result_share,
        seed: choices.seed,
        spread: Spread(spread),
        score_spread: Spread::fitted(|| learned.scored()),
    };
    let mut table = train(&start, learned, &plan, tell).table();
    // Early in a game komi says so little that chance decides its sign; it always helps who gets it.
    for weight in &mut table[Term::komi().index()] {
        *weight = (*weight).max(1);
    }
    let model = Model::new(&table);
    let spread_before = Spread::fitted(|| learned.valued(&start));
    // The old weights are judged at the spread that suits them best.
    let before = Plan { spread: spread_before, ..plan };
    let losses = |samples| Losses {
        before: before.loss(&start, samples),
        after: plan.loss(&model, samples),
    };
    let chances = Chances::fitted(|| learned.valued(&model));
    Fitted {
        table,
        scale: Scale {
            flat: (flat(&table, &learned.occurrences()).round() as i32).max(1),
            spread: (chances.spread.0.round() as i32).max(1),
            draw: (chances.draw.round() as i32).max(1),
        },
        spread_before,
        score_spread: plan.score_spread,
        learned: losses(learned),
        held: losses(held),
        buckets: Bucket::all(chances.spread, held.valued(&model)),
    }
}

/// What one flat on an average square is worth in the middle of a game, in inner units.
fn flat(table: &Table, occurrences: &[usize; Term::COUNT]) -> f64 {
    let middle = |term: Term| f64::from(table[term.index()][1]);
    let (mut sum, mut count) = (0.0, 0.0);
    for term in Term::flats_by_square() {
        let weight = occurrences[term.index()] as f64;
        sum += weight * middle(term);
        count += weight;
    }
    middle(Term::flats()) + sum / count.max(1.0)
}
