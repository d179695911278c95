//! Moves of opening books.

use std::collections::BTreeMap;
use stonefall_engine::book::{Book, BookReader};
use stonefall_engine::game::Game;
use stonefall_engine::notation::parse_line;
use stonefall_engine::search::Seed;
use stonefall_engine::types::{Opening, Rules};

const TEXT: &str =
    "[Size \"5\"]\n; c3 10, a1 5, b1 -1\na1 e5; c3 0\na1 a1; c3 0\nnonsense\na2 a3 a4 a5\n";

fn start(half_komi: i32) -> Game {
    Book::new(5, half_komi, TEXT).start().unwrap()
}

fn played(line: &str) -> Game {
    let mut game = start(4);
    game.play_line(&parse_line(line).unwrap()).unwrap();
    game
}

#[test]
fn every_image_and_order_has_the_moves_and_other_rules_have_none() {
    let book = Book::new(5, 4, TEXT);
    for line in ["a1 e5", "e1 a5", "e5 a1", "a5 e1"] {
        let game = played(line);
        assert_eq!(book.moves(&game), [(game.read_move("c3").unwrap(), 0)]);
        assert_eq!(book.score(&game, game.read_move("c3").unwrap()), Some(0));
        assert_eq!(book.score(&game, game.read_move("c4").unwrap()), None);
    }
    assert!(book.moves(&played("a1 e4")).is_empty());
    // The last line of the text is a balanced opening. Each color may place its flats in either order.
    for (line, mv) in [("a2 a3 a4", "a5"), ("a5 a4 a3", "a2"), ("e2 e4", "e3"), ("b1", "c1")] {
        let game = played(line);
        assert!(book.moves(&game).contains(&(game.read_move(mv).unwrap(), 0)), "{line}");
    }
    assert!(book.moves(&played("a2 a3 a4 a5")).is_empty());
    assert!(book.moves(&start(0)).is_empty());
    // All corners are the move a1 of the book.
    let corners = parse_line("a1 a5 e1 e5").unwrap();
    assert!(corners.iter().all(|&corner| book.score(&start(4), corner) == Some(5)));
    let game = |size, rules| Game::start(size, rules).unwrap();
    let rules = Rules { reversible_plies: 50, ..*start(4).rules() };
    assert_eq!(book.moves(&game(5, rules)).len(), 5);
    let pieces = Rules::standard(6).pieces;
    let opening = Opening::NoSwap;
    for (size, other) in [
        (5, Rules { pieces, ..rules }),
        (5, Rules { opening, ..rules }),
        (6, Rules { pieces, ..rules }),
    ] {
        let game = game(size, other);
        assert!(book.moves(&game).is_empty() && book.choose(&game, Seed::new(1)).is_none());
    }
}

#[test]
fn a_number_stands_for_moves_of_the_line_before() {
    let text =
        "a1 e5 c3; d4 1\nnonsense\n2 d3; d4 2\n3 d4 c4; b2 3\n1 a5; c3 4\n3 c3; c4 5\n1; e5 6\n";
    let book = Book::new(5, 4, text);
    let paths = ["a1 e5 c3", "a1 e5 d3", "a1 e5 d3 d4 c4", "a1 a5", "a1"];
    for (path, score) in paths.into_iter().zip([1, 2, 3, 4, 6]) {
        assert_eq!(book.moves(&played(path))[0].1, score, "{path}");
    }
    let mut reader = BookReader::new(start(4));
    let read = text.lines().filter_map(|line| reader.read(line)).count();
    assert_eq!(read, paths.len(), "a line that keeps more moves than there are is skipped");
}

#[test]
fn better_moves_are_played_more_often_and_bad_ones_never() {
    let book = Book::new(5, 4, "; c3 10, a1 5, b1 -1\n");
    let game = start(4);
    let mut counts = BTreeMap::new();
    for seed in 0..3700 {
        *counts.entry(book.choose(&game, Seed::new(seed)).unwrap().to_string()).or_insert(0) += 1;
    }
    // The weights are 21 and 16; every corner is equal.
    assert_eq!(counts.keys().collect::<Vec<_>>(), ["a1", "a5", "c3", "e1", "e5"]);
    assert!((1950..2250).contains(&counts["c3"]), "{counts:?}");
}
