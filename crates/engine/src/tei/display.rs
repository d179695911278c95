//! Answers to `d` and `eval`, for people.

use crate::eval::net::{Learned, Network};
use crate::eval::{self, Score, Value};
use crate::game::Game;
use crate::report::{self, Style, outcome_words};
use crate::types::{Color, Square};
use std::fmt::Write as _;

/// The position: drawing, reserves, TPS and key.
pub(super) fn board(game: &Game) -> String {
    let tps = game.tps();
    // Without the history: a repetition does not end the game here.
    let alone = match Game::from_tps(&tps, *game.rules()) {
        Ok(alone) => alone.diagram(),
        Err(error) => return error.to_string(),
    };
    format!(
        "{}{}\n{}\nTPS {tps}\nKey {:016x}",
        report::draw(&alone, Style::Unicode),
        report::status(&alone, Style::Unicode),
        report::key(Style::Unicode),
        game.key()
    )
}

/// The terms of the evaluation and the contribution of the network, from White's view.
pub(super) fn evaluation(game: &Game, network: Option<&Network>) -> String {
    if let Some(outcome) = game.outcome() {
        return outcome_words(outcome);
    }
    let size = game.size();
    let in_flats = |units: f64| flats(Score::estimate(units.round() as i32), size);
    let explanation = game.explain();
    let mut text = format!("{:<40} White Black    each     sum\n", "Term");
    for term in &explanation.terms {
        let (name, each) = (term.term.name(), in_flats(term.weight));
        let sum = in_flats(term.contribution);
        let _ = writeln!(text, "{name:<40} {:>5} {:>5} {each:>7} {sum:>7}", term.white, term.black);
    }
    let shares = explanation.phase.shares().map(|share| share * 100 / eval::Phase::WHOLE);
    let _ = writeln!(
        text,
        "Phase: {} % opening, {} % middle, {} % end",
        shares[0], shares[1], shares[2],
    );
    let mut white = explanation.white;
    if let Some(learned) = network.and_then(|network| game.explain_network(network)) {
        let _ = writeln!(
            text,
            "Terms: {}, network: {}; contribution of each stack:\n{}",
            flats(white, size),
            flats(Score::estimate(learned.white), size),
            stacks(&learned, size),
        );
        white = Score::estimate(white.0 + learned.white);
    }
    let mover = if game.to_move() == Color::White { white } else { -white };
    let _ = write!(
        text,
        "In flats: {} for White, {} for {} (to move)",
        flats(white, size),
        flats(mover, size),
        game.to_move().name(),
    );
    text
}

/// The contribution of each stack, at its square.
fn stacks(learned: &Learned, size: usize) -> String {
    let on = |square| {
        let found = learned.stacks.iter().find(|&&(known, _)| known == square);
        found.map_or_else(|| ".".to_owned(), |&(_, units)| flats(Score::estimate(units), size))
    };
    let mut text = String::new();
    for rank in (0..size).rev() {
        let _ = write!(text, "{:>3} ", rank + 1);
        for file in 0..size {
            let _ = write!(text, "{:>7}", on(Square::new(file, rank)));
        }
        text.push('\n');
    }
    let files = ('a'..).take(size).map(|file| format!("{file:>7}")).collect::<String>();
    text + "    " + &files
}

/// Inner units in flats.
fn flats(score: Score, size: usize) -> String {
    match score.value(size) {
        Value::CentiFlats(flats) => format!("{:+.2}", f64::from(flats) / 100.0),
        Value::Win { .. } => "win".to_owned(),
        Value::Loss { .. } => "loss".to_owned(),
    }
}
