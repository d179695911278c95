//! `winning_move` finds a win exactly if playing every move finds one.

use crate::tests::common::{Random, each_size, random, random_game, tps};
use crate::tests::positions::{Look, at_move_one, random_position};
use stonefall_engine::board::{Outcome, Position, WinReason, roads};
use stonefall_engine::types::{Bitboard, Color, Move, Rules, Square};

fn wins<const N: usize>(position: &Position<N>, mv: Move) -> bool {
    position.after(mv).outcome().and_then(Outcome::winner) == Some(position.to_move())
}

fn road_of(color: Color) -> Option<Outcome> {
    Some(Outcome::Win(color, WinReason::Road))
}

/// Checks a position. Returns whether it has a win in one.
fn check<const N: usize>(position: &Position<N>) -> bool {
    let found = position.winning_move();
    let expected = position.moves().into_iter().find(|&mv| wins(position, mv));
    let text = || format!("{} {:?}", tps(position), position.rules());
    match found {
        Some(mv) => {
            assert!(position.is_legal(mv), "{mv} is not legal: {}", text());
            assert!(wins(position, mv), "{mv} does not win: {}", text());
        }
        None => assert_eq!(expected, None, "not seen: {}", text()),
    }
    let completes = |&mv: &Move| position.after(mv).outcome() == road_of(position.to_move());
    let road = position.winning_road();
    assert!(road.is_none_or(|mv| completes(&mv)), "{}", text());
    assert_eq!(road.is_some(), position.moves().iter().any(completes), "{}", text());
    for color in Color::ALL {
        let road = position.road_stones(color);
        let completing: Bitboard = Square::all(N)
            .filter(|square| roads::has_road_by_walking::<N>(road | square.bitboard()))
            .collect();
        assert_eq!(position.critical_squares(color), completing, "{}", text());
    }
    found.is_some()
}

#[test]
fn in_random_games() {
    fn games<const N: usize>(random: &mut Random) {
        let (mut seen, mut won) = (0, 0);
        while seen < 20_000 {
            random_game::<N>(random, Rules::standard(N), 150, |position, _, _| {
                seen += 1;
                won += usize::from(check(position));
            });
        }
        assert!(won > seen / 200, "only {won} of {seen} {N}x{N} positions have a win");
    }
    let mut random = random(5);
    each_size!(N => games::<N>(&mut random));
}

#[test]
fn in_random_positions() {
    fn positions<const N: usize>(random: &mut Random) {
        let (mut won, mut seen) = (0, 0);
        while seen < 10_000 {
            let look = Look::random(random);
            for _ in 0..100 {
                let position = random_position::<N>(random, look);
                won += usize::from(check(&position));
                check(&at_move_one(random, &position));
                seen += 1;
            }
        }
        assert!(won > seen / 20 && won < seen, "{won} of {seen} {N}x{N} positions have a win");
    }
    let mut random = random(6);
    each_size!(N => positions::<N>(&mut random));
}

/// Boards of walls and stacks with very few free squares: wins on flats, by the last piece and by
/// spreads that fill the board.
#[test]
fn on_almost_full_boards() {
    fn positions<const N: usize>(random: &mut Random) {
        let (mut won, mut by_spread) = (0, 0);
        for _ in 0..8_000 {
            let look = Look { filled: 1.0, higher: 0.5, walls: 0.5, reserve: 1 };
            let position = random_position::<N>(random, look);
            won += usize::from(check(&position));
            by_spread += usize::from(
                position
                    .winning_move()
                    .is_some_and(|mv| !mv.is_placement() && position.after(mv).empty().is_empty()),
            );
        }
        assert!(won > 400, "{N}x{N}: {won}");
        assert!(by_spread > 8, "{N}x{N}: {by_spread}");
    }
    let mut random = random(7);
    each_size!(N => positions::<N>(&mut random));
}
