//! Games of a database.

use super::record::Clock;
use super::segment::Segment;
use super::{Database, DatabaseError, moves};
use crate::date;
use crate::keys::{self, Visits};
use rusqlite::{Connection, OptionalExtension, Row, Statement};
use std::time::{Duration, UNIX_EPOCH};
use stonefall_engine::notation::ptn_file::GameResult;
use stonefall_engine::types::{ByColor, Reserve};
use stonefall_engine::{Color, Game, HalfKomi, Move, Opening, PtnWriter, Rules, Tps, parse_tps};

/// A game of a database.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its identifier in the database.
    pub id: i64,
    /// The kind of its source: `playtak`, `ptn` or `self-play`.
    pub kind: String,
    /// The file that it comes from.
    pub source: String,
    /// Its number there: PlayTak's, or the place in the file.
    pub number: i64,
    /// Names of the players; `None` if unknown or forgotten.
    pub names: ByColor<Option<String>>,
    /// Ratings.
    pub ratings: ByColor<Option<u16>>,
    /// Begin, in seconds since 1970.
    pub date: Option<i64>,
    /// Time control.
    pub clock: Option<Clock>,
    /// Whether it does not count for ratings.
    pub is_unrated: bool,
    /// Whether it belongs to a tournament.
    pub is_tournament: bool,
    /// The event, of a game from PTN.
    pub event: Option<String>,
    /// Board size.
    pub size: usize,
    /// The rules.
    pub rules: Rules,
    /// The first position, if it is not the empty board.
    pub start: Option<Tps>,
    /// The result.
    pub result: GameResult,
    /// The moves.
    pub moves: Vec<Move>,
}

const SELECT: &str = "SELECT g.id, s.kind, s.name, g.number, w.name, b.name, g.white_rating, \
     g.black_rating, g.date, g.time, g.increment, g.unrated, g.tournament, g.event, v.size, \
     v.half_komi, v.opening, v.white_flats, v.white_capstones, v.black_flats, v.black_capstones, \
     v.reversible_plies, g.start, g.result, g.moves \
     FROM games g JOIN sources s ON s.id = g.source JOIN variants v ON v.id = g.variant \
     LEFT JOIN players w ON w.id = g.white LEFT JOIN players b ON b.id = g.black";

impl Database {
    /// A game.
    ///
    /// # Errors
    /// If the database does not have it, or is damaged.
    pub fn game(&self, id: i64) -> Result<StoredGame, DatabaseError> {
        one(&self.connection, id)
    }

    /// The game with a number of PlayTak.
    ///
    /// # Errors
    /// As [`Database::game`].
    pub fn playtak_game(&self, number: i64) -> Result<StoredGame, DatabaseError> {
        let sql = "SELECT id FROM games WHERE number = ?1 \
             AND source IN (SELECT id FROM sources WHERE kind = 'playtak') LIMIT 1";
        let id = self.connection.query_row(sql, [number], |row| row.get(0)).optional()?;
        one(&self.connection, id.ok_or(DatabaseError::NoGame(number))?)
    }
}

/// The game with an identifier.
pub(super) fn one(connection: &Connection, id: i64) -> Result<StoredGame, DatabaseError> {
    read_one(&mut prepare(connection)?, id)
}

/// The statement of [`read_one`].
pub(super) fn prepare(connection: &Connection) -> Result<Statement<'_>, DatabaseError> {
    Ok(connection.prepare(&format!("{SELECT} WHERE g.id = ?1"))?)
}

/// The game with an identifier; for several games.
pub(super) fn read_one(
    statement: &mut Statement<'_>,
    id: i64,
) -> Result<StoredGame, DatabaseError> {
    let found = statement.query_row([id], |row| Ok(read(row))).optional()?;
    found.unwrap_or(Err(DatabaseError::NoGame(id)))
}

/// The games of a segment, in order.
pub(super) fn range(
    connection: &Connection,
    segment: &Segment,
) -> Result<Vec<StoredGame>, DatabaseError> {
    let end = segment.first_game + segment.games as i64;
    let sql = format!("{SELECT} WHERE g.id >= ?1 AND g.id < ?2 ORDER BY g.id");
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([segment.first_game, end])?;
    let mut games = Vec::with_capacity(segment.games);
    while let Some(row) = rows.next()? {
        games.push(read(row)?);
    }
    if games.len() == segment.games {
        Ok(games)
    } else {
        Err(DatabaseError::Damaged("all games of a segment"))
    }
}

fn read(row: &Row<'_>) -> Result<StoredGame, DatabaseError> {
    let damaged = |part| move || DatabaseError::Damaged(part);
    let start: Option<String> = row.get(22)?;
    let start = start.map(|text| parse_tps(&text)).transpose().ok();
    let size = row.get(14)?;
    let time: Option<u32> = row.get(9)?;
    let increment: Option<u32> = row.get(10)?;
    let result: String = row.get(23)?;
    Ok(StoredGame {
        id: row.get(0)?,
        kind: row.get(1)?,
        source: row.get(2)?,
        number: row.get(3)?,
        names: ByColor::new(row.get(4)?, row.get(5)?),
        ratings: ByColor::new(row.get(6)?, row.get(7)?),
        date: row.get(8)?,
        clock: time.map(|time| Clock { time, increment: increment.unwrap_or(0) }),
        is_unrated: row.get(11)?,
        is_tournament: row.get(12)?,
        event: row.get(13)?,
        size,
        rules: rules(row, 14)?.1,
        start: start.ok_or_else(damaged("a position"))?,
        result: GameResult::read(&result).ok_or_else(damaged("a result"))?,
        moves: moves::decode(row.get_ref(24)?.as_blob().map_err(rusqlite::Error::from)?)
            .ok_or_else(damaged("moves"))?,
    })
}

/// Board size and rules of a row of `variants`, whose columns from `size` on begin at this one.
pub(super) fn rules(row: &Row<'_>, first: usize) -> Result<(usize, Rules), DatabaseError> {
    let size = row.get(first)?;
    let opening: String = row.get(first + 2)?;
    let opening = Opening::ALL.into_iter().find(|known| known.name() == opening);
    let rules = Rules {
        half_komi: HalfKomi::new(row.get(first + 1)?)?,
        opening: opening.ok_or(DatabaseError::Damaged("an opening"))?,
        pieces: ByColor::new(
            Reserve::new(row.get(first + 3)?, row.get(first + 4)?),
            Reserve::new(row.get(first + 5)?, row.get(first + 6)?),
        ),
        reversible_plies: row.get(first + 7)?,
    };
    rules.check(size)?;
    Ok((size, rules))
}

impl StoredGame {
    /// The game at its first position.
    ///
    /// # Errors
    /// If the database is damaged.
    pub fn beginning(&self) -> Result<Game, DatabaseError> {
        Ok(Game::opened(self.start.as_ref(), self.size, self.rules)?)
    }

    /// The game with its moves.
    ///
    /// # Errors
    /// If the database is damaged.
    pub fn replayed(&self) -> Result<Game, DatabaseError> {
        let mut game = self.beginning()?;
        let played = game.play_line(&self.moves);
        played.map_err(|_| DatabaseError::Damaged("legal moves"))?;
        Ok(game)
    }

    /// The positions that it visited; `None` if the database is damaged.
    pub(super) fn visited(&self, plies: usize) -> Option<Visits> {
        keys::visited(&self.beginning().ok()?, &self.moves, plies).ok()
    }

    /// The begin, as PTN has it: `2024.06.01` and `17:30:00`.
    #[must_use]
    pub fn date_tags(&self) -> Option<(String, String)> {
        tags(self.date)
    }

    /// The game in PTN.
    ///
    /// # Errors
    /// If the database is damaged.
    pub fn ptn(&self) -> Result<String, DatabaseError> {
        let mut writer = PtnWriter::new();
        let mut tag = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                writer.tag(name, &value);
            }
        };
        let site = (self.kind == "playtak").then(|| "PlayTak".to_owned());
        let (date, time) = self.date_tags().unzip();
        tag("Site", site);
        tag("Event", self.event.clone());
        tag("Date", date);
        tag("Time", time);
        for (color, number) in [(Color::White, 1), (Color::Black, 2)] {
            tag(&format!("Player{number}"), self.names[color].clone());
            tag(&format!("Rating{number}"), self.ratings[color].map(|it| it.to_string()));
        }
        tag("Clock", self.clock.map(|it| format!("{}+{}", it.time, it.increment)));
        tag("Result", Some(self.result.to_string()));
        writer.setup(self.size, &self.rules, self.start.as_ref());
        for ply in self.beginning()?.write_line(&self.moves) {
            writer.ply(ply);
        }
        Ok(writer.result(self.result).finish())
    }
}

/// A date as PTN has it.
pub(super) fn tags(date: Option<i64>) -> Option<(String, String)> {
    let seconds = u64::try_from(date?).ok()?;
    UNIX_EPOCH.checked_add(Duration::from_secs(seconds)).map(date::tags)
}
