//! An own game on the server: events, searches, moves and their clock, and the manners among people.

use super::levels::level_name;
use super::record::GameRecord;
use super::session::{Action, MoveTask, Session};
use std::mem;
use std::time::{Duration, Instant};
use stonefall_engine::eval::Value;
use stonefall_engine::notation::ptn_file::{GameResult, Reason};
use stonefall_engine::ponder::Ponder;
use stonefall_engine::search::{Info, Level, Seed};
use stonefall_engine::types::ByColor;
use stonefall_engine::{Game, Limits, Move};
use stonefall_playtak::protocol::{GameEvent, GameStart, Request, SettingError};

/// Time without a line after which a game that was just announced is complete: the moves of a resumed game follow its
/// announcement at once.
const SETTLED: Duration = Duration::from_millis(300);
/// Time that the bot never uses, besides the measured round trip.
const RESERVE: Duration = Duration::from_millis(300);
/// Time for another undo before the bot moves again: a person who takes back an own move takes back the answer first.
const AFTER_UNDO: Duration = Duration::from_secs(4);
/// Time for the server to end a game that the bot has resigned.
const RESIGNING: Duration = Duration::from_secs(10);
/// The weakest level that resigns.
const RESIGNING_LEVEL: u8 = 15;
/// Games with fewer plies say nothing about the players.
const SHORT_GAME: u32 = 6;

/// An own game.
pub(super) struct BotGame {
    start: GameStart,
    game: Game,
    record: GameRecord,
    /// The clocks as the server last said, and when.
    clocks: ByColor<Duration>,
    clocks_since: Instant,
    /// Whether the server has sent the clocks since the start, or since the game was resumed.
    has_clocks: bool,
    /// Level of the bot; `None` is full strength.
    level: Option<Level>,
    /// Whether the bot has greeted the opponent.
    is_greeted: bool,
    /// Value of the last search, from the bot's view.
    value: Option<Value>,
    /// Moves that the server refused in this position.
    refused: Vec<Move>,
    /// Undos that the bot has granted.
    undos: u32,
    state: MoveState,
    /// No search starts before this time.
    think_at: Option<Instant>,
    /// Whether moves of a resumed game may still arrive; each of them delays the search.
    is_settling: bool,
}

/// A move that waits for the right moment, or for the server's answer.
enum MoveState {
    /// Nothing.
    Nothing,
    /// A search with this number runs, since.
    Thinking(u64, Instant),
    /// A search runs in the opponent's time.
    Pondering(PonderSearch),
    /// A move to send at this time.
    Move(Move, Option<Info>, Instant),
    /// The server has not yet confirmed a move. The expected reply to it.
    Sent(Move, Option<Move>),
}

/// A search of the position after the opponent's expected reply.
struct PonderSearch {
    id: u64,
    reply: Move,
    /// The bot's clock in the limits of the search.
    clock: Duration,
    ponder: Ponder,
}

impl BotGame {
    /// A game before its first move. `interrupted` is the last game before a lost connection: if it is this one, the
    /// bot keeps everything that the server does not send again.
    pub(super) fn new(
        start: GameStart,
        interrupted: Option<Box<Self>>,
        session: &mut Session,
        now: Instant,
    ) -> Result<Self, SettingError> {
        let (number, setting) = (start.number, start.setting.clone());
        let mut this = Self {
            game: Game::start(setting.size, setting.rules()?)?,
            record: GameRecord::new(),
            clocks: ByColor::new(setting.time, setting.time),
            clocks_since: now,
            has_clocks: false,
            level: None,
            is_greeted: false,
            value: None,
            refused: Vec::new(),
            undos: 0,
            state: MoveState::Nothing,
            think_at: Some(now + SETTLED),
            is_settling: true,
            start,
        };
        if let Some(known) = interrupted.filter(|known| known.start.number == number) {
            this.undos = known.undos;
            this.is_greeted = known.is_greeted;
            this.level = known.level;
            this.record = known.record.interrupted(&known.game);
        }
        session.report(format!(
            "{}, {2}x{2} as {1}",
            this.title(),
            this.start.color.name(),
            setting.size
        ));
        // A lost connection leaves all rooms.
        session.send(Request::JoinRoom(this.room()));
        session.ask_rating_again(this.opponent());
        this.choose_level(session);
        Ok(this)
    }

    pub(super) fn number(&self) -> u32 {
        self.start.number
    }

    /// `game 7 against you`
    pub(super) fn title(&self) -> String {
        format!("game {} against {}", self.start.number, self.opponent())
    }

    /// The result if the opponent has left.
    pub(super) fn won(&self) -> GameResult {
        GameResult::Win(self.start.color, Reason::Other)
    }

    /// Name of the other player.
    fn opponent(&self) -> &str {
        &self.start.players[self.start.color.opponent()]
    }

    /// Room where the two players chat: their names in alphabetical order.
    fn room(&self) -> String {
        let [white, black] = &self.start.players.0;
        if white < black { format!("{white}-{black}") } else { format!("{black}-{white}") }
    }

    /// Whether the bot is to move in a game that is not over.
    fn is_own_turn(&self) -> bool {
        self.game.to_move() == self.start.color && self.game.outcome().is_none()
    }

    /// Chooses the level of a game that has just begun. An announced level stays for the whole game.
    pub(super) fn choose_level(&mut self, session: &Session) {
        if !self.is_greeted {
            self.level = session.level_against(self.opponent());
        }
    }

    /// All moves of a resumed game have arrived.
    pub(super) fn resumed(&mut self, now: Instant) {
        if self.is_settling {
            self.think_at = Some(now);
        }
    }

    /// An event that does not end the game.
    pub(super) fn event(&mut self, event: GameEvent, session: &mut Session, now: Instant) {
        match event {
            GameEvent::Clocks(clocks) => {
                (self.clocks, self.clocks_since, self.has_clocks) = (clocks, now, true);
                // The clock of an own move arrives after it.
                if self.game.to_move() != self.start.color {
                    self.record.set_last_clock(clocks[self.start.color]);
                }
            }
            GameEvent::Move(mv) => self.opponent_moves(mv, session, now),
            GameEvent::Undo => {
                self.undo();
                self.stop_thinking(session);
                self.think_at = self.is_own_turn().then(|| now + AFTER_UNDO);
            }
            GameEvent::RequestUndo => self.asked_for_undo(session),
            GameEvent::OfferDraw => self.offered_draw(session),
            GameEvent::Over(_) | GameEvent::Abandoned(_) | GameEvent::Other => {}
        }
    }

    /// A move of the opponent, or of either player in a resumed game.
    fn opponent_moves(&mut self, mv: Move, session: &mut Session, now: Instant) {
        let mover = self.game.to_move();
        if let Err(reason) = self.game.play(mv) {
            let text = format!("move {mv:?} of the server is illegal here: {reason}");
            let ptn = self.ptn(GameResult::Unfinished, session);
            session.act(Action::Refused(format!("{text}\n{ptn}")));
            session.act(Action::Reconnect("the game differs from the server's"));
            return;
        }
        self.record.add(mv, None, self.has_clocks.then_some(self.clocks[mover]));
        self.refused.clear();
        if self.ponder_hit(mv, now) {
            return;
        }
        self.stop_thinking(session);
        if self.is_settling {
            self.think_at = Some(now + SETTLED);
        } else {
            self.go_on(session, now);
        }
    }

    fn undo(&mut self) {
        if self.game.undo() {
            self.record.undo();
            self.refused.clear();
        }
    }

    /// Archives the game and takes leave of the opponent.
    pub(super) fn finish(mut self, result: GameResult, session: &mut Session) {
        self.stop_thinking(session);
        session.report(format!("game {}: {result}", self.start.number));
        session.act(Action::Archive(self.ptn(result, session)));
        session.send(Request::LeaveRoom(self.room()));
        let player_won = match result {
            GameResult::Win(color, _) => Some(color != self.start.color),
            GameResult::Draw => None,
            GameResult::Unfinished => return,
        };
        let is_long = self.game.ply() >= SHORT_GAME;
        let change = if is_long { session.count(self.opponent(), player_won) } else { None };
        if session.is_person(self.opponent()) {
            for text in change.into_iter().chain(session.settings().thanks.clone()) {
                session.say(Request::Tell { to: self.opponent().to_owned(), text });
            }
        }
    }

    fn ptn(&self, result: GameResult, session: &Session) -> String {
        let ratings = ByColor::from_fn(|color| session.rating(&self.start.players[color]));
        self.record.ptn(&self.start, &self.game, self.level, ratings, result)
    }
}

/// Searches and moves.
impl BotGame {
    /// Starts a search, or sends its move, when the time has come.
    pub(super) fn go_on(&mut self, session: &mut Session, now: Instant) {
        match self.state {
            MoveState::Nothing => {
                let is_time = self.think_at.is_none_or(|at| now >= at);
                self.is_settling &= !is_time;
                if is_time && self.is_own_turn() {
                    self.think(session, now);
                }
            }
            MoveState::Move(mv, _, at) if now >= at => self.play(mv, session, now),
            _ => {}
        }
    }

    /// Ends a search, and forgets a move that is not sent yet.
    pub(super) fn stop_thinking(&mut self, session: &mut Session) {
        if matches!(self.state, MoveState::Thinking(..) | MoveState::Pondering(_)) {
            session.act(Action::StopThinking);
        }
        if !matches!(self.state, MoveState::Sent(..)) {
            self.state = MoveState::Nothing;
        }
    }

    fn think(&mut self, session: &mut Session, now: Instant) {
        self.greet(session);
        let left = self.time_left(now);
        let mut limits = self.limits(&self.game, left, session);
        if !self.refused.is_empty() {
            limits.search_moves = self.game.moves();
            limits.search_moves.retain(|mv| !self.refused.contains(mv));
        }
        let id = self.search(self.game.clone(), limits, session);
        self.state = MoveState::Thinking(id, now);
        self.think_at = None;
    }

    /// Starts a search. Returns its number.
    fn search(&self, game: Game, limits: Limits, session: &mut Session) -> u64 {
        let id = session.next_search();
        // A player should not win the same game twice.
        let seed = Seed::new(self.start.number.into());
        let task = MoveTask { id, game, limits, level: self.level, seed };
        session.act(Action::Think(Box::new(task)));
        id
    }

    /// Receives the move of a search, with its last report.
    pub(super) fn found(
        &mut self,
        id: u64,
        mv: Move,
        info: Option<Info>,
        session: &mut Session,
        now: Instant,
    ) {
        let MoveState::Thinking(expected, since) = self.state else { return };
        if id != expected {
            return;
        }
        self.value = info.as_ref().map(|info| info.value);
        if let Some(info) = &info {
            self.record.judge_last_ply(info, self.start.color);
        }
        if session.settings().resign.unwrap_or(true) && self.is_lost() {
            self.state = MoveState::Nothing;
            self.think_at = Some(now + RESIGNING);
            session.send(Request::Resign(self.start.number));
            return;
        }
        // People like neither instant answers nor a wait that costs the bot its clock.
        let pace = if session.is_person(self.opponent()) {
            session.settings().pace().min(self.time_left(now) / 20)
        } else {
            Duration::ZERO
        };
        self.state = MoveState::Move(mv, info, since + pace);
        self.go_on(session, now);
    }

    /// Whether the game is lost for certain, at a level that resigns.
    fn is_lost(&self) -> bool {
        let resigns = self.level.is_none_or(|level| level.number() >= RESIGNING_LEVEL);
        resigns && matches!(self.value, Some(Value::Loss { .. }))
    }

    fn play(&mut self, mv: Move, session: &mut Session, now: Instant) {
        let MoveState::Move(_, info, _) = mem::replace(&mut self.state, MoveState::Nothing) else {
            return;
        };
        if self.game.play(mv).is_ok() {
            let reply = info.as_ref().and_then(|info| info.pv.get(1).copied());
            self.state = MoveState::Sent(mv, reply);
            let evaluation = info.map(|info| GameRecord::evaluation(&info, self.start.color));
            let clock = self.has_clocks.then_some(self.clocks[self.start.color]);
            self.record.add(mv, evaluation, clock);
            self.refused.clear();
            session.ask(Request::Play(self.start.number, mv), now);
        }
    }

    /// The server carried out a request.
    pub(super) fn confirmed(&mut self, session: &mut Session) {
        if let MoveState::Sent(_, reply) = self.state {
            self.state = MoveState::Nothing;
            if let Some(reply) = reply {
                self.ponder(reply, session);
            }
        }
    }

    /// The server refused a move: everything needed to reproduce it is kept, and another move is tried.
    pub(super) fn refused(&mut self, reason: &str, session: &mut Session) {
        let MoveState::Sent(mv, _) = self.state else {
            session.report(format!("server: error: {reason}"));
            return;
        };
        let mut refused = mem::take(&mut self.refused);
        self.undo();
        refused.push(mv);
        self.refused = refused;
        self.state = MoveState::Nothing;
        session.refused();
        session.act(Action::Refused(format!(
            "the server refused {} in game {}: {reason}\n{}\n{}",
            self.game.spelling(mv),
            self.start.number,
            self.game.tps(),
            self.ptn(GameResult::Unfinished, session)
        )));
    }

    /// Searches the position after the expected reply. A level does not, because its strength was measured without it.
    fn ponder(&mut self, reply: Move, session: &mut Session) {
        let ponders = session.settings().ponder.unwrap_or(true) && self.level.is_none();
        let Ok(expected) = self.game.after(reply) else { return };
        if !ponders || self.is_own_turn() || expected.outcome().is_some() {
            return;
        }
        let ponder = Ponder::default();
        let clock = self.clocks[self.start.color];
        let mut limits = self.limits(&expected, clock, session);
        limits.ponder = Some(ponder.clone());
        let id = self.search(expected, limits, session);
        self.state = MoveState::Pondering(PonderSearch { id, reply, clock, ponder });
    }

    /// Continues a search in the opponent's time if the opponent has played the expected reply, and the clock has no
    /// less than the time that the search counts on. Returns whether it does.
    fn ponder_hit(&mut self, mv: Move, now: Instant) -> bool {
        let MoveState::Pondering(search) = &self.state else { return false };
        let own_clock = self.clocks[self.start.color];
        if search.reply != mv || own_clock < search.clock || !search.ponder.hit(now) {
            return false;
        }
        self.state = MoveState::Thinking(search.id, now);
        true
    }

    /// The bot's time left, by the server's clock.
    fn time_left(&self, now: Instant) -> Duration {
        let passed = now.saturating_duration_since(self.clocks_since);
        self.clocks[self.start.color].saturating_sub(passed)
    }

    /// Limits of a search of a position of this game with this time left. The round trip stays unused.
    fn limits(&self, game: &Game, left: Duration, session: &Session) -> Limits {
        let own = self.start.color;
        let left = left.saturating_sub(RESERVE + session.round_trip());
        let mut limits = Limits::default();
        limits.time[own] = Some(left.max(Duration::from_millis(10)));
        limits.increment[own] = self.start.setting.increment_of(game.ply() / 2 + 1);
        limits
    }
}

/// Manners among people.
impl BotGame {
    fn say(&self, text: String, session: &mut Session) {
        session.say(Request::ShoutRoom { room: self.room(), text });
    }

    /// Tells a person at which level the bot plays.
    fn greet(&mut self, session: &mut Session) {
        if self.is_greeted || self.game.ply() > 1 || !session.is_person(self.opponent()) {
            return;
        }
        self.is_greeted = true;
        let level = level_name(self.level);
        self.say(format!("Hello! I am a program and play at {level}."), session);
    }

    /// Grants an undo to a person in an unrated game.
    fn asked_for_undo(&mut self, session: &mut Session) {
        let is_rated = !self.start.setting.is_unrated;
        let undos = session.settings().undos.unwrap_or(3);
        if is_rated || !session.is_person(self.opponent()) || self.undos >= undos {
            let text =
                if is_rated { "No undo in rated games." } else { "No more undos in this game." };
            return self.say(text.to_owned(), session);
        }
        self.undos += 1;
        session.send(Request::RequestUndo(self.start.number));
    }

    /// Accepts a draw that the last search does not find worse for the bot than playing on.
    fn offered_draw(&mut self, session: &mut Session) {
        match self.value {
            Some(Value::CentiFlats(..=0) | Value::Loss { .. }) => {
                session.send(Request::OfferDraw(self.start.number));
            }
            _ => self.say("I would like to play on.".to_owned(), session),
        }
    }
}
