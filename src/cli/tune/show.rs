//! Text form of values and scores.

use crate::cli::Error;
use crate::cli::matches::{sprt_words, strength};
use crate::cli::output::{Output, columns, counted};
use crate::table::grid;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use stonefall_engine::report::{Style, grouped};
use stonefall_engine::search::{TUNABLES, Tunable};
use stonefall_engine::types::HalfKomi;
use stonefall_tools::matches::{Score, Sprt};
use stonefall_tools::tune::{Parameter, Screening, TuneAim, TunePlan, TuneResults, Tuned};

/// 95 % of a normal distribution lie within this number of standard deviations of the mean.
const DEVIATIONS: f64 = 1.96;

/// List of all parameters.
pub(super) fn list(output: &mut Output) -> Result<(), Error> {
    let widest = TUNABLES.iter().map(|tunable| tunable.name.len()).max().unwrap_or(0);
    writeln!(output, "   {:<widest$}  value           range      c", "name")?;
    for tunable in TUNABLES {
        let &Tunable { name, meaning, min, max, default } = tunable;
        let (range, c) = (format!("{min} to {max}"), Parameter::new(tunable).c_end);
        writeln!(output, "   {name:<widest$}  {default:>5}  {range:>14}  {c:>5.1}  {meaning}")?;
    }
    Ok(())
}

/// Description of a plan's games.
pub(super) fn games(plan: &TunePlan, games: u32) -> String {
    let boards: Vec<_> = plan.sizes.iter().map(|size| format!("{size}x{size}")).collect();
    let [least, most] =
        plan.half_komi.map(|half_flats| HalfKomi::new(half_flats).unwrap_or_default());
    let komi = if least == most { least.to_string() } else { format!("{least} to {most}") };
    format!(
        "{} games on {}, komi {komi}, {} positions per move",
        grouped(games.into()),
        boards.join(" and "),
        grouped(plan.nodes.into())
    )
}

/// A value rounded to an integer.
pub(super) fn whole(value: f64) -> i32 {
    value.round() as i32
}

/// Table of tuned values; a star marks a change larger than luck.
pub(super) fn tuned(values: &[Tuned], is_pooled: bool, style: Style) -> String {
    let (spread, sign) = if is_pooled { ("Standard error", "± ") } else { ("c", "") };
    let rows = values.iter().map(|Tuned { parameter, value, luck, spread: width }| {
        let change = value - f64::from(parameter.start);
        let luck = DEVIATIONS * luck;
        let star = if change.abs() > luck { "* " } else { "" };
        // More decimals for parameters with few values.
        let digits = match parameter.max - parameter.min {
            ..40 => 2,
            40..1000 => 1,
            _ => 0,
        };
        vec![
            parameter.name.clone(),
            parameter.start.to_string(),
            format!("{value:.digits$}"),
            format!("{star}{change:+.digits$}"),
            format!("± {luck:.digits$}"),
            width.map_or_else(String::new, |width| format!("{sign}{width:.digits$}")),
        ]
    });
    let header = ["Name", "Start", "Value", "Change", "Luck (95 %)", spread];
    grid(&header, &rows.collect::<Vec<_>>(), columns() - 4, style)
}

/// Table of the gain of each value.
pub(super) fn effects(screen: &Screening, style: Style) -> String {
    let rows = screen.effects().map(|effect| {
        let error = DEVIATIONS * effect.deviation;
        let star = if effect.elo.abs() > error { "* " } else { "" };
        vec![
            effect.name,
            effect.value.to_string(),
            format!("{star}{:+.1}", effect.elo),
            format!("± {error:.1}"),
        ]
    });
    let header = ["Name", "Value", "Elo", "95 %"];
    grid(&header, &rows.collect::<Vec<_>>(), columns() - 4, style)
}

/// Changed values in the syntax of the command line.
fn words(values: &[Tuned]) -> String {
    let changed = values.iter().filter_map(|Tuned { parameter, value, .. }| {
        let value = whole(*value);
        (value != parameter.start).then(|| format!("{}={value}", parameter.name))
    });
    let changed: Vec<_> = changed.collect();
    if changed.is_empty() {
        "   no value has changed as an integer\n".into()
    } else {
        format!("   To measure the gain: stonefall tune --versus {}\n", changed.join(","))
    }
}

/// Results of the games of a run, or of merged parts.
pub(in crate::cli) fn results(
    results: &TuneResults,
    sprt: Option<Sprt>,
    style: Style,
    output: &mut Output,
) -> Result<(), Error> {
    let TuneResults { plan, tunings, score, values, screen } = results;
    write!(output, "   {}", games(plan, score.games()))?;
    let is_pooled = *tunings > 0;
    let tunings = counted(*tunings, "tuning");
    writeln!(output, "{}", if is_pooled { format!(", {tunings}") } else { String::new() })?;
    let text = match (&plan.aim, screen) {
        (TuneAim::Versus(values), _) => versus(values, score, sprt),
        (_, Some(screen)) => effects(screen, style),
        (_, None) => tuned(values, is_pooled, style) + &words(values),
    };
    Ok(write!(output, "{text}")?)
}

/// Score of the given values.
fn versus(values: &BTreeMap<String, i32>, score: &Score, sprt: Option<Sprt>) -> String {
    let values: Vec<_> = values.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let mut text = format!("   {} against the defaults: {score}\n", values.join(","));
    text += &strength(score, true);
    if let Some(sprt) = sprt {
        let _ = writeln!(text, "   {}", sprt_words(&sprt, &score.pairs));
    }
    text
}
