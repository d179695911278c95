//! Play below full strength, and the engine's own book.

use super::client::{Client, best_move};
use std::collections::BTreeSet;
use stonefall_engine::board::Symmetry;
use stonefall_engine::book::FourFlats;
use stonefall_engine::notation::opening_lines;
use stonefall_engine::{Game, HalfKomi, Move, Rules};
use stonefall_tools::openings::BOOKS;

const WEAK: &str = "setoption name LimitStrength value true\nsetoption name Level value 2";

fn depth(line: &str) -> Option<u32> {
    line.split_once(" depth ")?.1.split(' ').next()?.parse().ok()
}

/// The moves of `line`'s `pv`.
fn first_move(line: &str) -> &str {
    line.split_once(" pv ").unwrap().1.split(' ').next().unwrap()
}

#[test]
fn a_level_answers_with_one_line_and_its_move() {
    let client = Client::new();
    client.tell(&format!("{WEAK}\nteinewgame size 5\nposition startpos moves a1 e5 c3 c2"));
    for go in ["go movetime 10000", "go wtime 60000 btime 60000", "go depth 20"] {
        let lines = client.go(go);
        let [info, best] = &lines[..] else { panic!("{lines:?}") };
        assert!(depth(info).unwrap() <= 3 && !info.contains("multipv"), "{info}");
        assert_eq!(best, &format!("bestmove {}", first_move(info)));
    }
}

#[test]
fn analysis_is_at_full_strength() {
    let client = Client::new();
    client.tell(&format!("{WEAK}\nteinewgame size 5\nposition startpos moves a1 e5 c3 c2"));
    client.send("go infinite\n");
    while depth(&client.line()).is_none_or(|depth| depth < 5) {}
    client.send("stop\n");
    client.until("bestmove");
    let lines = client.go("go searchmoves a2 depth 5");
    assert_eq!(depth(&lines[lines.len() - 2]), Some(5));
    client.tell("setoption name MultiPV value 2");
    assert!(client.go("go depth 5").iter().any(|line| line.contains("multipv 2 depth 5 ")));
}

/// The openings of a book, each as the representative of its images.
fn book(text: &str, size: usize) -> BTreeSet<FourFlats> {
    let openings =
        opening_lines(text).map(|moves| FourFlats::from_moves(&moves.unwrap().1).unwrap());
    openings.map(|opening| opening.canonical(size)).collect()
}

fn go(client: &Client, moves: &[Move]) -> Move {
    let text: String = moves.iter().map(|mv| format!(" {mv}")).collect();
    client.tell(&format!("position startpos moves{text}"));
    let lines = client.go("go nodes 200");
    let best = best_move(lines.last().unwrap()).unwrap();
    assert_eq!(best.to_string(), first_move(&lines[lines.len() - 2]));
    best
}

#[test]
fn openings_come_from_the_book() {
    for (size, text) in [
        (4, include_str!("../../../openings/4x4-komi2.txt")),
        (7, include_str!("../../../openings/7x7-komi2.txt")),
    ] {
        let book = book(text, size);
        let client = Client::new();
        client.tell("setoption name OwnBook value true");
        let mut games = BTreeSet::new();
        for _ in 0..6 {
            client.tell(&format!("teinewgame size {size} halfkomi 4"));
            let mut moves = Vec::new();
            for _ in 0..4 {
                moves.push(go(&client, &moves));
            }
            let opening = FourFlats::from_moves(&moves).unwrap();
            assert!(book.contains(&opening.canonical(size)), "{opening}");
            games.insert(moves);
        }
        assert!(games.len() > 1, "always {games:?}");
    }
}

#[test]
fn books_with_scores_come_first() {
    for (book, half_komi) in BOOKS.iter().zip([0, 4, 0, 4]) {
        let size = book.size();
        let client = Client::new();
        client.tell("setoption name OwnBook value true");
        client.tell(&format!("teinewgame size {size} halfkomi {half_komi}"));
        let rules = Rules::standard(size).with_komi(HalfKomi::new(half_komi).unwrap());
        let mut game = Game::start(size, rules).unwrap();
        for _ in 0..2 {
            let mv = go(&client, &game.played().collect::<Vec<_>>());
            let known = book.moves(&game);
            assert!(!known.is_empty(), "{game:?}");
            game.play(mv).unwrap();
            // The corners of the empty board are equal, for example.
            let images = Symmetry::ALL.map(|symmetry| game.image(symmetry).unwrap().key());
            let before = game.back_to(game.played().count() - 1);
            let leads = |&(mv, _): &(Move, i32)| images.contains(&before.after(mv).unwrap().key());
            assert!(known.iter().any(leads), "{game:?}");
        }
    }
}

#[test]
fn there_is_no_book_for_other_rules_or_for_analysis() {
    let client = Client::new();
    client.tell("setoption name OwnBook value true");
    // The book would play different moves.
    let book = |client: &Client, go: &str| {
        let moves: BTreeSet<_> = (0..8)
            .map(|_| {
                client.tell("setoption name Clear Hash\nposition startpos");
                let lines = client.go(go);
                first_move(&lines[lines.len() - 2]).to_owned()
            })
            .collect();
        moves
    };
    client.tell("teinewgame size 5 halfkomi 2");
    assert_eq!(book(&client, "go nodes 100").len(), 1, "no book for komi 1");
    client.tell("teinewgame size 5 halfkomi 4\nsetoption name Flats value 20");
    assert_eq!(book(&client, "go nodes 100").len(), 1, "no book for other pieces");
    client.tell("teinewgame size 5 halfkomi 4\nsetoption name MultiPV value 2");
    assert!(client.go("go depth 2").iter().any(|line| line.contains("multipv 2 ")));
}
