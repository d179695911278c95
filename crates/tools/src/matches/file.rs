//! Game files of matches: the one of a running match, and those of any finished ones.

use super::contender::Contender;
use super::plan::{Fixture, MatchPlan};
use super::record::{MatchRecord, SITE};
use crate::files::read_games;
use crate::resume::{ResumableFile, ResumeError, ResumeProblem, Start};
use std::collections::BTreeSet;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use stonefall_client::Launch;
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_engine::types::{ByColor, Color, MIN_SIZE, Rules};

const LINE_END: &str = "\r\n";

/// Distance between the numbers of equal games of two matches.
const NUMBERS_OF_A_MATCH: usize = 1_000_000;

/// Opens or creates the file of the games with these numbers, and reads its games. Cuts off an incomplete game at the
/// end. Also returns the number of bytes cut.
///
/// # Errors
/// If the file cannot be read or written, or has other games.
pub fn open_match(
    path: &Path,
    start: Start,
    plan: &MatchPlan,
    numbers: &Range<usize>,
) -> Result<(ResumableFile, Vec<MatchRecord>, u64), ResumeError> {
    let read = |file: &mut File| complete_games(file, plan, numbers);
    let (mut file, (records, missing), cut) = ResumableFile::open(path, start, read)?;
    if !missing.is_empty() {
        file.append(missing.as_bytes())?;
    }
    Ok((file, records, cut))
}

/// The complete games of a file, the line ends that lack behind them, and their length in bytes.
fn complete_games(
    file: &mut File,
    plan: &MatchPlan,
    numbers: &Range<usize>,
) -> Result<((Vec<MatchRecord>, String), u64), ResumeProblem> {
    let games = read_games(file)?;
    let mut records = Vec::new();
    let count = each_game(&games, |game| {
        let record = MatchRecord::read(game, plan)?;
        let (first, last, found) = (numbers.start + 1, numbers.end, record.fixture.number + 1);
        if !(first..=last).contains(&found) {
            let text = format!("expected games {first} to {last}, found game {found}");
            return Err(ResumeProblem::Settings(text));
        }
        records.push(record);
        Ok(())
    })?;
    let complete = &games[..count];
    let length = complete.iter().map(|(_, text)| text.len() as u64).sum();
    let lacking = complete.last().map_or(0, |(_, text)| {
        let ends = text.bytes().rev().take_while(u8::is_ascii_whitespace);
        2_usize.saturating_sub(ends.filter(|&byte| byte == b'\n').count())
    });
    Ok(((records, LINE_END.repeat(lacking)), length))
}

/// Passes the games of a file to `add`, and returns their number: without the last one if it is incomplete.
fn each_game(
    games: &[(PtnGame, String)],
    mut add: impl FnMut(&PtnGame) -> Result<(), ResumeProblem>,
) -> Result<usize, ResumeProblem> {
    for (index, (game, text)) in games.iter().enumerate() {
        let number = index + 1;
        let added = match MatchRecord::is_complete(game) {
            true => add(game),
            false if number == games.len() && is_torn(text) => return Ok(index),
            false => {
                let text = "expected a result, found none".to_owned();
                Err(ResumeProblem::Content(text))
            }
        };
        added.map_err(|problem| match problem {
            ResumeProblem::Settings(text) => {
                ResumeProblem::Settings(format!("game {number}: {text}"))
            }
            other => ResumeProblem::Content(format!("game {number}: {other}")),
        })?;
    }
    Ok(games.len())
}

/// Whether an unfinished game is the beginning of one that this program writes.
fn is_torn(text: &str) -> bool {
    let (text, head) = (text.trim(), format!("[Site \"{SITE}\"]"));
    text.starts_with(&head) || head.starts_with(text)
}

/// Games of any matches between engines.
#[derive(Clone, Debug)]
pub struct PlayedMatches {
    /// Board size.
    pub size: usize,
    /// Rules of the games.
    pub rules: Rules,
    /// The engines, which have only names.
    pub contenders: Vec<Contender>,
    /// The games in the order of the files.
    pub records: Vec<MatchRecord>,
    /// Files whose last game is incomplete and does not count.
    pub torn: Vec<PathBuf>,
}

impl PlayedMatches {
    /// Reads files, such as those of the ranges of one match.
    ///
    /// # Errors
    /// If a file cannot be read, has other games, games by other rules, or a game a second time.
    pub fn read(paths: &[PathBuf]) -> Result<Self, ResumeError> {
        let (rules, contenders) = (Rules::standard(MIN_SIZE), Vec::new());
        let mut matches =
            Self { size: 0, rules, contenders, records: Vec::new(), torn: Vec::new() };
        let (mut identities, mut numbers) = (Vec::new(), BTreeSet::new());
        for path in paths {
            let games = File::open(path).and_then(read_games).map_err(ResumeProblem::from);
            let read = games.and_then(|games| {
                let count = each_game(&games, |game| {
                    let number = matches.add(game, &mut identities)?;
                    let twice = || "expected every game once, found it twice".to_owned();
                    numbers
                        .insert(number)
                        .then_some(())
                        .ok_or_else(|| ResumeProblem::Content(twice()))
                })?;
                Ok(count < games.len())
            });
            if read.map_err(|problem| problem.at(path))? {
                matches.torn.push(path.clone());
            }
        }
        match matches.records.is_empty() {
            true => {
                let text = "expected games of a match, found none".to_owned();
                Err(ResumeProblem::Content(text).at(paths.first().map_or(Path::new(""), |it| it)))
            }
            false => Ok(matches),
        }
    }

    /// Adds a game and returns its number among those of all matches, which `identities` counts.
    fn add(
        &mut self,
        game: &PtnGame,
        identities: &mut Vec<String>,
    ) -> Result<usize, ResumeProblem> {
        let (identity, number) = MatchRecord::place(game)?;
        let setup = game.setup().map_err(|error| ResumeProblem::Content(error.to_string()))?;
        if self.contenders.is_empty() {
            (self.size, self.rules) = (setup.size, setup.rules);
        } else if (self.size, self.rules) != (setup.size, setup.rules) {
            let words = |size, rules: Rules| format!("{size}x{size}, komi {}", rules.half_komi);
            let (expected, found) = (words(self.size, self.rules), words(setup.size, setup.rules));
            return Err(ResumeProblem::Content(format!(
                "expected the rules of the first game ({expected}), found {found}"
            )));
        }
        let mut index = |color: Color| {
            let name = game.tag(["Player1", "Player2"][color.index()]).unwrap_or_default();
            self.contenders.iter().position(|it| it.name == name).unwrap_or_else(|| {
                self.contenders.push(Contender::new(name, Launch::new("")));
                self.contenders.len() - 1
            })
        };
        // The first engine of a pairing has White in games with an even number from 0.
        let first = Color::ALL[number % 2];
        let (one, other) = (index(first), index(first.opponent()));
        let players = ByColor::from_fn(|color| if color == first { one } else { other });
        let match_index = identities.iter().position(|it| it == identity).unwrap_or_else(|| {
            identities.push(identity.to_owned());
            identities.len() - 1
        });
        let number = number + match_index * NUMBERS_OF_A_MATCH;
        self.records.push(MatchRecord::of(game, Fixture { number, players, opening: 0 })?);
        Ok(number)
    }
}
