//! Move ordering: the table move, killers, then the others by histories and policy.

use super::frame::Frame;
use super::history::{MoveHistory, Situation};
use super::policy::{self, Policy};
use super::tunables;
use crate::board::{Position, Roads};
use crate::types::{Bitboard, Move, MoveKind, Piece};

/// A move with its ordering score in one word; the largest comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Scored(u32);

impl Scored {
    #[inline(always)]
    fn new(mv: Move, score: i32) -> Self {
        let rank = (score.clamp(i16::MIN.into(), i16::MAX.into()) + 0x8000) as u32;
        Self(rank << 16 | u32::from(mv.bits()))
    }

    #[inline(always)]
    fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }
}

/// Move lists of a search in one growing buffer, a range per ply.
#[derive(Default)]
pub(super) struct Lists {
    scored: Vec<Scored>,
    pub(super) generated: Vec<Move>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Known,
    Killers(usize),
    Generate,
    Rest,
}

/// Answers to tak: moves that deal with the squares where the opponent threatens to complete a road.
/// Without tak every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Evasions(Bitboard);

impl Evasions {
    /// Every move.
    pub(super) const ANY: Self = Self(Bitboard::EMPTY);

    /// Answers to threats on these squares.
    #[inline(always)]
    pub(super) const fn from_threats(threats: Bitboard) -> Self {
        Self(threats)
    }

    /// Whether there is no tak.
    #[inline(always)]
    pub(super) const fn are_any(self) -> bool {
        self.0.is_empty()
    }

    /// Whether a legal move does not lose at once. A placement blocks one square, or ends the game with the
    /// last piece; a spread can block squares or break the road.
    #[inline(always)]
    fn have<const N: usize>(self, mv: Move, position: &Position<N>) -> bool {
        match mv.kind() {
            _ if self.are_any() => true,
            MoveKind::Place(_) => self.0 == mv.square().bitboard() || is_last_piece(position),
            MoveKind::Spread(direction, pattern) => {
                position.spread_meets(self.0, mv.square(), direction, pattern)
            }
        }
    }
}

/// Whether any placement ends the game.
fn is_last_piece<const N: usize>(position: &Position<N>) -> bool {
    position.reserve(position.to_move()).total() == 1
}

/// Iterator over the moves of a node: table move, killers, then the others by score. Moves are generated
/// only when needed.
pub(super) struct Picker {
    stage: Stage,
    known: Option<Move>,
    killers: [Option<Move>; 2],
    situation: Situation,
    evasions: Evasions,
    excluded: Option<Move>,
    /// Squares where a road stone makes tak; computed after the table move.
    tak_squares: Bitboard,
    start: usize,
    /// The last move by score; larger than all before the first.
    last: Scored,
}

impl Picker {
    pub(super) fn new(
        known: Option<Move>,
        frame: &Frame,
        situation: Situation,
        evasions: Evasions,
        lists: &Lists,
    ) -> Self {
        Self {
            stage: Stage::Known,
            known,
            killers: frame.killers,
            excluded: frame.excluded,
            situation,
            evasions,
            tak_squares: Bitboard::EMPTY,
            start: lists.scored.len(),
            last: Scored(u32::MAX),
        }
    }

    /// The next move; no move comes twice.
    #[inline(always)]
    pub(super) fn next<const N: usize>(
        &mut self,
        position: &Position<N>,
        roads: &Roads,
        history: &MoveHistory<N>,
        lists: &mut Lists,
    ) -> Option<Move> {
        if self.stage == Stage::Known {
            self.stage = Stage::Killers(0);
            self.known = self.known.filter(|&mv| self.admits(mv, position));
            if self.known.is_some() {
                return self.known;
            }
        }
        if self.stage == Stage::Killers(0) {
            self.tak_squares = position.tak_squares(roads);
        }
        while let Stage::Killers(index) = self.stage {
            self.stage = if index == 0 { Stage::Killers(1) } else { Stage::Generate };
            let killer = self.killers[index]
                .filter(|&mv| Some(mv) != self.known && self.admits(mv, position));
            self.killers[index] = killer;
            if killer.is_some() {
                return killer;
            }
        }
        if self.stage == Stage::Generate {
            self.stage = Stage::Rest;
            self.generate(position, history, lists);
        }
        self.last = largest_below(self.last, lists.scored.get(self.start..)?);
        self.last.mv()
    }

    /// Returns the buffer. Call this at the end of the node.
    #[inline(always)]
    pub(super) fn finish(&self, lists: &mut Lists) {
        lists.scored.truncate(self.start);
    }

    #[inline(always)]
    fn admits<const N: usize>(&self, mv: Move, position: &Position<N>) -> bool {
        Some(mv) != self.excluded && position.is_legal(mv) && self.evasions.have(mv, position)
    }

    /// Whether a generated move makes tak by a placement.
    #[inline(always)]
    pub(super) fn places_tak(&self, mv: Move) -> bool {
        mv.is_placement() && self.tak_squares.has(mv.square()) && mv.piece() != Some(Piece::Wall)
    }

    #[inline(always)]
    fn generate<const N: usize>(
        &mut self,
        position: &Position<N>,
        history: &MoveHistory<N>,
        lists: &mut Lists,
    ) {
        lists.generated.clear();
        if self.evasions.are_any() || is_last_piece(position) {
            position.generate(&mut lists.generated);
        } else {
            let mut threats = self.evasions.0;
            if let (Some(square), true) = (threats.next(), threats.is_empty()) {
                let blocks = Piece::ALL.map(|piece| Move::place(square, piece));
                lists.generated.extend(blocks.into_iter().filter(|&mv| position.is_legal(mv)));
            }
            position.generate_spreads(&mut lists.generated);
        }
        let prior = history.prior(&self.situation);
        let Situation { before, earlier, .. } = self.situation;
        let mut policy = Policy::new(position, [before, earlier], self.tak_squares);
        for &mv in &lists.generated {
            if Some(mv) == self.known
                || Some(mv) == self.excluded
                || self.killers.contains(&Some(mv))
                || !self.evasions.have(mv, position)
            {
                continue;
            }
            let likely = policy.score(position, mv) * tunables::order_policy() / policy::NAT;
            let score = prior.of(mv) + likely;
            lists.scored.push(Scored::new(mv, score));
        }
    }
}

/// The largest of the moves below `bound`, or 0. No two moves are equal, so that a move that was taken serves as the next
/// bound and stays in the list.
#[inline(always)]
fn largest_below(bound: Scored, moves: &[Scored]) -> Scored {
    // The least distance from below the bound. Larger moves wrap around; the plain fold is what compilers vectorize.
    let most = bound.0.saturating_sub(1);
    let least = moves.iter().fold(most, |least, mv| most.wrapping_sub(mv.0).min(least));
    Scored(most - least)
}

/// Flats that a spread wins.
#[inline(always)]
pub(super) fn flat_gain<const N: usize>(position: &Position<N>, mv: Move) -> i32 {
    match mv.kind() {
        MoveKind::Place(_) => 0,
        MoveKind::Spread(direction, pattern) => position.flats_won(mv.square(), direction, pattern),
    }
}
