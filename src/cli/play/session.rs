//! A running game: turns and events.

use super::clock::Clocks;
use super::command;
use super::customs::Manners;
use super::input::{Event, Input};
use super::record::{Record, player_tag};
use super::words;
use super::{ENGINE, PlayArgs, StrengthArgs};
use crate::cli::output::{Output, style};
use crate::cli::{Error, file, progress};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use stonefall_engine::game::Game;
use stonefall_engine::report::{Scoring, Style};
use stonefall_engine::search::{Limits, SearchResult, Seed};
use stonefall_engine::types::{Color, Opening};
use stonefall_tools::date;
use stonefall_tools::opponent::{Opponent, Task};

/// State of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Running,
    /// Over: undo, save, moves and quit remain.
    Over,
}

pub(super) struct PlaySession<'a> {
    pub(super) game: Game,
    /// Clocks before each move; empty for moves of a continued game.
    pub(super) times: Vec<Option<Clocks>>,
    /// Number of random first moves, which cannot be taken back.
    pub(super) random_plies: usize,
    pub(super) record: Record,
    pub(super) opponent: Opponent,
    pub(super) human: Color,
    pub(super) strength: StrengthArgs,
    pub(super) manners: Manners,
    pub(super) scoring: Scoring,
    pub(super) clocks: Option<Clocks>,
    pub(super) state: State,
    pub(super) input: Input,
    pub(super) output: &'a mut Output,
    pub(super) style: Style,
    name: String,
    /// Draw the board before the next prompt.
    pub(super) is_stale: bool,
    /// The player may take the last move back before the engine answers.
    pub(super) may_reconsider: bool,
    /// Ctrl-C was pressed at the prompt.
    is_pressed: bool,
}

impl<'a> PlaySession<'a> {
    pub(super) fn new(
        game: Game,
        mut record: Record,
        (human, strength): (Color, StrengthArgs),
        seed: Seed,
        arguments: &PlayArgs,
        output: &'a mut Output,
    ) -> Self {
        if let Some(clock) = &arguments.clock {
            record.tag("Clock", &clock.to_string());
        }
        let (resources, played) = (arguments.resources, game.played().count());
        Self {
            random_plies: if arguments.aturan { played } else { 0 },
            times: vec![None; played],
            game,
            record,
            opponent: Opponent::new(resources.hash_mib(), resources.threads.into(), seed),
            human,
            strength,
            manners: arguments.manners(),
            scoring: arguments.scoring,
            clocks: arguments.clock.map(Clocks::new),
            state: State::Running,
            input: Input::new(),
            output,
            style: if arguments.ascii { Style::Ascii } else { style(arguments.paint) },
            name: arguments.name.clone().unwrap_or_else(|| "Human".into()),
            is_stale: true,
            may_reconsider: false,
            is_pressed: false,
        }
    }

    pub(super) fn to_move(&self) -> Color {
        self.game.to_move()
    }

    /// Prints the settings and plays until the player leaves.
    pub(super) fn begin(mut self, is_continued: bool) -> Result<(), Error> {
        self.write_names();
        if !is_continued {
            self.record.date();
        }
        let (name, strength) =
            (self.human.name(), words::strength(self.strength, self.clocks.is_some()));
        writeln!(
            self.output,
            "You play {name} against {ENGINE}, {strength}. Type a move, or help.\n"
        )?;
        // A file that cannot be written is an error now; its content stays until the first move.
        if self.record.path().is_some_and(|path| !path.exists()) {
            self.record.save()?;
        }
        if self.random_plies > 0 {
            let stones: Vec<_> = self.game.played().map(|mv| mv.to_string()).collect();
            writeln!(self.output, "   Random first stones: 1. {}", stones.join(" "))?;
        } else if self.game.ply() == 0 && self.game.rules().opening == Opening::NoSwap {
            writeln!(self.output, "   First stones are the player's own in this game.\n")?;
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.start();
        }
        self.run()
    }

    /// Writes the names into the record.
    pub(super) fn write_names(&mut self) {
        let engine = words::engine_name(self.strength.level);
        for color in Color::ALL {
            let name = if color == self.human { &self.name } else { &engine };
            self.record.tag(player_tag(color), name);
        }
    }

    fn run(mut self) -> Result<(), Error> {
        if let Some(outcome) = self.game.outcome_with_history() {
            self.finish(outcome)?;
        }
        loop {
            if self.state == State::Running && self.to_move() != self.human && !self.may_reconsider
            {
                self.play_engine_move()?;
                continue;
            }
            if std::mem::take(&mut self.is_stale) {
                self.draw()?;
            }
            if self.ask()?.is_break() {
                return self.leave();
            }
        }
    }

    /// Reads a move or a command and executes it.
    fn ask(&mut self) -> Result<ControlFlow<()>, Error> {
        let prompt = self.prompt();
        write!(self.output, "{prompt}")?;
        self.output.flush()?;
        let mover = self.to_move();
        let is_running = self.state == State::Running;
        let deadline = self.clocks.filter(|_| is_running).and_then(|clocks| clocks.deadline(mover));
        let event = self.input.next(deadline);
        let was_pressed = std::mem::take(&mut self.is_pressed);
        match event {
            Event::Line(line) => {
                if !self.input.is_terminal() {
                    // The transcript of a script looks like the game itself.
                    writeln!(self.output, "{}", command::short(line.trim()))?;
                }
                return self.obey(command::read(&line));
            }
            Event::End => {
                writeln!(self.output)?;
                return Ok(ControlFlow::Break(()));
            }
            Event::Interrupt if was_pressed => {
                writeln!(self.output)?;
                return Ok(ControlFlow::Break(()));
            }
            Event::Interrupt => {
                self.is_pressed = true;
                writeln!(self.output, "\n   Press Ctrl-C again to leave; the game is kept.")?;
            }
            Event::Late => {
                writeln!(self.output)?;
                self.lose_on_time(mover)?;
            }
            Event::Thought(_) => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    fn prompt(&self) -> String {
        if self.state == State::Over {
            return "(undo, save, moves or quit) > ".into();
        }
        if self.may_reconsider {
            return "(undo, or Enter to keep the move) > ".into();
        }
        let number = self.game.move_number();
        let dots = if self.human == Color::White { "." } else { "..." };
        let clock = self.clocks.map_or_else(String::new, |clocks| {
            format!("({}) ", clocks.shown(self.human)[self.human])
        });
        format!("{number}{dots} {clock}> ")
    }

    /// Searches within limits, with a spinner in a terminal.
    pub(super) fn think(&mut self, task: Task, limits: Limits) -> Result<SearchResult, Error> {
        self.output.flush()?;
        let spinner = (self.input.is_terminal() && io::stderr().is_terminal()).then(|| {
            progress::moving_line(format!("{ENGINE} is thinking (Ctrl-C or Enter: move now)"))
        });
        let reporter = self.input.reporter();
        self.opponent.think(&self.game, task, limits, reporter);
        let result = self.input.thought(|| self.opponent.stop());
        if let Some(spinner) = spinner {
            spinner.finish_and_clear();
        }
        Ok(result)
    }

    fn play_engine_move(&mut self) -> Result<(), Error> {
        let mut limits = Limits { movetime: self.strength.movetime, ..Limits::default() };
        if let Some(clocks) = &self.clocks {
            limits = clocks.bound(limits);
        }
        let result = self.think(Task::Move(self.strength.level), limits)?;
        let Some(mv) = self.opponent.choose(&self.game, &result) else {
            // Without a thread there is no move.
            return Err(Error::Failed("expected a thread for the search, found none".into()));
        };
        self.play(self.game.write_ply(mv))?;
        self.is_stale = true;
        Ok(())
    }

    /// Says goodbye. Saves an unsaved game to a new file, or prints it if that fails.
    fn leave(mut self) -> Result<(), Error> {
        if self.record.is_unsaved() {
            let path = self.record.path().map_or_else(new_name, Path::to_path_buf);
            if let Err(error) = file::replace(&path, self.record.text()) {
                writeln!(self.output, "   Saving the game failed ({error}). Here it is:\n")?;
                write!(self.output, "{}", self.record.text())?;
                return Ok(self.output.flush()?);
            }
            self.name_file(&path)?;
        } else if let Some(path) = self.record.path().map(Path::to_path_buf) {
            self.name_file(&path)?;
        }
        Ok(self.output.flush()?)
    }

    fn name_file(&mut self, path: &Path) -> Result<(), Error> {
        let name = path.display();
        let how = match self.state {
            State::Running => format!("; to continue: stonefall play {name} --save {name}"),
            State::Over => String::new(),
        };
        Ok(writeln!(self.output, "   The game is in {name}{how}.")?)
    }
}

/// Name of a new file: `stonefall-2026.11.21-143015.ptn`.
fn new_name() -> PathBuf {
    let (date, time) = date::tags(SystemTime::now());
    let stem = format!("stonefall-{date}-{}", time.replace(':', ""));
    let first = PathBuf::from(format!("{stem}.ptn"));
    let others = (2..).map(|count| PathBuf::from(format!("{stem}-{count}.ptn")));
    std::iter::once(first).chain(others).find(|path| !path.exists()).unwrap_or_default()
}
