//! Games of a match in PTN. The game file is the only memory of a match.

use super::claim::Claims;
use super::game::Transcript;
use super::plan::{Fixture, MatchPlan};
use super::referee::Ending;
use crate::date;
use crate::resume::ResumeProblem;
use serde::Serialize;
use std::time::SystemTime;
use stonefall_engine::notation::ptn_file::{Evaluation, GameResult, PtnGame};
use stonefall_engine::types::{ByColor, Color};

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
        .set_up(plan.board.size(), &plan.rules, plan.openings[fixture.opening].tps.as_ref());
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
    /// If it belongs to another match.
    pub fn read(game: &PtnGame, plan: &MatchPlan) -> Result<Self, ResumeProblem> {
        let (identity, number) = Self::place(game)?;
        if identity == plan.identity() {
            return Self::of(game, plan.fixture(number));
        }
        let text = "expected a game of this match, found other engines, options, openings or rules";
        Err(ResumeProblem::Settings(text.to_owned()))
    }

    /// The match of a game, and its number there.
    pub(super) fn place(game: &PtnGame) -> Result<(&str, usize), ResumeProblem> {
        let identity = game.tag(MATCH).ok_or_else(|| {
            let text = "expected a game of stonefall match, found another game";
            ResumeProblem::Content(text.to_owned())
        })?;
        let number = game.tag("Round").and_then(|text| text.parse::<usize>().ok());
        let number = number.and_then(|number| number.checked_sub(1));
        Ok((identity, number.ok_or_else(|| wrong_tag("Round"))?))
    }

    /// Reads a game of the given number and players.
    pub(super) fn of(game: &PtnGame, fixture: Fixture) -> Result<Self, ResumeProblem> {
        let main = game.main();
        let ending = game.tag("Termination").and_then(|text| Ending::read(main.result?, text));
        let ending = ending.ok_or_else(|| wrong_tag("Termination"))?;
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

    /// Whether a game is complete: it has the result after the moves, which is written last.
    pub(super) fn is_complete(game: &PtnGame) -> bool {
        game.main().result.is_some_and(|result| result != GameResult::Unfinished)
    }
}

fn wrong_tag(name: &str) -> ResumeProblem {
    ResumeProblem::Content(format!("expected the tag {name} as this program writes it"))
}
