//! Games of a database.

use super::{DatabaseError, TimeControl};
use crate::date;
use crate::hash::Hash;
use crate::keys::Visit;
use fxhash::FxHashMap;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Serialize, Serializer};
use stonefall_engine::notation::printable;
use stonefall_engine::notation::ptn_file::GameResult;
use stonefall_engine::types::{ByColor, Reserve};
use stonefall_engine::{
    Color, Game, HalfKomi, Move, Opening, PtnGame, Rules, Tps, parse_line, parse_tps,
};

/// Seconds of a day.
pub(super) const DAY: i64 = 24 * 60 * 60;

/// A game of a database, or on its way into one.
#[derive(Clone, Debug)]
pub struct DatabaseGame {
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
    pub clock: Option<TimeControl>,
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

impl DatabaseGame {
    /// A game without moves and without anything known about it.
    pub(super) fn new(kind: &str, size: usize, rules: Rules) -> Self {
        Self {
            id: 0,
            kind: kind.to_owned(),
            source: String::new(),
            number: 0,
            names: ByColor::default(),
            ratings: ByColor::default(),
            date: None,
            clock: None,
            is_unrated: false,
            is_tournament: false,
            event: None,
            size,
            rules,
            start: None,
            result: GameResult::Unfinished,
            moves: Vec::new(),
        }
    }
}

/// A name and a rating as JSON.
#[derive(Serialize, Clone, Debug)]
pub struct PlayerFacts {
    name: Option<String>,
    rating: Option<u16>,
}

/// A game without its moves as JSON (docs/json.md).
#[derive(Serialize)]
struct GameFacts<'a> {
    id: i64,
    source: &'a str,
    number: i64,
    white: PlayerFacts,
    black: PlayerFacts,
    result: GameResult,
    date: Option<String>,
    time: Option<String>,
    size: usize,
    half_komi: i32,
    clock: Option<TimeControl>,
    unrated: bool,
    tournament: bool,
    event: Option<&'a str>,
}

impl Serialize for DatabaseGame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (date, time) = self.date_tags().unzip();
        let facts = GameFacts {
            id: self.id,
            source: &self.source,
            number: self.number,
            white: self.player(Color::White),
            black: self.player(Color::Black),
            result: self.result,
            date,
            time,
            size: self.size,
            half_komi: self.rules.half_komi.half_flats(),
            clock: self.clock,
            unrated: self.is_unrated,
            tournament: self.is_tournament,
            event: self.event.as_deref(),
        };
        facts.serialize(serializer)
    }
}

/// The game with an identifier.
pub(super) fn read(connection: &Connection, id: i64) -> Result<DatabaseGame, DatabaseError> {
    let sql = "SELECT g.id, s.kind, s.name, g.number, w.name, b.name, g.white_rating, \
         g.black_rating, g.date, g.clock, g.unrated, g.tournament, g.event, \
         v.size, v.half_komi, v.opening, v.white_flats, v.white_capstones, v.black_flats, \
         v.black_capstones, v.reversible_plies, g.start, g.result, g.moves \
         FROM games g JOIN sources s ON s.id = g.source JOIN variants v ON v.id = g.variant \
         LEFT JOIN players w ON w.id = g.white LEFT JOIN players b ON b.id = g.black \
         WHERE g.id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_row([id], |row| Ok(read_row(row))).optional()?;
    found.unwrap_or(Err(DatabaseError::NoGame(id)))
}

fn read_row(row: &Row<'_>) -> Result<DatabaseGame, DatabaseError> {
    let damaged = |part| move || DatabaseError::Damaged(part);
    let [opening, result, moves]: [String; 3] = [row.get(15)?, row.get(22)?, row.get(23)?];
    let opening = Opening::ALL.into_iter().find(|known| known.name() == opening);
    let rules = Rules {
        half_komi: HalfKomi::new(row.get(14)?)?,
        opening: opening.ok_or_else(damaged("an opening"))?,
        pieces: ByColor::new(
            Reserve::new(row.get(16)?, row.get(17)?),
            Reserve::new(row.get(18)?, row.get(19)?),
        ),
        reversible_plies: row.get(20)?,
    };
    let size = row.get(13)?;
    rules.check(size)?;
    let start: Option<String> = row.get(21)?;
    let start = start.map(|text| parse_tps(&text)).transpose();
    let clock: Option<String> = row.get(9)?;
    // A stranger may have written the file.
    let text = |column| Ok::<_, rusqlite::Error>(row.get::<_, Option<_>>(column)?.map(printable));
    Ok(DatabaseGame {
        id: row.get(0)?,
        kind: row.get(1)?,
        source: row.get(2)?,
        number: row.get(3)?,
        names: ByColor::new(text(4)?, text(5)?),
        ratings: ByColor::new(row.get(6)?, row.get(7)?),
        date: row.get(8)?,
        clock: clock.and_then(|clock| clock.parse().ok()),
        is_unrated: row.get(10)?,
        is_tournament: row.get(11)?,
        event: text(12)?,
        size,
        rules,
        start: start.ok().ok_or_else(damaged("a position"))?,
        result: GameResult::read(&result).ok_or_else(damaged("a result"))?,
        moves: parse_line(&moves).ok().ok_or_else(damaged("moves"))?,
    })
}

/// A game that the rules have replayed.
pub(super) struct NewGame {
    /// Equal for equal games.
    pub(super) fingerprint: i64,
    pub(super) game: DatabaseGame,
    pub(super) visits: Vec<Visit>,
}

impl NewGame {
    /// Writes the game, unless the database has it. Returns its identifier if it is new.
    pub(super) fn insert(
        &self,
        connection: &Connection,
        (source, variant): (i64, i64),
        ByColor([white, black]): ByColor<Option<i64>>,
    ) -> Result<Option<i64>, DatabaseError> {
        let sql = "INSERT OR IGNORE INTO games VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, \
             ?10, ?11, ?12, ?13, ?14, ?15, ?16)";
        let game = &self.game;
        let moves: Vec<_> = game.moves.iter().map(ToString::to_string).collect();
        let count = connection.prepare_cached(sql)?.execute(params![
            self.fingerprint,
            source,
            game.number,
            variant,
            white,
            black,
            game.ratings[Color::White],
            game.ratings[Color::Black],
            game.date,
            game.clock.map(|clock| clock.to_string()),
            game.is_unrated,
            game.is_tournament,
            game.event,
            game.start.as_ref().map(ToString::to_string),
            game.result.code(),
            moves.join(" "),
        ])?;
        Ok((count > 0).then(|| connection.last_insert_rowid()))
    }
}

/// Reads a rating: `1523`, also `1523.4567` and `1523?`.
pub(super) fn rating(text: &str) -> Option<u16> {
    let points = text.trim().trim_end_matches('?').split('.').next()?;
    points.trim_end().parse().ok().filter(|&points| points > 0)
}

/// Finds or creates a source.
pub(super) fn source(
    connection: &Connection,
    (kind, name): &(&'static str, String),
) -> Result<i64, DatabaseError> {
    let insert = "INSERT OR IGNORE INTO sources (kind, name) VALUES (?1, ?2)";
    connection.execute(insert, params![kind, name])?;
    let find = "SELECT id FROM sources WHERE kind = ?1 AND name = ?2";
    Ok(connection.query_row(find, params![kind, name], |row| row.get(0))?)
}

/// Finds or creates rules. Equal rules have one row, however a file spells them.
pub(super) fn variant(
    connection: &Connection,
    variants: &mut FxHashMap<(usize, Rules), i64>,
    (size, rules): (usize, Rules),
) -> Result<i64, DatabaseError> {
    if let Some(&id) = variants.get(&(size, rules)) {
        return Ok(id);
    }
    let ByColor([white, black]) = rules.pieces;
    let values = params![
        size,
        rules.half_komi.half_flats(),
        rules.opening.name(),
        white.stones,
        white.capstones,
        black.stones,
        black.capstones,
        rules.reversible_plies,
    ];
    let insert = "INSERT OR IGNORE INTO variants VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    connection.execute(insert, values)?;
    let find = "SELECT id FROM variants WHERE (size, half_komi, opening, white_flats, \
         white_capstones, black_flats, black_capstones, reversible_plies) = \
         (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let id = connection.query_row(find, values, |row| row.get(0))?;
    variants.insert((size, rules), id);
    Ok(id)
}

impl DatabaseGame {
    /// Name and rating of a player, for JSON.
    pub fn player(&self, color: Color) -> PlayerFacts {
        PlayerFacts { name: self.names[color].clone(), rating: self.ratings[color] }
    }

    /// The game at its first position.
    pub fn beginning(&self) -> Result<Game, DatabaseError> {
        Ok(Game::opened(self.start.as_ref(), self.size, self.rules)?)
    }

    /// The game with its moves.
    pub fn replayed(&self) -> Result<Game, DatabaseError> {
        let mut game = self.beginning()?;
        let played = game.play_line(&self.moves);
        played.map_err(|_| DatabaseError::Damaged("legal moves"))?;
        Ok(game)
    }

    /// A hash that is equal for equal games. It has the names, which a database forgets, like everything else. Games with
    /// another origin are other games.
    pub(super) fn fingerprint(&self, origin: Hash) -> i64 {
        let rules = &self.rules;
        let mut hash = origin.bytes(self.kind.as_bytes()).number(self.size as u64);
        hash =
            hash.number(rules.half_komi.half_flats() as u64).number(rules.reversible_plies.into());
        for text in [rules.opening.name(), self.result.code(), self.event.as_deref().unwrap_or("")]
        {
            hash = hash.bytes(text.as_bytes());
        }
        for color in Color::ALL {
            let Reserve { stones, capstones } = rules.pieces[color];
            hash = hash.number(stones.into()).number(capstones.into());
            hash = hash.bytes(self.names[color].as_deref().unwrap_or("").as_bytes());
            hash = hash.number(self.ratings[color].unwrap_or(0).into());
        }
        let start = self.start.as_ref().map(ToString::to_string).unwrap_or_default();
        hash = hash.bytes(start.as_bytes()).number(self.date.unwrap_or(0) as u64);
        self.moves.iter().fold(hash, |hash, mv| hash.number(mv.bits().into())).stored()
    }

    /// The begin, as PTN has it: `2024.06.01` and `17:30:00`.
    pub fn date_tags(&self) -> Option<(String, String)> {
        date::tags_of(self.date?)
    }

    /// The game in PTN.
    pub fn ptn(&self) -> Result<String, DatabaseError> {
        let mut ptn = PtnGame::default();
        let mut tag = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                ptn.set_tag(name, &value);
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
        tag("Clock", self.clock.map(|clock| clock.to_string()));
        tag("Result", Some(self.result.to_string()));
        ptn.set_up(self.size, &self.rules, self.start.as_ref());
        for ply in self.beginning()?.write_line(&self.moves) {
            ptn.main_mut().push(ply);
        }
        ptn.main_mut().result = Some(self.result);
        Ok(ptn.to_string())
    }
}
