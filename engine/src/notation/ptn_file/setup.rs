//! The rules and the first position that a game's tags name.

use super::{GameError, Location, Problem, PtnGame, TagKind, problem::excerpt, tags};
use crate::board::Position;
use crate::notation::{Tps, TpsError, parse_tps};
use crate::types::{ByColor, Color, Reserve, Rules, SizeError, check_size};

/// What a game starts from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Board size.
    pub size: usize,
    /// Komi, opening and pieces.
    pub rules: Rules,
    /// The position, unless it is the empty board with White to move.
    pub tps: Option<Tps>,
    /// Where the position is named, for messages.
    location: Location,
}

impl PtnGame {
    /// A game without moves, from this position and by these rules: only tags.
    #[must_use]
    pub fn from_tps(tps: &Tps, rules: &Rules) -> Self {
        let mut game = Self::default();
        game.set_tag("Size", &tps.size.to_string());
        for (name, value) in rules.tags(tps.size) {
            game.set_tag(name, &value);
        }
        game.set_tag("TPS", &tps.to_string());
        game
    }

    /// Reads `Size`, `Komi`, `Opening`, `Flats`, `Caps` (also for one player, as `Flats1`) and
    /// `TPS`. What is not named is standard.
    ///
    /// # Errors
    /// If there is neither a size nor a position, or one of these tags cannot be understood.
    pub fn setup(&self) -> Result<Setup, GameError> {
        let tps = self.value("TPS", parse_tps, |error, _| Problem::Tps(error))?;
        let size = self.value(
            "Size",
            |text| tags::number(text).and_then(|size| check_size(size.into()).ok()).ok_or(()),
            |(), text| tag_value("Size", TagKind::Size, text),
        )?;
        let size = match (size, &tps) {
            (Some((size, _)), Some((tps, at))) if tps.size != size => {
                return Err(Problem::SizeOfTps { size, found: tps.size }.at(*at));
            }
            (Some((size, _)), _) => size,
            (None, Some((tps, _))) => tps.size,
            (None, None) => return Err(Problem::NoSize.at(self.start())),
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
        let komi = self.value(
            "Komi",
            |text| tags::half_komi(text).ok_or(()),
            |(), text| tag_value("Komi", TagKind::Komi, text),
        )?;
        let opening = self.value(
            "Opening",
            |text| tags::opening(text).ok_or(()),
            |(), text| tag_value("Opening", TagKind::Opening, text),
        )?;
        rules.half_komi = komi.map_or(rules.half_komi, |(komi, _)| komi);
        rules.opening = opening.map_or(rules.opening, |(opening, _)| opening);

        let standard = Reserve::standard(size);
        let stones = self.count("Flats")?.unwrap_or(standard.stones);
        let capstones = self.count("Caps")?.unwrap_or(standard.capstones);
        rules.pieces = ByColor::new(
            Reserve::new(
                self.count("Flats1")?.unwrap_or(stones),
                self.count("Caps1")?.unwrap_or(capstones),
            ),
            Reserve::new(
                self.count("Flats2")?.unwrap_or(stones),
                self.count("Caps2")?.unwrap_or(capstones),
            ),
        );
        rules.check(size).map_err(|error| Problem::Rules(error).at(self.start()))?;
        Ok(rules)
    }

    fn count(&self, name: &'static str) -> Result<Option<u8>, GameError> {
        let count = self.value(
            name,
            |text| tags::number(text).ok_or(()),
            |(), text| tag_value(name, TagKind::Count, text),
        )?;
        Ok(count.map(|(count, _)| count))
    }

    /// The value of a tag and where it stands, if there is one.
    fn value<T, E>(
        &self,
        name: &str,
        read: impl FnOnce(&str) -> Result<T, E>,
        refuse: impl FnOnce(E, &str) -> Problem,
    ) -> Result<Option<(T, Location)>, GameError> {
        let Some((tag, location)) = self.find_tag(name) else { return Ok(None) };
        let value = tag.value.trim();
        match read(value) {
            Ok(read) => Ok(Some((read, location))),
            Err(error) => Err(refuse(error, value).at(location)),
        }
    }

    /// Where the game begins.
    fn start(&self) -> Location {
        self.items().first().map_or(Location::START, |item| item.location())
    }
}

fn tag_value(name: &'static str, kind: TagKind, found: &str) -> Problem {
    Problem::TagValue { name, expected: kind.expected(), found: excerpt(found) }
}

impl Setup {
    /// Refuses a game of another size.
    ///
    /// # Errors
    /// If it is one.
    pub fn check_size(&self, expected: usize) -> Result<(), GameError> {
        if self.size == expected {
            return Ok(());
        }
        Err(Problem::Size { expected, found: self.size }.at(self.location))
    }

    /// What there is to say of a size that Tak is not played on, which no game that was read has.
    pub(crate) fn refuse_size(&self, error: SizeError) -> GameError {
        Problem::Rules(error.into()).at(self.location)
    }

    /// The first position.
    ///
    /// # Errors
    /// If the game is of another size, or the position has more pieces than the players have.
    pub fn position<const N: usize>(&self) -> Result<Position<N>, GameError> {
        self.check_size(N)?;
        match &self.tps {
            None => Ok(Position::start(self.rules)),
            Some(tps) => tps
                .position(self.rules)
                .map_err(|error: TpsError| Problem::Tps(error).at(self.location)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Opening;

    fn message(text: &str) -> String {
        match PtnGame::read(text).setup() {
            Ok(setup) => format!("{setup:?}"),
            Err(error) => error.to_string(),
        }
    }

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

    #[test]
    fn says_which_tag_is_wrong_and_where() {
        for (text, expected) in [
            (
                "1. a1",
                "line 1, column 1: expected a tag [Size \"3\"] to [Size \"8\"], or a tag TPS; found neither",
            ),
            (
                "[Site \"\"]\n [Size \"9\"]",
                "line 2, column 2: expected the tag Size to be a board size from 3 to 8, found \"9\"",
            ),
            (
                "[Size \"5\"]\r\n[Komi \"x\"]",
                "line 2, column 1: expected the tag Komi to be flats in halves from -10 to 10, such as 2 or 0.5, found \"x\"",
            ),
            (
                "[Size \"5\"] [TPS \"x3/x3/x3 1 1\"]",
                "line 1, column 12: expected a TPS of size 5, found one of size 3",
            ),
            (
                "[Size \"3\"]\r[TPS \"x3/x3 1 1\"]",
                "line 2, column 1: TPS: expected 3 to 8 ranks, found 2",
            ),
            (
                "[Size \"3\"][Flats \"0\"]",
                "line 1, column 1: expected at least 1 stone for White, found 0",
            ),
            (
                "[Size \"3\"][Flats \"-3\"]",
                "line 1, column 11: expected the tag Flats to be a number, found \"-3\"",
            ),
        ] {
            assert_eq!(message(text), expected);
        }
    }
}
