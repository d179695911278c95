//! The suites of forced roads and of wins on flats, and how a search does with them.
//!
//! Half of each is held out: the tests check its rows too, but show none of them when they fail.

use crate::program::{file, outputs};
use crate::tactics::{BOOK, board, data, suite};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::thread;
use stonefall_engine::eval::Value;
use stonefall_engine::game::Search;
use stonefall_engine::search::{Bound, Limits, Settings};
use stonefall_tools::puzzles::{Aim, Collection, Kind, Miner, Puzzle, read_puzzles};

/// Rows of the working half of each size that are searched.
const SEARCHED: usize = 12;

/// The two halves, by folder.
const HALVES: [&str; 2] = ["", "heldout"];
const SIZES: [usize; 3] = [5, 6, 7];

fn table(suite: &str, half: &str, size: usize) -> String {
    let path = data(suite).join(half).join(format!("{size}x{size}.tsv"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The lines behind the heads of the columns.
fn rows(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#')).skip(1)
}

/// Every row of a suite is a position in which there is something to win, and not at once; no two are
/// images of each other, nor of a row of `other`. Returns the numbers of rows by size and length,
/// for each half.
fn check(suite: &str, other: Vec<Puzzle>) -> Vec<BTreeMap<(usize, u32), usize>> {
    let mut collection = Collection::default();
    for puzzle in other {
        collection.add(puzzle);
    }
    let mut games = BTreeSet::new();
    let half = |half: &&str| {
        let mut counts = BTreeMap::new();
        let mut here = BTreeSet::new();
        for size in SIZES {
            let text = table(suite, half, size);
            let puzzles = read_puzzles(&text).unwrap();
            assert_eq!(puzzles.len(), rows(&text).count());
            for (line, puzzle) in rows(&text).zip(puzzles) {
                assert!(puzzle.to_string() == line && puzzle.tps.size == size);
                let win = puzzle.game().unwrap().winning_move();
                assert_eq!(win, None, "a win in one on {size}x{size}");
                let game = puzzle.source.split([' ', ',']).nth(2).unwrap().to_owned();
                assert!(!games.contains(&game), "both halves have positions of {game}");
                here.insert(game);
                *counts.entry((size, puzzle.aim.length)).or_default() += 1;
                assert!(collection.add(puzzle), "symmetric positions on {size}x{size}");
            }
        }
        games.append(&mut here);
        counts
    };
    HALVES.iter().map(half).collect()
}

#[test]
fn the_forced_roads_are_many_and_new() {
    let halves = check("forced", suite());
    let of_size = |size| -> usize {
        let counts = halves.iter().flatten().filter(|((found, _), _)| *found == size);
        counts.map(|(_, count)| count).sum()
    };
    for (size, least) in LEAST_ROADS {
        assert!(of_size(size) >= least, "{halves:?}");
    }
    for size in [5, 6] {
        for moves in 2..=5 {
            let count: usize = halves.iter().map(|half| half[&(size, moves)]).sum();
            assert!(count >= 60, "{size}x{size}, {moves} moves: {count}");
        }
    }
    assert!(SIZES.map(of_size).iter().sum::<usize>() >= 1000, "{halves:?}");
    assert!(halves.iter().flatten().all(|((_, moves), _)| (2..=5).contains(moves)), "{halves:?}");
}

/// Forced roads of each size. Those of 7x7 take longest to find.
const LEAST_ROADS: [(usize, usize); 3] = [(5, 350), (6, 350), (7, 200)];

#[test]
fn the_endgames_are_many() {
    let halves = check("flats", Vec::new());
    for half in &halves {
        assert!(half.keys().all(|(_, plies)| (5..=9).contains(plies)), "{halves:?}");
        assert!(half.values().sum::<usize>() >= 150, "{halves:?}");
    }
}

/// Some rows of the working half of each size, from the easiest to the hardest; all of `tactics`.
fn some(suite: &str, size: usize) -> Vec<Puzzle> {
    if suite == "tactics" {
        return self::suite().into_iter().filter(|puzzle| puzzle.tps.size == size).collect();
    }
    let all = read_puzzles(&table(suite, HALVES[0], size)).unwrap();
    let (count, searched) = (all.len(), SEARCHED.min(all.len()));
    (0..searched).map(|index| all[(2 * index + 1) * count / (2 * searched)].clone()).collect()
}

/// Whether a search from an empty table plays the first move of a road, or announces a win on flats.
fn solves(search: &mut Search, puzzle: &Puzzle, nodes: u64) -> bool {
    search.clear();
    let game = puzzle.game().unwrap();
    let result = search.run(&game, Limits::nodes(nodes), Settings::default(), &mut ());
    let line = &result.lines[0];
    assert!(!matches!(line.value, Value::Loss { .. }), "{}", puzzle.tps);
    match puzzle.aim.kind {
        Kind::Road => result.best == puzzle.key(),
        Kind::Flats => matches!(line.value, Value::Win { .. }) && line.bound != Bound::Upper,
    }
}

#[test]
fn the_search_finds_what_it_has_found_before() {
    let recorded = fs::read_to_string(data("suites_solved.tsv")).unwrap();
    for line in rows(&recorded) {
        let columns: Vec<_> = line.split('\t').collect();
        let [suite, size, nodes, least] = columns[..] else { panic!("{line}") };
        let puzzles = some(suite, size.parse().unwrap());
        let (nodes, least): (u64, usize) = (nodes.parse().unwrap(), least.parse().unwrap());
        let count = |half: &[Puzzle]| {
            let mut search = Search::new(8);
            half.iter().filter(|puzzle| solves(&mut search, puzzle, nodes)).count()
        };
        let (one, other) = puzzles.split_at(puzzles.len() / 2);
        let found = thread::scope(|scope| {
            let one = scope.spawn(|| count(one));
            count(other) + one.join().unwrap()
        });
        assert!(found >= least, "{suite}, {size}x{size}: {found} are found, {least} were before");
    }
}

fn puzzles(arguments: &[&str]) -> (String, String) {
    outputs(&[&["puzzles"], arguments].concat())
}

const ROADS: &str = "size\thalf_komi\tmoves\teffort\ttps\tline\tsource\n";

#[test]
fn bad_tables_are_refused() {
    let over = "x4/1,1,1,1/2,2,x2/2,x3 2 6";
    for (text, complaint) in [
        ("# a remark\n4\t0\n".to_owned(), "line 2: expected the column names"),
        (ROADS.to_owned(), "found no rows"),
        (format!("{ROADS}4\t0\n"), "line 2: expected 7 columns, found 2"),
        (format!("{ROADS}4\t0\t2\t-\t{over}\ta4\t-\n"), "line 2: expected a position to move in"),
        (format!("{ROADS}4\t0\t2\t-\t{BOOK}\ta1\t-\n"), "line 2: move a1"),
        (format!("{ROADS}4\t0\t2\t-\t{BOOK}\t\t-\n"), "line 2: expected a line"),
    ] {
        let found = read_puzzles(&text).unwrap_err();
        assert!(found.contains(complaint), "{found}");
    }
    assert!(puzzles(&["--nodes", "500"]).1.contains("--from"));
}

#[test]
fn tables_with_a_byte_order_mark_are_read() {
    let text = table("forced", HALVES[0], 5);
    let columns = text.lines().find(|line| !line.starts_with('#')).unwrap();
    let row = rows(&text).next().unwrap();
    for start in ["", "# a remark\n"] {
        let found = read_puzzles(&format!("\u{feff}{start}{columns}\n{row}\n")).unwrap();
        assert_eq!(found[0].to_string(), row);
    }
}

#[test]
fn a_row_without_themes_keeps_its_level() {
    let columns = ROADS.replace("source", "source\trating\tlevel\tthemes");
    let row = format!("4\t0\t2\t-\t{BOOK}\ta4\t-\t1500\t7");
    let found = read_puzzles(&format!("{columns}{row}\n")).unwrap();
    assert_eq!(found[0].to_string(), format!("{row}\t"));
}

/// The end of a game of self-play, won by White on flats.
const END: &str = "1,1,1,2S,1/1,221,1,x2/12112,2,2111112C,221,2/1,x2,212S,22221C/1,x,2,x2 1 34";

#[test]
fn endgames_are_found_in_games() {
    let ptn = format!(
        "[Komi \"2\"]\n[TPS \"{END}\"]\n34. Sd4 e3+ 35. e3 F-0\n\n[TPS \"{BOOK}\"]\n7. -- a4 8. b4 b3+ 0-R\n"
    );
    let path = file("flats.ptn", &ptn);
    let out = Path::new(&path).with_file_name("flats-found");
    let arguments =
        ["--from", &path, "--flats", "--json", "--restart", "--out", out.to_str().unwrap()];
    let (text, complaint) = puzzles(&arguments);
    assert!(complaint.contains("1 endgame found in 2 games: 1 with 3 plies to go"), "{complaint}");
    let found: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&found[0]["tps"], &found[0]["plies_to_end"]), (&END.into(), &3.into()));
    let table = fs::read_to_string(out.with_extension("tsv")).unwrap();
    let line = rows(&table).next().unwrap();
    let puzzle = &read_puzzles(&table).unwrap()[0];
    assert_eq!(
        (puzzle.to_string(), puzzle.aim),
        (line.to_owned(), Aim { kind: Kind::Flats, length: 3 })
    );

    let mut miner = Miner::new(Kind::Flats, 20_000);
    assert!(miner.win(&board(BOOK), 5).is_none(), "a forced road");
    assert!(miner.win(&board("x,212,x2/2,1,1,x/x,1,2,2/x,1,x2 2 7"), 5).is_none(), "a win in one");
    let several =
        "x,221S,21,x,2/2,2,21S,1S,2/2,1,x,12S,2S/1,2,1S,1112C,1112112/1,221C,21,2S,1 2 29";
    assert!(miner.win(&board(several), 5).is_none(), "several moves win");
    assert!(miner.win(&board(END), 3).is_some());
    assert!(puzzles(&["--from", &path, "--flats", "--min-moves", "3"]).1.contains("found both"));
}
