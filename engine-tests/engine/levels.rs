//! Play below full strength: beginners overlook roads and others do not, never the same game twice, and no
//! handicap where the truth is asked for.

use crate::tests::common::{Random, position, random, random_game, tps};
use rand::seq::IndexedRandom;
use std::collections::BTreeSet;
use std::time::Duration;
use stonefall_engine::board::{History, Outcome, Position};
use stonefall_engine::search::{
    Handicap, Level, Limits, SearchResult, Seed, Settings, SizedSearch,
};
use stonefall_engine::types::{Color, Move, Rules};

fn handicap(level: u8, seed: u64) -> Settings {
    let level = Level::new(level).unwrap();
    let handicap = Some(Handicap { level, seed: Seed::new(seed) });
    Settings { handicap, ..Settings::default() }
}

fn play<const N: usize>(root: &Position<N>, limits: Limits, settings: Settings) -> SearchResult {
    SizedSearch::<N>::new(1).run(root, &History::new(), limits, settings, &mut ())
}

/// A minute: no level takes nearly so long.
fn a_move() -> Limits {
    Limits::movetime(Duration::from_secs(60))
}

/// A quiet position with many moves that are about as good.
const QUIET: &str = "x5,2/x6/x2,1,x3/x2,2,1,x2/x3,2,x2/1,x5 1 4";

/// The task of the player to move in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Task {
    /// There is a move that wins.
    Win,
    /// Some moves let the other side win at once, some do not.
    Meet,
}

/// The task that a position holds, if it holds one.
fn task<const N: usize>(root: &Position<N>, moves: &[Move]) -> Option<Task> {
    if root.winning_move().is_some() {
        return Some(Task::Win);
    }
    let met = moves.iter().filter(|&&mv| is_met(root, mv)).count();
    (met > 0 && met < moves.len()).then_some(Task::Meet)
}

/// Whether the other side has no win after this move.
fn is_met<const N: usize>(root: &Position<N>, mv: Move) -> bool {
    let played = root.after(mv);
    match played.outcome() {
        Some(outcome) => outcome.winner() != Some(!root.to_move()),
        None => played.winning_move().is_none(),
    }
}

/// Checks what a level does about a win that is near.
fn check<const N: usize>(root: &Position<N>, task: Task, level: u8, seed: u64) {
    // Two iterations are enough: these levels see near threats.
    let limits = Limits { depth: Some(2), ..a_move() };
    let result = play(root, limits, handicap(level, seed));
    let text = || format!("{task:?}, level {level}, seed {seed}: {result:?} in {}", tps(root));
    let best = result.best.unwrap();
    assert!(root.is_legal(best), "{}", text());
    assert_eq!(result.lines.len(), 1, "{}", text());
    assert_eq!((result.lines[0].line, result.lines[0].lines), (1, 1), "{}", text());
    assert_eq!(result.lines[0].pv[0], best, "{}", text());
    match task {
        Task::Win => {
            let winner = root.after(best).outcome().and_then(Outcome::winner);
            assert_eq!(winner, Some(root.to_move()), "{}", text());
        }
        Task::Meet => assert!(is_met(root, best), "{}", text()),
    }
}

#[test]
fn a_road_in_one_is_played_and_tak_is_met() {
    fn games<const N: usize>(seed: u64) {
        let (mut wins, mut met) = (0, 0);
        let mut random = random(seed);
        for game in 0.. {
            random_game::<N>(&mut random, Rules::standard(N), 120, |root, moves, _| {
                let Some(task) = task(root, moves) else { return };
                let done = match task {
                    Task::Win => &mut wins,
                    Task::Meet => &mut met,
                };
                if *done < 8 {
                    check(root, task, [11, 12, 14, 18][*done % 4], game);
                }
                *done += 1;
            });
            if wins >= 8 && met >= 8 {
                return;
            }
        }
    }
    games::<4>(1);
    games::<5>(2);
    games::<6>(3);
}

/// Plays any move, but completes a road and prevents the opponent's.
fn blocker<const N: usize>(root: &Position<N>, random: &mut Random) -> Move {
    if let Some(win) = root.winning_move() {
        return win;
    }
    let moves = root.moves();
    let safe: Vec<_> = moves.iter().copied().filter(|&mv| is_met(root, mv)).collect();
    let choice = if safe.is_empty() { &moves[..] } else { &safe };
    *choice.choose(random).unwrap()
}

/// Games that a level loses to the player above.
fn losses<const N: usize>(level: u8, games: u64) -> u64 {
    let mut search = SizedSearch::<N>::new(1);
    let mut random = random(1);
    let mut losses = 0;
    for game in 0..games {
        let mut position = Position::<N>::start(Rules::standard(N));
        let own = if game % 2 == 0 { Color::White } else { Color::Black };
        while position.outcome().is_none() {
            let mv = if position.to_move() == own {
                let settings = handicap(level, game);
                search.run(&position, &History::new(), a_move(), settings, &mut ()).best.unwrap()
            } else {
                blocker(&position, &mut random)
            };
            position.play(mv, &mut ());
        }
        losses += u64::from(position.outcome().and_then(Outcome::winner) == Some(!own));
    }
    losses
}

#[test]
fn a_player_who_completes_and_prevents_roads_beats_the_first_level_only() {
    assert!(losses::<5>(1, 20) >= 11);
    assert!(losses::<5>(5, 6) <= 1);
}

#[test]
fn games_differ_and_a_lot_does_not() {
    let root = position::<6>(QUIET);
    let best = |level, seed| play(&root, a_move(), handicap(level, seed)).best.unwrap();
    let choices: BTreeSet<_> = (0..20).map(|seed| best(11, seed)).collect();
    assert!(choices.len() >= 3, "{choices:?}");
    for level in [1, 11] {
        assert_eq!(best(level, 7), best(level, 7));
    }
}

#[test]
fn what_an_analysis_has_found_is_not_known_to_a_level() {
    let root = position::<6>(QUIET);
    let mut search = SizedSearch::<6>::new(4);
    let mut level = |limits, settings| {
        let result = search.run(&root, &History::new(), limits, settings, &mut ());
        (result.best, result.nodes, result.lines.len())
    };
    let first = level(a_move(), handicap(8, 1));
    let analyzed = level(Limits::depth(6), Settings::default());
    assert!(analyzed.1 > 0);
    assert_eq!(level(a_move(), handicap(8, 1)), first);
}

#[test]
fn analysis_is_never_handicapped() {
    let root = position::<6>(QUIET);
    let weak = handicap(1, 1);
    let two_lines = Settings { multi_pv: 2, ..Settings::default() };
    let one_move = Limits { search_moves: vec![root.moves()[0]], ..Limits::depth(4) };
    for (limits, full, weak) in [
        (Limits::depth(4), two_lines, Settings { handicap: weak.handicap, ..two_lines }),
        (one_move, Settings::default(), weak),
    ] {
        let [full, weak] = [full, weak].map(|settings| play(&root, limits.clone(), settings));
        assert_eq!((full.nodes, full.best), (weak.nodes, weak.best));
        assert_eq!(weak.lines[0].depth, 4);
    }
    let asks = |limits: Limits| limits.ask_for_a_move(&weak);
    assert!(asks(Limits::depth(4)) && asks(Limits::nodes(100)) && asks(a_move()));
    assert!(!asks(Limits::default()));
    assert!(!asks(Limits { infinite: true, ..Limits::depth(4) }));
    assert!(!asks(Limits { until_solved: true, ..a_move() }));
}

#[test]
fn levels_have_bounds() {
    assert_eq!(Level::new(0), None);
    assert_eq!(Level::new(19), None);
    assert_eq!(Level::new(18).map(Level::number), Some(Level::HIGHEST));
    assert!(Level::default().limits().ask_for_a_move(&Settings::default()));
    assert_eq!(Level::default().number(), 3);
    // The user's own limits hold too.
    let root = position::<6>(QUIET);
    let result = play(&root, Limits::depth(1), handicap(18, 1));
    assert_eq!(result.lines[0].depth, 1);
    let result = play(&root, a_move(), handicap(11, 1));
    assert_eq!(result.lines[0].depth, 2);
}
