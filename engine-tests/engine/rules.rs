//! The rules of Tak, one by one, on positions that show them.

use crate::tests::common::{position, position_with};
use crate::tests::positions::{find, play_all};
use stonefall_engine::board::{DrawReason, History, IllegalMove, Outcome, Position, WinReason};
use stonefall_engine::types::{
    ByColor, Color, HalfKomi, Move, Opening, Piece, Reserve, Rules, RulesError, Square,
};

const ROAD_WHITE: Option<Outcome> = Some(Outcome::Win(Color::White, WinReason::Road));
const ROAD_BLACK: Option<Outcome> = Some(Outcome::Win(Color::Black, WinReason::Road));
const FLATS_WHITE: Option<Outcome> = Some(Outcome::Win(Color::White, WinReason::Flats));
const FLATS_BLACK: Option<Outcome> = Some(Outcome::Win(Color::Black, WinReason::Flats));
const FLATS_EVEN: Option<Outcome> = Some(Outcome::Draw(DrawReason::Flats));

fn komi(half_flats: i32, size: usize) -> Rules {
    Rules::standard(size).with_komi(HalfKomi::new(half_flats).unwrap())
}

/// The outcome after one move.
fn after<const N: usize>(position: &Position<N>, ptn: &str) -> Option<Outcome> {
    let mut played = position.clone();
    play_all(&mut played, ptn);
    played.outcome()
}

fn square(file: usize, rank: usize) -> Square {
    Square::new(file, rank)
}

#[test]
fn opening_by_swap() {
    let mut game = Position::<5>::start(Rules::standard(5));
    assert_eq!(game.moves().len(), 25, "flats only");
    play_all(&mut game, "a1");
    assert_eq!(game.top(square(0, 0)), Some((Color::Black, Piece::Flat)));
    assert_eq!(game.reserve(Color::Black).stones, 20);
    assert_eq!(game.reserve(Color::White).stones, 21);
    let wall = Move::place(square(1, 1), Piece::Wall);
    assert_eq!(game.check(wall), Err(IllegalMove::Opening));
    play_all(&mut game, "e5");
    assert_eq!(game.top(square(4, 4)), Some((Color::White, Piece::Flat)));
    assert_eq!(game.opening_plies(), 0);
    assert!(game.is_legal(wall));
    assert_eq!(game.moves().len(), 23 * 3 + 2, "all placements, and White's flat may move");
}

#[test]
fn opening_without_swap() {
    let rules = Rules { opening: Opening::NoSwap, ..Rules::standard(4) };
    let mut game = Position::<4>::start(rules);
    play_all(&mut game, "a1 d4");
    assert_eq!(game.top(square(0, 0)), Some((Color::White, Piece::Flat)));
    assert_eq!(game.top(square(3, 3)), Some((Color::Black, Piece::Flat)));
    assert_eq!(game.reserve(Color::White).stones, 14);
}

#[test]
fn opening_with_a_double_stack() {
    let rules = Rules { opening: Opening::DoubleBlackStack, ..Rules::standard(6) };
    let mut game = Position::<6>::start(rules);
    let undo = game.play(find(&game, "a1").unwrap(), &mut ());
    assert_eq!(game.height(square(0, 0)), 2);
    assert_eq!(game.captives(square(0, 0)).count(Color::Black), 1);
    assert_eq!(game.reserve(Color::Black).stones, 28);
    assert_eq!(game.key(), game.key_from_scratch());
    let mut fresh = game.clone();
    fresh.undo(Move::place(square(0, 0), Piece::Flat), &undo);
    assert!(fresh == Position::<6>::start(rules));
    play_all(&mut game, "f6");
    assert_eq!(game.reserve(Color::White).stones, 29);
    play_all(&mut game, "b2 2a1>");
    assert_eq!(game.height(square(1, 0)), 2);
}

#[test]
fn the_opening_follows_from_the_move_number() {
    for (tps, plies) in [
        ("x3/x3/x3 1 1", 2),
        ("x3/x3/x3 2 1", 1),
        ("x3/x3/x3 1 2", 0),
        ("x3/x3/2,x2 2 1", 1),
        ("x3/x3/2,x2 2 5", 0),
        ("x3/x3/22,x2 2 1", 1),
        ("x3/x3/2,x,1 1 2", 0),
        ("x3/x,1,x/x3 1 1", 2),
        ("1,2,x/x3/12S,x,1 2 1", 1),
    ] {
        for opening in Opening::ALL {
            let rules = Rules { opening, ..Rules::standard(3) };
            let position = position_with::<3>(tps, rules);
            assert_eq!(position.opening_plies(), plies, "{tps} {opening:?}");
        }
    }
    // There is no opening without the flats for it. Each player has one stone more than on this board.
    let mut few = Rules::standard(4);
    few.pieces = ByColor::new(Reserve::new(2, 1), Reserve::new(2, 1));
    for (tps, plies) in [
        ("1,x3/x4/x4/2,x3 1 1", 2),
        ("1,1,x2/x4/x4/2,x3 1 1", 0),
        ("1,1,x2/x4/x4/2,x3 2 1", 0),
        ("1,x3/x4/x4/2,2,x2 2 1", 1),
    ] {
        let position = position_with::<4>(tps, few);
        assert_eq!(position.opening_plies(), plies, "{tps}");
        assert!(position.outcome().is_none() && !position.moves().is_empty(), "{tps}");
    }
}

#[test]
fn the_opening_of_a_composed_position() {
    let tps = "x5/x5/2,2,x,2,2/1,1,x,1,1/x5 1 1";
    let mut game = position::<5>(tps);
    assert_eq!(after(&game, "c3"), ROAD_BLACK);
    assert_eq!((game.winning_move(), game.winning_road()), (None, None));
    assert_eq!(game.moves().len(), 17, "flats only");
    play_all(&mut game, "a1");
    assert_eq!((after(&game, "c2"), after(&game, "c3")), (ROAD_WHITE, None));
    play_all(&mut game, "e5");
    assert_eq!(game.top(square(4, 4)), Some((Color::White, Piece::Flat)));
    assert_eq!(game.winning_road(), find(&game, "c2"));
    let own = Rules { opening: Opening::NoSwap, ..Rules::standard(5) };
    let game = position_with::<5>(tps, own);
    assert_eq!(game.winning_road(), find(&game, "c2"));
}

#[test]
fn roads_run_over_flats_and_capstones_but_not_walls() {
    let white = position::<5>("x5/x5/1,1,1C,1,x/x5/2,2,2,x2 1 5");
    assert_eq!(after(&white, "e3"), ROAD_WHITE);
    assert_eq!(after(&white, "Se3"), None);
    let corner = position::<4>("1,x3/1,x3/1,x3/x,1,1,1 1 5");
    assert_eq!(after(&corner, "a1"), ROAD_WHITE);
    assert_eq!(after(&corner, "a3-"), None, "no road around a hole");
    let diagonal = position::<3>("1,x2/x,1,x/x2,1 1 5");
    assert_eq!(diagonal.outcome(), None);
}

#[test]
fn two_roads_are_won_by_the_mover() {
    // c2 covers the fourth row and leaves the third; both rows are complete afterwards.
    let both = position::<4>("x4/2,2,x,2/1,1,12,1/x4 2 9");
    assert_eq!(after(&both, "c2+"), ROAD_BLACK);
    let both = position::<4>("x4/1,1,x,1/2,2,21,2/x4 1 9");
    assert_eq!(after(&both, "c2+"), ROAD_WHITE);
}

#[test]
fn uncovering_only_the_other_road_loses() {
    let gift = position::<4>("x4/x4/2,2,21,2/x2,1,1 1 9");
    assert_eq!(after(&gift, "c2+"), ROAD_BLACK);
    assert_eq!(gift.winning_move(), None);
}

#[test]
fn a_full_board_is_counted_with_komi() {
    let full = "1,2,1/2,1S,2/1,2,x 1 5";
    // White fills c1: five flats less the wall against four.
    let result = |half_komi, ptn: &str| after(&position_with::<3>(full, komi(half_komi, 3)), ptn);
    assert_eq!(result(0, "Sc1"), FLATS_BLACK);
    assert_eq!(result(0, "c1"), FLATS_EVEN);
    assert_eq!(result(1, "c1"), FLATS_BLACK);
    assert_eq!(result(-1, "c1"), FLATS_WHITE);
    assert_eq!(result(-2, "Sc1"), FLATS_EVEN);
    assert_eq!(result(-3, "Sc1"), FLATS_WHITE);
    assert_eq!(result(20, "c1"), FLATS_BLACK);
    assert_eq!(result(-20, "Sc1"), FLATS_WHITE);
}

#[test]
fn captives_and_capstones_are_no_flats() {
    let stacks = position::<5>("111112,x4/x5/1C,x4/x5/x3,2S,1 1 8");
    assert_eq!(stacks.flat_count(Color::White), 1);
    assert_eq!(stacks.flat_count(Color::Black), 1);
    assert_eq!(stacks.half_flat_lead(), 0);
}

#[test]
fn the_last_piece_ends_the_game() {
    // Counts are custom: White has one stone left, or a capstone as well.
    let with = |white: Reserve| Rules {
        pieces: ByColor::new(white, Reserve::new(9, 0)),
        ..Rules::standard(4)
    };
    let tps = "x4/x4/2,x3/1,1,x2 1 3";
    let last = position_with::<4>(tps, with(Reserve::new(3, 0)));
    assert_eq!(after(&last, "d4"), FLATS_WHITE);
    assert_eq!(after(&last, "Sd4"), FLATS_WHITE);
    assert!(last.winning_move().is_some());
    let capstone = position_with::<4>(tps, with(Reserve::new(3, 1)));
    assert_eq!(after(&capstone, "d4"), None, "the capstone is still there");
    let mut stoneless = position_with::<4>(tps, with(Reserve::new(2, 2)));
    assert!(stoneless.moves().iter().all(|mv| mv.piece().is_none_or(|p| p == Piece::Capstone)));
    play_all(&mut stoneless, "Cd4 d2 Cd1");
    assert_eq!(stoneless.outcome(), FLATS_EVEN);
}

#[test]
fn the_last_piece_of_the_other_player_counts_as_well() {
    let pieces = ByColor::new(Reserve::new(5, 0), Reserve::new(2, 0));
    let rules = Rules { pieces, ..Rules::standard(4) };
    let over = position_with::<4>("x4/x4/2,2,x2/1,1,x2 1 3", rules);
    assert_eq!(over.outcome(), FLATS_EVEN);
}

#[test]
fn only_a_lone_capstone_flattens_and_flattens_any_wall() {
    let walls = position::<5>("x5/x5/1S,11C,x,2S,x/x5/x5 1 9");
    let legal: Vec<_> = walls
        .moves()
        .iter()
        .filter(|mv| !mv.is_placement() && mv.square() == square(1, 2))
        .map(ToString::to_string)
        .collect();
    for possible in ["b3<", "b3>", "2b3>", "2b3>11"] {
        assert!(legal.iter().any(|mv| mv == possible), "{possible} in {legal:?}");
    }
    for impossible in ["2b3<", "3b3>21"] {
        assert!(!legal.iter().any(|mv| mv == impossible), "{impossible} in {legal:?}");
    }
    let mut own = walls.clone();
    play_all(&mut own, "b3<");
    assert_eq!(own.top(square(0, 2)), Some((Color::White, Piece::Capstone)));
    assert!(own.walls() == square(3, 2).bitboard());
    assert_eq!(own.captives(square(0, 2)).iter().next(), Some(Color::White));
    let mut enemy = walls;
    play_all(&mut enemy, "2b3>11");
    assert_eq!(enemy.top(square(3, 2)), Some((Color::White, Piece::Capstone)));
    assert_eq!(enemy.captives(square(3, 2)).iter().next(), Some(Color::Black));
    let blocked = position::<5>("x5/x5/2C,1C,1S,x,x/x5/x5 1 9");
    assert!(find(&blocked, "b3<").is_none(), "a capstone is never flattened");
    let flat = position::<5>("x5/x5/1S,11,x,2S,x/x5/x5 1 9");
    assert!(find(&flat, "b3<").is_none(), "a flat flattens nothing");
}

#[test]
fn no_more_than_the_carry_limit_is_lifted() {
    let tower = position::<3>("x3/x,1212121,x/x3 1 9");
    assert!(find(&tower, "3b2>").is_some());
    let four = stonefall_engine::types::Pattern::from_drops(&[4]).unwrap();
    let too_many = Move::spread(square(1, 1), stonefall_engine::types::Direction::East, four);
    assert_eq!(
        tower.check(too_many),
        Err(IllegalMove::Carry { square: square(1, 1), limit: 3, found: 4 })
    );
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut game = Position::<4>::start(Rules::standard(4));
    let mut history = History::new();
    let mut outcomes = Vec::new();
    for ptn in "a1 d4 d4- a1+ d3+ a2- d4- a1+ d3+ a2-".split(' ') {
        history.push(game.key());
        play_all(&mut game, ptn);
        outcomes.push(game.outcome_with(&history));
    }
    assert_eq!(outcomes.pop().unwrap(), Some(Outcome::Draw(DrawReason::Repetition)));
    assert!(outcomes.iter().all(Option::is_none), "{outcomes:?}");
    assert_eq!(game.outcome(), None, "the stones alone do not tell");
    assert_eq!(history.repetitions(&game), 2);
}

#[test]
fn a_placement_ends_the_search_for_repetitions() {
    let mut game = Position::<4>::start(Rules::standard(4));
    let mut history = History::new();
    for ptn in "a1 d4 d4- a1+ d3+ a2- b2".split(' ') {
        history.push(game.key());
        play_all(&mut game, ptn);
    }
    assert_eq!(game.reversible_plies(), 0);
    assert_eq!(history.repetitions(&game), 0);
}

#[test]
fn reversible_plies_draw_only_where_the_rule_is_on() {
    let tps = "x4/x4/x4/2,x2,1 1 2";
    let line = "d1+ a1+ d2- a2- d1<";
    for (reversible_plies, expected) in
        [(5, Some(Outcome::Draw(DrawReason::ReversiblePlies))), (6, None), (0, None)]
    {
        let rules = Rules { reversible_plies, ..Rules::standard(4) };
        let mut game = position_with::<4>(tps, rules);
        play_all(&mut game, line);
        assert_eq!(game.reversible_plies(), 5);
        assert_eq!(game.outcome_with(&History::new()), expected);
    }
    let mut crush = position::<5>("x5/x5/1C,2S,x3/x5/2,x4 1 9");
    play_all(&mut crush, "a3+ a1+");
    assert_eq!(crush.reversible_plies(), 2);
    play_all(&mut crush, "a4- a2- a3>");
    assert_eq!(crush.reversible_plies(), 0, "a flattening is not reversible");
}

#[test]
fn impossible_rules_are_refused() {
    let pieces = |white, black| Rules { pieces: ByColor::new(white, black), ..Rules::standard(6) };
    let normal = Reserve::standard(6);
    assert_eq!(
        pieces(Reserve::new(0, 1), normal).check(6),
        Err(RulesError::NoStones(Color::White))
    );
    assert_eq!(pieces(normal, Reserve::new(9, 6)).check(6), Err(RulesError::Capstones(6)));
    assert_eq!(
        pieces(Reserve::new(40, 0), normal).check(6),
        Err(RulesError::Pieces { size: 6, limit: 64, found: 71 })
    );
    assert_eq!(HalfKomi::new(21), Err(RulesError::Komi(21)));
    assert_eq!(HalfKomi::new(-21), Err(RulesError::Komi(-21)));
    assert!(Rules::standard(9).check(9).is_err());
}

#[test]
fn more_stones_than_the_players_have_are_refused() {
    let mut squares = position::<3>("1,1,x/x3/x3 1 3").squares();
    squares[0].stones = vec![Color::White; 11];
    let error = Position::<3>::set_up(&squares, Color::White, 3, Rules::standard(3)).err().unwrap();
    assert_eq!(error.to_string(), "expected at most 10 stones of White, found 11");
}

#[test]
fn only_listed_moves_are_legal() {
    let game = position::<4>("x4/x4/x4/2,x2,1 1 2");
    for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
        assert_eq!(game.is_legal(mv), game.moves().contains(&mv), "{mv}");
    }
}
