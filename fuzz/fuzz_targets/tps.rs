//! Positions: writing and reading a position gives the same one, and keys, moves and undo work on it.
#![cfg_attr(feature = "run", no_main)]

use stonefall_engine::notation::{Tps, parse_tps, tps};
use stonefall_engine::types::{Rules, sized};
use stonefall_fuzz::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(read) = parse_tps(text) else { return };
    assert_eq!(parse_tps(&read.to_string()).as_ref(), Ok(&read));
    sized!(read.size, N => check::<N>(&read)).expect("a valid size");
});

fn check<const N: usize>(read: &Tps) {
    let Ok(mut position) = read.position::<N>(Rules::standard(N)) else { return };
    let text = tps(&position);
    let again = parse_tps(&text).expect("written text").position::<N>(Rules::standard(N));
    assert!(again.expect("written text") == position, "{text}");
    assert_eq!(position.key(), position.key_from_scratch(), "{text}");
    if position.outcome().is_some() {
        return;
    }
    let before = position.clone();
    let moves = position.moves();
    assert_eq!(moves.len(), position.count_moves(), "{text}");
    for &mv in moves.iter().take(200) {
        let undo = position.play(mv, &mut ());
        assert_eq!(position.key(), position.key_from_scratch(), "{text} {mv}");
        position.undo(mv, &undo);
    }
    assert!(position == before, "{text}");
}
