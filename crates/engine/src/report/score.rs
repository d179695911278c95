//! Scores and results in words. Signs are from White's view.

use crate::board::{DrawReason, Outcome, WinReason};
use crate::eval::Value;
use crate::game::Game;
use crate::notation::ptn_file::GameResult;
use crate::search::{Bound, Info};
use crate::types::Color;
use std::fmt;

/// Result of a line of analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The value for the side to move.
    pub value: Value,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// The side to move.
    pub mover: Color,
    /// Kind of a proven win, if the line reaches the end of the game.
    pub reason: Option<WinReason>,
}

impl Verdict {
    /// The verdict of a line from this position. An illegal line has no reason.
    pub fn new(root: &Game, &Info { value, bound, ref pv, .. }: &Info) -> Self {
        let mut verdict = Self { value, bound, mover: root.to_move(), reason: None };
        if let Some(winner) = verdict.winner() {
            let mut end = root.clone();
            verdict.reason = match end.play_line(pv).ok().and_then(|()| end.outcome()) {
                Some(Outcome::Win(found, reason)) if found == winner => Some(reason),
                _ => None,
            };
        }
        verdict
    }

    /// The player with a proven win.
    pub const fn winner(&self) -> Option<Color> {
        match self.value {
            Value::CentiFlats(_) => None,
            Value::Win { .. } => Some(self.mover),
            Value::Loss { .. } => Some(self.mover.opponent()),
        }
    }

    /// Number of the winner's moves to a proven win.
    pub const fn winning_moves(&self) -> Option<u32> {
        match self.value {
            Value::CentiFlats(_) => None,
            Value::Win { plies } => Some(plies.div_ceil(2)),
            Value::Loss { plies } => Some(plies / 2),
        }
    }

    /// Hundredths of a flat from White's view; `None` if the result is proven.
    pub const fn white_centi_flats(&self) -> Option<i32> {
        match (self.value, self.mover) {
            (Value::CentiFlats(flats), Color::White) => Some(flats),
            (Value::CentiFlats(flats), Color::Black) => Some(-flats),
            _ => None,
        }
    }

    /// One or two sentences. `best` is the first move of the line.
    pub fn sentence(&self, best: &str) -> String {
        let mover = self.mover.name();
        let (Some(winner), Some(moves)) = (self.winner(), self.winning_moves()) else {
            return self.balance(best);
        };
        let how = match self.reason {
            Some(WinReason::Road) => " by a road",
            Some(WinReason::Flats) => " on flats",
            None => "",
        };
        let count = if moves == 1 { "1 move".into() } else { format!("{moves} moves") };
        match self.value {
            Value::Win { .. } if moves == 1 => {
                format!("{mover} to move wins at once{how} with {best}.")
            }
            Value::Win { .. } => {
                format!("{mover} to move wins{how} in {count}, starting with {best}.")
            }
            _ => format!(
                "{mover} to move loses: {} wins{how} in {count} against any defense. \
                 {best} holds out longest.",
                winner.name(),
            ),
        }
    }

    fn balance(&self, best: &str) -> String {
        let flats = self.white_centi_flats().unwrap_or(0);
        let leader = if flats > 0 { Color::White } else { Color::Black };
        if flats.abs() < 10 {
            return format!("The position is even. The best move found is {best}.");
        }
        let tenths = (flats.unsigned_abs() + 5) / 10;
        format!(
            "{} is ahead by about {}.{} flats. The best move found is {best}.",
            leader.name(),
            tenths / 10,
            tenths % 10,
        )
    }
}

/// For tables: `+1.40`, `White: road in 3`.
impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The change of view exchanges the bounds.
        out.write_str(match (self.bound, self.mover) {
            (Bound::Exact, _) => "",
            (Bound::Lower, Color::White) | (Bound::Upper, Color::Black) => ">",
            (Bound::Upper, Color::White) | (Bound::Lower, Color::Black) => "<",
        })?;
        if let (Some(winner), Some(moves)) = (self.winner(), self.winning_moves()) {
            let what = match self.reason {
                Some(WinReason::Road) => "road",
                Some(WinReason::Flats) => "flats",
                None => "win",
            };
            return write!(out, "{}: {what} in {moves}", winner.name());
        }
        let flats = self.white_centi_flats().unwrap_or(0);
        let sign = match flats {
            0 => "",
            1.. => "+",
            _ => "-",
        };
        write!(out, "{sign}{}.{:02}", flats.abs() / 100, flats.abs() % 100)
    }
}

/// A result in words: "White wins by a road".
pub fn outcome_words(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(winner, WinReason::Road) => format!("{} wins by a road", winner.name()),
        Outcome::Win(winner, WinReason::Flats) => format!("{} wins on flats", winner.name()),
        Outcome::Draw(DrawReason::Flats) => "Draw: equal flats".into(),
        Outcome::Draw(DrawReason::Repetition) => "Draw: the third repetition".into(),
        Outcome::Draw(DrawReason::ReversiblePlies) => {
            "Draw: too many moves without a placement".into()
        }
    }
}

/// A result in PTN: `R-0`, `0-F`, `1/2-1/2`.
pub fn result_code(outcome: Outcome) -> &'static str {
    GameResult::from(outcome).code()
}

/// A number with separated thousands: `1,253,506,520`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
