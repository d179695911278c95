//! The search from the view of its callers: results, lines, limits, reproducibility.

use crate::tests::common::{position, position_with, random, tps};
use crate::tests::exhaustive::{loses, wins};
use crate::tests::positions::undoing;
use rand::RngExt;
use std::time::Duration;
use stonefall_engine::board::{History, Outcome, Position};
use stonefall_engine::eval::Value;
use stonefall_engine::search::proof::{Answer, Budget, Question, SizedSolver};
use stonefall_engine::search::{
    Bound, Info, Limits, Proofs, Reporter, SearchResult, Settings, SizedSearch,
};
use stonefall_engine::types::{ByColor, Color, HalfKomi, Move, Reserve, Rules};

/// A time limit that no test reaches.
pub const EVER: Duration = Duration::from_secs(100);

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
pub fn random_position<const N: usize>(seed: u64, plies: usize) -> (Position<N>, History) {
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

pub fn settings(threads: usize, multi_pv: usize) -> Settings {
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
    for seed in 0.. {
        if tried > 1 {
            break;
        }
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
}

/// The position after a stone of each player has gone to and fro, and the positions before.
fn repeated(root: &Position<4>) -> Option<(History, Position<4>)> {
    let steps = |position: &Position<4>| {
        position.moves().into_iter().filter_map(|mv| Some((mv, undoing(mv)?))).collect::<Vec<_>>()
    };
    let of_both = steps(root).into_iter().flat_map(|(own, own_back)| {
        let others = steps(&root.after(own)).into_iter();
        others.map(move |(other, other_back)| [own, other, own_back, other_back])
    });
    of_both.into_iter().find_map(|line| {
        let (mut again, mut history) = (root.clone(), History::new());
        for mv in line {
            if again.outcome().is_some() || !again.is_legal(mv) {
                return None;
            }
            history.push(again.key());
            again.play(mv, &mut ());
        }
        (again.key() == root.key()).then_some((history, again))
    })
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

/// The positions of the suite of forced roads on 5x5 or 6x6.
fn forced<const N: usize>() -> impl Iterator<Item = Position<N>> {
    let table = match N {
        5 => include_str!("../data/forced/5x5.tsv"),
        _ => include_str!("../data/forced/6x6.tsv"),
    };
    let rows: Vec<_> = table.lines().filter(|line| line.starts_with(char::is_numeric)).collect();
    let roots: Vec<_> =
        rows.into_iter().map(|row| position::<N>(row.split('\t').nth(4).unwrap())).collect();
    roots.into_iter()
}

/// A game goes on as an announced win says, by searches of one iteration, without time, or stopped before they begin: the
/// table keeps the announced line, and the solver keeps the proof, which has an answer to any reply.
#[test]
fn an_announced_win_is_not_lost_without_time() {
    let one_iteration = || Limits { depth: Some(1), ..Limits::movetime(EVER) };
    let one_node = || Limits::nodes(1);
    let no_time = || Limits::movetime(Duration::ZERO);
    let stopped = || {
        let limits = Limits::default();
        limits.stopper.stop();
        limits
    };
    let every_proof = Settings::default().proofs;
    for (proofs, limits) in [
        (Proofs::None, &one_node as &dyn Fn() -> Limits),
        (every_proof, &one_iteration),
        (every_proof, &no_time),
        (every_proof, &stopped),
    ] {
        let mut random = random(9);
        let mut played = 0;
        for root in forced::<5>().step_by(4) {
            let (mut position, mut history) = (root.clone(), History::new());
            let mut search = SizedSearch::<5>::new(4);
            let settings = Settings { proofs, ..settings(1, 1) };
            let mut run = |position: &Position<5>, history: &History, limits| {
                search.run(position, history, limits, settings, &mut ()).lines[0].clone()
            };
            let mut line = run(&position, &history, Limits::nodes(20_000));
            while let Value::Win { plies } = line.value
                && plies > 2
            {
                let replies = position.after(line.pv[0]).moves();
                let any = replies[random.random_range(0..replies.len())];
                let reply = if proofs == Proofs::None { line.pv[1] } else { any };
                (position, history) = play_line(&position, &[line.pv[0], reply], &history);
                line = run(&position, &history, limits());
                check_info(&position, &history, &line);
                let Value::Win { plies: left } = line.value else {
                    panic!("{line:?}, {}", tps(&root))
                };
                assert!(
                    left == plies - 2 || reply == any && left < plies,
                    "{line:?}, {}",
                    tps(&root)
                );
                played += 1;
            }
        }
        assert!(played >= 10, "{played}");
    }
}

/// Short searches announce wins too, some of them by captures below their depth. Searches with the time for a single root
/// move play on after any replies.
#[test]
fn a_win_of_a_short_search_is_not_lost_without_time() {
    let mut random = random(5);
    let mut delivered = 0;
    for (start, depth) in forced::<6>().flat_map(|start| [(start.clone(), 1), (start, 3)]) {
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
            assert_eq!(winner, Some(start.to_move()), "{announced:?}, {reply:?}: {}", tps(&start));
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

/// Sequences of captures and answers to tak below the leaves are limited.
#[test]
fn sequences_below_the_leaves_are_limited() {
    fn check<const N: usize>() {
        for seed in 0..300 {
            let (position, history) = random_position::<N>(seed, 40 + seed as usize % 60);
            let nodes = search(&position, &history, Limits::depth(1)).nodes;
            assert!(nodes < 5000, "{nodes} in {}", tps(&position));
        }
    }
    check::<4>();
    check::<5>();
    check::<6>();
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

#[test]
fn preparation_does_not_change_a_search() {
    let (position, history) = random_position::<5>(11, 14);
    let search = |prepared: bool| {
        let mut search = SizedSearch::<5>::new(4);
        if prepared {
            search.prepare(&position);
            search.prepare(&position);
        }
        let result = search.run(&position, &history, Limits::nodes(5000), settings(1, 1), &mut ());
        (
            result.nodes,
            result.best,
            result.lines.into_iter().map(|info| info.pv).collect::<Vec<_>>(),
        )
    };
    assert_eq!(search(true), search(false));
}

#[test]
fn a_soft_limit_completes_the_least_depth() {
    let (position, history) = random_position::<5>(11, 14);
    let search = |limits| self::search(&position, &history, limits);
    for depth in [3, 5] {
        let limits = Limits { soft_nodes: Some(1), soft_depth: depth, ..Limits::default() };
        let (soft, whole) = (search(limits.clone()), search(Limits::depth(depth)));
        assert_eq!((soft.nodes, soft.best), (whole.nodes, whole.best), "{depth}");
        // The largest number of positions holds.
        let few = search(Limits { nodes: Some(whole.nodes / 2), ..limits });
        assert!(few.nodes < whole.nodes, "{depth}: {}", few.nodes);
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
