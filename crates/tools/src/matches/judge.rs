//! Decides when a game of a match is over.

use super::ending::{Ending, Reason};
use stonefall_engine::game::Game;
use stonefall_engine::types::{ByColor, Color};

/// Draw rules of a match; the rule on reversible plies belongs to the rules of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRules {
    /// Number of occurrences of a position that is a draw; `None` for no such rule.
    pub repetitions: Option<usize>,
    /// Number of plies after which a game is a draw; `None` for no such rule.
    pub plies: Option<usize>,
}

/// Ends a game when both engines report such scores for some moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Agreement {
    /// Number of moves of each engine.
    pub moves: usize,
    /// Smallest score for a win, largest for a draw, in the engine's hundredths of a flat.
    pub score: i64,
    /// Ply before which no game ends this way.
    pub after: usize,
}

/// Rules that end games early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// Wins that both engines agree on.
    pub win: Option<Agreement>,
    /// Draws that both engines agree on.
    pub draw: Option<Agreement>,
}

/// Decides one game.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    rules: DrawRules,
    adjudication: Adjudication,
    /// Scores of each engine's moves from White's view; `None` without a score.
    scores: ByColor<Vec<Option<i64>>>,
}

impl Judge {
    pub(super) fn new(rules: DrawRules, adjudication: Adjudication) -> Self {
        Self { rules, adjudication, scores: ByColor::default() }
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
        if self.rules.repetitions.is_some_and(|most| game.repetitions() + 1 >= most) {
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
        if self.rules.plies.is_some_and(|most| plies >= most) {
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
        if let Some(win) = self.adjudication.win {
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
        let draw = self.adjudication.draw?;
        all(draw, &|score| score.abs() <= draw.score).then(|| Ending::draw(Reason::AgreedDraw))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use stonefall_engine::notation::parse_line;
    use stonefall_engine::types::Rules;

    fn judge(repetitions: Option<usize>, plies: Option<usize>) -> Judge {
        let win = Some(Agreement { moves: 2, score: 500, after: 0 });
        let draw = Some(Agreement { moves: 2, score: 10, after: 30 });
        Judge::new(DrawRules { repetitions, plies }, Adjudication { win, draw })
    }

    fn end(line: &str, reversible_plies: u16, judge: &Judge) -> Option<Reason> {
        let rules = Rules { reversible_plies, ..Rules::standard(4) };
        let mut game = Game::start(4, rules).unwrap();
        let moves = parse_line(line).unwrap();
        assert_eq!(game.play_line(&moves), Ok(()));
        judge.ending(&game, moves.len()).map(|ending| ending.reason)
    }

    #[test]
    fn draws_follow_the_rules_that_are_given() {
        let there_and_back = "a1 d4 d4- a1+ d3+ a2-";
        let twice = format!("{there_and_back} d4- a1+ d3+ a2-");
        assert_eq!(end(there_and_back, 0, &judge(Some(2), None)), Some(Reason::Repetition));
        assert_eq!(end(there_and_back, 0, &judge(Some(3), None)), None);
        assert_eq!(end(&twice, 0, &judge(Some(3), None)), Some(Reason::Repetition));
        assert_eq!(end(&twice, 0, &judge(None, None)), None);
        assert_eq!(end(&twice, 8, &judge(None, None)), Some(Reason::ReversiblePlies));
        assert_eq!(end(&twice, 9, &judge(None, Some(10))), Some(Reason::Length));
    }

    #[test]
    fn engines_have_to_agree() {
        let mut judge = judge(None, None);
        let winner = |judge: &Judge| judge.agreed(20).map(|ending| ending.winner);
        for score in [500, 600] {
            judge.add_score(Color::White, Some(score));
            judge.add_score(Color::Black, Some(score - 1));
        }
        assert_eq!(winner(&judge), None);
        judge.add_score(Color::White, Some(500));
        judge.add_score(Color::Black, Some(500));
        assert_eq!(winner(&judge), Some(Some(Color::White)));
        judge.add_score(Color::White, None);
        assert_eq!(winner(&judge), None);
        for color in [Color::White, Color::Black, Color::White, Color::Black] {
            judge.add_score(color, Some(-3));
        }
        assert_eq!(judge.agreed(29), None);
        assert_eq!(judge.agreed(30).map(|ending| ending.reason), Some(Reason::AgreedDraw));
    }
}
