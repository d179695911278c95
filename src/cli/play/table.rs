//! What happens on the board: moves, and their being taken back, and the end of the game.

use super::record::Record;
use super::session::{Session, State, Step};
use super::{Manners, words};
use crate::cli::output::complain;
use crate::cli::position::Board;
use crate::cli::{Error, show};
use std::io::Write;
use stonefall_engine::board::{Outcome, Position};
use stonefall_engine::notation::game::{GameResult, Reason};
use stonefall_engine::notation::{Marks, Ply, Threat};
use stonefall_engine::report::{board, outcome_words, result_code, status};
use stonefall_engine::types::Color;

impl<const N: usize> Session<'_, N> {
    /// Plays a legal move for the player whose turn it is, and says what follows from it.
    pub(super) fn play(&mut self, ply: Ply) -> Result<(), Error> {
        let mover = self.to_move();
        let before = self.clocks;
        let in_time = self.clocks.as_mut().is_none_or(|clocks| clocks.press(mover));
        if !in_time {
            return self.lose_on_time(mover);
        }
        self.steps.push(Step { position: self.position.clone(), mv: ply.mv, clocks: before });
        self.history.push(self.position.key());
        self.position.play(ply.mv, &mut ());
        let threat = match self.manners {
            Manners::Courteous => words::threat(&self.position),
            Manners::Street => Threat::None,
        };
        let said = Marks { threat, judgement: ply.marks.judgement };
        let ply = Ply { marks: said, ..Ply::new(ply.mv, &self.before()) };
        let (number, who) = (self.before().move_number(), self.who(mover));
        let dots = if mover == Color::White { "." } else { "..." };
        let tak = if threat == Threat::None { "" } else { " Tak!" };
        let bare = Ply { marks: Marks::NONE, ..ply };
        writeln!(self.output, "   {who} {number}{dots} {bare}{tak}")?;
        self.keep(|record| record.push(ply))?;
        match self.position.outcome_with(&self.history) {
            Some(outcome) => self.finish(outcome),
            None => Ok(()),
        }
    }

    fn before(&self) -> Position<N> {
        self.steps.last().map_or_else(|| self.position.clone(), |step| step.position.clone())
    }

    fn who(&self, color: Color) -> &'static str {
        if color == self.human { "You play" } else { "Stonefall plays" }
    }

    /// Does something to the record. A file that cannot be written is no reason to end a game.
    pub(super) fn keep(
        &mut self,
        does: impl FnOnce(&mut Record) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if let Err(error) = does(&mut self.record) {
            self.output.flush()?;
            complain(&format!("   not saved: {error}"));
        }
        Ok(())
    }

    /// Goes on with a game that did not end on the board: somebody resigned, or ran out of time.
    pub(super) fn reopen(&mut self) -> Result<bool, Error> {
        let is_over = self.state == State::Over;
        let goes_on = is_over && self.position.outcome_with(&self.history).is_none();
        if goes_on {
            self.state = State::Goes;
            self.is_stale = true;
            if let Some(clocks) = &mut self.clocks {
                clocks.start();
            }
            self.keep(|record| record.pop(0))?;
        }
        Ok(goes_on)
    }

    /// Takes back moves until so many of the player's own are gone and it is their turn. How many
    /// moves that were.
    pub(super) fn take_back(&mut self, own: usize) -> Result<usize, Error> {
        let (mut gone, mut plies) = (0, 0);
        for step in self.steps.iter().rev() {
            if gone == own {
                break;
            }
            plies += 1;
            gone += usize::from(step.position.to_move() == self.human);
        }
        if gone == 0 {
            return Ok(0);
        }
        for _ in 0..plies {
            let Some(step) = self.steps.pop() else { break };
            self.position = step.position;
            self.history.pop();
            self.clocks = step.clocks.or(self.clocks);
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.start();
        }
        self.state = State::Goes;
        self.is_stale = true;
        self.keep(|record| record.pop(plies))?;
        Ok(gone)
    }

    pub(super) fn draw(&mut self) -> Result<(), Error> {
        let last = self.steps.last().map(|step| step.mv);
        let now = Board { position: self.position.clone(), history: self.history.clone(), last };
        let diagram = show::diagram(&now);
        let picture = board(&diagram, self.style) + &status(&diagram, self.style);
        write!(self.output, "\n{picture}")?;
        if let Some(clocks) = &self.clocks {
            let shown = clocks.shown(self.to_move());
            let (white, black) = (&shown[Color::White], &shown[Color::Black]);
            writeln!(self.output, "   Clocks: White {white}, Black {black}")?;
        }
        Ok(writeln!(self.output)?)
    }

    /// The game has come to its end by the rules.
    pub(super) fn finish(&mut self, outcome: Outcome) -> Result<(), Error> {
        self.draw()?;
        self.is_stale = false;
        let words = format!("{} ({})", outcome_words(outcome), result_code(outcome));
        self.end(outcome.into(), &words)
    }

    pub(super) fn lose_on_time(&mut self, loser: Color) -> Result<(), Error> {
        let result = GameResult::Win(!loser, Reason::Other);
        let words = format!("{}'s time is up: {} wins", loser.name(), (!loser).name());
        self.end(result, &words)
    }

    /// Ends the game, and says who has won.
    pub(super) fn end(&mut self, result: GameResult, words: &str) -> Result<(), Error> {
        self.state = State::Over;
        let verdict = match result {
            GameResult::Win(winner, _) if winner == self.human => " You have won!",
            GameResult::Win(..) => " Stonefall has won.",
            GameResult::Draw | GameResult::Unfinished => "",
        };
        writeln!(self.output, "   {words}.{verdict}")?;
        self.keep(|record| record.end(result))
    }
}
