//! Books with scores: which positions they search, their scores, and their files.

use crate::program::{
    assert_documented, assert_has, complaint, file, json, path, rejected, run, stonefall,
};
use std::fs;
use stonefall_engine::board::Symmetry;
use stonefall_engine::book::Book;
use stonefall_engine::search::Seed;
use stonefall_engine::{Game, Move, PtnGame, Rules, Value, parse_line};
use stonefall_tools::openings::{BOOKS, BookFile, BookScore, Tree, to_text};

fn start() -> Game {
    Game::start(5, Rules::standard(5)).unwrap()
}

fn after(line: &str) -> Game {
    let mut game = start();
    game.play_line(&parse_line(line).unwrap()).unwrap();
    game
}

fn flats(flats: i32) -> BookScore {
    BookScore::of(Value::CentiFlats(flats))
}

/// Takes the next leaf, which must be after these moves, and adds its result, such as `c3 20, d4 29997`.
fn search(tree: &mut Tree, line: &str, moves: &str) {
    let leaf = tree.take().unwrap();
    assert_eq!(start().spell_line(&leaf.game.played().collect::<Vec<_>>()).join(" "), line);
    let read = |text: &str| {
        let (mv, score) = text.trim().split_once(' ').unwrap();
        (leaf.game.read_move(mv).unwrap(), BookScore::read(score.parse().unwrap()).unwrap())
    };
    let moves: Vec<_> = moves.split(',').map(read).collect();
    tree.add(leaf, &moves);
}

/// The least key of a position's images.
fn key(game: &Game) -> u64 {
    Symmetry::ALL.map(|symmetry| game.image(symmetry).unwrap().key()).into_iter().min().unwrap()
}

/// A move of a position or its image: score, and whether the tree has the position after it.
fn known(tree: &Tree, line: &str, mv: &str) -> (BookScore, bool) {
    let game = after(line);
    let wanted = key(&after(&format!("{line} {mv}")));
    let known = tree.at(&game).unwrap();
    let is_it = |&&(mv, ..): &&(Move, BookScore, bool)| key(&game.after(mv).unwrap()) == wanted;
    let &(_, score, searched) = known.moves.iter().find(is_it).unwrap();
    (score, searched)
}

#[test]
fn the_cheapest_leaf_is_next_and_scores_go_backward() {
    let mut tree = Tree::new(start());
    assert!(tree.at(&start()).is_none());
    search(&mut tree, "", "a1 10, b2 0, c3 -100");
    // A ply costs 10; b2 costs 10 more than a1.
    search(&mut tree, "a1", "e5 -5, e1 -10, a5 -40");
    assert_eq!(known(&tree, "", "a1"), (flats(5), true));
    assert_eq!(known(&tree, "", "b2"), (flats(0), false));
    // b2: 10 + 5. After a1 two plies are 20.
    search(&mut tree, "b2", "e5 30");
    // b2 became worse by 30, a1 is the best move by far.
    assert_eq!(known(&tree, "", "b2"), (flats(-30), true));
    search(&mut tree, "a1 e5", "c3 20");
    assert_eq!(tree.at(&start()).unwrap().score, flats(10), "e1 is Black's best reply now");
    let line = start().spell_line(&tree.line(&start()));
    assert_eq!(line, ["a1", "e1"]);
    assert_eq!(tree.len(), 4);
}

#[test]
fn a_first_move_costs_forty_at_most() {
    let mut tree = Tree::new(start());
    search(&mut tree, "", "a1 0, b2 -100");
    search(&mut tree, "a1", "e5 0, e1 -100");
    search(&mut tree, "a1 e5", "c3 0");
    search(&mut tree, "a1 e5 c3", "d4 0");
    search(&mut tree, "a1 e5 c3 d4", "c4 0");
    // Five plies cost 50, as b2 does with its ply. The first one is next.
    search(&mut tree, "a1 e5 c3 d4 c4", "d3 0");
    search(&mut tree, "b2", "e5 100");
    // A later move costs all that it loses: six plies are cheaper.
    let mut tree = Tree::new(after("a1 e5"));
    search(&mut tree, "a1 e5", "c3 0, c4 -100");
    let mut line = "a1 e5 c3".to_owned();
    for next in ["d4", "c4", "d3", "b3", "b4", "b2"] {
        search(&mut tree, &line, &format!("{next} 0"));
        line = format!("{line} {next}");
    }
}

#[test]
fn images_and_transpositions_are_one_node() {
    let mut tree = Tree::new(start());
    search(&mut tree, "", "a1 0");
    search(&mut tree, "a1", "e5 0");
    search(&mut tree, "a1 e5", "c4 0, c3 0");
    search(&mut tree, "a1 e5 c4", "d4 0");
    search(&mut tree, "a1 e5 c3", "d4 0");
    search(&mut tree, "a1 e5 c4 d4", "c3 0");
    search(&mut tree, "a1 e5 c3 d4", "c4 0");
    search(&mut tree, "a1 e5 c4 d4 c3", "b2 29997, e1 5");
    // c4 after c3 leads to the same position as c3 after c4.
    let (score, is_searched) = known(&tree, "a1 e5 c3 d4", "c4");
    assert_eq!((score.value(), is_searched), (Value::Loss { plies: 4 }, true));
    let score = known(&tree, "a1 e5", "c3").0;
    assert_eq!(score.value(), Value::Loss { plies: 6 }, "Black's only known move wins in 5");
    let position = after("a1 e5 c3 d4 c4");
    for symmetry in Symmetry::ALL {
        let image = position.image(symmetry).unwrap();
        let known = tree.at(&image).unwrap();
        assert_eq!((known.score.value(), known.moves.len()), (Value::Win { plies: 3 }, 2));
        assert_eq!(known.moves[0].0, symmetry.mv(position.read_move("b2").unwrap(), 5));
    }
    assert!(tree.at(&after("a1 e5 d4 b4")).is_none());
    assert!(tree.take().is_none(), "everything is proved");
}

#[test]
fn leaves_in_work_are_taken_once() {
    let mut tree = Tree::new(start());
    let root = tree.take().unwrap();
    assert!(tree.take().is_none() && tree.is_in_work());
    tree.put_back(&root);
    search(&mut tree, "", "a1 10, b2 0, c3 29997, d4 -29998");
    // A proved win at the root: nothing is left.
    assert!(tree.take().is_none() && !tree.is_in_work());

    let mut tree = Tree::new(start());
    search(&mut tree, "", "a1 10, b2 0, d4 -29998");
    let taken = [tree.take().unwrap(), tree.take().unwrap()];
    assert_eq!(taken.clone().map(|leaf| leaf.game.key()), ["a1", "b2"].map(|mv| after(mv).key()));
    assert!(tree.take().is_none(), "a proved loss needs no search");
    tree.put_back(&taken[1]);
    assert_eq!(tree.take().unwrap().game.key(), after("b2").key());
}

fn grow(file: &str, flags: &[&str]) -> std::process::Output {
    let fixed = ["openings", "grow", file, "--size", "4", "--nodes", "150", "--width", "3"];
    stonefall(&[&fixed[..], flags].concat())
}

#[test]
fn a_book_resumes_after_a_cut_in_any_line() {
    let path = path("cut.book");
    let file = path.to_str().unwrap();
    assert!(grow(file, &["--positions", "12", "--threads", "2"]).status.success());
    let whole = fs::read_to_string(&path).unwrap();
    assert_eq!(
        (whole.lines().count(), whole.lines().next()),
        (13, Some("[Size \"4\"] [Komi \"2\"]"))
    );
    let tree = BookFile::read(&path).unwrap();
    let root = tree.at(tree.root()).unwrap();
    assert_eq!((tree.len(), root.moves.len()), (12, 3), "three moves of 4x4 are no images");
    for end in [0, 10, whole.find('\n').unwrap() + 1, whole.len() - 1] {
        fs::write(&path, &whole[..end]).unwrap();
        assert!(grow(file, &["--positions", "12", "--threads", "1"]).status.success(), "{end}");
        let resumed = BookFile::read(&path).unwrap();
        assert_eq!(resumed.len(), 12, "{end}");
        // The positions before the cut are kept.
        fs::write(&path, &whole[..whole[..end].rfind('\n').map_or(0, |end| end + 1)]).unwrap();
        let kept = BookFile::read(&path);
        assert!(kept.is_err() == (end <= 10));
        for line in kept.iter().map(|tree| tree.line(tree.root())) {
            let mut game = resumed.root().clone();
            game.play_line(&line[..line.len().saturating_sub(1)]).unwrap();
            assert!(resumed.at(&game).is_some());
        }
    }
    fs::write(&path, &whole).unwrap();
    // The same or fewer positions change nothing, more extend it, with any effort.
    assert!(grow(file, &["--positions", "3"]).status.success());
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    run(&["openings", "grow", file, "--size", "4", "--nodes", "90", "--positions", "14"]);
    assert_eq!(BookFile::read(&path).unwrap().len(), 14);
    let late = grow(file, &["--positions", "10000", "--deadline", "0"]);
    assert_eq!(late.status.code(), Some(75), "{late:?}");
}

#[test]
fn a_killed_program_leaves_lines_in_the_order_of_the_searches() {
    let path = path("killed.book");
    let file = path.to_str().unwrap();
    // The move b2 d3 is only in the line of the position after it.
    let lines = "; a1 5\na1; d4 -5\nb2; d4 -29\n1 d3; c3 7\nb2 d3 c3; b3 5\n";
    fs::write(&path, format!("[Size \"4\"] [Komi \"2\"]\n{lines}")).unwrap();
    assert!(grow(file, &["--positions", "5"]).status.success());
    let tree = BookFile::read(&path).unwrap();
    let scores = |moves: &str| {
        let mut game = tree.root().clone();
        game.play_line(&parse_line(moves).unwrap()).unwrap();
        tree.at(&game).unwrap().moves.iter().map(|it| it.1.stored()).collect::<Vec<_>>()
    };
    assert_eq!((scores(""), scores("b2"), scores("b2 d3")), (vec![5, -5], vec![5, -29], vec![-5]));
    // Written anew, it has the scores that went backward.
    let written = fs::read_to_string(&path).unwrap();
    assert!(!written.contains("; c3 7"), "{written}");
}

#[test]
fn other_positions_and_other_files_are_refused_unchanged() {
    let path = path("refused.book");
    let file = path.to_str().unwrap();
    assert!(grow(file, &["--positions", "2"]).status.success());
    let whole = fs::read_to_string(&path).unwrap();
    let error = complaint(&grow(file, &["--positions", "4", "--half-komi", "0"]), 1);
    let expected = "expected root [Size \"4\"], found [Size \"4\"] [Komi \"2\"]";
    assert_has(&error, &[expected, "(--restart replaces it)"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    for (content, expected) in [
        ("a1 b2\n".to_owned(), "the first line of an opening book, found a1 b2"),
        ("a1 b2".to_owned(), "the first line of an opening book, found a1 b2"),
        (whole.clone() + "a1 a1; b1 2\n", "found a1 a1; b1 2 (line 4)"),
        (whole.clone() + "d4; b1 99999\n", "found d4; b1 99999 (line 4)"),
        (whole.clone() + "c2 c3 d1; a2 5\n", "found c2 c3 d1; a2 5 (line 4)"),
        (whole.clone() + "\n", "(line 4)"),
    ] {
        fs::write(&path, &content).unwrap();
        let error = complaint(&grow(file, &["--positions", "4"]), 1);
        assert_has(&error, &["refused.book: ", expected]);
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
    assert!(grow(file, &["--positions", "2", "--restart"]).status.success());
    assert_eq!(BookFile::read(&path).unwrap().len(), 2);
}

#[test]
fn a_book_gets_the_positions_that_games_visited_first() {
    let line = ["a1", "b1", "d4", "Sc4", "b2", "Sb3"];
    let game = |komi: &str, moves: &[&str]| {
        let moves = moves.join(" ");
        format!("[Size \"4\"]\n[Komi \"{komi}\"]\n[Player1 \"{moves}\"]\n\n{moves} *\n\n")
    };
    // Images of the board and games with any komi count, and positions of two games.
    let games = game("0", &line)
        + &game("2", &["d1", "c1", "a4", "Sb4", "c2", "Sc3"])
        + &game("0", &["a1", "b1", "c3", "d1"]);
    let source = file("visited.ptn", games);
    let database = path("visited.db").to_str().unwrap().to_owned();
    run(&["games", "add", &database, &source]);

    let path = path("visited.book");
    let file = path.to_str().unwrap();
    let visited = |positions: &str, threads: &str| {
        let games = ["--width", "1", "--games", &database, "--visits", "2", "--threads", threads];
        let fixed = ["openings", "grow", file, "--size", "4", "--nodes", "150"];
        let output = stonefall(&[&fixed[..], &games, &["--positions", positions]].concat());
        assert!(output.status.success(), "{output:?}");
        assert_has(&String::from_utf8(output.stderr).unwrap(), &["at least 2 games visited 7 pos"]);
        let tree = BookFile::read(&path).unwrap();
        let mut position = tree.root().clone();
        for mv in line.into_iter().take(tree.len().saturating_sub(1)) {
            let choices = tree.at(&position).unwrap();
            let before = position.clone();
            position.play(position.read_move(mv).unwrap()).unwrap();
            let leads = |&(mv, ..): &(Move, BookScore, bool)| {
                key(&before.after(mv).unwrap()) == key(&position)
            };
            assert!(choices.moves.iter().any(leads), "{mv}");
        }
        assert!(tree.at(&position).is_some());
        tree.len()
    };
    assert_eq!(visited("4", "1"), 4);
    assert_eq!(visited("7", "2"), 7);
    // The book grows from there; a book of enough positions stays.
    assert_eq!(visited("9", "3"), 9);
    let grown = fs::read_to_string(&path).unwrap();
    assert_eq!(visited("3", "2"), 9);
    assert_eq!(fs::read_to_string(&path).unwrap(), grown);
}

#[test]
fn a_book_grows_from_any_position_until_nothing_is_left() {
    let path = path("position.book");
    let file = path.to_str().unwrap();
    // White wins at once or not at all.
    let position = "x,1,x/2,1,2/x,x,2 1 4";
    for _ in 0..2 {
        let text = run(&["openings", "grow", file, position, "--nodes", "500", "--threads", "3"]);
        assert_has(&text, &["position.book: 1 position, White: win in 1: b1"]);
    }
    let over = "1,1,1/2,2,x/x3 2 4";
    let text = run(&["openings", "grow", file, over, "--restart"]);
    assert_has(&text, &["position.book: 0 positions, no position"]);
}

/// A book of some positions, and its path.
fn small_book(name: &str) -> (String, Tree) {
    let path = path(name);
    let file = path.to_str().unwrap().to_owned();
    assert!(grow(&file, &["--positions", "40", "--half-komi", "4"]).status.success());
    (file, BookFile::read(&path).unwrap())
}

#[test]
fn the_ptn_has_the_best_line_and_every_position_once() {
    let (file, tree) = small_book("exported.book");
    let text = run(&["openings", "export", &file, "--margin", "40"]);
    let game = PtnGame::read(&text);
    assert_eq!((game.problems(), game.tag("Komi")), (Vec::new(), Some("2")));
    let lines = game.lines().len();
    assert!(lines > 5, "{text}");
    let main = Game::replay(&game, PtnGame::MAIN_LINE, None).unwrap();
    assert_eq!(main.played().collect::<Vec<_>>(), tree.line(tree.root()));
    for line in 0..lines {
        let replayed = Game::replay(&game, line, None).unwrap();
        // The position before the last move is in the book.
        assert!(tree.at(&replayed.back_to(replayed.played().count() - 1)).is_some(), "{line}");
    }
    let short = run(&["openings", "export", &file, "--margin", "40", "--plies", "2"]);
    let short = PtnGame::read(&short);
    assert!(short.lines().iter().all(|line| line.start + line.moves.len() <= 2));
    let none = PtnGame::read(&run(&["openings", "export", &file, "--margin", "0"]));
    assert!(none.lines().len() < lines);
    let error = rejected(&["openings", "export", &file, "--out", &file], 2);
    assert_has(&error, &["expected another file than the book"]);
}

#[test]
fn a_smaller_book_has_the_good_moves_and_grows() {
    let (file, tree) = small_book("large.book");
    let path = path("small.book");
    let out = path.to_str().unwrap();
    let export = ["openings", "export", &file, "--format", "book", "--margin", "5", "--out", out];
    assert_has(&run(&export), &["large.book: 40 positions"]);
    let small = BookFile::read(&path).unwrap();
    assert!((2..40).contains(&small.len()), "{}", small.len());
    let text: &str = fs::read_to_string(&path).unwrap().leak();
    let book = Book::new(4, 4, text);
    let (root, best) = (tree.root(), tree.at(tree.root()).unwrap().score);
    assert_eq!(small.at(root).unwrap().score, best);
    for seed in 0..20 {
        let mv = book.choose(root, Seed::new(seed)).unwrap();
        let after = root.after(mv).unwrap();
        let choices = tree.at(root).unwrap();
        let is_it = |it: &&(Move, BookScore, bool)| key(&root.after(it.0).unwrap()) == key(&after);
        let score = choices.moves.iter().find(is_it).unwrap().1;
        assert!(score.drop_from(best) <= 10, "{mv}");
    }
    let more = (small.len() + 5).to_string();
    assert!(grow(out, &["--positions", &more, "--half-komi", "4"]).status.success());
    assert_eq!(BookFile::read(&path).unwrap().len().to_string(), more);
    let short = run(&["openings", "export", &file, "--format", "book", "--plies", "1"]);
    assert_eq!(short.lines().count(), 2, "{short}");
}

#[test]
fn show_has_the_moves_of_any_position() {
    let (file, tree) = small_book("shown.book");
    let root = json(&["openings", "show", &file, "--json"]);
    assert_documented(&[&root, &root["moves"][0]]);
    assert_eq!(root["positions"], 40);
    let choices = tree.at(tree.root()).unwrap();
    assert_eq!(root["moves"].as_array().unwrap().len(), choices.moves.len());
    let best = root["moves"][0]["move"].as_str().unwrap();
    assert_has(&run(&["openings", "show", &file]), &["40 positions", "Best line"]);
    let after = run(&["openings", "show", &file, "--moves", best]);
    assert_has(&after, &["Black to move", "Searched"]);
    let other = run(&["openings", "show", &file, "--moves", "a1 b1 c1 a2"]);
    assert_has(&other, &["does not have this position"]);
    assert_has(&rejected(&["openings", "show", &file, "--moves", "a1 a1"], 2), &["(--moves)"]);
}

#[test]
fn the_books_of_the_program_are_read_and_one_is_written_without_a_change() {
    for (book, name) in BOOKS.iter().zip(["5x5-komi0", "5x5-komi2", "6x6-komi0", "6x6-komi2"]) {
        let file = format!("{}/openings/{name}.book", env!("CARGO_MANIFEST_DIR"));
        let tree = BookFile::read(file.as_ref()).unwrap();
        assert!(tree.len() > 6000, "{name}");
        if name == "5x5-komi0" {
            assert!(to_text(&tree, u32::MAX, usize::MAX) == fs::read_to_string(&file).unwrap());
        }
        // The engine knows the same scores.
        for line in [&[][..], &tree.line(tree.root())[..2], &tree.line(tree.root())[..5]] {
            let mut game = book.start().unwrap();
            game.play_line(line).unwrap();
            let known = book.moves(&game).into_iter().map(|(_, score)| score);
            let choices = tree.at(&game).unwrap();
            assert!(known.eq(choices.moves.iter().map(|it| it.1.stored())), "{name} {line:?}");
        }
    }
}
