//! Announcements of the engine, collected before the first point.

use super::positions::named;
use super::trial::{Outcome, Stop, Trial};
use stonefall_client::{ClientError, Dialect, Identity, OptionKind, OptionSpec};
use stonefall_engine::types::{MAX_SIZE, MIN_SIZE};

/// The announcements of an engine, and the sizes it plays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Profile {
    /// Its answer to `tei`, parsed.
    pub(super) identity: Identity,
    /// The same answer, line by line.
    pub(super) lines: Vec<String>,
    /// The sizes to check: the announced ones, or those on which the engine found a win if it announces
    /// none.
    pub(super) sizes: Vec<usize>,
}

impl Profile {
    /// The size that most points use: 6 if possible, else 5, else the largest.
    pub(super) fn size(&self) -> usize {
        let preferred = [6, 5].into_iter().find(|size| self.sizes.contains(size));
        preferred.or_else(|| self.sizes.iter().copied().max()).unwrap_or(6)
    }

    /// Range of an announced spin.
    pub(super) fn spin(&self, name: &str) -> Option<(i64, i64)> {
        match self.identity.option(name)?.kind {
            OptionKind::Spin { min: Some(min), max: Some(max), .. } => Some((min, max)),
            _ => None,
        }
    }

    /// Whether an announced option accepts a value.
    pub(super) fn allows(&self, name: &str, value: &str) -> bool {
        self.identity.option(name).is_some_and(|option| option.check(value).is_ok())
    }

    /// Default komi in half flats.
    pub(super) fn half_komi(&self) -> i32 {
        let default = self.identity.option("HalfKomi").and_then(OptionSpec::default);
        default.and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    /// Another komi.
    pub(super) fn other_komi(&self) -> i32 {
        if self.half_komi() < 2 { 4 } else { 0 }
    }
}

/// Collects the profile.
///
/// # Errors
/// If the engine cannot be started or does not answer `tei`.
pub(super) fn collect(trial: &mut Trial<'_>) -> Result<Profile, ClientError> {
    if let Err(Stop::Failed(error)) = trial.introduce() {
        return Err(error);
    }
    let identity = Identity::read(&trial.lines);
    let lines = trial.lines.iter().map(|line| line.text.clone()).collect();
    let is_played = |&size: &usize| match identity.dialect() {
        Dialect::V1 => identity.boards.iter().any(|boards| boards.sizes.contains(&size)),
        Dialect::V0 => plays(trial, size).is_ok(),
    };
    let sizes = (MIN_SIZE..=MAX_SIZE).filter(is_played).collect();
    Ok(Profile { identity, lines, sizes })
}

/// Chance of a win, in thousandths, that an engine reports at least when it sees a win.
const SURE: i64 = 900;

/// Whether the engine finds wins in one move after openings on this size. An engine that assumes
/// another size may find the square by luck, but does not report a sure win.
fn plays(trial: &mut Trial<'_>, size: usize) -> Outcome {
    for name in ["opened", "opened-left"] {
        trial.start()?;
        trial.new_game(size)?;
        let root = named(name, size, 0).ok_or(Stop::Enough)?;
        trial.send(&root.command());
        trial.go(&root, &trial.movetime(100), |_| true)?;
        let wins = trial.search.as_ref().is_some_and(|search| {
            let last = search.infos().next_back();
            let chances = last.as_ref().and_then(|line| line.values("wdl")).unwrap_or_default();
            let chances: Vec<i64> = chances.iter().filter_map(|word| word.parse().ok()).collect();
            // Topaz sends 0 0 0 when the result is known.
            search.wins() && (chances.iter().sum::<i64>() < SURE || chances[0] >= SURE)
        });
        if !wins {
            return Err(Stop::Enough);
        }
    }
    Ok(())
}
