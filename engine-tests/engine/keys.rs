//! What `play` keeps up to date is what a fresh look at the stones gives, and `undo` restores all.

use crate::tests::common::{Random, each_size, random, random_game, tps};
use crate::tests::positions::{Look, at_move_one, random_position};
use std::collections::HashMap;
use stonefall_engine::board::{Contents, Observer, Position};
use stonefall_engine::types::{Bitboard, Color, Opening, Piece, Rules, Square};

/// Everything that `play` keeps, computed from the stones.
fn check_state<const N: usize>(position: &Position<N>) {
    let text = tps(position);
    assert_eq!(position.key(), position.key_from_scratch(), "{text}");
    let stands = |piece: Piece| {
        Square::all(N)
            .filter(|&square| position.top(square).is_some_and(|(_, top)| top == piece))
            .collect::<Bitboard>()
    };
    assert_eq!(position.walls(), stands(Piece::Wall), "{text}");
    assert_eq!(position.capstones(), stands(Piece::Capstone), "{text}");
    let tall: Bitboard =
        Square::all(N).filter(|&square| !position.captives(square).is_empty()).collect();
    assert_eq!(position.tall(), tall, "{text}");
    assert!((tall - position.occupied()).is_empty(), "{text}");
    assert!(!position.owned(Color::White).meets(position.owned(Color::Black)), "{text}");
    let again =
        Position::<N>::set_up(&position.squares(), position.to_move(), 9, *position.rules())
            .unwrap();
    for color in Color::ALL {
        assert_eq!(position.reserve(color), again.reserve(color), "{text}");
    }
}

/// Records the calls of an observer for each square.
struct Board<const N: usize>([Contents; 64]);

impl<const N: usize> Board<N> {
    fn of(position: &Position<N>) -> Self {
        Self(std::array::from_fn(|index| position.contents(Square::from_index(index))))
    }
}

impl<const N: usize> Observer for Board<N> {
    fn changed(&mut self, square: Square, before: Contents, after: Contents) {
        assert_eq!(self.0[square], before);
        self.0[square] = after;
    }
}

fn check_moves<const N: usize>(position: &mut Position<N>) {
    let saved = position.clone();
    for mv in position.moves() {
        assert!(position.is_legal(mv));
        let mut observer = Board::of(position);
        let undo = position.play(mv, &mut observer);
        assert_eq!(observer.0, Board::of(position).0, "{mv} in {}", tps(&saved));
        check_state(position);
        position.undo(mv, &undo);
        assert!(*position == saved, "{mv} in {}", tps(&saved));
    }
    let undo = position.play_null();
    assert_eq!(position.key(), position.key_from_scratch());
    position.undo_null(&undo);
    assert!(*position == saved);
}

fn check_games<const N: usize>(random: &mut Random) {
    for opening in Opening::ALL {
        for _ in 0..3 {
            let rules = Rules { opening, ..Rules::standard(N) };
            random_game::<N>(random, rules, 100, |position, _, _| check_moves(position));
        }
    }
    for _ in 0..20 {
        let look = Look::random(random);
        let mut position = random_position::<N>(random, look);
        check_moves(&mut position);
        check_moves(&mut at_move_one(random, &position));
    }
}

#[test]
fn play_and_undo_agree_with_a_fresh_look() {
    let mut random = random(1);
    each_size!(N => check_games::<N>(&mut random));
}

/// Keys of different positions differ: a weak hash of the captives would show here.
#[test]
fn keys_tell_positions_apart() {
    fn check<const N: usize>(random: &mut Random) {
        let mut seen = HashMap::new();
        for _ in 0..12 {
            random_game::<N>(random, Rules::standard(N), 120, |position, legal, _| {
                for &mv in legal {
                    let after = position.after(mv);
                    let mut text = tps(&after);
                    text.truncate(text.rfind(' ').unwrap());
                    let known = seen.entry(after.key()).or_insert_with(|| text.clone());
                    assert_eq!(*known, text);
                }
            });
        }
        assert!(seen.len() > 1000, "{N}x{N}: {}", seen.len());
    }
    let mut random = random(2);
    each_size!(N => check::<N>(&mut random));
}
