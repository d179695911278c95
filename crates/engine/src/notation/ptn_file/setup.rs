//! Rules and start position of a game, from its tags.

use super::{GameError, Location, PtnGame, Writer, tags};
use crate::board::Position;
use crate::notation::{Tps, TpsError, parse_tps};
use crate::types::{ByColor, Color, Reserve, Rules, SizeError, check_size};

/// The start of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Board size.
    pub size: usize,
    /// Komi, opening and pieces.
    pub rules: Rules,
    /// The position; `None` for the empty board with White to move.
    pub tps: Option<Tps>,
    /// Place of the tag `TPS`, for errors.
    location: Location,
}

impl PtnGame {
    /// A game without moves: tags for this position and these rules.
    pub fn from_tps(tps: &Tps, rules: &Rules) -> Self {
        Self::read(&Writer::new().setup(tps.size, rules, Some(tps)).finish())
    }

    /// Reads `Size`, `Komi`, `Opening`, `Flats`, `Caps` (also for one player, as `Flats1`) and `TPS`. Missing
    /// tags have standard values.
    ///
    /// # Errors
    /// If there is neither a size nor a position, or one of these tags is not valid.
    pub fn setup(&self) -> Result<Setup, GameError> {
        let tps = match self.find_tag("TPS") {
            None => None,
            Some((tag, at)) => match parse_tps(tag.value.trim()) {
                Ok(tps) => Some((tps, at)),
                Err(error) => return Err(GameError::new(at, format!("TPS: {error}"))),
            },
        };
        let size = self.value("Size", |text| check_size(tags::number(text)?.into()).ok())?;
        let size = match (size, &tps) {
            (Some(size), Some((tps, at))) if tps.size != size => {
                let found = tps.size;
                let message = format!("expected a TPS of size {size}, found one of size {found}");
                return Err(GameError::new(*at, message));
            }
            (Some(size), _) => size,
            (None, Some((tps, _))) => tps.size,
            (None, None) => return Err(GameError::new(self.start(), NO_SIZE)),
        };
        let rules = self.rules(size)?;
        let location = tps.as_ref().map_or(self.start(), |&(_, at)| at);
        let mut tps = tps.map(|(tps, _)| tps);
        let first = self.tree().first_to_move;
        if tps.is_none() && first == Color::Black {
            tps = Some(Tps { size, squares: Vec::new(), to_move: first, move_number: 1 });
        }
        Ok(Setup { size, rules, tps, location })
    }

    fn rules(&self, size: usize) -> Result<Rules, GameError> {
        let mut rules = Rules::standard(size);
        rules.half_komi = self.value("Komi", tags::half_komi)?.unwrap_or(rules.half_komi);
        rules.opening = self.value("Opening", tags::opening)?.unwrap_or(rules.opening);
        let standard = Reserve::standard(size);
        let count = |name, default| Ok(self.value(name, tags::number)?.unwrap_or(default));
        let stones = count("Flats", standard.stones)?;
        let capstones = count("Caps", standard.capstones)?;
        rules.pieces = ByColor::new(
            Reserve::new(count("Flats1", stones)?, count("Caps1", capstones)?),
            Reserve::new(count("Flats2", stones)?, count("Caps2", capstones)?),
        );
        rules.check(size).map_err(|error| GameError::new(self.start(), error))?;
        Ok(rules)
    }

    /// The value of a tag, if there is one.
    fn value<T>(
        &self,
        name: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, GameError> {
        let Some((tag, location)) = self.find_tag(name) else { return Ok(None) };
        let value = tag.value.trim();
        read(value).map(Some).ok_or_else(|| GameError::of_tag(location, name, value))
    }

    /// Place of the first item.
    fn start(&self) -> Location {
        self.items().first().map_or(Location::START, |item| item.location())
    }
}

const NO_SIZE: &str = "expected a tag [Size \"3\"] to [Size \"8\"], or a tag TPS; found neither";

impl Setup {
    /// The error for a board size that Tak does not have.
    pub(crate) fn refuse_size(&self, error: SizeError) -> GameError {
        GameError::new(self.location, error)
    }

    /// Refuses a game of another size.
    ///
    /// # Errors
    /// If the sizes differ.
    pub fn check_size(&self, expected: usize) -> Result<(), GameError> {
        let found = self.size;
        if found == expected {
            return Ok(());
        }
        let message = format!("expected a {expected}x{expected} game, found {found}x{found}");
        Err(GameError::new(self.location, message))
    }

    /// The first position.
    ///
    /// # Errors
    /// If the game has another size, or the position has more pieces than the rules.
    pub fn position<const N: usize>(&self) -> Result<Position<N>, GameError> {
        self.check_size(N)?;
        match &self.tps {
            None => Ok(Position::start(self.rules)),
            Some(tps) => tps
                .position(self.rules)
                .map_err(|error: TpsError| GameError::new(self.location, format!("TPS: {error}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Opening;

    #[test]
    fn reads_the_rules() {
        let text = "[Size \"5\"][Komi \"2.5\"][Opening \"Double Black Stack\"]\n[Flats \"20\"][Caps2 \"2\"]";
        let rules = PtnGame::read(text).setup().map_or(Rules::standard(5), |setup| setup.rules);
        assert_eq!(rules.half_komi.half_flats(), 5);
        assert_eq!(rules.opening, Opening::DoubleBlackStack);
        assert_eq!(rules.pieces[Color::White], Reserve::new(20, 1));
        assert_eq!(rules.pieces[Color::Black], Reserve::new(20, 2));
    }

    #[test]
    fn the_size_may_come_from_the_position() {
        let setup = PtnGame::read("[TPS \"x3/x,1,x/x3 2 5\"]").setup();
        assert_eq!(setup.map(|setup| setup.size).ok(), Some(3));
    }
}
