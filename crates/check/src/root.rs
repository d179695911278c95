//! Root positions of searches with their rules, and the answers of the engine.

use std::time::{Duration, Instant};
use stonefall_client::{InfoLine, Line};
use stonefall_engine::board::Outcome;
use stonefall_engine::game::Game;
use stonefall_engine::notation::parse_move;
use stonefall_engine::tei::{Command, parse};
use stonefall_engine::types::{Color, HalfKomi, Move, Rules};

/// A position as the text of a `position` command. The engine's own parser and rules read it.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub(super) size: usize,
    /// Text after `position`.
    pub(super) text: String,
    half_komi: i32,
}

/// The end of a line of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ending {
    /// The result after the last move.
    pub(super) outcome: Option<Outcome>,
    /// The side to move before the first move.
    pub(super) mover: Color,
}

impl Root {
    /// The empty board.
    pub(super) fn start(size: usize) -> Self {
        Self { size, text: "startpos".to_owned(), half_komi: 0 }
    }

    /// A valid TPS.
    pub(super) fn tps(size: usize, tps: &str) -> Self {
        Self { size, text: format!("tps {tps}"), half_komi: 0 }
    }

    /// Adds moves to a position without moves.
    pub(super) fn with_moves<T: AsRef<str>>(mut self, moves: &[T]) -> Self {
        for (index, mv) in moves.iter().enumerate() {
            self.text += if index == 0 { " moves " } else { " " };
            self.text += mv.as_ref();
        }
        self
    }

    /// Sets the komi.
    pub(super) fn with_komi(mut self, half_komi: i32) -> Self {
        self.half_komi = half_komi;
        self
    }

    /// The `position` command.
    pub(super) fn command(&self) -> String {
        format!("position {}", self.text)
    }

    /// Plays moves. The error names the first illegal one.
    pub(super) fn play_out(&self, line: &[Move]) -> Result<Ending, String> {
        let mut game = self.game()?;
        let mover = game.to_move();
        for (index, &mv) in line.iter().enumerate() {
            let number = index + 1;
            game.play(mv).map_err(|error| format!("move {number} of the line, {mv}: {error}"))?;
        }
        Ok(Ending { outcome: game.outcome(), mover })
    }

    /// Whether the game has ended in this position.
    pub(super) fn is_over(&self) -> bool {
        self.play_out(&[]).is_ok_and(|ending| ending.outcome.is_some())
    }

    /// Parses a move and checks that it is legal.
    pub(super) fn check(&self, word: &str) -> Result<Move, String> {
        let mv = parse_move(word).map_err(|error| error.to_string())?;
        self.play_out(&[mv])?;
        Ok(mv)
    }

    /// Number of legal moves.
    pub(super) fn legal_moves(&self) -> usize {
        self.game().map_or(0, |game| game.moves().len())
    }

    fn game(&self) -> Result<Game, String> {
        let komi = HalfKomi::new(self.half_komi).unwrap_or_default();
        let rules = Rules::standard(self.size).with_komi(komi);
        let (start, plies) = match parse(&self.command(), Instant::now()) {
            Ok(Command::Position { start, plies }) => (start, plies),
            Ok(_) => return Err("expected a position".to_owned()),
            Err(error) => return Err(error.to_string()),
        };
        let game = Game::opened(start.as_ref(), self.size, rules);
        game.and_then(|game| game.with_plies(&plies)).map_err(|error| error.to_string())
    }
}

/// An answered search.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) root: Root,
    /// The `go` command.
    pub(super) go: String,
    /// The lines up to `bestmove`, inclusive.
    pub(super) lines: Vec<Line>,
    /// Time from `go` to `bestmove`.
    pub(super) took: Duration,
}

impl Search {
    /// The last line, `bestmove`.
    pub(super) fn last(&self) -> &str {
        self.lines.last().map_or("", |line| &line.text)
    }

    /// The word after `bestmove`.
    pub(super) fn best(&self) -> &str {
        self.last().trim().split(' ').nth(1).unwrap_or_default()
    }

    /// The `info` lines.
    pub(super) fn infos(&self) -> impl DoubleEndedIterator<Item = InfoLine<'_>> {
        self.lines.iter().filter_map(|line| InfoLine::read(&line.text))
    }
}
