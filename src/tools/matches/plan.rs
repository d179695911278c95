//! What a match is: who plays whom, from which opening, by which rules.

use super::book::BookLine;
use super::control::Control;
use super::judge::{Adjudication, DrawRules};
use std::fmt::Write as _;
use std::time::Duration;
use stonefall_client::Launch;
use stonefall_engine::types::{ByColor, Rules};

/// An engine that takes part, with all that belongs to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contender {
    /// Its name in tables and game files; no two are the same.
    pub name: String,
    /// How it is started.
    pub launch: Launch,
    /// What it is set to, in order.
    pub options: Vec<(String, String)>,
    /// How long it may think.
    pub control: Control,
    /// How much more time than that is forgiven.
    pub margin: Duration,
    /// When it is started anew.
    pub restart: Restart,
}

/// When an engine is started anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restart {
    /// Only after it has failed.
    WhenBroken,
    /// For every game.
    EveryGame,
}

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Everybody against everybody.
    RoundRobin,
    /// The first against each of the others.
    Gauntlet,
}

/// A whole match. Two plans with the same [`Plan::identity`] have the same fixtures.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Board size.
    pub size: usize,
    /// Rules of the games.
    pub rules: Rules,
    /// Who takes part: at least two.
    pub contenders: Vec<Contender>,
    /// Who plays whom.
    pub format: Format,
    /// The openings in the order in which they are played, each by every pairing twice; begun again
    /// when they are used up. At least one.
    pub openings: Vec<BookLine>,
    /// Games of each pairing; an even number.
    pub games: usize,
    /// Rules about draws.
    pub draws: DrawRules,
    /// What ends games before the board does.
    pub adjudication: Adjudication,
    /// How long engines may take for what is not on their clocks: to start, to get ready, to move
    /// without a limit of time.
    pub patience: Duration,
    /// Games that are played at once.
    pub concurrency: usize,
    /// Whether game files have the line that an engine expects behind each move.
    pub lines: Lines,
}

/// Whether game files have principal variations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    /// They have.
    Kept,
    /// They have not, and are much smaller.
    Dropped,
}

/// A game that is to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number in the match, from 0.
    pub number: usize,
    /// The contenders.
    pub players: ByColor<usize>,
    /// The opening.
    pub opening: usize,
}

impl Format {
    /// As game files have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
        }
    }

    /// The format of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        [Self::RoundRobin, Self::Gauntlet].into_iter().find(|format| format.name() == name)
    }
}

impl Plan {
    /// The pairs of contenders that play each other.
    #[must_use]
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
    #[must_use]
    pub fn total(&self) -> usize {
        self.pairings().len() * self.games
    }

    /// The game of this number. Games 0 and 1 are of the first pairing with the first opening, the
    /// colours exchanged in the second; then comes the next pairing, and after the last pairing the
    /// next opening.
    #[must_use]
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

    /// A short text that differs between matches that cannot be put together: unlike [`Plan::identity`] it does not
    /// depend on openings, nor on where the engines lie on a machine.
    #[must_use]
    pub fn kind(&self) -> String {
        let mut text = String::new();
        let (size, rules, format) = (self.size, &self.rules, self.format);
        let _ =
            write!(text, "{size} {rules:?} {format:?} {:?} {:?}", self.draws, self.adjudication);
        for Contender { name, options, control, margin, restart, launch: _ } in &self.contenders {
            let _ = write!(text, "\n{name} {options:?} {control:?} {margin:?} {restart:?}");
        }
        format!("{:016x}", fnv(text.as_bytes()))
    }

    /// A short text that differs between matches whose games do not belong together. The number of
    /// games, the concurrency and the patience may change while a match is interrupted.
    #[must_use]
    pub fn identity(&self) -> String {
        let mut text = String::new();
        let (size, rules, format) = (self.size, &self.rules, self.format);
        let _ =
            write!(text, "{size} {rules:?} {format:?} {:?} {:?}", self.draws, self.adjudication);
        for contender in &self.contenders {
            let _ = write!(text, "\n{contender:?}");
        }
        for line in &self.openings {
            let tps = line.tps.as_ref().map(ToString::to_string).unwrap_or_default();
            let _ = write!(text, "\n{tps}");
            for mv in &line.moves {
                let _ = write!(text, " {mv}");
            }
        }
        format!("{:016x}", fnv(text.as_bytes()))
    }
}

/// A hash that is the same everywhere and always: Fowler, Noll and Vo's, 1a, 64 bits.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefall_engine::types::Color;

    fn plan(engines: usize, format: Format) -> Plan {
        let contender = |index| Contender {
            name: format!("engine {index}"),
            launch: Launch::new("engine"),
            options: Vec::new(),
            control: Control::default(),
            margin: Duration::ZERO,
            restart: Restart::WhenBroken,
        };
        Plan {
            size: 4,
            rules: Rules::standard(4),
            contenders: (0..engines).map(contender).collect(),
            format,
            openings: vec![BookLine::default(); 3],
            games: 4,
            draws: DrawRules { repetitions: Some(3), plies: None },
            adjudication: Adjudication::default(),
            patience: Duration::ZERO,
            concurrency: 1,
            lines: Lines::Dropped,
        }
    }

    #[test]
    fn everybody_plays_everybody_with_both_colours() {
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
    fn a_gauntlet_has_one_champion() {
        let plan = plan(3, Format::Gauntlet);
        assert_eq!(plan.pairings(), [[0, 1], [0, 2]]);
        let found: Vec<_> = (0..6).map(|number| plan.fixture(number).players.0).collect();
        assert_eq!(found, [[0, 1], [1, 0], [0, 2], [2, 0], [0, 1], [1, 0]]);
        assert_eq!(plan.fixture(4 * 3).opening, 0);
    }

    #[test]
    fn the_identity_is_of_what_makes_the_games() {
        let first = plan(2, Format::RoundRobin);
        let longer = Plan { games: 100, concurrency: 2, ..first.clone() };
        assert_eq!(first.identity(), longer.identity());
        let other = Plan { size: 5, ..first.clone() };
        assert_ne!(first.identity(), other.identity());
        assert_ne!(first.kind(), other.kind());
        let mut elsewhere = Plan { openings: Vec::new(), ..first.clone() };
        elsewhere.contenders[0].launch = Launch::new("/elsewhere/engine");
        assert_ne!(first.identity(), elsewhere.identity());
        assert_eq!(first.kind(), elsewhere.kind());
        assert_eq!(fnv(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
