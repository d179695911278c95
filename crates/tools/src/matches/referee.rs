//! Decides when and how a game of a match is over.

use crate::arguments::{numbers, positive};
use clap::Args;
use serde::{Serialize, Serializer};
use std::fmt;
use stonefall_engine::board::{DrawReason, Outcome, WinReason};
use stonefall_engine::game::Game;
use stonefall_engine::notation::ptn_file::{GameResult, Reason as PtnReason};
use stonefall_engine::types::{ByColor, Color};

/// Rules that end games, besides those of the board. A 0 stands for no rule.
#[derive(Args, Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EndRules {
    /// Draw at the Nth occurrence of a position; 0 for never
    #[arg(long, value_name = "N", default_value = "3")]
    pub repetitions: usize,
    /// Draw after N plies; 0 for never
    #[arg(long, value_name = "N", default_value = "500")]
    pub max_plies: usize,
    /// End a game as won when both engines agree: default or moves=4,score=1000,after=0
    #[arg(long, value_name = "RULE", value_parser = read_win)]
    pub resign: Option<Agreement>,
    /// End a game as drawn when both engines agree: default or moves=8,score=10,after=60
    #[arg(long, value_name = "RULE", value_parser = read_draw)]
    pub draw: Option<Agreement>,
}

/// Ends a game when both engines report such scores for some moves.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Agreement {
    /// Number of moves of each engine.
    pub moves: usize,
    /// Smallest score for a win, largest for a draw, in the engine's hundredths of a flat.
    pub score: i64,
    /// Ply before which no game ends this way.
    pub after: usize,
}

/// Parses `moves=4,score=800,after=0`.
fn read_agreement(text: &str, usual: Agreement) -> Result<Agreement, String> {
    let mut agreement = usual;
    numbers(
        text,
        |key, value| {
            match key {
                "moves" => agreement.moves = positive(value)?,
                "score" => {
                    agreement.score = value.parse().ok().filter(|&score: &i64| score >= 0)?
                }
                "after" => agreement.after = value.parse().ok()?,
                _ => return None,
            }
            Some(())
        },
        "moves=N, score=N and after=N",
    )?;
    Ok(agreement)
}

/// Rule for games that both engines call won.
fn read_win(text: &str) -> Result<Agreement, String> {
    read_agreement(text, Agreement { moves: 4, score: 1000, after: 0 })
}

/// Rule for games that both engines call drawn.
fn read_draw(text: &str) -> Result<Agreement, String> {
    read_agreement(text, Agreement { moves: 8, score: 10, after: 60 })
}

/// Decides one game.
#[derive(Clone, Debug)]
pub(super) struct Referee {
    rules: EndRules,
    /// Scores of each engine's moves from White's view; `None` without a score.
    scores: ByColor<Vec<Option<i64>>>,
}

impl Referee {
    pub(super) fn new(rules: EndRules) -> Self {
        Self { rules, scores: ByColor::default() }
    }

    /// Adds the score of a move from White's view.
    pub(super) fn add_score(&mut self, mover: Color, score: Option<i64>) {
        self.scores[mover].push(score);
    }

    /// The end by the rules alone.
    pub(super) fn rule(&self, game: &Game) -> Option<Ending> {
        if let Some(outcome) = game.outcome() {
            return Some(outcome.into());
        }
        if (1..=game.repetitions() + 1).contains(&self.rules.repetitions) {
            return Some(Ending::draw(Reason::Repetition));
        }
        let most: usize = game.rules().reversible_plies.into();
        (most > 0 && game.reversible_plies() >= most).then(|| Ending::draw(Reason::ReversiblePlies))
    }

    /// The end of the game after `plies` plies, if it is over.
    pub(super) fn ending(&self, game: &Game, plies: usize) -> Option<Ending> {
        if let Some(ending) = self.rule(game) {
            return Some(ending);
        }
        if (1..=plies).contains(&self.rules.max_plies) {
            return Some(Ending::draw(Reason::Length));
        }
        self.agreed(plies)
    }

    fn agreed(&self, plies: usize) -> Option<Ending> {
        let all = |agreement: Agreement, holds: &dyn Fn(i64) -> bool| {
            plies >= agreement.after
                && Color::ALL.into_iter().all(|color| {
                    let newest = self.scores[color].iter().rev().take(agreement.moves);
                    newest.clone().count() == agreement.moves
                        && newest.copied().all(|score| score.is_some_and(holds))
                })
        };
        if let Some(win) = self.rules.resign {
            let winner = if all(win, &|score| score >= win.score) {
                Some(Color::White)
            } else if all(win, &|score| score <= -win.score) {
                Some(Color::Black)
            } else {
                None
            };
            if winner.is_some() {
                return Some(Ending { winner, reason: Reason::AgreedWin, detail: String::new() });
            }
        }
        let draw = self.rules.draw?;
        all(draw, &|score| score.abs() <= draw.score).then(|| Ending::draw(Reason::AgreedDraw))
    }
}

/// Reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// A road.
    Road,
    /// A flat count, drawn or won.
    Flats,
    /// A repeated position.
    Repetition,
    /// Too many plies without a placement or a flattened wall.
    ReversiblePlies,
    /// Too many plies.
    Length,
    /// Both engines agreed on the winner.
    AgreedWin,
    /// Both engines agreed on a draw.
    AgreedDraw,
    /// An engine ended, or could not be restarted.
    Crash,
    /// An engine did not answer.
    Hang,
    /// An engine sent an illegal move.
    IllegalMove,
    /// An engine exceeded its time.
    Time,
}

impl Reason {
    /// All reasons with the first words of their `Termination` tags, in the order of the enum.
    const NAMES: [(Self, &str); 11] = [
        (Self::Road, "road"),
        (Self::Flats, "flats"),
        (Self::Repetition, "repetition"),
        (Self::ReversiblePlies, "reversible plies"),
        (Self::Length, "length"),
        (Self::AgreedWin, "agreed win"),
        (Self::AgreedDraw, "agreed draw"),
        (Self::Crash, "crash"),
        (Self::Hang, "hang"),
        (Self::IllegalMove, "illegal move"),
        (Self::Time, "time"),
    ];

    /// Reasons that are faults of the loser's engine.
    pub const FAULTS: [Self; 4] = [Self::Crash, Self::Hang, Self::IllegalMove, Self::Time];

    /// First words of the `Termination` tag.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize].1
    }

    /// Whether an engine failed.
    pub fn is_fault(self) -> bool {
        Self::FAULTS.contains(&self)
    }
}

/// The first words of the `Termination` tag.
impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub reason: Reason,
    /// Details in one line, or empty.
    pub detail: String,
}

impl Ending {
    /// A game lost by a fault of the loser's engine.
    pub(super) fn fault(loser: Color, reason: Reason, detail: impl Into<String>) -> Self {
        Self { winner: Some(loser.opponent()), reason, detail: detail.into() }
    }

    /// A draw.
    pub(super) const fn draw(reason: Reason) -> Self {
        Self { winner: None, reason, detail: String::new() }
    }

    /// The result in PTN.
    pub const fn result(&self) -> GameResult {
        let reason = match self.reason {
            Reason::Road => PtnReason::Road,
            Reason::Flats => PtnReason::Flats,
            _ => PtnReason::Other,
        };
        match self.winner {
            Some(winner) => GameResult::Win(winner, reason),
            None => GameResult::Draw,
        }
    }

    /// Reads the result and the `Termination` tag of a game.
    pub(super) fn read(result: GameResult, termination: &str) -> Option<Self> {
        let (name, detail) = termination.split_once(": ").unwrap_or((termination, ""));
        let (reason, _) = *Reason::NAMES.iter().find(|(_, known)| *known == name)?;
        let winner = match result {
            GameResult::Win(winner, _) => Some(winner),
            GameResult::Draw => None,
            GameResult::Unfinished => return None,
        };
        Some(Self { winner, reason, detail: detail.to_owned() })
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Self {
        let reason = match outcome {
            Outcome::Win(_, WinReason::Road) => Reason::Road,
            Outcome::Win(_, WinReason::Flats) | Outcome::Draw(DrawReason::Flats) => Reason::Flats,
            Outcome::Draw(DrawReason::Repetition) => Reason::Repetition,
            Outcome::Draw(DrawReason::ReversiblePlies) => Reason::ReversiblePlies,
        };
        Self { winner: outcome.winner(), reason, detail: String::new() }
    }
}

/// Value of the `Termination` tag.
impl fmt::Display for Ending {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.reason.name())?;
        if self.detail.is_empty() { Ok(()) } else { write!(out, ": {}", self.detail) }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use stonefall_engine::notation::parse_line;
    use stonefall_engine::types::Rules;

    fn referee(repetitions: usize, max_plies: usize) -> Referee {
        let resign = Some(Agreement { moves: 2, score: 500, after: 0 });
        let draw = Some(Agreement { moves: 2, score: 10, after: 30 });
        Referee::new(EndRules { repetitions, max_plies, resign, draw })
    }

    fn end(line: &str, reversible_plies: u16, referee: &Referee) -> Option<Reason> {
        let rules = Rules { reversible_plies, ..Rules::standard(4) };
        let mut game = Game::start(4, rules).unwrap();
        let moves = parse_line(line).unwrap();
        assert_eq!(game.play_line(&moves), Ok(()));
        referee.ending(&game, moves.len()).map(|ending| ending.reason)
    }

    #[test]
    fn draws_follow_the_rules_that_are_given() {
        let there_and_back = "a1 d4 d4- a1+ d3+ a2-";
        let twice = format!("{there_and_back} d4- a1+ d3+ a2-");
        assert_eq!(end(there_and_back, 0, &referee(2, 0)), Some(Reason::Repetition));
        assert_eq!(end(there_and_back, 0, &referee(3, 0)), None);
        assert_eq!(end(&twice, 0, &referee(3, 0)), Some(Reason::Repetition));
        assert_eq!(end(&twice, 0, &referee(0, 0)), None);
        assert_eq!(end(&twice, 8, &referee(0, 0)), Some(Reason::ReversiblePlies));
        assert_eq!(end(&twice, 9, &referee(0, 10)), Some(Reason::Length));
    }

    #[test]
    fn engines_have_to_agree() {
        let mut referee = referee(0, 0);
        let winner = |referee: &Referee| referee.agreed(20).map(|ending| ending.winner);
        for score in [500, 600] {
            referee.add_score(Color::White, Some(score));
            referee.add_score(Color::Black, Some(score - 1));
        }
        assert_eq!(winner(&referee), None);
        referee.add_score(Color::White, Some(500));
        referee.add_score(Color::Black, Some(500));
        assert_eq!(winner(&referee), Some(Some(Color::White)));
        referee.add_score(Color::White, None);
        assert_eq!(winner(&referee), None);
        for color in [Color::White, Color::Black, Color::White, Color::Black] {
            referee.add_score(color, Some(-3));
        }
        assert_eq!(referee.agreed(29), None);
        assert_eq!(referee.agreed(30).map(|ending| ending.reason), Some(Reason::AgreedDraw));
    }

    #[test]
    fn agreements_are_read() {
        let expected = Agreement { moves: 4, score: 500, after: 0 };
        assert_eq!(read_win("score=500"), Ok(expected));
        assert!(read_draw("moves=0").is_err());
    }

    #[test]
    fn names_follow_the_order_of_the_enum() {
        for (reason, name) in Reason::NAMES {
            assert_eq!(reason.name(), name);
        }
    }
}
