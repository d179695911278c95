//! A report as text.

use super::sections::{Section, head, sections};
use crate::cli::output::columns;
use crate::table::grid;
use stonefall_engine::report::Style;
use stonefall_tools::report::Report;

/// The whole report.
pub(super) fn text(report: &Report, style: Style) -> String {
    let parts = sections(report).into_iter().map(|part| section(&part, style));
    format!("   {}\n{}", head(report), parts.collect::<String>())
}

fn section(section: &Section, style: Style) -> String {
    let header: Vec<_> = section.header.iter().map(String::as_str).collect();
    let table = match section.rows.is_empty() {
        true => String::new(),
        false => grid(&header, &section.rows, columns() - 4, style),
    };
    format!("\n   {}\n{table}{}", section.title, wrapped(&section.note))
}

/// Text in lines that fit the output.
fn wrapped(text: &str) -> String {
    let width = usize::from(columns()) - 8;
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.len() + word.len() >= width {
            lines += &format!("   {line}\n");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines + &format!("   {line}\n")
}
