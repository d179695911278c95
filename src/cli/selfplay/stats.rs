//! `selfplay --stats`: counts of game records.

use crate::cli::Error;
use crate::cli::output::{Output, write_json};
use crate::cli::records::each_game;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use stonefall_engine::report::grouped;
use stonefall_learn::records::{SizeStats, Stats};

pub(super) fn run(paths: &[PathBuf], json: bool, output: &mut Output) -> Result<(), Error> {
    let mut stats = Stats::default();
    let damaged_bytes = each_game(paths, |game| stats.add(&game))?;
    if json {
        let sizes = stats.sizes.iter().map(|(&size, tally)| Row::new(size, tally)).collect();
        return write_json(output, &Report { damaged_bytes, sizes });
    }
    if stats.sizes.is_empty() {
        writeln!(output, "no games")?;
    }
    for (size, tally) in &stats.sizes {
        write!(output, "{}", page(*size, tally))?;
    }
    Ok(())
}

/// JSON form, documented in `docs/json.md`.
#[derive(Serialize)]
struct Report<'a> {
    damaged_bytes: u64,
    sizes: Vec<Row<'a>>,
}

/// The games of a board size.
#[derive(Serialize)]
struct Row<'a> {
    size: usize,
    #[serde(flatten)]
    tally: &'a SizeStats,
    mean_plies: f64,
    mean_centi_flats: f64,
    white_points: f64,
}

impl<'a> Row<'a> {
    fn new(size: usize, tally: &'a SizeStats) -> Self {
        let rounded = |number: f64, parts: f64| (number * parts).round() / parts;
        Self {
            size,
            tally,
            mean_plies: rounded(tally.mean_plies(), 1e2),
            mean_centi_flats: rounded(tally.mean_score() * 100.0, 1e2),
            white_points: rounded(tally.white_points(), 1e4),
        }
    }
}

fn page(size: usize, tally: &SizeStats) -> String {
    let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let share = |part: u64| format!("{} ({:.1} %)", grouped(part), percent(part, tally.games));
    let komi: Vec<_> = tally
        .half_komi
        .iter()
        .map(|(&half_flats, &games)| format!("{}: {}", f64::from(half_flats) / 2.0, grouped(games)))
        .collect();
    let lines = [
        (
            "games",
            format!("{}, {} of them repeated", grouped(tally.games), grouped(tally.repeated_games)),
        ),
        (
            "positions",
            format!(
                "{} searched, {:.1} % of them proven; of {} plies {:.1} % are repeated",
                grouped(tally.positions),
                percent(tally.proven, tally.positions),
                grouped(tally.plies),
                percent(tally.repeated_positions, tally.plies),
            ),
        ),
        (
            "plies",
            format!("{:.1} a game, {} to {}", tally.mean_plies(), tally.shortest, tally.longest),
        ),
        ("komi", komi.join(", ")),
        ("White", format!("road {}, flats {}", share(tally.roads[0]), share(tally.flats[0]))),
        ("Black", format!("road {}, flats {}", share(tally.roads[1]), share(tally.flats[1]))),
        (
            "draws",
            format!(
                "flats {}, repetition or reversible plies {}",
                share(tally.drawn_flats),
                share(tally.drawn_otherwise)
            ),
        ),
        (
            "score",
            format!(
                "mean {:+.2} flats for White, who scores {:.1} %",
                tally.mean_score(),
                100.0 * tally.white_points()
            ),
        ),
    ];
    let rare = [
        ("unfinished", tally.unfinished, ""),
        ("wrong", tally.contradicted, " ended differently from a proof"),
    ];
    let rare = rare.into_iter().filter(|&(_, games, _)| games > 0);
    let rare = rare.map(|(name, games, more)| (name, share(games) + more));
    let text = lines.into_iter().chain(rare).map(|(name, line)| format!("   {name:<10} {line}\n"));
    format!("{size}x{size}\n{}", text.collect::<String>())
}
