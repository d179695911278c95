//! Puzzles out of games, and the tactical suite.

use crate::common::position;
use crate::games::{playtak, random_row};
use crate::program::{file, outputs, path, run};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use stonefall_engine::PtnGame;
use stonefall_engine::board::{Outcome, Symmetry, WinReason};
use stonefall_engine::eval::Value;
use stonefall_engine::game::{Game, Solver};
use stonefall_engine::notation::{Tps, parse_tps};
use stonefall_engine::search::Level;
use stonefall_engine::search::proof::{Answer, Budget, Goal, Question};
use stonefall_engine::types::{Color, Rules};
use stonefall_learn::records::{GameRecord, Ply};
use stonefall_tools::puzzles::{
    Collection, Kind, Miner, Puzzle, Theme, read_puzzles, write_puzzles,
};

/// The eighth puzzle of the companion book: a4 and nothing else.
pub const BOOK: &str = "x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7";

fn json(arguments: &[&str]) -> (serde_json::Value, String) {
    let (text, complaint) = outputs(&[&["puzzles", "--json", "--from"], arguments].concat());
    (serde_json::from_str(&text).unwrap_or_default(), complaint)
}

#[test]
fn puzzles_are_found_in_ptn() {
    let image = position::<4>(BOOK).image(Symmetry::ALL[5]).unwrap();
    let text = format!(
        "[Size \"4\"]\n1. a1 d4 2. a1 *\n\n\
         [Player1 \"Ann\"]\n[Player2 \"Bob\"]\n[TPS \"{BOOK}\"]\n7. -- a4 8. b4 b3+\n\n\
         [TPS \"{}\"]\n{{the same from another side}} *\n\n\
         [Size \"5\"]\n1. a1 e5 2. c3 c2 3. d3 *\n",
        Tps::new(&image)
    );
    let path = file("puzzles.ptn", text.as_bytes());
    let (_, complaint) = json(&[&path, "--out", path.trim_end_matches(".ptn")]);
    assert!(complaint.contains("expected another file than the input"), "{complaint}");
    let out = Path::new(&path).with_file_name("found");
    let (found, complaint) = json(&[path.as_str(), "--restart", "--out", out.to_str().unwrap()]);
    let puzzles = found.as_array().unwrap();
    assert_eq!(puzzles.len(), 1, "{found}");
    assert_eq!((&puzzles[0]["key_move"], &puzzles[0]["moves_to_win"]), (&"a4".into(), &2.into()));
    assert_eq!(puzzles[0]["source"], "puzzles.ptn: game 2 (Ann - Bob), ply 0");
    assert!(complaint.contains("game 1: line 2, column 13: move a1"), "{complaint}");
    assert!(complaint.contains("1 puzzle found in 4 games: 1 in 2 moves"), "{complaint}");

    // The program reads its own table.
    let table = fs::read_to_string(out.with_extension("tsv")).unwrap();
    let line = table.lines().find(|line| line.starts_with("4\t")).unwrap();
    assert_eq!(read_puzzles(&table).unwrap()[0].to_string(), line);
    let text = fs::read_to_string(out.with_extension("ptn")).unwrap();
    let games: Vec<_> = PtnGame::read_all(&text).collect();
    // Files have symmetric positions as well.
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].problems(), []);
    assert_eq!(games[0].tag("Event"), Some("Black to move wins in 2 moves"));
    for line in 0..games[0].lines().len() {
        Game::replay(&games[0], line, None).unwrap();
    }
}

#[test]
fn puzzles_are_found_in_records() {
    let mut game = GameRecord::new(4, Rules::standard(4));
    game.start = Some(Tps::new(&position::<4>(BOOK)));
    let mv = stonefall_engine::notation::parse_move("a4").unwrap();
    game.plies.push(Ply { mv, score: Some(Value::Win { plies: 3 }) });
    let mut bytes = game.to_bytes();
    bytes.extend(b"torn");
    let path = file("puzzles.takg", &bytes);
    let (found, complaint) = json(&[path.as_str()]);
    assert_eq!(found[0]["source"], "puzzles.takg: game 1, ply 0");
    assert!(complaint.contains("4 bytes at byte"), "{complaint}");
    assert_eq!(json(&[path.as_str(), "--min-moves", "3"]).0.as_array().unwrap().len(), 0);
    let (_, complaint) = json(&[path.as_str(), "--min-moves", "4", "--max-moves", "3"]);
    assert!(complaint.contains("found 4 and 3"), "{complaint}");
    assert!(json(&["no such file"]).1.contains("no such file: "));
}

/// A game from the position of the book, or an image of it, in which a player of this rating misses the win.
fn missed(symmetry: Symmetry, name: &str, rating: u16) -> String {
    let tps = Tps::new(&position::<4>(BOOK).image(symmetry).unwrap());
    let rules = Rules::standard(4);
    let game = Game::from_tps(&tps, rules).unwrap();
    // A wall completes no road.
    let bad = game.moves().into_iter().find(|&mv| game.spelling(mv).starts_with('S'));
    let mut ptn = PtnGame::default();
    for player in 1..=2 {
        ptn.set_tag(&format!("Player{player}"), &format!("{name}{player}"));
        ptn.set_tag(&format!("Rating{player}"), &rating.to_string());
    }
    ptn.set_up(4, &rules, Some(&tps));
    ptn.main_mut().push(game.write_ply(bad.unwrap()));
    ptn.to_string() + "\r\n"
}

#[test]
fn ratings_of_those_who_missed_a_win_measure_its_difficulty() {
    let games = missed(Symmetry::ALL[0], "Ann", 1400) + &missed(Symmetry::ALL[5], "Ben", 1600);
    let source = file("missed.ptn", games);
    let database = path("missed.db");
    let database = database.to_str().unwrap();
    run(&["games", "add", database, &source]);
    for file in [source.as_str(), database] {
        let (found, _) = json(&[file]);
        assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
        assert_eq!(
            (&found[0]["missed"], &found[0]["rating"]),
            (&2.into(), &1500.into()),
            "{found}"
        );
        let mover = if found[0]["to_move"] == "white" { 1 } else { 2 };
        let (found, _) = json(&[file, "--player", &format!("ben{mover}")]);
        assert_eq!(
            (&found[0]["missed"], &found[0]["rating"]),
            (&1.into(), &1600.into()),
            "{found}"
        );
        // The opponent missed nothing.
        let (found, _) = json(&[file, "--player", &format!("ben{}", 3 - mover)]);
        assert_eq!(found.as_array().unwrap().len(), 0, "{found}");
    }
    let (_, complaint) = json(&[database, "--player", "Nobody"]);
    assert!(complaint.contains("expected the name of a player"), "{complaint}");
}

#[test]
fn puzzles_are_found_in_playtaks_file() {
    let mut rows: Vec<_> = (1..6).map(random_row).collect();
    // An illegal game is named, and the others are read.
    let first = rows[0].moves[0];
    rows[0].moves.insert(1, first);
    let (_, complaint) = json(&[playtak("puzzles-illegal.db", 2, &rows).as_str()]);
    assert!(complaint.contains("in 5 games") && complaint.contains("game 1 ("), "{complaint}");
}

#[test]
fn what_is_no_puzzle_is_not_taken() {
    let mut miner = Miner::new(Kind::Road, 20_000);
    for (tps, reason) in [
        ("x4/x4/x4/x4 1 1", "the opening"),
        ("x,212,x2/2,1,1,x/x,1,2,2/x,1,x2 2 7", "a win in one"),
        ("x4/1,1,1,1/2,2,x2/2,x3 2 6", "a game that is over"),
        ("x4/x,1,x2/x2,2,x/x4 1 3", "nothing to win"),
    ] {
        assert!(miner.road(&board(tps)).is_none(), "{reason}");
    }
    let puzzle = miner.road(&board(BOOK)).unwrap();
    assert_eq!((puzzle.aim.length, puzzle.key().unwrap().to_string()), (2, "a4".into()));
    let mut collection = Collection::default();
    assert!(collection.add(puzzle.clone()));
    let turned = position::<4>(BOOK).image(Symmetry::ALL[3]).unwrap();
    assert!(!collection.add(Puzzle { tps: Tps::new(&turned), ..puzzle }));
    assert_eq!(collection.into_sorted().len(), 1);
}

const THEMES: [(&str, &str); 5] = [
    (
        "x,1,112,1,x/2,2,22121,x,1/21,12C,2,2,221221S/2,21C,1,2S,12S/12,1,1,1,2S 2 30",
        "spread double-threat",
    ),
    ("x,2,x3/x,2,x,1,x/1S,2C,x,1,x/x,1,1C,1,x/x,2,2,x2 1 8", "spread capstone"),
    ("x,2,x,2,2/2,1,2C,x,1/2,1,1C,12S,1/1,12S,2,x,1/1,1,2,1,1 1 14", "spread capstone wall"),
    ("1,x4/x2,1,x2/x2,1C,1,1/1,1,x3/1S,22C,12,212,2 2 11", "defense spread capstone wall"),
    ("x,121,x3/2,12C,21C,x2/12,2,1,21,1/x,12,1,1,x/22212,1,x,2,x 1 21", "defense"),
];

#[test]
fn solutions_have_themes_and_levels() {
    let mut miner = Miner::new(Kind::Road, 20_000);
    miner.moves = 1..=7;
    for (tps, themes) in THEMES {
        let puzzle = miner.road(&board(tps)).unwrap();
        assert!(puzzle.grade.as_ref().unwrap().level.is_some(), "{puzzle}");
        let found: Vec<_> = puzzle.theme_names().collect();
        assert_eq!(found.join(" "), themes, "{puzzle}");
        let table = write_puzzles(&[Kind::Road], std::slice::from_ref(&puzzle), "a recipe");
        let mut read = read_puzzles(&table).unwrap().remove(0);
        read.ptn = puzzle.ptn.clone();
        assert_eq!(read, puzzle);
    }
}

/// The position of a TPS as a game whose size is not in the type.
pub fn board(tps: &str) -> Game {
    let tps = parse_tps(tps).unwrap();
    Game::from_tps(&tps, Rules::standard(tps.size)).unwrap()
}

pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("engine-tests/data").join(name)
}

/// The tactical suite. Its files describe it and name its source.
pub fn suite() -> Vec<Puzzle> {
    let mut paths: Vec<_> =
        fs::read_dir(data("tactics")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path| read_puzzles(&fs::read_to_string(path).unwrap()).unwrap();
    paths.into_iter().flat_map(read).collect()
}

#[test]
fn the_suite_is_large_and_balanced() {
    let mut counts = BTreeMap::<(usize, u32), usize>::new();
    let mut collection = Collection::default();
    for puzzle in suite() {
        *counts.entry((puzzle.tps.size, puzzle.aim.length)).or_default() += 1;
        let text = puzzle.to_string();
        assert!(collection.add(puzzle), "an image of another: {text}");
    }
    assert!(counts.keys().all(|(size, moves)| (5..=6).contains(size) && (2..=5).contains(moves)));
    for size in [5, 6] {
        let of_size: usize = (2..=5).map(|moves| counts[&(size, moves)]).sum();
        assert!(of_size >= 150, "{counts:?}");
    }
    assert!(counts.values().all(|&count| count >= 25), "{counts:?}");
}

/// The puzzles of the page, which come from self-play: docs/puzzles.md.
fn page() -> Vec<Puzzle> {
    read_puzzles(include_str!("../../web/page/puzzles.tsv")).unwrap()
}

#[test]
fn the_page_has_many_puzzles_of_all_kinds() {
    let mut collection = Collection::default();
    let (mut levels, mut themes) = (BTreeMap::new(), BTreeMap::<_, usize>::new());
    for puzzle in page() {
        let (grade, game) = (puzzle.grade.clone().unwrap(), puzzle.game().unwrap());
        assert_eq!(grade.themes, Theme::of(&puzzle, &game), "{puzzle}");
        grade.themes.iter().for_each(|theme| *themes.entry(theme.name()).or_default() += 1);
        *levels.entry(grade.level.map_or(0, Level::number) / 5).or_default() += 1;
        assert!(collection.add(puzzle.clone()), "an image of another: {puzzle}");
    }
    let puzzles = collection.puzzles();
    let count = |has: &dyn Fn(&Puzzle) -> bool| puzzles.iter().filter(|puzzle| has(puzzle)).count();
    assert!(puzzles.len() >= 1000, "{}", puzzles.len());
    for size in [5, 6] {
        assert!(count(&|puzzle| puzzle.tps.size == size) >= 400, "{size}x{size}");
    }
    for color in Color::ALL {
        assert!(count(&|puzzle| puzzle.tps.to_move == color) >= 300, "{color:?}");
    }
    assert!(
        themes.len() == Theme::ALL.len() && themes.values().all(|&count| count >= 50),
        "{themes:?}"
    );
    assert!(levels.len() == 4 && levels.values().all(|&count: &usize| count >= 100), "{levels:?}");
}

/// The puzzles of a size in the tactical suite, and some of those on the page.
fn of_size(size: usize, step: usize) -> Vec<Puzzle> {
    let all = suite().into_iter().chain(page().into_iter().step_by(step));
    all.filter(|puzzle| puzzle.tps.size == size).collect()
}

/// Every line ends in a road after as many moves as it says, and the solver proves that the win is
/// the shortest.
#[test]
fn puzzles_are_right_on_5x5() {
    prove(&of_size(5, 3), 3);
}

#[test]
fn puzzles_are_right_on_6x6() {
    prove(&of_size(6, 3), 3);
}

/// The miner has proved it; to do so again takes some seconds, so the tests above look only at the
/// shorter ones.
#[test]
#[ignore = "takes a minute"]
fn every_first_move_of_a_puzzle_is_the_only_one() {
    prove(&of_size(5, 1), 9);
    prove(&of_size(6, 1), 9);
}

/// Checks puzzles, and that the first moves of roads with at most `longest` moves, and of endgames with at most twice as
/// many plies, are the only ones that win so fast.
fn prove(puzzles: &[Puzzle], longest: u32) {
    let mut prover = Solver::new(16);
    let budget = Budget::nodes(200_000);
    for puzzle in puzzles {
        let game = puzzle.game().unwrap();
        let (goal, moves) = match puzzle.aim.kind {
            Kind::Road => (Goal::Road, puzzle.aim.length),
            Kind::Flats => (Goal::Win, puzzle.aim.length.div_ceil(2)),
        };
        assert_eq!(game.winning_move().is_some(), moves == 1, "{puzzle}");
        if moves <= longest {
            let first = prover.first_moves(&game, goal, moves, &budget);
            assert_eq!(first.only(), puzzle.key(), "{puzzle}");
        }
        if goal == Goal::Win {
            continue;
        }
        let mover = game.to_move();
        let mut end = game.clone();
        for &mv in &puzzle.line {
            assert_eq!(end.outcome(), None, "{puzzle}");
            end.play(mv).unwrap();
        }
        assert_eq!(end.outcome(), Some(Outcome::Win(mover, WinReason::Road)), "{puzzle}");
        assert_eq!(puzzle.line.len() as u32, 2 * moves - 1, "{puzzle}");

        let answer = prover.solve(&game, Question::road_within(moves), &budget, &mut |_| {});
        let Answer::Proven(proof) = answer else { panic!("{puzzle}: {answer:?}") };
        assert_eq!((proof.moves(), proof.is_shortest()), (moves, true), "{puzzle}");
    }
}
