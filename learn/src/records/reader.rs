//! Records out of a stream, one after the other.

use super::encode::CHECKSUM;
use super::{Damage, GameRecord, RecordError, decode};
use std::io::{self, Read};

/// What every record begins with.
pub const MAGIC: [u8; 4] = *b"TAKG";
/// The version of the records that are written, and the only one that is read.
pub(super) const VERSION: u8 = 1;
/// Bytes before the start position.
pub(super) const HEADER: usize = 48;

/// The least and the most bytes of a record.
const SHORTEST: usize = HEADER + CHECKSUM;
const LONGEST: usize = SHORTEST + 5 * u16::MAX as usize;

/// Bytes read at once.
const CHUNK: usize = 1 << 16;

/// Reads games from a stream of records. Stretches without a whole record (a torn end, bytes that
/// have changed) are passed over: see [`Reader::damage`].
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    buffer: Vec<u8>,
    /// What has been used of the buffer.
    used: usize,
    /// Where the unused part of the buffer begins in the stream.
    offset: u64,
    /// Where the last whole record ended.
    whole: u64,
    ended: bool,
    damage: Vec<Damage>,
}

/// What stands at a place.
enum Frame {
    /// A whole record of so many bytes.
    Whole(usize),
    /// Nothing that can be read.
    Broken,
    /// Nothing more.
    End,
}

impl<R: Read> Reader<R> {
    /// Reads from the beginning of a file, or any other stream; it needs no buffer of its own.
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

    /// The next game; `None` at the end, and behind an error.
    ///
    /// # Errors
    /// If the stream cannot be read, does not begin like a file of records, or has a whole record
    /// that makes no sense.
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
                Frame::Whole(length) => {
                    let at = self.offset;
                    let record = self.peek(length)?;
                    let version = record[8];
                    if version != VERSION {
                        return Err(RecordError::Version { at, found: version });
                    }
                    let game = decode::game(record);
                    self.advance(length);
                    self.whole = self.offset;
                    return game.map(Some).map_err(|problem| RecordError::Field { at, problem });
                }
                Frame::Broken => self.skip()?,
                Frame::End => return Ok(None),
            }
        }
    }

    /// The stretches passed over so far.
    #[must_use]
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// Where the last whole record ended, in bytes from the beginning.
    #[must_use]
    pub const fn whole_until(&self) -> u64 {
        self.whole
    }

    fn frame(&mut self) -> Result<Frame, RecordError> {
        let at_start = self.offset == 0;
        let head = self.peek(8)?;
        let Some((magic, rest)) = head.split_first_chunk::<4>() else {
            return Ok(if head.is_empty() { Frame::End } else { Frame::Broken });
        };
        if *magic != MAGIC {
            if at_start {
                return Err(RecordError::NotRecords(String::from_utf8_lossy(head).into_owned()));
            }
            return Ok(Frame::Broken);
        }
        let Ok(length) = rest.try_into().map(u32::from_le_bytes) else { return Ok(Frame::Broken) };
        let length = length as usize;
        if !(SHORTEST..=LONGEST).contains(&length) {
            return Ok(Frame::Broken);
        }
        let record = self.peek(length)?;
        if record.len() < length {
            return Ok(Frame::Broken);
        }
        let (content, checksum) = record.split_at(length - CHECKSUM);
        if crc32fast::hash(content).to_le_bytes() != checksum {
            return Ok(Frame::Broken);
        }
        Ok(Frame::Whole(length))
    }

    /// Passes over a byte and what follows, up to where a record may begin.
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

    /// So many of the next bytes, fewer only at the end of the stream.
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
