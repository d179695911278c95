//! Fitting the evaluation: weights that foretell how games end.
//!
//! The evaluation is linear, so its weights can be learned by logistic regression: the value of a
//! position, squeezed to a chance of winning, is brought as near as it goes to what became of the
//! game and what a search thought of it. (The method is known as Texel tuning; mixing result and
//! score is from the training of networks.)

mod balance;
mod calibrate;
mod fitted;
mod model;
mod samples;
mod train;

pub use balance::{Balance, Balances, Promise, Reading};
pub(crate) use calibrate::loss;
pub use calibrate::{Bucket, Chances, Spread};
pub use fitted::{Choices, Fitted, Losses, fit};
pub use model::Model;
pub use samples::{Sample, Samples};
pub use train::{Epoch, Plan, train};

#[cfg(test)]
mod tests;
