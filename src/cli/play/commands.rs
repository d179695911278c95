//! The commands of the player.

use super::input::{QUIT, short, trimmed};
use super::read_level;
use super::session::{PlaySession, State, strength};
use crate::cli::Error;
use crate::cli::analyze::sentence;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;
use stonefall_engine::eval::Value;
use stonefall_engine::notation::ptn_file::{GameResult, Reason};
use stonefall_engine::notation::{Ply, parse_ply};
use stonefall_engine::report::Verdict;
use stonefall_engine::search::{Limits, SearchResult};
use stonefall_tools::opponent::Task;

/// Limits of a hint.
const HINT_NODES: u64 = 400_000;
const HINT_TIME: Duration = Duration::from_secs(2);
/// Moves shown of a hint's line.
const HINT_MOVES: usize = 6;
/// Earliest move for a draw.
const DRAW_PLY: u32 = 10;

impl PlaySession<'_> {
    /// Executes a line of the player: a command in any case, or a move. `Break` if the player leaves.
    pub(super) fn obey(&mut self, line: &str) -> Result<ControlFlow<()>, Error> {
        let line = trimmed(line);
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let command = match word.to_ascii_lowercase().as_str() {
            word @ ("level" | "save") => word.to_owned(),
            "undo" | "back" | "takeback" | "u" => "undo".to_owned(),
            _ => line.to_ascii_lowercase(),
        };
        match command.as_str() {
            // Any other command declines the offer to take a move back.
            "" if self.state == State::Reconsider => self.state = State::Running,
            "" => {}
            word if QUIT.contains(&word) => return Ok(ControlFlow::Break(())),
            "help" | "h" | "?" | "commands" => write!(self.output, "{HELP}")?,
            "show" | "board" => self.draw()?,
            "moves" | "game" => write!(self.output, "{}", indented(&self.record.text()))?,
            "tps" => self.say(&self.game.tps().to_string())?,
            "level" => self.set_level(rest)?,
            "save" => self.save(rest)?,
            "undo" => self.undo(rest)?,
            _ if self.state == State::Over => {
                self.say("The game is over: undo takes your last move back, quit leaves.")?;
            }
            "resign" => {
                let (own, other) = (self.human.name(), (!self.human).name());
                let result = GameResult::Win(!self.human, Reason::Other);
                self.end(result, &format!("{own} resigns: {other} wins"))?;
            }
            _ if self.state == State::Reconsider => {
                self.say("First: undo takes your last move back, Enter keeps it.")?;
            }
            "hint" => self.hint()?,
            "score" | "eval" => self.score()?,
            "draw" => self.offer_draw()?,
            "switch" | "swap" => {
                self.human = !self.human;
                self.rename_players()?;
                self.say(&format!("You play {} now.", self.human.name()))?;
            }
            _ => self.try_move(line)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn say(&mut self, text: &str) -> Result<(), Error> {
        Ok(writeln!(self.output, "   {text}")?)
    }

    fn try_move(&mut self, text: &str) -> Result<(), Error> {
        let read = parse_ply(text);
        let is_command = read.is_err() && !looks_like_move(text);
        match read.and_then(|ply| Ok((ply, self.game.read_ply(&ply)?))) {
            Ok((ply, mv)) => self.play(Ply { marks: ply.marks, ..self.game.write_ply(mv) }),
            Err(error) if is_command => {
                self.say(&format!("{}: {error}; or a command (help lists them).", short(text)))
            }
            Err(error) => self.say(&format!("{}: {error}.", short(text))),
        }
    }

    fn undo(&mut self, count: &str) -> Result<(), Error> {
        let number = if count.is_empty() { "1" } else { count };
        let Some(number) = number.parse().ok().filter(|&number| number > 0) else {
            let expected = "expected undo, or undo and the number of your moves";
            return self.say(&format!("{expected}, found {}", short(count)));
        };
        if self.reopen()? {
            return self.say("The game continues.");
        }
        match self.take_back(number)? {
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

    fn set_level(&mut self, level: &str) -> Result<(), Error> {
        if !level.is_empty() {
            match read_level(level) {
                Ok(level) => self.strength.level = Some(level),
                Err(wrong) => return self.say(&wrong),
            }
            self.rename_players()?;
        }
        let strength = strength(self.strength);
        self.say(&format!("Stonefall plays {strength}."))
    }

    fn save(&mut self, name: &str) -> Result<(), Error> {
        if name.is_empty() {
            return match self.record.path().map(|path| path.display().to_string()) {
                Some(path) => {
                    self.say(&format!("The game is saved to {path} after every move already."))
                }
                None => self.say("expected a file to save to, such as save game.ptn"),
            };
        }
        let path = PathBuf::from(name);
        let is_own = self.record.path() == Some(&path);
        if path.exists() && !is_own {
            return self.say(&format!("{} exists; name another file.", short(name)));
        }
        match self.record.save_as(path) {
            Ok(()) => self.say(&format!("Saved to {}; further moves follow.", short(name))),
            Err(error) => self.say(&format!("Not saved: {error}.")),
        }
    }

    /// Searches at full strength for a moment.
    fn consider(&mut self) -> Result<SearchResult, Error> {
        let limits = Limits { movetime: Some(HINT_TIME), ..Limits::nodes(HINT_NODES) };
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
   level 5   sets the level of Stonefall, 1 to 18
   switch    changes sides
   draw      offers a draw
   resign    resigns the game
   show      draws the board; tps writes the position
   moves     the game so far, as PTN
   save FILE writes the game to a new file, and every move from now on
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
