//! `stonefall match`: plays games between TEI engines.

mod arguments;
mod display;
mod engine;
mod json;
mod pool;
mod text;

pub(super) use arguments::MatchArgs;
pub(super) use engine::read_sprt;
pub(super) use text::{elo_words, sprt_words, strength};

use super::output::{Output, complain, write_json};
use super::{Error, interrupt, resume};
use crate::tools::matches::{
    Decision, FoundGames, GameNews, MatchEvent, MatchFile, MatchPlan, MatchRecord, Tally, Verdict,
    run as play, try_out,
};
use std::collections::BTreeSet;
use std::io::Write;
use stonefall_engine::notation::ptn_file::PtnGame;

pub(super) fn run(arguments: &MatchArgs, output: &mut Output) -> Result<(), Error> {
    if !arguments.pool.is_empty() {
        return pool::run(arguments, output);
    }
    let mut plan = arguments.plan()?;
    start_and_name(&mut plan)?;
    if arguments.book.is_none() && plan.games > 2 {
        complain("without --book every game starts on the empty board: games may repeat");
    }
    let (mut file, found) = open(arguments, &plan)?;
    let mut records = found.records;
    let mut finished: BTreeSet<_> = records.iter().map(|record| record.fixture.number).collect();
    records.retain(|record| record.fixture.number < plan.total());
    resume::report_resumed(records.len(), "games");

    let stopper = interrupt::stopper();
    let mut verdict = arguments.sprt.map(Verdict::new);
    // In order of completion.
    verdict.iter_mut().for_each(|verdict| verdict.add_all(&records));
    let mut display = display::Display::new(&plan, verdict.is_some(), records.len());
    display.standings(&Tally::new(&plan, &records), verdict.as_ref());
    if !is_decided(verdict.as_ref()) {
        play(&plan, &finished.clone(), &stopper, |event| {
            let MatchEvent { slot, news: GameNews::Finished(text) } = event else {
                display.show(&event);
                return Ok::<_, Error>(());
            };
            if let Some(file) = &mut file {
                file.add(&text)?;
            }
            // The text that a resumed run would read.
            let record = MatchRecord::read(&PtnGame::read(&text), &plan).map_err(|error| {
                Error::Failed(format!("unreadable game of this match: {error}"))
            })?;
            finished.insert(record.fixture.number);
            if let Some(verdict) = &mut verdict {
                verdict.add(&record);
            }
            records.push(record);
            let tally = Tally::new(&plan, &records);
            display.finished(slot, &records[records.len() - 1], &tally, verdict.as_ref());
            if is_decided(verdict.as_ref()) {
                stopper.stop();
            }
            Ok(())
        })?;
    }
    display.clear();

    let is_complete = is_decided(verdict.as_ref()) || records.len() == plan.total();
    report(arguments, &plan, &records, verdict.as_ref(), is_complete, output)?;
    output.flush()?;
    if is_complete {
        return Ok(());
    }
    let (done, total) = (records.len(), plan.total());
    Err(match &arguments.out {
        Some(_) => resume::interrupted(done, total, "games"),
        None => resume::lost(done, total, "games"),
    })
}

/// Whether there is a test and it has decided.
fn is_decided(verdict: Option<&Verdict>) -> bool {
    verdict.is_some_and(|verdict| verdict.decision() != Decision::Open)
}

/// Writes the results as JSON or text.
fn report(
    arguments: &MatchArgs,
    plan: &MatchPlan,
    records: &[MatchRecord],
    verdict: Option<&Verdict>,
    is_complete: bool,
    output: &mut Output,
) -> Result<(), Error> {
    let tally = Tally::new(plan, records);
    if arguments.json {
        return write_json(output, &json::report(plan, &tally, verdict, is_complete));
    }
    let text = text::report(plan, &tally, verdict, arguments.screen.style());
    Ok(output.write_all(text.as_bytes())?)
}

fn open(arguments: &MatchArgs, plan: &MatchPlan) -> Result<(Option<MatchFile>, FoundGames), Error> {
    let Some(path) = &arguments.out else { return Ok((None, FoundGames::default())) };
    let (file, found) = MatchFile::open(path, resume::start(arguments.restart), plan)?;
    if found.was_cut {
        complain("the last game of the file was incomplete and is played again");
    }
    Ok((Some(file), found))
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
