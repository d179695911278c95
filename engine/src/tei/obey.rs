//! What each command does.

use super::command::{Command, CommandError, Dialect, NewGame};
use super::go::Go;
use super::host::{Errand, Host};
use super::protocol::{Flow, Job, Protocol};
use super::reporter::Relay;
use super::{format, people};
use crate::book::open_by_book;
use crate::engine::Engine;
use crate::notation::{Ply, Tps};
use crate::search::{Lot, Settings};
use crate::types::HalfKomi;
use std::io;

impl<H: Host> Protocol<H> {
    /// Follows a command, the engine being at rest if the command needs that.
    pub(super) fn obey(&mut self, heard: Result<Command, CommandError>) -> io::Result<Flow> {
        let command = match heard {
            Ok(command) => command,
            Err(error @ CommandError::Unknown(_)) => {
                self.note(&error.to_string())?;
                return Ok(Flow::Continue);
            }
            Err(error) => {
                self.error(&error)?;
                return Ok(Flow::Continue);
            }
        };
        match command {
            Command::Nothing => {}
            Command::Tei => {
                let identity = format::identity(&self.host, &self.started, self.specs());
                self.say(&identity)?;
            }
            Command::IsReady => {
                if !self.is_busy() {
                    self.fit_hash();
                    self.engine.prepare();
                }
                self.say("readyok")?;
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::NewGame(game) => self.new_game(game)?,
            Command::Position { start, plies } => self.position(start, &plies)?,
            Command::Go(go) => self.go(go)?,
            Command::Perft(depth) => {
                let board = Box::new(self.engine.board().clone());
                self.run_errand(Errand::Perft { board, depth })?;
            }
            Command::Bench => self.run_errand(Errand::Bench)?,
            Command::Stop => self.interrupt(),
            Command::Quit => return Ok(Flow::Quit),
            Command::Ask(question) => {
                let rules = |size| {
                    let own = self.options.rules(size);
                    own.unwrap_or_else(|_| self.options.standard_rules(size))
                };
                let answer = question.answer(self.engine.size(), rules);
                self.say(&answer)?;
            }
            Command::Annotate(asked) => self.annotate(asked)?,
            Command::Help => self.say(&format::help())?,
            Command::Draw => {
                let text = people::board(self.engine.board());
                self.say(&text)?;
            }
            Command::Eval => {
                let network = self.network_for(self.engine.size());
                let text = people::evaluation(self.engine.board(), network.as_deref());
                self.say(&text)?;
            }
        }
        Ok(Flow::Continue)
    }

    fn run_errand(&mut self, errand: Errand) -> io::Result<()> {
        match self.host.run_errand(errand) {
            Some(stop) => self.job = Job::Errand(stop),
            None => self.note("error only the stonefall program does this")?,
        }
        Ok(())
    }

    fn new_game(&mut self, game: NewGame) -> io::Result<()> {
        match game.dialect {
            Dialect::V0 if self.counts_given => {}
            Dialect::V0 | Dialect::V1 => {
                self.options.stones = self.started.stones;
                self.options.capstones = self.started.capstones;
            }
        }
        self.counts_given = false;
        self.lot = Lot::drawn();
        if game.dialect == Dialect::V1 {
            self.dialect = Dialect::V1;
            self.options.half_komi = HalfKomi::ZERO;
        }
        if let Some(half_komi) = game.half_komi {
            self.options.half_komi = half_komi;
        }
        let size = game.size.unwrap_or(self.engine.size());
        self.announced = Some(size);
        let rules = self.rules(size)?;
        let result = if size == self.engine.size() {
            self.engine.new_game(rules)
        } else {
            Engine::new(size, rules, self.fitted_hash).map(|engine| self.seat(engine))
        };
        match result {
            Ok(()) => Ok(()),
            Err(error) => self.error(&error),
        }
    }

    fn position(&mut self, start: Option<Tps>, plies: &[Ply]) -> io::Result<()> {
        self.counts_given = false;
        let size = start.as_ref().map_or(self.engine.size(), |tps| tps.size);
        let result = if size == self.engine.size() {
            self.engine.set_position(start.as_ref(), plies)
        } else {
            // Clients that analyse games do not say when the next one is of another size.
            if let Some(was) = self.announced.filter(|&announced| announced != size) {
                let komi = self.options.half_komi;
                self.note(&format!(
                    "the game was announced on {was}x{was} and this position is on {size}x{size}: no new game was \
                     announced for it, and komi stays {komi}"
                ))?;
            }
            let rules = self.rules(size)?;
            match Engine::new(size, rules, self.fitted_hash) {
                Ok(mut engine) => {
                    engine.set_position(start.as_ref(), plies).map(|()| self.seat(engine))
                }
                Err(error) => return self.error(&error),
            }
        };
        let Err(error) = result else { return Ok(()) };
        self.error(&error)?;
        let size = self.engine.size();
        if plies.iter().any(|ply| !ply.mv.square().is_on(size)) {
            self.note(&format!(
                "these moves belong to a larger board, and the last game is on {size}x{size}: a new game has to be \
                 announced (teinewgame)"
            ))?;
        }
        Ok(())
    }

    fn go(&mut self, go: Go) -> io::Result<()> {
        if self.engine.outcome().is_some() {
            return self.say(&format::best_move(None));
        }
        let reporter = Relay::new(self.host.sink(), go.limits.start);
        self.job = Job::Search { until_solved: go.until_solved };
        self.fit_hash();
        let settings = Settings { threads: self.threads(), ..self.options.settings(self.lot) };
        let mut limits = go.limits;
        if self.options.own_book && limits.ask_for_a_move(&settings) {
            open_by_book(self.host.books(), &mut limits, self.engine.board(), self.lot);
        }
        let task = self.engine.task(limits, settings, Box::new(reporter));
        self.host.start(task);
        self.tell_hash()
    }
}
