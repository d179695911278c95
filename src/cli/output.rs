//! All output of the command line.

use super::Error;
use super::json::pretty;
use clap::{Args, ValueEnum};
use console::Term;
use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use stonefall_engine::report::Style;

/// Checked standard output: a closed pipe is an error that ends the program, never a panic.
#[derive(Debug)]
pub(super) struct Output(BufWriter<Stdout>);

impl Output {
    pub(super) fn new() -> Self {
        Self(BufWriter::new(io::stdout()))
    }

    /// Writes a value as JSON.
    pub(super) fn json(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        Ok(self.0.write_all(pretty(value)?.as_bytes())?)
    }

    /// Flushes buffered output.
    pub(super) fn finish(mut self) -> Result<(), Error> {
        Ok(self.0.flush()?)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes a line to standard error; failures are ignored, because nobody could read about them.
pub(super) fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Style of drawn boards.
#[derive(Args, Clone, Debug)]
pub(super) struct Screen {
    /// Colors of the board; auto uses them in a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    color: When,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum When {
    Auto,
    Always,
    Never,
}

impl Screen {
    pub(super) fn style(&self) -> Style {
        if self.ascii { Style::Ascii } else { self.color.style() }
    }
}

impl When {
    pub(super) fn style(self) -> Style {
        let variable = |name| std::env::var(name).unwrap_or_default();
        let dumb = variable("TERM") == "dumb";
        let terminal = io::stdout().is_terminal() && !dumb;
        match self {
            Self::Always => Style::Color,
            Self::Auto if terminal && variable("NO_COLOR").is_empty() => Style::Color,
            Self::Auto | Self::Never if dumb => Style::Ascii,
            Self::Auto | Self::Never => Style::Unicode,
        }
    }
}

/// Columns of the output: the variable COLUMNS, else the terminal, else 100.
pub(super) fn columns() -> u16 {
    let terminal = Term::stdout().size_checked().map(|(_, columns)| columns);
    width(std::env::var("COLUMNS").ok().as_deref(), terminal)
}

fn width(told: Option<&str>, terminal: Option<u16>) -> u16 {
    let told = told.and_then(|columns| columns.trim().parse().ok());
    // A terminal of size 0 does not know its size.
    let known = told.or(terminal).filter(|&columns| columns > 0);
    known.unwrap_or(100).clamp(60, 200)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_come_from_the_variable_or_the_terminal() {
        for (told, terminal, columns) in [
            (None, None, 100),
            (None, Some(80), 80),
            (Some("120"), Some(80), 120),
            (Some("120"), None, 120),
            (Some("many"), Some(80), 80),
            (Some(""), None, 100),
            (None, Some(0), 100),
            (None, Some(20), 60),
            (Some("999"), None, 200),
        ] {
            assert_eq!(width(told, terminal), columns, "{told:?} {terminal:?}");
        }
    }
}
