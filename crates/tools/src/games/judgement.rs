//! The engine's judgement of a game: a value, a proof and the best move of every position.

use super::moves;
use stonefall_engine::annotate::chance_of;
use stonefall_engine::notation::ptn_file::{Evaluation, LabelKind};
use stonefall_engine::{Color, Move};

/// The judgement of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judgement {
    /// White's chance from 0 to 1. A draw counts half.
    pub white_chance: f64,
    /// A proved win.
    pub forced: Option<Forced>,
    /// The engine's move; `None` if the game is over.
    pub best: Option<Move>,
}

/// A proved win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forced {
    /// The winner.
    pub winner: Color,
    /// The kind of win.
    pub end: End,
    /// Moves of the winner; 15 stands for more.
    pub moves: u32,
}

/// The kind of a proved win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// A road.
    Road,
    /// Flats.
    Flats,
    /// The search has seen the win, but not its kind.
    Unknown,
}

impl Judgement {
    /// The judgement in an evaluation.
    #[must_use]
    pub fn new(evaluation: &Evaluation) -> Self {
        let white_chance = chance_of(evaluation, Color::White);
        let forced = evaluation.label.and_then(|label| {
            let end = match label.kind {
                LabelKind::Road | LabelKind::Tinue => End::Road,
                LabelKind::Flats => End::Flats,
                LabelKind::Win | LabelKind::Loss => End::Unknown,
                LabelKind::Draw => return None,
            };
            let winner = if white_chance > 0.5 { Color::White } else { Color::Black };
            Some(Forced { winner, end, moves: label.number.unwrap_or(MOST).min(MOST) })
        });
        Self { white_chance, forced, best: evaluation.line_after.first().copied() }
    }

    /// A player's chance from 0 to 1.
    #[must_use]
    pub fn chance(&self, color: Color) -> f64 {
        match color {
            Color::White => self.white_chance,
            Color::Black => 1.0 - self.white_chance,
        }
    }

    /// A player's proved win.
    #[must_use]
    pub fn win_of(&self, color: Color) -> Option<Forced> {
        self.forced.filter(|forced| forced.winner == color)
    }
}

/// Largest number of moves in the bytes.
const MOST: u32 = 15;
/// Bytes of a position without its move.
const LENGTH: usize = 3;
/// White's chance of 1 in the bytes.
const CERTAIN: f64 = 2000.0;
const BLACK_WINS: u8 = 4;
const HAS_MOVE: u8 = 8;

/// The judgements as bytes: three for each position, then the engine's moves as in the table of games.
///
/// The first two bytes have White's chance times 2,000. The third has the kind of a proved win (bits 0 and 1: 0 for
/// none, 1 road, 2 flats, 3 unknown), whether Black is the winner (bit 2), whether there is a move (bit 3), and the moves
/// of the winner (bits 4 to 7).
pub(super) fn encode(judgements: &[Judgement]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(judgements.len() * (LENGTH + 2));
    for judgement in judgements {
        let chance = (judgement.white_chance * CERTAIN).round() as u16;
        bytes.extend(chance.to_le_bytes());
        let proof = judgement.forced.map_or(0, |forced| {
            let kind = match forced.end {
                End::Road => 1,
                End::Flats => 2,
                End::Unknown => 3,
            };
            let winner = if forced.winner == Color::Black { BLACK_WINS } else { 0 };
            kind | winner | (forced.moves.min(MOST) as u8) << 4
        });
        bytes.push(proof | if judgement.best.is_some() { HAS_MOVE } else { 0 });
    }
    let best: Vec<_> = judgements.iter().filter_map(|it| it.best).collect();
    bytes.extend(moves::encode(&best));
    bytes
}

/// The judgements of a number of positions; `None` if the bytes are others.
pub(super) fn decode(bytes: &[u8], positions: usize) -> Option<Vec<Judgement>> {
    let (heads, rest) = bytes.split_at_checked(positions * LENGTH)?;
    let mut best = moves::decode(rest)?.into_iter();
    let mut judgements = Vec::with_capacity(positions);
    for &[low, high, proof] in heads.as_chunks::<LENGTH>().0 {
        let end = match proof & 3 {
            0 => None,
            1 => Some(End::Road),
            2 => Some(End::Flats),
            _ => Some(End::Unknown),
        };
        let winner = if proof & BLACK_WINS == 0 { Color::White } else { Color::Black };
        let forced = end.map(|end| Forced { winner, end, moves: (proof >> 4).into() });
        let white_chance = f64::from(u16::from_le_bytes([low, high])) / CERTAIN;
        if white_chance > 1.0 {
            return None;
        }
        let best = if proof & HAS_MOVE == 0 { None } else { Some(best.next()?) };
        judgements.push(Judgement { white_chance, forced, best });
    }
    best.next().is_none().then_some(judgements)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefall_engine::notation::ptn_file::Label;
    use stonefall_engine::parse_move;

    fn judgements() -> Vec<Judgement> {
        let best = |text| parse_move(text).ok();
        let forced = |winner, end, moves| Some(Forced { winner, end, moves });
        vec![
            Judgement { white_chance: 0.5, forced: None, best: best("a1") },
            Judgement {
                white_chance: 1.0,
                forced: forced(Color::White, End::Road, 3),
                best: best("5e4<1112"),
            },
            Judgement {
                white_chance: 0.0,
                forced: forced(Color::Black, End::Flats, 15),
                best: best("Cb2"),
            },
            Judgement {
                white_chance: 0.0,
                forced: forced(Color::Black, End::Unknown, 1),
                best: None,
            },
        ]
    }

    #[test]
    fn judgements_are_read_back() {
        let judgements = judgements();
        let bytes = encode(&judgements);
        assert_eq!(decode(&bytes, judgements.len()), Some(judgements));
        assert_eq!(decode(&[], 0), Some(Vec::new()));
    }

    #[test]
    fn other_bytes_are_refused() {
        let bytes = encode(&judgements());
        for length in 0..bytes.len() {
            assert_eq!(decode(&bytes[..length], 4), None, "{length}");
        }
        assert_eq!(decode(&[&bytes[..], &[0]].concat(), 4), None);
        assert_eq!(decode(&[255, 255, 0], 1), None);
    }

    #[test]
    fn evaluations_become_judgements() {
        let label = Label { kind: LabelKind::Road, number: Some(20) };
        let evaluation =
            Evaluation { wdl: Some([0, 0, 1000]), label: Some(label), ..Evaluation::default() };
        let judgement = Judgement::new(&evaluation);
        let expected = Forced { winner: Color::Black, end: End::Road, moves: 15 };
        assert_eq!(judgement.win_of(Color::Black), Some(expected));
        assert_eq!(judgement.win_of(Color::White), None);
        assert!((judgement.chance(Color::Black) - 1.0).abs() < 1e-9);
    }
}
