//! Replays the text of a game.

use super::{Fault, GameError, Location, Played, PtnGame, Token, Tree, excerpt};
use crate::board::{History, Position};
use crate::types::Move;

/// A replayed line of a game.
#[derive(Clone)]
pub struct Replay<const N: usize> {
    /// The first position.
    pub start: Position<N>,
    /// The moves from there on.
    pub moves: Vec<Move>,
    /// The last position.
    pub position: Position<N>,
    /// The positions before the last, for repetitions.
    pub history: History,
}

impl PtnGame {
    /// Replays a line ([`PtnGame::MAIN_LINE`] or the index of a variation in [`PtnGame::tree`]) from the start
    /// of the game, for `plies` plies or to its end.
    ///
    /// # Errors
    /// If the tags do not name a start position of size `N`, the line has fewer plies, or one of these plies
    /// is unreadable, illegal or after the end of the game.
    pub fn replay<const N: usize>(
        &self,
        line: usize,
        plies: Option<usize>,
    ) -> Result<Replay<N>, GameError> {
        let start = self.setup()?.position::<N>()?;
        let tree = self.tree();
        let refuse = |message: String| GameError::new(self.location_of(&tree, line), message);
        let path = tree.path(line).map_err(refuse)?;
        let length = path.len();
        let wanted = plies.unwrap_or(length);
        self.check_faults(&tree, line, plies)?;
        if wanted > length {
            return Err(refuse(format!("expected a ply from 0 to {length}, found {wanted}")));
        }
        let mut replay = Replay {
            position: start.clone(),
            start,
            moves: Vec::with_capacity(wanted),
            history: History::new(),
        };
        for (ply, played) in path.iter().take(wanted).enumerate() {
            self.play(&tree, ply, played, &mut replay)?;
        }
        Ok(replay)
    }

    fn play<const N: usize>(
        &self,
        tree: &Tree,
        ply: usize,
        played: &Played,
        replay: &mut Replay<N>,
    ) -> Result<(), GameError> {
        let item = &self.items()[played.item];
        let name = || {
            let (number, color) = tree.number(ply);
            format!("{} ({number}. of {})", excerpt(item.text()), color.name())
        };
        if replay.position.outcome().is_some() {
            let message = format!("expected no move after the end of the game, found {}", name());
            return Err(GameError::new(item.location(), message));
        }
        let mv = played.ply.check(&replay.position).map_err(|error| {
            GameError::new(item.location(), format!("move {}: {error}", name()))
        })?;
        replay.history.push(replay.position.key());
        replay.position.play(mv, &mut ());
        replay.moves.push(mv);
        Ok(())
    }

    /// Refuses a line with unreadable text before its end.
    fn check_faults(
        &self,
        tree: &Tree,
        line: usize,
        plies: Option<usize>,
    ) -> Result<(), GameError> {
        let mut end = plies.unwrap_or(usize::MAX);
        let mut current = tree.lines.get(line);
        let mut first = None;
        while let Some(line) = current {
            if let Some((item, own)) = line.fault
                && line.start + own < end
            {
                first = Some(item);
            }
            end = end.min(line.start);
            current = line.parent.and_then(|parent| tree.lines.get(parent));
        }
        let Some(item) = first.and_then(|item| self.items().get(item)) else { return Ok(()) };
        Err(item.unreadable(match item.token() {
            Token::Unknown(fault) => *fault,
            // A variation that begins before the game.
            _ => Fault::Number,
        }))
    }

    fn location_of(&self, tree: &Tree, line: usize) -> Location {
        let item = tree.lines.get(line).and_then(|line| self.items().get(line.item));
        item.map(|item| item.location()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::tps;

    fn end(text: &str, line: usize, plies: Option<usize>) -> String {
        match PtnGame::read(text).replay::<3>(line, plies) {
            Ok(replay) => tps(&replay.position),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn plays_lines() {
        let text = "[Size \"3\"]\n1. a1 c3\n2. b2 b1\n\n{2w1}\n2. b3 b1 nonsense";
        assert_eq!(end(text, 0, Some(0)), "x3/x3/x3 1 1");
        assert_eq!(end(text, 0, Some(3)), "x2,1/x,1,x/2,x2 2 2");
        assert_eq!(end(text, 0, None), "x2,1/x,1,x/2,2,x 1 3");
        assert_eq!(end(text, 1, Some(4)), "x,1,1/x3/2,2,x 1 3");
        assert_eq!(
            end(text, 1, None),
            "line 6, column 10: expected a file from a to h in column 1, found 'n' (nonsense)"
        );
        assert_eq!(end(text, 0, Some(5)), "line 1, column 1: expected a ply from 0 to 4, found 5");
        assert_eq!(end(text, 2, None), "line 0, column 0: expected a line from 0 to 1, found 2");
        let larger = end("[Size \"4\"] 1. a1", 0, None);
        assert_eq!(larger, "line 1, column 1: expected a 3x3 game, found 4x4");
    }

    #[test]
    fn openings_differ() {
        let double = "[Size \"3\"][Opening \"double black stack\"] 1. 2a1 b2";
        assert_eq!(end(double, 0, None), "x3/x,1,x/22,x2 1 2");
        assert_eq!(end("[Size \"3\"] 1. -- a1 2. b1", 0, None), "x3/x3/1,2,x 2 2");
    }
}
