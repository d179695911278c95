//! Positions with moves, threats and result.

use super::moves::{Placement, Spread, legal, squares_of};
use super::threats::{Threat, threats, threats_of_other};
use crate::board::{Outcome, WinReason};
use crate::game::{Game, PositionError};
use crate::notation::{Marks, Ply, Threat as Mark, Tps};
use crate::report::{Diagram, Points, Scoring, outcome_words, result_code};
use crate::types::{Bitboard, Color, Move, Piece, Reserve, Rules, Square, sized};
use serde::Serialize;

/// A position without any search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Facts {
    /// Board size.
    pub size: usize,
    /// Komi in half flats.
    pub half_komi: i32,
    /// Komi in flats, as people write it.
    pub komi: String,
    /// Value of PTN's tag `Opening`.
    pub opening: &'static str,
    /// The position as TPS.
    pub tps: Tps,
    /// `white` or `black`.
    pub to_move: Color,
    /// Owner of the flat that a placement puts down: the opponent in a swap opening.
    pub places: Color,
    /// Remaining opening plies: 2, 1 or 0.
    pub opening_plies: u8,
    /// Number of the next move, from 1.
    pub move_number: u32,
    /// Every stack, a1 first, rank by rank.
    pub stacks: Vec<Pile>,
    /// White's reserve and flat count.
    pub white: Side,
    /// Black's.
    pub black: Side,
    /// Result; absent while the game continues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<End>,
    /// Last move; absent at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<Last>,
    /// Threatened roads: wins in one if the side to move passed.
    pub threats: Vec<Threat>,
    /// Wins in one.
    pub wins: Vec<Threat>,
    /// Legal placements; none after the end by the board.
    pub placements: Vec<Placement>,
    /// Legal spreads; none in the opening and after the end.
    pub spreads: Vec<Spread>,
}

/// A stack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Pile {
    /// Its square.
    pub square: Square,
    /// Owners of its stones, lowest first: `w` and `b`.
    pub stones: String,
    /// Top piece: `flat`, `wall` or `capstone`.
    pub top: Piece,
}

/// Reserve and flat count of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Side {
    /// Stones and capstones in reserve.
    #[serde(flatten)]
    pub reserve: Reserve,
    /// Flats on the board, without komi.
    pub flats: usize,
}

/// Result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct End {
    /// PTN result: `R-0`, `0-F`, `1/2-1/2`.
    pub code: &'static str,
    /// In words: `White wins by a road`.
    pub words: String,
    /// `white` or `black`; absent in a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Color>,
    /// Score of a win by the book: squares of the board plus the winner's remaining pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<(usize, usize)>,
    /// Squares of the winning road, if any.
    pub road: Bitboard,
    /// Whether the board has ended the game. People may continue after a repetition.
    pub by_stones: bool,
}

/// A played move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Last {
    /// The move in TEI's spelling.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The move in PTN, with `*` for a flattened wall and `'` for tak.
    pub ptn: Ply,
    /// Touched squares, start square first.
    pub squares: Vec<Square>,
    /// Whether it is tak.
    pub tak: bool,
}

/// Facts of a position after moves, on a board of this size unless `start` has another.
///
/// # Errors
/// If the position or a move is not legal.
pub fn facts(
    start: Option<&Tps>,
    plies: &[Ply],
    size: usize,
    rules: Rules,
) -> Result<Facts, PositionError> {
    let size = start.map_or(size, |tps| tps.size);
    rules.check(size)?;
    let game = match start {
        None => Game::start(size, rules)?,
        Some(tps) => Game::from_tps(tps, rules)?,
    };
    Ok(Facts::new(&game.with_plies(plies)?))
}

impl Facts {
    fn new(game: &Game) -> Self {
        let over = game.outcome();
        let (wins, threatened) = match over {
            None => both_threaten(game),
            Some(_) => Default::default(),
        };
        let (placements, spreads) = legal(game);
        let mut diagram = game.diagram();
        if !matches!(over, Some(Outcome::Win(_, WinReason::Road))) {
            // Only roads are marked.
            diagram = diagram.marking(Bitboard::EMPTY);
        }
        let last = game.last_move().map(|mv| Last::new(mv, game, is_tak(&threatened)));
        let rules = *game.rules();
        let owner = rules.opening.owner(game.to_move());
        let places = if game.opening_plies() > 0 { owner } else { game.to_move() };
        Self {
            size: game.size(),
            half_komi: rules.half_komi.half_flats(),
            komi: rules.half_komi.to_string(),
            opening: rules.opening.name(),
            tps: game.tps(),
            to_move: game.to_move(),
            places,
            opening_plies: game.opening_plies(),
            move_number: game.move_number(),
            stacks: piles(&diagram),
            white: side(game, Color::White),
            black: side(game, Color::Black),
            outcome: game
                .outcome_with_history()
                .map(|outcome| end(outcome, &diagram, over.is_some())),
            last,
            threats: threatened,
            wins,
            placements,
            spreads,
        }
    }
}

/// Wins in one of the side to move, and of the opponent after a pass.
fn both_threaten(game: &Game) -> (Vec<Threat>, Vec<Threat>) {
    let found = sized!(game.size(), N => game.position::<N>().map(|position| {
        let mut position = position.clone();
        (threats(&mut position), threats_of_other(&mut position))
    }));
    // A game has a position of its own size.
    found.ok().flatten().unwrap_or_default()
}

/// Whether a road is threatened; a threatened win on flats is not announced.
fn is_tak(threats: &[Threat]) -> bool {
    threats.iter().any(|threat| !threat.squares.is_empty())
}

fn side(game: &Game, color: Color) -> Side {
    Side { reserve: game.reserve(color), flats: game.flat_count(color) }
}

fn piles(diagram: &Diagram) -> Vec<Pile> {
    let letter = |color: Color| if color == Color::White { 'w' } else { 'b' };
    let piles = diagram.piles().map(|(square, pile)| {
        let mut stones: Vec<_> = pile.captives.iter().map(letter).collect();
        stones.reverse();
        stones.push(letter(pile.owner));
        Pile { square, stones: stones.into_iter().collect(), top: pile.top }
    });
    piles.collect()
}

fn end(outcome: Outcome, diagram: &Diagram, by_stones: bool) -> End {
    End {
        code: result_code(outcome),
        words: outcome_words(outcome),
        winner: outcome.winner(),
        score: Points::of(diagram, Scoring::Book).map(|points| (points.board, points.pieces)),
        road: diagram.marked,
        by_stones,
    }
}

impl Last {
    /// The last move.
    fn new(mv: Move, after: &Game, tak: bool) -> Self {
        let mut before = after.clone();
        before.undo();
        let threat = if tak { Mark::Tak } else { Mark::None };
        let marks = Marks { threat, ..Marks::NONE };
        Self {
            mv,
            ptn: Ply { marks, ..before.write_ply(mv) },
            squares: squares_of(mv, after.size()).collect(),
            tak,
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

    fn json(value: &impl Serialize) -> String {
        serde_json::to_string(value).unwrap()
    }

    #[test]
    fn an_opening() {
        let start = facts(None, &[], 6, Rules::standard(6)).unwrap();
        assert_eq!((start.placements.len(), start.spreads.len()), (36, 0));
        assert_eq!((start.to_move, start.places), (Color::White, Color::Black));
        assert!(start.last.is_none() && start.outcome.is_none() && start.threats.is_empty());
        let json = json(&start);
        assert!(json.contains(r#"{"move":"a1","square":"a1","piece":"flat"}"#), "{json}");
    }

    #[test]
    fn a_spread_that_flattens() {
        let board = "x5/x5/x5/x2,2S,x2/1,x,221C,x2 1 5";
        let mv = after(board, "c1+").last.unwrap();
        assert_eq!(json(&mv), r#"{"move":"c1+","ptn":"c1+*","squares":["c1","c2"],"tak":false}"#);
        let spreads = json(&after(board, "").spreads);
        for spread in [
            r#"{"move":"3c1<12","from":"c1","to":["b1","a1"],"drops":[1,2],"flattens":false}"#,
            r#"{"move":"c1+","from":"c1","to":["c2"],"drops":[1],"flattens":true}"#,
        ] {
            assert!(spreads.contains(spread), "{spreads}");
        }
    }

    #[test]
    fn tak_and_the_end() {
        let tak = after("2,x,2/x3/1,x2 1 3", "b1");
        assert!(tak.last.unwrap().tak);
        assert_eq!(json(&tak.threats), r#"[{"move":"c1","squares":["c1"]}]"#);
        assert_eq!(tak.wins[0].mv.to_string(), "b3");
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
