//! Reads a bucket of a segment.

use crate::bits::BitReader;
use crate::cut::{Cut, SUMMARIZED, check, lowest};
use crate::summary::Summary;
use stonefall_engine::Move;

/// The games of a segment that visited a position.
#[derive(Clone, Debug, Default)]
pub struct Found<'a> {
    /// Games by their moves.
    pub groups: Vec<Group<'a>>,
    /// Games that visited this position or another one.
    pub maybe: Vec<u16>,
}

/// The games with a move.
#[derive(Clone, Debug)]
pub struct Group<'a> {
    /// The move in the image that gives the key; `None` if the games ended.
    pub mv: Option<Move>,
    /// The games.
    pub games: Games<'a>,
}

/// Games of a segment.
#[derive(Clone, Debug)]
pub enum Games<'a> {
    /// A few games.
    Few(Vec<u16>),
    /// Many games, and their summary.
    Many(Summary, Coded<'a>),
}

/// Games as bits: the differences between their numbers.
#[derive(Clone, Copy, Debug)]
pub struct Coded<'a> {
    reader: BitReader<'a>,
    lowest: u32,
    left: u64,
    last: u16,
}

impl<'a> Coded<'a> {
    const fn new(reader: BitReader<'a>, cut: Cut, games: u64) -> Self {
        Self { reader, lowest: lowest(1 << cut.game, games), left: games, last: 0 }
    }

    /// The next games, as many as `games` has room for; none at the end. `None` if the bytes are damaged. (Some damaged
    /// bytes give wrong games.)
    pub(crate) fn read<'b>(&mut self, games: &'b mut [u16]) -> Option<&'b [u16]> {
        let count = self.left.min(games.len() as u64);
        self.left -= count;
        let games = &mut games[..count as usize];
        self.reader.rice_sums(self.lowest, &mut self.last, games)?;
        Some(games)
    }
}

/// The games that visited a position. `None` if the bytes are damaged. If several games visited it, the positions of one
/// game with the same prefix are others, though their games may have visited this one as well.
#[must_use]
pub fn find(bucket: &[u8], cut: Cut, key: u64) -> Option<Found<'_>> {
    let wanted = cut.prefix_of(key);
    let first = cut.first_of(cut.bucket_of(key));
    let mut reader = BitReader::new(bucket);
    let mut prefix = first;
    let (several, lowest_bits) = read_head(&mut reader, cut)?;
    for _ in 0..several {
        prefix = prefix.checked_add(reader.rice(lowest_bits)?)?;
        let is_equal = reader.bits(32)? == u64::from(check(key));
        let length = reader.elias()?;
        if prefix == wanted && is_equal {
            return Some(Found { groups: read_list(reader, cut, length)?, maybe: Vec::new() });
        }
        reader.skip(length)?;
    }
    prefix = first;
    let (single, lowest_bits) = read_head(&mut reader, cut)?;
    let mut maybe = Vec::new();
    for _ in 0..single {
        prefix = prefix.checked_add(reader.rice(lowest_bits)?)?;
        let game = reader.bits(cut.game)? as u16;
        if prefix == wanted {
            maybe.push(game);
        }
        if prefix > wanted {
            break;
        }
    }
    Some(Found { groups: Vec::new(), maybe })
}

/// Number of positions, and the lowest bits of the differences between their prefixes.
fn read_head(reader: &mut BitReader<'_>, cut: Cut) -> Option<(u64, u32)> {
    let positions = reader.elias()?;
    Some((positions, lowest(1 << (cut.prefix - cut.bucket), positions)))
}

fn read_list(mut reader: BitReader<'_>, cut: Cut, length: u64) -> Option<Vec<Group<'_>>> {
    let end = reader.place() + length;
    let mut groups = Vec::new();
    while reader.place() < end {
        let mv = Move::from_bits(reader.bits(16)? as u16);
        let count = reader.elias()? + 1;
        let games = if count >= SUMMARIZED as u64 {
            let summary = Summary::read(&mut reader, count)?;
            let length = reader.elias()?;
            let coded = Coded::new(reader, cut, count);
            reader.skip(length)?;
            Games::Many(summary, coded)
        } else {
            let mut coded = Coded::new(reader, cut, count);
            let mut games = vec![0; count as usize];
            coded.read(&mut games)?;
            reader = coded.reader;
            Games::Few(games)
        };
        groups.push(Group { mv, games });
    }
    Some(groups)
}
