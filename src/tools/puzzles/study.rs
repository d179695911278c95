//! What the rules alone say about a puzzle: every reply is played, and no search is asked.

use super::SIZE;
use super::playout::{legal_moves, passed, replies, wins_next};
use stonefall_engine::board::{Outcome, Position, WinReason, road};
use stonefall_engine::facts::{Threat, moves_that_win};
use stonefall_engine::types::{Bitboard, Color, Move, Square};

/// All that happens around the key move of a puzzle that is won in one move or in two.
#[derive(Clone, Debug)]
pub struct Study {
    /// Number of legal moves in the puzzle.
    pub legal: usize,
    /// Every move that wins as fast as the key move.
    pub fastest: Vec<Move>,
    /// What the other player would win with, were it their turn instead.
    pub danger: Vec<Threat>,
    /// What follows the key move.
    pub sequel: Sequel,
}

/// What follows the key move.
#[derive(Clone, Debug)]
pub enum Sequel {
    /// It ends the game.
    Ends(Ending),
    /// It threatens to.
    Threatens {
        /// What would win if the other player passed.
        threats: Vec<Threat>,
        /// Every reply, in the order in which moves are told.
        replies: Vec<Reply>,
    },
}

/// The end of a game.
#[derive(Clone, Debug)]
pub struct Ending {
    /// How the game was won.
    pub reason: WinReason,
    /// The winner's road, from edge to edge; empty for a win on flats.
    pub road: Vec<Square>,
    /// The loser's road where both players have one; it does not count.
    pub other_road: Vec<Square>,
    /// The winner's and the loser's flats.
    pub flats: [usize; 2],
    /// Whether no square is empty.
    pub full: bool,
}

/// An answer to the key move, and what becomes of it.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The answer.
    pub mv: Move,
    /// Every move that wins against it.
    pub wins: Vec<Threat>,
    /// Whether the answer itself ends the game in favor of the player who made the key move.
    pub suicide: bool,
}

/// Replies that one and the same move wins against.
#[derive(Clone, Debug)]
pub struct Group {
    /// The moves that win against every reply of the group; none if the replies themselves lose.
    pub wins: Vec<Threat>,
    /// The replies.
    pub replies: Vec<Move>,
}

impl Study {
    /// Plays out a puzzle that is won in one or two moves of the player to move.
    #[must_use]
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

    /// Whether the key move wins against everything.
    #[must_use]
    pub fn is_won(&self) -> bool {
        match &self.sequel {
            Sequel::Ends(_) => true,
            Sequel::Threatens { replies, .. } => replies.iter().all(Reply::loses),
        }
    }
}

impl Reply {
    /// Whether the reply loses at once.
    #[must_use]
    pub const fn loses(&self) -> bool {
        self.suicide || !self.wins.is_empty()
    }

    /// Whether none of the threatened roads is left: what wins against the reply wins elsewhere.
    #[must_use]
    pub fn stops(&self, threats: &[Threat]) -> bool {
        let threatened = squares_of(threats);
        !self.suicide && !squares_of(&self.wins).meets(threatened)
    }
}

/// The replies by what wins against them: first the move that beats most of them, then the move that
/// beats most of the rest, and so on.
#[must_use]
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

/// The winning move that occurs in most of the replies, the first of them if there are several.
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

/// All squares on which these threats are carried out.
#[must_use]
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

/// A road without a stone too many, from edge to edge; empty if there is none.
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
