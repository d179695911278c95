//! Analyzes a puzzle by the rules alone: plays every reply, without a search.

use super::SIZE;
use stonefall_engine::board::{Outcome, Position, WinReason, road};
use stonefall_engine::facts::{Threat, moves_that_win, threats, threats_of_other};
use stonefall_engine::types::{Bitboard, Color, Move, MoveKind, Square};

/// The key move of a puzzle that is won in one or two moves, and its consequences.
#[derive(Clone, Debug)]
pub struct Study {
    /// Number of legal moves in the puzzle.
    pub legal: usize,
    /// Moves that win as fast as the key move.
    pub fastest: Vec<Move>,
    /// The opponent's winning moves if the player to move passed.
    pub danger: Vec<Threat>,
    /// The continuation.
    pub sequel: Sequel,
}

/// Continuation after the key move.
#[derive(Clone, Debug)]
pub enum Sequel {
    /// The game is over.
    Ends(Ending),
    /// The key move threatens a win.
    Threatens {
        /// Winning moves if the opponent passed.
        threats: Vec<Threat>,
        /// Every reply.
        replies: Vec<Reply>,
    },
}

/// The end of a game.
#[derive(Clone, Debug)]
pub struct Ending {
    /// Reason of the win.
    pub reason: WinReason,
    /// The winner's road, from edge to edge; empty for a win on flats.
    pub road: Vec<Square>,
    /// The loser's road, if both players have one; it does not count.
    pub other_road: Vec<Square>,
    /// The winner's and the loser's flats.
    pub flats: [usize; 2],
    /// Whether the board is full.
    pub full: bool,
}

/// A reply to the key move, and its refutation.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The reply.
    pub mv: Move,
    /// Moves that win against it.
    pub wins: Vec<Threat>,
    /// Whether the reply itself ends the game in favor of the player of the key move.
    pub suicide: bool,
}

/// Replies that lose to the same moves.
#[derive(Clone, Debug)]
pub struct Group {
    /// Moves that win against every reply of the group; empty if the replies themselves lose.
    pub wins: Vec<Threat>,
    /// The replies.
    pub replies: Vec<Move>,
}

impl Study {
    /// Analyzes a puzzle that the player to move wins in one or two moves.
    pub fn new(position: &Position<SIZE>, key: Move) -> Self {
        let mut position = position.clone();
        let danger = passed(&mut position);
        let moves = legal_moves(&position);
        let mut fastest = moves_that_win(&mut position);
        if fastest.is_empty() {
            fastest = moves.iter().copied().filter(|&mv| wins_next(&mut position, mv)).collect();
        }
        let mover = position.to_move();
        position.play(key, &mut ());
        let sequel = match position.outcome() {
            Some(outcome) => Sequel::Ends(Ending::new(&position, mover, outcome)),
            None => {
                Sequel::Threatens { threats: passed(&mut position), replies: replies(&position) }
            }
        };
        Self { legal: moves.len(), fastest, danger, sequel }
    }

    /// Whether the key move wins against every reply.
    pub fn is_won(&self) -> bool {
        match &self.sequel {
            Sequel::Ends(_) => true,
            Sequel::Threatens { replies, .. } => replies.iter().all(Reply::loses),
        }
    }
}

impl Reply {
    /// Whether the reply loses at once.
    pub const fn loses(&self) -> bool {
        self.suicide || !self.wins.is_empty()
    }

    /// Whether the reply stops every threatened road. The moves that win against it complete other roads.
    pub fn stops(&self, threats: &[Threat]) -> bool {
        let threatened = squares_of(threats);
        !self.suicide && !squares_of(&self.wins).meets(threatened)
    }
}

/// Groups replies by the moves that win against them: first the move that wins against most of them, then
/// the move that wins against most of the rest, and so on.
pub fn groups(replies: &[Reply]) -> Vec<Group> {
    let mut groups = Vec::new();
    let (suicides, mut rest): (Vec<&Reply>, Vec<&Reply>) =
        replies.iter().partition(|reply| reply.suicide);
    while let Some(best) = most_frequent(&rest) {
        let (beaten, others): (Vec<&Reply>, Vec<&Reply>) =
            rest.into_iter().partition(|reply| reply.wins.iter().any(|win| win.mv == best));
        let shared = |win: &&Threat| {
            beaten.iter().all(|reply| reply.wins.iter().any(|other| other.mv == win.mv))
        };
        let first = beaten.first().map_or(&[][..], |reply| &reply.wins);
        groups.push(Group {
            wins: first.iter().filter(shared).cloned().collect(),
            replies: beaten.iter().map(|reply| reply.mv).collect(),
        });
        rest = others;
    }
    if !suicides.is_empty() {
        let replies = suicides.iter().map(|reply| reply.mv).collect();
        groups.push(Group { wins: Vec::new(), replies });
    }
    groups
}

/// The move that wins against most replies; the first of several.
fn most_frequent(replies: &[&Reply]) -> Option<Move> {
    let count =
        |mv: Move| replies.iter().filter(|reply| reply.wins.iter().any(|win| win.mv == mv)).count();
    let moves = replies.iter().flat_map(|reply| reply.wins.iter().map(|win| win.mv));
    let mut best = None;
    for mv in moves {
        let count = count(mv);
        if best.is_none_or(|(most, _)| count > most) {
            best = Some((count, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// Squares that the threatened roads lack.
pub fn squares_of(threats: &[Threat]) -> Bitboard {
    threats.iter().fold(Bitboard::EMPTY, |squares, threat| squares | threat.squares)
}

impl Ending {
    fn new(position: &Position<SIZE>, winner: Color, outcome: Outcome) -> Self {
        let reason = match outcome {
            Outcome::Win(_, reason) => reason,
            Outcome::Draw(_) => WinReason::Flats,
        };
        let road = |color| shortest_road(position.road_stones(color));
        Self {
            reason,
            road: road(winner),
            other_road: road(!winner),
            flats: [position.flat_count(winner), position.flat_count(!winner)],
            full: position.empty().is_empty(),
        }
    }
}

/// A road without superfluous stones, from edge to edge; empty without a road.
fn shortest_road(stones: Bitboard) -> Vec<Square> {
    if !road::has_road::<SIZE>(stones) {
        return Vec::new();
    }
    let needed = road::minimal::<SIZE>(stones);
    let links = |square: &Square| (square.bitboard().neighbors() & needed).len();
    // From the west or, on the same file, from the north.
    let ends = needed.into_iter().filter(|square| links(square) <= 1);
    let mut next = ends.min_by_key(|square| (square.file(), SIZE - square.rank()));
    let mut left = needed;
    let mut path = Vec::new();
    while let Some(square) = next {
        path.push(square);
        left = left - square.bitboard();
        next = (square.bitboard().neighbors() & left).first();
    }
    path
}

/// The legal moves of a position.
fn legal_moves(position: &Position<SIZE>) -> Vec<Move> {
    let mut moves = Vec::new();
    position.generate(&mut moves);
    moves
}

/// Moves that would win at once if the player to move passed, in [`order`].
fn passed(position: &mut Position<SIZE>) -> Vec<Threat> {
    in_order(threats_of_other(position))
}

fn in_order(mut threats: Vec<Threat>) -> Vec<Threat> {
    threats.sort_by_key(|threat| order(&threat.mv));
    threats
}

/// Order of moves in texts: placements first, then by square, then by number of stones.
fn order(mv: &Move) -> (bool, usize, usize, usize, u16) {
    let carried = match mv.kind() {
        MoveKind::Place(_) => 0,
        MoveKind::Spread(_, pattern) => pattern.carried(),
    };
    (!mv.is_placement(), mv.square().file(), mv.square().rank(), carried, mv.bits())
}

/// Every reply, in [`order`].
fn replies(position: &Position<SIZE>) -> Vec<Reply> {
    let attacker = !position.to_move();
    let mut position = position.clone();
    let mut moves = legal_moves(&position);
    moves.sort_by_key(order);
    moves
        .into_iter()
        .map(|mv| {
            let undo = position.play(mv, &mut ());
            let outcome = position.outcome();
            let wins =
                if outcome.is_none() { in_order(threats(&mut position)) } else { Vec::new() };
            position.undo(mv, &undo);
            let suicide = outcome.and_then(Outcome::winner) == Some(attacker);
            Reply { mv, wins, suicide }
        })
        .collect()
}

/// Whether a move continues the game and every reply to it loses at once.
fn wins_next(position: &mut Position<SIZE>, mv: Move) -> bool {
    let undo = position.play(mv, &mut ());
    let attacker = !position.to_move();
    let won = match position.outcome() {
        Some(_) => false,
        None => legal_moves(position).into_iter().all(|reply| {
            let undo = position.play(reply, &mut ());
            let lost = match position.outcome() {
                Some(outcome) => outcome.winner() == Some(attacker),
                None => !moves_that_win(position).is_empty(),
            };
            position.undo(reply, &undo);
            lost
        }),
    };
    position.undo(mv, &undo);
    won
}
