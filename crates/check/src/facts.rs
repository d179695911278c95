//! Facts about the engine, collected before the first step.

use super::boards::{Gap, opened_to};
use super::trial::{Outcome, Stop, Trial};
use stonefall_client::{ClientError, Dialect, Identity, OptionKind, OptionSpec};
use stonefall_engine::types::{MAX_SIZE, MIN_SIZE};

/// The engine's announcements, and the sizes it plays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// Its answer to `tei`, parsed.
    pub identity: Identity,
    /// The same answer, line by line.
    pub lines: Vec<String>,
    /// The sizes to check: the announced ones, or those on which the engine found a win if it announces
    /// none.
    pub sizes: Vec<usize>,
}

impl Facts {
    /// The size that most steps use: 6 if possible, else 5, else the largest.
    pub fn size(&self) -> usize {
        let preferred = [6, 5].into_iter().find(|size| self.sizes.contains(size));
        preferred.or_else(|| self.sizes.iter().copied().max()).unwrap_or(6)
    }

    /// Another size, if the engine plays one.
    pub(super) fn other_size(&self) -> Option<usize> {
        self.sizes.iter().rev().copied().find(|&size| size != self.size())
    }

    /// Whether games start with `teinewgame size ...`.
    pub(super) fn is_new_dialect(&self) -> bool {
        self.identity.dialect() == Dialect::V1
    }

    /// Announced option, ignoring case.
    pub(super) fn option(&self, name: &str) -> Option<&OptionSpec> {
        self.identity.option(name)
    }

    /// Default of an announced option as text.
    pub(super) fn default_of(&self, name: &str) -> Option<String> {
        self.option(name)?.default()
    }

    /// Range of an announced spin.
    pub(super) fn spin(&self, name: &str) -> Option<(i64, i64)> {
        match self.option(name)?.kind {
            OptionKind::Spin { min: Some(min), max: Some(max), .. } => Some((min, max)),
            _ => None,
        }
    }

    /// Whether a spin accepts numbers as large as this.
    pub(super) fn allows(&self, name: &str, number: i64) -> bool {
        self.spin(name).is_some_and(|(_, max)| max >= number)
    }

    /// Default komi in half flats.
    pub(super) fn half_komi(&self) -> i32 {
        self.default_of("HalfKomi").and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    /// Whether `HalfKomi` accepts this value.
    pub(super) fn has_komi(&self, half_komi: i32) -> bool {
        self.option("HalfKomi").is_some_and(|option| option.check(&half_komi.to_string()).is_ok())
    }

    /// A supported komi that is at least two flats from the default.
    pub(super) fn other_komi(&self) -> Option<i32> {
        let first = self.half_komi();
        [first + 4, first - 4, first + 6, first + 8].into_iter().find(|&komi| self.has_komi(komi))
    }
}

/// Collects the facts.
///
/// # Errors
/// If the engine cannot be started or does not answer `tei`.
pub(super) fn collect(trial: &mut Trial<'_>) -> Result<Facts, ClientError> {
    let lines = match trial.introduce() {
        Ok(lines) => lines,
        Err(Stop::Failed(error)) => return Err(error),
        Err(Stop::Skip(_) | Stop::GiveUp) => Vec::new(),
    };
    let identity = Identity::read(&lines);
    let lines = lines.into_iter().map(|line| line.text).collect();
    let mut sizes: Vec<usize> = match identity.dialect() {
        Dialect::V1 => identity.boards.iter().flat_map(|it| it.sizes.iter().copied()).collect(),
        Dialect::V0 => (MIN_SIZE..=MAX_SIZE).filter(|&size| plays(trial, size).is_ok()).collect(),
    };
    sizes.retain(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
    sizes.sort_unstable();
    sizes.dedup();
    Ok(Facts { identity, lines, sizes })
}

/// Chance of a win, in thousandths, that an engine reports at least when it sees a win.
const SURE: i64 = 900;

/// Whether the engine finds wins in one move after openings on this size. An engine that assumes
/// another size may find the square by luck, but does not report a sure win.
fn plays(trial: &mut Trial<'_>, size: usize) -> Outcome {
    for gap in [Gap::Right, Gap::Left] {
        trial.start()?;
        trial.new_game(size)?;
        let win = opened_to(size, gap);
        let search = trial.search(&win.root, &trial.movetime(100))?;
        let doubts = search.infos().next_back().is_some_and(|line| {
            let chances = line.values("wdl").unwrap_or_default();
            let chances: Vec<i64> = chances.iter().filter_map(|word| word.parse().ok()).collect();
            // Topaz sends 0 0 0 when the result is known.
            chances.iter().sum::<i64>() >= SURE && chances[0] < SURE
        });
        if !win.is(search.best()) || doubts {
            return Err(Stop::GiveUp);
        }
    }
    Ok(())
}
