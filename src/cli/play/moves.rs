//! Moves on the board, undo, and the end of the game.

use super::customs::{self, Manners};
use super::record::Record;
use super::session::{PlaySession, State};
use crate::cli::Error;
use crate::cli::output::complain;
use std::io::Write;
use stonefall_engine::board::Outcome;
use stonefall_engine::notation::ptn_file::{GameResult, Reason};
use stonefall_engine::notation::{Marks, Ply};
use stonefall_engine::report::{Points, draw, outcome_words, result_code, status};
use stonefall_engine::types::Color;

impl PlaySession<'_> {
    /// Plays a legal move for the player to move and reports its effects.
    pub(super) fn play(&mut self, ply: Ply) -> Result<(), Error> {
        let mover = self.to_move();
        let before = self.clocks;
        let in_time = self.clocks.as_mut().is_none_or(|clocks| clocks.press(mover));
        if !in_time {
            return self.lose_on_time(mover);
        }
        let (number, who) = (self.game.move_number(), self.who(mover));
        self.game.play(ply.mv).map_err(|error| Error::Failed(error.to_string()))?;
        self.times.push(before);
        let threat = self.manners.threat(&self.game);
        let ply = Ply { marks: Marks { threat, judgement: ply.marks.judgement }, ..ply };
        let dots = if mover == Color::White { "." } else { "..." };
        let call = customs::call(threat);
        let bare = Ply { marks: Marks::NONE, ..ply };
        writeln!(self.output, "   {who} {number}{dots} {bare}{call}")?;
        self.keep(|record| record.push(ply))?;
        match self.game.outcome_with_history() {
            Some(outcome) => self.finish(outcome),
            None => self.offer_undo(mover),
        }
    }

    /// In courtly games without a clock a player who overlooked tak may reconsider.
    fn offer_undo(&mut self, mover: Color) -> Result<(), Error> {
        if self.manners != Manners::Courtly || mover != self.human || self.clocks.is_some() {
            return Ok(());
        }
        let Some(road) = customs::overlooked(&self.game) else { return Ok(()) };
        self.may_reconsider = true;
        let road = self.game.spelling(road);
        Ok(writeln!(
            self.output,
            "   That leaves Stonefall a road with {road}. Take it back (undo), or keep it (Enter)."
        )?)
    }

    fn who(&self, color: Color) -> &'static str {
        if color == self.human { "You play" } else { "Stonefall plays" }
    }

    /// Changes the record. A file that cannot be written does not end the game.
    pub(super) fn keep(
        &mut self,
        change: impl FnOnce(&mut Record) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if let Err(error) = change(&mut self.record) {
            self.output.flush()?;
            complain(&format!("   not saved: {error}"));
        }
        Ok(())
    }

    /// Continues a game that ended by resignation or on time.
    pub(super) fn reopen(&mut self) -> Result<bool, Error> {
        let is_over = self.state == State::Over;
        let is_open = is_over && self.game.outcome_with_history().is_none();
        if is_open {
            self.state = State::Running;
            self.is_stale = true;
            if let Some(clocks) = &mut self.clocks {
                clocks.start();
            }
            self.keep(|record| record.pop(0))?;
        }
        Ok(is_open)
    }

    /// Takes back moves until N of the player's own are gone and the player is to move. Returns the number
    /// of removed moves.
    pub(super) fn take_back(&mut self, own: usize) -> Result<usize, Error> {
        let mut game = self.game.clone();
        let (mut gone, mut plies) = (0, 0);
        while gone < own && self.random_plies + plies < self.times.len() && game.undo() {
            plies += 1;
            gone += usize::from(game.to_move() == self.human);
        }
        if gone == 0 {
            return Ok(0);
        }
        self.game = game;
        for _ in 0..plies {
            self.clocks = self.times.pop().flatten().or(self.clocks);
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.start();
        }
        self.state = State::Running;
        self.may_reconsider = false;
        self.is_stale = true;
        self.keep(|record| record.pop(plies))?;
        Ok(gone)
    }

    pub(super) fn draw(&mut self) -> Result<(), Error> {
        let diagram = self.game.diagram();
        let picture = draw(&diagram, self.style) + &status(&diagram, self.style);
        write!(self.output, "\n{picture}")?;
        if let Some(clocks) = &self.clocks {
            let shown = clocks.shown(self.to_move());
            let (white, black) = (&shown[Color::White], &shown[Color::Black]);
            writeln!(self.output, "   Clocks: White {white}, Black {black}")?;
        }
        Ok(writeln!(self.output)?)
    }

    /// Ends the game by the rules.
    pub(super) fn finish(&mut self, outcome: Outcome) -> Result<(), Error> {
        self.draw()?;
        self.is_stale = false;
        let words = format!("{} ({})", outcome_words(outcome), result_code(outcome));
        self.end(outcome.into(), &words)?;
        let Some(points) = Points::of(&self.game.diagram(), self.scoring) else { return Ok(()) };
        Ok(writeln!(self.output, "   {}.", points.sentence())?)
    }

    pub(super) fn lose_on_time(&mut self, loser: Color) -> Result<(), Error> {
        let result = GameResult::Win(!loser, Reason::Other);
        let words = format!("{}'s time is up: {} wins", loser.name(), (!loser).name());
        self.end(result, &words)
    }

    /// Ends the game and announces the winner.
    pub(super) fn end(&mut self, result: GameResult, words: &str) -> Result<(), Error> {
        self.state = State::Over;
        self.may_reconsider = false;
        let verdict = match result {
            GameResult::Win(winner, _) if winner == self.human => " You have won!",
            GameResult::Win(..) => " Stonefall has won.",
            GameResult::Draw | GameResult::Unfinished => "",
        };
        writeln!(self.output, "   {words}.{verdict}")?;
        self.keep(|record| record.end(result))
    }
}
