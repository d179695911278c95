//! Command line of a match.

use super::engine::{self, EngineSettings};
use crate::cli::file::{self, failed};
use crate::cli::only::Only;
use crate::cli::output::{Form, complain};
use crate::cli::resume::ResumeFlags;
use crate::cli::{Error, duration};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;
use stonefall_engine::types::{HalfKomi, Opening, Rules};
use stonefall_tools::arguments::BoardRules;
use stonefall_tools::matches::{
    BookFormat, BookLine, Contender, EndRules, Format, Lines, MatchPlan, Sprt, read_book, shuffle,
};

/// Games per pairing, without and with a test that ends the match.
const GAMES: usize = 100;
const SPRT_GAMES: usize = 3000;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "An engine is a program (self is this one) and KEY=VALUE pairs, separated by commas:\n  \
    name=NAME              its name [default: the name that it sends]\n  \
    cmd=PROGRAM            the program, if it is not the first word\n  \
    arg=WORD, args=WORDS   one argument, or several separated by spaces\n  \
    dir=FOLDER, env.X=Y    working folder; environment variable\n  \
    option.NAME=VALUE      an option of the engine; Ponder=true lets it search in the opponent's time\n  \
    tc=5+0.05              seconds (or minutes:seconds) per game and increment per move\n  \
    movetime=500ms         time per move\n  \
    nodes=N, depth=N       positions or plies per move\n  \
    margin=10ms            time tolerance\n  \
    restart=on             restart for every game\n\
    --each sets defaults for every engine.\n\n\
    Examples:\n  \
    stonefall match --engine self --engine ./tiltak --each tc=5+0.05 \\\n      \
    --book openings/6x6-komi2.txt --games 200 --concurrency 2 --out games.ptn\n  \
    stonefall match --engine ./new,name=new --engine ./old,name=old --each tc=2+0.02 \\\n      \
    --book openings/6x6-komi2.txt --sprt elo0=0,elo1=20 --out test.ptn\n\
    stonefall match --engine ./new --engine ./old --each nodes=20000 --book book.txt --games 200 --only 1-100 --out a.ptn\n  \
    stonefall match --tally a.ptn b.ptn --sprt elo0=0,elo1=20     # the result of all games\n\
    The same command resumes an interrupted match: docs/match.md."
)]
pub(in crate::cli) struct MatchArgs {
    /// An engine, at least twice: PROGRAM[,KEY=VALUE...] as below
    #[arg(long = "engine", value_name = "ENGINE", required_unless_present = "tally", value_parser = engine::read)]
    engines: Vec<EngineSettings>,
    /// Play nothing; show the results of these PTN files of matches
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["engines", "out"])]
    pub(super) tally: Vec<PathBuf>,
    /// Defaults for every engine
    #[arg(long, value_name = "KEY=VALUE,...", value_parser = engine::read)]
    each: Option<EngineSettings>,
    /// Round robin, or the first engine against all others
    #[arg(long, value_enum, default_value_t = Format::RoundRobin, value_name = "FORMAT")]
    format: Format,
    /// Games per pairing with both colors of each opening [default: 100; with --sprt up to 3000, or as many as the book has]
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Stop when a test decides whether the first of two engines is stronger: default or
    /// elo0=0,elo1=20,alpha=0.05,beta=0.05,model=normalized|logistic
    #[arg(long, value_name = "TEST", value_parser = engine::read_sprt, conflicts_with = "only")]
    pub(super) sprt: Option<Sprt>,
    #[command(flatten)]
    board: BoardRules,
    /// Komi in half flats, -20 to 20; positive komi helps Black
    #[arg(
        long,
        alias = "halfkomi",
        value_name = "N",
        default_value_t = HalfKomi::USUAL.half_flats(),
        value_parser = clap::value_parser!(i32).range(-20..=20),
        allow_negative_numbers = true
    )]
    half_komi: i32,
    /// Opening book: lines of moves (as in openings/), lines of TPS, or PTN games
    #[arg(long, value_name = "FILE")]
    pub(super) book: Option<PathBuf>,
    /// Format of the book [default: detected]
    #[arg(long, value_enum, value_name = "FORMAT")]
    book_format: Option<BookFormat>,
    /// Use only the first N plies of each opening
    #[arg(long, value_name = "N")]
    book_plies: Option<usize>,
    /// Seed for the order of openings
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Reuse the book when it is used up, even if games repeat
    #[arg(long, requires = "book")]
    repeat_openings: bool,
    /// Use the openings in the order of the book
    #[arg(long, conflicts_with = "seed")]
    in_order: bool,
    /// Games to play at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    #[command(flatten)]
    ends: EndRules,
    /// Draw after N plies without a placement or a flattened wall (PlayTak: 50); 0 for never
    #[arg(long, value_name = "N", default_value = "0")]
    reversible_plies: u16,
    /// Time tolerance per move
    #[arg(long, value_name = "TIME", default_value = "10ms", value_parser = duration::read)]
    margin: Duration,
    /// Longest wait for an engine to start, to get ready, or to move without a time limit
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration::read)]
    patience: Duration,
    /// PTN file for the games; a match whose games it holds is resumed
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) only: Only,
    #[command(flatten)]
    pub(super) resume: ResumeFlags,
    /// Write the engine's expected line after each move
    #[arg(long)]
    lines: bool,
    #[command(flatten)]
    pub(super) form: Form,
}

impl MatchArgs {
    /// The match to play.
    pub(super) fn plan(&self) -> Result<MatchPlan, Error> {
        let size = self.board.size();
        let rules = self.board.rules(self.half_komi, Opening::Swap, self.reversible_plies)?;
        let (contenders, openings) = (self.contenders()?, self.openings(size, rules)?);
        let games = self.games(&contenders, openings.len())?;
        Ok(MatchPlan {
            openings,
            games: games.next_multiple_of(2),
            ends: self.ends,
            patience: self.patience,
            concurrency: self.concurrency.into(),
            lines: if self.lines { Lines::Kept } else { Lines::Dropped },
            ..MatchPlan::new(size, rules, contenders, self.format)
        })
    }

    /// Games per pairing. Without a clock, equal openings give equal games, which must not count twice.
    fn games(&self, contenders: &[Contender], openings: usize) -> Result<usize, Error> {
        let wanted = self.games.unwrap_or(if self.sprt.is_some() { SPRT_GAMES } else { GAMES });
        let most = 2 * openings;
        if self.book.is_none() || wanted <= most || self.repeat_openings {
            return Ok(wanted);
        }
        if !contenders.iter().all(|contender| contender.control.is_timeless()) {
            complain(&format!("the book restarts after {most} games: games may repeat"));
            return Ok(wanted);
        }
        if self.games.is_none() {
            return Ok(most);
        }
        Err(Error::Usage(format!(
            "expected at most {most} games for a book of {openings} openings, found {wanted}: without a clock, \
             further games would be copies (--repeat-openings plays them)"
        )))
    }

    fn contenders(&self) -> Result<Vec<Contender>, Error> {
        let usage = |text: String| Error::Usage(text);
        let mut contenders = Vec::new();
        for settings in &self.engines {
            let mut contender = EngineSettings::this_program().map_err(usage)?;
            contender.margin = self.margin;
            for settings in self.each.iter().chain([settings]) {
                settings.apply(&mut contender).map_err(usage)?;
            }
            if contender.control.is_open() {
                let engine = contender.launch.command();
                return Err(usage(format!(
                    "expected tc, movetime, nodes or depth for {engine} or in --each, found none"
                )));
            }
            contenders.push(contender);
        }
        match contenders.len() {
            0 | 1 => Err(usage("expected at least two engines (self is this program)".into())),
            2 => Ok(contenders),
            _ if self.sprt.is_none() => Ok(contenders),
            found => Err(usage(format!("expected two engines for --sprt, found {found}"))),
        }
    }

    fn openings(&self, size: usize, rules: Rules) -> Result<Vec<BookLine>, Error> {
        let Some(path) = &self.book else { return Ok(vec![BookLine::default()]) };
        let text = file::read(path)?;
        let format = self.book_format.unwrap_or_else(|| BookFormat::guess(&text));
        let book = read_book(&text, format, self.book_plies, size, rules);
        let mut book = book.map_err(failed(path))?;
        if !self.in_order {
            shuffle(&mut book, self.seed);
        }
        Ok(book)
    }
}
