//! Moves as PlayTak writes them: `P A1`, `P A1 C`, `P A1 W`, and `M A1 A3 1 2` with the drops in order.

use super::words::Words;
use stonefall_engine::types::{Direction, MAX_SIZE, MoveKind, Pattern};
use stonefall_engine::{Move, Piece, Square};

/// Reads a move on a board of any size; `None` if the text is not a move. Whether the move is legal, only a game
/// knows.
#[must_use]
pub fn read_move(text: &str) -> Option<Move> {
    let mut words = Words::new(text);
    let mv = match words.next()? {
        "P" => {
            let square = square(words.next()?)?;
            let piece = match words.next() {
                None => Piece::Flat,
                Some("W") => Piece::Wall,
                Some("C") => Piece::Capstone,
                Some(_) => return None,
            };
            Move::place(square, piece)
        }
        "M" => {
            let (from, to) = (square(words.next()?)?, square(words.next()?)?);
            let (direction, distance) = line(from, to)?;
            let drops: Vec<usize> =
                words.by_ref().map(|drop| drop.parse().ok()).collect::<Option<_>>()?;
            let fits = drops.len() == distance
                && drops.iter().all(|drop| (1..=MAX_SIZE).contains(drop))
                && drops.iter().sum::<usize>() <= MAX_SIZE;
            Move::spread(from, direction, fits.then(|| Pattern::from_drops(&drops))??)
        }
        _ => return None,
    };
    words.next().is_none().then_some(mv)
}

/// Writes a move.
#[must_use]
pub fn write_move(mv: Move) -> String {
    let from = name(mv.square());
    match mv.kind() {
        MoveKind::Place(Piece::Flat) => format!("P {from}"),
        MoveKind::Place(Piece::Wall) => format!("P {from} W"),
        MoveKind::Place(Piece::Capstone) => format!("P {from} C"),
        MoveKind::Spread(direction, pattern) => {
            let mut to = mv.square();
            let mut drops = String::new();
            for drop in pattern.drops() {
                to = to.step(direction);
                drops += &format!(" {drop}");
            }
            format!("M {from} {}{drops}", name(to))
        }
    }
}

/// A square with a capital letter, as PlayTak writes it.
fn name(square: Square) -> String {
    square.to_string().to_ascii_uppercase()
}

fn square(text: &str) -> Option<Square> {
    let &[file, rank] = text.as_bytes() else { return None };
    let file = usize::from(file.checked_sub(b'A')?);
    let rank = usize::from(rank.checked_sub(b'1')?);
    (file < MAX_SIZE && rank < MAX_SIZE).then(|| Square::new(file, rank))
}

/// The direction from one square to another and their distance; `None` if no line connects them.
fn line(from: Square, to: Square) -> Option<(Direction, usize)> {
    let difference = |from: usize, to: usize| to as isize - from as isize;
    let (east, north) = (difference(from.file(), to.file()), difference(from.rank(), to.rank()));
    let (direction, steps) = match (east, north) {
        (0, 1..) => (Direction::North, north),
        (0, ..=-1) => (Direction::South, -north),
        (1.., 0) => (Direction::East, east),
        (..=-1, 0) => (Direction::West, -east),
        _ => return None,
    };
    Some((direction, steps as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefall_engine::{Game, Rules, parse_tps};

    #[test]
    fn every_move_of_a_game_is_written_and_read_back() -> Result<(), Box<dyn std::error::Error>> {
        let mut game = Game::start(5, Rules::standard(5))?;
        for text in ["a1", "e5", "c3", "c4", "c3+", "Cc3", "d4", "Sd3", "2c4-11"] {
            for mv in game.moves() {
                assert_eq!(read_move(&write_move(mv)), Some(mv), "{}", write_move(mv));
            }
            if let Ok(mv) = game.read_move(text) {
                game.play(mv)?;
            }
        }
        Ok(())
    }

    #[test]
    fn moves_have_the_form_of_the_server() -> Result<(), Box<dyn std::error::Error>> {
        let game =
            Game::from_tps(&parse_tps("x5/x5/x,x,21211,x2/x5/1,2,x3 1 5")?, Rules::standard(5))?;
        for (ptn, playtak) in
            [("a5", "P A5"), ("Sb5", "P B5 W"), ("Cc5", "P C5 C"), ("4c3>13", "M C3 E3 1 3")]
        {
            assert_eq!(write_move(game.read_move(ptn)?), playtak);
        }
        Ok(())
    }

    #[test]
    fn other_texts_are_no_moves() {
        let texts = "|P|P A|P A9|P I1|P a1|P A1 X|P A1 C W|P A10|P A0|M A1|M A1 A2|M A1 A1 1|M A1 B2 1|\
            M A1 A3 1|M A1 A2 1 1|M A1 A2 0|M A1 A2 9|M A1 A3 5 4|M A1 A2 -1|\
            M A1 A2 99999999999999999999|Q A1";
        for text in texts.split('|') {
            assert_eq!(read_move(text), None, "{text}");
        }
    }
}
