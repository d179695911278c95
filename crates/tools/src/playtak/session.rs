//! Everything that the phases of the bot share: its settings, the connection and the players on it, and the actions
//! that the program around the bot carries out.

use super::levels::{AutoLevel, BotLevel, Players};
use super::settings::BotSettings;
use std::collections::{HashMap, HashSet, VecDeque};
use std::time::{Duration, Instant};
use stonefall_engine::search::{Level, Seed};
use stonefall_engine::{Game, Limits};
use stonefall_playtak::protocol::{Request, Seek, version_of};

/// Time between two signs of life; the server drops a client after a minute of silence.
const PING: Duration = Duration::from_secs(25);
/// Silence of the server after which the connection counts as lost. Every ping has an answer.
const SILENCE: Duration = Duration::from_secs(70);
/// Ratings that stay in memory.
const RATINGS: usize = 1000;
/// Time between two chat lines: the server accepts five in ten seconds.
const CHAT_PAUSE: Duration = Duration::from_secs(2);
/// Chat lines that may wait.
const CHAT_WAITING: usize = 20;

/// A task of the program around the bot.
#[derive(Clone, Debug)]
pub enum Action {
    /// Send a line.
    Send(Request),
    /// Search a move; stop an earlier search. The result comes back with the number.
    Think(Box<MoveTask>),
    /// Stop the search. Its result is not needed.
    StopThinking,
    /// Keep a finished game.
    Archive(String),
    /// Replace the file of players with this text.
    KeepPlayers(String),
    /// Find out the rating of the player with this name.
    AskRating(String),
    /// Show a line to the operator.
    Report(String),
    /// Keep everything about a move that the server refused.
    Refused(String),
    /// Close the connection and open a new one.
    Reconnect(&'static str),
    /// End the program.
    Exit(Exit),
}

/// A search for a move of a game.
#[derive(Clone, Debug)]
pub struct MoveTask {
    /// Number that comes back with the result.
    pub id: u64,
    /// The position.
    pub game: Game,
    /// The clock.
    pub limits: Limits,
    /// Level; `None` is full strength.
    pub level: Option<Level>,
    /// Seed of random choices: one for each game, the same after a lost connection or a restart.
    pub seed: Seed,
}

/// Reasons for the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// All games are played, or the operator asked for the end.
    Done,
    /// Unknown name or wrong password.
    LoginRefused,
    /// Somebody logged in with the same name elsewhere.
    LoginElsewhere,
    /// The account is banned.
    Banned,
}

/// The shared state.
pub(super) struct Session {
    settings: BotSettings,
    actions: Vec<Action>,
    own_name: String,
    /// Version of the protocol, as the server's lines show it.
    version: Option<u32>,
    last_line: Instant,
    next_ping: Instant,
    /// Times of the requests that the server has yet to answer with `OK`.
    unanswered: VecDeque<Instant>,
    round_trip: Duration,
    people: HashSet<String>,
    /// Ratings, as far as the bot has asked for them; `None` is unknown.
    ratings: HashMap<String, Option<f64>>,
    players: Players,
    /// Chat lines that wait for their turn, and the time of the next one.
    chat: VecDeque<Request>,
    chat_at: Instant,
    searches: u64,
}

/// The connection.
impl Session {
    pub(super) fn new(settings: BotSettings, players: Players, now: Instant) -> Self {
        Self {
            settings,
            actions: Vec::new(),
            own_name: String::new(),
            version: None,
            last_line: now,
            next_ping: now,
            unanswered: VecDeque::new(),
            round_trip: Duration::ZERO,
            people: HashSet::new(),
            ratings: HashMap::new(),
            players,
            chat: VecDeque::new(),
            chat_at: now,
            searches: 0,
        }
    }

    pub(super) fn settings(&self) -> &BotSettings {
        &self.settings
    }

    pub(super) fn take_actions(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.actions)
    }

    pub(super) fn connected(&mut self, now: Instant) {
        self.last_line = now;
        self.next_ping = now + PING;
        self.unanswered.clear();
        self.ratings.clear();
    }

    pub(super) fn logged_in(&mut self, name: String) {
        self.report(format!("logged in as {name}"));
        self.ask_rating(&name);
        self.own_name = name;
    }

    pub(super) fn heard(&mut self, line: &str, now: Instant) {
        self.last_line = now;
        self.version = version_of(line).or(self.version);
    }

    /// The version of the protocol, as far as the server's lines have shown it.
    pub(super) fn version(&self) -> Option<u32> {
        self.version
    }

    /// Sends the signs of life and the chat lines that are due. Returns whether the server is there.
    pub(super) fn keep_alive(&mut self, now: Instant) -> bool {
        if now.saturating_duration_since(self.last_line) > SILENCE {
            self.last_line = now;
            self.act(Action::Reconnect("the server is silent"));
            return false;
        }
        if now >= self.next_ping {
            self.next_ping = now + PING;
            self.ask(Request::Ping, now);
        }
        if now >= self.chat_at
            && let Some(line) = self.chat.pop_front()
        {
            self.chat_at = now + CHAT_PAUSE;
            self.send(line);
        }
        true
    }

    pub(super) fn act(&mut self, action: Action) {
        self.actions.push(action);
    }

    pub(super) fn report(&mut self, text: String) {
        self.act(Action::Report(text));
    }

    pub(super) fn send(&mut self, request: Request) {
        self.act(Action::Send(request));
    }

    /// Sends a request that the server answers with `OK`.
    pub(super) fn ask(&mut self, request: Request, now: Instant) {
        self.unanswered.push_back(now);
        self.send(request);
    }

    /// The server carried out the oldest request.
    pub(super) fn answered(&mut self, now: Instant) {
        if let Some(sent) = self.unanswered.pop_front() {
            let took = now.saturating_duration_since(sent);
            // Half of an old maximum fades with each answer.
            self.round_trip = took.max(self.round_trip / 2);
        }
    }

    /// The server refused the oldest request.
    pub(super) fn refused(&mut self) {
        self.unanswered.pop_front();
    }

    /// The longest recent time between a request and its answer.
    pub(super) fn round_trip(&self) -> Duration {
        self.round_trip
    }

    /// Sends a chat line when the server accepts one, unless too many wait.
    pub(super) fn say(&mut self, line: Request) {
        if self.chat.len() < CHAT_WAITING {
            self.chat.push_back(line);
        }
    }

    /// A number for another search.
    pub(super) fn next_search(&mut self) -> u64 {
        self.searches += 1;
        self.searches
    }
}

/// Players.
impl Session {
    pub(super) fn set_people(&mut self, names: Vec<String>) {
        self.people = names.into_iter().collect();
    }

    /// Whether a player is a person, not a bot.
    pub(super) fn is_person(&self, player: &str) -> bool {
        self.people.contains(player)
    }

    /// The rating of a player, if it is known.
    pub(super) fn rating(&self, player: &str) -> Option<f64> {
        self.ratings.get(player).copied().flatten()
    }

    /// Asks for a player's rating, once per connection and game.
    pub(super) fn ask_rating(&mut self, player: &str) {
        if self.ratings.len() >= RATINGS {
            self.ratings.clear();
        }
        if !self.ratings.contains_key(player) {
            self.ratings.insert(player.to_owned(), None);
            self.act(Action::AskRating(player.to_owned()));
        }
    }

    /// Asks for a player's rating, which may have changed since the last game.
    pub(super) fn ask_rating_again(&mut self, player: &str) {
        self.ratings.remove(player);
        self.ask_rating(player);
    }

    pub(super) fn rated(&mut self, player: String, rating: Option<f64>) {
        self.ratings.insert(player, rating);
    }

    fn auto_level(&self, player: &str) -> AutoLevel {
        self.players.get(player).unwrap_or_else(|| AutoLevel::start(self.rating(player)))
    }

    /// The level against a player; `None` is full strength.
    pub(super) fn level_against(&self, player: &str) -> Option<Level> {
        match self.settings.level() {
            BotLevel::Full => None,
            BotLevel::Auto => self.auto_level(player).level(),
            BotLevel::Number(level) => Some(level),
        }
    }

    /// Counts a game for the level that suits a player. Returns a sentence for the player if the level changes.
    pub(super) fn count(&mut self, player: &str, player_won: Option<bool>) -> Option<String> {
        if self.settings.level() != BotLevel::Auto {
            return None;
        }
        let mut auto = self.auto_level(player);
        let sentence = auto.count(player_won);
        self.players.set(player, auto);
        self.act(Action::KeepPlayers(self.players.write()));
        sentence
    }

    /// Whether the bot accepts this seek, if the player's rating suits.
    pub(super) fn may_suit(&self, seek: &Seek) -> bool {
        let BotSettings { accept, accept_sizes, block, .. } = &self.settings;
        let is_listed = accept.iter().any(|accepted| match accepted.as_str() {
            BotSettings::ALL => true,
            BotSettings::BOTS => seek.is_bot,
            name => name == seek.player,
        });
        seek.player != self.own_name
            && !block.contains(&seek.player)
            && (self.is_for_bot(seek) || is_listed && seek.opponent.is_none())
            && (accept_sizes.is_empty() || accept_sizes.contains(&seek.setting.size))
            && seek.setting.rules().is_ok()
    }

    fn is_for_bot(&self, seek: &Seek) -> bool {
        seek.opponent.as_ref() == Some(&self.own_name)
    }

    /// Seeks for the bot alone and players of `accept` by name need no rating.
    pub(super) fn has_suitable_rating(&self, seek: &Seek) -> bool {
        let Some([low, high]) = self.settings.accept_rating else { return true };
        self.is_for_bot(seek)
            || self.settings.accept.contains(&seek.player)
            || self.rating(&seek.player).is_some_and(|rating| (low..=high).contains(&rating))
    }
}
