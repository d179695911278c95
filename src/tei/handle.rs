//! What each command does.

use super::command::{self, Command, Dialect, NewGame};
use super::reporter::ChannelReporter;
use super::{Conversation, Go, Job, Line, Search, errand, format, people};
use crate::tools::openings::open_by_book;
use std::io;
use stonefall_engine::engine;
use stonefall_engine::notation::{Ply, Tps};
use stonefall_engine::options::{Action, Count, Effect, Options};
use stonefall_engine::search::{Lot, Settings};
use stonefall_engine::types::HalfKomi;

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    Continue,
    Quit,
}

impl Conversation {
    pub(super) async fn answer(&mut self, line: &Line) -> io::Result<Flow> {
        self.writer.heard(line.text.trim_end());
        let command = match command::parse(&line.text, line.at) {
            Ok(command) => command,
            Err(error @ command::CommandError::Unknown(_)) => {
                self.note(&error.to_string())?;
                return Ok(Flow::Continue);
            }
            Err(error) => {
                self.refuse(&error).await?;
                return Ok(Flow::Continue);
            }
        };
        match command {
            Command::Nothing => {}
            Command::Tei => {
                let identity = format::identity(&self.started, self.specs());
                self.writer.say(&identity)?;
            }
            Command::IsReady => {
                if matches!(self.job, Job::Idle) {
                    self.fit_hash();
                    self.engine.prepare();
                }
                self.writer.say("readyok")?;
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::NewGame(game) => self.new_game(game).await?,
            Command::Position { start, plies } => self.position(start, &plies).await?,
            Command::Go(go) => self.go(go).await?,
            Command::Perft(depth) => {
                self.settle().await?;
                let (tps, rules) = (self.engine.tps(), self.engine.rules());
                let stop = errand::perft_from(tps, rules, depth, self.sender.clone());
                self.job = Job::Errand(stop);
            }
            Command::Bench => {
                self.settle().await?;
                self.job = Job::Errand(errand::bench_all(self.sender.clone()));
            }
            Command::Stop => self.interrupt(),
            Command::Quit => return Ok(Flow::Quit),
            Command::Help => self.writer.say(&format::help())?,
            Command::Draw => {
                let text = people::board(&self.engine.tps(), self.engine.rules());
                self.writer.say(&text)?;
            }
            Command::Eval => {
                let network = self.network_for(self.engine.size());
                let (tps, rules) = (self.engine.tps(), self.engine.rules());
                let text = people::evaluation(&tps, rules, network.as_deref());
                self.writer.say(&text)?;
            }
        }
        Ok(Flow::Continue)
    }

    /// A command that cannot be followed. If it is about a position or a game, it ends the search as
    /// a good one would.
    async fn refuse(&mut self, error: &command::CommandError) -> io::Result<()> {
        if error.is_about_the_game() {
            self.settle().await?;
        }
        self.error(error)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        if self.is_reserved(name)? {
            return Ok(());
        }
        let before = self.options.clone();
        let applied = match self.options.apply(name, value) {
            Ok(applied) => applied,
            Err(error) => return self.error(&error),
        };
        if let Some(note) = applied.note {
            self.note(&note)?;
        }
        if applied.effect == Effect::Button(Action::ClearHash) {
            self.engine.clear();
        }
        if self.options.hash_mib != before.hash_mib {
            if let Some(note) = self.options.limit_hash() {
                self.note(&note)?;
            }
            self.engine.set_hash(self.options.hash_mib);
            self.fitted_hash = self.options.hash_mib;
        }
        self.tell_share(name)?;
        self.change_network(&before)?;
        if self.options.log_file != before.log_file {
            self.open_log()?;
        }
        // Whatever the counts are now: does this option, alone, ask for others than the standard?
        let mut alone = Options::default();
        let _ = alone.apply(name, value);
        self.counts_given |=
            (alone.stones, alone.capstones) != (Count::default(), Count::default());
        self.change_rules()
    }

    fn open_log(&mut self) -> io::Result<()> {
        let file = self.options.log_file.clone();
        if let Err(error) = self.writer.log_to(&file) {
            self.options.log_file.clear();
            self.note(&format!("error Debug Log File '{file}': {error}"))?;
        }
        Ok(())
    }

    /// Takes the rules of the options over into the game on the board, if it can be played by them.
    /// If not, they may be meant for a board that is yet to come.
    fn change_rules(&mut self) -> io::Result<()> {
        let Ok(rules) = self.options.rules(self.engine.size()) else { return Ok(()) };
        if let Err(error) = self.engine.set_rules(rules) {
            self.note(&format!("the position stays as it is: {error}"))?;
        }
        Ok(())
    }

    async fn new_game(&mut self, game: NewGame) -> io::Result<()> {
        self.settle().await?;
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
        let rules = self.rules(size)?;
        let result = if size == self.engine.size() {
            self.engine.new_game(rules)
        } else {
            engine::create(size, rules, self.fitted_hash).map(|engine| self.seat(engine))
        };
        match result {
            Ok(()) => Ok(()),
            Err(error) => self.error(&error),
        }
    }

    async fn position(&mut self, start: Option<Tps>, plies: &[Ply]) -> io::Result<()> {
        self.settle().await?;
        self.counts_given = false;
        let size = start.as_ref().map_or(self.engine.size(), |tps| tps.size);
        let result = if size == self.engine.size() {
            self.engine.set_position(start.as_ref(), plies)
        } else {
            // Clients that analyse games do not say when the next one is of another size.
            let rules = self.rules(size)?;
            match engine::create(size, rules, self.fitted_hash) {
                Ok(mut engine) => {
                    engine.set_position(start.as_ref(), plies).map(|()| self.seat(engine))
                }
                Err(error) => return self.error(&error),
            }
        };
        match result {
            Ok(()) => Ok(()),
            Err(error) => self.error(&error),
        }
    }

    async fn go(&mut self, go: Go) -> io::Result<()> {
        self.settle().await?;
        if self.engine.outcome().is_some() {
            return self.writer.say(&format::best_move(None));
        }
        let reporter = ChannelReporter::new(self.sender.clone(), go.limits.start);
        self.job = Job::Search(Search { until_solved: go.until_solved });
        self.fit_hash();
        let settings = Settings { threads: self.threads(), ..self.options.settings(self.lot) };
        let mut limits = go.limits;
        if self.options.own_book && limits.ask_for_a_move(&settings) {
            open_by_book(&mut limits, self.engine.as_ref(), self.lot);
        }
        self.engine.go(limits, settings, Box::new(reporter));
        Ok(())
    }
}
