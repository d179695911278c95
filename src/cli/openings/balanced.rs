//! `stonefall openings` without a subcommand: makes a book of balanced openings.

use crate::cli::output::Output;
use crate::cli::progress::Progress;
use crate::cli::{Error, file, interrupt, resume, rules};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use stonefall_engine::report::grouped;
use stonefall_engine::types::RuleSet;
use stonefall_tools::bench;
use stonefall_tools::openings::{Book, BookPlan, extend};
use stonefall_tools::workers::Ended;

/// Interval between saves of an unfinished book.
const SAVED_EVERY: Duration = Duration::from_secs(2);

#[derive(Args, Clone, Debug)]
pub(super) struct BalancedArgs {
    /// Board size, 3 to 8 [default: 6, or the size of the rules]
    #[arg(long, value_name = "N", value_parser = crate::cli::flags::size)]
    size: Option<usize>,
    /// Named rules of the games (help lists them) [default: standard]
    #[arg(long, value_name = "NAME", value_parser = rules::Reader)]
    rules: Option<RuleSet>,
    /// Komi in half flats, -20 to 20; positive komi helps Black
    #[arg(
        long,
        alias = "halfkomi",
        value_name = "N",
        default_value = "0",
        allow_negative_numbers = true
    )]
    half_komi: i32,
    /// Number of openings to find
    #[arg(long, value_name = "N", default_value = "200")]
    count: usize,
    /// Seed for the order of candidates
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Positions to search per opening
    #[arg(long, value_name = "N", default_value = "100000", value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,
    /// Largest advantage of either side in hundredths of a flat
    #[arg(long, value_name = "N", default_value = "50", value_parser = clap::value_parser!(i32).range(0..))]
    max_score: i32,
    /// Number of threads; the book does not depend on it
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// File of the book; a JSON file beside it records the settings
    /// [default: openings/6x6-komi0.txt, by size, komi and rules]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Discard a book in the file and start again
    #[arg(long)]
    restart: bool,
}

impl BalancedArgs {
    fn plan(&self) -> Result<BookPlan, Error> {
        let rules = self.rules.unwrap_or_default();
        let size = self.size.unwrap_or(rules.board(6));
        let &Self { half_komi, seed, nodes, max_score, .. } = self;
        Ok(BookPlan { size, rules, half_komi, seed, nodes, max_score })
    }

    fn path(&self, plan: &BookPlan) -> Result<PathBuf, Error> {
        let (size, komi) = (plan.size, plan.rules()?.half_komi);
        let rules = rules::in_file_name(plan.rules);
        let name = || format!("openings/{size}x{size}-komi{komi}{rules}.txt").into();
        Ok(self.out.clone().unwrap_or_else(name))
    }
}

pub(super) fn run(arguments: &BalancedArgs, output: &mut Output) -> Result<(), Error> {
    let plan = arguments.plan()?;
    let path = arguments.path(&plan)?;
    file::create_folder(&path)?;
    let start = resume::start(arguments.restart);
    let mut book = Book::open(&path, start, plan, bench::signature())?;
    resume::report_resumed(book.openings.len(), "openings");

    let stopper = interrupt::stopper();
    let mut progress = Progress::new(arguments.count as u64, "openings");
    let mut saved = Instant::now();
    let count = arguments.count;
    let ended = extend(&mut book, count, arguments.threads.into(), &stopper, |book| {
        let examined = || format!(", {} examined", grouped(book.record.examined as u64));
        progress.show(book.openings.len() as u64, examined);
        if saved.elapsed() >= SAVED_EVERY {
            saved = Instant::now();
            book.save(&path)?;
        }
        Ok::<_, Error>(())
    })?;
    book.save(&path)?;
    drop(progress);

    writeln!(output, "{}", summary(&book, &path))?;
    output.flush()?;
    match (ended, book.openings.len()) {
        (Ended::Complete, found) if found < count => Err(Error::Failed(format!(
            "expected {count} balanced openings, found {found}: allow a larger --max-score"
        ))),
        (Ended::Complete, _) => Ok(()),
        (Ended::Interrupted, found) => Err(resume::interrupted(found, count, "openings")),
    }
}

fn summary(book: &Book, path: &Path) -> String {
    let record = &book.record;
    let count = record.scores.len();
    let sum: i32 = record.scores.iter().sum();
    let mean = f64::from(sum) / 100.0 / count.max(1) as f64;
    format!(
        "{}: {count} openings of {} examined and {} possible ones; White's mean score {mean:+.2} flats",
        path.display(),
        grouped(record.examined as u64),
        grouped(record.candidates as u64),
    )
}
