//! The file that keeps the games of a match: of the whole match, or of a part.

use super::MatchArgs;
use crate::cli::batch::open_part;
use crate::cli::output::complain;
use crate::cli::{Error, resume};
use std::collections::BTreeSet;
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_tools::matches::{MatchFile, MatchPlan, MatchRecord};
use stonefall_tools::parts::{FoundUnits, PartFile};

/// A match with its earlier games.
pub(super) struct GamesFile {
    file: Option<Kept>,
    /// The games of the file that belong to the match.
    pub(super) records: Vec<MatchRecord>,
    /// Numbers of the games that are not to be played.
    pub(super) others: BTreeSet<usize>,
    /// Number of games to have at the end.
    pub(super) total: usize,
}

enum Kept {
    Whole(MatchFile),
    Part(PartFile),
}

impl GamesFile {
    /// Opens the output, reads its games and reports them.
    pub(super) fn open(arguments: &MatchArgs, plan: &MatchPlan) -> Result<Self, Error> {
        let total = plan.total();
        let Some(path) = &arguments.out else {
            let (records, others) = (Vec::new(), BTreeSet::new());
            return Ok(Self { file: None, records, others, total });
        };
        if let Some(part) = arguments.parts.part {
            let (file, found) = open_part(path, arguments.restart, part, plan.job(), "games")?;
            return Self::part(file, &found, plan);
        }
        let (file, found) = MatchFile::open(path, resume::start(arguments.restart), plan)?;
        if found.was_cut {
            complain("the last game of the file was incomplete and is played again");
        }
        let mut records = found.records;
        let others = records.iter().map(|record| record.fixture.number).collect();
        records.retain(|record| record.fixture.number < total);
        resume::report_resumed(records.len(), "games");
        Ok(Self { file: Some(Kept::Whole(file)), records, others, total })
    }

    fn part(file: PartFile, found: &FoundUnits, plan: &MatchPlan) -> Result<Self, Error> {
        let texts = found.units.values().map(|content| String::from_utf8_lossy(content));
        let records = texts.map(|text| read(&text, plan)).collect::<Result<Vec<_>, _>>()?;
        let mut others: BTreeSet<_> = (0..plan.total()).collect();
        for unit in found.missing(file.head()) {
            others.remove(&(unit as usize));
        }
        let total = file.head().own_count() as usize;
        Ok(Self { file: Some(Kept::Part(file)), records, others, total })
    }

    /// Adds a finished game.
    pub(super) fn add(&mut self, text: &str, plan: &MatchPlan) -> Result<(), Error> {
        // The text that a resumed run would read.
        let record = read(text, plan)?;
        match &mut self.file {
            Some(Kept::Whole(file)) => file.add(text)?,
            Some(Kept::Part(file)) => {
                file.append(record.fixture.number as u32, text.as_bytes())?;
                file.sync()?;
            }
            None => {}
        }
        self.records.push(record);
        Ok(())
    }

    /// Whether all games are there.
    pub(super) fn is_complete(&self) -> bool {
        self.records.len() == self.total
    }
}

/// Reads a game of the match.
fn read(text: &str, plan: &MatchPlan) -> Result<MatchRecord, Error> {
    MatchRecord::read(&PtnGame::read(text), plan)
        .map_err(|error| Error::Failed(format!("unreadable game of this match: {error}")))
}
