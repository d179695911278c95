//! Fits the weights of the terms by logistic regression.
//!
//! The evaluation is linear in its weights. A logistic curve turns the value of a position into a chance; the
//! fit minimizes its cross-entropy with the target, a mix of the game's result and the search's score. The
//! method is known as Texel tuning; the mixed target comes from the training of networks.

mod calibrate;
mod terms;
mod train;

pub use calibrate::{Bucket, Chances};
pub(crate) use calibrate::{loss, target};
pub use terms::{TermModel, TermSample, TermSamples};
pub use train::{FitPlan, FitResult, fit, train};

#[cfg(test)]
mod tests;
