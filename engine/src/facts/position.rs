//! A position with everything that can be done and seen in it.

use super::moves::{Placement, Spread, legal, piece_name, squares_of};
use super::threats::{Threat, threats, threats_of_other};
use crate::board::{Outcome, WinReason};
use crate::game::{Game, PositionError};
use crate::notation::{Marks, Ply, Threat as Mark, Tps};
use crate::report::{Diagram, Points, Scoring, outcome_words, result_code};
use crate::types::{Bitboard, Color, Move, Reserve, Rules, sized};
use serde::Serialize;

/// All that there is to know about a position without thinking.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Facts {
    /// Size of the board.
    pub size: usize,
    /// Komi in half flats.
    pub half_komi: i32,
    /// Komi in flats, as people write it.
    pub komi: String,
    /// The value of PTN's tag `Opening`.
    pub opening: &'static str,
    /// The position as text.
    pub tps: String,
    /// `white` or `black`.
    pub to_move: &'static str,
    /// Whose flat a placement puts down: the other player's in an opening by swap.
    pub places: &'static str,
    /// Opening plies still to be played: 2, 1 or 0.
    pub opening_plies: u8,
    /// Number of the move to be played, from 1.
    pub move_number: u32,
    /// Every stack, a1 first, rank by rank.
    pub stacks: Vec<Pile>,
    /// What the players have.
    pub white: Side,
    /// The same for Black.
    pub black: Side,
    /// The result; absent while the game goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<End>,
    /// The last move; absent if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<Last>,
    /// What would win at once if the player to move passed: the roads that are threatened.
    pub threats: Vec<Win>,
    /// What wins at once.
    pub wins: Vec<Win>,
    /// The pieces that can be placed; none if the stones on the board have ended the game.
    pub placements: Vec<Placement>,
    /// The stacks that can be moved; none in the opening and at the end.
    pub spreads: Vec<Spread>,
}

/// A stack on its square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Pile {
    /// Where it stands.
    pub square: String,
    /// The owners of its stones, the lowest first: `w` and `b`.
    pub stones: String,
    /// What is on top: `flat`, `wall` or `capstone`.
    pub top: &'static str,
}

/// What a player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Side {
    /// Stones not yet placed.
    pub stones: u8,
    /// Capstones not yet placed.
    pub capstones: u8,
    /// Flats on the board, without komi.
    pub flats: usize,
}

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct End {
    /// As PTN has it: `R-0`, `0-F`, `1/2-1/2`.
    pub code: &'static str,
    /// In words: `White wins by a road`.
    pub words: String,
    /// `white` or `black`; absent in a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<&'static str>,
    /// The book's score of a win: the squares of the board and the pieces that the winner has left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<(usize, usize)>,
    /// The squares of the road, if it was one.
    pub road: Vec<String>,
    /// Whether the stones on the board have ended it. A repetition ends a game that people play; it
    /// can be gone on with.
    pub by_stones: bool,
}

/// A move that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Last {
    /// The move, as TEI spells it.
    #[serde(rename = "move")]
    pub mv: String,
    /// As a game is written: with `*` for a flattened wall and `'` for tak.
    pub ptn: String,
    /// The squares that it has touched, the one where it started first.
    pub squares: Vec<String>,
    /// Whether it is tak: its player threatens a road.
    pub tak: bool,
}

/// A move that wins at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Win {
    /// The move, as TEI spells it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The squares on which it completes the road; none for a win on flats.
    pub squares: Vec<String>,
}

/// The facts of a position after moves, on a board of this size if `start` does not name one.
///
/// # Errors
/// If the position or a move is not possible.
pub fn facts(
    start: Option<&Tps>,
    plies: &[Ply],
    size: usize,
    rules: Rules,
) -> Result<Facts, PositionError> {
    let size = start.map_or(size, |tps| tps.size);
    rules.check(size)?;
    let board = match start {
        None => Game::start(size, rules)?,
        Some(tps) => Game::from_tps(tps, rules)?,
    };
    let board = board.with_plies(plies)?;
    Ok(Facts::new(&board))
}

impl Facts {
    fn new(board: &Game) -> Self {
        let over = board.outcome();
        let (wins, threatened) = match over {
            None => both_threaten(board),
            Some(_) => Default::default(),
        };
        let (placements, spreads) = legal(board);
        let mut diagram = board.diagram();
        if !matches!(over, Some(Outcome::Win(_, WinReason::Road))) {
            // What is marked is a road or nothing.
            diagram = diagram.marking(Bitboard::EMPTY);
        }
        let last = board.last_move().map(|mv| Last::new(mv, board, is_tak(&threatened)));
        let rules = *board.rules();
        let owner = rules.opening.owner(board.to_move());
        let places = if board.opening_plies() > 0 { owner } else { board.to_move() };
        Self {
            size: board.size(),
            half_komi: rules.half_komi.half_flats(),
            komi: rules.half_komi.to_string(),
            opening: rules.opening.name(),
            tps: board.tps().to_string(),
            to_move: color_name(board.to_move()),
            places: color_name(places),
            opening_plies: board.opening_plies(),
            move_number: board.move_number(),
            stacks: piles(&diagram),
            white: side(board, Color::White),
            black: side(board, Color::Black),
            outcome: board
                .outcome_with_history()
                .map(|outcome| end(outcome, &diagram, over.is_some())),
            last,
            threats: threatened.iter().map(Win::from).collect(),
            wins: wins.iter().map(Win::from).collect(),
            placements,
            spreads,
        }
    }
}

/// What the player to move wins with at once, and the other one if the player to move passed.
fn both_threaten(board: &Game) -> (Vec<Threat>, Vec<Threat>) {
    let found = sized!(board.size(), N => board.position::<N>().map(|position| {
        let mut position = position.clone();
        (threats(&mut position), threats_of_other(&mut position))
    }));
    // A board has a position of its own size.
    found.ok().flatten().unwrap_or_default()
}

/// Whether a road is threatened: a win on flats is none that is announced.
fn is_tak(threats: &[Threat]) -> bool {
    threats.iter().any(|threat| !threat.squares.is_empty())
}

pub(super) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn side(board: &Game, color: Color) -> Side {
    let Reserve { stones, capstones } = board.reserve(color);
    Side { stones, capstones, flats: board.flat_count(color) }
}

fn piles(diagram: &Diagram) -> Vec<Pile> {
    let letter = |color: Color| if color == Color::White { 'w' } else { 'b' };
    let piles = diagram.piles().map(|(square, pile)| {
        let mut stones: Vec<_> = pile.captives.iter().map(letter).collect();
        stones.reverse();
        stones.push(letter(pile.owner));
        Pile {
            square: square.to_string(),
            stones: stones.into_iter().collect(),
            top: piece_name(pile.top),
        }
    });
    piles.collect()
}

fn end(outcome: Outcome, diagram: &Diagram, by_stones: bool) -> End {
    End {
        code: result_code(outcome),
        words: outcome_words(outcome),
        winner: outcome.winner().map(color_name),
        score: Points::of(diagram, Scoring::Book).map(|points| (points.board, points.pieces)),
        road: diagram.marked.map(|square| square.to_string()).collect(),
        by_stones,
    }
}

impl Last {
    /// The move that was played last on this board.
    fn new(mv: Move, after: &Game, tak: bool) -> Self {
        let mut before = after.clone();
        before.undo();
        let threat = if tak { Mark::Tak } else { Mark::None };
        let marks = Marks { threat, ..Marks::NONE };
        Self {
            mv: mv.to_string(),
            ptn: Ply { marks, ..before.write_ply(mv) }.to_string(),
            squares: squares_of(mv, after.size()),
            tak,
        }
    }
}

impl From<&Threat> for Win {
    fn from(threat: &Threat) -> Self {
        Self {
            mv: threat.mv.to_string(),
            squares: threat.squares.map(|square| square.to_string()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::notation::{parse_ply, parse_tps};

    fn after(start: &str, moves: &str) -> Facts {
        let tps = parse_tps(start).unwrap();
        let plies: Vec<_> = moves.split_whitespace().map(|mv| parse_ply(mv).unwrap()).collect();
        facts(Some(&tps), &plies, 0, Rules::standard(tps.size)).unwrap()
    }

    #[test]
    fn an_opening() {
        let start = facts(None, &[], 6, Rules::standard(6)).unwrap();
        assert_eq!((start.placements.len(), start.spreads.len()), (36, 0));
        assert_eq!((start.to_move, start.places), ("white", "black"));
        assert!(start.last.is_none() && start.outcome.is_none() && start.threats.is_empty());
        let json = serde_json::to_string(&start).unwrap();
        assert!(json.contains(r#"{"move":"a1","square":"a1","piece":"flat"}"#), "{json}");
    }

    #[test]
    fn a_spread_that_flattens() {
        let board = "x5/x5/x5/x2,2S,x2/1,x,221C,x2 1 5";
        let mv = after(board, "c1+").last.unwrap();
        assert_eq!((mv.mv.as_str(), mv.ptn.as_str()), ("c1+", "c1+*"));
        assert_eq!(mv.squares, ["c1", "c2"]);
        let spreads = after(board, "").spreads;
        let wide = spreads.iter().find(|spread| spread.mv == "3c1<12").unwrap();
        assert_eq!((wide.from.as_str(), wide.to.join(" ").as_str()), ("c1", "b1 a1"));
        assert_eq!((&wide.drops[..], wide.flattens), (&[1, 2][..], false));
        assert!(spreads.iter().any(|spread| spread.mv == "c1+" && spread.flattens));
    }

    #[test]
    fn tak_and_the_end() {
        let tak = after("2,x,2/x3/1,x2 1 3", "b1");
        assert!(tak.last.unwrap().tak);
        assert_eq!((tak.threats.len(), &tak.threats[0].squares[..]), (1, &["c1".to_owned()][..]));
        assert_eq!(tak.wins[0].mv, "b3");
        let end = after("2,x,2/x3/1,x2 1 3", "b1 b3");
        let outcome = end.outcome.unwrap();
        assert_eq!((outcome.code, outcome.words.as_str()), ("0-R", "Black wins by a road"));
        assert_eq!((outcome.road.len(), outcome.score), (3, Some((9, 7))));
        assert!(end.placements.is_empty() && outcome.by_stones);
    }

    #[test]
    fn repetitions_end_a_game_that_goes_on() {
        let round = "a1+ c3- a2- c2+ ";
        let end = after("2,x,2/x3/1,x,1 1 3", &round.repeat(2));
        let outcome = end.outcome.unwrap();
        assert_eq!((outcome.code, outcome.by_stones), ("1/2-1/2", false));
        assert!(!end.spreads.is_empty());
    }

    #[test]
    fn wrong_moves_are_refused() {
        let plies = [parse_ply("a1").unwrap(); 2];
        let error = facts(None, &plies, 5, Rules::standard(5)).unwrap_err();
        assert_eq!(error.to_string(), "move 2, a1: a1 is not empty");
    }
}
