//! Reads a bucket of a segment.

use super::{Cut, SUMMARIZED, Summary, check, lowest};
use crate::games::bits::BitReader;
use stonefall_engine::Move;

/// The games of a segment that visited a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::games) struct Visitors {
    /// Games with the moves that they played.
    pub(in crate::games) sure: Vec<(u16, Option<Move>)>,
    /// Moves with summaries of their games, which are not in `sure`.
    pub(in crate::games) many: Vec<(Option<Move>, Summary)>,
    /// Games that visited this position or another one.
    pub(in crate::games) maybe: Vec<u16>,
}

/// Whether a reader takes summaries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::games) enum Detail {
    /// Every game of its own.
    Games,
    /// Summaries where the index has them.
    Summaries,
}

/// The games that visited a position. `None` if the bytes are damaged. If several games visited it, the positions of one
/// game with the same prefix are others, though their games may have visited this one as well.
pub(in crate::games) fn read(
    bucket: &[u8],
    cut: Cut,
    key: u64,
    detail: Detail,
) -> Option<Visitors> {
    let mut visitors = Visitors::default();
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
            read_list(reader, cut, length, detail, &mut visitors)?;
            return Some(visitors);
        }
        reader.skip(length)?;
    }
    prefix = first;
    let (single, lowest_bits) = read_head(&mut reader, cut)?;
    for _ in 0..single {
        prefix = prefix.checked_add(reader.rice(lowest_bits)?)?;
        let game = reader.bits(cut.game)? as u16;
        if prefix == wanted {
            visitors.maybe.push(game);
        }
        if prefix > wanted {
            break;
        }
    }
    Some(visitors)
}

/// Number of positions, and the lowest bits of the differences between their prefixes.
fn read_head(reader: &mut BitReader<'_>, cut: Cut) -> Option<(u64, u32)> {
    let positions = reader.elias()?;
    Some((positions, lowest(1 << (cut.prefix - cut.bucket), positions)))
}

fn read_list(
    mut reader: BitReader<'_>,
    cut: Cut,
    length: u64,
    detail: Detail,
    visitors: &mut Visitors,
) -> Option<()> {
    let end = reader.place() + length;
    while reader.place() < end {
        let mv = Move::from_bits(reader.bits(16)? as u16);
        let games = reader.elias()? + 1;
        if games >= SUMMARIZED as u64 {
            let summary = Summary::read(&mut reader, games)?;
            let length = reader.elias()?;
            if detail == Detail::Summaries {
                visitors.many.push((mv, summary));
                reader.skip(length)?;
                continue;
            }
        }
        let lowest = lowest(1 << cut.game, games);
        let mut game = 0u16;
        visitors.sure.reserve(games.min(1 << 16) as usize);
        for _ in 0..games {
            // Damaged bits give wrong games, not an error here.
            game = game.wrapping_add(reader.rice(lowest)? as u16);
            visitors.sure.push((game, mv));
        }
    }
    Some(())
}
