//! A running game: turns and events, moves, undo, the end, and its file.

use super::input::{Event, Input, short};
use super::manners::{self, Manners};
use super::{ENGINE, PlayArgs, StrengthArgs};
use crate::cli::output::{Output, complain, style};
use crate::cli::{Error, file, progress};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use stonefall_engine::board::Outcome;
use stonefall_engine::game::Game;
use stonefall_engine::notation::ptn_file::{GameResult, PtnGame};
use stonefall_engine::notation::{Marks, Ply};
use stonefall_engine::report::{
    Points, ScoringRule, Style, draw, outcome_words, result_code, status,
};
use stonefall_engine::search::{Level, Limits, SearchResult, Seed};
use stonefall_engine::types::Color;
use stonefall_tools::date;
use stonefall_tools::opponent::{Opponent, Task};

/// State of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Running,
    /// The player may take the last move back before the engine answers.
    Reconsider,
    /// Over: undo, save, moves and quit remain.
    Over,
}

pub(super) struct PlaySession<'a> {
    pub(super) game: Game,
    /// Number of random first moves, which cannot be taken back.
    pub(super) random_plies: usize,
    pub(super) record: Record,
    pub(super) opponent: Opponent,
    pub(super) human: Color,
    pub(super) strength: StrengthArgs,
    pub(super) manners: Manners,
    pub(super) scoring: ScoringRule,
    pub(super) state: State,
    pub(super) input: Input,
    pub(super) output: &'a mut Output,
    pub(super) style: Style,
    name: String,
    /// Draw the board before the next prompt.
    pub(super) is_stale: bool,
    /// Ctrl-C was pressed at the prompt.
    is_pressed: bool,
}

impl<'a> PlaySession<'a> {
    pub(super) fn new(
        game: Game,
        record: Record,
        (human, strength): (Color, StrengthArgs),
        seed: Seed,
        arguments: &PlayArgs,
        output: &'a mut Output,
    ) -> Self {
        let resources = arguments.resources;
        Self {
            random_plies: if arguments.aturan { game.played().count() } else { 0 },
            game,
            record,
            opponent: Opponent::new(resources.hash_mib(), resources.threads.into(), seed),
            human,
            strength,
            manners: arguments.manners(),
            scoring: arguments.scoring,
            state: State::Running,
            input: Input::new(),
            output,
            style: if arguments.ascii { Style::Ascii } else { style(arguments.paint) },
            name: arguments.name.clone().unwrap_or_else(|| "Human".into()),
            is_stale: true,
            is_pressed: false,
        }
    }

    /// Prints the settings and plays until the player leaves.
    pub(super) fn begin(mut self, is_continued: bool) -> Result<(), Error> {
        self.write_names();
        if !is_continued {
            self.record.date();
        }
        let (name, strength) = (self.human.name(), strength(self.strength));
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
            if self.state == State::Running && self.game.to_move() != self.human {
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
        let event = self.input.next();
        let was_pressed = std::mem::take(&mut self.is_pressed);
        match event {
            Event::Line(line) => {
                if !self.input.is_terminal() {
                    // The transcript of a script looks like the game itself.
                    writeln!(self.output, "{}", short(line.trim()))?;
                }
                return self.obey(&line);
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
            Event::Thought(_) => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    fn prompt(&self) -> String {
        match self.state {
            State::Over => "(undo, save, moves or quit) > ".into(),
            State::Reconsider => "(undo, or Enter to keep the move) > ".into(),
            State::Running => {
                let dots = if self.human == Color::White { "." } else { "..." };
                format!("{}{dots} > ", self.game.move_number())
            }
        }
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
        let limits = Limits { movetime: self.strength.movetime, ..Limits::default() };
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
            State::Over => String::new(),
            _ => format!("; to continue: stonefall play {name} --save {name}"),
        };
        Ok(writeln!(self.output, "   The game is in {name}{how}.")?)
    }

    /// Plays a legal move for the player to move and reports its effects.
    pub(super) fn play(&mut self, ply: Ply) -> Result<(), Error> {
        let mover = self.game.to_move();
        let (number, who) = (self.game.move_number(), self.who(mover));
        let stones = manners::opening_stones(&self.game);
        let stones = stones.map(|stones| format!(" ({stones})")).unwrap_or_default();
        self.game.play(ply.mv).map_err(|error| Error::Failed(error.to_string()))?;
        let threat = self.manners.threat(&self.game);
        let ply = Ply { marks: Marks { threat, judgement: ply.marks.judgement }, ..ply };
        let dots = if mover == Color::White { "." } else { "..." };
        let call = manners::call(threat);
        let bare = Ply { marks: Marks::NONE, ..ply };
        writeln!(self.output, "   {who} {number}{dots} {bare}{stones}{call}")?;
        self.keep(|record| record.push(ply))?;
        match self.game.outcome_with_history() {
            Some(outcome) => self.finish(outcome),
            None => self.offer_undo(mover),
        }
    }

    /// In courtly games a player who overlooked tak may reconsider.
    fn offer_undo(&mut self, mover: Color) -> Result<(), Error> {
        if self.manners != Manners::Courtly || mover != self.human {
            return Ok(());
        }
        let Some(road) = manners::overlooked(&self.game) else { return Ok(()) };
        self.state = State::Reconsider;
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

    /// Continues a game that ended by resignation or an agreed draw.
    pub(super) fn reopen(&mut self) -> Result<bool, Error> {
        let is_over = self.state == State::Over;
        let is_open = is_over && self.game.outcome_with_history().is_none();
        if is_open {
            self.state = State::Running;
            self.is_stale = true;
            self.keep(|record| record.pop(0))?;
        }
        Ok(is_open)
    }

    /// Takes back moves until N of the player's own are gone and the player is to move. Returns the number
    /// of removed moves.
    pub(super) fn take_back(&mut self, own: usize) -> Result<usize, Error> {
        let mut game = self.game.clone();
        let (mut gone, mut plies) = (0, 0);
        let most = game.played().count() - self.random_plies;
        while gone < own && plies < most && game.undo() {
            plies += 1;
            gone += usize::from(game.to_move() == self.human);
        }
        if gone == 0 {
            return Ok(0);
        }
        self.game = game;
        self.state = State::Running;
        self.is_stale = true;
        self.keep(|record| record.pop(plies))?;
        Ok(gone)
    }

    pub(super) fn draw(&mut self) -> Result<(), Error> {
        let picture = draw(&self.game, self.style) + &status(&self.game, self.style);
        write!(self.output, "\n{picture}")?;
        if let Some(stones) = manners::opening_stones(&self.game) {
            writeln!(self.output, "   {} places {stones} now.", self.game.to_move().name())?;
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

    /// Ends the game and announces the winner.
    pub(super) fn end(&mut self, result: GameResult, words: &str) -> Result<(), Error> {
        self.state = State::Over;
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
pub(super) fn strength(strength: StrengthArgs) -> String {
    let mut text = match strength.level {
        Some(level) => format!("at {level} of {}", Level::HIGHEST),
        None => "at full strength".into(),
    };
    if let Some(time) = strength.movetime {
        text += &format!(", {} s per move", time.as_secs_f64());
    }
    text
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
        for name in ["Stonefall", "Ann (level 3)", "Stonefall (level 19)", "Stonefall (level x)"] {
            assert_eq!(level_in_name(name), None, "{name}");
        }
    }
}
