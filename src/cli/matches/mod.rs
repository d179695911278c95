//! `stonefall match`: plays games between TEI engines.

mod arguments;
mod display;
mod engine;
mod games_file;
mod json;
mod text;

pub(super) use arguments::MatchArgs;
pub(super) use engine::read_sprt;
pub(super) use text::{elo_words, sprt_words, strength};

use super::output::{Output, complain, write_json};
use super::{Error, resume};
use games_file::GamesFile;
use std::io::Write;
use stonefall_engine::report::Style;
use stonefall_tools::matches::{
    Decision, GameNews, MatchEvent, MatchPlan, MatchRecord, PooledMatch, Sprt, Tally, Verdict,
    run as play, try_out,
};

pub(super) fn run(arguments: &MatchArgs, output: &mut Output) -> Result<(), Error> {
    let stopper = arguments.deadline.stopper();
    let mut plan = arguments.plan()?;
    start_and_name(&mut plan)?;
    if arguments.book.is_none() && plan.games > 2 {
        complain("without --book every game starts on the empty board: games may repeat");
    }
    let mut games = GamesFile::open(arguments, &plan)?;

    let mut verdict = arguments.sprt.map(Verdict::new);
    // In order of completion.
    verdict.iter_mut().for_each(|verdict| verdict.add_all(&games.records));
    let mut display =
        display::Display::new(&plan, games.total, verdict.is_some(), games.records.len());
    display.standings(&Tally::new(&plan, &games.records), verdict.as_ref());
    if !is_decided(verdict.as_ref()) {
        play(&plan, &games.others.clone(), &stopper, |event| {
            let MatchEvent { slot, news: GameNews::Finished(text) } = event else {
                display.show(&event);
                return Ok::<_, Error>(());
            };
            games.add(&text, &plan)?;
            let records = &games.records;
            let record = &records[records.len() - 1];
            if let Some(verdict) = &mut verdict {
                verdict.add(record);
            }
            display.finished(slot, record, &Tally::new(&plan, records), verdict.as_ref());
            if is_decided(verdict.as_ref()) {
                stopper.stop();
            }
            Ok(())
        })?;
    }
    display.clear();

    let is_complete = is_decided(verdict.as_ref()) || games.is_complete();
    let form = arguments.form();
    report(form, &plan, &games.records, verdict.as_ref(), is_complete, output)?;
    output.flush()?;
    if is_complete {
        return Ok(());
    }
    let (done, total) = (games.records.len(), games.total);
    Err(match &arguments.out {
        Some(_) => resume::interrupted(done, total, "games"),
        None => resume::lost(done, total, "games"),
    })
}

/// Whether there is a test and it has decided.
fn is_decided(verdict: Option<&Verdict>) -> bool {
    verdict.is_some_and(|verdict| verdict.decision() != Decision::Open)
}

/// Form of the results.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    Text(Style),
    Json,
}

/// Writes the results.
fn report(
    form: Form,
    plan: &MatchPlan,
    records: &[MatchRecord],
    verdict: Option<&Verdict>,
    is_complete: bool,
    output: &mut Output,
) -> Result<(), Error> {
    let tally = Tally::new(plan, records);
    match form {
        Form::Json => write_json(output, &json::report(plan, &tally, verdict, is_complete)),
        Form::Text(style) => {
            let text = text::report(plan, &tally, verdict, style);
            Ok(output.write_all(text.as_bytes())?)
        }
    }
}

/// Writes the results of merged parts. Returns whether a test has decided.
pub(super) fn report_pooled(
    pooled: &PooledMatch,
    is_complete: bool,
    sprt: Option<Sprt>,
    form: Form,
    output: &mut Output,
) -> Result<bool, Error> {
    let PooledMatch { plan, records } = pooled;
    let found = plan.contenders.len();
    if sprt.is_some() && found != 2 {
        return Err(Error::Usage(format!("expected two engines for --sprt, found {found}")));
    }
    let mut verdict = sprt.map(Verdict::new);
    verdict.iter_mut().for_each(|verdict| verdict.add_all(records));
    let verdict = verdict.as_ref();
    report(form, plan, records, verdict, is_complete || is_decided(verdict), output)?;
    Ok(is_decided(verdict))
}

/// Starts every engine once, and names those without a name.
fn start_and_name(plan: &mut MatchPlan) -> Result<(), Error> {
    let names = try_out(plan).map_err(|faults| {
        let faults = faults.iter().map(|(index, error)| {
            let contender = &plan.contenders[*index];
            let command = contender.launch.command();
            let name = if contender.name.is_empty() { &command } else { &contender.name };
            format!("{name}: {error}")
        });
        Error::Failed(faults.collect::<Vec<_>>().join("; "))
    })?;
    for (index, name) in names.into_iter().enumerate() {
        let contender = &plan.contenders[index];
        let given = if contender.name.is_empty() { name } else { contender.name.clone() };
        let given = plain_name(&given);
        let given = if given.is_empty() { contender.launch.command() } else { given };
        let taken: Vec<_> = plan.contenders[..index].iter().map(|it| it.name.clone()).collect();
        let mut name = given.clone();
        let mut number = 2;
        while taken.contains(&name) {
            name = format!("{given} #{number}");
            number += 1;
        }
        plan.contenders[index].name = name;
    }
    Ok(())
}

/// A name that fits into tags, tables and terminals.
fn plain_name(name: &str) -> String {
    let name: String = name
        .chars()
        .map(|char| match char {
            '{' | '[' => '(',
            '}' | ']' => ')',
            '"' => '\'',
            ';' => ',',
            char if char.is_control() => ' ',
            char => char,
        })
        .take(60)
        .collect();
    name.trim().to_owned()
}
