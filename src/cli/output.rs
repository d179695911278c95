//! All output of the command line.

use super::Error;
use super::json::pretty;
use clap::{Args, ColorChoice};
use console::Term;
use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use stonefall_engine::report::{Style, grouped};

/// Checked standard output: a closed pipe is an error that ends the program, never a panic.
pub(super) type Output = BufWriter<Stdout>;

/// Writes a value as JSON.
pub(super) fn write_json(
    output: &mut Output,
    value: &(impl Serialize + ?Sized),
) -> Result<(), Error> {
    Ok(output.write_all(pretty(value)?.as_bytes())?)
}

/// Writes a line to standard error; failures are ignored, because nobody could read about them.
pub(super) fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// `1 move`, `2,000 moves`.
pub(super) fn counted(count: usize, word: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {word}{plural}", grouped(count as u64))
}

/// Style of drawn boards.
#[derive(Args, Clone, Debug)]
pub(super) struct Screen {
    /// Colors of the board; auto uses them in a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    color: ColorChoice,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

/// Form of an output.
#[derive(Args, Clone, Debug)]
pub(super) struct Form {
    /// Write JSON (docs/json.md)
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    screen: Screen,
}

impl Form {
    /// Style of the text.
    pub(super) fn style(&self) -> Style {
        self.screen.style()
    }

    /// Writes an answer as JSON or as text.
    pub(super) fn write(
        &self,
        output: &mut Output,
        value: &impl Serialize,
        text: impl FnOnce(Style) -> String,
    ) -> Result<(), Error> {
        match self.json {
            true => write_json(output, value),
            false => Ok(output.write_all(text(self.style()).as_bytes())?),
        }
    }
}

impl Screen {
    pub(super) fn style(&self) -> Style {
        if self.ascii { Style::Ascii } else { style(self.color) }
    }
}

/// The style for standard output.
pub(super) fn style(color: ColorChoice) -> Style {
    let variable = |name| std::env::var(name).unwrap_or_default();
    let dumb = variable("TERM") == "dumb";
    let terminal = io::stdout().is_terminal() && !dumb;
    match color {
        ColorChoice::Always => Style::Color,
        ColorChoice::Auto if terminal && variable("NO_COLOR").is_empty() => Style::Color,
        ColorChoice::Auto | ColorChoice::Never if dumb => Style::Ascii,
        ColorChoice::Auto | ColorChoice::Never => Style::Unicode,
    }
}

/// Columns of the output: the variable COLUMNS, else the terminal, else 100.
pub(super) fn columns() -> u16 {
    let terminal = Term::stdout().size_checked().map(|(_, columns)| columns);
    width(std::env::var("COLUMNS").ok().as_deref(), terminal)
}

fn width(variable: Option<&str>, terminal: Option<u16>) -> u16 {
    let variable = variable.and_then(|columns| columns.trim().parse().ok());
    // A terminal of size 0 does not know its size.
    let known = variable.or(terminal).filter(|&columns| columns > 0);
    known.unwrap_or(100).clamp(60, 200)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_come_from_the_variable_or_the_terminal() {
        for (variable, terminal, columns) in [
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
            assert_eq!(width(variable, terminal), columns, "{variable:?} {terminal:?}");
        }
    }
}
