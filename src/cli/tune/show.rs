//! Text form of values and scores.

use crate::cli::Error;
use crate::cli::matches::strength;
use crate::cli::output::{Output, columns};
use crate::table::grid;
use std::io::Write;
use stonefall_engine::report::{Style, grouped};
use stonefall_engine::search::{TUNABLES, Tunable};
use stonefall_engine::types::HalfKomi;
use stonefall_tools::matches::Score;
use stonefall_tools::tune::{TunePlan, TuneRun, TunedValue, distance};

/// 95 % of a normal distribution lie within this number of standard deviations of the mean.
const DEVIATIONS: f64 = 1.96;

/// List of all parameters.
pub(super) fn list(output: &mut Output) -> Result<(), Error> {
    let widest = TUNABLES.iter().map(|tunable| tunable.name.len()).max().unwrap_or(0);
    writeln!(output, "   {:<widest$}  value           range      c", "name")?;
    for tunable in TUNABLES {
        let &Tunable { name, meaning, min, max, default } = tunable;
        let (range, c) = (format!("{min} to {max}"), distance(tunable));
        writeln!(output, "   {name:<widest$}  {default:>5}  {range:>14}  {c:>5.1}  {meaning}")?;
    }
    Ok(())
}

/// Description of a plan's games.
fn games(plan: &TunePlan, games: u32) -> String {
    let boards: Vec<_> = plan.sizes.iter().map(|size| format!("{size}x{size}")).collect();
    let ends = [*plan.half_komi.start(), *plan.half_komi.end()];
    let [least, most] = ends.map(|half_flats| HalfKomi::new(half_flats).unwrap_or_default());
    let komi = if least == most { least.to_string() } else { format!("{least} to {most}") };
    format!(
        "{} games on {}, komi {komi}, {} positions per move",
        grouped(games.into()),
        boards.join(" and "),
        grouped(plan.nodes.into())
    )
}

/// A value rounded to an integer.
fn whole(value: f64) -> i32 {
    value.round() as i32
}

/// Table of tuned values; a star marks a change larger than luck.
pub(super) fn tuned(values: &[TunedValue], style: Style) -> String {
    let rows = values.iter().map(|TunedValue { parameter, value, luck, spread: width }| {
        let change = value - f64::from(parameter.default);
        let luck = DEVIATIONS * luck;
        let star = if change.abs() > luck { "* " } else { "" };
        // More decimals for parameters with few values.
        let digits = match parameter.max - parameter.min {
            ..40 => 2,
            40..1000 => 1,
            _ => 0,
        };
        vec![
            parameter.name.to_owned(),
            parameter.default.to_string(),
            format!("{value:.digits$}"),
            format!("{star}{change:+.digits$}"),
            format!("± {luck:.digits$}"),
            format!("{width:.digits$}"),
        ]
    });
    let header = ["Name", "Start", "Value", "Change", "Luck (95 %)", "c"];
    grid(&header, &rows.collect::<Vec<_>>(), columns() - 4, style)
}

/// Changed values in the syntax of the command line.
fn words(values: &[TunedValue]) -> String {
    let changed = values.iter().filter_map(|TunedValue { parameter, value, .. }| {
        let value = whole(*value);
        (value != parameter.default).then(|| format!("{}={value}", parameter.name))
    });
    let changed: Vec<_> = changed.collect();
    if changed.is_empty() {
        "   no value has changed as an integer\n".into()
    } else {
        format!("   To measure the gain: stonefall tune --versus {}\n", changed.join(","))
    }
}

/// Results of the games of a run.
pub(super) fn results(run: &TuneRun, style: Style, output: &mut Output) -> Result<(), Error> {
    writeln!(output, "   {}", games(&run.plan, run.score.games()))?;
    let text = match &run.tuner {
        Some(tuner) => tuned(&tuner.values(), style) + &words(&tuner.values()),
        None => versus(&run.plan.versus, &run.score),
    };
    Ok(write!(output, "{text}")?)
}

/// Score of the given values.
fn versus(values: &[(String, i32)], score: &Score) -> String {
    let values: Vec<_> = values.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let values = values.join(",");
    format!("   {values} against the defaults: {score}\n{}", strength(score, true))
}
