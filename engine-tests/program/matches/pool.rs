//! Pooling of the parts of a match.

use super::{plan, play, records, stonefall, timeless};
use std::collections::BTreeSet;
use stonefall::tools::matches::{Decision, MatchPlan, Model, Sprt, Verdict, pool};

fn part(name: &str, texts: &[String]) -> (String, String) {
    (name.to_owned(), texts.join("\r\n"))
}

/// A match, and the same match in two parts with separate openings.
fn whole_and_parts() -> (MatchPlan, [MatchPlan; 2]) {
    let whole = plan(vec![stonefall("A", 200), stonefall("B", 50)], 8);
    let parts = [0, 1].map(|first| {
        let openings = whole.openings.iter().skip(first).step_by(2).cloned().collect();
        MatchPlan { openings, games: 4, ..whole.clone() }
    });
    (whole, parts)
}

#[test]
fn parts_give_the_result_of_the_whole() {
    let (whole, parts) = whole_and_parts();
    let expected = records(&whole, &play(&whole, &BTreeSet::new(), usize::MAX));
    let [one, two] = parts.each_ref().map(|part| play(part, &BTreeSet::new(), usize::MAX));
    let pooled = pool(&[part("1.ptn", &one), part("2.ptn", &two)]).unwrap();
    assert_eq!(pooled.plan.total(), 8);
    assert_eq!((pooled.shared_openings, pooled.torn.len()), (0, 0));
    let names: Vec<_> = pooled.plan.contenders.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["A", "B"]);
    let (pooled_tally, tally) =
        (timeless(&pooled.plan, &pooled.records), timeless(&whole, &expected));
    assert_eq!(pooled_tally.pairings, tally.pairings);
    assert_eq!(pooled_tally.endings, tally.endings);
    assert_eq!(pooled_tally.plies, tally.plies);
    // The test receives all pairs.
    let verdict_pairs = |records: &[_]| {
        let sprt = Sprt::new(-5000.0, 5000.0, 1e-9, 1e-9, Model::Logistic).unwrap();
        let mut verdict = Verdict::new(sprt);
        verdict.add_all(records);
        assert_eq!(verdict.decision(), Decision::Open);
        verdict.pairs
    };
    assert_eq!(verdict_pairs(&pooled.records), verdict_pairs(&expected));
    assert_eq!(verdict_pairs(&pooled.records).total(), 4);
}

#[test]
fn no_game_counts_twice() {
    let (_, parts) = whole_and_parts();
    let games = play(&parts[0], &BTreeSet::new(), usize::MAX);
    let error = pool(&[part("1.ptn", &games), part("2.ptn", &games[2..3])]).unwrap_err();
    let expected = "2.ptn, game 1 would be counted twice: it is 1.ptn, game 3, again";
    assert!(error.starts_with(expected), "{error}");
    // Another run with the same seed gives the same game.
    let again = play(&parts[0], &BTreeSet::new(), 1);
    let error = pool(&[part("1.ptn", &games), part("2.ptn", &again)]).unwrap_err();
    assert!(error.contains("it is 1.ptn, game 1, again"), "{error}");
    // The same opening with other moves is another game, with a warning.
    let other = again[0].replace("Match \"", "Match \"x");
    let last = other.rfind("\r\n").and_then(|end| other[..end].rfind("\r\n")).unwrap();
    let shorter = format!("{}\r\n{}\r\n", &other[..last], "1-0");
    let result = pool(&[part("1.ptn", &games), part("2.ptn", &[shorter])]);
    assert_eq!(result.unwrap().shared_openings, 1);
}

#[test]
fn only_parts_of_one_match_are_pooled() {
    let (whole, parts) = whole_and_parts();
    let games = part("1.ptn", &play(&parts[0], &BTreeSet::new(), 2));
    let stronger = MatchPlan { contenders: vec![stonefall("A", 300), stonefall("B", 50)], ..whole };
    let strange = part("2.ptn", &play(&stronger, &BTreeSet::new(), 1));
    let error = pool(&[games.clone(), strange]).unwrap_err();
    assert!(error.starts_with("2.ptn: expected games of the same match as in 1.ptn"));
    let no_match = ("3.ptn".to_owned(), "[Size \"4\"]\r\n\r\n1. a1 d4 1-0\r\n".to_owned());
    let error = pool(&[games.clone(), no_match]).unwrap_err();
    assert_eq!(error, "3.ptn, game 1: expected the tag Pool as this program writes it");
    let empty = pool(&[("4.ptn".to_owned(), String::new())]).unwrap_err();
    assert_eq!(empty, "expected games of a match, found none in 4.ptn");
    // A running part.
    let mut torn = games;
    torn.1.truncate(torn.1.len() - 10);
    let pooled = pool(&[torn]).unwrap();
    assert_eq!((pooled.records.len(), pooled.torn), (1, vec!["1.ptn".to_owned()]));
}
