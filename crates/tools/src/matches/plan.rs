//! The plan of a match: engines, openings, rules.

use super::book::{BookLine, read_book};
use super::contender::{Contender, checked};
use super::referee::EndRules;
use crate::arguments::BoardRules;
use crate::duration;
use clap::{Args, ValueEnum};
use serde::{Serialize, Serializer};
use std::path::PathBuf;
use std::time::Duration;
use stonefall_engine::types::{ByColor, HalfKomi, Opening, Rules, USUAL_SIZE};
use stonefall_learn::random::Random;

/// Pairings of a match.
#[derive(ValueEnum, Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Every engine against every other.
    RoundRobin,
    /// The first engine against each other.
    Gauntlet,
}

impl Format {
    /// The pairs of engines that play each other.
    pub(super) fn pairings(self, engines: usize) -> Vec<[usize; 2]> {
        let firsts = if self == Self::Gauntlet { engines.min(1) } else { engines };
        (0..firsts).flat_map(|one| (one + 1..engines).map(move |other| [one, other])).collect()
    }
}

/// A whole match: its arguments, and what [`MatchPlan::prepare`] makes of them. Plans with the same
/// [`MatchPlan::identity`] have the same games.
#[derive(Args, Serialize, Clone, Debug)]
pub struct MatchPlan {
    /// An engine, at least twice: PROGRAM[,KEY=VALUE...] as below
    #[arg(long = "engine", value_name = "ENGINE", value_parser = checked)]
    pub engines: Vec<String>,
    /// Defaults for every engine
    #[arg(long, value_name = "KEY=VALUE,...", value_parser = checked)]
    pub each: Option<String>,
    /// Round robin, or the first engine against all others
    #[arg(long, value_enum, default_value_t = Format::RoundRobin, value_name = "FORMAT")]
    pub format: Format,
    /// Games per pairing with both colors of each opening [default: 100; with --sprt up to 3000, or as many as the book has]
    #[arg(long, value_name = "N")]
    #[serde(skip)]
    pub games: Option<usize>,
    /// Board size and named rules.
    #[command(flatten)]
    pub board: BoardRules,
    /// Komi in half flats, -20 to 20; positive komi helps Black
    #[arg(long, alias = "halfkomi", value_name = "N", default_value_t = HalfKomi::USUAL.half_flats(), value_parser = clap::value_parser!(i32).range(-20..=20), allow_negative_numbers = true)]
    pub half_komi: i32,
    /// Opening book: lines of moves (as in openings/), lines of TPS, or PTN games
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub book: Option<PathBuf>,
    /// Use only the first N plies of each opening
    #[arg(long, value_name = "N")]
    #[serde(skip)]
    pub book_plies: Option<usize>,
    /// Seed for the order of openings
    #[arg(long, value_name = "N", default_value = "1")]
    #[serde(skip)]
    pub seed: u64,
    /// Reuse the book when it is used up, even if games repeat
    #[arg(long, requires = "book")]
    #[serde(skip)]
    pub repeat_openings: bool,
    /// Use the openings in the order of the book
    #[arg(long, conflicts_with = "seed")]
    #[serde(skip)]
    pub in_order: bool,
    /// Games to play at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    #[serde(skip)]
    pub concurrency: u16,
    /// Rules that end games.
    #[command(flatten)]
    pub ends: EndRules,
    /// Draw after N plies without a placement or a flattened wall (PlayTak: 50); 0 for never
    #[arg(long, value_name = "N", default_value = "0")]
    pub reversible_plies: u16,
    /// Time tolerance per move
    #[arg(long, value_name = "TIME", default_value = "10ms", value_parser = duration::read)]
    pub margin: Duration,
    /// Longest wait for an engine to start, to get ready, or to move without a time limit
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration::read)]
    #[serde(skip)]
    pub patience: Duration,
    /// Write the engine's expected line after each move
    #[arg(long)]
    #[serde(skip)]
    pub lines: bool,
    /// Time for an engine that exceeded its limit to obey `stop`. An engine that does was slow, not hung.
    #[arg(skip = Duration::from_secs(1))]
    #[serde(skip)]
    pub grace: Duration,
    /// Rules of the games.
    #[arg(skip = Rules::standard(USUAL_SIZE))]
    #[serde(skip)]
    pub rules: Rules,
    /// The engines.
    #[arg(skip)]
    #[serde(serialize_with = "names")]
    pub contenders: Vec<Contender>,
    /// The openings in order, at least one. Every pairing plays each opening twice; after the last one
    /// they start again.
    #[arg(skip)]
    #[serde(serialize_with = "texts")]
    pub openings: Vec<BookLine>,
}

fn names<S: Serializer>(contenders: &[Contender], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(contenders.iter().map(|contender| &contender.name))
}

fn texts<S: Serializer>(openings: &[BookLine], serializer: S) -> Result<S::Ok, S::Error> {
    let text = |line: &BookLine| {
        let tps = line.tps.as_ref().map(ToString::to_string);
        tps.into_iter().chain(line.moves.iter().map(ToString::to_string)).collect::<Vec<_>>()
    };
    serializer.collect_seq(openings.iter().map(text))
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
    /// Reads the engines, the rules, the text of the book and the number of games, which is `usual` without an argument.
    /// Returns a warning if games may repeat.
    ///
    /// # Errors
    /// The fault of the arguments or of the book.
    pub fn prepare(&mut self, book: Option<&str>, usual: usize) -> Result<Option<String>, String> {
        let found = self.engines.len();
        if found < 2 {
            return Err(format!(
                "expected at least two engines (self is this program), found {found}"
            ));
        }
        let read = |engine| Contender::read(self.margin, self.each.iter().chain([engine]));
        self.contenders = self.engines.iter().map(read).collect::<Result<_, _>>()?;
        let rules = self.board.rules(self.half_komi, Opening::Swap, self.reversible_plies);
        self.rules = rules.map_err(|error| error.to_string())?;
        self.openings = match book {
            None => vec![BookLine::default()],
            Some(text) => {
                let book = read_book(text, self.book_plies, self.board.size(), self.rules);
                let path = self.book.as_deref().unwrap_or("book".as_ref()).display();
                book.map_err(|error| format!("{path}: {error}"))?
            }
        };
        if !self.in_order {
            Random::new(self.seed).shuffle(&mut self.openings);
        }
        let (games, warning) = self.number_of_games(usual)?;
        self.games = Some(games.next_multiple_of(2));
        Ok(warning)
    }

    /// Games per pairing. Without a clock, equal openings give equal games, which must not count twice.
    fn number_of_games(&self, usual: usize) -> Result<(usize, Option<String>), String> {
        let (wanted, openings) = (self.games.unwrap_or(usual), self.openings.len());
        let most = 2 * openings;
        if wanted <= most || self.repeat_openings {
            return Ok((wanted, None));
        }
        if self.book.is_none() {
            let warning = "without --book every game starts on the empty board: games may repeat";
            return Ok((wanted, Some(warning.to_owned())));
        }
        if !self.contenders.iter().all(|contender| contender.control.is_timeless()) {
            let warning = format!("the book restarts after {most} games: games may repeat");
            return Ok((wanted, Some(warning)));
        }
        if self.games.is_none() {
            return Ok((most, None));
        }
        Err(format!(
            "expected at most {most} games for a book of {openings} openings, found {wanted}: without a clock, \
             further games would be copies (--repeat-openings plays them)"
        ))
    }

    /// The pairs of engines that play each other.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        self.format.pairings(self.contenders.len())
    }

    /// Number of games.
    pub fn total(&self) -> usize {
        self.pairings().len() * self.games.unwrap_or(0)
    }

    /// The game of a number. Games 0 and 1 are the first pairing with the first opening and exchanged
    /// colors; then follow the other pairings, then the next opening.
    pub fn fixture(&self, number: usize) -> Fixture {
        let pairings = self.pairings();
        let (pair, count) = (number / 2, pairings.len().max(1));
        let mut players = pairings.get(pair % count).copied().unwrap_or([0, 0]);
        if number % 2 == 1 {
            players.reverse();
        }
        let opening = pair / count % self.openings.len().max(1);
        Fixture { number, players: ByColor(players), opening }
    }

    /// Hash of everything that decides the games. The number of games, the concurrency and the waits
    /// may change when a match is resumed.
    pub fn identity(&self) -> String {
        let settings = serde_json::to_vec(self).unwrap_or_default();
        format!("{:08x}", crc32fast::hash(&settings))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use clap::{Command, FromArgMatches};
    use stonefall_engine::types::Color;

    fn plan(engines: &str, more: &str) -> MatchPlan {
        let words = format!(
            "match --each nodes=9 --size 4 --games 4 --repeat-openings --book book {engines} {more}"
        );
        let command = MatchPlan::augment_args(Command::new("match")).args_override_self(true);
        let matches = command.get_matches_from(words.split_whitespace());
        let mut plan = MatchPlan::from_arg_matches(&matches).unwrap();
        plan.prepare(Some("a1 d4\na1 d3\na1 d2"), 100).unwrap();
        plan
    }

    #[test]
    fn every_pair_plays_with_both_colors() {
        let plan = plan("--engine a --engine b --engine c --engine d", "");
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
        let plan = plan("--engine a --engine b --engine c", "--format gauntlet");
        assert_eq!(plan.pairings(), [[0, 1], [0, 2]]);
        let found: Vec<_> = (0..6).map(|number| plan.fixture(number).players.0).collect();
        assert_eq!(found, [[0, 1], [1, 0], [0, 2], [2, 0], [0, 1], [1, 0]]);
        assert_eq!(plan.fixture(4 * 3).opening, 0);
    }

    #[test]
    fn the_identity_depends_on_the_settings_of_games() {
        let two = "--engine self,name=A --engine self,name=B";
        let first = plan(two, "").identity();
        assert_eq!(plan(two, "--games 6 --concurrency 2 --patience 9s").identity(), first);
        for (engines, more) in [
            (two, "--half-komi 0"),
            (two, "--max-plies 9"),
            (two, "--margin 9s"),
            (two, "--book-plies 1"),
            ("--engine self,name=A --engine /elsewhere/engine,name=B", ""),
        ] {
            assert_ne!(plan(engines, more).identity(), first, "{engines} {more}");
        }
    }
}
