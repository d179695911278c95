//! What people type to look around: `d` and `eval`.

use std::fmt::Write as _;
use stonefall_engine::board::Position;
use stonefall_engine::eval;
use stonefall_engine::eval::net::{Learned, Network};
use stonefall_engine::eval::{Score, Value};
use stonefall_engine::notation::{Tps, TpsError};
use stonefall_engine::report;
use stonefall_engine::report::{Diagram, Style, outcome_words};
use stonefall_engine::types::{Color, Rules, SizeError, Square, sized};

/// The board with what there is to say about it.
pub(super) fn board(tps: &Tps, rules: Rules) -> String {
    text(sized!(tps.size, N => tps.position::<N>(rules).map(|position| {
        let diagram = Diagram::new(&position);
        format!(
            "{}{}\n{}\nTPS {tps}\nKey {:016x}",
            report::board(&diagram, Style::Unicode),
            report::status(&diagram, Style::Unicode),
            report::key(Style::Unicode),
            position.key()
        )
    })))
}

/// The evaluation, term by term and what the network adds, from White's view.
pub(super) fn evaluation(tps: &Tps, rules: Rules, network: Option<&Network>) -> String {
    text(sized!(tps.size, N => {
        tps.position::<N>(rules).map(|position| explain(&position, network))
    }))
}

fn explain<const N: usize>(position: &Position<N>, network: Option<&Network>) -> String {
    if let Some(outcome) = position.outcome() {
        return outcome_words(outcome);
    }
    let in_flats = |units: f64| flats::<N>(Score::estimate(units.round() as i32));
    let explanation = eval::explain(position);
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
    if let Some(network) = network {
        let learned = network.explain(position);
        let _ = writeln!(
            text,
            "Terms: {}, network: {}; what the network gives for each stack:\n{}",
            flats::<N>(white),
            flats::<N>(Score::estimate(learned.white)),
            stacks::<N>(&learned),
        );
        white = Score::estimate(white.0 + learned.white);
    }
    let mover = if position.to_move() == Color::White { white } else { -white };
    let _ = write!(
        text,
        "In flats: {} for White, {} for {}, who is to move",
        flats::<N>(white),
        flats::<N>(mover),
        position.to_move().name(),
    );
    text
}

/// A number for each stack, where it stands on the board.
fn stacks<const N: usize>(learned: &Learned) -> String {
    let on = |square| {
        let found = learned.stacks.iter().find(|&&(known, _)| known == square);
        found.map_or_else(|| ".".to_owned(), |&(_, units)| flats::<N>(Score::estimate(units)))
    };
    let mut text = String::new();
    for rank in (0..N).rev() {
        let _ = write!(text, "{:>3} ", rank + 1);
        for file in 0..N {
            let _ = write!(text, "{:>7}", on(Square::new(file, rank)));
        }
        text.push('\n');
    }
    let files = ('a'..).take(N).map(|file| format!("{file:>7}")).collect::<String>();
    text + "    " + &files
}

/// Inner units in flats.
fn flats<const N: usize>(score: Score) -> String {
    match score.value(N) {
        Value::CentiFlats(flats) => format!("{:+.2}", f64::from(flats) / 100.0),
        Value::Win { .. } => "won".to_owned(),
        Value::Loss { .. } => "lost".to_owned(),
    }
}

/// A position that is on the board can be set up again; if not, the reason is what there is to say.
fn text(result: Result<Result<String, TpsError>, SizeError>) -> String {
    match result {
        Ok(Ok(text)) => text,
        Ok(Err(error)) => error.to_string(),
        Err(error) => error.to_string(),
    }
}
