//! What is known about the engine before the first step.

use super::boards::{Gap, opened_to};
use super::trial::{Outcome, Stop, Trial};
use stonefall_client::{ClientError, Dialect, Heard, Identity, InfoLine, OptionKind, OptionSpec};
use stonefall_engine::types::{MAX_SIZE, MIN_SIZE};

/// What the engine says of itself, and what it can play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// Its answer to `tei`, understood.
    pub identity: Identity,
    /// The same, line by line as it came.
    pub lines: Vec<String>,
    /// The board sizes to check it on: those it announces or, if it announces none, those on which it
    /// has found a win.
    pub sizes: Vec<usize>,
}

impl Facts {
    /// The size that most steps play on: 6 if possible, else 5, else the largest.
    #[must_use]
    pub fn size(&self) -> usize {
        let preferred = [6, 5].into_iter().find(|size| self.sizes.contains(size));
        preferred.or_else(|| self.sizes.iter().copied().max()).unwrap_or(6)
    }

    /// Another size, if there is one.
    pub(super) fn other_size(&self) -> Option<usize> {
        self.sizes.iter().rev().copied().find(|&size| size != self.size())
    }

    /// Whether games begin with `teinewgame size ...`.
    pub(super) fn is_new_dialect(&self) -> bool {
        self.identity.dialect() == Dialect::V1
    }

    /// An announced option; case does not count.
    pub(super) fn option(&self, name: &str) -> Option<&OptionSpec> {
        self.identity.option(name)
    }

    /// The range of an announced spin.
    pub(super) fn spin(&self, name: &str) -> Option<(i64, i64)> {
        match self.option(name)?.kind {
            OptionKind::Spin { min: Some(min), max: Some(max), .. } => Some((min, max)),
            _ => None,
        }
    }

    /// The komi that games begin with, in half flats.
    pub(super) fn half_komi(&self) -> i32 {
        let default = self.option("HalfKomi").and_then(OptionSpec::default);
        default.and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    /// Whether the option `HalfKomi` can be set to this.
    pub(super) fn has_komi(&self, half_komi: i32) -> bool {
        self.option("HalfKomi").is_some_and(|option| option.check(&half_komi.to_string()).is_ok())
    }

    /// A komi that is at least two flats more than the first one, and can be set.
    pub(super) fn other_komi(&self) -> Option<i32> {
        let first = self.half_komi();
        [first + 4, first - 4, first + 6, first + 8].into_iter().find(|&komi| self.has_komi(komi))
    }
}

/// Learns what there is to know; `sizes` are those that are wanted.
///
/// # Errors
/// If the engine cannot be started or does not introduce itself.
pub(super) fn learn(trial: &mut Trial<'_>) -> Result<Facts, ClientError> {
    let lines = match introduce(trial) {
        Ok(lines) => lines,
        Err(Stop::Trouble(error)) => return Err(error),
        Err(Stop::Skip(_) | Stop::GiveUp) => Vec::new(),
    };
    let identity = Identity::read(&lines);
    let lines = lines.into_iter().map(|heard| heard.text).collect();
    let mut facts = Facts { identity, lines, sizes: Vec::new() };
    facts.sizes = if facts.is_new_dialect() {
        let boards = facts.identity.boards.iter();
        boards.flat_map(|boards| boards.sizes.iter().copied()).collect()
    } else {
        (MIN_SIZE..=MAX_SIZE).filter(|&size| plays(trial, size).is_ok()).collect()
    };
    facts.sizes.retain(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
    facts.sizes.sort_unstable();
    facts.sizes.dedup();
    Ok(facts)
}

fn introduce(trial: &mut Trial<'_>) -> Outcome<Vec<Heard>> {
    trial.open()?;
    trial.send("tei");
    trial.until("teiok")
}

/// Chances of winning, in thousandths, of an engine that sees a win.
const SURE: i64 = 900;

/// Whether the engine finds wins in one move on a board of this size, reached from the start. An
/// engine that thinks of another size finds the squares by luck, but does not count on winning.
fn plays(trial: &mut Trial<'_>, size: usize) -> Outcome {
    for gap in [Gap::Right, Gap::Left] {
        trial.start()?;
        trial.new_game(size)?;
        let win = opened_to(size, gap);
        let search = trial.search(&win.root, &trial.movetime(100))?;
        let doubts = search.infos().next_back().is_some_and(|heard| {
            let line = InfoLine::read(&heard.text).unwrap_or_default();
            let chances = line.values("wdl").unwrap_or_default();
            let chances: Vec<i64> = chances.iter().filter_map(|word| word.parse().ok()).collect();
            // Topaz tells no chances at all when the result is known: 0 0 0.
            chances.iter().sum::<i64>() >= SURE && chances[0] < SURE
        });
        if !win.is(search.best()) || doubts {
            return Err(Stop::GiveUp);
        }
    }
    Ok(())
}
