//! Games of a match as PTN, and back: the file is all that a match remembers.

use super::claim::Claims;
use super::ending::Ending;
use super::game::Transcript;
use super::plan::{Fixture, Format, Plan};
use crate::tools::date;
use std::time::SystemTime;
use stonefall_engine::notation::ptn_file::{Evaluation, GameResult, PtnGame, Writer};
use stonefall_engine::types::{ByColor, Color};
use thiserror::Error;

/// The tag that says which match a game belongs to: see [`Plan::identity`].
const MATCH: &str = "Match";
/// The tags that say which parts make one match: [`Plan::kind`] and the format, and the names of the engines in their order.
const POOL: &str = "Pool";
const ENGINES: &str = "Engines";
/// What stands between those names; none of them has it.
const BETWEEN: &str = "; ";
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
    for (name, value) in rules.tags(plan.size) {
        writer.tag(name, &value);
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
    let names: Vec<_> = plan.contenders.iter().map(|contender| contender.name.as_str()).collect();
    writer
        .tag(MATCH, &plan.identity())
        .tag(POOL, &format!("{} {}", plan.kind(), plan.format.name()))
        .tag(ENGINES, &names.join(BETWEEN));
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
    pub fn read(game: &PtnGame, plan: &Plan) -> Result<Self, RecordError> {
        result_of(game)?;
        let identity = game.tag(MATCH).ok_or(RecordError::NoMatch)?;
        if identity == plan.identity() {
            Self::read_any(game, plan)
        } else {
            Err(RecordError::OtherMatch)
        }
    }

    /// Reads a game of a match with these contenders, whatever its openings are.
    ///
    /// # Errors
    /// If it is none, or not whole.
    pub(super) fn read_any(game: &PtnGame, plan: &Plan) -> Result<Self, RecordError> {
        let (result, tree) = (result_of(game)?, game.tree());
        let main = &tree.lines[PtnGame::MAIN_LINE];
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

/// The result of a game that is whole: only the one behind the moves tells that all of them are there.
fn result_of(game: &PtnGame) -> Result<GameResult, RecordError> {
    let tree = game.tree();
    let main = &tree.lines[PtnGame::MAIN_LINE];
    let last = main.plies.last().and_then(|played| played.result).or(main.result);
    last.filter(|&result| result != GameResult::Unfinished).ok_or(RecordError::Unfinished)
}

/// Whether a game was written to its end.
pub(super) fn is_whole(game: &PtnGame) -> bool {
    result_of(game).is_ok()
}

/// What a game says of the match that it is part of: [`Plan::kind`], the format, and the names of the engines.
pub(super) fn pool_of(game: &PtnGame) -> Option<(String, Format, Vec<String>)> {
    let (kind, format) = game.tag(POOL)?.split_once(' ')?;
    let names: Vec<_> = game.tag(ENGINES)?.split(BETWEEN).map(str::to_owned).collect();
    (names.len() > 1).then_some((kind.to_owned(), Format::find(format)?, names))
}

/// How many plies of a game come from its opening: nobody has thought about those.
pub(super) fn opening_of(game: &PtnGame) -> usize {
    let tree = game.tree();
    let is_thought =
        |index: &usize| game.items()[*index].comment().and_then(Evaluation::read).is_some();
    let plies = &tree.lines[PtnGame::MAIN_LINE].plies;
    plies.iter().take_while(|played| !played.comments.first().is_some_and(is_thought)).count()
}
