//! The position and the filters of a command.

use crate::cli::Error;
use crate::cli::position::Source;
use clap::Args;
use stonefall_engine::{Game, parse_line};
use stonefall_tools::games::Filter;

/// Which games a command shows.
#[derive(Args, Clone, Debug)]
pub(super) struct Selection {
    #[command(flatten)]
    source: Source,
    /// Moves to play from the position, such as 'a1 f6'
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    #[command(flatten)]
    filter: Filter,
}

impl Selection {
    /// The position; the empty board if none is given.
    pub(super) fn position(&self) -> Result<Game, Error> {
        let mut game = self.source.game()?;
        if let Some(moves) = &self.moves {
            let refused = |error| Error::Usage(format!("{error} (--moves)"));
            let moves = parse_line(moves).map_err(refused)?;
            game.play_line(&moves).map_err(refused)?;
        }
        Ok(game)
    }

    /// The position, if one is given.
    pub(super) fn given_position(&self) -> Result<Option<Game>, Error> {
        let is_given = self.source.has_position() || self.moves.is_some();
        is_given.then(|| self.position()).transpose()
    }

    /// The filter. The size and the komi of the position select games as well, if the user states them.
    pub(super) fn filter(&self) -> Filter {
        let (size, half_komi) = (self.source.size, self.source.half_komi);
        Filter { size, half_komi, ..self.filter.clone() }
    }
}
