//! Files of records: encodes games, and reads them from a stream. `docs/selfplay-format.md` describes the format; change
//! both together.

use super::{GameRecord, Origin, Ply};
use std::io::{self, Read};
use stonefall_engine::board::{DrawReason, IllegalMove, Outcome, WinReason};
use stonefall_engine::eval::Value;
use stonefall_engine::notation::{TextError, Tps, parse_tps};
use stonefall_engine::types::{
    ByColor, Color, HalfKomi, Move, Opening, Reserve, Rules, check_size,
};
use thiserror::Error;

/// First bytes of every record.
pub const MAGIC: [u8; 4] = *b"TAKG";
/// Version of the format.
const VERSION: u8 = 1;
/// Bytes before the start position.
const HEADER: usize = 48;

/// Score of an unsearched ply.
const NO_SCORE: i16 = i16::MIN;
/// Score of a win in 0 plies; a win in `p` plies is `p` less.
const WIN: i16 = 32_000;
/// Longest win in plies; longer ones are written like it.
const LONGEST_WIN: u32 = 999;
/// Largest unproven score in hundredths of a flat.
const MAX_ESTIMATE: i32 = 30_000;

/// Results with the codes from 1 on; 0 is a game without a result.
const OUTCOMES: [Outcome; 7] = [
    Outcome::Win(Color::White, WinReason::Road),
    Outcome::Win(Color::Black, WinReason::Road),
    Outcome::Win(Color::White, WinReason::Flats),
    Outcome::Win(Color::Black, WinReason::Flats),
    Outcome::Draw(DrawReason::Flats),
    Outcome::Draw(DrawReason::Repetition),
    Outcome::Draw(DrawReason::ReversiblePlies),
];

/// Bytes per ply.
const PLY: usize = 4;
/// Bytes of the checksum.
const CHECKSUM: usize = 4;

impl GameRecord {
    /// The game as one record, without plies beyond [`GameRecord::MAX_PLIES`].
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let start = self.start.as_ref().map(ToString::to_string).unwrap_or_default();
        let plies = &self.plies[..self.plies.len().min(Self::MAX_PLIES)];
        let length = HEADER + start.len() + PLY * plies.len() + CHECKSUM;
        let outcome = |outcome: Outcome| OUTCOMES.iter().position(|&known| known == outcome);
        let result = self.outcome.and_then(outcome).map_or(0, |index| index + 1);
        let [white, black] = self.rules.pieces.0;

        let mut bytes = Vec::with_capacity(length);
        bytes.extend(MAGIC);
        bytes.extend((length as u32).to_le_bytes());
        bytes.extend([
            VERSION,
            self.size as u8,
            self.rules.half_komi.half_flats() as i8 as u8,
            opening_code(self.rules.opening),
            white.stones,
            white.capstones,
            black.stones,
            black.capstones,
        ]);
        bytes.extend(self.rules.reversible_plies.to_le_bytes());
        bytes.extend([result as u8, 0]);
        bytes.extend(self.nodes.to_le_bytes());
        bytes.extend(self.origin.seed.to_le_bytes());
        bytes.extend(self.origin.shard.to_le_bytes());
        bytes.extend(self.origin.game.to_le_bytes());
        bytes.extend(self.origin.plan.to_le_bytes());
        bytes.extend((start.len() as u16).to_le_bytes());
        bytes.extend((plies.len() as u16).to_le_bytes());
        bytes.extend(start.as_bytes());
        for ply in plies {
            bytes.extend(ply.mv.bits().to_le_bytes());
            bytes.extend(score_bits(ply.score).to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

const fn opening_code(opening: Opening) -> u8 {
    match opening {
        Opening::Swap => 0,
        Opening::NoSwap => 1,
        Opening::DoubleBlackStack => 2,
    }
}

/// A score in 16 bits.
fn score_bits(score: Option<Value>) -> i16 {
    match score {
        None => NO_SCORE,
        Some(Value::CentiFlats(flats)) => flats.clamp(-MAX_ESTIMATE, MAX_ESTIMATE) as i16,
        Some(Value::Win { plies }) => WIN - plies.min(LONGEST_WIN) as i16,
        Some(Value::Loss { plies }) => plies.min(LONGEST_WIN) as i16 - WIN,
    }
}

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
fn decode(record: &[u8]) -> Result<GameRecord, String> {
    let mut bytes = Bytes(record);
    bytes.take(9);
    let size = check_size(bytes.u8().into()).map_err(text)?;
    let half_komi = HalfKomi::new(i32::from(bytes.u8() as i8)).map_err(text)?;
    let opening = opening(bytes.u8())?;
    let mut reserve = || Reserve::new(bytes.u8(), bytes.u8());
    let pieces = ByColor::new(reserve(), reserve());
    let rules = Rules { half_komi, opening, pieces, reversible_plies: bytes.u16() };
    rules.check(size).map_err(text)?;
    let outcome = outcome(bytes.u8())?;
    bytes.take(1);
    let nodes = bytes.u32();
    let seed = u64::from_le_bytes(bytes.number());
    let origin = Origin { seed, shard: bytes.u32(), game: bytes.u32(), plan: bytes.u32() };
    let (start, plies) = (usize::from(bytes.u16()), usize::from(bytes.u16()));

    let expected = HEADER + start + PLY * plies + CHECKSUM;
    if record.len() != expected {
        let found = record.len();
        return Err(format!("expected a record of {expected} bytes by its counts, found {found}"));
    }
    let start = start_position(bytes.take(start), size)?;
    let plies = (0..plies).map(|_| ply(&mut bytes)).collect::<Result<_, _>>()?;
    Ok(GameRecord { size, rules, start, outcome, nodes, origin, plies })
}

fn text(error: impl ToString) -> String {
    error.to_string()
}

fn value(name: &str, expected: &str, found: i64) -> String {
    format!("expected the {name} to be {expected}, found {found}")
}

fn opening(code: u8) -> Result<Opening, String> {
    let known = Opening::ALL.get(usize::from(code));
    known.copied().ok_or_else(|| value("opening", "0 to 2", code.into()))
}

fn outcome(code: u8) -> Result<Option<Outcome>, String> {
    let Some(index) = usize::from(code).checked_sub(1) else { return Ok(None) };
    let known = OUTCOMES.get(index).copied();
    known.map(Some).ok_or_else(|| value("result", "0 to 7", code.into()))
}

fn start_position(text: &[u8], size: usize) -> Result<Option<Tps>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(text);
    let tps = parse_tps(&text).ok().filter(|tps| tps.size == size);
    tps.map(Some).ok_or_else(|| format!("expected a start position as TPS, found {text:?}"))
}

fn ply(bytes: &mut Bytes<'_>) -> Result<Ply, String> {
    let (mv, score) = (bytes.u16(), bytes.u16() as i16);
    let mv = Move::from_bits(mv).ok_or_else(|| value("move", "of any board", mv.into()))?;
    Ok(Ply { mv, score: read_score(score)? })
}

fn read_score(score: i16) -> Result<Option<Value>, String> {
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

/// Minimum and maximum length of a record in bytes.
const SHORTEST: usize = HEADER + CHECKSUM;
const LONGEST: usize = SHORTEST + 5 * u16::MAX as usize;

/// Bytes per read.
const CHUNK: usize = 1 << 16;

/// Reads games from a stream of records. Skips incomplete and changed records: see [`Reader::damage`].
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    buffer: Vec<u8>,
    /// Number of used bytes of the buffer.
    used: usize,
    /// Position of the first unused byte in the stream.
    offset: u64,
    /// End of the last complete record.
    whole: u64,
    ended: bool,
    damage: Vec<Damage>,
}

/// Content at a position.
enum Frame {
    /// A complete record of this many bytes.
    Complete(usize),
    /// Damage.
    Damaged,
    /// The end of the stream.
    End,
}

impl<R: Read> Reader<R> {
    /// Reads from the start of a stream; the reader has its own buffer.
    pub const fn new(input: R) -> Self {
        Self {
            input,
            buffer: Vec::new(),
            used: 0,
            offset: 0,
            whole: 0,
            ended: false,
            damage: Vec::new(),
        }
    }

    /// The next game; `None` at the end and after an error.
    ///
    /// # Errors
    /// If the stream cannot be read, has another format, or has a complete record that is invalid.
    pub fn next_game(&mut self) -> Result<Option<GameRecord>, RecordError> {
        let game = self.find_game();
        if game.is_err() {
            self.ended = true;
            self.used = self.buffer.len();
        }
        game
    }

    fn find_game(&mut self) -> Result<Option<GameRecord>, RecordError> {
        loop {
            match self.frame()? {
                Frame::Complete(length) => {
                    let at = self.offset;
                    let record = self.peek(length)?;
                    let version = record[8];
                    if version != VERSION {
                        return Err(RecordError::Version { at, found: version });
                    }
                    let game = decode(record);
                    self.advance(length);
                    self.whole = self.offset;
                    return game.map(Some).map_err(|problem| RecordError::Field { at, problem });
                }
                Frame::Damaged => self.skip()?,
                Frame::End => return Ok(None),
            }
        }
    }

    /// The ranges skipped so far.
    #[must_use]
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// End of the last complete record in bytes.
    #[must_use]
    pub const fn whole_until(&self) -> u64 {
        self.whole
    }

    fn frame(&mut self) -> Result<Frame, RecordError> {
        let at_start = self.offset == 0;
        let head = self.peek(8)?;
        let Some((magic, rest)) = head.split_first_chunk::<4>() else {
            return Ok(if head.is_empty() { Frame::End } else { Frame::Damaged });
        };
        if *magic != MAGIC {
            if at_start {
                return Err(RecordError::NotRecords(String::from_utf8_lossy(head).into_owned()));
            }
            return Ok(Frame::Damaged);
        }
        let Ok(length) = rest.try_into().map(u32::from_le_bytes) else { return Ok(Frame::Damaged) };
        let length = length as usize;
        if !(SHORTEST..=LONGEST).contains(&length) {
            return Ok(Frame::Damaged);
        }
        let record = self.peek(length)?;
        if record.len() < length {
            return Ok(Frame::Damaged);
        }
        let (content, checksum) = record.split_at(length - CHECKSUM);
        if crc32fast::hash(content).to_le_bytes() != checksum {
            return Ok(Frame::Damaged);
        }
        Ok(Frame::Complete(length))
    }

    /// Skips at least a byte, up to the next possible start of a record.
    fn skip(&mut self) -> io::Result<()> {
        let at = self.offset;
        self.advance(1);
        loop {
            let ahead = self.peek(CHUNK)?;
            let ended = ahead.len() < CHUNK;
            let found = ahead.windows(MAGIC.len()).position(|window| window == MAGIC);
            let rest = if ended { ahead.len() } else { ahead.len() + 1 - MAGIC.len() };
            self.advance(found.unwrap_or(rest));
            if found.is_some() || ended {
                break;
            }
        }
        let bytes = self.offset - at;
        match self.damage.last_mut() {
            Some(last) if last.at + last.bytes == at => last.bytes += bytes,
            _ => self.damage.push(Damage { at, bytes }),
        }
        Ok(())
    }

    /// The next `count` bytes; fewer only at the end of the stream.
    fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        while self.buffer.len() - self.used < count && !self.ended {
            self.buffer.drain(..self.used);
            self.used = 0;
            let wanted = count.max(CHUNK) as u64;
            let read = self.input.by_ref().take(wanted).read_to_end(&mut self.buffer)?;
            self.ended = read == 0;
        }
        let end = self.buffer.len().min(self.used + count);
        Ok(&self.buffer[self.used..end])
    }

    fn advance(&mut self, count: usize) {
        self.used += count;
        self.offset += count as u64;
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<GameRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_game().transpose()
    }
}

/// A range of a file without a complete record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Damage {
    /// Its position in bytes.
    pub at: u64,
    /// Its length in bytes.
    pub bytes: u64,
}

/// Error that ends the reading of a file. Incomplete and changed records are [`Damage`] instead.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file has another format.
    #[error("expected game records, which begin with TAKG, found {0:?}")]
    NotRecords(String),
    /// The records have an unknown version.
    #[error("byte {at}: expected a record of version 1, found version {found}")]
    Version {
        /// Position of the record in bytes.
        at: u64,
        /// Its version.
        found: u8,
    },
    /// A complete record has an invalid field.
    #[error("byte {at}: {problem}")]
    Field {
        /// Position of the record in bytes.
        at: u64,
        /// The problem.
        problem: String,
    },
    /// The rules or the start position are invalid.
    #[error("start position: {0}")]
    Start(#[from] TextError),
    /// A move is illegal.
    #[error("ply {ply}, {mv}: {error}")]
    Move {
        /// Number of the ply, from 1.
        ply: usize,
        /// The move.
        mv: Move,
        /// The reason.
        error: IllegalMove,
    },
}
