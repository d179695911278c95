//! Random games beside the crates fast-tak and takparse.
//!
//! fast-tak keeps a stack in 64 bits with a sentinel (so standard pieces of 7x7 and 8x8 could
//! overflow it), draws after 50 plies without a placement, and has its komi as a constant.

use crate::tests::common::{Random, color, each_size, random, random_game, tps};
use fast_tak::takparse::Tps;
use fast_tak::{Game, GameResult, Reserves};
use stonefall_engine::board::{DrawReason, Outcome, Position, WinReason};
use stonefall_engine::notation;
use stonefall_engine::types::{Color, HalfKomi, Rules, Square};

/// The highest stack that fast-tak can hold.
const HIGHEST: usize = 63;

fn their_moves<const N: usize, const KOMI: i8>(game: &Game<N, KOMI>) -> Vec<takparse::Move> {
    let mut moves = Vec::new();
    game.possible_moves(&mut moves);
    moves.sort_unstable();
    moves
}

/// `None` where fast-tak has a rule of its own.
fn agrees(theirs: GameResult, ours: Option<Outcome>) -> Option<bool> {
    use fast_tak::GameResult::{Draw, Ongoing, Winner};
    Some(match theirs {
        Ongoing => ours.is_none(),
        Winner { color: winner, reason } => {
            let won = takparse::WinReason::from(reason);
            let reason = match won {
                takparse::WinReason::Road => WinReason::Road,
                _ => WinReason::Flats,
            };
            ours == Some(Outcome::Win(color(winner), reason))
        }
        Draw { .. } if ours == Some(Outcome::Draw(DrawReason::Flats)) => true,
        Draw { .. } => return None,
    })
}

fn play_games<const N: usize, const KOMI: i8>(random: &mut Random, games: usize)
where
    Reserves<N>: Default,
{
    let rules = Rules::standard(N).with_komi(HalfKomi::new(i32::from(KOMI)).unwrap());
    let mut finished = 0;
    for _ in 0..games {
        let mut theirs = Game::<N, KOMI>::default();
        let mut last = None;
        random_game::<N>(random, rules, 300, |position, legal, mv| {
            if theirs.reversible_plies >= fast_tak::MAX_REVERSIBLE_PLIES
                || Square::all(N).any(|square| position.height(square) > HIGHEST)
            {
                return;
            }
            compare(position, &theirs);
            let mut ours: Vec<takparse::Move> =
                legal.iter().map(|mv| mv.to_string().parse().unwrap()).collect();
            ours.sort_unstable();
            assert_eq!(ours, their_moves(&theirs), "{}", tps(position));
            for &theirs in &ours {
                let read = notation::parse_move(&theirs.to_string()).unwrap();
                assert!(legal.contains(&read), "{theirs} is read as {read}");
            }
            theirs.play(mv.to_string().parse().unwrap()).unwrap();
            last = Some((position.clone(), mv));
        });
        if let Some((mut position, mv)) = last {
            position.play(mv, &mut ());
            compare(&position, &theirs);
            finished += usize::from(position.outcome().is_some());
        }
    }
    assert!(finished > games / 2, "only {finished} of {games} games came to an end");
}

fn compare<const N: usize, const KOMI: i8>(position: &Position<N>, theirs: &Game<N, KOMI>) {
    let text = tps(position);
    if let Some(agree) = agrees(theirs.result(), position.outcome()) {
        assert!(agree, "{text}: {:?} is not {:?}", position.outcome(), theirs.result());
    }
    let their_tps: Tps = theirs.clone().into();
    // Parsed once more, because takparse joins empty squares only when it reads them.
    let canonical = |text: &str| text.parse::<Tps>().unwrap().to_string();
    assert_eq!(canonical(&text), canonical(&their_tps.to_string()));
    assert_eq!(notation::tps(position), canonical(&text));
    let read = notation::parse_tps(&their_tps.to_string()).unwrap();
    let read = read.position::<N>(*position.rules()).unwrap();
    assert_eq!(notation::tps(&read), canonical(&text));
    assert_eq!(read.key(), position.key());
}

/// fast-tak knows the standard opening and standard pieces only.
#[test]
fn composed_openings_agree_with_fast_tak() {
    fn check<const N: usize>(random: &mut Random)
    where
        Reserves<N>: Default,
    {
        let mut ends = 0;
        random_game::<N>(random, Rules::standard(N), 30, |position, _, _| {
            for color in Color::ALL {
                let squares = position.squares();
                let start = Position::<N>::set_up(&squares, color, 1, *position.rules()).unwrap();
                let legal = start.moves();
                for (mv, step) in legal.iter().map(|mv| (*mv, mv.to_string().parse().unwrap())) {
                    let mut theirs = Game::<N, 0>::from(tps(&start).parse::<Tps>().unwrap());
                    assert_eq!(their_moves(&theirs).len(), legal.len(), "{}", tps(&start));
                    theirs.play(step).unwrap();
                    let after = start.after(mv);
                    compare(&after, &theirs);
                    ends += usize::from(after.outcome().is_some());
                }
            }
        });
        assert!(ends > 0 || N > 4);
    }
    let mut random = random(10);
    for _ in 0..2 {
        each_size!(N => check::<N>(&mut random));
    }
}

#[test]
fn games_agree_with_fast_tak() {
    let mut random = random(8);
    each_size!(N => play_games::<N, 0>(&mut random, 30));
}

#[test]
fn komi_agrees_with_fast_tak() {
    let mut random = random(9);
    play_games::<3, 1>(&mut random, 100);
    play_games::<3, -3>(&mut random, 100);
    play_games::<4, 4>(&mut random, 100);
    play_games::<4, -2>(&mut random, 100);
    play_games::<5, 5>(&mut random, 50);
    play_games::<5, -1>(&mut random, 50);
    play_games::<6, 4>(&mut random, 50);
}
