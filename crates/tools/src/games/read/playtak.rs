//! PlayTak's table of games, in all its versions: older files lack the later columns.

use super::FileGame;
use crate::games::game::rating;
use crate::games::time_control::{ExtraTime, TimeControl};
use crate::games::{DatabaseError, DatabaseGame, file};
use crate::hash::Hash;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row};
use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;
use stonefall_engine::notation::printable;
use stonefall_engine::notation::ptn_file::GameResult;
use stonefall_engine::types::ByColor;
use stonefall_engine::{Move, Opening};
use stonefall_playtak::protocol::{Setting, read_move};

/// Rows per query, so that the server can write between two queries.
const ROWS: usize = 4096;

/// The columns that every version has.
const REQUIRED: [&str; 7] =
    ["id", "size", "player_white", "player_black", "notation", "result", "rowid"];
/// The columns that some versions have.
const OPTIONAL: [&str; 13] = [
    "date",
    "timertime",
    "timerinc",
    "rating_white",
    "rating_black",
    "unrated",
    "tournament",
    "komi",
    "pieces",
    "capstones",
    "opening",
    "extra_time_trigger",
    "extra_time_amount",
];

/// The table of an open file.
pub(crate) struct Table {
    connection: Connection,
    query: String,
    games: VecDeque<FileGame>,
    last: i64,
    end: i64,
}

impl Table {
    pub(super) fn open(path: &Path) -> Result<Self, DatabaseError> {
        let connection = file::foreign(path)?;
        let query = query(&connection)?;
        let most = "SELECT max(rowid) FROM games";
        let end: Option<i64> = connection.query_row(most, [], |row| row.get(0))?;
        let (last, end) = (i64::MIN, end.unwrap_or(0));
        Ok(Self { connection, query, games: VecDeque::new(), last, end })
    }

    /// Reads the next rows.
    fn read(&mut self) -> Result<(), DatabaseError> {
        let mut statement = self.connection.prepare(&self.query)?;
        let mut rows = statement.query([self.last])?;
        while let Some(row) = rows.next()? {
            let number = row.get("rowid")?;
            if number <= self.last {
                // A damaged tree; the query would return the same rows forever.
                return Err(DatabaseError::Table("one whose rows are not in order".into()));
            }
            self.last = number;
            let share = (number.max(0) as f64 / self.end.max(1) as f64).min(1.0);
            self.games.push_back(FileGame { share, ..read_row(row)? });
        }
        Ok(())
    }
}

impl Iterator for Table {
    type Item = Result<FileGame, DatabaseError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.games.is_empty()
            && let Err(error) = self.read()
        {
            return Some(Err(error));
        }
        self.games.pop_front().map(Ok)
    }
}

/// The statement that reads rows behind a row, with NULL for missing columns.
fn query(connection: &Connection) -> Result<String, DatabaseError> {
    let kind = "SELECT type, sql FROM sqlite_schema WHERE name = 'games' COLLATE NOCASE";
    let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
    let found = connection.query_row(kind, [], read).optional()?;
    let (kind, sql) = found.ok_or_else(|| DatabaseError::Table("no such table".into()))?;
    let is_virtual = sql.to_ascii_uppercase().starts_with("CREATE VIRTUAL");
    if kind != "table" || is_virtual {
        let kind = if is_virtual { "virtual table" } else { &kind };
        return Err(DatabaseError::Table(format!("a {kind} of this name")));
    }
    // Columns that SQLite would compute have another value in `hidden`.
    let names = "SELECT lower(name) FROM pragma_table_xinfo('games') WHERE hidden = 0";
    let mut statement = connection.prepare(names)?;
    let names = statement.query_map([], |row| row.get::<_, String>(0))?;
    let names: Vec<_> = names.collect::<Result<_, _>>()?;
    let has = |column: &str| column == "rowid" || names.iter().any(|name| name == column);
    if let Some(missing) = REQUIRED.into_iter().find(|column| !has(column)) {
        return Err(DatabaseError::Table(format!("one without the column {missing}")));
    }
    // The names are stated because SQLite may call rowid otherwise.
    let column = |name| format!("{} AS {name}", if has(name) { name } else { "NULL" });
    let columns = [&REQUIRED[..], &OPTIONAL].concat().into_iter().map(column);
    let columns = columns.collect::<Vec<_>>().join(", ");
    Ok(format!("SELECT {columns} FROM games WHERE rowid > ?1 ORDER BY rowid LIMIT {ROWS}"))
}

fn read_row(row: &Row<'_>) -> Result<FileGame, DatabaseError> {
    let number = |column| row.get_ref(column).map(number);
    let text = |column| row.get_ref(column).map(text);
    let seconds = |column| {
        let seconds = number(column)?.and_then(|seconds| u32::try_from(seconds).ok());
        Ok::<_, rusqlite::Error>(Duration::from_secs(seconds.unwrap_or(0).into()))
    };
    let id = number("id")?.unwrap_or_default();
    let [white, black] = [text("player_white")?, text("player_black")?];
    let name = format!("game {id} ({white} - {black})");
    let trigger = number("extra_time_trigger")?.and_then(|number| u32::try_from(number).ok());
    let extra = ExtraTime { number: trigger.unwrap_or(0), seconds: seconds("extra_time_amount")? };
    let clock = TimeControl {
        seconds: seconds("timertime")?,
        increment: seconds("timerinc")?,
        increment_grows: false,
        extra: Some(extra).filter(|extra| extra.number > 0 && !extra.seconds.is_zero()),
    };
    let size = number("size")?.and_then(|size| usize::try_from(size).ok()).unwrap_or(0);
    let mut setting = Setting::standard(size.clamp(3, 8), clock.seconds, clock.increment);
    setting.size = size;
    setting.half_komi = number("komi")?.unwrap_or(0).try_into().unwrap_or(i32::MAX);
    // -1 means the standard.
    let count = |column| {
        let count = number(column)?.filter(|&count| count >= 0);
        Ok::<_, rusqlite::Error>(count.map(|count| count.try_into().unwrap_or(u32::MAX)))
    };
    setting.stones = count("pieces")?.unwrap_or(setting.stones);
    setting.capstones = count("capstones")?.unwrap_or(setting.capstones);
    if number("opening")? == Some(1) {
        setting.opening = Opening::DoubleBlackStack;
    }
    let result = GameResult::read(&text("result")?).unwrap_or(GameResult::Unfinished);
    let ratings = [rating(&text("rating_white")?), rating(&text("rating_black")?)];
    let milliseconds = number("date")?.filter(|&date| date > 0);
    let is_set = |column| Ok::<_, rusqlite::Error>(number(column)?.unwrap_or(0) != 0);
    let (is_unrated, is_tournament) = (is_set("unrated")?, is_set("tournament")?);
    let game = |moves| {
        let rules = setting.rules().map_err(|error| error.to_string())?;
        Ok(DatabaseGame {
            number: id,
            names: ByColor([white, black].map(|name| Some(name).filter(|it| !it.is_empty()))),
            ratings: ByColor(ratings),
            date: milliseconds.map(|milliseconds| milliseconds / 1000),
            clock: Some(clock).filter(|clock| !clock.seconds.is_zero()),
            is_unrated,
            is_tournament,
            result,
            moves,
            ..DatabaseGame::new("playtak", size, rules)
        })
    };
    let game = read_moves(&text("notation")?).and_then(game);
    Ok(FileGame { name, game, origin: Hash::new().number(id as u64), share: 0.0 })
}

/// Reads `P A1,M A1 A2 1`.
fn read_moves(notation: &str) -> Result<Vec<Move>, String> {
    let texts = notation.split(',').map(str::trim).filter(|text| !text.is_empty());
    let read = |(number, text): (usize, &str)| {
        read_move(text).ok_or_else(|| {
            let text: String = text.chars().take(24).collect();
            format!("move {number}: expected a move such as P A1 or M A1 A2 1, found {text:?}")
        })
    };
    (1..).zip(texts).map(read).collect()
}

/// A number, also if another program stored it as text.
fn number(value: ValueRef<'_>) -> Option<i64> {
    match value {
        ValueRef::Integer(number) => Some(number),
        ValueRef::Real(number) => (number.fract() == 0.0).then_some(number as i64),
        ValueRef::Text(text) => std::str::from_utf8(text).ok()?.trim().parse().ok(),
        ValueRef::Null | ValueRef::Blob(_) => None,
    }
}

fn text(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Text(text) | ValueRef::Blob(text) => {
            printable(String::from_utf8_lossy(text).into_owned())
        }
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Null => String::new(),
    }
}
