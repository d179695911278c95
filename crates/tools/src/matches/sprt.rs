//! Sequential probability ratio test: plays until the results decide between two hypotheses.
//!
//! The generalized test on pairs of games, as in fishtest and fastchess: the likelihood of the results
//! under each hypothesis is the largest that any distribution with that strength gives. Michel Van den
//! Bergh, *Comparing the approximations for the generalized log likelihood ratio of a multinomial
//! distribution* and *Comments on normalized Elo* (<https://www.cantate.be/Fishtest/>).

use super::elo::{ELO_PER_NATURAL, Pairs, SCORES};
use crate::arguments::numbers;
use serde::Serialize;
use std::f64::consts::SQRT_2;
use std::str::FromStr;

/// Unit of Elo.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalized Elo.
    Normalized,
    /// Logistic Elo.
    Logistic,
}

impl Model {
    /// Name in arguments and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
        }
    }
}

/// A test between two strengths; [`Sprt::new`] checks the numbers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// Unit of `elo0` and `elo1`.
    pub model: Model,
    /// Elo of the null hypothesis.
    pub elo0: f64,
    /// Elo of the alternative.
    pub elo1: f64,
    /// Probability of a false acceptance.
    pub alpha: f64,
    /// Probability of a false rejection.
    pub beta: f64,
}

/// Decision of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The strength is `elo0` rather than `elo1`.
    Rejected,
    /// The strength is `elo1` rather than `elo0`.
    Accepted,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// A test whether a strength is `elo1` rather than `elo0`: with probability `alpha` it accepts
    /// though the strength is `elo0`, with `beta` it rejects though it is `elo1`.
    ///
    /// # Errors
    /// If the numbers are not a valid test.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model) -> Result<Self, String> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(format!("expected elo0 below elo1, found {elo0} and {elo1}"));
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(format!(
                "expected alpha and beta above 0 and together below 1, found {alpha} and {beta}"
            ));
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// Log likelihood ratios at which the test rejects and accepts.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// Log likelihood ratio of `elo1` to `elo0`.
    pub fn log_ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.total() == 0 {
            return 0.0;
        }
        // Unseen results are unlikely, not impossible.
        let counts = pairs.0.map(|count| if count == 0 { 1e-3 } else { f64::from(count) });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [null, alternative] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Normalized => normalized_fit(&shares, SQRT_2 * elo / ELO_PER_NATURAL),
            Model::Logistic => fit(&shares, &SCORES.map(|score| score - expected_score(elo))),
        });
        let terms = shares.iter().zip(null).zip(alternative);
        total * terms.map(|((share, null), other)| share * (other / null).ln()).sum::<f64>()
    }

    /// Decides from these results.
    pub fn decision(&self, pairs: &Pairs) -> Decision {
        let ratio = self.log_ratio(pairs);
        let [lower, upper] = self.bounds();
        if ratio >= upper {
            Decision::Accepted
        } else if ratio <= lower {
            Decision::Rejected
        } else {
            Decision::Open
        }
    }
}

/// `elo0=0,elo1=20,alpha=0.05,beta=0.05,model=normalized`; values that are left out have these defaults.
impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (mut elo, mut errors, mut model) = ([0.0, 20.0], [0.05, 0.05], Model::Normalized);
        numbers(
            text,
            |key, value| {
                let number = value.parse::<f64>().ok();
                match key {
                    "elo0" => elo[0] = number?,
                    "elo1" => elo[1] = number?,
                    "alpha" => errors[0] = number?,
                    "beta" => errors[1] = number?,
                    "model" => {
                        let models = [Model::Normalized, Model::Logistic];
                        model = models.into_iter().find(|model| model.name() == value)?;
                    }
                    _ => return None,
                }
                Some(())
            },
            "elo0=N, elo1=N, alpha=N, beta=N and model=normalized or model=logistic",
        )?;
        Self::new(elo[0], elo[1], errors[0], errors[1], model)
    }
}

/// Share of the points at a logistic Elo difference.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The distribution nearest to the observed one in which these values have mean 0 (equation 1.2 of the
/// first paper).
fn fit(shares: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let theta = root(shares, values);
    let mut fitted = *shares;
    for (share, value) in fitted.iter_mut().zip(values) {
        *share /= 1.0 + theta * value;
    }
    fitted
}

/// The zero of the sum of `share * value / (1 + x * value)`, by bisection: the sum falls between its
/// two poles.
fn root(shares: &[f64; 5], values: &[f64; 5]) -> f64 {
    let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
    if largest <= 0.0 || smallest >= 0.0 {
        // No distribution has such a mean.
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        let terms =
            shares.iter().zip(values).map(|(share, value)| share * value / (1.0 + middle * value));
        if terms.sum::<f64>() > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// The distribution nearest to the observed one whose mean is `deviations` of its own deviations above
/// one half, by iteration (section 4.1 of the second paper).
fn normalized_fit(shares: &[f64; 5], deviations: f64) -> [f64; 5] {
    let mut fitted = [0.2; 5];
    for _ in 0..25 {
        let mean: f64 = fitted.iter().zip(SCORES).map(|(share, score)| share * score).sum();
        let squares =
            fitted.iter().zip(SCORES).map(|(share, score)| share * (score - mean).powi(2));
        let deviation = squares.sum::<f64>().sqrt();
        let values = SCORES.map(|score| {
            let distance = (score - mean) / deviation;
            score - 0.5 - 0.5 * deviations * deviation * (1.0 + distance * distance)
        });
        let next = fit(shares, &values);
        let change = next.iter().zip(fitted).map(|(next, last)| (next - last).abs());
        let settled = change.fold(0.0, f64::max) < 1e-9;
        fitted = next;
        if settled {
            break;
        }
    }
    fitted
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn ratio(pairs: [u32; 5], elo0: f64, elo1: f64, model: Model) -> f64 {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap().log_ratio(&Pairs(pairs))
    }

    /// Test data of fastchess (app/tests/sprt_test.cpp, commit 74deac2), with its tolerance of 1 %.
    #[test]
    fn agrees_with_fastchess() {
        for (pairs, elo0, elo1, model, expected) in [
            ([365, 16618, 36029 + 200, 16974, 390], 0.0, 2.0, Model::Normalized, 2.25),
            ([127, 4883, 10311 + 401, 5150, 104], -1.75, 0.25, Model::Normalized, 3.01),
            ([0, 0, 0, 0, 5550], 0.0, 5.0, Model::Normalized, 111.82),
            ([223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, Model::Logistic, -3.07),
            ([871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0, Model::Logistic, -4.98),
        ] {
            let found = ratio(pairs, elo0, elo1, model);
            assert!((found / expected - 1.0).abs() < 0.01, "{found} {expected}");
        }
    }

    /// Test data of racetrack (src/tests/sprt_tests.rs, commit 78fa63c) from OpenBench runs of chess
    /// engines; lost pairs first.
    #[test]
    fn agrees_with_racetrack() {
        for (pairs, elo0, elo1, expected) in [
            ([440, 2910, 5170, 2888, 455], 0.0, 5.0, -2.27),
            ([142, 620, 1122, 699, 188], 0.0, 5.0, 2.99),
            ([349, 1561, 3340, 1604, 359], -5.0, 0.0, 2.90),
            ([98, 382, 674, 369, 71], -5.0, 0.0, -1.11),
        ] {
            let found = ratio(pairs, elo0, elo1, Model::Normalized);
            assert!((found - expected).abs() < 0.011, "{found} {expected}");
        }
    }

    /// Printed by OpenBench in pull requests of PlentyChess (213, 95, 233, 217), Eleanor (87, 83),
    /// calvin-chess-engine (301) and Quanticade (158) on GitHub. OpenBench approximates the ratio.
    #[test]
    fn agrees_with_openbench() {
        for (pairs, elo1, expected) in [
            ([44, 241, 590, 413, 71], 3.0, 2.91),
            ([46, 936, 2083, 1043, 63], 5.0, 2.91),
            ([59, 1365, 2872, 1515, 89], 3.0, 2.91),
            ([25, 318, 815, 464, 54], 3.0, 2.95),
            ([74, 450, 987, 580, 85], 5.0, 3.08),
            ([527, 3223, 6164, 3385, 575], 5.0, 3.02),
            ([34, 635, 1322, 712, 50], 5.0, 2.27),
            ([374, 7478, 16137, 7776, 389], 3.0, 2.91),
        ] {
            let found = ratio(pairs, 0.0, elo1, Model::Normalized);
            assert!((found - expected).abs() < 0.05, "{found} {expected}");
        }
    }

    #[test]
    fn decides_at_its_bounds() {
        let test = Sprt::new(0.0, 20.0, 0.05, 0.10, Model::Normalized).unwrap();
        let [lower, upper] = test.bounds();
        assert!((lower + 2.2513).abs() < 1e-4 && (upper - 2.8904).abs() < 1e-4);
        assert_eq!(test.decision(&Pairs([0; 5])), Decision::Open);
        assert_eq!(test.decision(&Pairs([5, 10, 30, 60, 40])), Decision::Accepted);
        assert_eq!(test.decision(&Pairs([40, 60, 30, 10, 5])), Decision::Rejected);
        assert_eq!(test.decision(&Pairs([2, 4, 8, 5, 2])), Decision::Open);
    }

    #[test]
    fn refuses_invalid_tests() {
        let new = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, Model::Logistic);
        assert_eq!(
            new(5.0, 0.0, 0.05, 0.05),
            Err("expected elo0 below elo1, found 5 and 0".into())
        );
        assert!(new(0.0, f64::NAN, 0.05, 0.05).is_err());
        assert!(new(0.0, 5.0, 0.5, 0.5).is_err() && new(0.0, 5.0, -0.1, 0.5).is_err());
        assert!("elo2=5".parse::<Sprt>().is_err() && "elo0=5,elo1=0".parse::<Sprt>().is_err());
        assert_eq!("elo1=10,model=logistic".parse::<Sprt>().unwrap().elo1, 10.0);
        // Extreme values give finite ratios.
        assert!(ratio([1, 2, 3, 2, 1], -9000.0, 9000.0, Model::Normalized).is_finite());
        assert!(ratio([1, 2, 3, 2, 1], -9000.0, 9000.0, Model::Logistic).is_finite());
    }
}
