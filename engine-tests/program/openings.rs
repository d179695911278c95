//! Shipped opening books, and the making of books.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use stonefall_engine::board::Position;
use stonefall_engine::notation::{read_move, tps};
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::{Opening, RuleSet, Rules, RulesError, sized};
use stonefall_tools::matches::{BookFormat, read_book};
use stonefall_tools::openings::{BOOKS, Book, BookPlan, FourFlats, candidates, extend};
use stonefall_tools::resume::Start;
use stonefall_tools::workers::Ended;

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
    // The record beside it.
    let book = Book::load(path).unwrap().unwrap();
    assert_eq!(book.text(), text);
    assert_eq!(book.record.plan.size, N);
    assert!(book.record.examined <= book.record.candidates);
    assert!(book.record.scores.iter().all(|score| score.abs() <= book.record.plan.max_score));
}

fn plan() -> BookPlan {
    BookPlan { size: 4, rules: RuleSet::Standard, half_komi: 2, seed: 5, nodes: 300, max_score: 60 }
}

/// Path of a book that does not exist.
fn path(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for old in [&path, &Book::record_path(&path)] {
        let _ = fs::remove_file(old);
    }
    path
}

fn fresh() -> Book {
    Book::new(plan(), "a test".into())
}

fn make(book: &mut Book, count: usize, threads: usize) -> Ended {
    let report = |_: &Book| Ok::<_, RulesError>(());
    extend(book, count, threads, &Stopper::default(), report).unwrap()
}

#[test]
fn threads_do_not_change_the_book() {
    let [mut alone, mut together] = [fresh(), fresh()];
    assert_eq!(make(&mut alone, 30, 1), Ended::Complete);
    assert_eq!(make(&mut together, 30, 3), Ended::Complete);
    assert_eq!(alone, together);
    assert_eq!(alone.openings.len(), 30);
    assert!(alone.record.examined > 30, "some openings are not balanced");
}

#[test]
fn an_interrupted_book_resumes() {
    let path = path("openings-halted.txt");
    let mut whole = fresh();
    make(&mut whole, 25, 2);

    let mut part = Book::open(&path, Start::Resume, plan(), "a test".into()).unwrap();
    let stopper = Stopper::default();
    let ended = extend(&mut part, 25, 2, &stopper, |book| {
        stopper.stop();
        Ok::<_, Box<dyn std::error::Error>>(book.save(&path)?)
    });
    assert_eq!(ended.unwrap(), Ended::Interrupted);
    assert!(part.openings.len() < 25);

    let mut rest = Book::open(&path, Start::Resume, plan(), "a test".into()).unwrap();
    assert_eq!(rest, part);
    make(&mut rest, 25, 1);
    assert_eq!(rest, whole);

    let other = BookPlan { seed: 6, ..plan() };
    let error = Book::open(&path, Start::Resume, other, "a test".into()).unwrap_err().to_string();
    assert!(error.ends_with("expected seed 6, found 5"), "{error}");
}

/// With `NoSwap` a line starts with a white flat, and a match reads it this way.
#[test]
fn books_follow_named_rules() {
    let path = path("openings-modegan.txt");
    let plan = BookPlan { rules: RuleSet::Modegan, ..plan() };
    let mut book = Book::open(&path, Start::Resume, plan, "a test".into()).unwrap();
    make(&mut book, 5, 1);
    book.save(&path).unwrap();
    assert_eq!(Book::open(&path, Start::Resume, plan, "a test".into()).unwrap(), book);
    let usual =
        Book::open(&path, Start::Resume, self::plan(), "a test".into()).unwrap_err().to_string();
    assert!(usual.contains("expected rules") && usual.contains("Modegan"), "{usual}");

    let rules = plan.rules().unwrap();
    assert_eq!((rules.opening, rules.half_komi.half_flats()), (Opening::NoSwap, 3));
    let lines = read_book(&book.text(), BookFormat::Moves, None, 4, rules).unwrap();
    assert_eq!(lines.len(), 5);
    // The position equals that of the standard rules with the first two plies exchanged.
    for opening in &book.openings {
        let [white, black, other_white, other_black] = opening.moves();
        let mut own = Position::<4>::start(rules);
        let mut swapped = Position::<4>::start(Rules::standard(4));
        for mv in [white, black, other_white, other_black] {
            own.try_play(mv, &mut ()).unwrap();
        }
        for mv in [black, white, other_white, other_black] {
            swapped.try_play(mv, &mut ()).unwrap();
        }
        assert_eq!(tps(&own), tps(&swapped));
    }
    let small = BookPlan { size: 3, ..plan };
    assert!(small.rules().unwrap_err().to_string().contains("from 4x4 to 6x6"));
}

#[test]
fn a_book_ends_after_the_last_candidate() {
    let plan = BookPlan { size: 3, half_komi: 0, seed: 1, nodes: 50, max_score: 0, ..plan() };
    let mut book = Book::new(plan, "a test".into());
    let report = |_: &Book| Ok::<_, RulesError>(());
    let ended = extend(&mut book, 1000, 1, &Stopper::default(), report).unwrap();
    assert_eq!(ended, Ended::Complete);
    assert_eq!(book.record.examined, candidates(3, Opening::Swap, 1).len());
}
