//! Terms of a game besides the rules of the board: clocks, manners (announced threats, moves that may be taken back) and
//! random first stones (docs/customs.md).

use crate::cli::duration;
use std::fmt;
use std::time::{Duration, Instant};
use stonefall_engine::board::Outcome;
use stonefall_engine::game::Game;
use stonefall_engine::notation::{Ply, ThreatMark};
use stonefall_engine::search::{Limits, Seed};
use stonefall_engine::types::{ByColor, Color, Move};

/// Time for a game: start value and increment per move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClockSetting {
    base: Duration,
    increment: Duration,
}

impl ClockSetting {
    /// Reads `10m`, `10m+5s`.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected a time for the game such as 10m or 10m+5s, found {text}");
        let part = |part: &str| {
            // A bare number could mean minutes or seconds.
            let has_unit = part.ends_with(|letter: char| letter.is_ascii_alphabetic());
            if has_unit { duration::read(part).map_err(|_| wrong()) } else { Err(wrong()) }
        };
        let (base, increment) = match text.split_once('+') {
            Some((base, increment)) => (part(base)?, part(increment)?),
            None => (part(text)?, Duration::ZERO),
        };
        if base.is_zero() {
            return Err(wrong());
        }
        Ok(Self { base, increment })
    }
}

/// PlayTak's form: `10:0 +5`.
impl fmt::Display for ClockSetting {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.base.as_secs();
        write!(out, "{}:{} +{}", seconds / 60, seconds % 60, self.increment.as_secs_f64())
    }
}

/// The clocks of both players.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clocks {
    control: ClockSetting,
    left: ByColor<Duration>,
    /// Start of the current turn.
    since: Instant,
}

impl Clocks {
    pub(super) fn new(control: ClockSetting) -> Self {
        let left = ByColor::new(control.base, control.base);
        Self { control, left, since: Instant::now() }
    }

    /// Starts the clock of the player to move.
    pub(super) fn start(&mut self) {
        self.since = Instant::now();
    }

    /// Stops the clock after a move; false if the time was over.
    pub(super) fn press(&mut self, mover: Color) -> bool {
        let used = self.since.elapsed();
        self.since = Instant::now();
        match self.left[mover].checked_sub(used) {
            Some(left) => {
                self.left[mover] = left + self.control.increment;
                true
            }
            None => {
                self.left[mover] = Duration::ZERO;
                false
            }
        }
    }

    /// End of the time of the player to move.
    pub(super) fn deadline(&self, mover: Color) -> Option<Instant> {
        self.since.checked_add(self.left[mover])
    }

    /// Remaining times during this player's turn.
    pub(super) fn shown(&self, mover: Color) -> ByColor<String> {
        ByColor::from_fn(|color| {
            let used = if color == mover { self.since.elapsed() } else { Duration::ZERO };
            duration::clock_face(self.left[color].saturating_sub(used))
        })
    }

    /// The limits with the current clocks.
    pub(super) fn bound(&self, limits: Limits) -> Limits {
        let increment = self.control.increment;
        Limits {
            start: self.since,
            time: ByColor::from_fn(|color| Some(self.left[color])),
            increment: ByColor::new(increment, increment),
            ..limits
        }
    }
}

/// Manners of the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manners {
    /// Announces tak.
    Usual,
    /// Announces tinue too, and lets a player who overlooked tak reconsider.
    Courtly,
    /// Announces nothing.
    Street,
}

impl Manners {
    /// Announcement of the last move.
    pub(super) fn threat(self, after: &Game) -> ThreatMark {
        match self {
            Self::Street => ThreatMark::None,
            _ if !after.is_tak() => ThreatMark::None,
            Self::Courtly if cannot_be_met(after) => ThreatMark::Tinue,
            Self::Courtly | Self::Usual => ThreatMark::Tak,
        }
    }
}

/// Text after a move.
pub(super) const fn call(threat: ThreatMark) -> &'static str {
    match threat {
        ThreatMark::None => "",
        ThreatMark::Tak => " Tak!",
        ThreatMark::Tinue => " Tinue!",
    }
}

/// Whether the player who just moved completes a road with the next move after every reply.
fn cannot_be_met(after: &Game) -> bool {
    let attacker = !after.to_move();
    every_move(after, |game| match game.outcome() {
        Some(outcome) => outcome.winner() == Some(attacker),
        None => game.winning_road().is_some(),
    })
}

/// A road that the last move leaves to the opponent although another move would not.
pub(super) fn overlooked(after: &Game) -> Option<Move> {
    if after.opening_plies() > 0 || after.outcome().is_some() {
        return None;
    }
    let road = after.winning_road()?;
    let mut before = after.clone();
    before.undo();
    let mover = before.to_move();
    let is_lost = every_move(&before, |game| match game.outcome().map(Outcome::winner) {
        Some(winner) => winner != Some(mover),
        None => game.winning_road().is_some(),
    });
    (!is_lost).then_some(road)
}

/// Whether a property holds after every legal move.
fn every_move(game: &Game, holds: impl Fn(Game) -> bool) -> bool {
    game.moves().into_iter().all(|mv| game.after(mv).is_ok_and(&holds))
}

/// The start of Atur: the first two plies of a game, on two random squares.
pub(super) fn first_stones(mut game: Game, seed: Seed) -> Vec<Ply> {
    let mut plies = Vec::new();
    for _ in 0..2 {
        // The first plies are always flats.
        let free = game.moves();
        let index = seed.below(game.key(), free.len() as u64) as usize;
        plies.push(game.write_ply(free[index]));
        // The move is legal.
        let _ = game.play(free[index]);
    }
    plies
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::collections::HashSet;
    use stonefall_engine::notation::parse_tps;
    use stonefall_engine::types::Rules;

    fn board(tps: &str) -> Game {
        Game::from_tps(&parse_tps(tps).unwrap(), Rules::standard(4)).unwrap()
    }

    fn after(before: &Game, mv: &str) -> Game {
        before.after(before.read_move(mv).unwrap()).unwrap()
    }

    /// White has b1, b2, c1 and c2: a reply to b3 exists on b4; b3 and c3 together have none.
    const LADDER: &str = "x4/x,1,x2/2,1,1,2/2,1,1,2 1 5";

    #[test]
    fn tinue_is_a_tak_without_an_answer() {
        let single = after(&board("x4/x4/x,1,x,2/2,1,x2 1 3"), "b3");
        let double = after(&board(LADDER), "c3");
        for (manners, expected) in [
            (Manners::Usual, [ThreatMark::Tak, ThreatMark::Tak]),
            (Manners::Courtly, [ThreatMark::Tak, ThreatMark::Tinue]),
            (Manners::Street, [ThreatMark::None, ThreatMark::None]),
        ] {
            assert_eq!([&single, &double].map(|game| manners.threat(game)), expected);
        }
    }

    #[test]
    fn overlooked_means_avoidable() {
        let tak = after(&board("x4/x4/x,1,x,2/2,1,x2 1 3"), "b3");
        assert!(overlooked(&after(&tak, "a4")).is_some());
        assert_eq!(overlooked(&after(&tak, "b4")), None);
        let tinue = after(&board(LADDER), "c3");
        assert_eq!(overlooked(&after(&tinue, "a4")), None);
    }

    fn stones(size: usize, seed: u64) -> Vec<Ply> {
        first_stones(Game::start(size, Rules::standard(size)).unwrap(), Seed::new(seed))
    }

    #[test]
    fn reaches_every_square_and_never_repeats_one() {
        let mut pairs = HashSet::new();
        for seed in 0..2000 {
            let plies = stones(3, seed);
            let squares: Vec<_> = plies.iter().map(|ply| ply.mv.square()).collect();
            assert!(squares.len() == 2 && squares[0] != squares[1], "{squares:?}");
            pairs.insert(squares);
        }
        assert_eq!(pairs.len(), 72);
        assert_eq!(stones(5, 7), stones(5, 7));
    }

    #[test]
    fn reads_time_controls() {
        let read = |text| ClockSetting::read(text).map(|control| control.to_string()).ok();
        assert_eq!(read("10m+5s").as_deref(), Some("10:0 +5"));
        assert_eq!(read("90s").as_deref(), Some("1:30 +0"));
        assert_eq!(read("1h+500ms").as_deref(), Some("60:0 +0.5"));
        for bad in ["", "10", "10m+5", "0s", "+5s", "10m+", "soon", "10m+5s+1s", "-5m"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn subtracts_time() {
        let mut clocks = Clocks::new(ClockSetting::read("1h+5s").unwrap());
        assert!(clocks.press(Color::White));
        assert_eq!(clocks.shown(Color::Black)[Color::White], "1:00:04");
        clocks.left[Color::Black] = Duration::ZERO;
        assert!(!clocks.press(Color::Black));
        let limits = clocks.bound(Limits::depth(3));
        assert_eq!((limits.depth, limits.time[Color::Black]), (Some(3), Some(Duration::ZERO)));
    }
}
