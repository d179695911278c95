//! Work that stops early and resumes: its output file is its only memory.

use super::output;
use super::output::complain;
use super::{Error, duration, interrupt};
use clap::Args;
use std::time::Duration;
use stonefall_engine::stopper::Stopper;
use stonefall_tools::resume::{ResumeError, ResumeProblem, Start};
use stonefall_tools::workers::WorkEnd;

/// Exit code of work that the same command resumes: `EX_TEMPFAIL` of sysexits.h.
pub(super) const UNFINISHED: u8 = 75;

/// Flag of commands that resume.
#[derive(Args, Clone, Copy, Debug, Default)]
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

/// Flags of commands that resume from their output file.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct ResumeFlags {
    /// Discard the content of the output file and start again
    #[arg(long)]
    restart: bool,
    #[command(flatten)]
    pub(super) deadline: Deadline,
}

impl ResumeFlags {
    pub(super) fn start(self) -> Start {
        if self.restart { Start::Restart } else { Start::Resume }
    }

    pub(super) fn stopper(self) -> Stopper {
        self.deadline.stopper()
    }
}

impl From<ResumeError> for Error {
    fn from(error: ResumeError) -> Self {
        let hint = match error.problem {
            ResumeProblem::Settings(_) => " (--restart replaces it)",
            _ => "",
        };
        Self::Failed(format!("{error}{hint}"))
    }
}

/// A number of units, whose name is plural.
fn counted(count: usize, units: &str) -> String {
    output::counted(count, units.trim_end_matches('s'))
}

/// Reports the number of units (`games`) that were already there.
pub(super) fn report_resumed(count: usize, units: &str) {
    if count > 0 {
        complain(&format!("resuming after {}", counted(count, units)));
    }
}

/// Error of interrupted work without an output file.
pub(super) fn lost(done: usize, count: usize, units: &str) -> Error {
    Error::Failed(format!(
        "interrupted after {done} of {}; only runs with --out can be resumed",
        counted(count, units)
    ))
}

/// The end of work with an output file.
pub(super) fn end(end: WorkEnd, done: usize, count: usize, units: &str) -> Result<(), Error> {
    match end {
        WorkEnd::Complete => Ok(()),
        WorkEnd::Interrupted => Err(interrupted(done, count, units)),
    }
}

/// Error of work that Ctrl-C, SIGTERM or a deadline ended.
pub(super) fn interrupted(done: usize, count: usize, units: &str) -> Error {
    let count = counted(count, units);
    let text = format!("interrupted after {done} of {count}; run the same command to resume");
    Error::Ended(text, UNFINISHED)
}
