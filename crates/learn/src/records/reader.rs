//! Reads records from a stream.

use super::encode::{CHECKSUM, HEADER, MAGIC, VERSION};
use super::{Damage, GameRecord, RecordError, decode};
use std::io::{self, Read};

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
                    let game = decode::game(record);
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
