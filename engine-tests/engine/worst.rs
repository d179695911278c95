//! Positions at the limits: thousands of moves, and every piece in one stack.

use crate::tests::positions::with_reserves;
use std::time::Duration;
use stonefall_engine::board::{History, Position, SquareSetup};
use stonefall_engine::search::{Limits, Settings, SizedSearch};
use stonefall_engine::types::{ByColor, Color, Move, Piece, Reserve, Rules, Square, stone_limit};

/// Plays and takes back every move, and every answer to some of them.
fn play_everything<const N: usize>(position: &mut Position<N>) {
    let saved = position.clone();
    let legal = position.moves();
    assert_eq!(legal.len(), position.count_moves());
    for (index, &mv) in legal.iter().enumerate() {
        let undo = position.play(mv, &mut ());
        assert_eq!(position.key(), position.key_from_scratch(), "{mv}");
        if index % 97 == 0 {
            for answer in position.moves() {
                let undo = position.play(answer, &mut ());
                position.undo(answer, &undo);
            }
        }
        position.undo(mv, &undo);
        assert!(*position == saved, "{mv}");
    }
    let mut different: Vec<Move> = legal.clone();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), legal.len(), "no move twice");
}

fn stack(square: Square, height: usize, top: Color) -> SquareSetup {
    let stones = (1..=height).map(|stone| Color::from_bit((height - stone) as u64 ^ top as u64));
    SquareSetup { square, stones: stones.collect(), top: Piece::Flat }
}

#[test]
fn twelve_open_stacks_have_over_six_thousand_moves() {
    // With the standard pieces of 8x8: each stack of eight has 508 spreads wherever it stands.
    let squares: Vec<_> = (0..12)
        .map(|index| {
            let (file, rank) = (index % 4 * 2, index / 4 * 2 + 1);
            stack(Square::new(file, rank), 8, Color::White)
        })
        .collect();
    let mut position =
        Position::<8>::set_up(&squares, Color::White, 60, Rules::standard(8)).unwrap();
    assert_eq!(position.outcome(), None);
    assert_eq!(position.count_moves(), 12 * 508 + 52 * 3);
    play_everything(&mut position);

    // A stop and the clock both end the search in the first of the many iterations that 64 lines take.
    let settings = Settings { multi_pv: 64, ..Settings::default() };
    let stopped = Limits { infinite: true, ..Limits::default() };
    stopped.stopper.stop();
    for limits in [stopped, Limits::movetime(Duration::ZERO)] {
        let mut search = SizedSearch::<8>::new(1);
        let result = search.run(&position, &History::new(), limits, settings, &mut ());
        assert!(result.best.is_some_and(|mv| position.is_legal(mv)));
        assert!(!result.lines.is_empty() && result.nodes < 10_000, "{} positions", result.nodes);
    }
}

#[test]
fn one_stack_of_every_piece() {
    fn check<const N: usize>(square: Square, top: Piece) {
        // All but one piece of each player in one stack: as high as the limits allow.
        let height = stone_limit(N) - 2;
        let tower = SquareSetup { top, ..stack(square, height, Color::White) };
        let left = [Reserve::new(1, 0); 2];
        let mut position = with_reserves::<N>(&[tower], Color::White, left).unwrap();
        assert_eq!(position.height(square), height);
        assert_eq!(position.outcome(), None);
        play_everything(&mut position);
    }
    for top in Piece::ALL {
        check::<3>(Square::new(1, 1), top);
        check::<4>(Square::new(0, 3), top);
        check::<5>(Square::new(2, 2), top);
        check::<6>(Square::new(5, 0), top);
        check::<7>(Square::new(3, 3), top);
        check::<8>(Square::new(4, 4), top);
        check::<8>(Square::new(7, 7), top);
    }
}

#[test]
fn two_towers_that_meet_at_the_limit() {
    // The last of 64 (or 128) stones lands on a tower that holds all the others.
    fn check<const N: usize>() {
        let limit = stone_limit(N);
        let (low, high) = (Square::new(0, 0), Square::new(1, 0));
        let squares = [stack(low, 3, Color::White), stack(high, limit - 4, Color::Black)];
        let left = [Reserve::new(0, 1), Reserve::new(0, 0)];
        play_everything(&mut with_reserves::<N>(&squares, Color::White, left).unwrap());
        let all = SquareSetup { top: Piece::Capstone, ..stack(low, limit, Color::White) };
        let left = [Reserve::new(0, 0); 2];
        let mut position = with_reserves::<N>(&[all], Color::White, left).unwrap();
        assert_eq!(position.height(low), limit);
        play_everything(&mut position);
    }
    check::<6>();
    check::<8>();
}

#[test]
fn a_tower_in_the_open_has_508_spreads() {
    for square in Square::all(8) {
        let tower = stack(square, 60, Color::White);
        let position =
            Position::<8>::set_up(&[tower], Color::White, 64, Rules::standard(8)).unwrap();
        let mut spreads = Vec::new();
        position.generate_spreads(&mut spreads);
        assert_eq!(spreads.len(), 508, "{square}");
    }
}

#[test]
fn more_pieces_than_the_words_hold_are_refused() {
    let pieces = ByColor::new(Reserve::new(33, 0), Reserve::new(32, 0));
    assert!(Rules { pieces, ..Rules::standard(6) }.check(6).is_err());
    assert!(Rules { pieces, ..Rules::standard(7) }.check(7).is_ok());
}
