//! A small PlayTak server with real rules and clocks, and with faults on demand.
//!
//! It knows what a bot uses: logins, seeks, games, undo, draws, resignations, chat, rooms and resumed games in the
//! lines of versions 2 to 4. It has no spectators and no rematches. (Order and form of the lines: USTakAssociation's
//! playtak-api at ba5092e, and 930027e for version 3.)

mod carry;
mod play;
mod terms;

use play::{News, Play};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex};
use std::thread;
use stonefall_engine::Color;
use stonefall_engine::types::ByColor;
use terms::Terms;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;

/// A running server. It ends when it is dropped.
pub struct Server {
    address: String,
    state: Arc<Mutex<State>>,
    _stop: oneshot::Sender<()>,
}

/// Faults of the connection with one player.
#[derive(Default)]
pub struct Faults {
    /// Lines arrive in pieces of three bytes.
    pub in_pieces: bool,
    /// The next line arrives twice.
    pub duplicate: bool,
    /// No line arrives.
    pub is_silent: bool,
    /// The next request with this beginning is refused.
    pub refuse: Option<String>,
}

type Id = u32;

struct Client {
    /// Bytes to send; dropping it cuts the connection.
    out: UnboundedSender<Vec<u8>>,
    name: Option<String>,
    version: u32,
    rooms: BTreeSet<String>,
}

struct Seek {
    player: String,
    terms: Terms,
    color: Option<Color>,
    opponent: String,
}

struct State {
    /// The newest version of the protocol that the server knows.
    version: u32,
    accounts: HashMap<String, String>,
    bots: BTreeSet<String>,
    /// Names of players without an account, by token.
    tokens: HashMap<String, String>,
    clients: BTreeMap<Id, Client>,
    seeks: BTreeMap<u32, Seek>,
    games: Vec<Play>,
    faults: HashMap<String, Faults>,
    /// Lines that players sent after their login.
    received: Vec<(String, String)>,
    last_number: u32,
}

impl Server {
    /// Starts a server that knows the protocol up to a version, and these names and passwords.
    pub fn start(version: u32, accounts: &[(&str, &str)]) -> Self {
        let account = |&(name, password): &(&str, &str)| (name.to_owned(), password.to_owned());
        let state = Arc::new(Mutex::new(State {
            version,
            accounts: accounts.iter().map(account).collect(),
            bots: BTreeSet::new(),
            tokens: HashMap::new(),
            clients: BTreeMap::new(),
            seeks: BTreeMap::new(),
            games: Vec::new(),
            faults: HashMap::new(),
            received: Vec::new(),
            last_number: 0,
        }));
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = format!("ws://{}", listener.local_addr().unwrap());
        let (_stop, stopped) = oneshot::channel();
        let shared = Arc::clone(&state);
        thread::spawn(move || carry::run(listener, shared, stopped));
        Self { address, state, _stop }
    }

    /// The address for a client.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Marks a player as a bot.
    pub fn mark_bot(&self, name: &str) {
        self.state.lock().unwrap().bots.insert(name.to_owned());
    }

    /// Cuts the connection of a player.
    pub fn cut(&self, name: &str) {
        let mut state = self.state.lock().unwrap();
        if let Some(id) = state.id_of(name) {
            state.disconnect(id);
        }
    }

    /// Ends the game of a player as if the time for a reconnection were over.
    pub fn abandon(&self, name: &str) {
        let mut state = self.state.lock().unwrap();
        let (index, color) = state.game_of(name).unwrap();
        let number = state.games[index].number;
        let line = format!("Game#{number} Abandoned. {name} quit");
        state.report(index, News { lines: vec![(!color, line)], is_over: true });
    }

    /// Changes the faults of the connection with a player.
    pub fn set_faults(&self, name: &str, change: impl FnOnce(&mut Faults)) {
        change(self.state.lock().unwrap().faults.entry(name.to_owned()).or_default());
    }

    /// The lines that a player sent after the login.
    pub fn received(&self, name: &str) -> Vec<String> {
        let state = self.state.lock().unwrap();
        let own = state.received.iter().filter(|(player, _)| player == name);
        own.map(|(_, line)| line.clone()).collect()
    }
}

/// Connections and logins.
impl State {
    fn connect(&mut self, out: UnboundedSender<Vec<u8>>) -> Id {
        let id = self.next_number();
        self.clients.insert(id, Client { out, name: None, version: 1, rooms: BTreeSet::new() });
        self.send(id, "Welcome!");
        self.send(id, "Login or Register");
        id
    }

    fn disconnect(&mut self, id: Id) {
        let Some(name) = self.clients.remove(&id).and_then(|client| client.name) else { return };
        self.remove_seek(&name);
        let left = "has disconnected. They have 120 seconds to reconnect";
        self.tell_opponent(&name, left);
    }

    fn receive(&mut self, id: Id, line: &str) {
        let Some(client) = self.clients.get(&id) else { return };
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        let name = client.name.clone();
        if let Some(name) = &name {
            self.received.push((name.clone(), line.to_owned()));
        }
        match (verb, name) {
            ("quit", _) => self.disconnect(id),
            ("PING", _) => self.send(id, "OK"),
            (_, Some(name)) if self.refuses(&name, line) => {
                self.refuse(id, if verb.starts_with("Game#") { "Refused for a test" } else { "" });
            }
            (_, Some(name)) => self.request(id, &name, verb, rest),
            ("Client", None) => self.send(id, "OK"),
            ("Protocol", None) => {
                let version = rest.parse().unwrap_or(0);
                self.clients.get_mut(&id).unwrap().version = version;
                self.send(id, "OK");
            }
            ("Login", None) => match self.player(rest) {
                Some(name) => self.log_in(id, &name),
                None => self.send(id, "Authentication failure"),
            },
            (_, None) => self.refuse(id, ""),
        }
    }

    /// The player with this name and password, or token.
    fn player(&mut self, words: &str) -> Option<String> {
        let (name, secret) = words.split_once(' ').unwrap_or((words, ""));
        if name == "Guest" {
            let number = self.tokens.len() + 1;
            let token = if secret.is_empty() { number.to_string() } else { secret.to_owned() };
            let known = self.tokens.entry(token).or_insert_with(|| format!("Guest{number}"));
            return Some(known.clone());
        }
        (self.accounts.get(name)? == secret).then(|| name.to_owned())
    }

    fn log_in(&mut self, id: Id, name: &str) {
        if let Some(earlier) = self.id_of(name) {
            self.send(earlier, "Message You've logged in from another window. Disconnecting");
            self.disconnect(earlier);
        }
        self.clients.get_mut(&id).unwrap().name = Some(name.to_owned());
        // The server resumes a game before or after the welcome.
        let has_account = self.accounts.contains_key(name);
        if !has_account {
            self.resume(id, name);
        }
        self.send(id, &format!("Welcome {name}!"));
        if has_account {
            self.resume(id, name);
        }
        for number in self.seeks.keys().copied().collect::<Vec<_>>() {
            let line = self.seek_line("new", number, self.version_of(id));
            self.send(id, &line);
        }
        self.list_games(id);
        let online = format!("Online {}", self.clients.len());
        self.broadcast(|_, _| online.clone());
    }

    fn resume(&mut self, id: Id, name: &str) {
        let Some((index, color)) = self.game_of(name) else { return };
        let mut lines = vec![self.start_line(index, color, id)];
        lines.extend(self.games[index].record());
        lines.push("Message Your game is resumed".to_owned());
        lines.iter().for_each(|line| self.send(id, line));
        self.tell_opponent(name, "has reconnected.");
    }
}

/// Requests of players.
impl State {
    fn request(&mut self, id: Id, name: &str, verb: &str, rest: &str) {
        match verb {
            "Seek" => self.seek(id, name, rest),
            "Accept" => self.accept(id, name, rest),
            "GameList" => self.list_games(id),
            "Tell" => self.tell(id, name, rest),
            "Shout" => self.broadcast(|_, _| format!("Shout <{name}> {rest}")),
            "JoinRoom" => {
                self.clients.get_mut(&id).unwrap().rooms.insert(rest.to_owned());
                self.send(id, &format!("Joined room {rest}"));
            }
            "LeaveRoom" => {
                self.clients.get_mut(&id).unwrap().rooms.remove(rest);
                self.send(id, "OK");
            }
            "ShoutRoom" => self.shout_room(name, rest),
            _ => match verb.strip_prefix("Game#").and_then(|number| number.parse().ok()) {
                Some(number) => self.in_game(id, name, number, rest),
                None => self.refuse(id, ""),
            },
        }
    }

    /// Takes a seek, which takes the place of the earlier one. The server does not confirm it.
    fn seek(&mut self, id: Id, name: &str, rest: &str) {
        let Some((terms, color, opponent)) = Terms::read(rest, self.version) else {
            return self.refuse(id, "");
        };
        if self.game_of(name).is_some() || !(terms.are_empty() || terms.game().is_some()) {
            return self.refuse(id, "");
        }
        self.remove_seek(name);
        if terms.are_empty() {
            return;
        }
        let number = self.next_number();
        self.seeks.insert(number, Seek { player: name.to_owned(), terms, color, opponent });
        self.broadcast(|state, version| state.seek_line("new", number, version));
    }

    /// Starts a game. A player who leaves the color to chance gets White.
    fn accept(&mut self, id: Id, name: &str, rest: &str) {
        let seek = rest.parse().ok().and_then(|number| self.seeks.get(&number));
        let fits = |seek: &&Seek| {
            let is_welcome = ["", name].contains(&&*seek.opponent) && seek.player != name;
            is_welcome && self.game_of(name).is_none()
        };
        let Some(seek) = seek.filter(fits) else { return self.refuse(id, "") };
        let (seeker, terms) = (seek.player.clone(), seek.terms.clone());
        let mut players = ByColor::new(seeker.clone(), name.to_owned());
        if seek.color == Some(Color::Black) {
            players.0.reverse();
        }
        self.remove_seek(name);
        self.remove_seek(&seeker);
        let number = self.next_number();
        let play = Play::new(number, players, terms, self.version).unwrap();
        let listed = play.listed();
        self.games.push(play);
        self.broadcast(|_, _| format!("GameList Add {listed}"));
        for player in [name, &seeker] {
            let (index, color) = self.game_of(player).unwrap();
            let id = self.id_of(player).unwrap();
            let line = self.start_line(index, color, id);
            self.send(id, &line);
        }
    }

    fn in_game(&mut self, id: Id, name: &str, number: u32, rest: &str) {
        let own = self.game_of(name).filter(|&(index, _)| self.games[index].number == number);
        let Some((index, color)) = own else { return self.refuse(id, "") };
        match self.games[index].request(color, rest) {
            Ok(news) => {
                self.report(index, news);
                if rest != "Resign" {
                    self.send(id, "OK");
                }
            }
            Err(reason) => self.refuse(id, reason),
        }
    }

    fn tell(&mut self, id: Id, name: &str, rest: &str) {
        let (to, text) = rest.split_once(' ').unwrap_or((rest, ""));
        let Some(other) = self.id_of(to) else { return self.send(id, "No such player") };
        self.send(other, &format!("Tell <{name}> {text}"));
        self.send(id, &format!("Told <{to}> {text}"));
    }

    fn shout_room(&mut self, name: &str, rest: &str) {
        let (room, text) = rest.split_once(' ').unwrap_or((rest, ""));
        let is_there = |client: &Client| client.rooms.contains(room);
        let there = self.clients.iter().filter(|(_, client)| is_there(client));
        for id in there.map(|(&id, _)| id).collect::<Vec<_>>() {
            self.send(id, &format!("ShoutRoom {room} <{name}> {text}"));
        }
    }
}

/// Lines to clients.
impl State {
    /// Sends the running games.
    fn list_games(&mut self, id: Id) {
        for listed in self.games.iter().map(Play::listed).collect::<Vec<_>>() {
            self.send(id, &format!("GameList Add {listed}"));
        }
    }

    fn send(&mut self, id: Id, line: &str) {
        let Some(client) = self.clients.get(&id) else { return };
        let faults = client.name.as_ref().and_then(|name| self.faults.get_mut(name));
        let faults = faults.map(|faults| {
            let copies = if std::mem::take(&mut faults.duplicate) { 2 } else { 1 };
            (if faults.is_silent { 0 } else { copies }, faults.in_pieces)
        });
        let (copies, in_pieces) = faults.unwrap_or((1, false));
        let bytes = format!("{line}\n").repeat(copies);
        for piece in bytes.as_bytes().chunks(if in_pieces { 3 } else { usize::MAX }) {
            // The client may have left.
            let _ = client.out.send(piece.to_vec());
        }
    }

    fn refuse(&mut self, id: Id, reason: &str) {
        self.send(id, "NOK");
        if !reason.is_empty() {
            self.send(id, &format!("Error:{reason}"));
        }
    }

    /// Sends a line, in the version of each client, to all that have logged in.
    fn broadcast(&mut self, line: impl Fn(&Self, u32) -> String) {
        let ids = self.clients.iter().filter(|(_, client)| client.name.is_some());
        for id in ids.map(|(&id, _)| id).collect::<Vec<_>>() {
            let line = line(self, self.version_of(id));
            self.send(id, &line);
        }
    }

    /// Sends the news of a game, and removes a game that is over.
    fn report(&mut self, index: usize, news: News) {
        for (color, line) in news.lines {
            if let Some(id) = self.id_of(&self.games[index].players[color]) {
                self.send(id, &line);
            }
        }
        if news.is_over {
            let listed = self.games.remove(index).listed();
            self.broadcast(|_, _| format!("GameList Remove {listed}"));
        }
    }

    fn check_clocks(&mut self) {
        for index in (0..self.games.len()).rev() {
            if let Some(news) = self.games[index].time_is_over() {
                self.report(index, news);
            }
        }
    }

    fn tell_opponent(&mut self, name: &str, text: &str) {
        let Some((index, color)) = self.game_of(name) else { return };
        if let Some(id) = self.id_of(&self.games[index].players[!color]) {
            self.send(id, &format!("Message {name} {text}"));
        }
    }

    fn remove_seek(&mut self, name: &str) {
        let own = self.seeks.iter().find(|(_, seek)| seek.player == name);
        let Some(number) = own.map(|(&number, _)| number) else { return };
        self.broadcast(|state, version| state.seek_line("remove", number, version));
        self.seeks.remove(&number);
    }

    fn seek_line(&self, what: &str, number: u32, version: u32) -> String {
        let Seek { player, terms, color, opponent } = &self.seeks[&number];
        let color = color.map_or("A", |color| if color == Color::White { "W" } else { "B" });
        let nobody = if version >= 4 { "" } else { "0" };
        let opponent = if opponent.is_empty() { nobody } else { opponent };
        let bot = u8::from(self.bots.contains(player));
        let (words, opening) = (terms.words(color, version), terms.opening(version));
        format!("Seek {what} {number} {player} {words} {opponent} {bot}{opening}")
    }

    fn start_line(&self, index: usize, color: Color, id: Id) -> String {
        let play = &self.games[index];
        let is_bot = play.players.0.iter().any(|player| self.bots.contains(player));
        play.start_line(color, is_bot, self.version_of(id))
    }
}

/// Players, games and numbers.
impl State {
    fn id_of(&self, name: &str) -> Option<Id> {
        let is_it = |client: &Client| client.name.as_deref() == Some(name);
        self.clients.iter().find(|(_, client)| is_it(client)).map(|(&id, _)| id)
    }

    fn version_of(&self, id: Id) -> u32 {
        self.clients[&id].version.min(self.version)
    }

    fn game_of(&self, name: &str) -> Option<(usize, Color)> {
        let colors = self.games.iter().map(|play| play.color_of(name));
        colors.enumerate().find_map(|(index, color)| Some((index, color?)))
    }

    fn refuses(&mut self, name: &str, line: &str) -> bool {
        let Some(faults) = self.faults.get_mut(name) else { return false };
        faults.refuse.take_if(|beginning| line.starts_with(&**beginning)).is_some()
    }

    fn next_number(&mut self) -> u32 {
        self.last_number += 1;
        self.last_number
    }
}
