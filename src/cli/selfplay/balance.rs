//! `selfplay --balance`: compares predicted chances with results.

use crate::cli::output::Output;
use crate::cli::records::{each_game, print_buckets};
use crate::cli::{Error, file};
use crate::table::grid;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use stonefall_engine::eval::net::Network;
use stonefall_engine::report::{Style, grouped};
use stonefall_learn::fit::{Balance, Balances, MeanChance, Reading};

/// Maximum width of the table in columns.
const WIDTH: u16 = 80;

pub(super) fn run(
    paths: &[PathBuf],
    eval_file: Option<&Path>,
    output: &mut Output,
) -> Result<(), Error> {
    let given = eval_file.map(file::network).transpose()?;
    let mut networks: BTreeMap<_, _> =
        given.into_iter().map(|network| (network.size(), Some(network))).collect();
    let mut balances = Balances::default();
    each_game(paths, |game| {
        let network = networks.entry(game.size).or_insert_with_key(|&size| Network::shipped(size));
        balances.add(&game, network.as_deref())
    })?;
    let row = |(size, half_komi, balance): (usize, i32, &Balance)| {
        let result = balance.result();
        let cell = |MeanChance { chance, error }| {
            let [chance, more, error] = [chance, result - chance, error].map(|share| 100.0 * share);
            format!("{chance:.1} %, {more:+.1} ± {error:.1}")
        };
        vec![
            format!("{size}x{size}"),
            format!("{}", f64::from(half_komi) / 2.0),
            grouped(balance.games),
            format!("{:.1} %", 100.0 * result),
            cell(balance.evaluation()),
            cell(balance.search()),
        ]
    };
    let rows: Vec<_> = balances.komis().map(row).collect();
    let header = ["Board", "Komi", "Games", "White scored", "Evaluation", "Search"];
    write!(output, "{}", grid(&header, &rows, WIDTH, Style::Unicode))?;
    for (size, reading) in balances.readings() {
        print_reading(size, &reading, output)?;
    }
    Ok(())
}

/// Prints the fit of search scores on a board size.
fn print_reading(size: usize, reading: &Reading, output: &mut Output) -> Result<(), Error> {
    let Reading { used, best, draws_predicted, draws_found, .. } = reading;
    writeln!(output, "\n{size}x{size}, search scores at whole komi:")?;
    writeln!(
        output,
        "  {:.0} units turn 50 % into 73 % (best for these games: {:.0}); draws within {:.0} (best: {:.0})",
        used.spread.0, best.spread.0, used.draw, best.draw,
    )?;
    let [predicted, found] = [draws_predicted, draws_found].map(|share| 100.0 * share);
    writeln!(output, "  draws predicted {predicted:.1} %, found {found:.1} %\n")?;
    print_buckets(&reading.buckets, "chance by score", output)
}
