//! Tables of games and results.

use crate::cli::output::columns;
use crate::table::table;
use stonefall_engine::report::Style;
use stonefall_engine::types::Color;
use stonefall_tools::games::{DatabaseGame, ListEntry, ResultCount};

/// Characters of a bar.
const BAR: u64 = 20;
/// The longest name in a table.
const NAME: usize = 20;

/// A table of games.
pub(super) fn games(games: &[ListEntry], style: Style) -> String {
    let has_moves = games.iter().any(|listed| listed.next_move.is_some());
    let mut header = vec!["Game", "White", "Black", "Result", "Size", "Komi", "Date"];
    header.extend(has_moves.then_some("Next move"));
    let rows: Vec<_> = games
        .iter()
        .map(|ListEntry { game, next_move }| {
            let mut row = vec![
                game.id.to_string(),
                player(game, Color::White),
                player(game, Color::Black),
                game.result.to_string(),
                game.size.to_string(),
                game.rules.half_komi.to_string(),
                game.date_tags().map_or_else(|| "-".to_owned(), |(date, _)| date),
            ];
            row.extend(has_moves.then(|| next_move.clone().unwrap_or_else(|| "-".into())));
            row
        })
        .collect();
    table(&header, &rows, usize::MAX, columns() - 4, style)
}

/// `Ann (1800)`.
pub(in crate::cli) fn player(game: &DatabaseGame, color: Color) -> String {
    let name = game.names[color].as_deref().unwrap_or("-");
    let name: String = name.chars().take(NAME).collect();
    match game.ratings[color] {
        Some(rating) => format!("{name} ({rating})"),
        None => name,
    }
}

/// The results as a bar: White's wins, draws, Black's wins.
pub(super) fn bar(count: &ResultCount, style: Style) -> String {
    let [white, draw, black] = match style {
        Style::Ascii => ["#", "=", "."],
        Style::Unicode | Style::Color => ["\u{2588}", "\u{2592}", "\u{2591}"],
    };
    let ended = count.white + count.draws + count.black;
    if ended == 0 {
        return String::new();
    }
    let up_to = |games: u64| (games * BAR + ended / 2) / ended;
    let (first, second) = (up_to(count.white), up_to(count.white + count.draws));
    let part = |symbol: &str, length: u64| symbol.repeat(length as usize);
    part(white, first) + &part(draw, second - first) + &part(black, BAR - second)
}

/// `45 %`, `-` without games.
pub(in crate::cli) fn percent(part: u64, whole: u64) -> String {
    match whole {
        0 => "-".to_owned(),
        _ => format!("{:.0} %", part as f64 * 100.0 / whole as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_have_one_length() {
        let count =
            |white, draws, black| ResultCount { white, draws, black, ..ResultCount::default() };
        for (white, draws, black, expected) in [
            (1, 0, 0, "####################"),
            (0, 0, 1, "...................."),
            (2, 1, 1, "##########=====....."),
            (1, 1, 1, "#######======......."),
            (0, 0, 0, ""),
        ] {
            assert_eq!(bar(&count(white, draws, black), Style::Ascii), expected);
        }
        assert_eq!(percent(1, 3), "33 %");
        assert_eq!(percent(0, 0), "-");
    }
}
