//! The plan of a match: engines, openings, rules.

use super::book::BookLine;
use super::control::Control;
use super::judge::EndRules;
use clap::ValueEnum;
use std::fmt::Write as _;
use std::time::Duration;
use stonefall_client::Launch;
use stonefall_engine::types::{ByColor, Rules};

/// An engine of a match with its settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contender {
    /// Unique name in tables and game files.
    pub name: String,
    /// How to start it.
    pub launch: Launch,
    /// Option values, in order.
    pub options: Vec<(String, String)>,
    /// Limits of its searches.
    pub control: Control,
    /// Time that it may exceed its limit by.
    pub margin: Duration,
    /// When to restart it.
    pub restart: Restart,
}

impl Contender {
    /// An engine without options and limits.
    pub fn new(name: impl Into<String>, launch: Launch) -> Self {
        Self {
            name: name.into(),
            launch,
            options: Vec::new(),
            control: Control::default(),
            margin: Duration::ZERO,
            restart: Restart::WhenBroken,
        }
    }

    /// Whether it searches in the opponent's time: whether its option `Ponder` is set.
    pub fn ponders(&self) -> bool {
        let is_set = |(name, value): &(String, String)| {
            name.eq_ignore_ascii_case("Ponder") && value.eq_ignore_ascii_case("true")
        };
        self.options.iter().any(is_set)
    }
}

/// When to restart an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restart {
    /// After a failure.
    WhenBroken,
    /// For every game.
    EveryGame,
}

/// Pairings of a match.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Every engine against every other.
    RoundRobin,
    /// The first engine against each other.
    Gauntlet,
}

/// A whole match. Plans with the same [`MatchPlan::identity`] have the same games.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// Board size.
    pub size: usize,
    /// Rules of the games.
    pub rules: Rules,
    /// At least two engines.
    pub contenders: Vec<Contender>,
    /// Pairings.
    pub format: Format,
    /// The openings in order, at least one. Every pairing plays each opening twice; after the last one
    /// they start again.
    pub openings: Vec<BookLine>,
    /// Number of games of each pairing; even.
    pub games: usize,
    /// Rules that end games.
    pub ends: EndRules,
    /// Longest wait for an engine outside its clock: to start, to get ready, to move without a limit on
    /// time.
    pub patience: Duration,
    /// Time for an engine that exceeded its limit to obey `stop`. An engine that does was slow, not hung.
    pub grace: Duration,
    /// Number of games at a time.
    pub concurrency: usize,
    /// Whether game files have principal variations.
    pub lines: Lines,
}

/// Whether game files have principal variations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    /// With principal variations.
    Kept,
    /// Without; the files are much smaller.
    Dropped,
}

/// A game of the plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number in the match, from 0.
    pub number: usize,
    /// Indices of the engines.
    pub players: ByColor<usize>,
    /// Index of the opening.
    pub opening: usize,
}

impl MatchPlan {
    /// A match without openings and games, and without rules other than those of the game.
    pub fn new(size: usize, rules: Rules, contenders: Vec<Contender>, format: Format) -> Self {
        Self {
            size,
            rules,
            contenders,
            format,
            openings: Vec::new(),
            games: 0,
            ends: EndRules::default(),
            patience: Duration::ZERO,
            grace: Duration::from_secs(1),
            concurrency: 1,
            lines: Lines::Dropped,
        }
    }

    /// The pairs of engines that play each other.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.contenders.len();
        match self.format {
            Format::Gauntlet => (1..count).map(|other| [0, other]).collect(),
            Format::RoundRobin => {
                (0..count).flat_map(|one| (one + 1..count).map(move |other| [one, other])).collect()
            }
        }
    }

    /// Number of games.
    pub fn total(&self) -> usize {
        self.pairings().len() * self.games
    }

    /// The game of a number. Games 0 and 1 are the first pairing with the first opening and exchanged
    /// colors; then follow the other pairings, then the next opening.
    pub fn fixture(&self, number: usize) -> Fixture {
        let pairings = self.pairings();
        let pair = number / 2;
        let [first, second] = pairings.get(pair % pairings.len().max(1)).copied().unwrap_or([0, 0]);
        let players = if number.is_multiple_of(2) {
            ByColor::new(first, second)
        } else {
            ByColor::new(second, first)
        };
        let opening = pair / pairings.len().max(1) % self.openings.len().max(1);
        Fixture { number, players, opening }
    }

    /// Hash of everything that decides the games. The number of games, the concurrency and the waits
    /// may change when a match is resumed.
    pub fn identity(&self) -> String {
        let Self { size, rules, format, ends, .. } = self;
        let mut text = format!("{size} {rules:?} {format:?} {ends:?}");
        for contender in &self.contenders {
            let _ = write!(text, "\n{contender:?}");
        }
        for line in &self.openings {
            let tps = line.tps.as_ref().map(ToString::to_string).unwrap_or_default();
            let _ = write!(text, "\n{tps}");
            line.moves.iter().for_each(|mv| text += &format!(" {mv}"));
        }
        format!("{:08x}", crc32fast::hash(text.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefall_engine::types::Color;

    fn plan(engines: usize, format: Format) -> MatchPlan {
        let contender = |index| Contender::new(format!("engine {index}"), Launch::new("engine"));
        let contenders = (0..engines).map(contender).collect();
        let plan = MatchPlan::new(4, Rules::standard(4), contenders, format);
        MatchPlan { openings: vec![BookLine::default(); 3], games: 4, ..plan }
    }

    #[test]
    fn every_pair_plays_with_both_colors() {
        let plan = plan(4, Format::RoundRobin);
        assert_eq!((plan.pairings().len(), plan.total()), (6, 24));
        let mut games = Vec::new();
        for number in 0..plan.total() {
            let fixture = plan.fixture(number);
            let [white, black] = Color::ALL.map(|color| fixture.players[color]);
            assert!(white != black);
            games.push((white, black, fixture.opening));
        }
        for white in 0..4 {
            for black in (0..4).filter(|&black| black != white) {
                for opening in 0..2 {
                    let same = games.iter().filter(|&&game| game == (white, black, opening));
                    assert_eq!(same.count(), 1);
                }
            }
        }
    }

    #[test]
    fn the_first_engine_plays_a_gauntlet() {
        let plan = plan(3, Format::Gauntlet);
        assert_eq!(plan.pairings(), [[0, 1], [0, 2]]);
        let found: Vec<_> = (0..6).map(|number| plan.fixture(number).players.0).collect();
        assert_eq!(found, [[0, 1], [1, 0], [0, 2], [2, 0], [0, 1], [1, 0]]);
        assert_eq!(plan.fixture(4 * 3).opening, 0);
    }

    #[test]
    fn the_identity_depends_on_the_settings_of_games() {
        let first = plan(2, Format::RoundRobin);
        let longer = MatchPlan { games: 100, concurrency: 2, ..first.clone() };
        assert_eq!(first.identity(), longer.identity());
        let other = MatchPlan { size: 5, ..first.clone() };
        assert_ne!(first.identity(), other.identity());
        let mut elsewhere = first.clone();
        elsewhere.contenders[0].launch = Launch::new("/elsewhere/engine");
        assert_ne!(first.identity(), elsewhere.identity());
    }
}
