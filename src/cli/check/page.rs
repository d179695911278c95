//! Text form of the report.

use std::fmt::Write;
use stonefall_check::{Complaint, Exchange, Figure, Finding, POINTS, Report, Verdict};
use stonefall_client::Direction;
use stonefall_engine::report::Style;

/// Symbols and colors of a style.
struct Look {
    passed: &'static str,
    failed: &'static str,
    skipped: &'static str,
    is_colored: bool,
}

impl Look {
    const fn new(style: Style) -> Self {
        let is_colored = matches!(style, Style::Color);
        match style {
            Style::Ascii => Self { passed: "ok  ", failed: "FAIL", skipped: "-   ", is_colored },
            Style::Color | Style::Unicode => {
                Self { passed: "✓", failed: "✗", skipped: "–", is_colored }
            }
        }
    }

    fn paint(&self, code: &str, text: &str) -> String {
        if self.is_colored { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    fn dim(&self, text: &str) -> String {
        self.paint("2", text)
    }

    fn sign(&self, verdict: &Verdict) -> String {
        match verdict {
            Verdict::Passed => self.paint("32", self.passed),
            Verdict::Failed => self.paint("1;31", self.failed),
            Verdict::Skipped(_) => self.dim(self.skipped),
        }
    }
}

/// The points by section.
pub(super) fn list(style: Style) -> String {
    let look = Look::new(style);
    let mut text = String::new();
    let mut section = None;
    for point in &POINTS {
        if section.replace(point.section) != Some(point.section) {
            let gap = if text.is_empty() { "" } else { "\n" };
            let _ = writeln!(text, "{gap}{}", look.paint("1", &point.section.to_string()));
        }
        let _ = writeln!(text, "  {:>2}  {}", point.number, point.title);
    }
    text
}

/// The complete report.
pub(super) fn report(report: &Report, style: Style, verbose: bool) -> String {
    let look = Look::new(style);
    let mut text = head(report, &look);
    let mut section = None;
    for finding in &report.findings {
        if section.replace(finding.point.section) != Some(finding.point.section) {
            let _ = writeln!(text, "\n{}", look.paint("1", &finding.point.section.to_string()));
        }
        text += &point(finding, &look);
        if verbose {
            text += &conversation(&finding.exchanges, &look);
        }
    }
    text + &foot(report, &look)
}

fn head(report: &Report, look: &Look) -> String {
    let identity = &report.facts.identity;
    let name = identity.name.as_deref().unwrap_or("unnamed engine");
    let author = identity.author.as_deref().map_or(String::new(), |it| format!(" by {it}"));
    let sizes: Vec<_> = report.facts.sizes.iter().map(ToString::to_string).collect();
    let sizes = if sizes.is_empty() { "none found".to_owned() } else { sizes.join(" ") };
    let options = identity.options.len();
    let disturbed =
        match report.load {
            Some(load) if report.is_disturbed() => format!(
            "{}\n",
            look.paint("33", &format!(
                "Other programs are running (load {load:.1}); the engine may miss deadlines."
            )),
        ),
            _ => String::new(),
        };
    format!(
        "{}{author}\n{}\n{disturbed}",
        look.paint("1", name),
        look.dim(&format!("{} | sizes {sizes} | {options} options", report.engine)),
    )
}

fn point(finding: &Finding, look: &Look) -> String {
    let sign = look.sign(&finding.verdict);
    let (number, title) = (finding.point.number, finding.point.title);
    let mut text = format!("  {sign} {number:>2}  {title}\n");
    for line in figures(&finding.figures) {
        let _ = writeln!(text, "        {}", look.dim(&line));
    }
    if let Verdict::Skipped(reason) = &finding.verdict {
        let _ = writeln!(text, "        {}", look.dim(&format!("skipped: {reason}")));
    }
    for complaint in &finding.complaints {
        text += &complaint_text(complaint, look);
    }
    text
}

/// Figures without a limit share a line.
fn figures(figures: &[Figure]) -> Vec<String> {
    let shown = |figure: &Figure| {
        let unit = if figure.unit.is_empty() { String::new() } else { format!(" {}", figure.unit) };
        let digits = usize::from(figure.value < 100.0 && figure.value.fract() != 0.0);
        let limit = figure.limit.map_or(String::new(), |limit| format!(" (limit {limit:.0})"));
        format!("{}: {:.digits$}{unit}{limit}", figure.name, figure.value)
    };
    let (limited, free): (Vec<_>, Vec<_>) =
        figures.iter().partition(|figure| figure.limit.is_some());
    let mut lines: Vec<_> = limited.into_iter().map(shown).collect();
    if !free.is_empty() {
        lines.push(free.into_iter().map(shown).collect::<Vec<_>>().join(", "));
    }
    lines
}

fn complaint_text(complaint: &Complaint, look: &Look) -> String {
    let mut text = format!("        {}\n", look.paint("31", &complaint.text));
    text += &conversation(&complaint.exchanges, look);
    text
}

fn conversation(exchanges: &[Exchange], look: &Look) -> String {
    let mut text = String::new();
    for exchange in exchanges {
        let arrow = match exchange.direction {
            Direction::ToEngine => ">",
            Direction::FromEngine => "<",
        };
        let _ = writeln!(text, "          {}", look.dim(&format!("{arrow} {}", exchange.text)));
    }
    text
}

fn foot(report: &Report, look: &Look) -> String {
    let [passed, failed, skipped] = report.counts();
    let all = report.findings.len();
    let failed = match failed {
        0 => "none failed".to_owned(),
        _ => look.paint("1;31", &format!("{failed} failed")),
    };
    format!(
        "\n{passed} of {all} points passed, {failed}, {skipped} skipped, in {:.0} s\n",
        report.time.as_secs_f64()
    )
}
