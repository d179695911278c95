//! Encodes a game. `docs/selfplay-format.md` describes the format; change both together.

use super::GameRecord;
use stonefall_engine::board::{DrawReason, Outcome, WinReason};
use stonefall_engine::eval::Value;
use stonefall_engine::types::{Color, Opening};

/// First bytes of every record.
pub const MAGIC: [u8; 4] = *b"TAKG";
/// Version of the format.
pub(super) const VERSION: u8 = 1;
/// Bytes before the start position.
pub(super) const HEADER: usize = 48;

/// Score of an unsearched ply.
pub(super) const NO_SCORE: i16 = i16::MIN;
/// Score of a win in 0 plies; a win in `p` plies is `p` less.
pub(super) const WIN: i16 = 32_000;
/// Longest win in plies; longer ones are written like it.
pub(super) const LONGEST_WIN: u32 = 999;
/// Largest unproven score in hundredths of a flat.
pub(super) const MAX_ESTIMATE: i32 = 30_000;

/// Results with the codes from 1 on; 0 is a game without a result.
pub(super) const OUTCOMES: [Outcome; 7] = [
    Outcome::Win(Color::White, WinReason::Road),
    Outcome::Win(Color::Black, WinReason::Road),
    Outcome::Win(Color::White, WinReason::Flats),
    Outcome::Win(Color::Black, WinReason::Flats),
    Outcome::Draw(DrawReason::Flats),
    Outcome::Draw(DrawReason::Repetition),
    Outcome::Draw(DrawReason::ReversiblePlies),
];

/// Bytes per ply.
pub(super) const PLY: usize = 4;
/// Bytes of the checksum.
pub(super) const CHECKSUM: usize = 4;

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
