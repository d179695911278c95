//! Games of a match in PTN. The game file is the only memory of a match.

use super::claim::Claims;
use super::game::Transcript;
use super::judge::Ending;
use super::plan::{Fixture, MatchPlan};
use crate::date;
use serde::Serialize;
use std::time::SystemTime;
use stonefall_engine::notation::ptn_file::{Evaluation, GameError, GameResult, PtnGame};
use stonefall_engine::types::{ByColor, Color};
use thiserror::Error;

/// Value of the first tag.
pub(super) const SITE: &str = "stonefall match";
/// Tag with the [`MatchPlan::identity`].
const MATCH: &str = "Match";
/// Tags with the announcements of both players.
const CLAIMS: ByColor<&str> = ByColor::new("Claims1", "Claims2");

/// A finished game of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchRecord {
    /// The game of the plan.
    pub fixture: Fixture,
    /// Its end.
    pub ending: Ending,
    /// Number of plies, with the opening.
    pub plies: usize,
    /// Announcements of both players.
    pub claims: ByColor<Claims>,
    /// Effort of both players.
    pub effort: ByColor<Effort>,
}

/// Sums over an engine's moves.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Moves without the opening.
    pub moves: u64,
    /// Time in milliseconds.
    #[serde(rename = "time_ms")]
    pub milliseconds: u64,
    /// Nodes, or visits if there are no nodes.
    pub nodes: u64,
    /// Depth.
    #[serde(skip)]
    pub depth: u64,
}

impl Effort {
    /// Adds the effort of another game.
    pub const fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.milliseconds += other.milliseconds;
        self.nodes += other.nodes;
        self.depth += other.depth;
    }
}

/// Error of a game that does not belong to the match.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MatchRecordError {
    /// It has no `Match` tag.
    #[error("expected a game of stonefall match, found another game")]
    NoMatch,
    /// It belongs to another match.
    #[error("expected a game of this match, found other engines, options, openings or rules")]
    OtherMatch,
    /// It is not one of the games of the file.
    #[error("expected games {first} to {last}, found game {found}")]
    OtherGame {
        /// The first game of the file, from 1.
        first: usize,
        /// The last one.
        last: usize,
        /// Its number.
        found: usize,
    },
    /// It is there a second time.
    #[error("expected every game once, found it twice")]
    Twice,
    /// Its rules are not those of other games.
    #[error("expected the rules of the first game ({expected}), found {found}")]
    OtherRules {
        /// The rules of the first game.
        expected: String,
        /// Its rules.
        found: String,
    },
    /// Its tags do not describe a game.
    #[error(transparent)]
    Setup(#[from] GameError),
    /// A tag is missing or invalid.
    #[error("expected the tag {0} as this program writes it")]
    Tag(&'static str),
    /// It is incomplete.
    #[error("expected a result, found none")]
    Unfinished,
}

/// Writes a game as PTN.
pub(super) fn write(plan: &MatchPlan, fixture: &Fixture, transcript: &Transcript) -> String {
    let mut ptn = PtnGame::default();
    let name = |color: Color| &plan.contenders[fixture.players[color]].name;
    let controls = Color::ALL.map(|color| plan.contenders[fixture.players[color]].control);
    let (date, time) = date::tags(SystemTime::now());
    ptn.set_tag("Site", SITE)
        .set_tag("Date", &date)
        .set_tag("Time", &time)
        .set_tag("Player1", name(Color::White))
        .set_tag("Player2", name(Color::Black))
        .set_up(plan.size, &plan.rules, plan.openings[fixture.opening].tps.as_ref());
    let clock = match controls {
        [white, black] if white == black => white.to_string(),
        [white, black] => format!("{white} vs {black}"),
    };
    ptn.set_tag("Clock", &clock)
        .set_tag("Round", &(fixture.number + 1).to_string())
        .set_tag("Result", &transcript.ending.result().to_string())
        .set_tag("Termination", &transcript.ending.to_string());
    for color in Color::ALL {
        if transcript.claims[color].made > 0 {
            ptn.set_tag(CLAIMS[color], &transcript.claims[color].to_string());
        }
    }
    ptn.set_tag(MATCH, &plan.identity());
    for (ply, evaluation) in &transcript.plies {
        let played = ptn.main_mut().push(*ply);
        played.comments.extend(evaluation.as_ref().map(ToString::to_string));
    }
    ptn.main_mut().result = Some(transcript.ending.result());
    ptn.to_string()
}

impl MatchRecord {
    /// Reads a game of this match.
    ///
    /// # Errors
    /// If it belongs to another match or is incomplete.
    pub fn read(game: &PtnGame, plan: &MatchPlan) -> Result<Self, MatchRecordError> {
        Self::result(game)?;
        let (identity, number) = Self::place(game)?;
        if identity == plan.identity() {
            Self::of(game, plan.fixture(number))
        } else {
            Err(MatchRecordError::OtherMatch)
        }
    }

    /// The match of a game, and its number there.
    pub(super) fn place(game: &PtnGame) -> Result<(&str, usize), MatchRecordError> {
        let identity = game.tag(MATCH).ok_or(MatchRecordError::NoMatch)?;
        let number = game.tag("Round").and_then(|text| text.parse::<usize>().ok());
        let number = number.and_then(|number| number.checked_sub(1));
        Ok((identity, number.ok_or(MatchRecordError::Tag("Round"))?))
    }

    /// Reads a game of the given number and players.
    pub(super) fn of(game: &PtnGame, fixture: Fixture) -> Result<Self, MatchRecordError> {
        let (result, main) = (Self::result(game)?, game.main());
        let ending = game.tag("Termination").and_then(|text| Ending::read(result, text));
        let ending = ending.ok_or(MatchRecordError::Tag("Termination"))?;
        let claims = ByColor::from_fn(|color| {
            game.tag(CLAIMS[color]).and_then(Claims::read).unwrap_or_default()
        });
        let mut effort = ByColor::<Effort>::default();
        let (_, first) = game.first();
        for (ply, played) in main.moves.iter().enumerate() {
            let comment = played.comments.first();
            let Some(said) = comment.and_then(|it| Evaluation::read(it)) else { continue };
            let sum = &mut effort[if ply % 2 == 0 { first } else { !first }];
            sum.add(&Effort {
                moves: 1,
                milliseconds: said.milliseconds.unwrap_or(0),
                nodes: said.nodes.or(said.visits).unwrap_or(0),
                depth: said.depth.unwrap_or(0).into(),
            });
        }
        Ok(Self { fixture, ending, plies: main.moves.len(), claims, effort })
    }

    /// Result of a complete game: the one after the moves, which is written last.
    pub(super) fn result(game: &PtnGame) -> Result<GameResult, MatchRecordError> {
        let result = game.main().result;
        result
            .filter(|&result| result != GameResult::Unfinished)
            .ok_or(MatchRecordError::Unfinished)
    }
}
