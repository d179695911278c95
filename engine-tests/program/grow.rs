//! Opening trees: which positions they search, their scores, and their files.

use crate::program::{assert_has, complaint, path, rejected, run, stonefall};
use std::fs;
use stonefall::tools::score::Score;
use stonefall::tools::tree::{Found, Leaf, Tree, TreeFile};
use stonefall_engine::board::Symmetry;
use stonefall_engine::{Game, Move, Rules, Value, parse_line};

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
