//! Follows a game, or the games of a player.

use super::analysis::Background;
use super::json_lines::JsonLines;
use super::plain::Plain;
use super::screen::BoardView;
use super::view::View;
use super::{WatchArgs, Watching};
use crate::cli::output::Output;
use crate::cli::{Error, interrupt};
use std::future::pending;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use stonefall_tools::playtak::watch::{Change, Target, WatchNews, WatchedGame};
use tokio::select;
use tokio::sync::Notify;
use tokio::time::interval;

/// Time between two looks at the clocks.
const TICK: Duration = Duration::from_millis(200);

/// Shows the target's games until the end of one, or with `--follow` until Ctrl-C.
pub(super) async fn run(
    arguments: &WatchArgs,
    target: &Target,
    output: &mut Output,
) -> Result<(), Error> {
    let pressed = Arc::new(Notify::new());
    let ctrl_c = Arc::clone(&pressed);
    interrupt::watch(move || ctrl_c.notify_one());
    let mut watching = Watching::start(&arguments.server, Some(target.clone()));
    let mut follower = Follower::new(arguments, output);
    let mut ticks = interval(TICK);
    loop {
        select! {
            change = watching.changes.recv() => match change {
                Some(change) if follower.change(&change)?.is_continue() => {}
                _ => break,
            },
            is_over = searched(follower.analysis.as_mut()) => follower.searched(is_over)?,
            _ = ticks.tick() => follower.refresh(),
            () = pressed.notified() => break,
        }
    }
    drop(follower);
    watching.end().await;
    Ok(())
}

/// Waits for a report of the search.
async fn searched(analysis: Option<&mut Background>) -> bool {
    match analysis {
        Some(analysis) => analysis.next().await,
        None => pending().await,
    }
}

/// The watched game, its search and its output.
struct Follower<'a> {
    view: Box<dyn View + 'a>,
    analysis: Option<Background>,
    watched: Option<WatchedGame>,
    /// Whether the next game of the player follows.
    follows: bool,
    /// Whether the server has answered.
    is_known: bool,
}

impl<'a> Follower<'a> {
    fn new(arguments: &WatchArgs, output: &'a mut Output) -> Self {
        let is_screen = io::stdout().is_terminal() && io::stderr().is_terminal();
        let view: Box<dyn View + 'a> = if arguments.json {
            Box::new(JsonLines::new(output))
        } else if is_screen {
            Box::new(BoardView::new(output, arguments.screen.style()))
        } else {
            Box::new(Plain::new(output))
        };
        let analysis = (!arguments.no_analysis)
            .then(|| Background::new(arguments.resources, arguments.movetime));
        Self { view, analysis, watched: None, follows: arguments.follow, is_known: false }
    }

    /// Shows a change; breaks at the end.
    fn change(&mut self, change: &Change) -> Result<ControlFlow<()>, Error> {
        match change {
            Change::Games(_) => self.is_known = true,
            Change::Lost { reason, .. } if !self.is_known => {
                return Err(Error::Failed(reason.clone()));
            }
            Change::NoGame(number) => {
                return Err(Error::Failed(format!(
                    "expected a running game, found no game {number}; stonefall playtak watch lists them"
                )));
            }
            _ => {}
        }
        let found = self.analysis.as_ref().and_then(Background::found);
        self.view.show(change, found)?;
        let Change::Game(watched, news) = change else { return Ok(ControlFlow::Continue(())) };
        match news {
            WatchNews::Whole | WatchNews::Move(_) | WatchNews::Undo(_) => self.look(watched),
            WatchNews::Over => self.stop(),
            _ => {}
        }
        self.watched = Some((**watched).clone()).filter(|watched| watched.end.is_none());
        let is_end = watched.end.is_some() && !self.follows;
        Ok(if is_end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn look(&mut self, watched: &WatchedGame) {
        if let Some(analysis) = &mut self.analysis {
            analysis.look(&watched.game);
        }
    }

    fn stop(&mut self) {
        if let Some(analysis) = &mut self.analysis {
            analysis.stop();
        }
    }

    fn searched(&mut self, is_over: bool) -> Result<(), Error> {
        if is_over {
            self.view.searched(self.analysis.as_ref().and_then(Background::found))?;
        }
        Ok(())
    }

    fn refresh(&mut self) {
        if let Some(watched) = &self.watched {
            self.view.refresh(watched, self.analysis.as_ref().and_then(Background::found));
        }
    }
}
