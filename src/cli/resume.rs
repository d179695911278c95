//! Resuming of interrupted work.

use super::Error;
use super::output::complain;
use stonefall_tools::resume::{ResumeError, ResumeProblem, Start};

impl From<ResumeError> for Error {
    fn from(error: ResumeError) -> Self {
        let hint = match error.problem {
            ResumeProblem::Settings(_) => " (--restart replaces it)",
            _ => "",
        };
        Self::Failed(format!("{error}{hint}"))
    }
}

/// Exit code of work that the same command resumes: `EX_TEMPFAIL` of sysexits.h.
pub(super) const UNFINISHED: u8 = 75;

/// Meaning of the flag `--restart`.
pub(super) fn start(restart: bool) -> Start {
    if restart { Start::Restart } else { Start::Resume }
}

/// Reports the number of units (`games`) that were already there.
pub(super) fn report_resumed(count: usize, units: &str) {
    if count > 0 {
        complain(&format!("resuming after {count} {units}"));
    }
}

/// Error of interrupted work without an output file.
pub(super) fn lost(done: usize, count: usize, units: &str) -> Error {
    Error::Failed(format!(
        "interrupted after {done} of {count} {units}; only runs with --out can be resumed"
    ))
}

/// Error of work that Ctrl-C, SIGTERM or a deadline ended.
pub(super) fn interrupted(done: usize, count: usize, units: &str) -> Error {
    let text =
        format!("interrupted after {done} of {count} {units}; run the same command to resume");
    Error::Ended(text, UNFINISHED)
}
