//! Tables of puzzles.

use super::{Aim, Collection, Grade, Kind, Misses, Puzzle, Theme};
use crate::version::signature;
use std::error::Error;
use std::str::FromStr;
use stonefall_engine::notation::{excerpt, parse_move, parse_tps};
use stonefall_engine::search::Level;
use stonefall_engine::types::HalfKomi;

/// Writes a table: comments with the recipe, which holds the arguments that the result depends on; column names and rows
/// for each of these kinds.
pub fn write_puzzles(kinds: &[Kind], puzzles: &[Puzzle], recipe: &str) -> String {
    let mut text = String::new();
    for &kind in kinds {
        let rows = puzzles.iter().filter(|puzzle| puzzle.aim.kind == kind);
        text += &if text.is_empty() { head(kind, recipe) } else { columns(kind) };
        text.extend(rows.map(|puzzle| format!("{puzzle}\n")));
    }
    text
}

/// The lines before the rows of a table.
pub(super) fn head(kind: Kind, recipe: &str) -> String {
    format!("# Made by {} with\n# {recipe}\n{}", signature(), columns(kind))
}

/// A note and the names of the columns.
fn columns(kind: Kind) -> String {
    let note = match kind {
        Kind::Road => {
            "moves: the winner's; effort: positions until a search proves the win (- for over 200000)"
        }
        Kind::Flats => {
            "plies: to the end of the game; effort: positions of the solver for the proof"
        }
    };
    let columns = kind.columns().join("\t");
    format!(
        "# {note}; rating: mean of the players who missed the win; \
         level: the lowest that finds the first move (- for none)\n{columns}\n"
    )
}

/// A table with the rows of another one, the easiest first and without symmetric positions.
pub fn sorted_table(text: &str) -> Result<String, String> {
    let mut found = Collection::default();
    for puzzle in read_puzzles(text)? {
        found.add(puzzle);
    }
    let puzzles = found.into_sorted();
    let has = |kind: &Kind| puzzles.iter().any(|puzzle| puzzle.aim.kind == *kind);
    let kinds: Vec<_> = Kind::ALL.into_iter().filter(has).collect();
    Ok(write_puzzles(&kinds, &puzzles, "stonefall board --puzzles"))
}

/// Reads a table: comments that start with `#`, the names of the columns, and a row per puzzle. Other names may follow,
/// for puzzles of the other kind. The columns from `rating` on may be missing, also in single rows. The first move of each puzzle is checked.
///
/// # Errors
/// For other columns, for a row that cannot be read, and for a table without rows.
pub fn read_puzzles(text: &str) -> Result<Vec<Puzzle>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_content = |line: &str| !line.starts_with('#') && !line.trim().is_empty();
    let mut names = None;
    let mut puzzles = Vec::new();
    for (line, content) in (1..).zip(text.lines()).filter(|(_, line)| is_content(line)) {
        let wrong = |problem: Box<dyn Error>| format!("line {line}: {problem}");
        match (ColumnNames::read(content), names) {
            (Some(read), _) => names = Some(read),
            (None, Some(names)) => puzzles.push(puzzle(names, content).map_err(wrong)?),
            (None, None) => {
                let found = excerpt(content, 40);
                return Err(wrong(
                    format!("expected the column names of a table of puzzles or endgames, found {found:?}")
                        .into(),
                ));
            }
        }
    }
    if puzzles.is_empty() {
        return Err("expected a table of puzzles or endgames, found no rows".to_owned());
    }
    Ok(puzzles)
}

/// Number of columns that every row has.
const LEAST_COLUMNS: usize = 7;

/// Names of columns.
#[derive(Clone, Copy)]
struct ColumnNames {
    kind: Kind,
    /// Number of columns.
    count: usize,
}

impl ColumnNames {
    /// The names in a line, if it has some.
    fn read(line: &str) -> Option<Self> {
        let names = |kind: Kind| {
            let columns = kind.columns();
            let count = line.split('\t').count();
            let is_known = (LEAST_COLUMNS..=columns.len()).contains(&count);
            let is_equal = line.split('\t').eq(columns.into_iter().take(count));
            (is_known && is_equal).then_some(Self { kind, count })
        };
        Kind::ALL.into_iter().find_map(names)
    }
}

fn puzzle(ColumnNames { kind, count }: ColumnNames, row: &str) -> Result<Puzzle, Box<dyn Error>> {
    let columns: Vec<_> = row.split('\t').collect();
    let (&[_, half_komi, length, effort, tps, line, source, ref rest @ ..], true) =
        (&columns[..], columns.len() <= count)
    else {
        return Err(format!("expected {count} columns, found {}", columns.len()).into());
    };
    let mut misses = Misses::default();
    if let Some(rating) = rest.first().filter(|rating| !rating.is_empty()) {
        misses.add(if *rating == "-" { None } else { Some(number("rating", rating)?) });
    }
    let grade = match rest {
        [_, level, themes @ ..] => Some(grade(level, themes.first().unwrap_or(&""))?),
        _ => None,
    };
    let puzzle = Puzzle {
        tps: parse_tps(tps)?,
        half_komi: HalfKomi::new(number("half_komi", half_komi)?)?,
        aim: Aim { kind, length: number(kind.unit(), length)? },
        line: line.split_whitespace().map(parse_move).collect::<Result<_, _>>()?,
        effort: if effort == "-" { None } else { Some(number("effort", effort)?) },
        source: source.to_owned(),
        misses,
        grade,
        ptn: String::new(),
    };
    let game = puzzle.game()?;
    if game.outcome().is_some() {
        return Err("expected a position to move in, found a game that is over".into());
    }
    let mv = puzzle.key().ok_or("expected a line of at least one move, found none")?;
    game.check(mv).map_err(|reason| format!("move {mv}: {reason}"))?;
    Ok(puzzle)
}

fn grade(level: &str, themes: &str) -> Result<Grade, String> {
    let number: Option<u8> = if level == "-" { None } else { Some(number("level", level)?) };
    let (lowest, highest) = (Level::LOWEST, Level::HIGHEST);
    let unknown = |number| format!("expected a level from {lowest} to {highest}, found {number}");
    let level = number.map(|number| Level::new(number).ok_or_else(|| unknown(number)));
    let theme = |name| {
        let found = Theme::ALL.into_iter().find(|theme| theme.name() == name);
        let known = || Theme::ALL.map(Theme::name).join(", ");
        found.ok_or_else(|| format!("expected a theme of {}, found {name:?}", known()))
    };
    let themes = themes.split_whitespace().map(theme).collect::<Result<_, _>>()?;
    Ok(Grade { level: level.transpose()?, themes })
}

fn number<T: FromStr>(column: &'static str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("expected a number in column {column}, found {text:?}"))
}
