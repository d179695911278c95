//! Matches between engines.

mod command;
mod faults;
mod ponder;
mod resume;

use crate::program::STONEFALL;
use clap::{Args, Command, FromArgMatches};
use std::collections::BTreeSet;
use std::convert::Infallible;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::{Game, PtnGame};
use stonefall_tools::matches::{GamePlayer, MatchPlan, MatchRecord, Tally};
use stonefall_tools::workers;

const BOOK: &str = "a1 d4 b2 c3\na1 d4 c3 b2\na1 d1 b3 c2\nb1 c4 a2 d3\n";

/// The words of this engine.
fn stonefall(name: &str, nodes: u64) -> String {
    format!("--engine {STONEFALL},name={name},arg=--hash=1,nodes={nodes}")
}

/// A match of these engines, with the openings of the book.
fn plan(engines: &[String], games: usize) -> MatchPlan {
    let fixed = "match --size 4 --half-komi 2 --seed 5 --max-plies 80 --patience 100s --margin 0";
    let words = format!("{fixed} --book book --games {games} {}", engines.join(" "));
    let command = MatchPlan::augment_args(Command::new("match"));
    let matches = command.get_matches_from(words.split_whitespace());
    let mut plan = MatchPlan::from_arg_matches(&matches).unwrap();
    plan.prepare(Some(BOOK), games).unwrap();
    plan
}

/// Plays the missing games of a match, at most a number of them; returns their texts.
fn play(plan: &MatchPlan, finished: &BTreeSet<usize>, most: usize) -> Vec<String> {
    let stopper = Stopper::default();
    let missing: Vec<_> = (0..plan.total()).filter(|number| !finished.contains(number)).collect();
    let mut texts = Vec::new();
    let player = || GamePlayer::new(plan, &stopper);
    let job = |player: &mut GamePlayer<'_>, index: usize| player.game(missing[index]);
    let on_game = |_, text| {
        // Another game may end before the stopper takes effect.
        if texts.len() < most {
            texts.push(text);
        }
        if texts.len() >= most {
            stopper.stop();
        }
        Ok::<_, Infallible>(())
    };
    let threads = plan.concurrency.into();
    workers::run(0..missing.len(), threads, &stopper, player, job, on_game).unwrap();
    texts
}

fn records(plan: &MatchPlan, texts: &[String]) -> Vec<MatchRecord> {
    texts.iter().map(|text| MatchRecord::read(&PtnGame::read(text), plan).unwrap()).collect()
}

/// The tally of a match without times.
fn timeless(plan: &MatchPlan, records: &[MatchRecord]) -> Tally {
    let mut tally = Tally::new(&plan.contenders, plan.format, records);
    for standing in &mut tally.standings {
        standing.effort.milliseconds = 0;
    }
    tally
}

fn moves(text: &str) -> Vec<String> {
    let replayed = Game::replay(&PtnGame::read(text), PtnGame::MAIN_LINE, None).unwrap();
    replayed.played().map(|mv| mv.to_string()).collect()
}

#[test]
fn equal_seeds_give_equal_games() {
    let plan = plan(&[stonefall("A", 300), stonefall("B", 200)], 6);
    let texts = play(&plan, &BTreeSet::new(), usize::MAX);
    assert_eq!(texts.len(), 6);
    let two_at_once = MatchPlan { concurrency: 2, ..plan.clone() };
    let mut again = play(&two_at_once, &BTreeSet::new(), usize::MAX);
    again.sort_by_key(|text| records(&plan, std::slice::from_ref(text))[0].fixture.number);
    for (one, other) in texts.iter().zip(&again) {
        assert_eq!(moves(one), moves(other));
    }
    assert_eq!(timeless(&plan, &records(&plan, &texts)), timeless(&plan, &records(&plan, &again)));
    // The games of a pair share an opening, and pairs have different ones.
    let openings: Vec<_> = texts.iter().map(|text| moves(text)[..4].to_vec()).collect();
    assert_eq!(openings[0], openings[1]);
    assert_ne!(openings[1], openings[2]);
}

#[test]
fn games_are_valid_ptn() {
    let plan = plan(&[stonefall("A", 300), stonefall("B", 20), "--lines".into()], 2);
    for (text, color) in
        play(&plan, &BTreeSet::new(), usize::MAX).iter().zip(["Player1", "Player2"])
    {
        let game = PtnGame::read(text);
        assert_eq!(game.problems(), []);
        assert_eq!(game.to_string() + "\r\n", *text);
        assert_eq!((game.tag(color), game.tag("Komi")), (Some("A"), Some("1")));
        let replayed = Game::replay(&game, PtnGame::MAIN_LINE, None).unwrap();
        let (outcome, plies) = (replayed.outcome_with_history(), replayed.played().count());
        let record = MatchRecord::read(&game, &plan).unwrap();
        if !record.ending.reason.is_fault() && plies < 80 {
            assert_eq!(outcome.unwrap().winner(), record.ending.winner);
        }
        let (_, body) = text.split_once("\r\n\r\n").unwrap();
        let comments = body.matches(" nodes ").count();
        assert_eq!(comments, plies - 4, "{text}");
        assert!(text.contains("pv> "));
    }
}
