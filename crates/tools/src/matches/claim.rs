//! Proven results that engines announce, checked by playing their lines.

use super::referee::{Reason, Referee};
use serde::Serialize;
use std::fmt;
use stonefall_client::{Info, ProofResult, Score};
use stonefall_engine::game::Game;
use stonefall_engine::types::{Color, Move};

/// A player's announcements in a game or a match.
#[derive(Serialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct Claims {
    /// Moves with an announcement.
    #[serde(rename = "announced")]
    pub made: u32,
    /// Announcements with a wrong line: illegal, or with another result.
    #[serde(rename = "announced_wrong")]
    pub wrong: u32,
    /// Announcements whose line ends before the game does; they cannot be checked.
    #[serde(rename = "announced_open")]
    pub open: u32,
    /// Announced wins that did not happen, except by a fault of the engine; 0 or 1 in a game.
    #[serde(rename = "wins_not_delivered")]
    pub undelivered: u32,
    /// The first wrong announcement.
    #[serde(skip)]
    pub example: String,
}

impl Claims {
    /// Whether an announcement was wrong.
    pub const fn is_false(&self) -> bool {
        self.wrong > 0 || self.undelivered > 0
    }

    /// Adds the announcements of another game.
    pub fn add(&mut self, other: &Self) {
        self.made += other.made;
        self.wrong += other.wrong;
        self.open += other.open;
        self.undelivered += other.undelivered;
        if self.example.is_empty() {
            self.example.clone_from(&other.example);
        }
    }

    /// Adds an announcement made at this ply.
    pub(super) fn count(&mut self, check: &Check, ply: usize) {
        self.made += 1;
        match &check.line {
            Ok(Some(_)) => {}
            Ok(None) => self.open += 1,
            Err(reason) => {
                self.wrong += 1;
                if self.example.is_empty() {
                    self.example = format!("ply {ply}: {reason}");
                }
            }
        }
    }

    /// Reads the text that [`Claims`] writes.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (counts, example) = text.split_once(": ").unwrap_or((text, ""));
        let numbers: Vec<_> = counts.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [made, wrong, open, undelivered] = numbers[..] else { return None };
        Some(Self { made, wrong, open, undelivered, example: example.to_owned() })
    }
}

/// Value of the tags `Claims1` and `Claims2`.
impl fmt::Display for Claims {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { made, wrong, open, undelivered, example } = self;
        write!(out, "made {made} wrong {wrong} open {open} undelivered {undelivered}")?;
        if example.is_empty() { Ok(()) } else { write!(out, ": {example}") }
    }
}

/// A checked announcement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Check {
    pub(super) verdict: ProofResult,
    /// How its line ends the game; `None` if it ends before the game does. The error of an illegal line, or one that
    /// ends otherwise.
    pub(super) line: Result<Option<Reason>, String>,
}

/// Plays the line of an announcement out; `None` if there is none in `info`.
pub(super) fn check(game: &Game, referee: &Referee, info: &Info, best: Move) -> Option<Check> {
    // A bound is no proof.
    let score = info.score.filter(|_| !info.is_bound)?;
    let verdict = score.proven()?;
    let line = line(game, referee, info, best, score, verdict);
    Some(Check { verdict, line })
}

fn line(
    game: &Game,
    referee: &Referee,
    info: &Info,
    best: Move,
    score: Score,
    verdict: ProofResult,
) -> Result<Option<Reason>, String> {
    let claimed = verdict.winner(game.to_move());
    if let Some(first) = info.pv.first().filter(|&&first| first != best) {
        return Err(format!("plays {best}, but its line begins with {first}"));
    }
    let mut game = game.clone();
    let mut end = None;
    for (index, &mv) in info.pv.iter().enumerate() {
        if end.is_some() {
            return Err(format!("its line continues with {mv} after the end of the game"));
        }
        game.play(mv).map_err(|error| format!("{mv} in its line: {error}"))?;
        end = referee.rule(&game).map(|ending| (ending, index + 1));
    }
    let Some((ending, plies)) = end else { return Ok(None) };
    if ending.winner != claimed {
        let name = |winner: Option<Color>| {
            winner.map_or("a draw".to_owned(), |color| format!("a win of {}", color.name()))
        };
        let (claimed, found, reason) = (name(claimed), name(ending.winner), ending.reason.name());
        return Err(format!("announces {claimed}, its line ends with {found} ({reason})"));
    }
    let most = match score {
        // The loser may make the last ply, with a move that completes the road or fills the board.
        Score::Mate(moves) if moves > 0 => 2 * moves as usize,
        Score::Mate(moves) => 2 * moves.unsigned_abs() as usize + 1,
        Score::Solved(_, Some(plies)) => plies as usize,
        Score::Solved(_, None) | Score::CentiFlats(_) => usize::MAX,
    };
    if plies > most {
        return Err(format!("announces an end after {most} plies at most, its line has {plies}"));
    }
    Ok(Some(ending.reason))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::referee::EndRules;
    use super::*;
    use stonefall_engine::notation::{parse_move, parse_tps};
    use stonefall_engine::types::Rules;

    fn found(said: &str, best: &str) -> Option<Result<Option<Reason>, String>> {
        // White to move wins with d1.
        let tps = parse_tps("x4/x4/2,2,x2/1,1,1,x 1 5").unwrap();
        let game = Game::from_tps(&tps, Rules::standard(4)).unwrap();
        let referee = Referee::new(EndRules { repetitions: 3, ..EndRules::default() });
        let info = Info::read(&format!("info {said}")).unwrap();
        check(&game, &referee, &info, parse_move(best).unwrap()).map(|it| it.line)
    }

    #[test]
    fn lines_are_played_out() {
        let wrong = |text: &str| Some(Err(text.to_owned()));
        assert_eq!(found("score cp 999 pv d1", "d1"), None);
        assert_eq!(found("score mate 1 lowerbound pv d1", "d1"), None);
        let road = Some(Ok(Some(Reason::Road)));
        assert_eq!(found("score mate 1 pv d1", "d1"), road);
        assert_eq!(found("score solved win 1 pv d1 R-0", "d1"), road);
        assert_eq!(found("score mate 3", "d1"), Some(Ok(None)));
        assert_eq!(found("score mate 3 pv c3 d3", "c3"), Some(Ok(None)));
        assert_eq!(found("score mate 1 pv c3 d1 d2 d3", "c3"), Some(Ok(None)));
        assert_eq!(
            found("score mate 1 pv d1", "c3"),
            wrong("plays c3, but its line begins with d1")
        );
        assert_eq!(found("score mate 2 pv c3 a1", "c3"), wrong("a1 in its line: a1 is not empty"));
        assert_eq!(
            found("score mate -2 pv d1", "d1"),
            wrong("announces a win of Black, its line ends with a win of White (road)")
        );
        assert_eq!(
            found("score solved draw pv d1 c3", "d1"),
            wrong("its line continues with c3 after the end of the game")
        );
        assert_eq!(
            found("score mate 1 pv c3 d3 d1", "c3"),
            wrong("announces an end after 2 plies at most, its line has 3")
        );
    }

    #[test]
    fn counts_are_read_back() {
        let mut claims = Claims { made: 3, open: 1, ..Claims::default() };
        assert_eq!(Claims::read(&claims.to_string()), Some(claims.clone()));
        claims.count(&Check { verdict: ProofResult::Win, line: Err("a: b".into()) }, 9);
        assert_eq!(Claims::read(&claims.to_string()), Some(claims));
        assert_eq!(Claims::read("made x"), None);
    }
}
