//! Execution of commands.

use super::input::{PlayCommand, short};
use super::session::{PlaySession, State, strength};
use crate::cli::Error;
use crate::cli::analyze::sentence;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;
use stonefall_engine::eval::Value;
use stonefall_engine::notation::ptn_file::{GameResult, Reason};
use stonefall_engine::notation::{Ply, PlyError, parse_ply};
use stonefall_engine::report::Verdict;
use stonefall_engine::search::{Level, Limits, SearchResult};
use stonefall_tools::opponent::Task;

/// Limits of a hint.
const HINT_NODES: u64 = 400_000;
const HINT_TIME: Duration = Duration::from_secs(2);
/// Moves shown of a hint's line.
const HINT_MOVES: usize = 6;
/// Earliest move for a draw.
const DRAW_PLY: u32 = 10;

impl PlaySession<'_> {
    /// Executes a command. `Break` if the player leaves.
    pub(super) fn obey(&mut self, command: PlayCommand) -> Result<ControlFlow<()>, Error> {
        match command {
            // Any other command declines the offer to take a move back.
            PlayCommand::Nothing => self.may_reconsider = false,
            PlayCommand::Quit => return Ok(ControlFlow::Break(())),
            PlayCommand::Help => write!(self.output, "{}", HELP)?,
            PlayCommand::Wrong(what) => self.say(&what)?,
            PlayCommand::Show => self.draw()?,
            PlayCommand::Moves => write!(self.output, "{}", indented(&self.record.text()))?,
            PlayCommand::Tps => self.say(&self.game.tps().to_string())?,
            PlayCommand::Clock => self.show_clock()?,
            PlayCommand::Level(level) => self.set_level(level)?,
            PlayCommand::Save(name) => self.save(name)?,
            PlayCommand::Undo(count) => self.undo(count)?,
            _ if self.state == State::Over => {
                self.say("The game is over: undo takes your last move back, quit leaves.")?;
            }
            PlayCommand::Resign => {
                let (own, other) = (self.human.name(), (!self.human).name());
                let result = GameResult::Win(!self.human, Reason::Other);
                self.end(result, &format!("{own} resigns: {other} wins"))?;
            }
            _ if self.may_reconsider => {
                self.say("First: undo takes your last move back, Enter keeps it.")?;
            }
            PlayCommand::Move(text) => self.try_move(&text)?,
            PlayCommand::Hint => self.hint()?,
            PlayCommand::Score => self.score()?,
            PlayCommand::Draw => self.offer_draw()?,
            PlayCommand::Switch => {
                self.human = !self.human;
                self.rename_players()?;
                self.say(&format!("You play {} now.", self.human.name()))?;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn say(&mut self, text: &str) -> Result<(), Error> {
        Ok(writeln!(self.output, "   {text}")?)
    }

    fn try_move(&mut self, text: &str) -> Result<(), Error> {
        let read = parse_ply(text).map_err(PlyError::from);
        let checked = read.and_then(|ply| Ok((ply, self.game.read_ply(&ply)?)));
        match checked {
            Ok((ply, mv)) => self.play(Ply { marks: ply.marks, ..self.game.write_ply(mv) }),
            Err(PlyError::Text(error)) if !looks_like_move(text) => {
                self.say(&format!("{}: {error}; or a command (help lists them).", short(text)))
            }
            Err(error) => self.say(&format!("{}: {error}.", short(text))),
        }
    }

    fn undo(&mut self, count: usize) -> Result<(), Error> {
        if self.reopen()? {
            return self.say("The game continues.");
        }
        match self.take_back(count)? {
            0 => self.say("There is no move of yours to take back."),
            1 => self.say("Took back your move."),
            moves => self.say(&format!("Took back {moves} of your moves.")),
        }
    }

    /// Saves the game after a change of players, because a continued game depends on their names.
    fn rename_players(&mut self) -> Result<(), Error> {
        self.write_names();
        self.keep(|record| if record.path().is_some() { record.save() } else { Ok(()) })
    }

    fn set_level(&mut self, level: Option<Level>) -> Result<(), Error> {
        if let Some(level) = level {
            self.strength.level = Some(level);
            self.rename_players()?;
        }
        let strength = strength(self.strength, self.clocks.is_some());
        self.say(&format!("Stonefall plays {strength}."))
    }

    fn show_clock(&mut self) -> Result<(), Error> {
        let Some(clocks) = self.clocks else {
            return self.say("This game has no clocks: see stonefall play --help.");
        };
        let shown = clocks.shown(self.game.to_move());
        let [white, black] = &shown.0;
        self.say(&format!("White {white}, Black {black}."))
    }

    fn save(&mut self, name: Option<String>) -> Result<(), Error> {
        let Some(name) = name else {
            return match self.record.path().map(|path| path.display().to_string()) {
                Some(path) => {
                    self.say(&format!("The game is saved to {path} after every move already."))
                }
                None => self.say("expected a file to save to, such as save game.ptn"),
            };
        };
        let path = PathBuf::from(&name);
        let is_own = self.record.path() == Some(&path);
        if path.exists() && !is_own {
            return self.say(&format!("{} exists; name another file.", short(&name)));
        }
        match self.record.save_as(path) {
            Ok(()) => self.say(&format!("Saved to {}; further moves follow.", short(&name))),
            Err(error) => self.say(&format!("Not saved: {error}.")),
        }
    }

    /// Searches at full strength for a moment.
    fn consider(&mut self) -> Result<SearchResult, Error> {
        let mut limits = Limits { movetime: Some(HINT_TIME), ..Limits::nodes(HINT_NODES) };
        if let Some(clocks) = &self.clocks {
            // Never longer than the clock allows.
            limits.time = clocks.bound(Limits::default()).time;
        }
        self.think(Task::Advice, limits)
    }

    fn hint(&mut self) -> Result<(), Error> {
        let result = self.consider()?;
        let story = sentence(&self.game, &result);
        let line = result.lines.first().map_or(&[][..], |info| &info.pv);
        let mut moves = self.game.spell_line(line);
        moves.truncate(HINT_MOVES);
        self.say(&format!("{story} ({})", moves.join(" ")))
    }

    fn score(&mut self) -> Result<(), Error> {
        let result = self.consider()?;
        let Some(info) = result.lines.first() else {
            return self.say("The search had no time to evaluate the position.");
        };
        let (own, draw) = (f64::from(info.wdl.win), f64::from(info.wdl.draw));
        let chance = (own + draw / 2.0) / 10.0;
        let verdict = Verdict::new(&self.game, info);
        self.say(&format!("{verdict} (in flats, White's view); your chance is {chance:.0} %."))
    }

    /// The engine accepts a draw if its position is not better.
    fn offer_draw(&mut self) -> Result<(), Error> {
        if self.game.ply() < DRAW_PLY {
            return self.say("Stonefall declines: it is too early for a draw.");
        }
        let result = self.consider()?;
        let accepts = result.lines.first().is_some_and(|info| match info.value {
            Value::CentiFlats(flats) => flats >= 0,
            Value::Win { .. } => true,
            Value::Loss { .. } => false,
        });
        if accepts {
            self.end(GameResult::Draw, "Stonefall accepts: the game is drawn")
        } else {
            self.say("Stonefall declines: it prefers its own position.")
        }
    }
}

const HELP: &str = "
   Moves     a1 flat on a1      Sa1 wall      Ca1 capstone
             a1+ a1- a1> a1<    one stone up, down, right, left
             3c3>12             three stones from c3 to the right: one on d3, two on e3
   hint      the best move and the score
   score     the score and your winning chance
   undo      takes your last move back (undo 3: three of them); also back
   level 5   sets the level of Stonefall, 1 to 10
   switch    changes sides
   draw      offers a draw
   resign    resigns the game
   show      draws the board; tps writes the position
   moves     the game so far, as PTN
   save FILE writes the game to a new file, and every move from now on
   clock     the time left, if you play with clocks
   quit      leaves (as does Ctrl-D); the game is saved
   While Stonefall thinks, Ctrl-C or Enter makes it move at once.

";

/// Whether a text could be a move: it has a square or at least a digit.
fn looks_like_move(text: &str) -> bool {
    text.len() <= 14 && text.chars().any(|letter| letter.is_ascii_digit())
}

/// Every line of a text, indented.
fn indented(text: &str) -> String {
    text.lines().map(|line| format!("   {line}").trim_end().to_owned() + "\n").collect()
}
