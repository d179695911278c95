//! Positions for every size, most with clearly best moves: the answer shows whether the engine has understood them.

use std::time::Instant;
use stonefall_engine::board::Outcome;
use stonefall_engine::game::Game;
use stonefall_engine::notation::parse_move;
use stonefall_engine::tei::{Command, parse};
use stonefall_engine::types::Color::{self, Black, White};
use stonefall_engine::types::{HalfKomi, Move, Rules};

/// A position as the text of a `position` command. The engine's own parser and rules read it.
#[derive(Clone, Debug)]
pub(super) struct Root {
    size: usize,
    /// Text after `position`.
    text: String,
    half_komi: i32,
}

impl Root {
    fn start(size: usize) -> Self {
        Self { size, text: "startpos".to_owned(), half_komi: 0 }
    }

    /// Adds moves.
    pub(super) fn with_moves(mut self, moves: &[String]) -> Self {
        self.text += if self.text.contains(" moves ") { " " } else { " moves " };
        self.text += &moves.join(" ");
        self
    }

    pub(super) fn with_komi(self, half_komi: i32) -> Self {
        Self { half_komi, ..self }
    }

    /// The `position` command.
    pub(super) fn command(&self) -> String {
        format!("position {}", self.text)
    }

    /// The game after a line of moves. The error names the first illegal one.
    pub(super) fn after(&self, line: &[Move]) -> Result<Game, String> {
        let mut game = self.game()?;
        for (number, &mv) in (1..).zip(line) {
            game.play(mv).map_err(|error| format!("move {number} of the line, {mv}: {error}"))?;
        }
        Ok(game)
    }

    /// Whether the game has ended in this position.
    pub(super) fn is_over(&self) -> bool {
        self.game().is_ok_and(|game| game.outcome().is_some())
    }

    /// Parses a move and checks that it is legal.
    pub(super) fn check(&self, word: &str) -> Result<Move, String> {
        let mv = parse_move(word).map_err(|error| error.to_string())?;
        self.after(&[mv]).map(|_| mv)
    }

    /// Whether a move wins at once.
    pub(super) fn wins(&self, mv: Move) -> bool {
        self.after(&[mv])
            .is_ok_and(|game| game.outcome().and_then(Outcome::winner) == Some(!game.to_move()))
    }

    /// A move that wins at once.
    pub(super) fn win(&self) -> Option<Move> {
        self.game().ok()?.moves().into_iter().find(|&mv| self.wins(mv))
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

/// The position of a name. Names with a color name the side to move, except `lost` and `opened`.
pub(super) fn named(name: &str, size: usize, komi: i32) -> Option<Root> {
    let last = size - 1;
    let mut board = Board::new(size);
    Some(match name {
        "start" => Root::start(size),
        // Each player lacks one flat for a road; the side to move wins.
        "white-left" => duel(size, 0).root(White),
        "white-right" => duel(size, last).root(White),
        "black-left" => duel(size, 0).root(Black),
        "black-right" => duel(size, last).root(Black),
        // White wins in the lowest rank, at its right or left end. The moves take the opening swap and the right size.
        "opened" => Root::start(size).with_moves(&opening(size, |file| file)),
        "opened-left" => Root::start(size).with_moves(&opening(size, |file| last - file)),
        "ended" => Root::start(size)
            .with_moves(&[opening(size, |file| file), vec![square(last, 0)]].concat()),
        // Two capstones for each player on the way, then a third.
        "capstones" | "third-capstone" => {
            let mut moves = opening(size, |file| file);
            moves.splice(2..2, (1..5).map(|file| format!("C{}", square(file, 2))));
            if name == "third-capstone" {
                moves.truncate(6);
                moves.push(format!("C{}", square(1, 3)));
            }
            Root::start(size).with_moves(&moves)
        }
        // After a move of White in the middle, Black wins at once. If the engine skips the move, White wins.
        "stack" => duel(size, last).put(0, 2, "121").root(White),
        "capstone" => duel(size, last).put(1, 2, "21C").put(3, 2, "2S").root(White),
        "spelled" if size < 5 => duel(size, last).put(0, 1, "2S").root(White),
        "spelled" => duel(size, last).put(0, 1, "2S").put(1, 1, "21C").root(White),
        "middle" => middle(size).root(White),
        "middle-black" => middle(size).root(Black),
        "lost-white" => lost(size, "1", "2").root(White),
        "lost-black" => lost(size, "2", "1").root(Black),
        "closing-white" => closing(size, White, komi.div_euclid(2) + 1).with_komi(komi),
        "closing-black" => closing(size, Black, komi.div_euclid(2)).with_komi(komi),
        // White wins only with spreads from b2 to c2, which complete the roads of both players: more black stones lie
        // under the white one than a move can carry.
        "two-roads" => {
            for rank in 0..size {
                board = board.put(1, rank, "2").put(2, rank, if rank == 1 { "2" } else { "1" });
            }
            board.put(1, 1, &format!("{}1", "2".repeat(size))).root(White)
        }
        "road" => (0..size).fold(board, |board, file| board.put(file, 0, "1")).root(Black),
        "full" => board.fill("1S", "2").root(White),
        _ => return None,
    })
}

/// Name of a square; file and rank count from 0.
pub(super) fn square(file: usize, rank: usize) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// A board under construction: the stacks in TPS notation.
struct Board {
    size: usize,
    cells: Vec<String>,
}

impl Board {
    fn new(size: usize) -> Self {
        Self { size, cells: vec!["x".to_owned(); size * size] }
    }

    fn put(mut self, file: usize, rank: usize, stack: &str) -> Self {
        stack.clone_into(&mut self.cells[rank * self.size + file]);
        self
    }

    /// Fills the board like a chessboard.
    fn fill(mut self, even: &str, odd: &str) -> Self {
        for (index, cell) in self.cells.iter_mut().enumerate() {
            let is_even = (index / self.size + index % self.size).is_multiple_of(2);
            (if is_even { even } else { odd }).clone_into(cell);
        }
        self
    }

    /// Each empty square is a separate `x`.
    fn root(&self, mover: Color) -> Root {
        let ranks: Vec<_> = self.cells.chunks(self.size).rev().map(|rank| rank.join(",")).collect();
        let (player, number) = (mover.index() + 1, self.size.max(4));
        let text = format!("tps {} {player} {number}", ranks.join("/"));
        Root { size: self.size, text, half_komi: 0 }
    }
}

/// Both players have a rank without one square in the file `gap`: White the lowest, Black the highest.
fn duel(size: usize, gap: usize) -> Board {
    let files = (0..size).filter(|&file| file != gap);
    files.fold(Board::new(size), |board, file| board.put(file, 0, "1").put(file, size - 1, "2"))
}

/// Moves to a position like that.
pub(super) fn opening(size: usize, file: impl Fn(usize) -> usize) -> Vec<String> {
    let mut moves = vec![square(file(0), size - 1), square(file(0), 0)];
    for number in 1..size - 1 {
        moves.extend([square(file(number), 0), square(file(number), size - 1)]);
    }
    moves
}

/// The opponent threatens two roads.
fn lost(size: usize, own: &str, other: &str) -> Board {
    let board = Board::new(size).put(size - 1, 1, own);
    (0..size - 1).fold(board, |board, file| board.put(file, 0, other).put(file, 2, other))
}

/// A quiet position. Sizes from 5 have a capstone.
fn middle(size: usize) -> Board {
    let last = size - 1;
    let board = Board::new(size).put(0, 0, "2").put(last, last, "1");
    if size < 5 {
        return board.put(1, 1, "12");
    }
    let board = board.put(1, 1, "21").put(2, 1, "1").put(3, 1, "2").put(2, 2, "12S");
    board.put(1, 3, "1C").put(3, 3, "112").put(4, 2, "2").put(1, 2, "1")
}

/// One square is empty and no stack can move. A flat of the mover there ends the game, and White is then ahead by `lead`
/// flats, -3 to 3. A wall there costs the mover a flat.
pub(super) fn closing(size: usize, mover: Color, lead: i32) -> Root {
    let last = size - 1;
    let (own, wall) = if mover == White { ("1S", "2S") } else { ("2S", "1S") };
    let mut board = Board::new(size).fill(own, wall);
    // All neighbors of the empty square and of the corners are walls of the opponent.
    let by_square = [(0, 1), (2, 1), (1, 0), (1, 2)];
    let by_corners = [(last - 1, 0), (last, 1), (0, last - 1), (1, last), (last - 1, last)];
    for (file, rank) in by_square.into_iter().chain(by_corners).chain([(last, last - 1)]) {
        board = board.put(file, rank, wall);
    }
    // Flats in four corners, or in three with a wall in the last.
    let before = if mover == White { lead - 1 } else { lead + 1 };
    let flats = if before % 2 == 0 { 4 } else { 3 };
    let white = (flats + before) / 2;
    for (index, (file, rank)) in (0..).zip([(0, 0), (last, 0), (0, last), (last, last)]) {
        let stone = match index {
            _ if index < white => "1",
            _ if index < flats => "2",
            _ => wall,
        };
        board = board.put(file, rank, stone);
    }
    board.put(1, 1, "x").root(mover)
}

/// Checks the positions with the engine's own rules.
#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use stonefall_engine::board::DrawReason;

    fn ending(root: &Root, moves: &str) -> Option<Outcome> {
        let line: Vec<_> = moves.split(' ').map(|mv| parse_move(mv).unwrap()).collect();
        root.after(&line).unwrap_or_else(|error| unreachable!("{error}: {root:?}")).outcome()
    }

    #[test]
    fn positions_have_one_way_to_win() {
        for size in 3..=8 {
            let (left, right) = ("a1".to_owned(), square(size - 1, 0));
            for (name, expected) in [
                ("white-left", left.clone()),
                ("white-right", right.clone()),
                ("black-left", square(0, size - 1)),
                ("black-right", square(size - 1, size - 1)),
                ("opened", right.clone()),
                ("opened-left", left),
                ("spelled", right),
            ] {
                let root = named(name, size, 0).unwrap();
                let moves = root.game().unwrap().moves();
                let wins = moves.into_iter().filter(|&mv| root.wins(mv)).map(|mv| mv.to_string());
                assert!(wins.map(|mv| mv.replace('C', "")).all(|mv| mv == expected), "{root:?}");
                assert!(root.win().is_some());
            }
            let roads = named("two-roads", size, 0).unwrap();
            assert!(["b2>", "2b2>"].iter().all(|mv| roads.wins(parse_move(mv).unwrap())));
            assert_eq!(ending(&roads, "a2"), None);
            for name in ["lost-white", "lost-black"] {
                let (one, other) = (square(size - 1, 0), square(size - 1, 2));
                let lost = named(name, size, 0).unwrap();
                assert!(ending(&lost, &format!("{one} {other}")).is_some());
                assert!(ending(&lost, &format!("{other} {one}")).is_some());
            }
        }
    }

    #[test]
    fn the_last_flat_ends_the_game() {
        for (size, lead) in (3..=8).flat_map(|size| (-3..=3).map(move |lead| (size, lead))) {
            for mover in Color::ALL {
                let root = closing(size, mover, lead);
                let winner = ending(&root, "b2").and_then(Outcome::winner);
                assert_eq!(winner, [Some(Black), None, Some(White)][(lead.signum() + 1) as usize]);
                assert!(root.game().unwrap().moves().len() <= 3, "{root:?}");
                let draw = ending(&root.with_komi(2 * lead), "b2");
                assert_eq!(draw, Some(Outcome::Draw(DrawReason::Flats)));
            }
        }
    }
}
