//! Games of a match as PTN, and back: the file is all that a match remembers.

use super::claim::Claims;
use super::ending::Ending;
use super::game::Transcript;
use super::plan::{Fixture, Plan};
use crate::tools::date;
use std::time::SystemTime;
use stonefall_engine::notation::game::{Evaluation, Game, GameResult, Writer};
use stonefall_engine::types::{ByColor, Color, Opening};
use thiserror::Error;

/// The tag that says which match a game belongs to: see [`Plan::identity`].
const MATCH: &str = "Match";
/// The tags with what was announced.
const CLAIMS: ByColor<&str> = ByColor::new("Claims1", "Claims2");

/// What the match keeps of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Which game it is.
    pub fixture: Fixture,
    /// How it ended.
    pub ending: Ending,
    /// Its length in plies, the opening included.
    pub plies: usize,
    /// What was announced.
    pub claims: ByColor<Claims>,
    /// What the engines' moves took.
    pub effort: ByColor<Effort>,
}

/// What an engine's moves took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Moves, without those of the opening.
    pub moves: u64,
    /// Time in milliseconds.
    pub milliseconds: u64,
    /// Nodes, or visits where there are none.
    pub nodes: u64,
    /// Depths of all moves together.
    pub depth: u64,
}

impl Effort {
    /// Takes in what another game took.
    pub const fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.milliseconds += other.milliseconds;
        self.nodes += other.nodes;
        self.depth += other.depth;
    }
}

/// Why a game is none of this match.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordError {
    /// It does not say which match it is of.
    #[error("it is no game of a match")]
    NoMatch,
    /// It is of another match.
    #[error("it is of a match with other engines, options, openings or rules")]
    OtherMatch,
    /// Its tags do not say what they should.
    #[error("expected the tag {0} as this program writes it")]
    Tag(&'static str),
    /// It has no result: it was not written to its end.
    #[error("it has no result")]
    Unfinished,
}

/// A game's text.
pub(super) fn write(plan: &Plan, fixture: &Fixture, transcript: &Transcript) -> String {
    let mut writer = Writer::new();
    let name = |color: Color| &plan.contenders[fixture.players[color]].name;
    let controls = Color::ALL.map(|color| plan.contenders[fixture.players[color]].control);
    let (date, time) = date::tags(SystemTime::now());
    let rules = &plan.rules;
    writer
        .tag("Site", "stonefall match")
        .tag("Date", &date)
        .tag("Time", &time)
        .tag("Player1", name(Color::White))
        .tag("Player2", name(Color::Black))
        .tag("Size", &plan.size.to_string());
    if rules.half_komi.half_flats() != 0 {
        writer.tag("Komi", &rules.half_komi.to_string());
    }
    if rules.opening != Opening::Swap {
        writer.tag("Opening", rules.opening.name());
    }
    let book = &plan.openings[fixture.opening];
    if let Some(tps) = &book.tps {
        writer.tag("TPS", &tps.to_string());
    }
    let clock = match controls {
        [white, black] if white == black => white.to_string(),
        [white, black] => format!("{white} vs {black}"),
    };
    writer
        .tag("Clock", &clock)
        .tag("Round", &(fixture.number + 1).to_string())
        .tag("Result", &transcript.ending.result().to_string())
        .tag("Termination", &transcript.ending.to_string());
    for color in Color::ALL {
        if transcript.claims[color].made > 0 {
            writer.tag(CLAIMS[color], &transcript.claims[color].to_string());
        }
    }
    writer.tag(MATCH, &plan.identity());
    if let Some(tps) = &book.tps {
        writer.begin(tps.move_number, tps.to_move);
    }
    for (ply, evaluation) in &transcript.plies {
        writer.ply(ply);
        if let Some(evaluation) = evaluation {
            writer.evaluation(evaluation);
        }
    }
    writer.result(transcript.ending.result());
    writer.finish()
}

impl Record {
    /// Reads a game of this match.
    ///
    /// # Errors
    /// If it is none, or not whole.
    pub fn read(game: &Game, plan: &Plan) -> Result<Self, RecordError> {
        let tree = game.tree();
        let main = &tree.lines[Game::MAIN_LINE];
        // Only the result behind the moves tells that all of them are there.
        let last = main.plies.last().and_then(|played| played.result).or(main.result);
        let result = last.filter(|&result| result != GameResult::Unfinished);
        let result = result.ok_or(RecordError::Unfinished)?;
        let identity = game.tag(MATCH).ok_or(RecordError::NoMatch)?;
        if identity != plan.identity() {
            return Err(RecordError::OtherMatch);
        }
        let number = game.tag("Round").and_then(|text| text.parse::<usize>().ok());
        let number = number.and_then(|number| number.checked_sub(1));
        let fixture = plan.fixture(number.ok_or(RecordError::Tag("Round"))?);
        let ending = game.tag("Termination").and_then(|text| Ending::read(result, text));
        let ending = ending.ok_or(RecordError::Tag("Termination"))?;
        let claims = ByColor::from_fn(|color| {
            game.tag(CLAIMS[color]).and_then(Claims::read).unwrap_or_default()
        });
        let mut effort = ByColor::<Effort>::default();
        for (ply, played) in main.plies.iter().enumerate() {
            let comment = played.comments.first().and_then(|&index| game.items()[index].comment());
            let Some(said) = comment.and_then(Evaluation::read) else { continue };
            let sum = &mut effort[tree.number(ply).1];
            sum.add(&Effort {
                moves: 1,
                milliseconds: said.milliseconds.unwrap_or(0),
                nodes: said.nodes.or(said.visits).unwrap_or(0),
                depth: said.depth.unwrap_or(0).into(),
            });
        }
        Ok(Self { fixture, ending, plies: main.plies.len(), claims, effort })
    }
}
