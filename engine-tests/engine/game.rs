//! Games of any size behave like positions with the size in the type.

use crate::tests::common::{each_size, random, random_game};
use crate::tests::positions::undoing;
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::sync::Arc;
use stonefall_engine::board::{
    DrawReason, History, IllegalMove, Outcome, PerftMode, Position, Symmetry,
};
use stonefall_engine::eval::net::{Network, active_inputs};
use stonefall_engine::eval::{Evaluator, evaluate, summary};
use stonefall_engine::game::{Game, Search, Solver};
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_engine::notation::{Ply, parse_line, parse_ply, parse_tps};
use stonefall_engine::search::policy::Policy;
use stonefall_engine::search::proof::{Answer, Budget, Goal, Question, SizedSolver};
use stonefall_engine::search::{Limits, Settings, SizedSearch};
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::{Color, HalfKomi, Move, Opening, Rules, SizeError};

/// Rules that produce all kinds of results in random games.
fn rules(size: usize, number: i32) -> Rules {
    let opening = Opening::ALL[number as usize % 3];
    let komi = HalfKomi::new(number % 5).unwrap();
    Rules { opening, reversible_plies: 20, ..Rules::standard(size) }.with_komi(komi)
}

fn check_same<const N: usize>(game: &Game, position: &Position<N>, history: &History) {
    assert!(game.position::<N>().unwrap() == position);
    assert_eq!((game.history(), game.size(), game.key()), (history, N, position.key()));
    assert_eq!(
        (game.to_move(), game.ply(), game.move_number(), game.opening_plies()),
        (position.to_move(), position.ply(), position.move_number(), position.opening_plies())
    );
    assert_eq!(
        (game.outcome(), game.outcome_with_history(), game.repetitions()),
        (position.outcome(), position.outcome_with(history), history.repetitions(position))
    );
    assert_eq!(
        (game.winning_move(), game.winning_road()),
        (position.winning_move(), position.winning_road())
    );
    for color in Color::ALL {
        assert_eq!(game.reserve(color), position.reserve(color));
        assert_eq!(game.flat_count(color), position.flat_count(color));
    }
    let goes_on = position.outcome().is_none();
    assert_eq!(game.moves(), if goes_on { position.moves() } else { Vec::new() });
}

/// Samples for learning equal the results of the functions with the size in the type.
fn check_sample<const N: usize>(game: &Game, position: &Position<N>) {
    let tak = position.tak_squares(&position.roads());
    let is_in_tak = !position.threats(&position.roads()).is_empty();
    assert_eq!(game.is_forced(), is_in_tak || position.winning_move().is_some());
    assert_eq!(game.summary(), summary(position));
    let network = Network::for_size(N);
    assert_eq!(game.value(&network), evaluate(position, &network));
    let mut evaluator = Evaluator::new(Arc::clone(&network));
    evaluator.set_root(position);
    let value = evaluator.value(position, &position.roads());
    assert_eq!(game.value(&network), value);
    let [mut on, mut expected] = [const { Vec::new() }; 2];
    let outputs = [
        game.active_inputs(&mut |input| on.push(input)),
        active_inputs(position, |input| expected.push(input)),
    ];
    assert_eq!((outputs[0], on), (outputs[1], expected));

    let mut last = game.played().rev();
    let policy = Policy::new(position, [last.next(), last.next()], tak);
    let mut moves = Vec::new();
    game.policy_features(&mut |mv, found| {
        let mut expected = Vec::new();
        policy.features(position, mv, |feature| expected.push(feature));
        assert_eq!(found, expected);
        moves.push(mv);
    });
    assert_eq!(moves, position.moves());
}

#[test]
fn both_are_the_same_samples() {
    each_size!(N => {
        let mut random = random(3 + N as u64);
        for number in 0..4 {
            let rules = rules(N, number);
            let mut game = Game::start(N, rules).unwrap();
            random_game::<N>(&mut random, rules, 40, |position, _, mv| {
                check_sample(&game, position);
                game.play(mv).unwrap();
            });
        }
    });
}

/// Plays random games on both. Every few plies a stack goes to and fro, if it can, so that positions
/// come back.
fn play_on_both<const N: usize>() {
    let mut random = random(N as u64);
    let mut repeated = 0;
    for number in 0..20 {
        let rules = rules(N, number);
        let mut game = Game::start(N, rules).unwrap();
        let mut position = Position::<N>::start(rules);
        let mut history = History::new();
        let mut played = Vec::new();
        while game.outcome_with_history().is_none() {
            check_same(&game, &position, &history);
            let legal = position.moves();
            // Each player returns the moved stack.
            let back = played.len().checked_sub(2).and_then(|last| undoing(played[last]));
            let back = back.filter(|mv| legal.contains(mv) && random.random_bool(0.7));
            let mv = back.unwrap_or_else(|| *legal.choose(&mut random).unwrap());
            assert_eq!(game.spelling(mv), Ply::new(mv, &position).to_string());
            assert_eq!(game.read_ply(&parse_ply(&game.spelling(mv)).unwrap()), Ok(mv));
            history.push(position.key());
            position.play(mv, &mut ());
            game.play(mv).unwrap();
            played.push(mv);
            assert_eq!(game.last_move(), Some(mv));
            assert_eq!(game.tps().to_string(), stonefall_engine::notation::tps(&position));
        }
        check_same(&game, &position, &history);
        let drawn = Some(Outcome::Draw(DrawReason::Repetition));
        repeated += usize::from(game.outcome_with_history() == drawn);
        assert_eq!(game.played().collect::<Vec<_>>(), played);
        take_back(&game, &played, Position::<N>::start(rules));
    }
    assert!(repeated > 0, "no position came back three times on {N}x{N}");
}

/// Takes a game back to its beginning, comparing with one that is played anew.
fn take_back<const N: usize>(end: &Game, played: &[Move], start: Position<N>) {
    let mut positions = vec![start];
    for &mv in played {
        positions.push(positions.last().unwrap().after(mv));
    }
    let mut game = end.clone();
    for (plies, position) in positions.iter().enumerate().rev() {
        assert!(game.position::<N>().unwrap() == position);
        assert_eq!(game.history().len(), plies);
        assert_eq!(end.back_to(plies).key(), position.key());
        assert_eq!(game.undo(), plies > 0);
    }
    // The same game again, by another komi.
    let other = end.rules().with_komi(HalfKomi::new(7).unwrap());
    let again = end.with_rules(other).unwrap();
    assert_eq!((again.key(), again.rules().half_komi), (end.key(), other.half_komi));
    assert_eq!(again.history(), end.history());
}

#[test]
fn both_play_the_same_games() {
    each_size!(N => play_on_both::<N>());
}

fn search_on_both<const N: usize>() {
    let line = parse_line("a1 c3 b2 a2").unwrap();
    let mut game = Game::start(N, Rules::standard(N)).unwrap();
    game.play_line(&line).unwrap();
    let position = game.position::<N>().unwrap();
    let (limits, settings) = (|| Limits::nodes(2000), Settings::default());
    let typed = SizedSearch::<N>::new(2).run(position, game.history(), limits(), settings, &mut ());
    let mut searcher = Search::new(2);
    let free = searcher.run(&game, limits(), settings, &mut ());
    assert_eq!((typed.best, typed.nodes), (free.best, free.nodes));
    assert_eq!(
        typed.lines.iter().map(|line| &line.pv).collect::<Vec<_>>(),
        free.lines.iter().map(|line| &line.pv).collect::<Vec<_>>()
    );
    for (counting, depth) in [(PerftMode::Bulk, 3), (PerftMode::EveryMove, 2)] {
        let count = game.perft(depth, counting, &Stopper::default());
        assert_eq!(count, Some(position.clone().perft(depth, counting)));
    }
    for symmetry in Symmetry::ALL {
        let image = game.image(symmetry).unwrap();
        assert_eq!(image.key(), position.image(symmetry).unwrap().key());
    }
    assert_eq!(game.image_keys(), position.image_keys());
}

#[test]
fn both_search_and_count_the_same() {
    each_size!(N => search_on_both::<N>());
}

#[test]
fn both_prove_the_same() {
    let tps = parse_tps("x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7").unwrap();
    let game = Game::from_tps(&tps, Rules::standard(4)).unwrap();
    let position = game.position::<4>().unwrap();
    let (mut prover, mut solver) = (Solver::new(4), SizedSolver::<4>::new(4));
    let (question, budget) = (Question::road().shortest(), Budget::default());
    let free = prover.solve(&game, question, &budget, &mut |_| {});
    let typed = solver.solve(position, &History::new(), question, &budget, &mut |_| {});
    let (Answer::Proven(free), Answer::Proven(typed)) = (free, typed) else { panic!("no proof") };
    assert_eq!((free.line(), prover.nodes()), (typed.line(), solver.nodes()));
    let free = prover.first_moves(&game, Goal::Road, 2, &budget);
    assert_eq!(free, solver.first_moves(position, &History::new(), Goal::Road, 2, &budget));
    assert_eq!(free.only().map(|mv| game.spelling(mv)).as_deref(), Some("a4"));
}

#[test]
fn a_searcher_and_a_prover_take_boards_of_any_size_in_turn() {
    let (mut searcher, mut prover) = (Search::new(1), Solver::new(1));
    for size in [3, 8, 5, 3, 6, 4, 7] {
        let game = Game::start(size, Rules::standard(size)).unwrap();
        let limits = || Limits::nodes(300);
        let found = searcher.run(&game, limits(), Settings::default(), &mut ());
        assert!(game.check(found.best.unwrap()).is_ok(), "{size}");
        let fresh = Search::new(1).run(&game, limits(), Settings::default(), &mut ());
        assert_eq!((found.best, found.nodes), (fresh.best, fresh.nodes), "{size}");
        let budget = Budget::nodes(50);
        let answer = prover.solve(&game, Question::road_within(2), &budget, &mut |_| {});
        assert!(answer.proof().is_none(), "{size}");
    }
}

#[test]
fn a_pass_shows_what_is_threatened_and_can_be_taken_back() {
    let tps = parse_tps("x4/x4/2,2,x2/1,1,1,x 2 5").unwrap();
    let mut game = Game::from_tps(&tps, Rules::standard(4)).unwrap();
    assert!(game.is_tak());
    assert_eq!(game.winning_move(), None);
    game.pass();
    assert_eq!(game.winning_road().map(|mv| game.spelling(mv)).as_deref(), Some("d1"));
    assert_eq!(game.played().count(), 0);
    assert!(game.undo());
    assert_eq!(game.tps(), tps);
    game.play(game.read_move("Sd1").unwrap()).unwrap();
    assert!(!game.is_tak(), "Black threatens nothing");
}

#[test]
fn invalid_games_are_refused() {
    let start = |size| Game::start(size, Rules::standard(size)).map(|_| ());
    for size in [0, 2, 9, usize::MAX] {
        assert_eq!(start(size), Err(SizeError(size).into()));
    }
    let text = |error: &dyn std::error::Error| error.to_string();
    let tps = parse_tps("x3/x,1C,x/x3 1 1").unwrap();
    let error = Game::from_tps(&tps, Rules::standard(3)).unwrap_err();
    assert_eq!(text(&error), "expected at most 0 capstones of White, found 1");
    let text_of_game = PtnGame::read("[Size \"3\"] 1. a1 a1");
    let error = Game::replay(&text_of_game, PtnGame::MAIN_LINE, None).unwrap_err();
    assert_eq!(text(&error), "line 1, column 18: move a1 (1. of Black): a1 is not empty");

    let mut game = Game::start(5, Rules::standard(5)).unwrap();
    let before = format!("{game:?}");
    assert!(game.play(parse_line("f1").unwrap()[0]).is_err());
    assert_eq!(format!("{game:?}"), before);
    let plies = ["a1", "a1"].map(|text| parse_ply(text).unwrap());
    let error = game.clone().with_plies(&plies).unwrap_err();
    assert_eq!(text(&error), "move 2, a1: a1 is not empty");
    let plies = ["a1", "2a2"].map(|text| parse_ply(text).unwrap());
    assert!(text(&game.clone().with_plies(&plies).unwrap_err()).starts_with("move 2, 2a2:"));
    // Moves after the end of the game.
    let mut over = Game::start(3, Rules::standard(3)).unwrap();
    over.play_line(&parse_line("a3 a1 b1 a2 c1").unwrap()).unwrap();
    let late = parse_line("b3").unwrap()[0];
    for error in [over.play(late).err(), over.after(late).err(), over.check(late).err()] {
        assert_eq!(error, Some(IllegalMove::GameOver));
    }
    let plies = ["b3"].map(|text| parse_ply(text).unwrap());
    assert_eq!(text(&over.clone().with_plies(&plies).unwrap_err()), "move 1, b3: the game is over");
    assert_eq!(text(&over.read_move("b3").unwrap_err()), "the game is over");
    let error = over.play_line(&[late]).unwrap_err();
    assert_eq!(text(&error), "word 1 (b3): the game is over");
    assert!(over.undo() && over.play(late).is_ok());
    // A game that is not legal under other rules.
    game.play_line(&parse_line("a1 e5 Cc3").unwrap()).unwrap();
    let mut few = Rules::standard(5);
    few.pieces[Color::White].capstones = 0;
    let error = game.with_rules(few).unwrap_err();
    assert_eq!(text(&error), "move 3, Cc3: White has no capstone left");
}
