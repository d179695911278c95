//! Whether the evaluation's chances come true, komi by komi.

use crate::cli::Error;
use crate::cli::output::Output;
use crate::cli::records::{open, refused, tell_damage};
use crate::table::grid;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use stonefall_engine::eval::net::Network;
use stonefall_engine::report::{Style, grouped};
use stonefall_learn::fit::{Balance, Balances};

/// Columns of the table at most.
const WIDTH: u16 = 80;

pub(super) fn run(paths: &[PathBuf], output: &mut Output) -> Result<(), Error> {
    let mut networks = BTreeMap::new();
    let mut balances = Balances::default();
    for path in paths {
        let mut reader = open(path)?;
        while let Some(game) = reader.next_game().map_err(|error| refused(path, &error))? {
            let network =
                networks.entry(game.size).or_insert_with_key(|&size| Network::shipped(size));
            balances.add(&game, network.as_ref()).map_err(|error| refused(path, &error))?;
        }
        tell_damage(path, &reader);
    }
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let row = |(&(size, half_komi), balance): (&(usize, i32), &Balance)| {
        let difference = 100.0 * (balance.result() - balance.chance());
        vec![
            format!("{size}x{size}"),
            format!("{}", f64::from(half_komi) / 2.0),
            grouped(balance.games),
            percent(balance.chance()),
            percent(balance.result()),
            format!("{difference:+.1} ± {:.1}", 100.0 * balance.error()),
        ]
    };
    let rows: Vec<_> = balances.0.iter().map(row).collect();
    let header = ["Board", "Komi", "Games", "White's chance", "White's result", "Difference"];
    Ok(write!(output, "{}", grid(&header, &rows, WIDTH, Style::Unicode))?)
}
