//! Text tables.

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, TableStyle, presets};
use stonefall_engine::report::Style;

fn borders(style: Style) -> TableStyle {
    match style {
        Style::Ascii => presets::ASCII_BORDERS_ONLY_CONDENSED,
        Style::Unicode | Style::Color => presets::UTF8_BORDERS_ONLY,
    }
}

/// A table of at most `width` columns; long lines wrap. The column `text` is aligned to the left, the others
/// to the right.
pub fn table(
    header: &[&str],
    rows: &[Vec<String>],
    text: usize,
    width: u16,
    style: Style,
) -> String {
    let cell = |(column, content): (usize, &str)| {
        let alignment = if column == text { CellAlignment::Left } else { CellAlignment::Right };
        Cell::new(content).set_alignment(alignment)
    };
    let mut table = Table::new();
    table
        .load_style(borders(style))
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(width)
        .set_header(header.iter().copied().enumerate().map(cell));
    for row in rows {
        table.add_row(row.iter().map(String::as_str).enumerate().map(cell));
    }
    table.lines().map(|line| format!("   {}\n", line.trim_end())).collect()
}

/// A [`table`] with text in the first column.
pub fn grid(header: &[&str], rows: &[Vec<String>], width: u16, style: Style) -> String {
    table(header, rows, 0, width, style)
}
