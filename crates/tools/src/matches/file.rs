//! Game files of matches: the one of a running match, and those of any finished ones.

use super::plan::{Contender, Fixture, Format, MatchPlan};
use super::record::{MatchRecord, MatchRecordError, SITE};
use crate::files::read_games;
use crate::resume::{ResumableFile, ResumeError, ResumeProblem, Start};
use std::collections::BTreeSet;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use stonefall_client::Launch;
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_engine::types::{ByColor, Color, MIN_SIZE, Rules};

/// A file to which each finished game is appended, with an empty line behind it.
#[derive(Debug)]
pub struct MatchFile(ResumableFile);

const LINE_END: &str = "\r\n";

/// Distance between the numbers of equal games of two matches.
const NUMBERS_OF_A_MATCH: usize = 1_000_000;

impl MatchFile {
    /// Opens or creates the file of the games with these numbers, and reads its games. Cuts off an incomplete game at the
    /// end. Also returns the number of bytes cut.
    ///
    /// # Errors
    /// If the file cannot be read or written, or has other games.
    pub fn open(
        path: &Path,
        start: Start,
        plan: &MatchPlan,
        numbers: &Range<usize>,
    ) -> Result<(Self, Vec<MatchRecord>, u64), ResumeError> {
        let read = |file: &mut File| complete_games(file, plan, numbers);
        let (mut file, (records, missing), cut) = ResumableFile::open(path, start, read)?;
        if !missing.is_empty() {
            file.append(missing.as_bytes())?;
        }
        Ok((Self(file), records, cut))
    }

    /// Appends a game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, text: &str) -> Result<(), ResumeError> {
        self.0.append(format!("{text}{LINE_END}").as_bytes())?;
        self.0.sync()
    }
}

/// The complete games of a file, the line ends that lack behind them, and their length in bytes.
fn complete_games(
    file: &mut File,
    plan: &MatchPlan,
    numbers: &Range<usize>,
) -> Result<((Vec<MatchRecord>, String), u64), ResumeProblem> {
    let games = read_games(file)?;
    let mut records = Vec::new();
    let (mut length, mut lacking) = (0, String::new());
    for (place, (game, text)) in (1..).zip(&games) {
        let refused = |reason: String| format!("game {place}: {reason}");
        match MatchRecord::read(game, plan) {
            Ok(record) if numbers.contains(&record.fixture.number) => records.push(record),
            Ok(record) => {
                let (first, last) = (numbers.start + 1, numbers.end);
                let found = record.fixture.number + 1;
                let text = format!("expected games {first} to {last}, found game {found}");
                return Err(ResumeProblem::Settings(refused(text)));
            }
            Err(MatchRecordError::Unfinished) if place == games.len() && is_torn(text) => break,
            Err(error @ MatchRecordError::OtherMatch) => {
                return Err(ResumeProblem::Settings(refused(error.to_string())));
            }
            Err(error) => return Err(ResumeProblem::Content(refused(error.to_string()))),
        }
        length += text.len() as u64;
        let ends = text.bytes().rev().take_while(u8::is_ascii_whitespace);
        let lines = ends.filter(|&byte| byte == b'\n').count();
        lacking = LINE_END.repeat(2_usize.saturating_sub(lines));
    }
    Ok(((records, lacking), length))
}

/// Whether an unfinished game is the beginning of one that this program writes.
fn is_torn(text: &str) -> bool {
    let (text, head) = (text.trim(), format!("[Site \"{SITE}\"]"));
    text.starts_with(&head) || head.starts_with(text)
}

/// Games of any matches between engines.
#[derive(Clone, Debug)]
pub struct PlayedMatches {
    /// Engines and rules; it has no openings and cannot be played.
    pub plan: MatchPlan,
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
        let plan = MatchPlan::new(0, Rules::standard(MIN_SIZE), Vec::new(), Format::RoundRobin);
        let mut matches = Self { plan, records: Vec::new(), torn: Vec::new() };
        let (mut identities, mut numbers) = (Vec::new(), BTreeSet::new());
        for path in paths {
            let named = |problem: ResumeProblem| problem.at(path);
            let games = File::open(path).and_then(read_games);
            let games = games.map_err(|error| named(error.into()))?;
            for (place, (game, text)) in (1..).zip(&games) {
                match matches.add(game, &mut identities) {
                    Ok(number) if numbers.insert(number) => {}
                    Err(MatchRecordError::Unfinished) if place == games.len() && is_torn(text) => {
                        matches.torn.push(path.clone());
                    }
                    result => {
                        let reason = match result {
                            Ok(_) => "expected every game once, found it twice".to_owned(),
                            Err(error) => error.to_string(),
                        };
                        return Err(named(ResumeProblem::Content(format!(
                            "game {place}: {reason}"
                        ))));
                    }
                }
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
    ) -> Result<usize, MatchRecordError> {
        MatchRecord::result(game)?;
        let (identity, number) = MatchRecord::place(game)?;
        let setup = game.setup()?;
        let plan = &mut self.plan;
        if plan.contenders.is_empty() {
            (plan.size, plan.rules) = (setup.size, setup.rules);
        } else if (plan.size, plan.rules) != (setup.size, setup.rules) {
            let words = |size, rules: Rules| format!("{size}x{size}, komi {}", rules.half_komi);
            let (expected, found) = (words(plan.size, plan.rules), words(setup.size, setup.rules));
            return Err(MatchRecordError::OtherRules { expected, found });
        }
        let mut index = |color: Color| {
            let name = game.tag(["Player1", "Player2"][color.index()]).unwrap_or_default();
            plan.contenders.iter().position(|it| it.name == name).unwrap_or_else(|| {
                plan.contenders.push(Contender::new(name, Launch::new("")));
                plan.contenders.len() - 1
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
