//! `stonefall solve`: proves whether a win can be forced.

mod report;

use super::analyze::{game_over, introduce};
use super::flags::hash_mib;
use super::json::WithPosition;
use super::output::{Form, Output, write_json};
use super::position::Source;
use super::{Error, duration, file, interrupt, progress};
use clap::Args;
use indicatif::ProgressBar;
use report::SolutionFacts;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use stonefall_engine::game::{Game, Solver};
use stonefall_engine::ponder::Deadline;
use stonefall_engine::report::proof_tree;
use stonefall_engine::search::proof::{Answer, Budget, FirstMoves, Goal, Question};
use stonefall_engine::stopper::Stopper;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Without --any, every move of the side to move completes a road or threatens one (tak), \
    and a game that ends on flats is a failure. The rules replay every proof against every reply.\n\n\
    Examples:\n  \
    stonefall solve 'x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7'\n  \
    stonefall solve game.ptn --ply 30 --moves 4 --movetime 20s\n  \
    stonefall solve game.ptn --tree proof.ptn\n  \
    stonefall solve 'x,1,2/2,1,1/1,2,x 2 5' --any"
)]
pub(super) struct SolveArgs {
    #[command(flatten)]
    source: Source,
    /// Look for any win with any moves, on small boards and in late positions
    #[arg(long)]
    any: bool,
    /// Look for a win in at most N moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    moves: Option<u32>,
    /// Stop at the first proof, without shorter wins or other first moves
    #[arg(long)]
    quick: bool,
    /// Search at most N positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search at most for this time: 500 or 500ms, 5s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration::read)]
    movetime: Option<Duration>,
    /// Size of the table in MiB
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// Write the complete proof as a PTN game with variations to this file (- for standard output)
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    #[command(flatten)]
    form: Form,
}

impl SolveArgs {
    const fn question(&self) -> Question {
        Question {
            goal: if self.any { Goal::Win } else { Goal::Road },
            moves: self.moves,
            shortest: !self.quick,
        }
    }

    fn budget(&self) -> Budget {
        let deadline = self.movetime.and_then(Deadline::after);
        Budget { nodes: self.nodes, deadline, stopper: Stopper::default() }
    }
}

/// The results.
struct Solution {
    answer: Answer,
    first: FirstMoves,
    nodes: u64,
    time: Duration,
}

pub(super) fn run(arguments: &SolveArgs, output: &mut Output) -> Result<(), Error> {
    let game = arguments.source.game()?;
    let to_stdout = arguments.tree.as_deref().is_some_and(file::is_standard);
    let talks = !arguments.form.json && !to_stdout;
    if talks {
        introduce(&game, arguments.form.style(), output)?;
    }
    if let Some(outcome) = game.outcome_with_history() {
        let text = game_over(outcome);
        return match arguments.form.json {
            true => {
                let facts = SolutionFacts::new(&game, arguments.question().goal, None, text);
                write_json(output, &WithPosition::new(&game, facts))
            }
            false => Ok(writeln!(output, "   {text}")?),
        };
    }

    let budget = arguments.budget();
    let start = Instant::now();
    let mut solver = Solver::new(hash_mib(arguments.hash));
    let mut bar = None;
    let answer = solver.solve(&game, arguments.question(), &budget, &mut |progress| {
        // Before the first report, Ctrl-C ends the program as usual.
        let bar = bar.get_or_insert_with(|| {
            interrupt::watch_for(&budget.stopper);
            if talks {
                progress::moving_line("Ctrl-C ends the search")
            } else {
                ProgressBar::hidden()
            }
        });
        bar.set_message(report::searching(progress));
    });
    let mut nodes = solver.nodes();
    let mut first = FirstMoves::default();
    if let Some(proof) = answer.proof()
        && !arguments.quick
    {
        let budget =
            Budget { nodes: budget.nodes.map(|limit| limit.max(nodes + 1) - nodes), ..budget };
        first = solver.first_moves(&game, proof.goal, proof.moves(), &budget);
        nodes += solver.nodes();
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    let solution = Solution { answer, first, nodes, time: start.elapsed() };
    write_tree(&game, arguments, &solution, output)?;
    if arguments.form.json {
        let question = arguments.question();
        let summary = report::sentence(&game, question, &solution);
        let facts = SolutionFacts::new(&game, question.goal, Some(&solution), summary);
        return write_json(output, &WithPosition::new(&game, facts));
    }
    if talks {
        output.write_all(report::report(&game, arguments.question(), &solution).as_bytes())?;
    }
    Ok(())
}

fn write_tree(
    game: &Game,
    arguments: &SolveArgs,
    solution: &Solution,
    output: &mut Output,
) -> Result<(), Error> {
    let Some(path) = &arguments.tree else { return Ok(()) };
    let Some(proof) = solution.answer.proof() else {
        return Err(Error::Failed(format!(
            "expected a proof for --tree, found none: {}",
            report::sentence(game, arguments.question(), solution)
        )));
    };
    let text = proof_tree(game, proof);
    if file::is_standard(path) {
        return Ok(output.write_all(text.as_bytes())?);
    }
    file::replace(path, text)
}
