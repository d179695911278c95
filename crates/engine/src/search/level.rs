//! Weaker play that resembles people.
//!
//! A level searches less deep and so misses long threats. Among moves of similar value it chooses a simple one at
//! random (`choose`). Weaker levels tolerate larger differences. From level 11 on, a level always plays a road in one
//! and answers tak, because the first iteration sees both. The levels below are for beginners: before a part of
//! their moves they do not look ahead at all, so that they overlook roads. In the opening every level is more careful,
//! as people are.
//!
//! Each move starts with an empty table, so that earlier analysis does not make a level stronger, and the
//! same seed gives the same move again.

use super::root_move::RootMove;
use super::shared::SharedState;
use super::table::TranspositionTable;
use super::worker::Worker;
use super::{Info, Limits, Proofs, SearchResult, Settings};
use crate::board::{History, Position, touched};
use crate::eval::net::Network;
use crate::eval::{Evaluator, Value};
use crate::machine;
use crate::types::{Bitboard, Move, MoveKind, Piece};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt;
use std::sync::Arc;

/// Strength from 1 (knows the rules since today) to 18 (strong player). docs/levels.md has the steps in Elo.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The weakest level.
    pub const LOWEST: u8 = 1;
    /// The strongest level below full strength.
    pub const HIGHEST: u8 = MEASURES.len() as u8;

    /// The level of this number, if it exists.
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            Self::LOWEST..=Self::HIGHEST => Some(Self(number)),
            _ => None,
        }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Limits of a search at this level, sufficient without other limits.
    pub fn limits(self) -> Limits {
        let Measure { depth, nodes, .. } = *self.measure();
        Limits { depth: Some(depth), nodes: Some(nodes), ..Limits::default() }
    }

    const fn measure(self) -> &'static Measure {
        &MEASURES[self.0 as usize - 1]
    }
}

impl Default for Level {
    /// A level that most people beat after their first games.
    fn default() -> Self {
        Self(3)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "level {}", self.0)
    }
}

/// Play below full strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// The level.
    pub level: Level,
    /// Seed of the choice among similar moves. A new seed per game makes games differ.
    pub seed: Seed,
}

/// Parameters of a level.
struct Measure {
    /// Its care after the opening.
    care: Care,
    /// Maximum depth.
    depth: u32,
    /// Maximum number of positions; the first iteration is completed nevertheless.
    nodes: u64,
    /// Number of moves with a score.
    lines: usize,
}

/// The care with which a level chooses a move.
#[derive(Clone, Copy)]
struct Care {
    /// Percentage of the moves before which the level looks ahead.
    attention: u64,
    /// Maximum difference to the best move in centi-flats.
    window: i32,
}

const fn measure(attention: u64, depth: u32, nodes: u64, lines: usize, window: i32) -> Measure {
    Measure { care: Care { attention, window }, depth, nodes, lines }
}

impl Measure {
    /// The care in this position. In the opening, the first moves of each player, as many as the board has rows, a
    /// level overlooks half as much and accepts a quarter of the differences. Otherwise its openings are six points
    /// less accurate than those of people whose other moves are as accurate (docs/levels.md).
    fn care<const N: usize>(&self, root: &Position<N>) -> Care {
        let Care { attention, window } = self.care;
        let is_opening = (root.ply() as usize) < 2 * N;
        if is_opening {
            Care { attention: (100 + attention) / 2, window: window / 4 }
        } else {
            self.care
        }
    }
}

/// The levels, set by matches between neighbors: docs/levels.md.
const MEASURES: [Measure; 18] = [
    measure(0, 1, 20_000, ALL, 60),
    measure(8, 1, 20_000, ALL, 60),
    measure(18, 1, 20_000, ALL, 60),
    measure(29, 1, 20_000, ALL, 60),
    measure(43, 1, 20_000, ALL, 60),
    measure(59, 1, 20_000, ALL, 60),
    measure(73, 1, 20_000, ALL, 60),
    measure(79, 2, 20_000, 16, 60),
    measure(87, 2, 20_000, 16, 60),
    measure(95, 2, 20_000, 16, 60),
    measure(100, 2, 20_000, 16, 76),
    measure(100, 2, 20_000, 16, 54),
    measure(100, 3, 40_000, 12, 80),
    measure(100, 3, 40_000, 12, 62),
    measure(100, 4, 40_000, 10, 70),
    measure(100, 4, 40_000, 10, 52),
    measure(100, 5, 40_000, 8, 56),
    measure(100, 5, 40_000, 8, 35),
];

/// More lines than a position has moves.
const ALL: usize = 10_000;

/// Memory of a level's search in MiB.
const HASH_MIB: usize = 4;

/// The handicap of a search; none in analysis.
pub(super) fn handicap(shared: &SharedState) -> Option<Handicap> {
    shared.settings.handicap.filter(|_| shared.limits.ask_for_a_move(&shared.settings))
}

/// The move of a level, with its line.
pub(super) fn play<const N: usize>(
    handicap: Handicap,
    shared: &SharedState,
    root: &Position<N>,
    history: &History,
    moves: &[RootMove],
) -> SearchResult {
    let measure = handicap.level.measure();
    let limits = Limits {
        depth: Some(shared.limits.depth.map_or(measure.depth, |depth| depth.min(measure.depth))),
        nodes: Some(shared.limits.nodes.map_or(measure.nodes, |nodes| nodes.min(measure.nodes))),
        stopper: shared.stopper.clone(),
        ..shared.limits.clone()
    };
    let care = measure.care(root);
    let looks = handicap.seed.below(root.key() ^ ATTENTION, 100) < care.attention;
    let moves = if looks { moves } else { careless(root, moves, handicap.seed) };
    // Proofs would show a level more than people see.
    let settings =
        Settings { threads: 1, multi_pv: measure.lines, proofs: Proofs::None, ..shared.settings };
    let table = Arc::new(TranspositionTable::new(HASH_MIB));
    let own = SharedState::new(table, limits, settings, shared.clock);
    // Levels were measured with this network.
    let mut worker = Worker::new(0, root.clone(), Evaluator::new(Network::for_size(N)));
    worker.prepare(root, history, moves);
    worker.deepen(&own, &mut ());
    worker.publish_nodes(&own);
    let lines = worker.infos(&own, measure.lines);
    let chosen = choose(root, &lines, care.window, handicap.seed);
    let line = lines.get(chosen).map(|info| Info { line: 1, lines: 1, ..info.clone() });
    SearchResult {
        best: line.as_ref().and_then(|info| info.pv.first().copied()),
        lines: line.into_iter().collect(),
        threat: None,
        nodes: own.nodes(),
    }
}

/// Makes the draw of attention independent of the draw of a move.
const ATTENTION: u64 = 0x5bd1_e995_7f4a_7c15;

/// Maximum effort that matters.
const MAX_EFFORT: u32 = 10;

/// A move without looking ahead: any, simple ones a little more often.
fn careless<'moves, const N: usize>(
    root: &Position<N>,
    moves: &'moves [RootMove],
    seed: Seed,
) -> &'moves [RootMove] {
    let ease = |one: &RootMove| u64::from(MAX_EFFORT + 1 - effort(root, one.mv).min(MAX_EFFORT));
    let index = seed.draw(root.key(), &moves.iter().map(ease).collect::<Vec<_>>());
    &moves[index..=index]
}

/// Index of the line to play: a random one of those at most `window` centi-flats below the best. Better
/// lines are more likely, and each point of effort halves the likelihood. Visible wins and losses are
/// played as well as possible.
pub(super) fn choose<const N: usize>(
    root: &Position<N>,
    lines: &[Info],
    window: i32,
    seed: Seed,
) -> usize {
    let Some(Value::CentiFlats(best)) = lines.first().map(|line| line.value) else { return 0 };
    let weights: Vec<u64> = lines.iter().map(|line| weight(root, line, best - window)).collect();
    seed.draw(root.key(), &weights)
}

/// Likelihood of a line, 0 for one outside the window.
fn weight<const N: usize>(root: &Position<N>, line: &Info, worst: i32) -> u64 {
    let (Value::CentiFlats(flats), Some(&mv)) = (line.value, line.pv.first()) else { return 0 };
    let merit = u64::try_from(flats - worst + 1).unwrap_or_default();
    merit << (MAX_EFFORT - effort(root, mv).min(MAX_EFFORT))
}

/// Effort of finding a move, in points: none for a flat next to the mover's road. Walls cost points because they
/// answer the opponent's plans, spreads by distance and carried stones, and all moves away from the road one more.
fn effort<const N: usize>(position: &Position<N>, mv: Move) -> u32 {
    if position.opening_plies() > 0 {
        return 0;
    }
    let shape = match mv.kind() {
        MoveKind::Place(Piece::Flat) => 0,
        MoveKind::Place(Piece::Capstone) => 2,
        MoveKind::Place(Piece::Wall) => 3,
        MoveKind::Spread(_, pattern) => {
            let (distance, carried) = (pattern.distance() as u32, pattern.carried() as u32);
            1 + 2 * (distance - 1) + (carried - distance).min(2)
        }
    };
    let road = largest_group(position.road_stones(position.to_move()));
    let near = touched(mv).meets(road | road.neighbors());
    shape + if near { 0 } else { 1 }
}

fn largest_group(stones: Bitboard) -> Bitboard {
    let mut rest = stones;
    let mut largest = Bitboard::EMPTY;
    while let Some(square) = rest.first() {
        let mut group = square.bitboard();
        loop {
            let grown = group | group.neighbors() & stones;
            if grown == group {
                break;
            }
            group = grown;
        }
        rest = rest - group;
        if group.len() > largest.len() {
            largest = group;
        }
    }
    largest
}

/// Seed of random choices: equal for equal positions, different in every game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seed(u64);

impl Seed {
    /// A given seed; its choices are the same on every machine.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// An unpredictable seed.
    pub fn random() -> Self {
        Self(machine::random())
    }

    /// A number below `bound` for the position with this key; 0 if the bound is 0.
    pub fn below(self, key: u64, bound: u64) -> u64 {
        // The generator mixes its seed, so that keys that differ in one bit give independent streams.
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.0 ^ key.rotate_left(32));
        ((u128::from(random.next_u64()) * u128::from(bound)) >> 64) as u64
    }

    /// A random index for the position with this key, with likelihoods in proportion to the weights; 0 if all are 0.
    pub(crate) fn draw(self, key: u64, weights: &[u64]) -> usize {
        let mut rest = self.below(key, weights.iter().sum());
        let chosen = weights.iter().position(|&weight| {
            let hit = rest < weight;
            rest = rest.saturating_sub(weight);
            hit
        });
        chosen.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Direction, Pattern, Rules, Square};

    /// Frequency of each line in 1000 games.
    fn counts(values: &[(Value, Piece)]) -> Vec<usize> {
        let mut root = Position::<5>::start(Rules::standard(5));
        for index in [0, 36] {
            root.play(Move::place(Square::from_index(index), Piece::Flat), &mut ());
        }
        let lines: Vec<_> = values
            .iter()
            .enumerate()
            // All of them far from the stones.
            .map(|(index, &(value, piece))| {
                let mv = Move::place(Square::from_index(2 + index), piece);
                Info { value, ..Info::unexplored(mv) }
            })
            .collect();
        let mut counts = vec![0; values.len()];
        for seed in 0..1000 {
            counts[choose(&root, &lines, 30, Seed::new(seed))] += 1;
        }
        counts
    }

    #[test]
    fn chooses_simple_moves_of_similar_value() {
        use Piece::{Flat, Wall};
        use Value::CentiFlats;
        let counts = counts(&[
            (CentiFlats(50), Wall),
            (CentiFlats(40), Flat),
            (CentiFlats(30), Flat),
            (CentiFlats(19), Flat),
        ]);
        assert!(counts[1] > counts[2] && counts[2] > counts[0] && counts[0] > 0, "{counts:?}");
        assert_eq!(counts[3], 0, "31 centi-flats worse");
    }

    #[test]
    fn decided_positions_are_not_random() {
        use Piece::{Flat, Wall};
        let win = (Value::Win { plies: 3 }, Wall);
        assert_eq!(counts(&[win, (Value::Win { plies: 5 }, Flat)]), [1000, 0]);
        assert_eq!(counts(&[win, (Value::CentiFlats(20), Flat)]), [1000, 0]);
        let lost = (Value::Loss { plies: 2 }, Flat);
        assert_eq!(counts(&[(Value::CentiFlats(-3000), Wall), lost]), [1000, 0]);
        assert_eq!(counts(&[lost, lost]), [1000, 0]);
    }

    #[test]
    fn flats_near_the_road_are_simplest_and_long_spreads_hardest() {
        let mut position = Position::<5>::start(Rules::standard(5));
        // White has a1 and a2, Black e5 and e4.
        for (file, rank) in [(4, 4), (0, 0), (0, 1), (4, 3)] {
            position.play(Move::place(Square::new(file, rank), Piece::Flat), &mut ());
        }
        let place = |file, rank, piece| Move::place(Square::new(file, rank), piece);
        let spread = |drops: &[usize]| {
            let pattern = Pattern::from_drops(drops).unwrap_or(Pattern::SINGLE);
            Move::spread(Square::new(0, 1), Direction::North, pattern)
        };
        let efforts = [
            place(0, 2, Piece::Flat),
            place(3, 3, Piece::Flat),
            place(1, 0, Piece::Capstone),
            place(1, 0, Piece::Wall),
            place(3, 3, Piece::Wall),
        ]
        .map(|mv| effort(&position, mv));
        assert_eq!(efforts, [0, 1, 2, 3, 4]);
        let spreads = [spread(&[1]), spread(&[2]), spread(&[1, 1]), spread(&[2, 1, 1])];
        assert_eq!(spreads.map(|mv| effort(&position, mv)), [1, 2, 3, 6]);
        assert_eq!(largest_group(position.road_stones(position.to_move())).len(), 2);
    }

    #[test]
    fn a_level_is_more_careful_in_the_opening() {
        let measure = measure(20, 1, 1, ALL, 60);
        let mut position = Position::<5>::start(Rules::standard(5));
        let mut cares = Vec::new();
        for ply in 0..12 {
            let Care { attention, window } = measure.care(&position);
            cares.push((attention, window));
            let square = Square::new(ply % 5, ply / 5);
            position.play(Move::place(square, Piece::Flat), &mut ());
        }
        assert_eq!(cares[..10], [(60, 15); 10]);
        assert_eq!(cares[10..], [(20, 60); 2]);
    }

    #[test]
    fn choices_are_uniform_and_reproducible() {
        let choice = |seed, key| Seed::new(seed).below(key, 6);
        let mut counts = [0; 6];
        for seed in 0..600 {
            counts[choice(seed, 12345) as usize] += 1;
            assert_eq!(choice(seed, 7), choice(seed, 7));
        }
        assert!(counts.iter().all(|count| (60..140).contains(count)), "{counts:?}");
        assert_eq!(Seed::new(1).below(2, 0), 0);
        assert_ne!(Seed::random(), Seed::random());
    }
}
