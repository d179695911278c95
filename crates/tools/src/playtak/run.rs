//! Runs the bot: connection, search, clock, files, ratings.

use super::bot::Bot;
use super::session::{Action, Exit, MoveTask};
use crate::date;
use crate::files::write_atomically;
use crate::opponent::{Opponent, Task};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Deserialize;
use std::fs;
use std::future::Future;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};
use stonefall_engine::Game;
use stonefall_engine::search::{Info, Reporter, SearchResult};
use stonefall_playtak::connection::{Address, Connection};
use tokio::select;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{interval, sleep};

/// Time for a connection to open.
const CONNECT: Duration = Duration::from_secs(15);
/// Time between two looks at the clock.
const TICK: Duration = Duration::from_millis(50);
/// First and longest pause between two attempts to connect.
const PAUSE: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(120)];
/// Time for the answer of the page with a rating.
const RATING: Duration = Duration::from_secs(10);
/// Letters of a guest's token.
const TOKEN: usize = 20;

/// The surroundings of a bot.
pub struct BotRun<'a> {
    /// The server.
    pub address: Address,
    /// Folder of finished games, of refused moves and of the players.
    pub archive: PathBuf,
    /// The engine.
    pub opponent: Opponent,
    /// Address of the page with a player's rating, without the name; `None` asks for no ratings.
    pub ratings: Option<String>,
    /// Receives a line for the operator.
    pub report: &'a mut dyn FnMut(&str),
}

/// Results of the work beside the connection.
enum News {
    /// The end of a search.
    Found { id: u64, game: Box<Game>, result: SearchResult },
    /// A player's rating.
    Rated { player: String, rating: Result<Option<f64>, String> },
}

struct ResultSender {
    id: u64,
    game: Game,
    news: UnboundedSender<News>,
}

impl Reporter for ResultSender {
    fn info(&mut self, _: &Info) {}

    fn done(&mut self, result: &SearchResult) {
        let game = Box::new(self.game.clone());
        // Without a receiver the bot has ended.
        let _ = self.news.send(News::Found { id: self.id, game, result: result.clone() });
    }
}

/// The bot at work.
struct Runner<'a> {
    bot: Bot,
    run: BotRun<'a>,
    news: UnboundedSender<News>,
    received: UnboundedReceiver<News>,
}

/// The end of a connection.
enum End {
    Lost,
    Exit(Exit),
}

/// Plays until the bot leaves: connects again and again. `leave` ends each time the operator asks for the end.
///
/// # Errors
/// If the archive cannot be written.
pub async fn run<L: Future<Output = ()>>(
    bot: Bot,
    run: BotRun<'_>,
    mut leave: impl FnMut() -> L,
) -> io::Result<Exit> {
    fs::create_dir_all(&run.archive)?;
    let (news, received) = unbounded_channel();
    let mut runner = Runner { bot, run, news, received };
    let mut random = random();
    let mut pause = PAUSE[0];
    loop {
        let opened = select! {
            opened = Connection::open(&runner.run.address, CONNECT) => opened,
            () = leave() => return Ok(Exit::Done),
        };
        match opened {
            Ok(connection) => {
                let begun = Instant::now();
                if let End::Exit(exit) = runner.converse(connection, &mut leave).await? {
                    return Ok(exit);
                }
                // After a long connection the pauses are short again.
                if begun.elapsed() > PAUSE[1] {
                    pause = PAUSE[0];
                }
            }
            Err(error) => runner.report(&error.to_string()),
        }
        runner.bot.disconnected();
        runner.perform(None).await?;
        // Clients of a server that comes back should not arrive at once.
        let wait = pause.mul_f64(random.random_range(0.5..1.5));
        pause = (pause * 2).min(PAUSE[1]);
        runner.report(&format!("connects again in {:.1} s", wait.as_secs_f64()));
        select! {
            () = sleep(wait) => {}
            () = leave() => return Ok(Exit::Done),
        }
    }
}

impl Runner<'_> {
    /// Serves the bot until the connection or the bot ends.
    async fn converse<L: Future<Output = ()>>(
        &mut self,
        mut connection: Connection,
        leave: &mut impl FnMut() -> L,
    ) -> io::Result<End> {
        self.bot.connected(Instant::now());
        let mut ticks = interval(TICK);
        let mut left = Box::pin(leave());
        loop {
            select! {
                line = connection.receive() => match line {
                    Ok(Some(line)) => self.bot.line(&line, Instant::now()),
                    Ok(None) => {
                        self.report("the server closed the connection");
                        return Ok(End::Lost);
                    }
                    // One bad line, perhaps a player's chat, is no reason to go.
                    Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                        self.report(&format!("bad line, skipped: {error}"));
                    }
                    Err(error) => {
                        self.report(&format!("connection lost: {error}"));
                        return Ok(End::Lost);
                    }
                },
                Some(news) = self.received.recv() => self.pass_on(news),
                _ = ticks.tick() => self.bot.tick(Instant::now()),
                () = &mut left => {
                    self.bot.leave();
                    left = Box::pin(leave());
                }
            }
            match self.perform(Some(&mut connection)).await? {
                None => {}
                Some(End::Exit(exit)) => {
                    connection.close().await;
                    return Ok(End::Exit(exit));
                }
                Some(End::Lost) => return Ok(End::Lost),
            }
        }
    }

    fn report(&mut self, text: &str) {
        (self.run.report)(text);
    }

    /// Tells the bot the result of other work.
    fn pass_on(&mut self, news: News) {
        match news {
            News::Found { id, game, result } => {
                let mv = self.run.opponent.choose(&game, &result);
                let line = result.lines.iter().find(|line| line.pv.first() == mv.as_ref());
                self.bot.found(id, mv, line.cloned(), Instant::now());
            }
            News::Rated { player, rating: Ok(rating) } => {
                self.bot.rated(player, rating, Instant::now());
            }
            News::Rated { player, rating: Err(error) } => {
                self.report(&format!("no rating of {player}: {error}"));
            }
        }
    }

    /// Carries out the actions of the bot. Returns the end of the connection, if it follows.
    async fn perform(
        &mut self,
        mut connection: Option<&mut Connection>,
    ) -> io::Result<Option<End>> {
        for action in self.bot.actions() {
            match action {
                Action::Send(request) => {
                    if let Some(connection) = &mut connection
                        && let Err(error) = connection.send(&request.line()).await
                    {
                        self.report(&format!("connection lost: {error}"));
                        return Ok(Some(End::Lost));
                    }
                }
                Action::Think(task) => self.think(*task),
                Action::StopThinking => self.run.opponent.stop(),
                Action::Archive(ptn) => append(&month_file(&self.run.archive), &ptn)?,
                Action::Refused(text) => {
                    self.report(&text);
                    append(&self.run.archive.join("refused.txt"), &text)?;
                }
                Action::KeepPlayers(text) => {
                    write_atomically(&players_file(&self.run.archive), text.as_bytes())?;
                }
                Action::AskRating(player) => self.ask_rating(player),
                Action::Report(text) => self.report(&text),
                Action::Reconnect(reason) => {
                    self.report(&format!("reconnects: {reason}"));
                    return Ok(Some(End::Lost));
                }
                Action::Exit(exit) => return Ok(Some(End::Exit(exit))),
            }
        }
        Ok(None)
    }

    fn think(&mut self, MoveTask { id, game, limits, level, seed }: MoveTask) {
        self.run.opponent.set_seed(seed);
        let deliver = ResultSender { id, game: game.clone(), news: self.news.clone() };
        self.run.opponent.think(&game, Task::Move(level), limits, Box::new(deliver));
    }

    /// Asks for a rating beside everything else.
    fn ask_rating(&self, player: String) {
        let Some(pages) = self.run.ratings.clone() else { return };
        let news = self.news.clone();
        tokio::task::spawn_blocking(move || {
            let rating = rating(&pages, &player);
            // Without a receiver the bot has ended.
            let _ = news.send(News::Rated { player, rating });
        });
    }
}

/// The rating of a player; `None` if the player has none. (`ratings.controller.ts` of playtak-api.)
fn rating(pages: &str, player: &str) -> Result<Option<f64>, String> {
    #[derive(Deserialize)]
    struct Page {
        rating: f64,
    }
    // Other letters would change the address.
    if !player.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return Ok(None);
    }
    let agent: ureq::Agent =
        ureq::Agent::config_builder().timeout_global(Some(RATING)).build().into();
    let page = match agent.get(format!("{pages}{player}")).call() {
        Ok(mut answer) => answer.body_mut().read_to_string(),
        Err(ureq::Error::StatusCode(404)) => return Ok(None),
        Err(error) => Err(error),
    };
    let page: Page = serde_json::from_str(&page.map_err(|error| error.to_string())?)
        .map_err(|error| error.to_string())?;
    Ok(Some(page.rating))
}

/// The file of players in an archive.
#[must_use]
pub fn players_file(archive: &Path) -> PathBuf {
    archive.join("players.json")
}

/// The file of this month's games: `2026-11.ptn`.
fn month_file(archive: &Path) -> PathBuf {
    let (date, _) = date::tags(SystemTime::now());
    let month: String = date.chars().take(7).collect();
    archive.join(format!("{}.ptn", month.replace('.', "-")))
}

/// Adds a text and an empty line to a file, and waits until it is on the disk.
fn append(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(format!("{}\r\n\r\n", text.trim_end()).as_bytes())?;
    file.sync_data()
}

/// The token of the guest in an archive; a new one if there is none. The server gives the same name to a guest who
/// comes back with it within four hours.
///
/// # Errors
/// If the archive cannot be written.
pub fn guest_token(archive: &Path) -> io::Result<String> {
    let path = archive.join("guest-token.txt");
    let known = fs::read_to_string(&path).unwrap_or_default();
    let known = known.trim();
    if known.len() == TOKEN && known.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Ok(known.to_owned());
    }
    let mut random = random();
    let token: String = (0..TOKEN).map(|_| char::from(random.random_range(b'a'..=b'z'))).collect();
    fs::create_dir_all(archive)?;
    fs::write(&path, &token)?;
    Ok(token)
}

/// Random numbers that differ between two programs.
fn random() -> Xoshiro256PlusPlus {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    Xoshiro256PlusPlus::seed_from_u64(now.map_or(1, |time| time.as_nanos() as u64))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::io::Read;
    use std::net::TcpListener;
    use std::thread;

    /// Asks a server that answers once for a rating. Returns the result and the first line of the request.
    fn asked(answer: &'static str) -> (Result<Option<f64>, String>, String) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let pages = format!("http://{}/v1/ratings/", listener.local_addr().unwrap());
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = Vec::new();
            while !request.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                stream.read_exact(&mut byte).unwrap();
                request.extend(byte);
            }
            stream.write_all(answer.as_bytes()).unwrap();
            String::from_utf8(request).unwrap()
        });
        let result = rating(&pages, "Alice");
        (result, server.join().unwrap().lines().next().unwrap().to_owned())
    }

    #[test]
    fn ratings_are_read() {
        let (read, request) = asked(
            "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{\"name\":\"Alice\",\"rating\":1432,\"maxrating\":1500}",
        );
        assert_eq!(read, Ok(Some(1432.0)));
        assert_eq!(request, "GET /v1/ratings/Alice HTTP/1.1");
        let none = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
        assert_eq!(asked(none).0, Ok(None));
        for answer in [
            "HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[]",
            "nonsense\r\n\r\n",
        ] {
            assert!(asked(answer).0.is_err(), "{answer}");
        }
        assert_eq!(rating("http://127.0.0.1:1/", "a/../b"), Ok(None));
    }
}
