//! Moves: writing and reading a move gives the same one, and a legal move can be played.
#![cfg_attr(feature = "run", no_main)]

use std::sync::LazyLock;
use stonefall_engine::board::Position;
use stonefall_engine::notation::{Ply, parse_move, parse_ply, parse_tps, read_move};
use stonefall_engine::types::Rules;
use stonefall_fuzz::fuzz_target;

static POSITIONS: LazyLock<[Position<6>; 3]> = LazyLock::new(|| {
    [
        "x6/x6/x6/x6/x6/x6 1 1",
        "2,x4,1/x2,112C,2,1S,x/x,1,x,2,x2/x,21,2S,x,1,x/x,12,1121C,x3/1,x4,2 1 14",
        "2,x4,1/x2,112C,2,1S,x/x,1,x,2,x2/x,21,2S,x,1,x/x,12,1121C,x3/1,x4,2 2 14",
    ]
    .map(|text| parse_tps(text).expect(text).position::<6>(Rules::standard(6)).expect(text))
});

fuzz_target!(|text: &str| {
    if let Ok(mv) = parse_move(text) {
        assert_eq!(parse_move(&mv.to_string()), Ok(mv), "{text}");
    }
    if let Ok(ply) = parse_ply(text) {
        assert_eq!(parse_ply(&ply.to_string()), Ok(ply), "{text}");
    }
    for position in POSITIONS.iter() {
        let Ok(mv) = read_move(text, position) else { continue };
        let spelled = Ply::new(mv, position).to_string();
        assert_eq!(read_move(&spelled, position), Ok(mv), "{text} {spelled}");
        let _ = position.after(mv);
    }
});
