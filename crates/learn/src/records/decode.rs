//! Decodes a game.

use super::encode::{CHECKSUM, HEADER, LONGEST_WIN, MAX_ESTIMATE, NO_SCORE, OUTCOMES, PLY, WIN};
use super::error::FieldError;
use super::{GameRecord, Origin, Ply};
use stonefall_engine::board::Outcome;
use stonefall_engine::eval::Value;
use stonefall_engine::notation::{Tps, parse_tps};
use stonefall_engine::types::{ByColor, HalfKomi, Move, Opening, Reserve, Rules, check_size};

/// Reads bytes from the front; zeros after the end. The length of a record is checked first.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        taken
    }

    fn number<const COUNT: usize>(&mut self) -> [u8; COUNT] {
        self.take(COUNT).try_into().unwrap_or([0; COUNT])
    }

    fn u8(&mut self) -> u8 {
        u8::from_le_bytes(self.number())
    }

    fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.number())
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.number())
    }
}

/// The game of a complete record of the known version, with at least a header and a checksum.
pub(super) fn game(record: &[u8]) -> Result<GameRecord, FieldError> {
    let mut bytes = Bytes(record);
    bytes.take(9);
    let size = check_size(bytes.u8().into())?;
    let half_komi = HalfKomi::new(i32::from(bytes.u8() as i8))?;
    let opening = opening(bytes.u8())?;
    let mut reserve = || Reserve::new(bytes.u8(), bytes.u8());
    let pieces = ByColor::new(reserve(), reserve());
    let rules = Rules { half_komi, opening, pieces, reversible_plies: bytes.u16() };
    rules.check(size)?;
    let outcome = outcome(bytes.u8())?;
    bytes.take(1);
    let nodes = bytes.u32();
    let seed = u64::from_le_bytes(bytes.number());
    let origin = Origin { seed, shard: bytes.u32(), game: bytes.u32(), plan: bytes.u32() };
    let (start, plies) = (usize::from(bytes.u16()), usize::from(bytes.u16()));

    let expected = HEADER + start + PLY * plies + CHECKSUM;
    if record.len() != expected {
        return Err(FieldError::Length { expected, found: record.len() });
    }
    let start = start_position(bytes.take(start), size)?;
    let plies = (0..plies).map(|_| ply(&mut bytes)).collect::<Result<_, _>>()?;
    Ok(GameRecord { size, rules, start, outcome, nodes, origin, plies })
}

const fn value(name: &'static str, expected: &'static str, found: i64) -> FieldError {
    FieldError::Value { name, expected, found }
}

fn opening(code: u8) -> Result<Opening, FieldError> {
    let known = Opening::ALL.get(usize::from(code));
    known.copied().ok_or_else(|| value("opening", "0 to 2", code.into()))
}

fn outcome(code: u8) -> Result<Option<Outcome>, FieldError> {
    let Some(index) = usize::from(code).checked_sub(1) else { return Ok(None) };
    let known = OUTCOMES.get(index).copied();
    known.map(Some).ok_or_else(|| value("result", "0 to 7", code.into()))
}

fn start_position(text: &[u8], size: usize) -> Result<Option<Tps>, FieldError> {
    if text.is_empty() {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(text);
    let tps = parse_tps(&text).ok().filter(|tps| tps.size == size);
    tps.map(Some).ok_or_else(|| FieldError::Start(text.into_owned()))
}

fn ply(bytes: &mut Bytes<'_>) -> Result<Ply, FieldError> {
    let (mv, score) = (bytes.u16(), bytes.u16() as i16);
    let mv = Move::from_bits(mv).ok_or_else(|| value("move", "of any board", mv.into()))?;
    Ok(Ply { mv, score: read_score(score)? })
}

fn read_score(score: i16) -> Result<Option<Value>, FieldError> {
    if score == NO_SCORE {
        return Ok(None);
    }
    let flats = i32::from(score);
    let plies = u32::from(WIN.unsigned_abs().abs_diff(score.unsigned_abs()));
    if flats.abs() <= MAX_ESTIMATE {
        Ok(Some(Value::CentiFlats(flats)))
    } else if flats.abs() > i32::from(WIN) || plies > LONGEST_WIN {
        let expected = "-30000 to 30000, a win (31001 to 32000) or a loss, or -32768";
        Err(value("score", expected, score.into()))
    } else if score > 0 {
        Ok(Some(Value::Win { plies }))
    } else {
        Ok(Some(Value::Loss { plies }))
    }
}
