//! Drawings, points and verdicts.

use stonefall_engine::board::WinReason;
use stonefall_engine::eval::Value;
use stonefall_engine::game::Game;
use stonefall_engine::notation::parse_tps;
use stonefall_engine::report::{Points, ScoringRule, Style, Verdict, draw, grouped, key, status};
use stonefall_engine::search::Bound;
use stonefall_engine::types::{Color, HalfKomi, Rules};

fn game(text: &str) -> Game {
    let tps = parse_tps(text).unwrap();
    let komi = HalfKomi::new(4).unwrap();
    Game::from_tps(&tps, Rules::standard(tps.size).with_komi(komi)).unwrap()
}

const MIDDLE: &str = "x3,12,2S/x2,22S,11,1/x,1C,21112,x2/x,21,12C,2221S,x/1,x4 1 17";

#[test]
fn a_board_with_stacks() {
    let expected = "
       a       b       c       d       e
   ┌───────┬───────┬───────┬───────┬───────┐
 5 │       │       │       │   ■◦  │   ▮   │ 5
   ├───────┼───────┼───────┼───────┼───────┤
 4 │       │       │   ▮•  │   □◦  │   □   │ 4
   ├───────┼───────┼───────┼───────┼───────┤
 3 │       │   ○   │ ■◦◦◦• │       │       │ 3
   ├───────┼───────┼───────┼───────┼───────┤
 2 │       │   □•  │   ●◦  │  ▯••• │       │ 2
   ├───────┼───────┼───────┼───────┼───────┤
 1 │   □   │       │       │       │       │ 1
   └───────┴───────┴───────┴───────┴───────┘
       a       b       c       d       e
   Move 17, White to move, komi 2
   □ White   4 flats  10 stones left
   ■ Black   2 flats  11 stones left
   □ ■ flat   ▯ ▮ wall   ○ ● capstone   ◦ • captives, the highest first
";
    let game = game(MIDDLE);
    let style = Style::Unicode;
    let drawn = draw(&game, style) + &status(&game, style) + &key(style);
    assert_eq!(drawn, expected[1..]);
}

#[test]
fn letters_for_plain_terminals() {
    let drawn = draw(&game("x,1S,x/2112,x,12/x3 2 4"), Style::Ascii);
    let expected = "
       a       b       c
   +-------+-------+-------+
 3 |       |   WS  |       | 3
   +-------+-------+-------+
 2 |  Bwwb |       |   Bw  | 2
   +-------+-------+-------+
 1 |       |       |       | 1
   +-------+-------+-------+
       a       b       c
";
    assert_eq!(drawn, expected[1..]);
    assert!(drawn.is_ascii());
}

#[test]
fn a_finished_road_is_marked() {
    let drawn = draw(&game("x3/1,1,1/2,x,111222111 2 7"), Style::Unicode);
    assert!(drawn.contains(" 2 │  [□]  │  [□]  │  [□]  │ 2"), "{drawn}");
    assert!(drawn.contains("│□◦◦••…9│"), "{drawn}");
    assert!(drawn.ends_with("   c1, 9 high: □◦◦•••◦◦◦\n"), "{drawn}");
}

#[test]
fn every_size_and_height_can_be_drawn() {
    let tall = "2".repeat(49) + &"1".repeat(49) + "C";
    let tall = format!("x8/x8/x8/x8/x4,{tall},x3/x8/x8/1,x7 1 51");
    for text in ["x3/x3/x3 1 1", MIDDLE, &tall] {
        let game = game(text);
        for style in [Style::Ascii, Style::Unicode] {
            let drawn = draw(&game, style);
            let widths = drawn.lines().filter(|line| line.contains(['|', '│']));
            assert!(widths.clone().all(|line| line.chars().count() <= 79), "{drawn}");
            assert_eq!(widths.count(), game.size());
        }
        let painted = draw(&game, Style::Color);
        assert!(painted.lines().count() >= 3 * game.size() + 2);
    }
    let drawn = draw(&game(&tall), Style::Unicode);
    assert!(drawn.contains("│○◦◦◦…98│"), "{drawn}");
}

/// The points for the end of a game on a board of its size.
fn points(tps: &str, scoring: ScoringRule) -> Option<Points> {
    let tps = parse_tps(tps).unwrap();
    Points::of(&Game::from_tps(&tps, Rules::standard(tps.size)).unwrap(), scoring)
}

/// White has a straight road of single flats on the second rank; 7 stones left.
const STRAIGHT: &str = "x3/1,1,1/2,x,2 2 4";
/// A road of single flats around two corners; 6 stones left.
const BENT: &str = "x,1,x/1,1,x/1,2,2 2 5";
/// A straight road of three stacks; 7 stones left.
const STACKS: &str = "x3/21,21,21/x3 2 4";
/// A stack and two single flats.
const MIXED: &str = "x3/21,1,1/2,x,2 2 4";
/// Two roads by one move: single pieces on the second rank, stacks on the c-file but for c2.
const BOTH: &str = "21,21,21/1,1,1/x3 2 8";

/// A full rank of flats, a capstone left; 17 pieces left.
const KEPT: &str = "x5/x5/1,1,1,1,1/2,2,2,2,x/x5 2 6";
/// The same with the capstone in the road.
const PLACED: &str = "x5/x5/1,1,1C,1,1/2,2,2,2,x/x5 2 6";
/// A full board with a wall in a full rank, won on flats; 4 stones left.
const FLATS: &str = "1,1,1S/2,2,1/1,2S,1 2 6";

#[test]
fn points_follow_the_scoring() {
    use ScoringRule::{BigMiddle, Book, DoubleTheCap, DoubleTheLine, LowRoadHighRoad};
    let line = ["a straight road"];
    let (low, high) = (["a low road"], ["a high road"]);
    let both = [low, high].concat();
    let cap = ["a win without a capstone"];
    // ScoringRule, end, points of the board, pieces left, reasons to double.
    for (scoring, end, board, pieces, doubled) in [
        (Book, STRAIGHT, 9, 7, &[][..]),
        (Book, FLATS, 9, 4, &[]),
        (Book, KEPT, 25, 17, &[]),
        (ScoringRule::TenForTheBoard, STRAIGHT, 10, 7, &[]),
        (ScoringRule::TenForTheBoard, KEPT, 10, 17, &[]),
        (DoubleTheLine, STRAIGHT, 9, 7, &line),
        (DoubleTheLine, BENT, 9, 6, &[]),
        // The flats were counted, so a full rank is no road.
        (DoubleTheLine, FLATS, 9, 4, &[]),
        (LowRoadHighRoad, BENT, 9, 6, &low),
        (LowRoadHighRoad, STACKS, 9, 7, &high),
        (LowRoadHighRoad, BOTH, 9, 4, &both),
        (LowRoadHighRoad, MIXED, 9, 7, &[]),
        // A capstone by itself is a single piece, one on a captive is a stack.
        (LowRoadHighRoad, PLACED, 25, 17, &low),
        (LowRoadHighRoad, "x5/x5/1,1,21C,1,1/2,2,2,x2/x5 2 6", 25, 17, &[]),
        (DoubleTheCap, KEPT, 25, 17, &cap),
        (BigMiddle, KEPT, 50, 17, &[]),
        (DoubleTheCap, PLACED, 25, 17, &[]),
        (BigMiddle, PLACED, 25, 17, &[]),
        // A game without capstones has no capstone to keep.
        (DoubleTheCap, STRAIGHT, 9, 7, &[]),
        (BigMiddle, STRAIGHT, 9, 7, &[]),
    ] {
        let (winner, doubled) = (Color::White, doubled.to_vec());
        let expected = Points { scoring, winner, board, pieces, doubled };
        assert_eq!(points(end, scoring), Some(expected), "{scoring:?} {end}");
    }
    for unfinished in ["x3/x3/x3 1 1", "1,2,1S/2,2S,1/1,2,1S 2 6"] {
        assert_eq!(points(unfinished, Book), None, "{unfinished}");
    }
}

#[test]
fn points_are_a_sentence() {
    let both = points(BOTH, ScoringRule::LowRoadHighRoad).map(|points| points.sentence());
    let expected = "Score 52 for White: 9 for the board and 4 pieces left, doubled for a low road \
                        and again for a high road";
    assert_eq!(both.as_deref(), Some(expected));
}

fn verdict(value: Value, mover: Color, reason: Option<WinReason>) -> Verdict {
    Verdict { value, bound: Bound::Exact, mover, reason }
}

#[test]
fn flats_are_from_whites_view() {
    let black_ahead = verdict(Value::CentiFlats(138), Color::Black, None);
    assert_eq!(black_ahead.to_string(), "-1.38");
    let sentence = "Black is ahead by about 1.4 flats. The best move found is b2.";
    assert_eq!(black_ahead.sentence("b2"), sentence);
    let white_ahead = verdict(Value::CentiFlats(205), Color::White, None);
    assert_eq!(white_ahead.to_string(), "+2.05");
    let even = verdict(Value::CentiFlats(-4), Color::White, None);
    assert_eq!(even.to_string(), "-0.04");
    assert_eq!(even.sentence("a1"), "The position is even. The best move found is a1.");
}

#[test]
fn proven_results_count_moves_of_the_winner() {
    let wins = verdict(Value::Win { plies: 5 }, Color::White, Some(WinReason::Road));
    assert_eq!(wins.to_string(), "White: road in 3");
    let sentence = "White to move wins by a road in 3 moves, starting with c3+.";
    assert_eq!(wins.sentence("c3+"), sentence);
    let loses = verdict(Value::Loss { plies: 4 }, Color::White, Some(WinReason::Flats));
    assert_eq!(loses.to_string(), "Black: flats in 2");
    let sentence = "White to move loses: Black wins on flats in 2 moves against any defense. \
                        a1 holds out longest.";
    assert_eq!(loses.sentence("a1"), sentence);
    let at_once = verdict(Value::Win { plies: 1 }, Color::Black, None);
    assert_eq!(at_once.to_string(), "Black: win in 1");
    assert_eq!(at_once.sentence("a1"), "Black to move wins at once with a1.");
}

#[test]
fn a_change_of_view_exchanges_bounds() {
    let bound =
        |mover| Verdict { bound: Bound::Lower, ..verdict(Value::CentiFlats(50), mover, None) };
    assert_eq!(bound(Color::White).to_string(), ">+0.50");
    assert_eq!(bound(Color::Black).to_string(), "<-0.50");
}

#[test]
fn thousands_are_separated() {
    assert_eq!(grouped(999), "999");
    assert_eq!(grouped(1_253_506_520), "1,253,506,520");
}
