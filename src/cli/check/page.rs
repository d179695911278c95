//! Text form of the report.

use std::fmt::Write;
use stonefall_check::{Exchange, Figure, POINTS, PointReport, Report, Verdict};
use stonefall_engine::report::Style;

/// Load above which measurements suffer. An earlier check makes a load of about 1.
const DISTURBING: f64 = 1.5;

/// Colors a text, if the style has colors.
fn paint(style: Style, code: &str, text: &str) -> String {
    if style == Style::Color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
}

fn dim(style: Style, text: &str) -> String {
    paint(style, "2", text)
}

fn sign(style: Style, verdict: Verdict) -> String {
    let (code, sign, word) = match verdict {
        Verdict::Passed => ("32", "✓", "ok  "),
        Verdict::Failed => ("1;31", "✗", "FAIL"),
        Verdict::Skipped => ("2", "–", "-   "),
    };
    paint(style, code, if style == Style::Ascii { word } else { sign })
}

/// The points by section.
pub(super) fn list(style: Style) -> String {
    let mut text = String::new();
    for section in POINTS.chunk_by(|one, other| one.section == other.section) {
        let gap = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{gap}{}", paint(style, "1", section[0].section));
        for point in section {
            let _ = writeln!(text, "  {:>2}  {}", point.number, point.title);
        }
    }
    text
}

/// The complete report.
pub(super) fn report(report: &Report, style: Style, verbose: bool) -> String {
    let mut text = head(report, style);
    let same_section =
        |one: &PointReport, other: &PointReport| one.point.section == other.point.section;
    for section in report.points.chunk_by(same_section) {
        let _ = writeln!(text, "\n{}", paint(style, "1", section[0].point.section));
        for finding in section {
            text += &point(finding, style);
            if verbose {
                text += &conversation(&finding.exchanges, style);
            }
        }
    }
    text + &foot(report, style)
}

fn head(report: &Report, style: Style) -> String {
    let name = report.name.as_deref().unwrap_or("unnamed engine");
    let author = report.author.as_deref().map_or(String::new(), |it| format!(" by {it}"));
    let sizes: Vec<_> = report.sizes.iter().map(ToString::to_string).collect();
    let sizes = if sizes.is_empty() { "none found".to_owned() } else { sizes.join(" ") };
    let mut text = format!(
        "{}{author}\n{}\n",
        paint(style, "1", name),
        dim(style, &format!("{} | sizes {sizes} | {} options", report.engine, report.options)),
    );
    if let Some(load) = report.load.filter(|&load| load > DISTURBING) {
        let cause = format!("Other programs are running (load {load:.1})");
        let warning = paint(style, "33", &format!("{cause}; the engine may miss deadlines."));
        let _ = writeln!(text, "{warning}");
    }
    text
}

fn point(finding: &PointReport, style: Style) -> String {
    let sign = sign(style, finding.verdict);
    let (number, title) = (finding.point.number, finding.point.title);
    let mut text = format!("  {sign} {number:>2}  {title}\n");
    let reason = finding.reason.iter().map(|reason| format!("skipped: {reason}"));
    for line in finding.figures.iter().map(figure).chain(reason) {
        let _ = writeln!(text, "        {}", dim(style, &line));
    }
    for complaint in &finding.complaints {
        let _ = writeln!(text, "        {}", paint(style, "31", &complaint.text));
        text += &conversation(&complaint.exchanges, style);
    }
    text
}

fn figure(figure: &Figure) -> String {
    let Figure { name, value, unit, limit } = figure;
    let digits = usize::from(*value < 100.0 && value.fract() != 0.0);
    format!("{name}: {value:.digits$} {unit} (limit {limit:.0})")
}

fn conversation(exchanges: &[Exchange], style: Style) -> String {
    let mut text = String::new();
    for exchange in exchanges {
        let arrow = if exchange.by == "client" { ">" } else { "<" };
        let _ = writeln!(text, "          {}", dim(style, &format!("{arrow} {}", exchange.text)));
    }
    text
}

fn foot(report: &Report, style: Style) -> String {
    let Report { passed, skipped, time_ms, .. } = report;
    let all = report.points.len();
    let failed = match report.failed {
        0 => "none failed".to_owned(),
        failed => paint(style, "1;31", &format!("{failed} failed")),
    };
    let seconds = *time_ms as f64 / 1000.0;
    format!("\n{passed} of {all} points passed, {failed}, {skipped} skipped, in {seconds:.0} s\n")
}
