//! A small PlayTak server with real rules and clocks, which can cut connections.
//!
//! It knows what two bots use: logins, seeks, games, resignations and resumed games, in the lines of version 4. (Order
//! and form of the lines: USTakAssociation's playtak-api at 930027e.)

use super::game::{News, Play, Terms};
use futures_util::{SinkExt, StreamExt};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use stonefall_engine::Color;
use stonefall_engine::types::ByColor;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::{select, time};
use tokio_tungstenite::accept_hdr_async;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};

/// Time between two looks at the clocks.
const TICK: Duration = Duration::from_millis(10);

/// A running server. It ends when it is dropped.
pub struct Server {
    address: String,
    state: Arc<Mutex<State>>,
    _stop: oneshot::Sender<()>,
}

struct Client {
    /// Lines to send; dropping it cuts the connection.
    out: UnboundedSender<String>,
    name: Option<String>,
}

struct Seek {
    player: String,
    terms: Terms,
    color: Option<Color>,
    opponent: String,
}

struct State {
    /// Names and passwords.
    accounts: Vec<(String, String)>,
    clients: BTreeMap<u32, Client>,
    seeks: BTreeMap<u32, Seek>,
    games: Vec<Play>,
    /// Lines that players sent after their login.
    received: Vec<(String, String)>,
    last_number: u32,
}

impl Server {
    /// Starts a server that knows these names and passwords.
    pub fn start(accounts: &[(&str, &str)]) -> Self {
        let account = |&(name, password): &(&str, &str)| (name.to_owned(), password.to_owned());
        let state = Arc::new(Mutex::new(State {
            accounts: accounts.iter().map(account).collect(),
            clients: BTreeMap::new(),
            seeks: BTreeMap::new(),
            games: Vec::new(),
            received: Vec::new(),
            last_number: 0,
        }));
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = format!("ws://{}", listener.local_addr().unwrap());
        let (_stop, stopped) = oneshot::channel();
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = TcpListener::from_std(listener).unwrap();
                select! {
                    () = listen(&listener, &shared) => {}
                    _ = stopped => {}
                }
            });
        });
        Self { address, state, _stop }
    }

    /// The address for a client.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Cuts the connection of a player.
    pub fn cut(&self, name: &str) {
        let mut state = self.state.lock().unwrap();
        if let Some(id) = state.id_of(name) {
            state.clients.remove(&id);
        }
    }

    /// The lines that a player sent after the login.
    pub fn received(&self, name: &str) -> Vec<String> {
        let state = self.state.lock().unwrap();
        let own = state.received.iter().filter(|(player, _)| player == name);
        own.map(|(_, line)| line.clone()).collect()
    }
}

async fn listen(listener: &TcpListener, state: &Arc<Mutex<State>>) {
    let mut ticks = time::interval(TICK);
    loop {
        select! {
            accepted = listener.accept() => {
                let (stream, _) = accepted.unwrap();
                let state = Arc::clone(state);
                // A connection that fails ends like any other.
                tokio::spawn(async move { drop(serve(stream, &state).await) });
            }
            _ = ticks.tick() => state.lock().unwrap().check_clocks(),
        }
    }
}

async fn serve(stream: TcpStream, state: &Mutex<State>) -> Result<(), Error> {
    // The error type is that of tungstenite.
    #[allow(clippy::result_large_err)]
    let choose = |_: &Request, mut response: Response| {
        let chosen = HeaderValue::from_static("binary");
        response.headers_mut().insert("Sec-WebSocket-Protocol", chosen);
        Ok(response)
    };
    let mut socket = accept_hdr_async(stream, choose).await?;
    let (out, mut outgoing) = unbounded_channel();
    let id = state.lock().unwrap().connect(out);
    loop {
        select! {
            message = socket.next() => match message {
                Some(Ok(message)) if message.is_text() => {
                    let text = message.into_text()?;
                    state.lock().unwrap().receive(id, text.trim_end_matches('\n'));
                }
                Some(Ok(_)) => {}
                _ => break drop(state.lock().unwrap().clients.remove(&id)),
            },
            line = outgoing.recv() => match line {
                Some(line) => socket.send(Message::binary(line + "\n")).await?,
                None => break,
            },
        }
    }
    Ok(())
}

impl State {
    fn connect(&mut self, out: UnboundedSender<String>) -> u32 {
        let id = self.next_number();
        self.clients.insert(id, Client { out, name: None });
        self.send(id, "Welcome!");
        self.send(id, "Login or Register");
        id
    }

    fn receive(&mut self, id: u32, line: &str) {
        let Some(client) = self.clients.get(&id) else { return };
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        let Some(name) = client.name.clone() else {
            return match verb {
                "Login" => self.log_in(id, rest),
                _ => self.send(id, "OK"),
            };
        };
        self.received.push((name.clone(), line.to_owned()));
        match verb {
            "quit" => drop(self.clients.remove(&id)),
            "Seek" => self.seek(id, &name, rest),
            "Accept" => self.accept(id, &name, rest),
            "PING" | "LeaveRoom" => self.send(id, "OK"),
            "JoinRoom" => self.send(id, &format!("Joined room {rest}")),
            _ => self.in_game(id, &name, rest),
        }
    }

    fn log_in(&mut self, id: u32, words: &str) {
        let account = words.split_once(' ').unwrap_or((words, ""));
        let is_it = |(name, password): &&(String, String)| (&**name, &**password) == account;
        let Some((name, _)) = self.accounts.iter().find(is_it).cloned() else {
            return self.send(id, "Authentication failure");
        };
        self.clients.get_mut(&id).unwrap().name = Some(name.clone());
        self.send(id, &format!("Welcome {name}!"));
        if let Some((index, color)) = self.game_of(&name) {
            let game = &self.games[index];
            let mut lines = vec![game.start_line(color)];
            lines.extend(game.record());
            lines.push("Message Your game is resumed".to_owned());
            lines.iter().for_each(|line| self.send(id, line));
        }
        let seeks = self.seeks.keys().map(|&number| self.seek_line(number)).collect::<Vec<_>>();
        seeks.iter().for_each(|line| self.send(id, line));
    }

    /// Takes a seek, which takes the place of the earlier one. The server does not confirm it.
    fn seek(&mut self, id: u32, name: &str, rest: &str) {
        let seek = Terms::read(rest).filter(|(terms, ..)| terms.game().is_some());
        let Some((terms, color, opponent)) = seek.filter(|_| self.game_of(name).is_none()) else {
            return self.refuse(id, "");
        };
        self.seeks.retain(|_, seek| seek.player != name);
        let number = self.next_number();
        self.seeks.insert(number, Seek { player: name.to_owned(), terms, color, opponent });
        self.broadcast(&self.seek_line(number));
    }

    /// Starts a game. A player who leaves the color to chance gets White.
    fn accept(&mut self, id: u32, name: &str, rest: &str) {
        let number = rest.parse().unwrap_or(0);
        let Some(seek) = self.seeks.remove(&number) else { return self.refuse(id, "") };
        self.broadcast(&format!("Seek remove {number}"));
        let mut players = ByColor::new(seek.player, name.to_owned());
        if seek.color == Some(Color::Black) {
            players.0.reverse();
        }
        self.seeks.retain(|_, seek| seek.player != name);
        let play = Play::new(self.next_number(), players, seek.terms).unwrap();
        let starts = Color::ALL.map(|color| (color, play.start_line(color)));
        self.games.push(play);
        self.report(self.games.len() - 1, (starts.into(), false));
    }

    fn in_game(&mut self, id: u32, name: &str, request: &str) {
        let Some((index, color)) = self.game_of(name) else { return self.refuse(id, "") };
        match self.games[index].request(color, request) {
            Ok(news) => {
                self.report(index, news);
                if request != "Resign" {
                    self.send(id, "OK");
                }
            }
            Err(reason) => self.refuse(id, reason),
        }
    }

    fn send(&self, id: u32, line: &str) {
        // The client may have left.
        let _ = self.clients.get(&id).map(|client| client.out.send(line.to_owned()));
    }

    fn broadcast(&self, line: &str) {
        self.clients.keys().for_each(|&id| self.send(id, line));
    }

    fn refuse(&self, id: u32, reason: &str) {
        self.send(id, "NOK");
        self.send(id, &format!("Error:{reason}"));
    }

    /// Sends the news of a game, and removes a game that is over.
    fn report(&mut self, index: usize, (lines, is_over): News) {
        for (color, line) in lines {
            if let Some(id) = self.id_of(&self.games[index].players[color]) {
                self.send(id, &line);
            }
        }
        if is_over {
            self.games.remove(index);
        }
    }

    fn check_clocks(&mut self) {
        for index in (0..self.games.len()).rev() {
            if let Some(news) = self.games[index].time_is_over() {
                self.report(index, news);
            }
        }
    }

    fn seek_line(&self, number: u32) -> String {
        let Seek { player, terms, color, opponent } = &self.seeks[&number];
        let color = color.map_or("A", |color| if color == Color::White { "W" } else { "B" });
        let [clock, words, opening] = terms.words();
        format!("Seek new {number} {player} {clock} {color} {words} {opponent} 0 {opening}")
    }

    fn id_of(&self, name: &str) -> Option<u32> {
        let is_it = |client: &Client| client.name.as_deref() == Some(name);
        self.clients.iter().find(|(_, client)| is_it(client)).map(|(&id, _)| id)
    }

    fn game_of(&self, name: &str) -> Option<(usize, Color)> {
        let colors = self.games.iter().map(|play| play.color_of(name));
        colors.enumerate().find_map(|(index, color)| Some((index, color?)))
    }

    fn next_number(&mut self) -> u32 {
        self.last_number += 1;
        self.last_number
    }
}
