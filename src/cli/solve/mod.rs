//! `stonefall solve`: whether a win can be forced, and the proof.

mod json;
mod progress;
mod words;

use super::Error;
use super::analyze::hash_mib;
use super::duration;
use super::output::{Output, Screen};
use super::position::Source;
use clap::Args;
use progress::Progress;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use stonefall_engine::game::{Game, Solver};
use stonefall_engine::report::{self, outcome_words, result_code, status};
use stonefall_engine::search::proof::{Answer, Budget, FirstMoves, Goal, Question};
use stonefall_engine::stopper::Stopper;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Without --any, every move of the player to move has to complete a road or \
    threaten to (tak), and a game that ends on flats is no success. What is said to be proved has \
    been replayed move by move by the rules of the game.\n\n\
    Examples:\n  \
    stonefall solve 'x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7'\n  \
    stonefall solve game.ptn --ply 30 --moves 4 --movetime 20s\n  \
    stonefall solve game.ptn --tree proof.ptn\n  \
    stonefall solve 'x,1,2/2,1,1/1,2,x 2 5' --any"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    source: Source,
    /// Look for a win of any kind, by any moves: for small boards and late positions
    #[arg(long)]
    any: bool,
    /// Look for a win in at most so many moves of the player to move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    moves: Option<u32>,
    /// Be content with the first proof found: look for no shorter one, and for no other first moves
    #[arg(long)]
    quick: bool,
    /// Open at most so many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search at most so long: 500 or 500ms, 5s, 2m
    #[arg(long, value_name = "TIME", value_parser = duration::read)]
    movetime: Option<Duration>,
    /// Memory for positions already searched, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// Write the whole proof to this file (- for standard output), as a PTN game with variations
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// Write JSON instead (docs/json.md describes it)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    screen: Screen,
}

impl Arguments {
    const fn question(&self) -> Question {
        Question {
            goal: if self.any { Goal::Win } else { Goal::Road },
            moves: self.moves,
            shortest: !self.quick,
        }
    }

    fn budget(&self, stopper: Stopper) -> Budget {
        let deadline = self.movetime.and_then(|time| Instant::now().checked_add(time));
        Budget { nodes: self.nodes, deadline, stopper }
    }
}

/// All that was found out.
struct Findings {
    answer: Answer,
    first: FirstMoves,
    nodes: u64,
    time: Duration,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Error> {
    let board = arguments.source.read()?.board()?;
    let style = arguments.screen.style();
    let to_stdout = arguments.tree.as_ref().is_some_and(|file| file.as_os_str() == "-");
    let talks = !arguments.json && !to_stdout;
    if talks {
        let diagram = board.diagram();
        write!(output, "{}\n{}\n", report::board(&diagram, style), status(&diagram, style))?;
        output.flush()?;
    }
    if let Some(outcome) = board.outcome_with_history() {
        if arguments.json {
            return json::finished(&board, outcome, output);
        }
        let (words, code) = (outcome_words(outcome), result_code(outcome));
        return Ok(writeln!(output, "   The game is over: {words} ({code}).")?);
    }

    let stopper = Stopper::default();
    let budget = arguments.budget(stopper.clone());
    let start = Instant::now();
    let mut prover = Solver::new(hash_mib(arguments.hash));
    let mut progress = Progress::new(!talks, stopper);
    let answer =
        prover.solve(&board, arguments.question(), &budget, &mut |effort| progress.show(effort));
    let mut nodes = prover.nodes();
    let mut first = FirstMoves::default();
    if let Some(proof) = answer.proof()
        && !arguments.quick
    {
        let budget =
            Budget { nodes: budget.nodes.map(|limit| limit.max(nodes + 1) - nodes), ..budget };
        first = prover.first_moves(&board, proof.goal, proof.moves(), &budget);
        nodes += prover.nodes();
    }
    progress.finish();
    let findings = Findings { answer, first, nodes, time: start.elapsed() };
    write_tree(&board, arguments, &findings, output)?;
    if arguments.json {
        return json::write(&board, arguments.question(), &findings, output);
    }
    if talks {
        output.write_all(words::report(&board, arguments.question(), &findings).as_bytes())?;
    }
    Ok(())
}

fn write_tree(
    board: &Game,
    arguments: &Arguments,
    findings: &Findings,
    output: &mut Output,
) -> Result<(), Error> {
    let Some(file) = &arguments.tree else { return Ok(()) };
    let Some(proof) = findings.answer.proof() else {
        return Err(Error::Failed(format!(
            "there is no proof to write: {}",
            words::sentence(board, arguments.question(), findings)
        )));
    };
    let text = board.proof_tree(proof);
    if file.as_os_str() == "-" {
        return Ok(output.write_all(text.as_bytes())?);
    }
    fs::write(file, text).map_err(|reason| Error::File { file: file.display().to_string(), reason })
}
