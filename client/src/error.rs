//! What goes wrong with an engine.

use super::Exit;
use std::io;
use std::time::Duration;
use thiserror::Error;

/// Why an engine did not do what it was asked to.
#[derive(Debug, Error)]
pub enum ClientError {
    /// It could not be started at all.
    #[error("cannot start {command}: {reason}")]
    Start {
        /// The command line.
        command: String,
        /// What the system says.
        reason: io::Error,
    },
    /// It does not listen there, or does not let anybody in.
    #[error("cannot connect to {address}: {reason}")]
    Connect {
        /// Where.
        address: String,
        /// What the system, or the other side, says.
        reason: String,
    },
    /// It has ended, or closed the connection.
    #[error("died ({ending}) when {expected} was expected{}", quoted(.last_words))]
    Died {
        /// What it was to say.
        expected: String,
        /// How it ended.
        ending: Exit,
        /// What it wrote last on standard error.
        last_words: Vec<String>,
    },
    /// It is still there, but did not say what it had to in time.
    #[error("did not say {expected} within {} ms{}", .waited.as_millis(), last(.last_line))]
    Silent {
        /// What it was to say.
        expected: String,
        /// How long it was waited for.
        waited: Duration,
        /// What it said last while it was waited for.
        last_line: Option<String>,
    },
    /// It said something that cannot be understood.
    #[error("expected {expected}, found '{found}'")]
    Nonsense {
        /// What it was to say.
        expected: String,
        /// What it said.
        found: String,
    },
    /// It announces that it cannot do this.
    #[error("does not offer {0}")]
    Refused(String),
}

/// The last words; those of a panic begin earlier, and end with advice.
fn quoted(words: &[String]) -> String {
    let panic = words.iter().rposition(|word| word.contains("panicked at"));
    let telling = match panic {
        Some(start) => &words[start..words.len().min(start + 2)],
        None => &words[words.len().saturating_sub(1)..],
    };
    if telling.is_empty() {
        String::new()
    } else {
        format!("; its last words: {}", telling.join(" "))
    }
}

fn last(line: &Option<String>) -> String {
    match line {
        Some(line) => format!("; the last line was '{}'", excerpt(line)),
        None => String::new(),
    }
}

/// As much of a line as is shown in a message.
pub fn excerpt(text: &str) -> String {
    stonefall_engine::notation::excerpt(text, 80)
}
