//! Executes commands.

use super::activity::{Activity, RunningSearch};
use super::command::{Command, CommandError, Dialect, Go, NewGame};
use super::host::{Host, Job};
use super::player::SessionPlayer;
use super::protocol::{Flow, Protocol};
use super::reporter::Relay;
use super::{display, format};
use crate::machine::{Instant, SharedMemory};
use crate::notation::{Ply, Tps};
use crate::search::{Seed, Settings};
use crate::types::HalfKomi;
use std::io;

impl<H: Host> Protocol<H> {
    /// Executes a command. The engine must be idle for commands that need it.
    pub(super) fn execute(&mut self, command: Result<Command, CommandError>) -> io::Result<Flow> {
        let command = match command {
            Ok(command) => command,
            Err(error) => {
                match error {
                    CommandError::Unknown(_) => self.note(&error.to_string())?,
                    _ => self.error(&error)?,
                }
                Command::Nothing
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
                    // Shared memory is prepared by the first search.
                    if SharedMemory::of(self.threads()).is_none() {
                        self.player.prepare();
                    }
                    if self.options.own_book {
                        self.host.books().read(self.player.game());
                    }
                }
                self.say("readyok")?;
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::NewGame(game) => self.new_game(game)?,
            Command::Position { start, plies } => self.position(start, &plies)?,
            Command::Go(go) => self.go(go)?,
            Command::Perft(depth) => {
                let game = Box::new(self.player.game().clone());
                self.start_job(Job::Perft { game, depth })?;
            }
            Command::Bench => self.start_job(Job::Bench)?,
            Command::Stop => self.interrupt(),
            Command::PonderHit(at) => self.ponder_hit(at)?,
            Command::Quit => return Ok(Flow::Quit),
            #[cfg(feature = "json")]
            Command::Page(request) => self.answer_page(request)?,
            Command::Help => self.say(&format::help())?,
            Command::Draw => {
                let text = display::board(self.player.game());
                self.say(&text)?;
            }
            Command::Eval => {
                let network = self.network_for(self.player.size());
                let text = display::evaluation(self.player.game(), network.as_deref());
                self.say(&text)?;
            }
        }
        Ok(Flow::Continue)
    }

    fn start_job(&mut self, job: Job) -> io::Result<()> {
        match self.host.start_job(job) {
            Some(stop) => self.activity = Activity::Job(stop),
            None => self.note("error not supported here")?,
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
        self.seed = Seed::random();
        if game.dialect == Dialect::V1 {
            self.dialect = Dialect::V1;
            self.options.half_komi = HalfKomi::ZERO;
        }
        if let Some(half_komi) = game.half_komi {
            self.options.half_komi = half_komi;
        }
        let size = game.size.unwrap_or(self.player.size());
        self.announced = Some(size);
        let rules = self.rules(size)?;
        let result = if size == self.player.size() {
            self.player.new_game(rules)
        } else {
            SessionPlayer::new(size, rules, self.fitted_hash)
                .map(|player| self.replace_player(player))
        };
        match result {
            Ok(()) => Ok(()),
            Err(error) => self.error(&error),
        }
    }

    fn position(&mut self, start: Option<Tps>, plies: &[Ply]) -> io::Result<()> {
        self.counts_given = false;
        let size = start.as_ref().map_or(self.player.size(), |tps| tps.size);
        let result = if size == self.player.size() {
            self.player.set_position(start.as_ref(), plies)
        } else {
            // Clients that analyze games do not announce a game of another size.
            if let Some(was) = self.announced.filter(|&announced| announced != size) {
                let komi = self.options.half_komi;
                self.note(&format!(
                    "expected a position on {was}x{was} after the last teinewgame, found {size}x{size}: komi stays {komi}"
                ))?;
            }
            let rules = self.rules(size)?;
            match SessionPlayer::new(size, rules, self.fitted_hash) {
                Ok(mut player) => {
                    player.set_position(start.as_ref(), plies).map(|()| self.replace_player(player))
                }
                Err(error) => return self.error(&error),
            }
        };
        let Err(error) = result else { return Ok(()) };
        self.error(&error)?;
        let size = self.player.size();
        if plies.iter().any(|ply| !ply.mv.square().is_on(size)) {
            self.note(&format!(
                "expected moves on a {size}x{size} board, found squares outside it: send teinewgame with the size first"
            ))?;
        }
        Ok(())
    }

    fn go(&mut self, go: Go) -> io::Result<()> {
        if self.player.game().outcome().is_some() {
            return self.say(&format::best_move(None, None));
        }
        let reporter = Relay::new(self.host.event_sink(), go.limits.start);
        let (until_solved, ponder) = (go.until_solved, go.limits.ponder.clone());
        let settings = Settings { threads: self.threads(), ..self.options.settings(self.seed) };
        // Levels have one thread.
        let helpers =
            if settings.handicap.is_some() { 0 } else { settings.threads.saturating_sub(1) };
        self.activity =
            Activity::Search(RunningSearch { until_solved, ponder, helpers, is_solved: false });
        self.fit_hash();
        let mut limits = go.limits;
        if self.options.own_book && limits.ask_for_a_move(&settings) {
            self.host.books().open(&mut limits, self.player.game(), self.seed);
        }
        let task = self.player.task(limits, settings, Box::new(reporter));
        self.host.start_search(task);
        self.report_hash_limit()
    }

    /// Starts the clock of a search that ponders.
    fn ponder_hit(&mut self, at: Instant) -> io::Result<()> {
        match &self.activity {
            Activity::Search(search) if search.ponder.as_ref().is_some_and(|it| it.hit(at)) => {
                if search.is_done() {
                    self.player.stop();
                }
                Ok(())
            }
            _ => self.refusal("expected go ponder before ponderhit, found no search that ponders"),
        }
    }
}
