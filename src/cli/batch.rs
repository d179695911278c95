//! Flags of commands that run as batch jobs: in parts, and until a deadline.

use super::interrupt;
use super::output::complain;
use super::{Error, duration, flags, resume};
use crate::version::long_version;
use clap::Args;
use std::path::Path;
use std::time::Duration;
use stonefall_engine::stopper::Stopper;
use stonefall_tools::parts::{FoundUnits, Head, Job, Part, PartFile};

/// Flag of commands that resume.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Deadline {
    /// Stop after this time (50m, 3.5h) with exit code 75; the same command resumes
    #[arg(long, value_name = "TIME", value_parser = duration::read)]
    deadline: Option<Duration>,
}

impl Deadline {
    /// A stopper for Ctrl-C, SIGTERM and the deadline.
    pub(super) fn stopper(self) -> Stopper {
        let stopper = interrupt::stopper();
        if let Some(deadline) = self.deadline {
            interrupt::stop_after(&stopper, deadline);
        }
        stopper
    }
}

/// Flag of commands whose work can be divided. They have a flag `--out`.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Parts {
    /// Compute part K of N; --out is then the folder of the parts, which stonefall parts pool merges
    /// (docs/cluster.md)
    #[arg(long, value_name = "K/N", requires = "out")]
    pub(super) part: Option<Part>,
}

/// Flags of a command that plays games.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct GameJob {
    /// Games played at the same time [default: one per core]; the games do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Discard games in the file and start again
    #[arg(long)]
    pub(super) restart: bool,
    #[command(flatten)]
    pub(super) parts: Parts,
    #[command(flatten)]
    pub(super) deadline: Deadline,
}

impl GameJob {
    pub(super) fn threads(&self) -> usize {
        flags::threads(self.threads)
    }
}

/// Opens the file of a part. Reports earlier units (`games`).
pub(super) fn open_part(
    folder: &Path,
    restart: bool,
    part: Part,
    job: Job,
    units: &str,
) -> Result<(PartFile, FoundUnits), Error> {
    let opened =
        PartFile::open(folder, resume::start(restart), Head::new(part, job, long_version()))?;
    Ok(report_found(opened, units))
}

/// Opens a file that holds the whole job. Reports earlier units.
pub(super) fn open_whole(
    path: &Path,
    restart: bool,
    job: Job,
    units: &str,
) -> Result<(PartFile, FoundUnits), Error> {
    let head = Head::new(Part::WHOLE, job, long_version());
    let opened = PartFile::open_file(path, resume::start(restart), head)?;
    Ok(report_found(opened, units))
}

fn report_found((file, found): (PartFile, FoundUnits), units: &str) -> (PartFile, FoundUnits) {
    report_cut(file.path(), found.cut);
    resume::report_resumed(found.units.len(), units);
    (file, found)
}

/// Reports bytes that were removed from a file.
pub(super) fn report_cut(path: &Path, bytes: u64) {
    if bytes > 0 {
        let path = path.display();
        complain(&format!("{path}: removed {bytes} bytes after the last complete unit"));
    }
}
