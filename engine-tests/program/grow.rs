//! Opening trees: which positions they search, their scores, and their files.

use crate::program::{
    assert_documented, assert_has, complaint, file, json, path, rejected, run, stonefall,
};
use std::fs;
use stonefall_engine::board::Symmetry;
use stonefall_engine::book::ScoredBook;
use stonefall_engine::search::Seed;
use stonefall_engine::{Game, Move, PtnGame, Rules, Value, parse_line};
use stonefall_tools::score::Score;
use stonefall_tools::tree::{Found, Leaf, Tree, TreeFile};

fn start() -> Game {
    Game::start(5, Rules::standard(5)).unwrap()
}

fn after(line: &str) -> Game {
    let mut game = start();
    game.play_line(&parse_line(line).unwrap()).unwrap();
    game
}

fn flats(flats: i32) -> Score {
    Score::of(Value::CentiFlats(flats))
}

/// The result of a search, such as `c3 20, d4 W3`.
fn found(leaf: &Leaf, moves: &str) -> Found {
    let read = |text: &str| {
        let (mv, score) = text.trim().split_once(' ').unwrap();
        (leaf.game.read_move(mv).unwrap(), score.parse().unwrap())
    };
    Found { depth: 5, moves: moves.split(',').map(read).collect() }
}

/// Takes the next leaf, which must be after these moves, and adds its result.
fn search(tree: &mut Tree, line: &str, moves: &str) {
    let leaf = tree.take().unwrap();
    assert_eq!(start().spell_line(&leaf.game.played().collect::<Vec<_>>()).join(" "), line);
    let found = found(&leaf, moves);
    tree.add(leaf, &found);
}

/// The least key of a position's images.
fn key(game: &Game) -> u64 {
    Symmetry::ALL.map(|symmetry| game.image(symmetry).unwrap().key()).into_iter().min().unwrap()
}

/// A move of a position or its image: score, and whether the tree has the position after it.
fn known(tree: &Tree, line: &str, mv: &str) -> (Score, bool) {
    let game = after(line);
    let wanted = key(&after(&format!("{line} {mv}")));
    let known = tree.at(&game).unwrap();
    let is_it = |&&(mv, ..): &&(Move, Score, bool)| key(&game.after(mv).unwrap()) == wanted;
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
    search(&mut tree, "a1 e5 c4 d4 c3", "b2 W3, e1 5");
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
    search(&mut tree, "", "a1 10, b2 0, c3 W3, d4 L2");
    // A proved win at the root: nothing is left.
    assert!(tree.take().is_none() && !tree.is_in_work());

    let mut tree = Tree::new(start());
    search(&mut tree, "", "a1 10, b2 0, d4 L2");
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
fn a_tree_resumes_after_a_cut_in_any_line() {
    let path = path("cut.tree");
    let file = path.to_str().unwrap();
    assert!(grow(file, &["--positions", "12", "--threads", "2"]).status.success());
    let whole = fs::read_to_string(&path).unwrap();
    assert_eq!(whole.lines().count(), 13);
    let (_, tree) = TreeFile::read(&path).unwrap();
    let root = tree.at(tree.root()).unwrap();
    assert_eq!((tree.len(), root.moves.len()), (12, 3), "three moves of 4x4 are no images");
    for end in [0, 10, whole.find('\n').unwrap() + 1, whole.len() - 1] {
        fs::write(&path, &whole[..end]).unwrap();
        let output = grow(file, &["--positions", "12", "--threads", "1"]);
        assert!(output.status.success(), "{output:?}");
        let resumed = fs::read_to_string(&path).unwrap();
        assert_eq!(resumed.lines().count(), 13, "{end}");
        let kept = whole[..end].rfind('\n').map_or(0, |end| end + 1);
        assert!(resumed.starts_with(&whole[..kept]));
    }
    // More positions extend it, the same or fewer change nothing.
    assert!(grow(file, &["--positions", "14"]).status.success());
    assert!(grow(file, &["--positions", "3"]).status.success());
    assert_eq!(TreeFile::read(&path).unwrap().1.len(), 14);
}

#[test]
fn other_settings_and_other_files_are_refused_unchanged() {
    let path = path("refused.tree");
    let file = path.to_str().unwrap();
    assert!(grow(file, &["--positions", "2"]).status.success());
    let whole = fs::read_to_string(&path).unwrap();
    let error = complaint(&grow(file, &["--positions", "4", "--half-komi", "4"]), 1);
    assert_has(&error, &["expected root", "(--restart replaces it)"]);
    let error = rejected(&["openings", "grow", file, "--size", "4", "--width", "3"], 1);
    assert_has(&error, &["expected nodes 100000, found 150"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    for (content, expected) in [
        ("a1 b2\n".to_owned(), "expected an opening tree, found a1 b2"),
        ("a1 b2".to_owned(), "expected an opening tree, found a1 b2"),
        (whole.clone() + "a1 a1; 3; b1 2\n", "found a1 a1; 3; b1 2 (line 4)"),
        (whole.clone() + "\n", "(line 4)"),
    ] {
        fs::write(&path, &content).unwrap();
        let error = complaint(&grow(file, &["--positions", "4"]), 1);
        assert_has(&error, &["refused.tree: ", expected]);
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
    assert!(grow(file, &["--positions", "2", "--restart"]).status.success());
    assert_eq!(TreeFile::read(&path).unwrap().1.len(), 2);
}

#[test]
fn a_tree_gets_the_positions_that_games_visited_first() {
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

    let path = path("visited.tree");
    let file = path.to_str().unwrap();
    let visited = |positions: &str| {
        let games = ["--width", "1", "--games", &database, "--visits", "2"];
        let flags = [&games[..], &["--positions", positions, "--threads", "2"]].concat();
        let fixed = ["openings", "grow", file, "--size", "4", "--nodes", "150"];
        stonefall(&[&fixed[..], &flags].concat())
    };
    let check = || {
        let (_, tree) = TreeFile::read(&path).unwrap();
        let mut position = tree.root().clone();
        for mv in line {
            let known = tree.at(&position).unwrap();
            let before = position.clone();
            position.play(position.read_move(mv).unwrap()).unwrap();
            let leads =
                |&(mv, ..): &(Move, Score, bool)| key(&before.after(mv).unwrap()) == key(&position);
            assert!(known.moves.iter().any(leads), "{mv}");
        }
        assert!(tree.at(&position).is_some());
        tree.len()
    };
    let output = visited("7");
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_has(&said, &["at least 2 games visited 7 positions"]);
    assert_eq!(check(), 7);
    let whole = fs::read_to_string(&path).unwrap();
    // A known position that gets more moves has another line.
    assert!(whole.lines().count() > 8, "{whole}");
    for end in whole.match_indices('\n').map(|(end, _)| end + 1) {
        fs::write(&path, &whole[..end]).unwrap();
        assert!(visited("7").status.success());
        assert_eq!(check(), 7, "{end}");
    }
    // The tree grows from there; a tree of enough positions stays.
    assert!(visited("9").status.success());
    assert_eq!(check(), 9);
    let grown = fs::read_to_string(&path).unwrap();
    assert!(visited("3").status.success());
    assert_eq!(fs::read_to_string(&path).unwrap(), grown);
    // A line adds moves once.
    let again = whole.lines().last().unwrap();
    fs::write(&path, format!("{whole}{again}\n")).unwrap();
    assert_has(&complaint(&visited("9"), 1), &["expected a position of the tree"]);
}

#[test]
fn a_tree_grows_from_any_position_until_nothing_is_left() {
    let path = path("position.tree");
    let file = path.to_str().unwrap();
    // White wins at once or not at all.
    let position = "x,1,x/2,1,2/x,x,2 1 4";
    let text = run(&["openings", "grow", file, position, "--nodes", "500", "--threads", "3"]);
    assert_has(&text, &["position.tree: 1 position, White: win in 1: b1"]);
    let over = "1,1,1/2,2,x/x3 2 4";
    let text = run(&["openings", "grow", file, over, "--restart"]);
    assert_has(&text, &["position.tree: 0 positions, no position"]);
}

/// A tree of some positions, and its path.
fn small_tree(name: &str) -> (String, Tree) {
    let path = path(name);
    let file = path.to_str().unwrap().to_owned();
    assert!(grow(&file, &["--positions", "40", "--half-komi", "4"]).status.success());
    let (_, tree) = TreeFile::read(&path).unwrap();
    (file, tree)
}

#[test]
fn the_ptn_has_the_best_line_and_every_position_once() {
    let (file, tree) = small_tree("exported.tree");
    let text = run(&["openings", "export", &file, "--margin", "40"]);
    let game = PtnGame::read(&text);
    assert_eq!((game.problems(), game.tag("Komi")), (Vec::new(), Some("2")));
    let lines = game.tree().lines.len();
    assert!(lines > 5, "{text}");
    let main = Game::replay(&game, PtnGame::MAIN_LINE, None).unwrap();
    assert_eq!(main.played().collect::<Vec<_>>(), tree.line(tree.root()));
    for line in 0..lines {
        let replayed = Game::replay(&game, line, None).unwrap();
        // The position before the last move is in the tree.
        assert!(tree.at(&replayed.back_to(replayed.played().count() - 1)).is_some(), "{line}");
    }
    let short = run(&["openings", "export", &file, "--margin", "40", "--plies", "2"]);
    let short = PtnGame::read(&short);
    assert!(short.tree().lines.iter().all(|line| line.start + line.plies.len() <= 2));
    let none = PtnGame::read(&run(&["openings", "export", &file, "--margin", "0"]));
    assert!(none.tree().lines.len() < lines);
}

#[test]
fn the_engine_plays_the_good_moves_of_a_book() {
    let (file, tree) = small_tree("book.tree");
    let path = path("tree.book");
    let out = path.to_str().unwrap();
    let book = ["openings", "export", &file, "--format", "book", "--margin", "15", "--out", out];
    assert_has(&run(&book), &["book.tree: 40 positions"]);
    let text: &str = fs::read_to_string(&path).unwrap().leak();
    let book = ScoredBook::new(4, 4, text);
    assert_eq!(book.len(), text.lines().count(), "every line is legal");
    let root = tree.root();
    let known = tree.at(root).unwrap();
    for seed in 0..20 {
        let mv = book.choose(root, Seed::new(seed)).unwrap();
        let played = key(&root.after(mv).unwrap());
        let is_it = |&&(mv, ..): &&(Move, Score, bool)| key(&root.after(mv).unwrap()) == played;
        let &(_, score, _) = known.moves.iter().find(is_it).unwrap();
        assert!(score.stored() >= known.score.stored() - 15);
    }
    let error = rejected(&["openings", "export", &file, "--out", &file], 2);
    assert_has(&error, &["expected another file than the tree"]);
    let path = path_of_position();
    let error = rejected(&["openings", "export", &path, "--format", "book"], 1);
    assert_has(&error, &["expected a tree from the start of a standard game"]);
}

/// A tree from another position than the start.
fn path_of_position() -> String {
    let file = path("elsewhere.tree").to_str().unwrap().to_owned();
    run(&["openings", "grow", &file, "x,1,x/2,1,2/x,x,2 1 4", "--nodes", "100"]);
    file
}

#[test]
fn show_has_the_moves_of_any_position_and_of_games() {
    let (file, tree) = small_tree("shown.tree");
    let root = json(&["openings", "show", &file, "--json"]);
    assert_documented(&[&root, &root["moves"][0]]);
    assert_eq!(root["positions"], 40);
    let known = tree.at(tree.root()).unwrap();
    assert_eq!(root["moves"].as_array().unwrap().len(), known.moves.len());
    let best = root["moves"][0]["move"].as_str().unwrap();
    let games = file_of_games(best);
    let text = run(&["openings", "show", &file, "--games", &games]);
    assert_has(
        &text,
        &["40 positions", "Best line", "Game with the highest ratings", "Ann (1700) - Ben"],
    );
    let openings = text.split("The most played openings of four plies").nth(1).unwrap();
    assert_has(openings, &[&format!("{best} d3 b2 b3")]);
    let after = run(&["openings", "show", &file, "--moves", best]);
    assert_has(&after, &["Black to move", "Searched"]);
    assert_has(
        &run(&["openings", "show", &file, "--moves", "a1 b1 c1 a2"]),
        &["does not have this position"],
    );
    assert_has(&rejected(&["openings", "show", &file, "--moves", "a1 a1"], 2), &["(--moves)"]);
}

/// A database with two games that begin with this move.
fn file_of_games(first: &str) -> String {
    let game = |second| {
        format!(
            "[Size \"4\"]\n[Komi \"2\"]\n[Player1 \"Ann\"]\n[Player2 \"Ben\"]\n[Rating1 \"1700\"]\n\n\
             1. {first} {second} 2. b2 b3 3. c2 1-0\n\n"
        )
    };
    let source = file("tree-games.ptn", game("d3") + &game("d2"));
    let database = path("tree-games.db").to_str().unwrap().to_owned();
    run(&["games", "add", &database, &source]);
    database
}
