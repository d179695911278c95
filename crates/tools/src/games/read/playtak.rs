//! PlayTak's table of games, in all its versions: older files lack the later columns.

use crate::games::game::NewGame;
use crate::games::{Clock, DatabaseError, DatabaseGame, IllegalGame, file};
use crate::hash::Hash;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row as SqlRow};
use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;
use stonefall_engine::notation::ptn_file::GameResult;
use stonefall_engine::types::ByColor;
use stonefall_engine::{Color, Opening, Rules};
use stonefall_playtak::protocol::{Setting, read_move};

/// Rows per query, so that the server can write between two queries.
const ROWS: usize = 4096;

/// All columns that matter, and whether every version has them.
const COLUMNS: [(&str, bool); 18] = [
    ("id", true),
    ("date", false),
    ("size", true),
    ("player_white", true),
    ("player_black", true),
    ("notation", true),
    ("result", true),
    ("timertime", false),
    ("timerinc", false),
    ("rating_white", false),
    ("rating_black", false),
    ("unrated", false),
    ("tournament", false),
    ("komi", false),
    ("pieces", false),
    ("capstones", false),
    ("opening", false),
    ("rowid", true),
];

/// The table of an open file.
pub(in crate::games) struct Table {
    connection: Connection,
    query: String,
    rows: VecDeque<Row>,
    last: i64,
    end: i64,
}

/// A row.
#[derive(Clone, Debug)]
pub(in crate::games) struct Row {
    id: i64,
    names: ByColor<String>,
    notation: String,
    result: String,
    /// The other columns as numbers; `None` if they are missing or no numbers.
    numbers: Numbers,
}

#[derive(Clone, Debug)]
struct Numbers {
    date: Option<i64>,
    size: Option<i64>,
    time: Option<i64>,
    increment: Option<i64>,
    ratings: ByColor<Option<i64>>,
    unrated: Option<i64>,
    tournament: Option<i64>,
    komi: Option<i64>,
    pieces: Option<i64>,
    capstones: Option<i64>,
    opening: Option<i64>,
}

impl Table {
    pub(super) fn open(path: &Path) -> Result<Self, DatabaseError> {
        let connection = file::foreign(path)?;
        let query = query(&connection)?;
        let most = "SELECT max(rowid) FROM games";
        let end: Option<i64> = connection.query_row(most, [], |row| row.get(0))?;
        Ok(Self { connection, query, rows: VecDeque::new(), last: i64::MIN, end: end.unwrap_or(0) })
    }

    pub(super) fn share(&self) -> f64 {
        (self.last.max(0) as f64 / self.end.max(1) as f64).min(1.0)
    }

    pub(super) fn next(&mut self) -> Result<Option<Row>, DatabaseError> {
        if self.rows.is_empty() {
            let mut statement = self.connection.prepare(&self.query)?;
            let mut rows = statement.query([self.last])?;
            while let Some(row) = rows.next()? {
                let number = row.get(COLUMNS.len() - 1)?;
                if number <= self.last {
                    // A damaged tree; the query would return the same rows forever.
                    return Err(DatabaseError::Table("one whose rows are not in order".into()));
                }
                self.last = number;
                self.rows.push_back(read_row(row)?);
            }
        }
        Ok(self.rows.pop_front())
    }
}

/// The games of PlayTak's file. Games without moves are left out.
pub struct PlayTakFile(Table);

impl PlayTakFile {
    /// Opens the file.
    ///
    /// # Errors
    /// If it does not have PlayTak's table.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        Ok(Self(Table::open(path)?))
    }

    /// Share of the file that has been read, from 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.0.share()
    }
}

impl Iterator for PlayTakFile {
    /// A game with PlayTak's number, or an illegal one. An error ends the file.
    type Item = Result<Result<DatabaseGame, IllegalGame>, DatabaseError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let row = match self.0.next().transpose()? {
                Ok(row) => row,
                Err(error) => return Some(Err(error)),
            };
            match row.read(0) {
                Ok(Some(new)) => return Some(Ok(Ok(DatabaseGame { id: row.id, ..new.game }))),
                Ok(None) => {}
                Err(reason) => return Some(Ok(Err(IllegalGame { name: row.name(), reason }))),
            }
        }
    }
}

/// The statement that reads rows behind a row, with NULL for missing columns.
fn query(connection: &Connection) -> Result<String, DatabaseError> {
    let kind = "SELECT type, sql FROM sqlite_schema WHERE name = 'games' COLLATE NOCASE";
    let read = |row: &SqlRow<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
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
    if let Some((missing, _)) = COLUMNS.iter().find(|(column, needed)| *needed && !has(column)) {
        return Err(DatabaseError::Table(format!("one without the column {missing}")));
    }
    let columns = COLUMNS.map(|(column, _)| if has(column) { column } else { "NULL" }).join(", ");
    Ok(format!("SELECT {columns} FROM games WHERE rowid > ?1 ORDER BY rowid LIMIT {ROWS}"))
}

fn read_row(row: &SqlRow<'_>) -> Result<Row, DatabaseError> {
    let number = |column| row.get_ref(column).map(number);
    let text = |column| row.get_ref(column).map(text);
    Ok(Row {
        id: number(0)?.unwrap_or_default(),
        names: ByColor::new(text(3)?, text(4)?),
        notation: text(5)?,
        result: text(6)?,
        numbers: Numbers {
            date: number(1)?,
            size: number(2)?,
            time: number(7)?,
            increment: number(8)?,
            ratings: ByColor::new(number(9)?, number(10)?),
            unrated: number(11)?,
            tournament: number(12)?,
            komi: number(13)?,
            pieces: number(14)?,
            capstones: number(15)?,
            opening: number(16)?,
        },
    })
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
        ValueRef::Text(text) | ValueRef::Blob(text) => String::from_utf8_lossy(text).into_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Null => String::new(),
    }
}

impl Row {
    pub(super) const fn bytes(&self) -> usize {
        self.notation.len()
    }

    pub(super) fn name(&self) -> String {
        let ByColor([white, black]) = &self.names;
        format!("game {} ({white} - {black})", self.id)
    }

    /// Replays the game; `None` if it has no moves.
    ///
    /// # Errors
    /// The reason why it is illegal.
    pub(super) fn read(&self, plies: usize) -> Result<Option<NewGame>, String> {
        let texts = self.notation.split(',').map(str::trim).filter(|text| !text.is_empty());
        let moves: Vec<_> = (1..)
            .zip(texts)
            .map(|(number, text)| read_move(text).ok_or_else(|| no_move(number, text)))
            .collect::<Result<_, _>>()?;
        if moves.is_empty() {
            return Ok(None);
        }
        let size = self.numbers.size.and_then(|size| usize::try_from(size).ok()).unwrap_or(0);
        let rules = self.setting(size).rules().map_err(|error| error.to_string())?;
        let result = GameResult::read(self.result.trim()).unwrap_or(GameResult::Unfinished);
        let game = DatabaseGame { result, moves, ..self.header(size, rules) };
        NewGame::replay(game, Hash::new().number(self.id as u64), plies).map(Some)
    }

    /// The setting of the game; -1 and missing values mean the standard.
    fn setting(&self, size: usize) -> Setting {
        let mut setting = Setting::standard(size.clamp(3, 8), Duration::ZERO, Duration::ZERO);
        setting.size = size;
        let Numbers { komi, pieces, capstones, opening, .. } = self.numbers;
        setting.half_komi = komi.unwrap_or(0).try_into().unwrap_or(i32::MAX);
        let count = |value: Option<i64>| {
            let value = value.filter(|&value| value >= 0);
            value.map(|value| value.try_into().unwrap_or(u32::MAX))
        };
        setting.stones = count(pieces).unwrap_or(setting.stones);
        setting.capstones = count(capstones).unwrap_or(setting.capstones);
        if opening == Some(1) {
            setting.opening = Opening::DoubleBlackStack;
        }
        setting
    }

    fn header(&self, size: usize, rules: Rules) -> DatabaseGame {
        let Numbers { date, time, increment, ratings, unrated, tournament, .. } = self.numbers;
        let rating = |color: Color| {
            let rating = ratings[color].and_then(|rating| u16::try_from(rating).ok());
            rating.filter(|&rating| rating > 0)
        };
        let seconds = |value: Option<i64>| value.and_then(|it| u32::try_from(it).ok()).unwrap_or(0);
        let clock = Clock { time: seconds(time), increment: seconds(increment) };
        let name = |color| Some(self.names[color].clone()).filter(|name| !name.is_empty());
        DatabaseGame {
            number: self.id,
            names: ByColor::from_fn(name),
            ratings: ByColor::from_fn(rating),
            date: date.filter(|&date| date > 0).map(|milliseconds| milliseconds / 1000),
            clock: (clock.time > 0).then_some(clock),
            is_unrated: unrated.unwrap_or(0) != 0,
            is_tournament: tournament.unwrap_or(0) != 0,
            ..DatabaseGame::new("playtak", size, rules)
        }
    }
}

fn no_move(number: usize, text: &str) -> String {
    let text: String = text.chars().take(24).collect();
    format!("move {number}: expected a move such as P A1 or M A1 A2 1, found {text:?}")
}
