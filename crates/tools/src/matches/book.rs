//! Opening books of matches: lists of moves, lists of positions, or games.

use std::error::Error;
use stonefall_engine::game::Game;
use stonefall_engine::notation::ptn_file::{GameError, PtnGame};
use stonefall_engine::notation::{TextError, Tps, opening_lines, parse_tps};
use stonefall_engine::types::{Move, Rules};

/// An opening.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BookLine {
    /// Start position; `None` for the empty board.
    pub tps: Option<Tps>,
    /// Moves from there.
    pub moves: Vec<Move>,
}

/// Format of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BookFormat {
    /// One opening per line as moves, as in `openings/`.
    Moves,
    /// One position per line.
    Tps,
    /// PTN games.
    Ptn,
}

impl BookFormat {
    /// Guesses the format of a text.
    fn guess(text: &str) -> Self {
        match numbered(text).next() {
            Some((_, line)) if line.starts_with('[') => Self::Ptn,
            Some((_, line)) if parse_tps(line).is_ok() => Self::Tps,
            _ => Self::Moves,
        }
    }
}

/// Reads a book in any format for boards of this size. Takes the first `plies` plies of each line or game, or all.
///
/// # Errors
/// If an opening is illegal by these rules.
pub fn read_book(
    text: &str,
    plies: Option<usize>,
    size: usize,
    rules: Rules,
) -> Result<Vec<BookLine>, Box<dyn Error>> {
    let (format, start) = (BookFormat::guess(text), Game::start(size, rules)?);
    let mut book = Vec::new();
    match format {
        BookFormat::Moves => {
            for read in opening_lines(text) {
                let (line, mut moves) = read?;
                moves.truncate(plies.unwrap_or(usize::MAX));
                let played = start.clone().play_line(&moves);
                played.map_err(|error| format!("line {line}, {error}"))?;
                book.push(BookLine { tps: None, moves });
            }
        }
        BookFormat::Tps => {
            for (line, text) in numbered(text) {
                let tps = parse_tps(text).and_then(|tps| check(tps, size, rules));
                let tps = tps.map_err(|error| format!("line {line}: {error}"))?;
                book.push(BookLine { tps: Some(tps), moves: Vec::new() });
            }
        }
        BookFormat::Ptn => {
            for (index, game) in PtnGame::read_all(text).enumerate() {
                let line = game_line(&game, size, plies)
                    .map_err(|error| format!("game {}: {error}", index + 1))?;
                book.push(line);
            }
        }
    }
    if book.is_empty() {
        return Err("expected openings, found none".into());
    }
    for (index, line) in book.iter().enumerate() {
        // A PTN game may have other rules, so its moves may be illegal by these.
        if line.game(size, rules)?.outcome().is_some() {
            let hint = match format {
                BookFormat::Ptn if plies.is_none() => ": take only its first plies",
                _ => "",
            };
            let number = index + 1;
            let text = format!("opening {number}: the game is over before it begins{hint}");
            return Err(text.into());
        }
    }
    Ok(book)
}

/// Lines with their numbers from 1, without empty lines and comments.
fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Checks that a position fits the match.
fn check(tps: Tps, expected: usize, rules: Rules) -> Result<Tps, TextError> {
    let found = tps.size;
    if found != expected {
        let message = format!("expected a {expected}x{expected} position, found {found}x{found}");
        return Err(TextError::new(message));
    }
    Game::from_tps(&tps, rules)?;
    Ok(tps)
}

fn game_line(game: &PtnGame, size: usize, plies: Option<usize>) -> Result<BookLine, GameError> {
    let setup = game.setup()?;
    setup.check_size(size)?;
    let length = game.main().moves.len();
    let replayed = Game::replay(game, PtnGame::MAIN_LINE, plies.map(|plies| plies.min(length)))?;
    Ok(BookLine { tps: setup.tps, moves: replayed.played().collect() })
}

impl BookLine {
    /// The game after this opening.
    ///
    /// # Errors
    /// If the opening is illegal on a board of this size by these rules.
    pub fn game(&self, size: usize, rules: Rules) -> Result<Game, Box<dyn Error>> {
        let mut game = self.start(size, rules)?;
        game.play_line(&self.moves)?;
        Ok(game)
    }

    /// The game before the moves.
    pub(super) fn start(&self, size: usize, rules: Rules) -> Result<Game, TextError> {
        Game::opened(self.tps.as_ref(), size, rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, plies: Option<usize>) -> Result<Vec<usize>, String> {
        read_book(text, plies, 4, Rules::standard(4))
            .map(|book| book.iter().map(|line| line.moves.len()).collect())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn books_have_three_forms() {
        assert_eq!(read("# mine\na1 d4 b2\n\nd4 a1", None), Ok(vec![3, 2]));
        assert_eq!(read("a1 d4 b2", Some(1)), Ok(vec![1]));
        assert_eq!(read("\u{feff}x4/x4/x,1,x2/x4 2 1\nx4/x4/x4/2,x3 2 1\n", None), Ok(vec![0, 0]));
        let games = "[Size \"4\"]\n1. a1 d4 2. b2 c3\n\n[TPS \"x4/x4/x4/2,x2,1 1 2\"]\n2. b2\n";
        assert_eq!(read(games, None), Ok(vec![4, 1]));
        assert_eq!(read(games, Some(2)), Ok(vec![2, 1]));
    }

    #[test]
    fn errors_name_the_opening() {
        for (text, message) in [
            ("", "expected openings, found none"),
            ("a1 d4\n\na1 a1", "line 3, word 2 (a1): a1 is not empty"),
            ("a1 d4\na1 e5", "line 2, word 2 (e5): e5 is not on a 4x4 board"),
            ("x4/x4/x4/x4 1 1\nx3/x3/x3 1 1", "line 2: expected a 4x4 position, found 3x3"),
            (
                "[Size \"4\"]\n1. a1 a1",
                "game 1: line 2, column 7: move a1 (1. of Black): a1 is not empty",
            ),
            ("x4/x4/x4/1,1,1,1 1 9", "opening 1: the game is over before it begins"),
        ] {
            assert_eq!(read(text, None), Err(message.to_owned()), "{text}");
        }
    }
}
