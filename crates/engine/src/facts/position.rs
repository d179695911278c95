//! Positions with moves, threats and result.

use crate::board::{Position, roads};
use crate::game::Game;
use crate::notation::{Marks, Ply, TextError, ThreatMark, Tps};
use crate::report::{Points, ScoringRule, outcome_words, result_code};
use crate::types::{Bitboard, Color, Move, MoveKind, Piece, Rules, Square, sized};
use serde::Serialize;

/// A position with its moves, threats and result: the answer to `facts`.
#[derive(Clone, Debug, Serialize)]
pub struct PositionFacts {
    size: usize,
    half_komi: i32,
    komi: String,
    opening: &'static str,
    tps: Tps,
    to_move: Color,
    places: Color,
    opening_plies: u8,
    move_number: u32,
    stacks: Vec<StackFacts>,
    white: SideFacts,
    black: SideFacts,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<EndFacts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<LastMove>,
    threats: Vec<ThreatFacts>,
    wins: Vec<ThreatFacts>,
    placements: Vec<Placement>,
    spreads: Vec<Spread>,
}

#[derive(Clone, Debug, Serialize)]
struct StackFacts {
    square: Square,
    /// `w` and `b`, the lowest stone first.
    stones: String,
    top: Piece,
}

#[derive(Clone, Debug, Serialize)]
struct SideFacts {
    stones: u8,
    capstones: u8,
    flats: usize,
}

/// The result of the game.
#[derive(Clone, Debug, Serialize)]
struct EndFacts {
    code: &'static str,
    words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<(usize, usize)>,
    road: Bitboard,
    by_stones: bool,
}

/// A win in one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ThreatFacts {
    /// The move, in TEI's spelling.
    #[serde(rename = "move")]
    pub mv: Move,
    /// Squares that complete its road: the missing square, or all gained squares if there are several. Empty for
    /// a win on flats.
    pub squares: Bitboard,
}

#[derive(Clone, Debug, Serialize)]
struct LastMove {
    r#move: Move,
    ptn: Ply,
    squares: Vec<Square>,
    tak: bool,
}

#[derive(Clone, Debug, Serialize)]
struct Placement {
    r#move: Move,
    square: Square,
    piece: Piece,
}

#[derive(Clone, Debug, Serialize)]
struct Spread {
    r#move: Move,
    from: Square,
    to: Vec<Square>,
    drops: Vec<usize>,
    flattens: bool,
}

/// A position after moves, on a board of this size unless `start` has another.
///
/// # Errors
/// If the position or a move is not legal.
pub fn facts(
    start: Option<&Tps>,
    plies: &[Ply],
    size: usize,
    rules: Rules,
) -> Result<PositionFacts, TextError> {
    rules.check(start.map_or(size, |tps| tps.size)).map_err(TextError::new)?;
    Ok(position(&Game::opened(start, size, rules)?.with_plies(plies)?))
}

fn position(game: &Game) -> PositionFacts {
    let over = game.outcome();
    let (wins, threats) = match over {
        None => both_threaten(game),
        Some(_) => Default::default(),
    };
    let (placements, spreads) = legal(game);
    let rules = game.rules();
    let (to_move, opening_plies) = (game.to_move(), game.opening_plies());
    PositionFacts {
        size: game.size(),
        half_komi: rules.half_komi.half_flats(),
        komi: rules.half_komi.to_string(),
        opening: rules.opening.name(),
        tps: game.tps(),
        to_move,
        places: if opening_plies > 0 { rules.opening.owner(to_move) } else { to_move },
        opening_plies,
        move_number: game.move_number(),
        stacks: stacks(game),
        white: side(game, Color::White),
        black: side(game, Color::Black),
        outcome: game.outcome_with_history().map(|outcome| EndFacts {
            code: result_code(outcome),
            words: outcome_words(outcome),
            winner: outcome.winner(),
            score: Points::of(game, ScoringRule::Book).map(|points| (points.board, points.pieces)),
            road: game.road(),
            by_stones: over.is_some(),
        }),
        // A threatened win on flats is not announced.
        last: last(game, threats.iter().any(|threat| !threat.squares.is_empty())),
        threats,
        wins,
        placements,
        spreads,
    }
}

/// Wins in one of the side to move, and of the opponent after a pass.
fn both_threaten(game: &Game) -> (Vec<ThreatFacts>, Vec<ThreatFacts>) {
    let found = sized!(game.size(), N => game.position::<N>().map(|position| {
        let mut position = position.clone();
        (threats(&mut position), position.look_after_pass(threats))
    }));
    // A game has a position of its own size.
    found.ok().flatten().unwrap_or_default()
}

/// Every legal win in one, found by playing all moves.
pub fn threats<const N: usize>(position: &mut Position<N>) -> Vec<ThreatFacts> {
    let mover = position.to_move();
    let before = position.road_stones(mover);
    let completing = position.critical_squares(mover);
    let winning = position.moves().into_iter().filter_map(|mv| {
        let (outcome, after) =
            position.look_after(mv, |after| (after.outcome(), after.road_stones(mover)));
        outcome.filter(|outcome| outcome.winner() == Some(mover))?;
        let gained = if roads::has_road::<N>(after) { after - before } else { Bitboard::EMPTY };
        let lacking = gained & completing;
        Some(ThreatFacts { mv, squares: if lacking.is_empty() { gained } else { lacking } })
    });
    winning.collect()
}

fn side(game: &Game, color: Color) -> SideFacts {
    let reserve = game.reserve(color);
    let flats = game.flat_count(color);
    SideFacts { stones: reserve.stones, capstones: reserve.capstones, flats }
}

fn stacks(game: &Game) -> Vec<StackFacts> {
    let letter = |color: Color| if color == Color::White { 'w' } else { 'b' };
    let stacks = Square::all(game.size()).filter_map(|square| {
        let contents = game.contents(square);
        let (owner, top) = contents.top?;
        let mut stones: Vec<_> = contents.captives.iter().map(letter).collect();
        stones.reverse();
        stones.push(letter(owner));
        Some(StackFacts { square, stones: String::from_iter(stones), top })
    });
    stacks.collect()
}

/// The last move, which may be tak.
fn last(after: &Game, tak: bool) -> Option<LastMove> {
    let mv = after.last_move()?;
    let mut before = after.clone();
    before.undo();
    let threat = if tak { ThreatMark::Tak } else { ThreatMark::None };
    let ptn = Ply { marks: Marks { threat, ..Marks::NONE }, ..before.write_ply(mv) };
    Some(LastMove { r#move: mv, ptn, squares: squares_of(mv, after.size()), tak })
}

/// All legal placements and spreads; none after the end of the game.
fn legal(game: &Game) -> (Vec<Placement>, Vec<Spread>) {
    let (mut placements, mut spreads) = (Vec::new(), Vec::new());
    for mv in game.moves() {
        let square = mv.square();
        match mv.kind() {
            MoveKind::Place(piece) => placements.push(Placement { r#move: mv, square, piece }),
            MoveKind::Spread(_, pattern) => spreads.push(Spread {
                r#move: mv,
                from: square,
                to: squares_of(mv, game.size()).split_off(1),
                drops: pattern.drops().collect(),
                flattens: game.write_ply(mv).flattens,
            }),
        }
    }
    (placements, spreads)
}

/// Squares of a move in order, start square first.
fn squares_of(mv: Move, size: usize) -> Vec<Square> {
    let mut squares = vec![mv.square()];
    if let MoveKind::Spread(direction, pattern) = mv.kind() {
        let step = |step| mv.square().neighbor(direction, step, size);
        squares.extend((1..=pattern.distance()).filter_map(step));
    }
    squares
}
