//! Why a conversation failed.

use super::transport::Exit;
use std::io;
use std::time::Duration;
use stonefall_engine::notation::excerpt;
use thiserror::Error;

/// Failure of an engine or of the connection to it. The messages continue "the engine ...".
#[derive(Debug, Error)]
pub enum ClientError {
    /// The program could not be started.
    #[error("cannot start {command}: {reason}")]
    Start {
        /// The command line.
        command: String,
        /// The error of the system.
        reason: io::Error,
    },
    /// No server listens at the address, or it refused the connection.
    #[error("cannot connect to {address}: {reason}")]
    Connect {
        /// The address.
        address: String,
        /// The error of the system or of the server.
        reason: String,
    },
    /// The engine ended or closed the connection.
    #[error("died ({ending}), expected {expected}{}", last_diagnostic(.diagnostics))]
    Died {
        /// The expected line.
        expected: String,
        /// How it ended.
        ending: Exit,
        /// The newest lines on standard error.
        diagnostics: Vec<String>,
    },
    /// The expected line did not arrive in time.
    #[error("did not send {expected} within {} ms{}", .waited.as_millis(), last(.last_line))]
    Timeout {
        /// The expected line.
        expected: String,
        /// Length of the wait.
        waited: Duration,
        /// The last line received during the wait.
        last_line: Option<String>,
    },
    /// A `bestmove` without a move arrived.
    #[error("expected bestmove MOVE, found '{0}'")]
    Malformed(String),
    /// The engine answered its options with this error.
    #[error("refused an option: '{0}'")]
    Refused(String),
    /// The engine announces that it does not support this.
    #[error("does not support {0}")]
    Unsupported(String),
}

impl ClientError {
    /// The same error during a wait for another line.
    pub(super) fn waiting_for(mut self, line: &str) -> Self {
        if let Self::Died { expected, .. } = &mut self {
            line.clone_into(expected);
        }
        self
    }
}

/// The last line on standard error. A panic message starts two lines earlier and ends with advice.
fn last_diagnostic(lines: &[String]) -> String {
    let panic = lines.iter().rposition(|line| line.contains("panicked at"));
    let shown = match panic {
        Some(start) => &lines[start..lines.len().min(start + 2)],
        None => &lines[lines.len().saturating_sub(1)..],
    };
    if shown.is_empty() {
        String::new()
    } else {
        format!("; last error output: {}", shown.join(" "))
    }
}

fn last(line: &Option<String>) -> String {
    match line {
        Some(line) => format!("; the last line was '{}'", excerpt(line, 80)),
        None => String::new(),
    }
}
