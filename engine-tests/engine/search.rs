//! The search from the view of its callers: results, lines, limits, reproducibility.

use crate::common::{position, position_with, random};
use crate::exhaustive::{loses, wins};
use rand::RngExt;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;
use stonefall_engine::board::{History, Outcome, Position};
use stonefall_engine::eval::Value;
use stonefall_engine::search::proof::{Answer, Budget, Question, SizedSolver};
use stonefall_engine::search::{
    Bound, Info, Limits, Proofs, Reporter, SearchResult, Settings, SizedSearch, spawn,
};
use stonefall_engine::types::{ByColor, Color, HalfKomi, Move, Reserve, Rules};

/// A time limit that no test reaches.
const EVER: Duration = Duration::from_secs(100);

/// Records all reports of a search.
#[derive(Default)]
struct Log {
    infos: Vec<Info>,
    done: Vec<SearchResult>,
}

impl Reporter for Log {
    fn info(&mut self, info: &Info) {
        self.infos.push(info.clone());
    }

    fn done(&mut self, result: &SearchResult) {
        self.done.push(result.clone());
    }
}

/// A position of an unfinished game after up to `plies` random moves.
fn random_position<const N: usize>(seed: u64, plies: usize) -> (Position<N>, History) {
    random_position_by::<N>(Rules::standard(N), seed, plies)
}

/// The same with other rules. The game may be drawn by reversible plies.
fn random_position_by<const N: usize>(
    rules: Rules,
    seed: u64,
    plies: usize,
) -> (Position<N>, History) {
    let mut random = random(seed);
    let mut position = Position::<N>::start(rules);
    let mut history = History::new();
    for _ in 0..plies {
        let legal = position.moves();
        let mv = legal[random.random_range(0..legal.len())];
        let after = position.after(mv);
        if after.outcome().is_none() {
            history.push(position.key());
            position = after;
        }
    }
    (position, history)
}

fn settings(threads: usize, multi_pv: usize) -> Settings {
    Settings { threads, multi_pv, ..Settings::default() }
}

/// Searches with one thread and a new table.
fn search<const N: usize>(
    position: &Position<N>,
    history: &History,
    limits: Limits,
) -> SearchResult {
    SizedSearch::<N>::new(4).run(position, history, limits, settings(1, 1), &mut ())
}

/// Plays a line; every move must be legal, and the game must not end before its last move. Returns the
/// last position and the history before it.
fn play_line<const N: usize>(
    root: &Position<N>,
    line: &[Move],
    history: &History,
) -> (Position<N>, History) {
    let (mut position, mut history) = (root.clone(), history.clone());
    for &mv in line {
        assert_eq!(position.outcome_with(&history), None, "{line:?} continues after the end");
        history.push(position.key());
        assert!(position.is_legal(mv), "{mv} in {line:?}");
        position.play(mv, &mut ());
    }
    (position, history)
}

/// The player with a proven win, and the plies to the end.
fn proven(value: Value, mover: Color) -> Option<(Color, usize)> {
    match value {
        Value::CentiFlats(_) => None,
        Value::Win { plies } => Some((mover, plies as usize)),
        Value::Loss { plies } => Some((!mover, plies as usize)),
    }
}

fn check_info<const N: usize>(root: &Position<N>, history: &History, info: &Info) {
    assert!(!info.pv.is_empty());
    assert_eq!(info.wdl.win + info.wdl.draw + info.wdl.loss, 1000);
    assert!(info.hashfull <= 1000 && info.depth >= 1 && info.seldepth >= info.depth);
    let (end, _) = play_line(root, &info.pv, history);
    let Some((winner, plies)) = proven(info.value, root.to_move()) else { return };
    assert_eq!(end.outcome().and_then(Outcome::winner), Some(winner), "{info:?}");
    assert_eq!(info.pv.len(), plies, "{info:?}");
}

fn check_search<const N: usize>(seed: u64, plies: usize, limits: Limits, settings: Settings) {
    let (position, history) = random_position::<N>(seed, plies);
    let mut log = Log::default();
    let Settings { multi_pv: lines, threads, .. } = settings;
    let result = SizedSearch::<N>::new(4).run(&position, &history, limits, settings, &mut log);
    assert_eq!(log.done, std::slice::from_ref(&result));
    for info in &log.infos {
        check_info(&position, &history, info);
    }
    for pair in log.infos.windows(2) {
        assert!(pair[0].depth <= pair[1].depth && pair[0].nodes <= pair[1].nodes);
        assert!(pair[0].time <= pair[1].time);
    }
    // A helper thread can use the limit of positions before the first thread has searched every line.
    if threads == 1 || result.lines[0].depth > 1 {
        assert_eq!(result.lines.len(), lines.min(position.moves().len()));
    }
    assert_eq!(result.best, result.lines.first().map(|info| info.pv[0]));
    assert_eq!(&log.infos[log.infos.len() - result.lines.len()..], &result.lines);
    let mut firsts: Vec<_> = result.lines.iter().map(|info| info.pv[0]).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), result.lines.len(), "lines begin with different moves");
}

#[test]
fn reports_are_consistent() {
    for seed in 0..12 {
        check_search::<3>(seed, 8, Limits::depth(5), settings(1, 1));
        check_search::<4>(seed, 20, Limits::depth(5), settings(1, 3));
        check_search::<5>(seed, 30, Limits::nodes(20_000), settings(1, 1));
        check_search::<5>(seed, 40, Limits::nodes(20_000), settings(2, 2));
        check_search::<6>(seed, 50, Limits::nodes(20_000), settings(1, 1));
        check_search::<7>(seed, 40, Limits::nodes(5_000), settings(1, 1));
        check_search::<8>(seed, 60, Limits::nodes(5_000), settings(2, 9));
    }
}

/// The number of positions shows whether a search knows something of an earlier one.
#[test]
fn a_search_under_other_rules_knows_nothing_of_earlier_ones() {
    let (position, history) = random_position::<5>(3, 24);
    let mut other = [*position.rules(); 4];
    other[0].half_komi = HalfKomi::new(4).unwrap();
    other[1].reversible_plies = 50;
    other[2].pieces[Color::White].stones += 1;
    other[3].pieces[Color::Black].capstones += 1;
    let mut kept = SizedSearch::<5>::new(4);
    let run = |search: &mut SizedSearch<5>, position: &Position<5>| {
        search.run(position, &history, Limits::depth(5), settings(1, 1), &mut ())
    };
    let first = run(&mut kept, &position);
    assert_ne!(run(&mut kept, &position).nodes, first.nodes, "equal rules share the table");
    for rules in other {
        let position = position.with_rules(rules).unwrap();
        let alone = run(&mut SizedSearch::new(4), &position);
        let result = run(&mut kept, &position);
        assert_eq!((result.nodes, result.best), (alone.nodes, alone.best), "{rules:?}");
    }
}

/// After a repetition a third occurrence may draw, so that a win of an earlier search is no proof.
#[test]
fn a_win_from_the_table_is_no_proof_after_a_repetition() {
    let mut tried = 0;
    for seed in 0..400 {
        let (root, _) = random_position::<4>(seed, 26);
        let Some((history, again)) = repeated(&root) else { continue };
        let mut search = SizedSearch::<4>::new(4);
        let won =
            search.run(&root, &History::new(), Limits::nodes(20_000), settings(1, 1), &mut ());
        if !matches!(won.lines[0].value, Value::Win { plies: 3.. }) {
            continue;
        }
        tried += 1;
        let result = search.run(&again, &history, Limits::nodes(1), settings(1, 1), &mut ());
        assert!(
            !matches!(result.lines[0].value, Value::Win { plies: 3.. }),
            "seed {seed}: {result:?}"
        );
    }
    assert!(tried > 3, "{tried}");
}

/// The position after four moves of single stones that lead back to it, and the positions before.
fn repeated(root: &Position<4>) -> Option<(History, Position<4>)> {
    fn search(position: &Position<4>, keys: &mut Vec<u64>, goal: u64) -> Option<Position<4>> {
        if keys.len() == 4 {
            return (position.key() == goal).then(|| position.clone());
        }
        for mv in position.moves().into_iter().filter(|mv| !mv.is_placement()) {
            let after = position.after(mv);
            if after.outcome().is_some() || after.reversible_plies() == 0 {
                continue;
            }
            keys.push(position.key());
            if let Some(found) = search(&after, keys, goal) {
                return Some(found);
            }
            keys.pop();
        }
        None
    }
    let mut keys = Vec::new();
    let again = search(root, &mut keys, root.key())?;
    let mut history = History::new();
    keys.into_iter().for_each(|key| history.push(key));
    Some((history, again))
}

#[test]
fn proven_results_agree_with_exhaustive_search() {
    let mut decided = 0;
    for seed in 0..400 {
        let (position, history) = random_position::<4>(seed, 10 + seed as usize % 12);
        let found = search(&position, &history, Limits::depth(3)).lines[0].value;
        let shortest = [1, 3].into_iter().find(|&plies| wins(&position, plies));
        match (found, shortest) {
            (Value::Win { plies }, Some(shortest)) => assert_eq!(plies, shortest, "{seed}"),
            (Value::Win { plies }, None) => assert!(plies > 3, "{seed}"),
            (_, Some(shortest)) => panic!("win in {shortest} missed with seed {seed}: {found:?}"),
            (_, None) => {}
        }
        if let Value::Loss { plies } = found {
            assert!(loses(&position, plies), "{seed}");
        }
        decided += usize::from(shortest.is_some());
    }
    assert!(decided > 20, "{decided} wins");
}

/// A few plies before the draw by reversible plies, a filled table has wins that are too late, and any spread can
/// answer tak.
#[test]
fn proven_results_respect_the_rule_of_reversible_plies() {
    let (mut late, mut decided) = (0, 0);
    for seed in 0..1500 {
        let plies = 8 + seed as usize % 12;
        let (free, _) = random_position::<3>(seed, plies);
        let mut search = SizedSearch::<3>::new(1);
        let mut run = |root: &Position<3>| {
            let settings = settings(1, 1);
            search.run(root, &History::new(), Limits::depth(6), settings, &mut ()).lines[0].value
        };
        // Most random positions have no win, or an immediate one.
        let (Value::Win { plies: 3..=5 } | Value::Loss { plies: 2..=4 }) = run(&free) else {
            continue;
        };
        let left = 1 + seed as usize % 4;
        let rules = Rules {
            reversible_plies: (free.reversible_plies() + left) as u16,
            ..Rules::standard(3)
        };
        let (position, _) = random_position_by::<3>(rules, seed, plies);
        match run(&position) {
            Value::Win { plies } => assert!(plies > 5 || wins(&position, plies), "{seed}"),
            Value::Loss { plies } => assert!(plies > 4 || loses(&position, plies), "{seed}"),
            Value::CentiFlats(_) => {
                assert!(!wins(&position, 5) && !loses(&position, 4), "{seed}");
                late += 1;
                continue;
            }
        }
        decided += 1;
    }
    assert!(decided > 10 && late > 10, "{decided} decided, {late} only without the rule");
}

#[test]
fn equal_searches_give_equal_results() {
    let (position, history) = random_position::<6>(5, 24);
    let mut search = SizedSearch::<6>::new(8);
    let mut run = |limits: Limits| {
        search.clear();
        let mut log = Log::default();
        search.run(&position, &history, limits, settings(1, 1), &mut log);
        let trace: Vec<_> = log
            .infos
            .into_iter()
            // The search reports bounds only after some time.
            .filter(|info| info.bound == Bound::Exact)
            .map(|info| (info.depth, info.value, info.nodes, info.pv))
            .collect();
        trace
    };
    assert_eq!(run(Limits::depth(7)), run(Limits::depth(7)));
    for nodes in [1, 100, 3_000, 40_000] {
        let trace = run(Limits::nodes(nodes));
        assert_eq!(trace, run(Limits::nodes(nodes)));
        let visited = trace.last().map_or(0, |info| info.2);
        assert!(visited <= nodes.max(2000) + 1, "{visited} of {nodes}");
    }
}

#[test]
fn search_moves_restrict_the_root() {
    let (position, history) = random_position::<5>(3, 10);
    let moves = position.moves();
    let mut search = SizedSearch::<5>::new(4);
    let allowed = vec![moves[7], moves[3], moves[7], Move::from_bits(0x4000 | 63).unwrap()];
    let limits = Limits { search_moves: allowed.clone(), ..Limits::depth(4) };
    let result = search.run(&position, &history, limits, settings(1, 4), &mut ());
    assert_eq!(result.lines.len(), 2);
    assert!(result.lines.iter().all(|info| allowed.contains(&info.pv[0])));

    let none = Limits { search_moves: vec![allowed[3]], ..Limits::depth(2) };
    let result = search.run(&position, &history, none, settings(1, 1), &mut ());
    assert!(result.best.is_some_and(|mv| position.is_legal(mv)));
}

#[test]
fn only_an_analysis_looks_for_a_threat() {
    let root = position::<5>("212S,121C,1,1,1/x3,1,x/x,1,2C,1,x/2,2,2,x2/x,2,x,1S,x 2 13");
    let analysis = Limits::nodes(20_000);
    let clocks = Limits { time: ByColor([Some(EVER); 2]), ..analysis.clone() };
    let threat = |limits| search(&root, &History::new(), limits).threat;
    assert!(threat(analysis).is_some_and(|threat| threat.moves == 2));
    assert_eq!(threat(clocks), None);
}

#[test]
fn a_finished_game_has_no_move() {
    for tps in ["1,1,1/2,2,x/x3 2 4", "1,2,1/2,1S,2/1,2,1 2 6"] {
        let finished = position::<3>(tps);
        assert!(finished.outcome().is_some(), "{tps}");
        let mut log = Log::default();
        let (history, limits) = (History::new(), Limits::default());
        let result =
            SizedSearch::<3>::new(1).run(&finished, &history, limits, settings(1, 1), &mut log);
        assert_eq!(result, SearchResult::default());
        assert_eq!((log.infos.len(), log.done.len()), (0, 1));
    }
}

/// Sends the depth of each report, and the result.
struct Channel(Sender<u32>, Sender<SearchResult>);

impl Reporter for Channel {
    fn info(&mut self, info: &Info) {
        let _ = self.0.send(info.depth);
    }

    fn done(&mut self, result: &SearchResult) {
        let _ = self.1.send(result.clone());
    }
}

#[test]
fn an_infinite_search_ends_at_stop() {
    let (position, history) = random_position::<6>(1, 12);
    let mut search = SizedSearch::<6>::new(8);
    for threads in [1, 2] {
        let ((depths, reached), (results, receiver)) = (channel(), channel());
        let limits = Limits { infinite: true, depth: Some(1), nodes: Some(1), ..Limits::default() };
        let reporter = Box::new(Channel(depths, results));
        let root = position.clone();
        spawn(search.task(root, history.clone(), limits, settings(threads, 1), reporter));
        while reached.recv_timeout(EVER).unwrap() < 2 {}
        let early = receiver.recv_timeout(Duration::from_millis(300));
        assert!(early.is_err(), "the search must continue");
        search.stop();
        let result = receiver.recv_timeout(EVER).unwrap();
        assert!(result.best.is_some_and(|mv| position.is_legal(mv)));
        assert!(result.lines[0].depth > 1 && result.lines[0].bound == Bound::Exact);
        search.wait();
        assert!(receiver.try_recv().is_err(), "expected one result");
    }
}

#[test]
fn an_immediate_stop_gives_a_move() {
    let (position, history) = random_position::<8>(9, 40);
    let mut search = SizedSearch::<8>::new(1);
    for _ in 0..20 {
        let ((depths, reached), (results, receiver)) = (channel(), channel());
        let (limits, reporter) = (Limits::default(), Box::new(Channel(depths, results)));
        let root = position.clone();
        spawn(search.task(root, history.clone(), limits, settings(1, 1), reporter));
        search.stop();
        let result = receiver.recv_timeout(EVER).unwrap();
        assert!(reached.try_recv().is_ok() && result.best.is_some_and(|mv| position.is_legal(mv)));
    }
}

#[test]
fn a_stop_before_the_search_is_not_lost() {
    let (position, history) = random_position::<6>(3, 20);
    let mut search = SizedSearch::<6>::new(1);
    let mut run = |limits| search.run(&position, &history, limits, settings(1, 1), &mut ());
    let unstopped = run(Limits::nodes(20_000));
    assert!(unstopped.nodes >= 20_000);
    let limits = Limits::default();
    limits.stopper.stop();
    let stopped = run(limits);
    assert!(stopped.best.is_some_and(|mv| position.is_legal(mv)));
    assert!(stopped.nodes < 5_000, "{}", stopped.nodes);
    assert!(run(Limits::nodes(20_000)).nodes >= 20_000, "a stop ends only one search");
}

/// A game goes on as an announced win says. Searches that have no time find the rest of it in the table.
#[test]
fn an_announced_win_is_not_lost_without_time() {
    let puzzles =
        include_str!("../data/forced/5x5.tsv").lines().filter(|line| line.starts_with('5'));
    let mut recalled = 0;
    for puzzle in puzzles.step_by(4) {
        let mut position = position::<5>(puzzle.split('\t').nth(4).unwrap());
        let mut history = History::new();
        let mut search = SizedSearch::<5>::new(4);
        let settings = Settings { proofs: Proofs::None, ..settings(1, 1) };
        let mut run = |position: &Position<5>, history: &History, nodes| {
            let result = search.run(position, history, Limits::nodes(nodes), settings, &mut ());
            result.lines[0].clone()
        };
        let mut line = run(&position, &history, 20_000);
        while let Value::Win { plies } = line.value
            && plies > 2
        {
            (position, history) = play_line(&position, &line.pv[..2], &history);
            line = run(&position, &history, 1);
            check_info(&position, &history, &line);
            assert_eq!(line.value, Value::Win { plies: plies - 2 }, "{puzzle}");
            recalled += 1;
        }
    }
    assert!(recalled >= 10, "{recalled}");
}

/// The solver keeps the proof of an announced win: the first iteration after any reply plays on.
#[test]
fn an_announced_road_is_not_lost_without_time_after_any_reply() {
    let puzzles =
        include_str!("../data/forced/5x5.tsv").lines().filter(|line| line.starts_with('5'));
    let mut random = random(9);
    let mut delivered = 0;
    for puzzle in puzzles.step_by(4) {
        let mut position = position::<5>(puzzle.split('\t').nth(4).unwrap());
        let mut search = SizedSearch::<5>::new(4);
        let mut run = |position: &Position<5>, limits| {
            search.run(position, &History::new(), limits, settings(1, 1), &mut ()).lines[0].clone()
        };
        let mut line = run(&position, Limits::nodes(20_000));
        while let Value::Win { plies } = line.value
            && plies > 2
        {
            position = position.after(line.pv[0]);
            let replies = position.moves();
            position = position.after(replies[random.random_range(0..replies.len())]);
            line = run(&position, Limits { depth: Some(1), ..Limits::movetime(EVER) });
            let is_sooner =
                matches!(line.value, Value::Win { plies: sooner } if sooner <= plies - 2);
            assert!(is_sooner, "{line:?} in {puzzle}");
            delivered += 1;
        }
    }
    assert!(delivered >= 10, "{delivered}");
}

/// Short searches announce wins too, some of them by captures below their depth. Searches with the time for a single root
/// move play on after any replies.
#[test]
fn a_win_of_a_short_search_is_not_lost_without_time() {
    let puzzles =
        include_str!("../data/forced/6x6.tsv").lines().filter(|line| line.starts_with('6'));
    let mut random = random(5);
    let mut delivered = 0;
    for (puzzle, depth) in puzzles.flat_map(|puzzle| [(puzzle, 1), (puzzle, 3)]) {
        let start = position::<6>(puzzle.split('\t').nth(4).unwrap());
        let mut search = SizedSearch::<6>::new(4);
        let mut run = |position: &Position<6>, limits| {
            search.run(position, &History::new(), limits, settings(1, 1), &mut ()).lines[0].clone()
        };
        let announced = run(&start, Limits { depth: Some(depth), ..Limits::movetime(EVER) });
        let Value::Win { plies: plies @ 3.. } = announced.value else { continue };
        let won = start.after(announced.pv[0]);
        for reply in won.moves() {
            let mut game = won.after(reply);
            let mut played = 2;
            while game.outcome().is_none() && played < plies {
                let moves = match played % 2 {
                    0 => vec![run(&game, Limits::movetime(Duration::ZERO)).pv[0]],
                    _ => game.moves(),
                };
                game = game.after(moves[random.random_range(0..moves.len())]);
                played += 1;
            }
            let winner = game.outcome().and_then(Outcome::winner);
            assert_eq!(winner, Some(start.to_move()), "{announced:?}, {reply:?} in {puzzle}");
            delivered += 1;
        }
    }
    assert!(delivered >= 1000, "{delivered}");
}

/// Searches of late positions share a small table; their games moved pieces back and forth. Every proven result has a
/// line that ends in the win by the rules, including repetitions, and the solver does not exclude it.
#[test]
fn proven_results_hold_with_the_history_of_the_game() {
    let mut random = random(77);
    let mut search = SizedSearch::<4>::new(1);
    let mut solver = SizedSolver::<4>::new(16);
    let mut found = 0;
    for game in 0..40 {
        let (mut position, mut history) = random_position::<4>(1000 + game, 36);
        for _ in 0..6 {
            let mut moves = Vec::new();
            position.generate_spreads(&mut moves);
            let Some(&mv) = moves.get(random.random_range(0..moves.len().max(1))) else { break };
            let after = position.after(mv);
            if after.outcome().is_some() {
                break;
            }
            history.push(position.key());
            position = after;
        }
        if position.outcome_with(&history).is_some() {
            continue;
        }
        let result =
            search.run(&position, &history, Limits::nodes(10_000), settings(2, 1), &mut ());
        let line = &result.lines[0];
        let Some((winner, plies)) = proven(line.value, position.to_move()) else { continue };
        found += 1;
        let (end, before) = play_line(&position, &line.pv, &history);
        let outcome = end.outcome_with(&before);
        assert_eq!(outcome.and_then(Outcome::winner), Some(winner), "{line:?}");
        assert_eq!(line.pv.len(), plies);
        if winner == position.to_move() {
            let question = Question { moves: Some(plies.div_ceil(2) as u32), ..Question::win() };
            let budget = Budget::nodes(50_000);
            let answer = solver.solve(&position, &history, question, &budget, &mut |_| {});
            assert!(!matches!(answer, Answer::Disproven(_)), "{line:?}");
        }
    }
    assert!(found >= 2, "{found}");
}

#[test]
fn komi_decides_flat_games() {
    // White fills the last square and leads by two flats. No road is possible.
    let tps = "1,2,1/2S,1S,2/1,2S,x 1 6";
    for (half_komi, wins) in [(-3, true), (0, true), (3, true), (4, false), (7, false)] {
        let rules = Rules::standard(3).with_komi(HalfKomi::new(half_komi).unwrap());
        let position = position_with::<3>(tps, rules);
        let result = search(&position, &History::new(), Limits::depth(1));
        let won = result.lines[0].value == Value::Win { plies: 1 };
        assert_eq!(won, wins, "{half_komi}: {:?}", result.lines[0]);
    }
}

/// The best line of both players moves stacks back and forth until a position repeats.
#[test]
fn one_repetition_within_the_search_is_a_draw() {
    let rules = Rules {
        pieces: ByColor::new(
            Reserve { stones: 3, capstones: 1 },
            Reserve { stones: 7, capstones: 1 },
        ),
        ..Rules::standard(3).with_komi(HalfKomi::new(1).unwrap())
    };
    let root = position_with::<3>("2S,x,122/2,2S,21C/x,x,1 1 30", rules);
    let history = History::new();
    let result = search(&root, &history, Limits::depth(6));
    let line = &result.lines[0];
    assert_eq!(line.value, Value::CentiFlats(0));
    let (end, before) = play_line(&root, &line.pv, &history);
    assert_eq!(before.repetitions(&end), 1, "{:?}", line.pv);
}

/// Number of positions of a search of one ply.
fn nodes_of_a_ply<const N: usize>(seed: u64) -> u64 {
    let (position, history) = random_position::<N>(seed, 40 + seed as usize % 60);
    search(&position, &history, Limits::depth(1)).nodes
}

/// Sequences of captures and answers to tak below the leaves are limited.
#[test]
fn sequences_below_the_leaves_are_limited() {
    let most = (0..300)
        .map(|seed| {
            [nodes_of_a_ply::<4>(seed), nodes_of_a_ply::<5>(seed), nodes_of_a_ply::<6>(seed)]
        })
        .fold([0; 3], |most, nodes| [0, 1, 2].map(|size| most[size].max(nodes[size])));
    assert!(most.iter().all(|&nodes| nodes < 5000), "{most:?}");
}

/// White's flats in the a-file make tak. Black's stacks answer next to them and open the next gap. Each flat has several
/// answers, and the sequence ends only when the reserve is empty. (From self-play: the first iteration never ended.)
#[test]
fn sequences_of_tak_and_answers_end() {
    let positions = [
        "x,2,2,2,2,x,21,x/22221,2,1,2,x,2,12,12S/22221,2,1,2,1,1S,2,x/221,2,2,1,221C,2,2,2C/221,2,1,x,1C,x,2,x/\
         1,1,1,11,12C,2,x2/x2,1,x,1,x,1S,x/x2,1,x5 2 42",
        "2,2,2,2,2,x,21,x/22221,2,1,2,x,2,12,12S/22221,2,1,2,1,1S,2,x/221,2,2,1,221C,2,2,2C/221,2,1,x,1C,x,2,x/\
         1,1,1,11,12C,2,x2/x2,1,x,1,x,1S,x/x2,1,x5 1 43",
    ];
    for tps in positions {
        let position =
            position_with::<8>(tps, Rules::standard(8).with_komi(HalfKomi::new(4).unwrap()));
        let result = search(&position, &History::new(), Limits::nodes(500));
        assert!(result.best.is_some() && result.nodes < 8000, "{tps}: {}", result.nodes);
    }
}

#[test]
fn a_soft_limit_completes_the_iteration() {
    let (position, history) = random_position::<5>(11, 14);
    for soft in [1, 300, 5000] {
        let mut log = Log::default();
        let limits = Limits { soft_nodes: Some(soft), ..Limits::default() };
        assert!(!limits.is_open_ended());
        let mut search = SizedSearch::<5>::new(4);
        let result = search.run(&position, &history, limits, settings(1, 1), &mut log);
        assert!(result.nodes >= soft, "{soft}: {}", result.nodes);
        // The previous iteration needed fewer positions.
        let before = log.infos.iter().filter(|info| info.depth < result.lines[0].depth);
        assert!(before.map(|info| info.nodes).max().unwrap_or(0) < soft, "{soft}");
        // The last iteration is complete: a search of this depth gives the same result.
        let whole = self::search(&position, &history, Limits::depth(result.lines[0].depth));
        assert_eq!((whole.nodes, whole.best), (result.nodes, result.best), "{soft}");
    }
}

/// Clients keep the deepest line of a move. A bound with the depth of an incomplete iteration would hide the last exact
/// line.
#[test]
fn bounds_have_the_depth_of_the_last_exact_line() {
    let mut bounds = 0;
    for seed in 0..8 {
        let (position, history) = random_position::<6>(seed, 12);
        let (limits, mut log) = (Limits::nodes(60_000), Log::default());
        // An earlier start, because the search reports bounds only after some time.
        let start = limits.start.checked_sub(Duration::from_secs(60)).unwrap();
        let limits = Limits { start, ..limits };
        SizedSearch::new(8).run(&position, &history, limits, settings(1, 1), &mut log);
        let mut exact = 0;
        for info in &log.infos {
            if info.bound == Bound::Exact {
                exact = info.depth;
            } else {
                assert_eq!(info.depth, exact);
                bounds += 1;
            }
        }
    }
    assert!(bounds > 0, "expected a bound");
}
