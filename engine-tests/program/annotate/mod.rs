//! Annotated games: their annotations are true, and the text of the game is kept.

mod command;

use crate::program::assert_has;
use std::time::Duration;
use stonefall_engine::annotate::{
    Annotation, EarlierAnnotation, News, Plan, Unlike, Variations, annotate, write,
};
use stonefall_engine::board::{Outcome, Position, WinReason};
use stonefall_engine::game::Game;
use stonefall_engine::notation::ptn_file::{Evaluation, PtnGame};
use stonefall_engine::notation::{Judgement, ThreatMark};
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::Color;

const NINJA: &str = include_str!("../../data/ptn/ninja.ptn");

/// Black forces a road in two moves, only with a4. (A puzzle of the book.)
pub const TWO: &str = "[Size \"4\"]\n[TPS \"x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7\"]\n\n";

fn plan(nodes: u64) -> Plan {
    Plan {
        depth: None,
        nodes: Some(nodes),
        movetime: None,
        proof_nodes: 2000,
        threads: 1,
        hash_mib: 4,
    }
}

fn annotated(game: &PtnGame, nodes: u64) -> Annotation {
    annotate(game, EarlierAnnotation::default(), &plan(nodes), &Stopper::default(), |_| {}).unwrap()
}

fn written(game: &PtnGame, annotation: &Annotation) -> PtnGame {
    write(game, annotation, &plan(0).note(), Variations::Mistakes).unwrap()
}

/// Whether the player of the last move can complete a road next. Plays every move.
fn threatens<const N: usize>(after: &Position<N>) -> bool {
    let mover = !after.to_move();
    let mut position = after.clone();
    if position.outcome().is_some() || position.opening_plies() > 0 {
        return false;
    }
    position.play_null();
    wins(&position, mover)
}

fn wins<const N: usize>(position: &Position<N>, mover: Color) -> bool {
    let won = Some(Outcome::Win(mover, WinReason::Road));
    position.moves().into_iter().any(|mv| position.after(mv).outcome() == won)
}

fn is_own(comment: &str) -> bool {
    comment.starts_with("name:\"Stonefall") || comment.starts_with("Annotated by Stonefall")
}

#[test]
fn a_stop_before_the_first_search_is_obeyed() {
    let stopper = Stopper::default();
    stopper.stop();
    let plan = Plan { nodes: None, movetime: Some(Duration::from_secs(600)), ..plan(0) };
    let game = PtnGame::read("[Size \"6\"]\n1. a1 f6 2. c3 d4");
    let annotation =
        annotate(&game, EarlierAnnotation::default(), &plan, &stopper, |_| {}).unwrap();
    assert_eq!(annotation.done(), 0);
}

#[test]
fn everything_in_the_game_is_kept() {
    let game = PtnGame::read(NINJA);
    let result = written(&game, &annotated(&game, 400));
    let text = result.to_string();
    assert_eq!(PtnGame::read(&text).to_string(), text);

    // Without the additions, the game is the same.
    let mut bare = PtnGame::read(&text);
    let main = bare.main_mut();
    main.notes.retain(|comment| !is_own(comment));
    for (mv, original) in main.moves.iter_mut().zip(&game.main().moves) {
        mv.comments.retain(|comment| !is_own(comment));
        mv.ply.marks = original.ply.marks;
    }
    assert!(bare.to_string().starts_with(game.to_string().trim_end()), "{bare}{game}");
    // The author's marks stay too.
    assert_has(&text, &["d2'", "c5''", "c1!?", "b2?!"]);
    // All lines can be played.
    for line in 0..result.lines().len() {
        Game::replay(&result, line, None).unwrap();
    }
}

#[test]
fn every_move_has_its_evaluation() {
    let game = PtnGame::read(NINJA);
    let result = PtnGame::read(&written(&game, &annotated(&game, 400)).to_string());
    let own = |comments: &[String]| {
        let own = comments.iter().filter(|comment| comment.starts_with("name:\"Stonefall"));
        own.filter_map(|comment| Evaluation::read(comment)).collect::<Vec<_>>()
    };
    let main = result.main();
    assert_eq!(own(&main.notes).len(), 1);
    let mut position = Game::replay(&game, PtnGame::MAIN_LINE, Some(0)).unwrap();
    for played in &main.moves {
        position.play(played.ply.mv).unwrap();
        let evaluations = own(&played.comments);
        let [evaluation] = &evaluations[..] else { panic!("{evaluations:?}") };
        let [win, draw, loss] = evaluation.wdl.unwrap();
        assert_eq!(win + draw + loss, 1000);
        assert!(
            (evaluation.value.unwrap() - (f64::from(win) - f64::from(loss)) / 1000.0).abs() < 0.006
        );
        // The line in the comment is legal.
        position.clone().play_line(&evaluation.line_after).unwrap();
        assert_eq!(evaluation.line_after.is_empty(), position.outcome().is_some());
    }
}

#[test]
fn tak_marks_are_true() {
    for game in PtnGame::read_all(include_str!("../../data/ptn/playtak.ptn")) {
        let annotation = annotated(&game, 50);
        let start = Game::replay(&game, PtnGame::MAIN_LINE, Some(0)).unwrap();
        let mut position = start.position::<6>().unwrap().clone();
        for played in &annotation.moves {
            position.play(played.mv, &mut ());
            assert_eq!(
                played.threat != ThreatMark::None,
                threatens(&position),
                "{}",
                played.name()
            );
        }
    }
}

#[test]
fn tinue_marks_are_proved() {
    // a4 wins: every reply is played, without the solver.
    let game = PtnGame::read(&format!("{TWO}7. -- a4 8. b2 b4 0-R"));
    let annotation = annotated(&game, 2000);
    assert_eq!(annotation.moves[0].threat, ThreatMark::Tinue);
    let after = Game::replay(&game, PtnGame::MAIN_LINE, Some(1)).unwrap();
    let after = after.position::<4>().unwrap();
    for mv in after.moves() {
        assert!(wins(&after.after(mv), Color::Black), "{mv}");
    }
    assert!(written(&game, &annotation).to_string().contains("a4''"));

    // Without the solver there is no tinue.
    let plan = Plan { proof_nodes: 0, ..plan(2000) };
    let known =
        annotate(&game, EarlierAnnotation::default(), &plan, &Stopper::default(), |_| {}).unwrap();
    assert_eq!(known.moves[0].threat, ThreatMark::Tak);

    // A tak with a defense is no tinue.
    let game = PtnGame::read("[Size \"4\"]\n1. a1 d4 2. d3 a2 3. d2 b2");
    let annotation = annotated(&game, 500);
    assert_eq!(annotation.moves[4].threat, ThreatMark::Tak);
}

#[test]
fn a_lost_win_is_a_blunder_with_the_win_as_variation() {
    let game = PtnGame::read(&format!("{TWO}7. -- Sa4 8. b4"));
    let annotation = annotated(&game, 20_000);
    assert!(annotation.moves.len() == 2 && annotation.is_complete());
    let blunder = &annotation.moves[0];
    assert_eq!(blunder.judgement, Some(Judgement::Blunder), "{annotation:?}");
    assert!(annotation.loss(0).unwrap() > 0.3);
    let result = written(&game, &annotation);
    let text = result.to_string();
    assert!(text.contains("Sa4?? {name:\"Stonefall"), "{text}");
    let line = result.find("7b1").unwrap();
    let end = Game::replay(&result, line, None).unwrap();
    // The variation goes to the end of the game.
    assert_eq!(end.outcome(), Some(Outcome::Win(Color::Black, WinReason::Road)), "{text}");
    let players = annotation.players();
    assert_eq!(players[Color::Black].all.blunders, 1);
    assert_eq!(players[Color::Black].worst.unwrap().ply, 0);
    assert!(players[Color::Black].all.accuracy.unwrap() < 40.0);
}

/// Positions of `data/tactics` with one winning first move: whether a search of so few positions sees
/// what the others lose depends on the search.
#[test]
fn the_only_move_is_good_and_the_engines_own_is_no_mistake() {
    let only = [
        ("1221S,x,1,x,2/x,1,x,1S,x/1,x,21C,2,1/x,21122221,x,1112C,1/2,1,2,2,2 2 26", "4d2<31"),
        (
            "x,1121122111212,2,x,2112S/2,x,1,1,x/x4,1/x,2,11112C,x,2221221C/x,21,2,x,221 1 39",
            "3e2+111",
        ),
        ("x,1,1,x2/2,221C,1,x,1212/2,112C,1,2,2/1,21,2S,x2/x,1,1,x2 2 17", "4e4-"),
    ];
    let mut good = 0;
    for (tps, mv) in only {
        let number = tps.rsplit(' ').next().unwrap();
        let dashes = if tps.contains(" 2 ") { "-- " } else { "" };
        let text = format!("[Komi \"2\"]\n[TPS \"{tps}\"]\n{number}. {dashes}{mv}");
        let annotation = annotated(&PtnGame::read(&text), 20_000);
        assert_eq!(annotation.loss(0), Some(0.0), "{mv}");
        let played = &annotation.moves[0];
        assert_eq!(played.threat, ThreatMark::Tinue, "{mv}");
        assert!(matches!(played.judgement, None | Some(Judgement::Good | Judgement::Brilliant)));
        good += usize::from(played.judgement.is_some());
    }
    assert!(good > 0, "none of {only:?}");
    // An answer to tak explains itself, and so does a move that wins at once.
    let game = PtnGame::read(&format!("{TWO}7. -- a4 8. b2 b4"));
    let marks = annotated(&game, 20_000).moves;
    assert_eq!([marks[0].judgement, marks[2].judgement], [None, None]);
}

#[test]
fn a_broken_annotation_is_gone_on_with() {
    let game = PtnGame::read(NINJA);
    let (plan, stopper) = (plan(300), Stopper::default());
    let impatient = |news: News<'_>| {
        if let News::State(annotation) = news
            && annotation.done() >= 6
        {
            stopper.stop();
        }
    };
    let half = annotate(&game, EarlierAnnotation::default(), &plan, &stopper, impatient).unwrap();
    assert_eq!((half.done(), half.is_complete()), (6, false));
    let file =
        PtnGame::read(&write(&game, &half, &plan.note(), Variations::All).unwrap().to_string());

    let known = EarlierAnnotation::read(&file, &game, &plan).unwrap();
    let whole = annotate(&game, known, &plan, &Stopper::default(), |_| {}).unwrap();
    assert!(whole.is_complete());
    // EarlierAnnotation evaluations are reused; only the first may be searched again.
    for ply in game.main().moves.len() - 4..=game.main().moves.len() {
        let (one, other) = (half.evaluations[ply].clone(), whole.evaluations[ply].clone());
        assert_eq!(one.unwrap().to_string(), other.unwrap().to_string(), "{ply}");
    }
    assert_eq!(half.moves[9..], whole.moves[9..]);

    let other_plan = Plan { nodes: Some(301), ..plan.clone() };
    assert!(matches!(EarlierAnnotation::read(&file, &game, &other_plan), Err(Unlike::Plan { .. })));
    assert_eq!(EarlierAnnotation::read(&game, &game, &plan), Err(Unlike::Plain));
    let other_game = PtnGame::read("[Size \"5\"]\n1. a1 e5");
    assert_eq!(EarlierAnnotation::read(&file, &other_game, &plan), Err(Unlike::Game));
}

#[test]
fn annotating_again_replaces() {
    let game = PtnGame::read(NINJA);
    let once = PtnGame::read(&written(&game, &annotated(&game, 300)).to_string());
    let twice = written(&once, &annotated(&once, 300));
    let counts = |game: &PtnGame| {
        let main = game.main();
        let comments = main.moves.iter().flat_map(|played| &played.comments).chain(&main.notes);
        (comments.clone().count(), comments.filter(|comment| is_own(comment)).count())
    };
    assert_eq!(counts(&once), counts(&twice), "{twice}");
    assert_eq!(twice.problems(), []);
}

#[test]
fn limits_are_told_in_words_that_are_no_evaluation() {
    let plan = Plan { depth: Some(9), movetime: Some(Duration::from_millis(1500)), ..plan(70) };
    let note = plan.note();
    assert!(
        note.ends_with("with depth 9 and 70 positions and 1.5 seconds and 2000 for proofs a move"),
        "{note}"
    );
    assert_eq!(Evaluation::read(&note), None);
}
