//! Every statement of the printed answers, checked with the rules alone.

use super::{Board, SIZE, after, board, puzzle, sorted, wins};
use stonefall_engine::board::{Outcome, Position, WinReason, road};
use stonefall_engine::facts::threats;
use stonefall_engine::notation::read_move;
use stonefall_engine::types::{Color, Rules, Square};

const BLACK_ROAD: Option<Outcome> = Some(Outcome::Win(Color::Black, WinReason::Road));

fn start(number: usize) -> Board {
    board(&puzzle(number))
}

/// The position after the key move.
fn solved(number: usize) -> Board {
    let puzzle = puzzle(number);
    after(&board(&puzzle), &puzzle.key_move)
}

/// The same with the other player to move.
fn passed(position: &Board) -> Board {
    let mut next = position.clone();
    next.play_null();
    next
}

fn square(name: &str) -> Square {
    let bytes = name.as_bytes();
    Square::new(usize::from(bytes[0] - b'a'), usize::from(bytes[1] - b'1'))
}

/// The stack on a square as TPS has it.
fn stack(position: &Board, name: &str) -> String {
    let setups = position.squares();
    let Some(setup) = setups.iter().find(|setup| setup.square == square(name)) else {
        return String::new();
    };
    let stones: String = setup.stones.iter().map(|color| ["1", "2"][color.index()]).collect();
    stones + ["", "S", "C"][setup.top.index()]
}

/// Whether this player has a road, and none without each of these squares.
fn road_needs(position: &Board, color: Color, names: &str) -> bool {
    let stones = position.road_stones(color);
    road::has_road::<SIZE>(stones)
        && names
            .split_whitespace()
            .map(square)
            .all(|square| stones.has(square) && !road::has_road::<SIZE>(stones - square.bitboard()))
}

/// The replies after which no move wins on one of these squares.
fn replies_that_stop(number: usize, names: &str) -> Vec<String> {
    let threat = solved(number);
    let squares = names.split_whitespace().map(square).collect();
    let mut replies: Vec<_> = threat.moves().into_iter().map(|mv| mv.to_string()).collect();
    replies.retain(|reply| {
        let mut next = after(&threat, reply);
        let is_open = next.outcome().is_none();
        is_open && !threats(&mut next).iter().any(|win| win.squares.meets(squares))
    });
    replies
}

#[test]
fn puzzle_1_joins_west_and_east() {
    let (before, end) = (start(1), solved(1));
    assert_eq!(stack(&before, "b4"), "212");
    let stacks = ["b4", "b3", "b2"].map(|name| stack(&end, name));
    assert_eq!(stacks, ["", "12", "112"]);
    assert!(passed(&before).outcome().is_none());
    assert_eq!(end.outcome(), BLACK_ROAD);
    assert!(road_needs(&end, Color::Black, "a3 b3 b2 c2 d2"));
}

#[test]
fn puzzle_2_fills_the_board_and_wins_on_flats() {
    let (before, end) = (start(2), solved(2));
    assert_eq!(before.empty().len(), 3);
    assert!(end.empty().is_empty());
    let stacks = ["a4", "b4", "c4", "d4"].map(|name| stack(&end, name));
    assert_eq!(stacks, ["1", "1", "2", "2"]);
    assert_eq!([end.flat_count(Color::Black), end.flat_count(Color::White)], [7, 6]);
    assert_eq!(end.outcome(), Some(Outcome::Win(Color::Black, WinReason::Flats)));
}

#[test]
fn puzzle_3_makes_both_roads_and_the_mover_wins() {
    let end = solved(3);
    let stacks = ["b1", "b2", "b3", "b4"].map(|name| stack(&end, name));
    assert_eq!(stacks, ["", "1", "1", "12"]);
    assert!(road_needs(&end, Color::Black, "a4 b4 c4 d4"));
    assert!(road_needs(&end, Color::White, "b2 b3"));
    for color in Color::ALL {
        let before = start(3).road_stones(color);
        assert!(!road::has_road::<SIZE>(before));
    }
    assert_eq!(end.outcome(), BLACK_ROAD);
}

#[test]
fn puzzle_4_uncovers_the_d_file() {
    let (before, end) = (start(4), solved(4));
    assert_eq!([stack(&before, "d2"), stack(&before, "c2")], ["212S", "1"]);
    assert_eq!([stack(&end, "d2"), stack(&end, "c2")], ["2", "112S"]);
    assert!(road_needs(&end, Color::Black, "d1 d2 d3 d4"));
    assert_eq!(end.outcome(), BLACK_ROAD);
}

#[test]
fn puzzle_5_threatens_b3_and_c2() {
    let (before, threat) = (start(5), solved(5));
    assert_eq!([stack(&before, "c4"), stack(&before, "c3")], ["2", "1"]);
    assert_eq!([stack(&threat, "c4"), stack(&threat, "c3")], ["", "12"]);
    assert_eq!(wins(&passed(&threat)), sorted("c2 b3"));
    assert_eq!(replies_that_stop(5, "b3 c2"), ["2b4-11"]);
    let blocked = after(&threat, "2b4-11");
    assert_eq!([stack(&blocked, "b3"), stack(&blocked, "b2")], ["2", "21"]);
    assert_eq!(wins(&blocked), sorted("a3 a2+"));
}

#[test]
fn puzzle_6_stops_a2_and_threatens_a1_and_b2() {
    let (before, threat) = (start(6), solved(6));
    assert_eq!(["a4", "a3", "a2"].map(|name| stack(&threat, name)), ["2", "12", "12"]);
    assert_eq!(wins(&passed(&before)), ["a2"]);
    assert_eq!(wins(&threat), Vec::<String>::new());
    assert_eq!(wins(&passed(&threat)), sorted("a1 b1< a2> 2a2> b3-"));
    assert_eq!(threat.count_moves(), 27);
    assert_eq!(replies_that_stop(6, "a1 b2"), Vec::<String>::new());
}

#[test]
fn puzzle_7_cannot_be_kept_from_uncovering_the_d_file() {
    let (before, threat) = (start(7), solved(7));
    assert_eq!(stack(&before, "d3"), "21");
    assert_eq!(["b3", "c3", "d3"].map(|name| stack(&threat, name)), ["", "1", "212S"]);
    let replies = threat.moves();
    assert_eq!(replies.len(), 28);
    for reply in replies {
        let end = after(&after(&threat, &reply.to_string()), "2d3<");
        assert_eq!(end.outcome(), BLACK_ROAD, "{reply}");
        assert!(road_needs(&end, Color::Black, "d1 d2 d3 d4"), "{reply}");
    }
    // The flat on c3 keeps the wall away; without it the wall would hold.
    assert!(read_move("Sc3", &threat).is_err());
    let squares: Vec<_> =
        threat.squares().into_iter().filter(|setup| setup.square != square("c3")).collect();
    let bare = Position::set_up(&squares, Color::White, 8, Rules::standard(SIZE)).unwrap();
    assert!(read_move("2d3<", &after(&bare, "Sc3")).is_err());
}

#[test]
fn puzzle_8_threatens_a3_and_b4_and_d3_remains() {
    let threat = solved(8);
    assert_eq!([stack(&start(8), "a4"), stack(&threat, "a4")], ["", "2"]);
    assert_eq!(wins(&passed(&threat)), sorted("a4- b3+ b4"));
    assert_eq!(stack(&threat, "d3"), "1S");
    assert_eq!(replies_that_stop(8, "a3 b4"), ["d3+"]);
    let stopped = after(&threat, "d3+");
    assert_eq!(wins(&stopped), ["d3"]);
    assert!(road_needs(&after(&stopped, "d3"), Color::Black, "c4 c3 d3 d2 d1"));
}

#[test]
fn puzzle_9_threatens_the_second_rank() {
    let (before, threat) = (start(9), solved(9));
    assert_eq!([stack(&before, "d4"), stack(&before, "d3")], ["2S", "21"]);
    assert_eq!([stack(&threat, "d4"), stack(&threat, "d3")], ["", "212S"]);
    assert_eq!(wins(&passed(&before)), ["c3"]);
    assert_eq!(wins(&threat), Vec::<String>::new());
    let done = after(&passed(&threat), "3d3-12");
    assert_eq!(stack(&done, "d2"), "222212");
    assert!(road_needs(&done, Color::Black, "a2 b2 c2 d2"));
}

#[test]
fn puzzle_9_leaves_a_black_stone_whatever_the_tall_stack_does() {
    let threat = solved(9);
    assert_eq!(stack(&threat, "d2"), "22221");
    let replies = threat.moves();
    let [mut on_b2_or_c2, mut on_a2, mut at_once, mut others] = [0; 4];
    for reply in &replies {
        let next = after(&threat, &reply.to_string());
        if reply.square() != square("d2") {
            assert_eq!(after(&next, "3d3-12").outcome(), BLACK_ROAD, "{reply}");
            others += 1;
            continue;
        }
        assert_eq!(next.top(square("d2")).unwrap().0, Color::Black);
        if next.outcome().is_some() {
            assert_eq!(next.outcome(), BLACK_ROAD);
            at_once += 1;
        } else if next.top(square("a2")).unwrap().0 == Color::White {
            assert_eq!(after(&next, "a1+").outcome(), BLACK_ROAD, "{reply}");
            on_a2 += 1;
        } else {
            let white = |name| next.top(square(name)).unwrap().0 == Color::White;
            assert!(white("b2") != white("c2"), "{reply}");
            let end = after(&next, "4a2>22");
            assert_eq!(end.outcome(), BLACK_ROAD, "{reply}");
            assert!(road_needs(&end, Color::Black, "a2 b2 c2 d2"), "{reply}");
            on_b2_or_c2 += 1;
        }
    }
    assert_eq!([on_b2_or_c2, on_a2, at_once, others], [10, 4, 4, 21]);
}

#[test]
fn puzzle_10_threatens_a2_and_b3_and_the_d_file_opens() {
    let (before, threat) = (start(10), solved(10));
    assert_eq!([stack(&before, "b1"), stack(&before, "b2")], ["212", "1"]);
    assert_eq!([stack(&threat, "b1"), stack(&threat, "b2")], ["2", "112"]);
    assert_eq!(wins(&passed(&threat)), sorted("a2 b3"));
    assert_eq!(replies_that_stop(10, "a2 b3"), ["2d2<11"]);
    let stopped = after(&threat, "2d2<11");
    assert_eq!(stack(&stopped, "b2"), "1121S");
    assert_eq!(wins(&stopped), sorted("2d1+ d2"));
    assert!(road_needs(&after(&stopped, "2d1+"), Color::Black, "d1 d2 d3 d4"));
}

#[test]
fn puzzle_11_threatens_the_fourth_rank_and_the_a_file() {
    let (before, threat) = (start(11), solved(11));
    assert_eq!(["c4", "b4", "a4"].map(|name| stack(&before, name)), ["11212", "1", "221"]);
    assert_eq!(["c4", "b4", "a4"].map(|name| stack(&threat, name)), ["1", "112", "22112"]);
    assert!(read_move("5c4<23", &before).is_err(), "four stones are the most to be carried");
    assert_eq!(wins(&passed(&threat)), sorted("2d4< 4a4>13 4a4-13"));
    for rank in ["2d4<", "4a4>13"] {
        assert!(road_needs(&after(&passed(&threat), rank), Color::Black, "a4 b4 c4 d4"));
    }
    assert!(road_needs(&after(&passed(&threat), "4a4-13"), Color::Black, "a1 a2 a3 a4"));
    let replies = threat.moves();
    assert_eq!(replies.len(), 27);
    for reply in replies {
        let wins = wins(&after(&threat, &reply.to_string()));
        let threats = ["2d4<", "4a4>13", "4a4-13"];
        assert!(wins.iter().any(|win| threats.contains(&win.as_str())), "{reply}");
    }
}
