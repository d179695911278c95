//! Reads a bucket of a segment.

use super::{Cut, check};
use crate::games::pack::Unpacked;
use stonefall_engine::Move;

/// A game of a segment that visited a position.
#[derive(Clone, Copy, Debug)]
pub(in crate::games) enum Visit {
    /// It did, and played this move.
    Sure(u16, Option<Move>),
    /// It may have visited another position.
    Maybe(u16),
}

/// Passes the games that visited a position. `None` if the bytes are damaged. If several games visited it, the positions
/// of one game with the same prefix are others, though their games may have visited this one as well.
pub(in crate::games) fn read(
    bucket: &[u8],
    cut: Cut,
    key: u64,
    mut visit: impl FnMut(Visit),
) -> Option<()> {
    let wanted = cut.prefix_of(key);
    let mut prefix = cut.first_of(cut.bucket_of(key));
    let mut bytes = Unpacked(bucket);
    let mut alone = Vec::new();
    while !bytes.is_empty() {
        let number = bytes.number()?;
        prefix = prefix.checked_add(number >> 1)?;
        if prefix > wanted {
            break;
        }
        if number & 1 == 0 {
            let game = u16::from_le_bytes(bytes.array()?);
            if prefix == wanted {
                alone.push(Visit::Maybe(game));
            }
            continue;
        }
        let is_equal = u32::from_le_bytes(bytes.array()?) == check(key);
        let length = usize::try_from(bytes.number()?).ok()?;
        let list = bytes.take(length)?;
        if prefix == wanted && is_equal {
            return read_list(list, &mut visit);
        }
    }
    alone.into_iter().for_each(visit);
    Some(())
}

/// Reads a list. A query of the first position reads all games of the database, so this is fast: nearly all
/// differences have one byte.
fn read_list(list: &[u8], visit: &mut impl FnMut(Visit)) -> Option<()> {
    let mut list = Unpacked(list);
    let mut game = 0u16;
    loop {
        let difference = match list.0 {
            [] => return Some(()),
            [byte @ 0..128, rest @ ..] => {
                list.0 = rest;
                u16::from(*byte)
            }
            _ => u16::try_from(list.number()?).ok()?,
        };
        // Damaged bytes give wrong games, not an error here: `?` costs a quarter of the time.
        game = game.wrapping_add(difference);
        let [low, high, rest @ ..] = list.0 else { return None };
        list.0 = rest;
        visit(Visit::Sure(game, Move::from_bits(u16::from_le_bytes([*low, *high]))));
    }
}
