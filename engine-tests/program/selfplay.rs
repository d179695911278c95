//! Self-play: threads and interruptions do not change the games, and the games follow the plan.

use crate::program::{assert_has, outputs, path};
use clap::{Args, Command, FromArgMatches};
use std::convert::Infallible;
use std::fs;
use stonefall_engine::eval::Value;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::{Color, Opening, Reserve, RuleSet};
use stonefall_engine::{Game, PtnGame};
use stonefall_learn::records::{GameRecord, Reader, Stats};
use stonefall_tools::arguments::BoardRules;
use stonefall_tools::selfplay::{Effort, Labels, SelfPlayer, SelfplayPlan};
use stonefall_tools::workers::{WorkEnd, run_in_order};

fn plan(size: usize) -> SelfplayPlan {
    SelfplayPlan {
        effort: exactly(60),
        seed: 5,
        half_komi: -2..=6,
        usual_half_komi: Some(4),
        random_moves: 200,
        ..standard(size)
    }
}

/// This number of positions per search.
const fn exactly(nodes: u32) -> Effort {
    Effort { nodes, soft: false, least_depth: 0 }
}

/// The plan without arguments but the size.
fn standard(size: usize) -> SelfplayPlan {
    let command = SelfplayPlan::augment_args(Command::new("selfplay"));
    let words = ["selfplay".to_owned(), format!("--size={size}")];
    SelfplayPlan::from_arg_matches(&command.get_matches_from(words)).unwrap()
}

fn games(plan: &SelfplayPlan, first: usize, count: usize, threads: usize) -> Vec<GameRecord> {
    let mut games = Vec::new();
    let stopper = Stopper::default();
    let player = || SelfPlayer::new(plan, 9, &stopper);
    let on_game = |number, game: GameRecord| {
        assert_eq!(game.origin.game as usize, number);
        games.push(game);
        Ok::<_, Infallible>(())
    };
    let ended = run_in_order(first..count, threads, &stopper, player, SelfPlayer::game, on_game);
    assert_eq!(ended, Ok(WorkEnd::Complete));
    games
}

#[test]
fn games_depend_on_seed_and_number_only() {
    let plan = plan(4);
    let whole = games(&plan, 0, 12, 1);
    assert_eq!(games(&plan, 0, 12, 3), whole);
    assert_eq!(games(&plan, 7, 12, 2), whole[7..]);
    let others = games(&SelfplayPlan { seed: 6, ..plan.clone() }, 0, 12, 2);
    assert!(whole.iter().zip(&others).all(|(one, other)| one.plies != other.plies));
    assert_ne!(plan.fingerprint("a"), plan.fingerprint("b"));
    assert_ne!(
        plan.fingerprint("a"),
        SelfplayPlan { random_plies: 9, ..plan.clone() }.fingerprint("a")
    );
    assert_eq!(plan.fingerprint("a"), SelfplayPlan { seed: 9, ..plan.clone() }.fingerprint("a"));
}

#[test]
fn games_are_played_to_their_end() {
    let mut stats = Stats::default();
    for size in 3..=8 {
        let plan = plan(size);
        for (number, game) in games(&plan, 0, 8, 2).iter().enumerate() {
            assert_eq!((game.origin.seed, game.origin.plan), (5, 9));
            assert_eq!(game.origin.game as usize, number);
            assert!(plan.half_komi.contains(&game.rules.half_komi.half_flats()));
            let opening = game.plies.iter().take_while(|ply| ply.score.is_none()).count();
            assert!(opening as i32 >= *plan.opening().plies.start(), "{size} {opening}");
            let end = game.follow(|board, _| assert_eq!(board.outcome_with_history(), None));
            assert_eq!(end.unwrap().outcome_with_history(), game.outcome);
            assert!(game.outcome.is_some());
            stats.add(game).unwrap();
        }
    }
    // Proven results happen.
    assert!(stats.sizes.values().all(|tally| tally.contradicted == 0), "{stats:?}");
    assert!(stats.sizes.values().map(|tally| tally.proven).sum::<u64>() > 0);
}

#[test]
fn openings_are_as_balanced_as_planned() {
    let plan = SelfplayPlan { effort: exactly(300), ..plan(5) };
    for game in games(&plan, 0, 10, 2) {
        let first = game.plies.iter().find_map(|ply| ply.score);
        assert!(matches!(first, Some(Value::CentiFlats(_))), "{first:?}");
    }
}

#[test]
fn the_command_makes_counts_and_shows() {
    let path = path("command.takg");
    let file = path.to_str().unwrap();
    let make = |games: &str, more: &[&str]| {
        let words = ["selfplay", "--size", "4", "--nodes", "50", "--half-komi", "-1..3"];
        let words = [&words[..], &["--games", games, "--out", file], more].concat();
        outputs(&words)
    };
    let (told, _) = make("3", &["--threads", "2"]);
    assert!(told.contains("3 games in "), "{told}");
    let first = fs::read(&path).unwrap();
    let (_, complaint) = make("5", &[]);
    assert!(complaint.contains("resuming after 3 games"), "{complaint}");
    let both = fs::read(&path).unwrap();
    assert!(both.len() > first.len() && both[..first.len()] == first);

    let (stats, _) = outputs(&["selfplay", "--stats", file, file, "--json"]);
    let stats: serde_json::Value = serde_json::from_str(&stats).unwrap();
    let size = &stats["sizes"][0];
    assert_eq!((&size["size"], &size["games"]), (&4.into(), &10.into()));
    assert_eq!((&size["repeated_games"], &size["contradicted"]), (&5.into(), &0.into()));
    let (page, _) = outputs(&["selfplay", "--stats", file]);
    assert!(page.starts_with("4x4\n") && page.contains("5, 0 of them repeated"), "{page}");

    let (dump, _) = outputs(&["selfplay", "--dump", file]);
    let games: Vec<_> = PtnGame::read_all(&dump).collect();
    assert_eq!(games.len(), 5);
    let records = Reader::new(&both[..]).map(Result::unwrap);
    for (game, record) in games.iter().zip(records) {
        assert_eq!(game.problems(), []);
        let replayed = Game::replay(game, PtnGame::MAIN_LINE, None).unwrap();
        assert_eq!(
            replayed.played().collect::<Vec<_>>(),
            record.plies.iter().map(|ply| ply.mv).collect::<Vec<_>>()
        );
    }

    let refused = |words: &[&str], reason: &str| {
        let (told, complaint) = make("5", words);
        assert!(told.is_empty() && complaint.contains(reason), "{complaint}");
    };
    refused(&["--seed", "2"], "--restart replaces it");
    refused(&["--opening-plies", "5..1"], "smaller number first");
    refused(&["--least-depth", "3"], "--soft");
    refused(&["--usual-half-komi", "21"], "half-komi");
    refused(&["--opening-plies", "9"], "expected 0 to 8 plies");
    let (_, complaint) = outputs(&["selfplay", "--stats", "Cargo.toml"]);
    assert!(complaint.contains("TAKG"), "{complaint}");
}

#[test]
fn games_keep_named_rules() {
    let board = BoardRules { size: Some(4), rules: Some(RuleSet::Modegan) };
    let modegan = SelfplayPlan { board, half_komi: 0..=3, ..plan(4) };
    assert_ne!(
        modegan.fingerprint("a"),
        SelfplayPlan { half_komi: 0..=3, ..plan(4) }.fingerprint("a")
    );
    for game in games(&modegan, 0, 6, 2) {
        let rules = game.rules;
        assert_eq!((rules.opening, rules.half_komi.half_flats() % 2), (Opening::NoSwap, 1));
        assert_eq!(rules.pieces[Color::White], Reserve::new(15, 1));
    }

    let path = path("ademre.takg");
    let file = path.to_str().unwrap();
    let words = ["selfplay", "--nodes", "20", "--games", "2", "--out", file, "--rules"];
    let make = |more: &[&str]| outputs(&[&words[..], more].concat());
    let (told, complaint) = make(&["ademre22"]);
    assert!(told.contains("2 games in "), "{told} {complaint}");
    let (dump, _) = outputs(&["selfplay", "--dump", file]);
    assert_has(&dump, &["[Size \"5\"]", "[Flats \"22\"]", "[Caps \"0\"]"]);
    for (words, reason) in [
        (&["ademre24"][..], "--restart replaces it"),
        (&["ademre22", "--size", "6"], "expected a board of 5x5"),
        (&["modegan", "--openings", "no-swap,swap"], "expected no-swap as the opening"),
        (&["modegan", "--half-komi", "0..20"], "half-komi from -20 to 20, found 21"),
    ] {
        let (told, complaint) = make(words);
        assert!(told.is_empty() && complaint.contains(reason), "{complaint}");
    }
}

#[test]
fn soft_searches_reach_the_least_depth() {
    let few = Effort { soft: true, ..exactly(60) };
    let deep = SelfplayPlan { effort: Effort { least_depth: 4, ..few }, ..plan(5) };
    let shallow = SelfplayPlan { effort: few, ..plan(5) };
    assert_ne!(deep.fingerprint("a"), shallow.fingerprint("a"));
    let [deep, shallow] = [&deep, &shallow].map(|plan| games(plan, 0, 4, 2));
    assert!(deep.iter().zip(&shallow).any(|(one, other)| one.plies != other.plies));
}

#[test]
fn games_use_the_requested_openings() {
    let openings = Opening::ALL.to_vec();
    let plan = SelfplayPlan { openings, effort: Effort { soft: true, ..exactly(60) }, ..plan(5) };
    let mixed = games(&plan, 0, 24, 2);
    for opening in Opening::ALL {
        assert!(mixed.iter().any(|game| game.rules.opening == opening), "{opening:?}");
    }
    let only = SelfplayPlan { openings: vec![Opening::NoSwap], ..plan };
    assert!(games(&only, 0, 4, 2).iter().all(|game| game.rules.opening == Opening::NoSwap));
}

#[test]
fn old_games_get_new_scores() {
    let old = games(&plan(5), 0, 6, 2);
    let labels = Labels { effort: exactly(500), engine: 3 };
    let again = |first, threads| {
        let mut new = Vec::new();
        let stopper = Stopper::default();
        let thinker = || labels.thinker(&stopper);
        let score = |thinker: &mut _, number: usize| labels.score(&old[number], thinker);
        let on_game = |_, game| {
            new.push(game);
            Ok::<_, Infallible>(())
        };
        let ended = run_in_order(first..old.len(), threads, &stopper, thinker, score, on_game);
        assert_eq!(ended, Ok(WorkEnd::Complete));
        new
    };
    let new = again(0, 1);
    assert_eq!(again(2, 3), new[2..]);
    let mut changed = 0;
    for (old, new) in old.iter().zip(&new) {
        assert_eq!((old.rules, old.outcome, new.nodes), (new.rules, new.outcome, 500));
        assert_eq!(new.origin, labels.key(old).origin);
        assert_ne!(new.origin, old.origin);
        assert_eq!(old.plies.len(), new.plies.len());
        for (old, new) in old.plies.iter().zip(&new.plies) {
            assert_eq!((old.mv, old.score.is_some()), (new.mv, new.score.is_some()));
            if matches!(old.score, Some(Value::Win { .. } | Value::Loss { .. })) {
                assert_eq!(old.score, new.score, "a proven score stays");
            }
            changed += usize::from(old.score != new.score);
        }
    }
    assert!(changed > 50, "{changed}");
}

#[test]
fn the_command_gives_new_scores() {
    let (from, to) = (path("old.takg"), path("new.takg"));
    let (from, to) = (from.to_str().unwrap(), to.to_str().unwrap());
    outputs(&["selfplay", "--size", "4", "--nodes", "50", "--games", "4", "--out", from]);
    let words = ["selfplay", "--relabel", from, "--nodes", "200"];
    let again = |more: &[&str]| outputs(&[&words[..], more].concat());
    let (told, complaint) = again(&["--out", to]);
    assert!(told.contains("4 games in "), "{told} {complaint}");
    let whole = fs::read(to).unwrap();
    fs::write(to, &whole[..whole.len() - 7]).unwrap();
    let (_, complaint) = again(&["--out", to]);
    assert!(complaint.contains("resuming after 3 games"), "{complaint}");
    assert!(fs::read(to).unwrap() == whole);
    for (words, reason) in [
        (&[][..], "expected --out"),
        (&["--out", from], "expected another file than the input"),
        (&["--out", to, "--soft"], "--restart replaces it"),
    ] {
        let (told, complaint) = again(words);
        assert!(told.is_empty() && complaint.contains(reason), "{complaint}");
    }
}
