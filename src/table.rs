//! Text tables.

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, TableStyle, presets};
use stonefall_engine::report::Style;

/// One line of analysis as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Rank, 1 for the best line.
    pub rank: usize,
    /// The score as [`stonefall_engine::report::Verdict`] writes it.
    pub score: String,
    /// Depth of the search.
    pub depth: String,
    /// The moves.
    pub moves: String,
}

/// The lines of an analysis as a table of at most `width` columns; long lines wrap.
#[must_use]
pub fn lines(rows: &[Row], width: u16, style: Style) -> String {
    let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
    let mut table = Table::new();
    table
        .load_style(borders(style))
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(width);
    table.set_header(["", "Score", "Depth", "Moves"]);
    for row in rows {
        table.add_row([
            right(row.rank.to_string()),
            right(row.score.clone()),
            right(row.depth.clone()),
            Cell::new(&row.moves),
        ]);
    }
    table.lines().map(|line| format!("   {}\n", line.trim_end())).collect()
}

fn borders(style: Style) -> TableStyle {
    match style {
        Style::Ascii => presets::ASCII_BORDERS_ONLY_CONDENSED,
        Style::Unicode | Style::Color => presets::UTF8_BORDERS_ONLY,
    }
}

/// A table with text in the first column and numbers in the others, of at most `width` columns.
#[must_use]
pub fn grid(header: &[&str], rows: &[Vec<String>], width: u16, style: Style) -> String {
    let cell = |(column, text): (usize, &str)| {
        let alignment = if column == 0 { CellAlignment::Left } else { CellAlignment::Right };
        Cell::new(text).set_alignment(alignment)
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
