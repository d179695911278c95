//! Rules and start position of a game, from its tags.

use super::{GameError, Location, PtnGame, Tag};
use crate::notation::{Tps, excerpt, parse_tps};
use crate::types::{ByColor, Color, HalfKomi, Opening, Reserve, Rules, check_size, is_same_word};
use std::borrow::Cow;

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
    pub(crate) location: Location,
}

const SIZE: &str = "a board size from 3 to 8";
const KOMI: &str = "flats in halves from -10 to 10, such as 2 or 0.5";
const OPENING: &str = "swap, no-swap or double black stack";
const NUMBER: &str = "a number";

impl PtnGame {
    /// Reads `Size`, `Komi`, `Opening`, `Flats`, `Caps` (also for one player, as `Flats1`) and `TPS`. Missing
    /// tags have standard values.
    ///
    /// # Errors
    /// If there is neither a size nor a position, or one of these tags is not valid.
    pub fn setup(&self) -> Result<Setup, GameError> {
        let tag = self.find_tag("TPS");
        let location = tag.map_or(self.location, |tag| tag.location);
        let refuse = |message: String| GameError::new(location, message);
        let tps = tag.map(|tag| parse_tps(tag.value.trim())).transpose();
        let mut tps = tps.map_err(|error| refuse(format!("TPS: {error}")))?;
        let size = self.value("Size", SIZE, |text| check_size(number(text)?.into()).ok())?;
        let size = match (size, &tps) {
            (Some(size), Some(tps)) if tps.size != size => {
                let found = tps.size;
                return Err(refuse(format!(
                    "expected a TPS of size {size}, found one of size {found}"
                )));
            }
            (Some(size), _) => size,
            (None, Some(tps)) => tps.size,
            (None, None) => {
                let expected =
                    "expected a tag [Size \"3\"] to [Size \"8\"], or a tag TPS; found neither";
                return Err(refuse(expected.to_owned()));
            }
        };
        let rules = self.rules(size)?;
        let (_, to_move) = self.first();
        if tps.is_none() && to_move == Color::Black {
            tps = Some(Tps { size, squares: Vec::new(), to_move, move_number: 1 });
        }
        Ok(Setup { size, rules, tps, location })
    }

    fn rules(&self, size: usize) -> Result<Rules, GameError> {
        let mut rules = Rules::standard(size);
        rules.half_komi = self.value("Komi", KOMI, half_komi)?.unwrap_or(rules.half_komi);
        rules.opening = self.value("Opening", OPENING, opening)?.unwrap_or(rules.opening);
        let standard = Reserve::standard(size);
        let count = |name, default| Ok(self.value(name, NUMBER, number)?.unwrap_or(default));
        let stones = count("Flats", standard.stones)?;
        let capstones = count("Caps", standard.capstones)?;
        rules.pieces = ByColor::new(
            Reserve::new(count("Flats1", stones)?, count("Caps1", capstones)?),
            Reserve::new(count("Flats2", stones)?, count("Caps2", capstones)?),
        );
        rules.check(size).map_err(|error| GameError::new(self.location, error))?;
        Ok(rules)
    }

    /// The value of a tag, if there is one.
    fn value<T>(
        &self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, GameError> {
        let Some(Tag { value, location, .. }) = self.find_tag(name) else { return Ok(None) };
        read(value.trim()).map(Some).ok_or_else(|| {
            let found = excerpt(value.trim(), 24);
            let message = format!("expected the tag {name} to be {expected}, found {found:?}");
            GameError::new(*location, message)
        })
    }
}

impl Setup {
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
}

/// Komi in flats: `2`, `+2`, `2.0`, `-0.5`, `.5`.
fn half_komi(text: &str) -> Option<HalfKomi> {
    let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
    let half_flats = 2.0 * text.parse::<f64>().ok().filter(|_| is_decimal)?;
    HalfKomi::new(half_flats as i32).ok().filter(|_| half_flats.fract() == 0.0)
}

/// A number up to 255.
fn number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// An opening ([`is_same_word`]).
fn opening(text: &str) -> Option<Opening> {
    Opening::ALL.into_iter().find(|opening| is_same_word(opening.name(), text))
}

/// The value of a tag in the spelling that PTN Ninja reads.
pub(super) fn usual_value<'a>(name: &str, value: &'a str) -> Cow<'a, str> {
    let usual = match name.to_ascii_lowercase().as_str() {
        "komi" => half_komi(value.trim()).map(|komi| komi.to_string().into()),
        "opening" => opening(value).map(|opening| opening.name().into()),
        _ => None,
    };
    usual.unwrap_or(Cow::Borrowed(value))
}

#[cfg(test)]
mod tests {
    use super::*;

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
