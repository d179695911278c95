//! Checks the positions with the engine's own rules.

#![allow(clippy::panic)]
use super::*;
use stonefall_engine::board::{DrawReason, Outcome, WinReason};
use stonefall_engine::types::Move;

fn ending(root: &Root, moves: &[&str]) -> Option<Outcome> {
    let line: Vec<Move> = moves
        .iter()
        .map(|mv| {
            stonefall_engine::notation::parse_move(mv).unwrap_or_else(|error| panic!("{error}"))
        })
        .collect();
    root.play_out(&line).unwrap_or_else(|error| panic!("{error}: {root:?}")).outcome
}

#[test]
fn the_winning_squares_win() {
    for size in 3..=8 {
        for (win, winner) in [
            (win(size, White, Gap::Left), White),
            (win(size, White, Gap::Right), White),
            (win(size, Black, Gap::Left), Black),
            (win(size, Black, Gap::Right), Black),
            (opened(size), White),
            (opened_to(size, Gap::Left), White),
        ] {
            let outcome = Some(Outcome::Win(winner, WinReason::Road));
            assert_eq!(ending(&win.root, &[&win.square]), outcome, "{win:?}");
            assert!(win.is(&win.square) && win.is(&format!("C{}", win.square)));
        }
        let roads = two_roads(size);
        assert_eq!(ending(&roads, &["b2>"]), Some(Outcome::Win(White, WinReason::Road)));
        assert_eq!(ending(&roads, &["2b2>"]), Some(Outcome::Win(White, WinReason::Road)));
        assert_eq!(ending(&roads, &["a2"]), None);
    }
}

#[test]
fn the_last_flat_ends_the_game() {
    for size in 3..=8 {
        for lead in -2..=2 {
            for mover in Color::ALL {
                let root = closing(size, mover, lead);
                let expected = match lead {
                    1.. => Outcome::Win(White, WinReason::Flats),
                    0 => Outcome::Draw(DrawReason::Flats),
                    _ => Outcome::Win(Black, WinReason::Flats),
                };
                assert_eq!(ending(&root, &["b2"]), Some(expected), "{root:?}");
                assert!(root.legal_moves() <= 3, "{root:?}");
                let mirrored = root.with_komi(2 * lead);
                assert_eq!(ending(&mirrored, &["b2"]), Some(Outcome::Draw(DrawReason::Flats)));
            }
        }
    }
}

#[test]
fn the_other_positions_have_their_properties() {
    for size in 3..=8 {
        for mover in Color::ALL {
            assert!(!middle(size, mover).is_over() && middle(size, mover).legal_moves() > 5);
            let root = lost(size, mover);
            let last = size - 1;
            let (one, other) = (square(last, 0), square(last, 2));
            let winner = mover.opponent();
            let outcome = Some(Outcome::Win(winner, WinReason::Road));
            assert_eq!(ending(&root, &[&one, &other]), outcome);
            assert_eq!(ending(&root, &[&other, &one]), outcome);
        }
        if size > 3 {
            let (root, mv) = repetition(size);
            assert_eq!(ending(&root, &[&mv]), None);
            assert!(!root.is_over());
        }
    }
}
