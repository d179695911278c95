//! Invalid text: no panic, linear time, no loss of text.

use crate::tests::common::same_cases;
use crate::tests::every_way::read_in_every_way;
use proptest::prelude::*;
use stonefall_engine::Game;
use stonefall_engine::notation::ptn_file::{Evaluation, PtnGame};
use stonefall_engine::notation::{opening_lines, parse_move, parse_tps};
use stonefall_engine::types::Move;

/// Parts of long texts, separated by `|`.
const REPEATED: &str = "\
    a1 |1. a1 f6 |{3w1}\n\n|\n\n{a/b/c}1. |\n\n{x}1. a1|a/|1.2.3. a1 |x,|1|x3/|12S,|\
    [A \"b\"]|[Size \"6\"] 1. a1 |{|}|\u{feff}|é|--|*'|a1>1|wdl:1,|pv> a1 |[a \"|[a \"x]|[a \"\\\"|\
    1.|1/|a1|-|'|[|3c|+|1 |pv |pv a1 |name:\"|x:\"\\\"|/|! ";

/// Pieces of notation, separated by `|`.
const FRAGMENTS: &str = "\
    a1|f6|Sc3|Cd4|3c3>12|2b2-|1.|2.|3...|--| |\n|\n\n|\r\n|\r|{|}|{3w1}|{1b1/2w1}|\
    {+0.5/3 pv> a1}|[Size \"6\"]|[Komi \"0.5\"]|[|]|\"|'|!|?|*|R-0|1/2-1/2|0-F|1.2.|/|\
    x3|x6|,|12S|1C|[TPS \"x3/x3/x3 2 4\"]|name:\"|wdl:1,2,3|cp:-4|score:R|%|9|\u{feff}|\
    é|[Opening \"double black stack\"]|2a1|@a:|\\";

/// Linear time reads these texts in a second; quadratic time would take many minutes.
#[test]
fn long_texts_take_linear_time() {
    for part in REPEATED.split('|') {
        let text = part.repeat((1 << 17) / part.len());
        let games: Vec<_> = PtnGame::read_all(&text).collect();
        for game in games.iter().take(100) {
            let last = game.lines().len() - 1;
            let _ = (game.path(last, None).is_ok(), game.problems().len());
            let _ = (game.to_string(), game.result(), Game::replay(game, 0, None).is_ok());
        }
        let _ = (parse_move(&text), parse_tps(&text), Evaluation::read(&text));
        let _ = opening_lines(&text).count();
    }
}

/// Text that is closer to valid notation than random characters.
fn fragments() -> impl Strategy<Value = String> {
    let fragment = prop::sample::select(FRAGMENTS.split('|').collect::<Vec<_>>());
    prop::collection::vec(fragment, 0..60).prop_map(|parts| parts.concat())
}

/// Findings of the fuzzer are among them.
#[test]
fn seeds_of_the_fuzzer_are_read_in_every_way() {
    let seeds = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds/ptn_game");
    for seed in std::fs::read_dir(seeds).unwrap() {
        read_in_every_way(&std::fs::read_to_string(seed.unwrap().path()).unwrap());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..same_cases() })]

    #[test]
    fn no_text_panics(text in any::<String>()) {
        read_in_every_way(&text);
    }

    #[test]
    fn no_nearly_right_text_panics(text in fragments()) {
        read_in_every_way(&text);
    }

    #[test]
    fn no_text_of_notation_characters_panics(text in "[a-h1-8xSC/,.<>+\\-*'!?{}\\[\\]\" \n]{0,60}") {
        read_in_every_way(&text);
    }

    #[test]
    fn evaluations_are_read_back(
        name in prop::option::of("[ -~]{0,12}"),
        wdl in prop::option::of(any::<[u32; 3]>()),
        score in any::<Option<i32>>(),
        hundredths in prop::option::of(-100..=100_i32),
        depth in any::<Option<u32>>(),
        nodes in any::<Option<u64>>(),
        milliseconds in prop::option::of(0..1_u64 << 50),
        line in prop::collection::vec(1..=u16::MAX, 0..6),
    ) {
        let name = name.map(|name| name.replace(['{', '}', '\\'], "-"));
        let value = hundredths.map(|value| f64::from(value) / 100.0);
        let line_after = line.into_iter().filter_map(Move::from_bits).collect();
        let evaluation = Evaluation {
            name, wdl, centi_flats: score, value, depth, nodes, milliseconds, line_after,
            ..Evaluation::default()
        };
        let text = evaluation.to_string();
        let has_braces = text.contains(['{', '}']);
        prop_assert!(!has_braces);
        prop_assert_eq!(Evaluation::read(&text).unwrap_or_default(), evaluation, "{}", text);
    }
}
