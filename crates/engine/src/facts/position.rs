//! Positions with moves, threats and result.

use super::threats::{ThreatFacts, threats, threats_of_other};
use crate::game::{Game, PositionError};
use crate::notation::{Marks, Ply, ThreatMark, Tps};
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
) -> Result<PositionFacts, PositionError> {
    rules.check(start.map_or(size, |tps| tps.size))?;
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
        (threats(&mut position), threats_of_other(&mut position))
    }));
    // A game has a position of its own size.
    found.ok().flatten().unwrap_or_default()
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::notation::{parse_ply, parse_tps};
    use serde_json::{Value, json};

    fn after(start: &str, moves: &str) -> Value {
        let tps = parse_tps(start).unwrap();
        let plies: Vec<_> = moves.split_whitespace().map(|mv| parse_ply(mv).unwrap()).collect();
        json!(facts(Some(&tps), &plies, 0, Rules::standard(tps.size)).unwrap())
    }

    fn count(facts: &Value, key: &str) -> usize {
        facts[key].as_array().unwrap().len()
    }

    #[test]
    fn an_opening() {
        let start = json!(facts(None, &[], 6, Rules::standard(6)).unwrap());
        let counts = ["placements", "spreads", "threats"].map(|key| count(&start, key));
        assert_eq!(counts, [36, 0, 0]);
        assert_eq!((&start["to_move"], &start["places"]), (&json!("white"), &json!("black")));
        assert!(start.get("last").is_none() && start.get("outcome").is_none());
        let first = json!({ "move": "a1", "square": "a1", "piece": "flat" });
        assert_eq!(start["placements"][0], first);
    }

    #[test]
    fn a_spread_that_flattens() {
        let board = "x5/x5/x5/x2,2S,x2/1,x,221C,x2 1 5";
        let last = json!({ "move": "c1+", "ptn": "c1+*", "squares": ["c1", "c2"], "tak": false });
        assert_eq!(after(board, "c1+")["last"], last);
        let facts = after(board, "");
        let spreads = facts["spreads"].as_array().unwrap();
        let wide = ("3c1<12", json!(["b1", "a1"]), json!([1, 2]), false);
        for (mv, to, drops, flattens) in [wide, ("c1+", json!(["c2"]), json!([1]), true)] {
            let spread =
                json!({ "move": mv, "from": "c1", "to": to, "drops": drops, "flattens": flattens });
            assert!(spreads.contains(&spread), "{spreads:?}");
        }
    }

    #[test]
    fn tak_and_the_end() {
        let tak = after("2,x,2/x3/1,x2 1 3", "b1");
        assert_eq!(tak["last"]["tak"], true);
        assert_eq!(tak["threats"], json!([{ "move": "c1", "squares": ["c1"] }]));
        assert_eq!(tak["wins"][0]["move"], "b3");
        let end = after("2,x,2/x3/1,x2 1 3", "b1 b3");
        let outcome = &end["outcome"];
        assert_eq!((&outcome["code"], &outcome["winner"]), (&json!("0-R"), &json!("black")));
        assert_eq!(outcome["words"], "Black wins by a road");
        assert_eq!(outcome["score"], json!([9, 7]));
        assert_eq!(count(outcome, "road"), 3);
        assert_eq!((count(&end, "placements"), &outcome["by_stones"]), (0, &json!(true)));
    }

    #[test]
    fn repetitions_end_a_game_that_goes_on() {
        let round = "a1+ c3- a2- c2+ ";
        let end = after("2,x,2/x3/1,x,1 1 3", &round.repeat(2));
        let outcome = json!({ "code": "1/2-1/2", "words": "Draw: the third repetition", "road": [],
            "by_stones": false });
        assert_eq!(end["outcome"], outcome);
        assert!(count(&end, "spreads") > 0);
    }

    #[test]
    fn wrong_moves_are_refused() {
        let plies = [parse_ply("a1").unwrap(); 2];
        let error = facts(None, &plies, 5, Rules::standard(5)).unwrap_err();
        assert_eq!(error.to_string(), "move 2, a1: a1 is not empty");
    }
}
