//! A part of work on a database: each result goes into the file of the part, and the database is only read.

use crate::cli::bar::{self, Progress};
use crate::cli::batch::{Deadline, Parts, open_part};
use crate::cli::output::{Output, counted};
use crate::cli::{Error, resume};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stonefall_engine::report::grouped;
use stonefall_tools::parts::{Job, Part, PartFile, Pooled};
use stonefall_tools::workers::Ended;

/// Interval between lines without a terminal.
pub(super) const LINE_EVERY: Duration = Duration::from_secs(60);
/// Template of the progress bar.
const BAR: &str = "   {bar:30} {pos} of {len} {msg}, {eta} left (Ctrl-C interrupts)";

/// Flags of work on a database that can be divided.
#[derive(Args, Clone, Debug)]
pub(super) struct JobFlags {
    #[command(flatten)]
    parts: Parts,
    /// Folder of the parts
    #[arg(long, value_name = "FOLDER", requires = "part")]
    out: Option<PathBuf>,
    /// With --part, discard earlier results and start again
    #[arg(long, requires = "part")]
    restart: bool,
    #[command(flatten)]
    pub(super) deadline: Deadline,
    /// Write the summary as JSON (docs/json.md)
    #[arg(long, conflicts_with = "part")]
    pub(super) json: bool,
}

impl JobFlags {
    /// The part to compute, and its folder; `None` for all work in one process.
    pub(super) fn part(&self) -> Option<(Part, &Path)> {
        self.parts.part.zip(self.out.as_deref())
    }

    /// Opens the file of a part. `units` is their name, such as `games`.
    pub(super) fn open(
        &self,
        (part, folder): (Part, &Path),
        job: Job,
        units: &'static str,
    ) -> Result<OpenPart, Error> {
        let (file, found) = open_part(folder, self.restart, part, job, units)?;
        let (missing, count) = (found.missing(file.head()), file.head().own_count() as usize);
        let view = Progress::new(bar::moving_bar(count as u64, BAR), LINE_EVERY);
        view.bar.set_message(units);
        let done = count - missing.len();
        view.bar.set_position(done as u64);
        view.bar.reset_eta();
        Ok(OpenPart { file, missing, done, count, units, view })
    }
}

/// The file of a part and its progress.
pub(super) struct OpenPart {
    file: PartFile,
    /// Numbers of the units to compute.
    pub(super) missing: Vec<u32>,
    done: usize,
    count: usize,
    units: &'static str,
    view: Progress,
}

impl OpenPart {
    /// Adds the result of a unit.
    pub(super) fn add(&mut self, number: u32, content: &[u8]) -> Result<(), Error> {
        self.file.append(number, content)?;
        self.done += 1;
        self.view.bar.set_position(self.done as u64);
        let (done, count, units) = (self.done, self.count, self.units);
        self.view.line(|| format!("{done} of {count} {units}"));
        Ok(())
    }

    /// Waits for the disk, and reports the result.
    pub(super) fn finish(mut self, ended: Ended, output: &mut Output) -> Result<(), Error> {
        self.file.sync()?;
        drop(self.view);
        match ended {
            Ended::Interrupted => Err(resume::interrupted(self.done, self.count, self.units)),
            Ended::Complete => {
                let (part, units) = (self.file.head().part(), self.units);
                writeln!(output, "part {part}: {} {units}", grouped(self.count as u64))?;
                Ok(output.flush()?)
            }
        }
    }
}

/// `12,345 games 8f3a12bc`: what parts of one job have in common.
pub(super) fn content(count: u32, unit: &str, checksum: u32) -> String {
    format!("{} {checksum:08x}", counted(count as usize, unit))
}

/// Reports how many results of merged parts are new to a database.
pub(super) fn report_stored(
    pooled: &Pooled,
    path: &Path,
    (new, unit): (usize, &str),
    output: &mut Output,
) -> Result<(), Error> {
    let (path, parts) = (path.display(), counted(pooled.files(), "part"));
    let known = known(pooled.count() - new);
    let new = counted(new, &format!("new {unit}"));
    Ok(writeln!(output, "{path}: {new} from {parts}{known}")?)
}

/// `, 3 known`.
pub(super) fn known(count: usize) -> String {
    if count > 0 { format!(", {} known", grouped(count as u64)) } else { String::new() }
}
