//! `stonefall openings` without a subcommand: makes a book of balanced openings.

use crate::cli::output::Output;
use crate::cli::progress::Progress;
use crate::cli::resume::ResumeFlags;
use crate::cli::{Error, file, resume};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use stonefall_engine::report::grouped;
use stonefall_engine::{Game, HalfKomi, Opening};
use stonefall_tools::arguments::BoardRules;
use stonefall_tools::openings::{BalancePlan, BalancedBook};
use stonefall_tools::workers::WorkEnd;

#[derive(Args, Clone, Debug)]
pub(super) struct BalancedArgs {
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
    /// Number of openings to find
    #[arg(long, value_name = "N", default_value = "200")]
    count: usize,
    #[command(flatten)]
    plan: BalancePlan,
    /// Number of threads; the book does not depend on it
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// File of the book [default: openings/6x6-komi2.txt, by size, komi and rules]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    resume: ResumeFlags,
}

impl BalancedArgs {
    /// The empty board with the rules of the games.
    fn start(&self) -> Result<Game, Error> {
        let rules = self.board.rules(self.half_komi, Opening::Swap, 0)?;
        Ok(Game::start(self.board.size(), rules)?)
    }

    fn path(&self, start: &Game) -> PathBuf {
        let (size, komi) = (start.size(), start.rules().half_komi);
        let rules = self.board.suffix();
        let name = || format!("openings/{size}x{size}-komi{komi}{rules}.txt").into();
        self.out.clone().unwrap_or_else(name)
    }
}

pub(super) fn run(arguments: &BalancedArgs, output: &mut Output) -> Result<(), Error> {
    let start = arguments.start()?;
    let path = arguments.path(&start);
    let count = arguments.count;
    file::create_folder(&path)?;
    let mut book = BalancedBook::open(&path, arguments.resume.start(), start, arguments.plan)?;
    resume::report_resumed(book.openings, "openings");

    let stopper = arguments.resume.stopper();
    let mut progress = Progress::new(count as u64, "openings");
    let on_candidate = |openings: usize, examined: usize| {
        progress.show(openings as u64, || format!(", {} examined", grouped(examined as u64)));
    };
    let ended = book.extend(count, arguments.threads.into(), &stopper, on_candidate)?;
    drop(progress);

    let (openings, path) = (book.openings, path.display());
    let [examined, candidates] = [book.examined, book.candidates()].map(|it| grouped(it as u64));
    writeln!(
        output,
        "{path}: {openings} openings of {examined} examined and {candidates} possible ones"
    )?;
    output.flush()?;
    match ended {
        WorkEnd::Complete if openings < count => Err(Error::Failed(format!(
            "expected {count} balanced openings, found {openings}: allow a larger --max-score"
        ))),
        _ => resume::end(ended, openings, count, "openings"),
    }
}
