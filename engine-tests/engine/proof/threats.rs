//! The fast generators of threats and of answers to them are complete.

use crate::tests::common::{Random, each_size, random, random_game, tps};
use crate::tests::positions::{Look, at_move_one, random_position};
use stonefall_engine::board::Position;
use stonefall_engine::board::roads::has_road;
use stonefall_engine::types::{Move, Rules};

/// The road that the side to move would complete with a second move after `mv`.
fn threat_after<const N: usize>(position: &mut Position<N>, mv: Move) -> Option<Move> {
    position.look_after(mv, |after| {
        let threat = after.look_after_pass(|passed| passed.winning_road());
        threat.filter(|_| after.outcome().is_none())
    })
}

/// Checks the generator of threats. Returns the number of threats and the number of skipped other moves.
fn check_threats<const N: usize>(position: &mut Position<N>) -> (usize, usize) {
    if position.winning_road().is_some() {
        return (0, 0);
    }
    let (mut sure, mut maybe) = (Vec::new(), Vec::new());
    position.generate_threats(&mut sure, &mut maybe);
    let (mut threats, mut skipped) = (0, 0);
    for mv in position.moves() {
        let threat = threat_after(position, mv);
        threats += usize::from(threat.is_some());
        if threat.is_some() {
            let found = sure.contains(&mv) || maybe.contains(&mv);
            assert!(found, "{mv} in {} {:?}", tps(position), position.rules());
        } else {
            skipped += usize::from(!maybe.contains(&mv));
        }
    }
    for &mv in &sure {
        assert!(position.is_legal(mv) && !maybe.contains(&mv));
        let over = position.after(mv).outcome().is_some();
        let threat = threat_after(position, mv);
        assert!(over || threat.is_some(), "{mv} in {}", tps(position));
    }
    assert!(maybe.iter().all(|&mv| position.is_legal(mv)));
    (threats, skipped)
}

/// Checks that replies which do not touch the foundation of a threat leave the threat intact.
fn check_foundation<const N: usize>(position: &mut Position<N>) {
    let threat = position.look_after_pass(|passed| {
        passed.winning_road().map(|threat| (threat, passed.foundation(threat)))
    });
    let Some((threat, foundation)) = threat.filter(|_| position.opening_plies() == 0) else {
        return;
    };
    let (mut touching, mut blocks) = (Vec::new(), Vec::new());
    position.generate_spreads_touching(foundation, &mut touching);
    position.generate_blocks(foundation, threat, &mut blocks);
    for reply in position.moves() {
        let after = position.after(reply);
        let stands = after.is_legal(threat)
            && has_road::<N>(after.after(threat).road_stones(after.to_move()));
        let tried = touching.contains(&reply) || blocks.contains(&reply);
        assert!(stands || tried, "{reply} in {}", tps(position));
    }
    for reply in touching.into_iter().chain(blocks) {
        assert!(position.is_legal(reply));
    }
}

fn check_all<const N: usize>(random: &mut Random) {
    let (mut threats, mut skipped, mut seen) = (0, 0, 0);
    let mut check = |position: &mut Position<N>| {
        let (some, others) = check_threats(position);
        check_foundation(position);
        (threats, skipped, seen) = (threats + some, skipped + others, seen + 1);
    };
    for _ in 0..30 {
        random_game::<N>(random, Rules::standard(N), 120, |position, _, _| check(position));
    }
    for _ in 0..400 {
        let look = Look::random(random);
        let mut position = random_position::<N>(random, look);
        check(&mut position);
        check(&mut at_move_one(random, &position));
    }
    assert!(threats > 0 && skipped > seen, "{threats} {skipped} {seen}");
}

#[test]
fn generators_of_threats_and_answers_are_complete() {
    let mut random = random(45);
    each_size!(N => check_all::<N>(&mut random));
}
