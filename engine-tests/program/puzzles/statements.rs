//! Every statement of the printed answers, checked with the rules alone.

use super::{Board, SIZE, after, board, puzzle, sorted, wins};
use stonefall_engine::board::{Outcome, Position, WinReason, roads};
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
    roads::has_road::<SIZE>(stones)
        && names.split_whitespace().map(square).all(|square| {
            stones.has(square) && !roads::has_road::<SIZE>(stones - square.bitboard())
        })
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

/// Stacks of each puzzle before the key move, and after it.
const STACKS: [(&str, &str); 11] = [
    ("b4=212", "b4= b3=12 b2=112"),
    ("", "a4=1 b4=1 c4=2 d4=2"),
    ("", "b1= b2=1 b3=1 b4=12"),
    ("d2=212S c2=1", "d2=2 c2=112S"),
    ("c4=2 c3=1", "c4= c3=12"),
    ("", "a4=2 a3=12 a2=12"),
    ("d3=21", "b3= c3=1 d3=212S"),
    ("a4=", "a4=2 d3=1S"),
    ("d4=2S d3=21", "d4= d3=212S d2=22221"),
    ("b1=212 b2=1", "b1=2 b2=112"),
    ("c4=11212 b4=1 a4=221", "c4=1 b4=112 a4=22112"),
];

#[test]
fn key_moves_change_the_stacks() {
    for (number, (before, after)) in (1..).zip(STACKS) {
        for (position, stacks) in [(start(number), before), (solved(number), after)] {
            for (name, stones) in stacks.split_whitespace().filter_map(|it| it.split_once('=')) {
                assert_eq!(stack(&position, name), stones, "puzzle {number}, {name}");
            }
        }
    }
}

/// Number, moves that would win if White passed, squares of the threats, and the replies that stop them.
const THREATS: [(usize, &str, &str, &[&str]); 4] = [
    (5, "c2 b3", "b3 c2", &["2b4-11"]),
    (6, "a1 b1< a2> 2a2> b3-", "a1 b2", &[]),
    (8, "a4- b3+ b4", "a3 b4", &["d3+"]),
    (10, "a2 b3", "a2 b3", &["2d2<11"]),
];

#[test]
fn key_moves_threaten() {
    for (number, threats, squares, stops) in THREATS {
        assert_eq!(wins(&passed(&solved(number))), sorted(threats), "puzzle {number}");
        assert_eq!(replies_that_stop(number, squares), stops, "puzzle {number}");
    }
}

#[test]
fn puzzles_1_and_4_make_a_road() {
    assert!(passed(&start(1)).outcome().is_none());
    for (number, squares) in [(1, "a3 b3 b2 c2 d2"), (4, "d1 d2 d3 d4")] {
        let end = solved(number);
        assert_eq!(end.outcome(), BLACK_ROAD);
        assert!(road_needs(&end, Color::Black, squares));
    }
}

#[test]
fn puzzle_2_fills_the_board_and_wins_on_flats() {
    let end = solved(2);
    assert_eq!((start(2).empty().len(), end.empty().len()), (3, 0));
    assert_eq!([end.flat_count(Color::Black), end.flat_count(Color::White)], [7, 6]);
    assert_eq!(end.outcome(), Some(Outcome::Win(Color::Black, WinReason::Flats)));
}

#[test]
fn puzzle_3_makes_both_roads_and_the_mover_wins() {
    let end = solved(3);
    assert!(road_needs(&end, Color::Black, "a4 b4 c4 d4"));
    assert!(road_needs(&end, Color::White, "b2 b3"));
    for color in Color::ALL {
        assert!(!roads::has_road::<SIZE>(start(3).road_stones(color)));
    }
    assert_eq!(end.outcome(), BLACK_ROAD);
}

#[test]
fn puzzle_5_has_two_wins_after_the_block() {
    let blocked = after(&solved(5), "2b4-11");
    assert_eq!([stack(&blocked, "b3"), stack(&blocked, "b2")], ["2", "21"]);
    assert_eq!(wins(&blocked), sorted("a3 a2+"));
}

#[test]
fn puzzles_6_and_9_stop_a_road() {
    for (number, road) in [(6, "a2"), (9, "c3")] {
        assert_eq!(wins(&passed(&start(number))), [road]);
        assert_eq!(wins(&solved(number)), Vec::<String>::new());
    }
    let done = after(&passed(&solved(9)), "3d3-12");
    assert_eq!(stack(&done, "d2"), "222212");
    assert!(road_needs(&done, Color::Black, "a2 b2 c2 d2"));
}

#[test]
fn puzzle_7_cannot_be_kept_from_uncovering_the_d_file() {
    let threat = solved(7);
    for reply in threat.moves() {
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
fn what_stops_puzzles_8_and_10_leaves_another_road() {
    for (number, reply, roads, win, squares) in
        [(8, "d3+", "d3", "d3", "c4 c3 d3 d2 d1"), (10, "2d2<11", "2d1+ d2", "2d1+", "d1 d2 d3 d4")]
    {
        let stopped = after(&solved(number), reply);
        assert_eq!(wins(&stopped), sorted(roads));
        assert!(road_needs(&after(&stopped, win), Color::Black, squares));
    }
    assert_eq!(stack(&after(&solved(10), "2d2<11"), "b2"), "1121S");
}

#[test]
fn puzzle_9_leaves_a_black_stone_whatever_the_tall_stack_does() {
    let threat = solved(9);
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
fn puzzle_11_threatens_the_fourth_rank_and_the_a_file() {
    let threat = solved(11);
    assert!(read_move("5c4<23", &start(11)).is_err(), "four stones are the most to be carried");
    assert_eq!(wins(&passed(&threat)), sorted("2d4< 4a4>13 4a4-13"));
    for rank in ["2d4<", "4a4>13"] {
        assert!(road_needs(&after(&passed(&threat), rank), Color::Black, "a4 b4 c4 d4"));
    }
    assert!(road_needs(&after(&passed(&threat), "4a4-13"), Color::Black, "a1 a2 a3 a4"));
    for reply in threat.moves() {
        let wins = wins(&after(&threat, &reply.to_string()));
        let threats = ["2d4<", "4a4>13", "4a4-13"];
        assert!(wins.iter().any(|win| threats.contains(&win.as_str())), "{reply}");
    }
}
