//! Move ordering: the table move, killers, the likeliest placement, then the others by histories and policy.

use super::frame::Frame;
use super::history::{MoveHistory, Prior, Situation};
use super::policy::{self, LANES, Policy};
use super::tunables;
use crate::board::{Position, Roads};
use crate::types::{Bitboard, Move, MoveKind, Piece, Square};
use std::array;

/// A move with its ordering score in one word; the largest comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct RatedMove(u32);

impl RatedMove {
    /// No move.
    const NONE: Self = Self(0);
    /// No move, larger than all.
    const ABOVE_ALL: Self = Self(u32::MAX);

    #[inline(always)]
    fn new(mv: Move, score: i32) -> Self {
        Self::from_bits(mv.bits().into(), score)
    }

    /// The move with these bits.
    #[inline(always)]
    fn from_bits(bits: u32, score: i32) -> Self {
        let rank = (score.clamp(i16::MIN.into(), i16::MAX.into()) + 0x8000) as u32;
        Self(rank << 16 | bits)
    }

    #[inline(always)]
    fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }
}

/// Move lists of a search in one growing buffer, a range per ply.
#[derive(Default)]
pub(super) struct Lists {
    scored: Vec<RatedMove>,
    pub(super) generated: Vec<Move>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Known,
    Killers(usize),
    Placement,
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

/// Iterator over the moves of a node: table move, killers, the likeliest placement, then the others by score. Moves are
/// generated only when needed. Spreads take most of that time, and in a quarter of the nodes that get so far the
/// likeliest placement cuts.
pub(super) struct Picker<const N: usize> {
    stage: Stage,
    known: Option<Move>,
    killers: [Option<Move>; 2],
    situation: Situation,
    evasions: Evasions,
    excluded: Option<Move>,
    /// Squares where a road stone makes tak; computed after the table move.
    tak_squares: Bitboard,
    start: usize,
    /// The policy, if the placements are scored but the spreads are not.
    policy: Option<Policy<N>>,
    /// The last move by score; larger than all before the first.
    last: RatedMove,
}

impl<const N: usize> Picker<N> {
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
            policy: None,
            last: RatedMove::ABOVE_ALL,
        }
    }

    /// The next move; no move comes twice.
    #[inline(always)]
    pub(super) fn next(
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
            self.stage = if index == 0 { Stage::Killers(1) } else { Stage::Placement };
            let killer = self.killers[index]
                .filter(|&mv| Some(mv) != self.known && self.admits(mv, position));
            self.killers[index] = killer;
            if killer.is_some() {
                return killer;
            }
        }
        if self.stage == Stage::Placement {
            self.stage = Stage::Generate;
            let likeliest = self.likeliest_placement(position, history, lists);
            if likeliest.is_some() {
                return likeliest;
            }
        }
        if self.stage == Stage::Generate {
            self.stage = Stage::Rest;
            self.generate(position, roads, history, lists);
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
    fn admits(&self, mv: Move, position: &Position<N>) -> bool {
        Some(mv) != self.excluded && position.is_legal(mv) && self.evasions.have(mv, position)
    }

    /// Whether a generated move makes tak by a placement.
    #[inline(always)]
    pub(super) fn places_tak(&self, mv: Move) -> bool {
        mv.is_placement() && self.tak_squares.has(mv.square()) && mv.piece() != Some(Piece::Wall)
    }

    /// Scores all placements after the opening, and takes the likeliest one.
    #[inline(always)]
    fn likeliest_placement(
        &mut self,
        position: &Position<N>,
        history: &MoveHistory<N>,
        lists: &mut Lists,
    ) -> Option<Move> {
        let pieces = position.placeable();
        let any_will_do = self.evasions.are_any() || is_last_piece(position);
        if !any_will_do || pieces.first() != Some(&Piece::Flat) {
            return None;
        }
        let policy = self.new_policy(position);
        let prior = history.prior(&self.situation);
        self.score_placements(position, &prior, &policy, pieces.len(), lists);
        self.policy = Some(policy);
        let placements = &mut lists.scored[self.start..];
        let likeliest = largest_below(RatedMove::ABOVE_ALL, placements);
        let place = placements.iter().position(|&placement| placement == likeliest)?;
        placements[place] = RatedMove::NONE;
        likeliest.mv()
    }

    #[inline(always)]
    fn new_policy(&self, position: &Position<N>) -> Policy<N> {
        let Situation { before, earlier, .. } = self.situation;
        Policy::new(position, [before, earlier], self.tak_squares)
    }

    /// Scores the moves that are left.
    #[inline(always)]
    fn generate(
        &mut self,
        position: &Position<N>,
        roads: &Roads,
        history: &MoveHistory<N>,
        lists: &mut Lists,
    ) {
        let prior = history.prior(&self.situation);
        let has_placements = self.policy.is_some();
        let policy = self.policy.take().unwrap_or_else(|| self.new_policy(position));
        lists.generated.clear();
        if has_placements {
            position.generate_spreads(&mut lists.generated);
        } else if self.evasions.are_any() || is_last_piece(position) {
            position.generate_placements(&mut lists.generated);
            position.generate_spreads(&mut lists.generated);
        } else {
            let mut threats = self.evasions.0;
            if let Some(square) = threats.next() {
                if threats.is_empty() {
                    let blocks = Piece::ALL.map(|piece| Move::place(square, piece));
                    lists.generated.extend(blocks.into_iter().filter(|&mv| position.is_legal(mv)));
                }
                position
                    .generate_spreads_touching(roads.supports::<N>(square), &mut lists.generated);
            }
        }
        for &mv in &lists.generated {
            if Some(mv) == self.known
                || Some(mv) == self.excluded
                || self.killers.contains(&Some(mv))
                || !self.evasions.have(mv, position)
            {
                continue;
            }
            let score = prior.of(mv) + weighed(policy.score(position, mv));
            lists.scored.push(RatedMove::new(mv, score));
        }
    }

    /// Appends the placements of the first `pieces` pieces on all empty squares, with the scores that each has by itself.
    /// The pieces on a square share most of the work.
    #[inline(always)]
    fn score_placements(
        &self,
        position: &Position<N>,
        prior: &Prior<'_, N>,
        policy: &Policy<N>,
        pieces: usize,
        lists: &mut Lists,
    ) {
        let empty = position.empty();
        let mut scored = [RatedMove::NONE; Square::COUNT * Piece::ALL.len() + 1];
        let mut end = 0;
        for square in empty {
            let [histories, likely] = [prior.of_placements(square), policy.placements(square)];
            let here: [_; LANES] = array::from_fn(|piece| {
                let bits = square.index() as u32 | (piece as u32 + 1) << 14;
                RatedMove::from_bits(bits, histories[piece] + weighed(likely[piece]))
            });
            // The next square overwrites what is behind the last piece.
            scored[end..end + LANES].copy_from_slice(&here);
            end += pieces;
        }
        let came_before = [self.known, self.excluded, self.killers[0], self.killers[1]];
        for mv in came_before.into_iter().flatten() {
            if let MoveKind::Place(piece) = mv.kind() {
                let squares_before = empty & Bitboard(mv.square().bitboard().0 - 1);
                scored[squares_before.len() * pieces + piece.index()] = RatedMove::NONE;
            }
        }
        lists.scored.extend_from_slice(&scored[..end]);
    }
}

/// A score of the policy in the unit of the histories.
#[inline(always)]
fn weighed(policy: i32) -> i32 {
    policy * tunables::order_policy() / policy::NAT
}

/// The largest of the moves below `bound`, or 0. No two moves are equal, so that a move that was taken serves as the next
/// bound and stays in the list.
#[inline(always)]
fn largest_below(bound: RatedMove, moves: &[RatedMove]) -> RatedMove {
    // The least distance from below the bound. Larger moves wrap around; the plain fold is what compilers vectorize.
    let most = bound.0.saturating_sub(1);
    let least = moves.iter().fold(most, |least, mv| most.wrapping_sub(mv.0).min(least));
    RatedMove(most - least)
}

/// Flats that a spread wins.
#[inline(always)]
pub(super) fn flat_gain<const N: usize>(position: &Position<N>, mv: Move) -> i32 {
    match mv.kind() {
        MoveKind::Place(_) => 0,
        MoveKind::Spread(direction, pattern) => position.flats_won(mv.square(), direction, pattern),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::board::{Outcome, WinReason};
    use crate::sized;
    use crate::types::Rules;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use std::cmp::Reverse;

    /// The other moves of a position, scored one by one.
    fn rest<const N: usize>(
        position: &Position<N>,
        history: &MoveHistory<N>,
        situation: &Situation,
        earlier: &[Move],
    ) -> Vec<Move> {
        let tak = position.tak_squares(&position.roads());
        let policy = Policy::new(position, [situation.before, situation.earlier], tak);
        let prior = history.prior(situation);
        let mut moves: Vec<_> = position
            .moves()
            .into_iter()
            .filter(|mv| !earlier.contains(mv))
            .map(|mv| RatedMove::new(mv, prior.of(mv) + weighed(policy.score(position, mv))))
            .collect();
        moves.sort_unstable_by_key(|&scored| Reverse(scored));
        moves.into_iter().filter_map(RatedMove::mv).collect()
    }

    /// Compares the order of all moves in the positions of a random game with that of scores one by one.
    fn compare<const N: usize>(random: &mut Xoshiro256PlusPlus) {
        let mut position = Position::<N>::start(Rules::standard(N));
        let mut history = MoveHistory::new();
        let mut played = Vec::new();
        let mut lists = Lists::default();
        while position.outcome().is_none() {
            let moves = position.moves();
            let [before, earlier] =
                [1, 2].map(|plies: usize| played.iter().nth_back(plies - 1).copied());
            let situation = Situation { color: position.to_move(), before, earlier };
            for _ in 0..20 {
                let best = *moves.choose(random).unwrap();
                history.update(&situation, best, &moves[..moves.len() / 2], 6);
            }
            let [known, killer, excluded] = [(); 3].map(|()| {
                let often = random.random::<bool>();
                moves.choose(random).copied().filter(|_| often)
            });
            let excluded = excluded.filter(|_| excluded != known);
            let frame = Frame { excluded, killers: [killer, None], ..Frame::default() };
            let mut picker = Picker::new(known, &frame, situation, Evasions::ANY, &lists);
            let roads = position.roads();
            let mut order = Vec::new();
            while let Some(mv) = picker.next(&position, &roads, &history, &mut lists) {
                order.push(mv);
            }
            picker.finish(&mut lists);

            let killer = killer.filter(|_| killer != known && killer != excluded);
            let first: Vec<_> = known.into_iter().chain(killer).collect();
            let mut earlier = first.clone();
            earlier.extend(excluded);
            let mut expected = [first, rest(&position, &history, &situation, &earlier)].concat();
            // After the opening the likeliest placement comes before the spreads.
            let tried = earlier.len() - usize::from(excluded.is_some());
            let placement = expected[tried..].iter().position(|mv| mv.is_placement());
            if let Some(place) = placement.filter(|_| position.opening_plies() == 0) {
                expected[tried..=tried + place].rotate_right(1);
            }
            assert_eq!(order, expected, "after {played:?}");

            let mv = *moves.choose(random).unwrap();
            position.play(mv, &mut ());
            played.push(mv);
        }
    }

    /// Whether the opponent has no road after a move, and cannot complete one by a placement.
    fn answers<const N: usize>(position: &Position<N>, mv: Move) -> bool {
        let opponent = position.to_move().opponent();
        let lost = Some(Outcome::Win(opponent, WinReason::Road));
        let after = position.after(mv);
        let replies = if after.outcome().is_none() { after.moves() } else { Vec::new() };
        after.outcome() != lost
            && !replies.into_iter().any(|mv| mv.is_placement() && after.after(mv).outcome() == lost)
    }

    /// Compares the answers to tak in the positions of random games with those found by playing every move.
    fn compare_answers<const N: usize>(random: &mut Xoshiro256PlusPlus) -> usize {
        let mut compared = 0;
        let history = MoveHistory::new();
        let mut lists = Lists::default();
        for _ in 0..500 {
            let mut position = Position::<N>::start(Rules::standard(N));
            while position.outcome().is_none() {
                let (moves, roads) = (position.moves(), position.roads());
                let evasions = Evasions::from_threats(position.threats(&roads));
                let wins = position.winning_move().is_some();
                if !evasions.are_any() && !wins && !is_last_piece(&position) {
                    let situation =
                        Situation { color: position.to_move(), before: None, earlier: None };
                    let mut picker =
                        Picker::new(None, &Frame::default(), situation, evasions, &lists);
                    let mut found = Vec::new();
                    while let Some(mv) = picker.next(&position, &roads, &history, &mut lists) {
                        found.push(mv.bits());
                    }
                    picker.finish(&mut lists);
                    let mut expected: Vec<_> = moves
                        .iter()
                        .filter(|&&mv| answers(&position, mv))
                        .map(|mv| mv.bits())
                        .collect();
                    found.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(found, expected, "{:?}", position.roads());
                    compared += 1;
                }
                position.play(*moves.choose(random).unwrap(), &mut ());
            }
        }
        compared
    }

    #[test]
    fn answers_to_tak_are_those_that_leave_no_threat() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
        for size in 3..=8 {
            let compared = sized!(size, N => compare_answers::<N>(&mut random)).unwrap();
            assert!(compared > 20, "{compared} positions of {size}x{size}");
        }
    }

    #[test]
    fn moves_come_by_the_scores_that_each_has_by_itself() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        for size in 3..=8 {
            for _ in 0..4 {
                sized!(size, N => compare::<N>(&mut random)).unwrap();
            }
        }
    }
}
