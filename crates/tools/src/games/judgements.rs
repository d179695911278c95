//! The engine's judgements of games: a value, a proof and the best move of every position.

use super::{Database, DatabaseError, DatabaseGame, file};
use fxhash::FxHashSet;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use serde::Serialize;
use std::path::Path;
use stonefall_engine::annotate::chance_of;
use stonefall_engine::notation::ptn_file::{Evaluation, LabelKind};
use stonefall_engine::{Color, Move, parse_move};

/// The engine that judged games. Only judgements of one judge are comparable.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Judge {
    /// Version and networks of the engine.
    pub engine: String,
    /// Positions of each search.
    pub nodes: u64,
}

/// The judgement of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judgement {
    /// White's chance from 0 to 1. A draw counts half.
    pub white_chance: f64,
    /// A proved win.
    pub forced: Option<ForcedWin>,
    /// The engine's move; `None` if the game is over.
    pub best: Option<Move>,
}

/// A proved win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForcedWin {
    /// The winner.
    pub winner: Color,
    /// The kind of win.
    pub end: WinKind,
    /// Moves of the winner.
    pub moves: u32,
}

/// The kind of a proved win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WinKind {
    /// A road.
    Road,
    /// Flats.
    Flats,
    /// The search has seen the win, but not its kind.
    Unknown,
}

impl WinKind {
    const NAMES: [(Self, &'static str); 3] =
        [(Self::Road, "road"), (Self::Flats, "flats"), (Self::Unknown, "unknown")];
}

impl Judgement {
    /// The judgement in an evaluation.
    pub fn new(evaluation: &Evaluation) -> Self {
        let white_chance = chance_of(evaluation, Color::White);
        let forced = evaluation.label.and_then(|label| {
            let end = match label.kind {
                LabelKind::Road | LabelKind::Tinue => WinKind::Road,
                LabelKind::Flats => WinKind::Flats,
                LabelKind::Win | LabelKind::Loss => WinKind::Unknown,
                LabelKind::Draw => return None,
            };
            let winner = if white_chance > 0.5 { Color::White } else { Color::Black };
            Some(ForcedWin { winner, end, moves: label.number.unwrap_or(1) })
        });
        Self { white_chance, forced, best: evaluation.line_after.first().copied() }
    }

    /// A player's chance from 0 to 1.
    pub fn chance(&self, color: Color) -> f64 {
        match color {
            Color::White => self.white_chance,
            Color::Black => 1.0 - self.white_chance,
        }
    }

    /// A player's proved win.
    pub fn win_of(&self, color: Color) -> Option<ForcedWin> {
        self.forced.filter(|forced| forced.winner == color)
    }
}

impl Database {
    /// Identifiers of the games that a judge has judged.
    pub fn judged(&self, judge: &Judge) -> Result<FxHashSet<i64>, DatabaseError> {
        let Some(judge) = find(&self.connection, judge)? else { return Ok(FxHashSet::default()) };
        let sql = "SELECT id FROM games WHERE EXISTS \
             (SELECT 1 FROM judgements WHERE game = games.id AND judge = ?1)";
        let mut statement = self.connection.prepare(sql)?;
        let ids = statement.query_map([judge], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// The judgement of each position of a game, from the first to the last; `None` if the judge has not judged it.
    pub fn judgements(
        &self,
        game: &DatabaseGame,
        judge: &Judge,
    ) -> Result<Option<Vec<Judgement>>, DatabaseError> {
        let Some(judge) = find(&self.connection, judge)? else { return Ok(None) };
        let sql = "SELECT white_chance, winner, ending, moves, best FROM judgements \
             WHERE game = ?1 AND judge = ?2 ORDER BY ply";
        let mut statement = self.connection.prepare_cached(sql)?;
        let rows = statement.query_map([game.id, judge], |row| Ok(read(row)))?;
        let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
        if rows.is_empty() {
            return Ok(None);
        }
        let rows: Vec<_> = rows.into_iter().collect::<Result<_, _>>()?;
        if rows.len() != game.moves.len() + 1 {
            return Err(DatabaseError::Damaged("judgements of all positions"));
        }
        Ok(Some(rows))
    }
}

fn read(row: &Row<'_>) -> Result<Judgement, DatabaseError> {
    let damaged = || DatabaseError::Damaged("a judgement");
    let winner: Option<i64> = row.get(1)?;
    let forced = match winner {
        None => None,
        Some(winner) => {
            let ending: String = row.get(2)?;
            let end = WinKind::NAMES.iter().find(|(_, name)| *name == ending);
            let winner = Color::from_bit(winner as u64);
            Some(ForcedWin { winner, end: end.ok_or_else(damaged)?.0, moves: row.get(3)? })
        }
    };
    let best: Option<String> = row.get(4)?;
    let best = best.map(|text| parse_move(&text)).transpose().ok().ok_or_else(damaged)?;
    Ok(Judgement { white_chance: row.get(0)?, forced, best })
}

/// The number of a judge in the database.
fn find(connection: &Connection, judge: &Judge) -> Result<Option<i64>, DatabaseError> {
    let sql = "SELECT id FROM judges WHERE engine = ?1 AND nodes = ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let key = params![judge.engine, judge.nodes];
    Ok(statement.query_row(key, |row| row.get(0)).optional()?)
}

/// A database that is open for writing judgements.
pub struct JudgementWriter {
    connection: Connection,
    judge: i64,
}

impl JudgementWriter {
    /// Opens an existing database.
    pub fn open(path: &Path, judge: &Judge) -> Result<Self, DatabaseError> {
        let connection = file::to_write(path)?;
        let insert = "INSERT OR IGNORE INTO judges (engine, nodes) VALUES (?1, ?2)";
        connection.execute(insert, params![judge.engine, judge.nodes])?;
        let judge = find(&connection, judge)?.ok_or(DatabaseError::Damaged("a judge"))?;
        Ok(Self { connection, judge })
    }

    /// Writes the judgements of a game's positions. A killed program loses only games that are not written yet.
    pub fn write(&self, game: i64, judgements: &[Judgement]) -> Result<(), DatabaseError> {
        let transaction = Transaction::new_unchecked(&self.connection, file::IMMEDIATE)?;
        let sql = "INSERT OR REPLACE INTO judgements VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let mut insert = transaction.prepare(sql)?;
        for (ply, Judgement { white_chance, forced, best }) in judgements.iter().enumerate() {
            let ending =
                forced.and_then(|it| WinKind::NAMES.iter().find(|(end, _)| *end == it.end));
            insert.execute(params![
                game,
                self.judge,
                ply,
                white_chance,
                forced.map(|it| it.winner.index()),
                ending.map(|(_, name)| name),
                forced.map(|it| it.moves),
                best.map(|mv| mv.to_string()),
            ])?;
        }
        drop(insert);
        Ok(transaction.commit()?)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::games::{ImportSettings, Importer};
    use stonefall_engine::Rules;
    use stonefall_engine::notation::ptn_file::Label;

    #[test]
    fn judgements_are_read_back() {
        let forced = |winner, end, moves| Some(ForcedWin { winner, end, moves });
        let (road, flats) =
            (forced(Color::White, WinKind::Road, 3), forced(Color::Black, WinKind::Flats, 40));
        let cases = [(0.5, None, "a1"), (1.0, road, "5e4<1112"), (0.0, flats, "Cb2")];
        let mut judgements: Vec<_> = cases
            .into_iter()
            .map(|(white_chance, forced, best)| Judgement {
                white_chance,
                forced,
                best: Some(parse_move(best).unwrap()),
            })
            .collect();
        let end = forced(Color::Black, WinKind::Unknown, 1);
        judgements.push(Judgement { white_chance: 0.123, forced: end, best: None });

        let path = std::env::temp_dir().join(format!("stonefall-judged-{}.db", std::process::id()));
        Importer::open(&path, ImportSettings::default()).unwrap();
        let judge = |nodes| Judge { engine: "1".to_owned(), nodes };
        JudgementWriter::open(&path, &judge(100)).unwrap().write(7, &judgements).unwrap();
        let database = Database::open(&path).unwrap();
        let new = DatabaseGame::new("ptn", 5, Rules::standard(5));
        let mut game = DatabaseGame { id: 7, ..new };
        game.moves = vec![parse_move("a1").unwrap(); 3];
        assert_eq!(database.judgements(&game, &judge(100)).unwrap(), Some(judgements));
        assert_eq!(database.judgements(&game, &judge(200)).unwrap(), None);
        game.moves.pop();
        assert!(database.judgements(&game, &judge(100)).is_err());
        drop(database);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn evaluations_become_judgements() {
        let label = Label { kind: LabelKind::Road, number: Some(20) };
        let evaluation =
            Evaluation { wdl: Some([0, 0, 1000]), label: Some(label), ..Evaluation::default() };
        let judgement = Judgement::new(&evaluation);
        let expected = ForcedWin { winner: Color::Black, end: WinKind::Road, moves: 20 };
        assert_eq!(judgement.win_of(Color::Black), Some(expected));
        assert_eq!(judgement.win_of(Color::White), None);
        assert!((judgement.chance(Color::Black) - 1.0).abs() < 1e-9);
    }
}
