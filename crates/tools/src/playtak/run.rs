//! Drives the bot: connection, search, clock, files.

use super::action::{Action, Exit, MoveTask};
use super::annotator::Annotator;
use super::bot::Bot;
use super::files::{PLAYERS, append, month_file};
use super::pauses::Pauses;
use super::ratings::rating;
use super::rest::minute_of_day;
use crate::files::write_atomically;
use crate::opponent::{Opponent, Task};
use std::fs;
use std::future::Future;
use std::io;
use std::path::PathBuf;
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

/// The surroundings of a bot.
pub struct Run<'a> {
    /// The server.
    pub address: Address,
    /// Folder of finished games and of refused moves.
    pub archive: PathBuf,
    /// The engine.
    pub opponent: Opponent,
    /// Address of the page with a player's rating, without the name; `None` asks for no ratings.
    pub ratings: Option<String>,
    /// Whether finished games are annotated.
    pub annotates: bool,
    /// Receives a line for the operator.
    pub report: &'a mut dyn FnMut(&str),
}

/// Results of the work beside the connection.
enum News {
    /// The end of a search.
    Found { id: u64, game: Box<Game>, result: SearchResult },
    /// A player's rating.
    Rated { player: String, rating: Option<f64> },
    /// A problem, for the operator.
    Problem(String),
}

struct Deliver {
    id: u64,
    game: Game,
    news: UnboundedSender<News>,
}

impl Reporter for Deliver {
    fn info(&mut self, _: &Info) {}

    fn done(&mut self, result: &SearchResult) {
        let game = Box::new(self.game.clone());
        // Without a receiver the bot has ended.
        let _ = self.news.send(News::Found { id: self.id, game, result: result.clone() });
    }
}

/// The surroundings of a bot at work.
struct Site<'a> {
    run: Run<'a>,
    news: UnboundedSender<News>,
    annotator: Option<Annotator>,
}

/// Plays until the bot leaves. `leave` ends each time the operator asks for the end.
///
/// # Errors
/// If the archive cannot be written.
pub async fn run<L: Future<Output = ()>>(
    mut bot: Bot,
    run: Run<'_>,
    mut leave: impl FnMut() -> L,
) -> io::Result<Exit> {
    fs::create_dir_all(&run.archive)?;
    let (news, mut received) = unbounded_channel();
    let annotator = run.annotates.then(|| {
        let news = news.clone();
        Annotator::start(move |problem| drop(news.send(News::Problem(problem))))
    });
    let mut site = Site { run, news, annotator };
    let exit = play(&mut bot, &mut site, &mut received, &mut leave).await?;
    let left = site.annotator.map_or(0, |annotator| annotator.stop());
    if left > 0 {
        let file = month_file(&site.run.archive, "");
        (site.run.report)(&format!(
            "{left} games are not annotated; stonefall annotate {} does it",
            file.display()
        ));
    }
    Ok(exit)
}

/// Connects again and again until the bot leaves.
async fn play<L: Future<Output = ()>>(
    bot: &mut Bot,
    site: &mut Site<'_>,
    received: &mut UnboundedReceiver<News>,
    leave: &mut impl FnMut() -> L,
) -> io::Result<Exit> {
    let mut pauses = Pauses::new();
    loop {
        let opened = select! {
            opened = Connection::open(&site.run.address, CONNECT) => opened,
            () = leave() => return Ok(Exit::Done),
        };
        match opened {
            Ok(connection) => {
                let begun = Instant::now();
                if let Some(exit) = converse(bot, site, connection, received, leave).await? {
                    return Ok(exit);
                }
                pauses.ended(begun);
            }
            Err(error) => site.report(&error.to_string()),
        }
        bot.disconnected();
        site.perform(bot, None).await?;
        let wait = pauses.next();
        site.report(&format!("connects again in {:.1} s", wait.as_secs_f64()));
        select! {
            () = sleep(wait) => {}
            () = leave() => return Ok(Exit::Done),
        }
    }
}

/// Serves the bot until the connection or the bot ends.
async fn converse<L: Future<Output = ()>>(
    bot: &mut Bot,
    site: &mut Site<'_>,
    mut connection: Connection,
    received: &mut UnboundedReceiver<News>,
    leave: &mut impl FnMut() -> L,
) -> io::Result<Option<Exit>> {
    bot.connected(Instant::now());
    let mut ticks = interval(TICK);
    let mut left = Box::pin(leave());
    loop {
        select! {
            line = connection.receive() => match line {
                Ok(Some(line)) => bot.line(&line, Instant::now()),
                Ok(None) => {
                    site.report("the server closed the connection");
                    return Ok(None);
                }
                // One bad line, perhaps a player's chat, is no reason to go.
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    site.report(&format!("bad line, skipped: {error}"));
                }
                Err(error) => {
                    site.report(&format!("connection lost: {error}"));
                    return Ok(None);
                }
            },
            Some(news) = received.recv() => site.pass_on(news, bot),
            _ = ticks.tick() => {
                bot.set_minute(minute_of_day(SystemTime::now()));
                bot.tick(Instant::now());
            }
            () = &mut left => {
                bot.leave();
                left = Box::pin(leave());
            }
        }
        match site.perform(bot, Some(&mut connection)).await? {
            Next::Stay => {}
            Next::Reconnect => return Ok(None),
            Next::Exit(exit) => {
                connection.close().await;
                return Ok(Some(exit));
            }
        }
    }
}

/// The next step after the actions of the bot.
enum Next {
    Stay,
    Reconnect,
    Exit(Exit),
}

impl Site<'_> {
    fn report(&mut self, text: &str) {
        (self.run.report)(text);
    }

    /// Tells the bot the result of other work.
    fn pass_on(&mut self, news: News, bot: &mut Bot) {
        match news {
            News::Found { id, game, result } => {
                let mv = self.run.opponent.choose(&game, &result);
                let line = result.lines.iter().find(|line| line.pv.first() == mv.as_ref());
                bot.found(id, mv, line.cloned(), Instant::now());
            }
            News::Rated { player, rating } => bot.rated(player, rating, Instant::now()),
            News::Problem(text) => self.report(&text),
        }
    }

    /// Carries out the actions of the bot.
    async fn perform(
        &mut self,
        bot: &mut Bot,
        mut connection: Option<&mut Connection>,
    ) -> io::Result<Next> {
        for action in bot.actions() {
            match action {
                Action::Send(request) => {
                    if let Some(connection) = &mut connection
                        && let Err(error) = connection.send(&request.line()).await
                    {
                        self.report(&format!("connection lost: {error}"));
                        return Ok(Next::Reconnect);
                    }
                }
                Action::Think(task) => self.think(*task),
                Action::StopThinking => self.run.opponent.stop(),
                Action::Archive(ptn) => self.archive(ptn)?,
                Action::Refused(text) => {
                    self.report(&text);
                    append(&self.run.archive.join("refused.txt"), &text)?;
                }
                Action::KeepPlayers(text) => {
                    write_atomically(&self.run.archive.join(PLAYERS), text.as_bytes())?;
                }
                Action::AskRating(player) => self.ask_rating(player),
                Action::Report(text) => self.report(&text),
                Action::Reconnect(reason) => {
                    self.report(&format!("reconnects: {reason}"));
                    return Ok(Next::Reconnect);
                }
                Action::Exit(exit) => return Ok(Next::Exit(exit)),
            }
        }
        Ok(Next::Stay)
    }

    fn think(&mut self, MoveTask { id, game, limits, level, seed }: MoveTask) {
        self.run.opponent.set_seed(seed);
        let deliver = Deliver { id, game: game.clone(), news: self.news.clone() };
        self.run.opponent.think(&game, Task::Move(level), limits, Box::new(deliver));
    }

    fn archive(&mut self, ptn: String) -> io::Result<()> {
        append(&month_file(&self.run.archive, ""), &ptn)?;
        if let Some(annotator) = &self.annotator {
            annotator.add(month_file(&self.run.archive, "-annotated"), ptn);
        }
        Ok(())
    }

    /// Asks for a rating beside everything else.
    fn ask_rating(&self, player: String) {
        let Some(pages) = self.run.ratings.clone() else { return };
        let news = self.news.clone();
        tokio::spawn(async move {
            let answer = match rating(&pages, &player).await {
                Ok(rating) => News::Rated { player, rating },
                Err(error) => News::Problem(format!("no rating of {player}: {error}")),
            };
            // Without a receiver the bot has ended.
            let _ = news.send(answer);
        });
    }
}
