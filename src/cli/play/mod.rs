//! `stonefall play`: a game against the engine in the terminal.

mod commands;
mod input;
mod manners;
mod session;

use super::flags::{Resources, named};
use super::output::Output;
use super::position::{Source, SourceGame};
use super::scoring::NAMES;
use super::{Error, duration, file};
use clap::{Args, ColorChoice, ValueEnum};
use manners::Manners;
use session::{PlaySession, Record, level_in_name, player_tag};
use std::path::{Path, PathBuf};
use std::time::Duration;
use stonefall_engine::game::Game;
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_engine::report::ScoringRule;
use stonefall_engine::search::{Level, Seed};
use stonefall_engine::types::{Color, HalfKomi, Opening};
use stonefall_tools::arguments::{OPENINGS, allow_opening};

/// Name of the engine in games.
const ENGINE: &str = "Stonefall";

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Type moves in PTN: a1 places a flat, Sa1 a wall, Ca1 the capstone, 3c3>12 spreads three \
    stones from c3 to the right. Type help for the other commands: hint, undo, level, save and more. \
    Ctrl-C or Enter makes the engine move at once; Ctrl-D leaves and saves the game.\n\n\
    Examples:\n  \
    stonefall play\n  \
    stonefall play --size 5 --color black --level 5 --save game.ptn\n  \
    stonefall play game.ptn --save game.ptn              # continues a game\n  \
    stonefall play game.ptn --ply 20 --color white       # ... after its 20th ply\n  \
    stonefall play --half-komi 0 --movetime 5s --street\n  \
    stonefall play --rules modegan --courtly             # rule variants: docs/customs.md\n  \
    stonefall play --size 5 --aturan"
)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    source: Source,
    /// Your color [default: white, or your color in the game]
    #[arg(long, value_enum, value_name = "COLOR")]
    color: Option<Side>,
    /// Opening rule [default: swap, or the rule of the game]
    #[arg(long, value_name = "OPENING", value_parser = named(OPENINGS))]
    opening: Option<Opening>,
    /// Level of the engine, 1 to 18 [default: 3; full strength with --movetime]
    #[arg(long, value_name = "N", value_parser = read_level)]
    level: Option<Level>,
    /// Time of the engine per move: 500 or 500ms, 5s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration::read)]
    movetime: Option<Duration>,
    /// Save every move to this file at once
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Start as in Atur: chance places the first two stones, each the opponent's (with --opening no-swap
    /// each player's own)
    #[arg(long)]
    aturan: bool,
    /// Courtly manners: announce tinue as well as tak; if you overlook tak you may take your move back
    #[arg(long, conflicts_with = "street")]
    courtly: bool,
    /// Street rules: no announcements
    #[arg(long)]
    street: bool,
    /// Scoring of a won game
    #[arg(long, value_name = "NAME", default_value = "book", value_parser = named(NAMES))]
    scoring: ScoringRule,
    /// Your name in the game file
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    resources: Resources,
    /// Seed of random choices: the same seed and moves give the same answers
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Colors of the board; auto uses them in a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    paint: ColorChoice,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    White,
    Black,
    /// Random
    Random,
}

fn read_level(text: &str) -> Result<Level, String> {
    text.parse().ok().and_then(Level::new).ok_or_else(|| {
        let (lowest, highest, found) = (Level::LOWEST, Level::HIGHEST, input::short(text));
        format!("expected a level from {lowest} to {highest}, found {found}")
    })
}

/// Limits of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct StrengthArgs {
    level: Option<Level>,
    movetime: Option<Duration>,
}

pub(super) fn run(arguments: &PlayArgs, output: &mut Output) -> Result<(), Error> {
    let source = arguments.source.read(HalfKomi::USUAL)?;
    let mut ptn = source.ptn.clone();
    if let Some(opening) = arguments.opening {
        if source.is_game {
            let text = "expected a new game for --opening, found a game with moves";
            return Err(Error::Usage(text.into()));
        }
        allow_opening(source.rule_set, opening).map_err(Error::Usage)?;
        ptn.set_tag("Opening", opening.name());
    }
    let seed = arguments.seed.map_or_else(Seed::random, Seed::new);
    if arguments.aturan {
        ptn = with_random_stones(&ptn, &source, seed)?;
    }
    let game = Game::replay(&ptn, PtnGame::MAIN_LINE, source.ply)?;
    if let Some(path) = &arguments.save {
        spare(path, source.is_game && arguments.source.is(path))?;
    }
    let human = arguments.human(&ptn, &game, &source, seed);
    let strength = arguments.strength(&ptn);
    let record = Record::new(ptn, game.played().count(), arguments.save.clone());
    PlaySession::new(game, record, (human, strength), seed, arguments, output).begin(source.is_game)
}

/// The game after its first two random stones.
fn with_random_stones(ptn: &PtnGame, source: &SourceGame, seed: Seed) -> Result<PtnGame, Error> {
    let refuse = |found: &str| {
        let expected = "expected the empty board and an opening of two single stones for --aturan";
        Err(Error::Usage(format!("{expected}, found {found}")))
    };
    if source.is_game {
        return refuse("a game with moves");
    }
    let start = Game::replay(ptn, PtnGame::MAIN_LINE, Some(0))?;
    if start.ply() > 0 {
        return refuse("a position with stones");
    }
    if start.rules().opening == Opening::DoubleBlackStack {
        return refuse("the double black stack");
    }
    let plies = manners::first_stones(start, seed);
    let mut ptn = ptn.clone();
    ptn.continue_with(0, &plies, None);
    Ok(ptn)
}

impl PlayArgs {
    const fn manners(&self) -> Manners {
        if self.courtly {
            Manners::Courtly
        } else if self.street {
            Manners::Street
        } else {
            Manners::Usual
        }
    }

    /// The player's color: the flag's, the other than the engine's in the game, or a default.
    fn human(&self, ptn: &PtnGame, game: &Game, source: &SourceGame, seed: Seed) -> Color {
        let is_engine = |color: &Color| {
            ptn.tag(player_tag(*color)).is_some_and(|name| name.starts_with(ENGINE))
        };
        let engines: Vec<_> = Color::ALL.into_iter().filter(is_engine).collect();
        match (self.color, &engines[..]) {
            (Some(Side::White), _) => Color::White,
            (Some(Side::Black), _) => Color::Black,
            (Some(Side::Random), _) => Color::from_bit(seed.below(0, 2)),
            (None, [engine]) => !*engine,
            (None, _) if source.is_game => game.to_move(),
            (None, _) => Color::White,
        }
    }

    /// The flag's value, the value of the game, or the default.
    fn strength(&self, ptn: &PtnGame) -> StrengthArgs {
        let before = || {
            let names = Color::ALL.into_iter().filter_map(|color| ptn.tag(player_tag(color)));
            names.filter_map(level_in_name).next()
        };
        let level = match self.level {
            None if self.movetime.is_some() => None,
            None => Some(before().unwrap_or_default()),
            asked => asked,
        };
        StrengthArgs { level, movetime: self.movetime }
    }
}

/// Refuses to overwrite a file, except the single game that is continued.
fn spare(path: &Path, is_continued: bool) -> Result<(), Error> {
    if !path.exists() {
        return Ok(());
    }
    let name = path.display();
    if is_continued {
        return match PtnGame::read_all(&file::read(path)?).count() {
            1 => Ok(()),
            games => Err(Error::Usage(format!(
                "expected another file to save to: {name} holds {games} games, and the others would be lost"
            ))),
        };
    }
    Err(Error::Usage(format!(
        "expected a new file to save to, found the existing {name} (to continue its game: \
         stonefall play {name} --save {name})"
    )))
}
