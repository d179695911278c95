//! Shipped opening books, and the making of books.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use stonefall_engine::board::Position;
use stonefall_engine::book::FourFlats;
use stonefall_engine::notation::{opening_lines, read_move, tps};
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::{Opening, RuleSet, Rules, sized};
use stonefall_engine::{Game, HalfKomi};
use stonefall_tools::matches::read_book;
use stonefall_tools::openings::{BOOKS, BalancePlan, BalancedBook, candidates};
use stonefall_tools::resume::Start;
use stonefall_tools::workers::WorkEnd;

/// Every book in `openings/`.
fn shipped() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("openings");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut books: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|extension| extension == "txt")).collect();
    books.sort();
    books
}

/// The board size at the start of a book's name.
fn size(path: &Path) -> usize {
    path.file_name().unwrap().to_str().unwrap()[..1].parse().unwrap()
}

#[test]
fn every_common_size_has_a_book() {
    let sizes: BTreeSet<_> = shipped().iter().map(|path| size(path)).collect();
    assert_eq!(sizes, BTreeSet::from([4, 5, 6, 7, 8]));
}

#[test]
fn shipped_books_are_legal_and_without_duplicates() {
    for path in shipped() {
        sized!(size(&path), N => check::<N>(&path)).unwrap();
    }
}

fn check<const N: usize>(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let lines = [500, 1000, 1000, 500, 200][N - 4];
    assert!(text.ends_with('\n') && text.lines().count() == lines, "{path:?}");
    // The program has read every line.
    let balanced = BOOKS.iter().filter(|book| book.size() == N).flat_map(|book| book.openings());
    assert_eq!(balanced.count(), lines);
    let mut seen = BTreeSet::new();
    for line in text.lines() {
        assert!(!line.is_empty() && line == line.trim(), "{path:?}: {line:?}");
        let mut position = Position::<N>::start(Rules::standard(N));
        let mut moves = Vec::new();
        for text in line.split(' ') {
            let mv = read_move(text, &position).unwrap_or_else(|error| panic!("{line}: {error}"));
            position.play(mv, &mut ());
            moves.push(mv);
        }
        assert_eq!(position.ply(), 4, "{line}");
        assert!(position.outcome().is_none() && position.winning_move().is_none(), "{line}");
        let opening = FourFlats::from_moves(&moves).unwrap();
        assert_eq!(opening.to_string(), line);
        assert!(seen.insert(opening.canonical(N)), "{path:?}: {line} is a duplicate");
    }
}

const PLAN: BalancePlan = BalancePlan { seed: 5, nodes: 300, max_score: 60 };

/// Path of a book that does not exist.
fn path(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn standard() -> Game {
    Game::start(4, Rules::standard(4).with_komi(HalfKomi::new(2).unwrap())).unwrap()
}

fn open(path: &Path, start: Game, plan: BalancePlan) -> Result<BalancedBook, String> {
    BalancedBook::open(path, Start::Resume, start, plan).map_err(|error| error.to_string())
}

fn make(book: &mut BalancedBook, count: usize, threads: usize) -> WorkEnd {
    book.extend(count, threads, &Stopper::default(), |_, _| ()).unwrap()
}

/// The text of a book of `count` openings.
fn made(name: &str, start: Game, count: usize, threads: usize) -> String {
    let path = path(name);
    let mut book = open(&path, start, PLAN).unwrap();
    assert_eq!(make(&mut book, count, threads), WorkEnd::Complete);
    assert_eq!(book.openings, count);
    assert!(book.examined > count, "some openings are not balanced");
    let text = fs::read_to_string(path).unwrap();
    assert_eq!(text.lines().count(), count);
    text
}

#[test]
fn an_interrupted_book_resumes_with_any_number_of_threads() {
    let whole = made("openings-whole.txt", standard(), 25, 1);
    let path = path("openings-halted.txt");
    let mut part = open(&path, standard(), PLAN).unwrap();
    let stopper = Stopper::default();
    let ended = part.extend(25, 2, &stopper, |openings, _| {
        if openings > 1 {
            stopper.stop();
        }
    });
    assert_eq!(ended.unwrap(), WorkEnd::Interrupted);
    assert!((2..25).contains(&part.openings));
    drop(part);

    // A killed program leaves an incomplete line.
    let mut text = fs::read_to_string(&path).unwrap();
    text += "a1 b";
    fs::write(&path, &text).unwrap();
    make(&mut open(&path, standard(), PLAN).unwrap(), 25, 3);
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);

    // Another order of openings and other boards are refused, and the file stays.
    let larger = Game::start(5, Rules::standard(5)).unwrap();
    for (start, plan, found) in [
        (
            standard(),
            BalancePlan { seed: 6, ..PLAN },
            "expected openings in the order of --size 4 --seed 6, found ",
        ),
        (larger, PLAN, "expected openings in the order of --size 5 --seed 5, found "),
    ] {
        let error = open(&path, start, plan).unwrap_err();
        assert!(error.contains(found), "{error}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    fs::write(&path, "not a book").unwrap();
    let error = open(&path, standard(), PLAN).unwrap_err();
    assert!(error.contains("found not a book (line 1)"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "not a book");
}

/// With `NoSwap` a line starts with a white flat, and a match reads it this way.
#[test]
fn books_follow_named_rules() {
    let rules = RuleSet::Modegan.apply(4, *standard().rules()).unwrap();
    assert_eq!((rules.opening, rules.half_komi.half_flats()), (Opening::NoSwap, 3));
    let text = made("openings-modegan.txt", Game::start(4, rules).unwrap(), 5, 1);
    assert_eq!(read_book(&text, None, 4, rules).unwrap().len(), 5);
    // The position equals that of the standard rules with the first two plies exchanged.
    for moves in opening_lines(&text) {
        let (_, moves) = moves.unwrap();
        let mut own = Position::<4>::start(rules);
        let mut swapped = Position::<4>::start(Rules::standard(4));
        for (mv, other) in [(0, 1), (1, 0), (2, 2), (3, 3)] {
            own.play(moves[mv], &mut ());
            swapped.play(moves[other], &mut ());
        }
        assert_eq!(tps(&own), tps(&swapped));
    }
}

#[test]
fn a_book_ends_after_the_last_candidate() {
    let plan = BalancePlan { seed: 1, nodes: 50, max_score: 0 };
    let start = Game::start(3, Rules::standard(3)).unwrap();
    let mut book = open(&path("openings-all.txt"), start, plan).unwrap();
    assert_eq!(make(&mut book, 1000, 1), WorkEnd::Complete);
    assert_eq!(book.examined, candidates(3, Opening::Swap, 1).len());
}
