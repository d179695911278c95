//! Executes commands, within the limits of the host.

use super::command::{Command, CommandError, Dialect, NewGame};
use super::format;
use super::host::{Host, Job, Resources, read_network};
use super::protocol::{Activity, Flow, Protocol, RunningSearch};
use super::reporter::Relay;
use crate::eval::net::Network;
use crate::game::Game;
use crate::machine::{Instant, SharedMemory};
use crate::notation::{Ply, Tps};
use crate::options::{Kind, Options, PieceCounts, Spec, TABLE, find};
use crate::search::{Limits, Seed, Settings};
use crate::types::HalfKomi;
use std::io;
use std::sync::Arc;

impl<H: Host> Protocol<H> {
    /// Executes a command. The engine must be idle for commands that need it.
    pub(super) fn execute(&mut self, command: Result<Command, CommandError>) -> io::Result<Flow> {
        let command = match command {
            Ok(command) => command,
            Err(error) => {
                match error {
                    CommandError::Unknown(_) => self.note(&error.to_string())?,
                    _ => self.refuse(error)?,
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
                        self.search.prepare(&self.game);
                    }
                    if self.options.own_book {
                        self.host.books().read(&self.game);
                    }
                }
                self.say("readyok")?;
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::NewGame(game) => self.new_game(game)?,
            Command::Position { start, plies } => self.position(start, &plies)?,
            Command::Go(limits) => self.go(limits)?,
            Command::Perft(depth) => {
                let game = Box::new(self.game.clone());
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
                let text = format::board(&self.game);
                self.say(&text)?;
            }
            Command::Eval => {
                let text = format::evaluation(&self.game, &self.network_in_use());
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
        if game.dialect == Dialect::V1 || !self.counts_given {
            self.options.pieces = self.started.pieces;
        }
        self.counts_given = false;
        self.has_begun = false;
        self.seed = Seed::random();
        if game.dialect == Dialect::V1 {
            self.dialect = Dialect::V1;
            self.options.half_komi = HalfKomi::ZERO;
        }
        if let Some(half_komi) = game.half_komi {
            self.options.half_komi = half_komi;
        }
        let size = game.size.unwrap_or(self.game.size());
        self.announced = Some(size);
        let rules = self.rules(size)?;
        match Game::start(size, rules) {
            Ok(game) => {
                self.set_game(game);
                self.search.clear();
                Ok(())
            }
            Err(error) => self.refuse(error),
        }
    }

    fn position(&mut self, start: Option<Tps>, plies: &[Ply]) -> io::Result<()> {
        // Counts that were set since `teinewgame` are this game's.
        self.counts_given &= self.has_begun;
        self.has_begun = true;
        let size = start.as_ref().map_or(self.game.size(), |tps| tps.size);
        let mut rules = *self.game.rules();
        if size != self.game.size() {
            // Clients that analyze games do not announce a game of another size.
            if let Some(was) = self.announced.filter(|&announced| announced != size) {
                let komi = self.options.half_komi;
                self.note(&format!(
                    "expected a position on {was}x{was} after the last teinewgame, found {size}x{size}: komi stays {komi}"
                ))?;
            }
            rules = self.rules(size)?;
        }
        let game = Game::opened(start.as_ref(), size, rules);
        match game.and_then(|game| game.with_plies(plies)) {
            Ok(game) => {
                self.set_game(game);
                return Ok(());
            }
            Err(error) => self.refuse(error)?,
        }
        let size = self.game.size();
        if plies.iter().any(|ply| !ply.mv.square().is_on(size)) {
            self.note(&format!(
                "expected moves on a {size}x{size} board, found squares outside it: send teinewgame with the size first"
            ))?;
        }
        Ok(())
    }

    fn go(&mut self, mut limits: Limits) -> io::Result<()> {
        if self.game.outcome().is_some() && limits.ponder.is_none() {
            return self.say(&format::best_move(None, None));
        }
        let reporter = Relay::new(self.host.event_sink(), limits.start);
        let (until_solved, ponder) = (limits.until_solved, limits.ponder.clone());
        let settings = Settings { threads: self.threads(), ..self.options.settings(self.seed) };
        // Levels have one thread.
        let helpers =
            if settings.handicap.is_some() { 0 } else { settings.threads.saturating_sub(1) };
        self.activity =
            Activity::Search(RunningSearch { until_solved, ponder, helpers, is_solved: false });
        self.fit_hash();
        if self.options.own_book && limits.ask_for_a_move(&settings) {
            self.host.books().open(&mut limits, &self.game, self.seed);
        }
        let task = self.search.task(&self.game, limits, settings, Box::new(reporter));
        self.host.start_search(task);
        self.report_hash_limit()
    }

    /// Starts the clock of a search that ponders.
    fn ponder_hit(&mut self, at: Instant) -> io::Result<()> {
        match &self.activity {
            Activity::Search(search) if search.ponder.as_ref().is_some_and(|it| it.hit(at)) => {
                if search.is_done() {
                    self.search.stop();
                }
                Ok(())
            }
            _ => self.refuse("expected go ponder before ponderhit, found no search that ponders"),
        }
    }

    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        if self.is_refused(name)? {
            return Ok(());
        }
        let before = self.options.clone();
        match self.options.apply(name, value) {
            Ok(Some(note)) => self.note(&note)?,
            Ok(None) => {}
            Err(error) => return self.refuse(error),
        }
        if find(name).is_some_and(|spec| matches!(spec.kind, Kind::Button)) {
            self.search.clear();
        }
        if self.options.hash_mib != before.hash_mib {
            if let Some(note) = self.options.limit_hash() {
                self.note(&note)?;
            }
            self.search.resize(self.options.hash_mib);
            self.fitted_hash = self.options.hash_mib;
        }
        self.report_resource_limit(name)?;
        self.change_network(&before)?;
        if self.options.log_file != before.log_file {
            self.open_log()?;
        }
        // Whether this option alone sets other counts than the standard.
        let mut alone = Options::default();
        let _ = alone.apply(name, value);
        self.counts_given |= alone.pieces != PieceCounts::default();
        // Rules that do not fit this board may be for the next game.
        if !self.has_begun
            && let Ok(rules) = self.options.rules(self.game.size())
            && let Ok(game) = Game::start(self.game.size(), rules)
        {
            self.game = game;
        }
        Ok(())
    }

    fn open_log(&mut self) -> io::Result<()> {
        let file = self.options.log_file.clone();
        if let Err(error) = self.host.log_to(&file) {
            self.options.log_file.clear();
            self.note(&format!("error Debug Log File '{file}': {error}"))?;
        }
        Ok(())
    }

    /// Applies a change of the option for the network. An unreadable file changes nothing.
    pub(super) fn change_network(&mut self, before: &Options) -> io::Result<()> {
        if self.options.eval_file == before.eval_file {
            return Ok(());
        }
        match read_network(&self.host, &self.options.eval_file) {
            Ok(network) => self.network = network,
            Err(error) => {
                self.options.eval_file.clone_from(&before.eval_file);
                return self.refuse(error);
            }
        }
        self.use_network();
        match self.network.as_ref().map(|network| network.size()) {
            Some(size) if size != self.game.size() => {
                self.note(&format!("the network of EvalFile is for {size}x{size} boards only"))
            }
            _ => Ok(()),
        }
    }

    /// The network for the board size: the network of the file if the size is right, otherwise the engine's.
    fn network_in_use(&self) -> Arc<Network> {
        let size = self.game.size();
        let supplied = self.network.clone().filter(|network| network.size() == size);
        supplied.unwrap_or_else(|| Network::for_size(size))
    }

    /// Board size whose network the session lacks. A host without included networks supplies it by
    /// [`Network::supply`] and [`Protocol::use_network`].
    pub fn lacks_network(&self) -> Option<usize> {
        let size = self.game.size();
        let has_own = self.network.as_ref().is_some_and(|network| network.size() == size);
        (!has_own && Network::shipped(size).is_none()).then_some(size)
    }

    /// Uses the network of `EvalFile`, or a supplied one, from the next search on.
    pub fn use_network(&mut self) {
        self.search.set_network(self.network.clone());
    }

    fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    /// The options for the answer to `tei`: those that the client may set, and for a form those for people.
    pub(super) fn specs(&self) -> impl Iterator<Item = Spec> {
        let most = self.host.resources().filter(|limits| limits.is_fixed);
        let (host, has_form) = (&self.host, self.host.has_form());
        let offered = TABLE.iter().filter(move |spec| {
            host.why_not_settable(spec).is_none() && (!has_form || spec.is_for_forms())
        });
        offered.map(move |spec| match most {
            Some(limits) => bounded(*spec, limits),
            None => *spec,
        })
    }

    /// Whether the client may not set this option. Reports the reason.
    pub(super) fn is_refused(&mut self, name: &str) -> io::Result<bool> {
        let Some(spec) = find(name) else { return Ok(false) };
        let Some(reason) = self.host.why_not_settable(spec) else { return Ok(false) };
        self.refuse(format!("{} {reason}", spec.name))?;
        Ok(true)
    }

    /// Threads for the next search.
    pub(super) fn threads(&self) -> usize {
        let most = self.host.resources().map_or(usize::MAX, |limits| limits.threads);
        self.options.threads.min(most)
    }

    /// The number of threads that the running search can use beside the first, for a host whose threads are instances of the
    /// program. A search behind which lines wait is about to end.
    pub fn helpers(&self) -> usize {
        match &self.activity {
            Activity::Search(search) if !self.is_waiting() => search.helpers,
            _ => 0,
        }
    }

    /// Sets the table size of the next search, within the resources.
    pub(super) fn fit_hash(&mut self) {
        let Some(limits) = self.host.resources() else { return };
        let mib = self.options.hash_mib.min(limits.hash_mib);
        // Setting the same size again would empty the table if the system made it smaller than requested.
        if mib != self.fitted_hash {
            self.fitted_hash = mib;
            self.search.resize(mib);
        }
    }

    /// Reports a value above the resources.
    pub(super) fn report_resource_limit(&mut self, name: &str) -> io::Result<()> {
        let (Some(limits), Some(spec)) = (self.host.resources(), find(name)) else { return Ok(()) };
        let Some(given) = limits.of(spec.name) else { return Ok(()) };
        let (wanted, reason) = match spec.name {
            "Threads" => (self.options.threads, limits.threads_reason),
            _ => (self.options.hash_mib, limits.hash_reason),
        };
        if wanted <= given {
            return Ok(());
        }
        let name = spec.name;
        let now = if limits.is_fixed { "" } else { " for now" };
        self.note(&format!("{name} is {given}{now}, not {wanted}: {reason}"))
    }

    /// Reports a table that is smaller than requested because memory is short.
    pub(super) fn report_hash_limit(&mut self) -> io::Result<()> {
        let (given, wanted) = (self.search.hash_mib(), self.fitted_hash);
        if given >= wanted || given == self.reported_hash {
            return Ok(());
        }
        self.reported_hash = given;
        self.note(&format!("Hash is {given}, not {wanted}: not enough memory"))
    }
}

impl Resources {
    /// The resource of an option.
    fn of(&self, name: &str) -> Option<usize> {
        match name {
            "Threads" => Some(self.threads),
            "Hash" => Some(self.hash_mib),
            _ => None,
        }
    }
}

/// An option with its maximum cut to fixed resources.
fn bounded(spec: Spec, limits: Resources) -> Spec {
    match (spec.kind, limits.of(spec.name)) {
        (Kind::Spin { min, max, get, set }, Some(most)) => {
            let max = i32::try_from(most).map_or(max, |most| max.min(most));
            Spec { kind: Kind::Spin { min, max, get, set }, ..spec }
        }
        _ => spec,
    }
}
