//! A running game: turns and events, moves, undo, the end, and its file.

use super::input::{self, Event, Input, short};
use super::terms::{self, Clocks, Manners};
use super::{ENGINE, PlayArgs, StrengthArgs};
use crate::cli::output::{Output, complain, style};
use crate::cli::{Error, file, progress};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use stonefall_engine::board::Outcome;
use stonefall_engine::game::Game;
use stonefall_engine::notation::ptn_file::{GameResult, PtnGame, Reason};
use stonefall_engine::notation::{Marks, Ply};
use stonefall_engine::report::{
    Points, ScoringRule, Style, draw, outcome_words, result_code, status,
};
use stonefall_engine::search::{Level, Limits, SearchResult, Seed};
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
    pub(super) scoring: ScoringRule,
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
        let (name, strength) = (self.human.name(), strength(self.strength, self.clocks.is_some()));
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
        let engine = engine_name(self.strength.level);
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
                    writeln!(self.output, "{}", short(line.trim()))?;
                }
                return self.obey(input::read(&line));
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

    /// Plays a legal move for the player to move and reports its effects.
    pub(super) fn play(&mut self, ply: Ply) -> Result<(), Error> {
        let mover = self.to_move();
        let before = self.clocks;
        let in_time = self.clocks.as_mut().is_none_or(|clocks| clocks.press(mover));
        if !in_time {
            return self.lose_on_time(mover);
        }
        let (number, who) = (self.game.move_number(), self.who(mover));
        self.game.play(ply.mv).map_err(|error| Error::Failed(error.to_string()))?;
        self.times.push(before);
        let threat = self.manners.threat(&self.game);
        let ply = Ply { marks: Marks { threat, judgement: ply.marks.judgement }, ..ply };
        let dots = if mover == Color::White { "." } else { "..." };
        let call = terms::call(threat);
        let bare = Ply { marks: Marks::NONE, ..ply };
        writeln!(self.output, "   {who} {number}{dots} {bare}{call}")?;
        self.keep(|record| record.push(ply))?;
        match self.game.outcome_with_history() {
            Some(outcome) => self.finish(outcome),
            None => self.offer_undo(mover),
        }
    }

    /// In courtly games without a clock a player who overlooked tak may reconsider.
    fn offer_undo(&mut self, mover: Color) -> Result<(), Error> {
        if self.manners != Manners::Courtly || mover != self.human || self.clocks.is_some() {
            return Ok(());
        }
        let Some(road) = terms::overlooked(&self.game) else { return Ok(()) };
        self.may_reconsider = true;
        let road = self.game.spelling(road);
        Ok(writeln!(
            self.output,
            "   That leaves Stonefall a road with {road}. Take it back (undo), or keep it (Enter)."
        )?)
    }

    fn who(&self, color: Color) -> &'static str {
        if color == self.human { "You play" } else { "Stonefall plays" }
    }

    /// Changes the record. A file that cannot be written does not end the game.
    pub(super) fn keep(
        &mut self,
        change: impl FnOnce(&mut Record) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if let Err(error) = change(&mut self.record) {
            self.output.flush()?;
            complain(&format!("   not saved: {error}"));
        }
        Ok(())
    }

    /// Continues a game that ended by resignation or on time.
    pub(super) fn reopen(&mut self) -> Result<bool, Error> {
        let is_over = self.state == State::Over;
        let is_open = is_over && self.game.outcome_with_history().is_none();
        if is_open {
            self.state = State::Running;
            self.is_stale = true;
            if let Some(clocks) = &mut self.clocks {
                clocks.start();
            }
            self.keep(|record| record.pop(0))?;
        }
        Ok(is_open)
    }

    /// Takes back moves until N of the player's own are gone and the player is to move. Returns the number
    /// of removed moves.
    pub(super) fn take_back(&mut self, own: usize) -> Result<usize, Error> {
        let mut game = self.game.clone();
        let (mut gone, mut plies) = (0, 0);
        while gone < own && self.random_plies + plies < self.times.len() && game.undo() {
            plies += 1;
            gone += usize::from(game.to_move() == self.human);
        }
        if gone == 0 {
            return Ok(0);
        }
        self.game = game;
        for _ in 0..plies {
            self.clocks = self.times.pop().flatten().or(self.clocks);
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.start();
        }
        self.state = State::Running;
        self.may_reconsider = false;
        self.is_stale = true;
        self.keep(|record| record.pop(plies))?;
        Ok(gone)
    }

    pub(super) fn draw(&mut self) -> Result<(), Error> {
        let picture = draw(&self.game, self.style) + &status(&self.game, self.style);
        write!(self.output, "\n{picture}")?;
        if let Some(clocks) = &self.clocks {
            let shown = clocks.shown(self.to_move());
            let (white, black) = (&shown[Color::White], &shown[Color::Black]);
            writeln!(self.output, "   Clocks: White {white}, Black {black}")?;
        }
        Ok(writeln!(self.output)?)
    }

    /// Ends the game by the rules.
    pub(super) fn finish(&mut self, outcome: Outcome) -> Result<(), Error> {
        self.draw()?;
        self.is_stale = false;
        let words = format!("{} ({})", outcome_words(outcome), result_code(outcome));
        self.end(outcome.into(), &words)?;
        let Some(points) = Points::of(&self.game, self.scoring) else { return Ok(()) };
        Ok(writeln!(self.output, "   {}.", points.sentence())?)
    }

    pub(super) fn lose_on_time(&mut self, loser: Color) -> Result<(), Error> {
        let result = GameResult::Win(!loser, Reason::Other);
        let words = format!("{}'s time is up: {} wins", loser.name(), (!loser).name());
        self.end(result, &words)
    }

    /// Ends the game and announces the winner.
    pub(super) fn end(&mut self, result: GameResult, words: &str) -> Result<(), Error> {
        self.state = State::Over;
        self.may_reconsider = false;
        let verdict = match result {
            GameResult::Win(winner, _) if winner == self.human => " You have won!",
            GameResult::Win(..) => " Stonefall has won.",
            GameResult::Draw | GameResult::Unfinished => "",
        };
        writeln!(self.output, "   {words}.{verdict}")?;
        self.keep(|record| record.end(result))
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

/// The written game.
pub(super) struct Record {
    /// Tags, and the continued game.
    ptn: PtnGame,
    /// Moves kept from it, and moves since.
    kept: usize,
    plies: Vec<Ply>,
    result: Option<GameResult>,
    /// File that receives every move.
    path: Option<PathBuf>,
    /// Whether some move is not in a file.
    is_unsaved: bool,
}

impl Record {
    /// A game whose first `kept` moves are on the board.
    pub(super) const fn new(ptn: PtnGame, kept: usize, path: Option<PathBuf>) -> Self {
        Self { ptn, kept, plies: Vec::new(), result: None, path, is_unsaved: false }
    }

    pub(super) fn tag(&mut self, name: &str, value: &str) {
        self.ptn.set_tag(name, value);
    }

    /// Adds date and time to a new game.
    pub(super) fn date(&mut self) {
        let (date, time) = date::tags(SystemTime::now());
        self.ptn.set_tag("Date", &date);
        self.ptn.set_tag("Time", &time);
    }

    /// Adds a move and saves it.
    pub(super) fn push(&mut self, ply: Ply) -> Result<(), Error> {
        self.plies.push(ply);
        self.save()
    }

    /// Removes the last moves.
    pub(super) fn pop(&mut self, count: usize) -> Result<(), Error> {
        let own = count.min(self.plies.len());
        self.plies.truncate(self.plies.len() - own);
        self.kept -= (count - own).min(self.kept);
        self.result = None;
        self.save()
    }

    pub(super) fn end(&mut self, result: GameResult) -> Result<(), Error> {
        self.result = Some(result);
        self.save()
    }

    /// Whether more than one move is unsaved.
    pub(super) const fn is_unsaved(&self) -> bool {
        self.is_unsaved && (self.plies.len() > 1 || self.result.is_some())
    }

    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Writes the game to its file, if it has one.
    pub(super) fn save(&mut self) -> Result<(), Error> {
        self.is_unsaved = true;
        if let Some(path) = &self.path {
            file::replace(path, self.text())?;
            self.is_unsaved = false;
        }
        Ok(())
    }

    /// Writes the game and all further moves to another file.
    pub(super) fn save_as(&mut self, path: PathBuf) -> Result<(), Error> {
        let before = self.path.replace(path);
        let saved = self.save();
        if saved.is_err() {
            self.path = before;
        }
        saved
    }

    /// The game as PTN.
    pub(super) fn text(&self) -> String {
        let mut ptn = self.ptn.clone();
        match self.result {
            Some(result) => _ = ptn.set_tag("Result", &result.to_string()),
            // A continued game has no result.
            None if ptn.tag("Result").is_some() => _ = ptn.set_tag("Result", ""),
            None => {}
        }
        ptn.continue_with(self.kept, &self.plies, self.result);
        ptn.to_string()
    }
}

pub(super) const fn player_tag(color: Color) -> &'static str {
    match color {
        Color::White => "Player1",
        Color::Black => "Player2",
    }
}

/// Strength of the engine: `at level 3`, `at full strength, 5 s per move`.
pub(super) fn strength(strength: StrengthArgs, has_clock: bool) -> String {
    let mut text = match strength.level {
        Some(level) => format!("at {level} of {}", Level::HIGHEST),
        None => "at full strength".into(),
    };
    if let Some(time) = strength.movetime {
        text += &format!(", {} per move", seconds(time));
    } else if has_clock {
        text += ", on the clock";
    }
    text
}

fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}

/// Name of the engine in a game, with its level; [`level_in_name`] reads it.
pub(super) fn engine_name(level: Option<Level>) -> String {
    level.map_or_else(|| ENGINE.into(), |level| format!("{ENGINE} ({level})"))
}

/// Level in an engine's name.
pub(super) fn level_in_name(name: &str) -> Option<Level> {
    let number = name.strip_prefix(ENGINE)?.strip_prefix(" (level ")?.strip_suffix(')')?;
    Level::new(number.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_level_from_a_name() {
        for level in (Level::LOWEST..=Level::HIGHEST).filter_map(Level::new) {
            assert_eq!(level_in_name(&engine_name(Some(level))), Some(level));
        }
        for name in ["Stonefall", "Ann (level 3)", "Stonefall (level 15)", "Stonefall (level x)"] {
            assert_eq!(level_in_name(name), None, "{name}");
        }
    }
}
