//! `stonefall match`: plays games between TEI engines.

mod arguments;
mod display;
mod engine;
mod json;
mod text;

pub(super) use arguments::MatchArgs;
pub(super) use text::{elo_words, strength};

use super::output::{Output, complain};
use super::{Error, file, resume};
use display::Display;
use json::MatchFacts;
use std::io::Write;
use std::sync::{Mutex, PoisonError};
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_tools::matches::{
    Decision, MatchFile, MatchPlan, MatchRecord, PlayedMatches, Tally, Verdict, run as play,
    try_out,
};

/// Plays the missing games and writes the results.
pub(super) fn run(arguments: &MatchArgs, output: &mut Output) -> Result<(), Error> {
    if !arguments.tally.is_empty() {
        return tally(arguments, output);
    }
    let stopper = arguments.resume.stopper();
    let mut plan = arguments.plan()?;
    let numbers = arguments.only.of(plan.total())?;
    start_and_name(&mut plan)?;
    if arguments.book.is_none() && plan.games > 2 {
        complain("without --book every game starts on the empty board: games may repeat");
    }
    let (mut kept, mut records) = (None, Vec::new());
    if let Some(path) = &arguments.out {
        file::create_folder(path)?;
        let (file, found, cut) = MatchFile::open(path, arguments.resume.start(), &plan, &numbers)?;
        resume::report_cut(path, cut);
        resume::report_resumed(found.len(), "games");
        (kept, records) = (Some(file), found);
    }

    // In order of completion.
    let mut verdict = arguments.sprt.map(|sprt| Verdict::new(sprt, &records));
    let display = Mutex::new(Display::new(&plan, numbers.len()));
    // A panic leaves at most an old line on the screen.
    let shown = || display.lock().unwrap_or_else(PoisonError::into_inner);
    shown().standings(&Tally::new(&plan, &records), verdict.as_ref());
    let finished = records.iter().map(|record| record.fixture.number).collect();
    if !is_decided(verdict.as_ref()) {
        let on_news = |slot, news| shown().show(slot, &news);
        play(&plan, numbers.clone(), &finished, &stopper, &on_news, |slot, text| {
            // The text that a resumed run would read.
            let record = MatchRecord::read(&PtnGame::read(&text), &plan);
            let record =
                record.map_err(|error| Error::Failed(format!("unreadable game: {error}")))?;
            if let Some(file) = &mut kept {
                file.add(&text)?;
            }
            if let Some(verdict) = &mut verdict {
                verdict.add(&record);
            }
            records.push(record.clone());
            shown().finished(slot, &record, &Tally::new(&plan, &records), verdict.as_ref());
            if is_decided(verdict.as_ref()) {
                stopper.stop();
            }
            Ok::<_, Error>(())
        })?;
    }
    drop(display);

    let (done, total) = (records.len(), numbers.len());
    let is_complete = is_decided(verdict.as_ref()) || done == total;
    report(arguments, &plan, &records, verdict.as_ref(), is_complete, output)?;
    match kept {
        _ if is_complete => Ok(()),
        Some(_) => Err(resume::interrupted(done, total, "games")),
        None => Err(resume::lost(done, total, "games")),
    }
}

/// Writes the results of files.
fn tally(arguments: &MatchArgs, output: &mut Output) -> Result<(), Error> {
    let PlayedMatches { plan, records, torn } = PlayedMatches::read(&arguments.tally)?;
    for path in torn {
        complain(&format!("{}: the last game is incomplete and does not count", path.display()));
    }
    let found = plan.contenders.len();
    if arguments.sprt.is_some() && found != 2 {
        return Err(Error::Usage(format!("expected two engines for --sprt, found {found}")));
    }
    let verdict = arguments.sprt.map(|sprt| Verdict::new(sprt, &records));
    report(arguments, &plan, &records, verdict.as_ref(), true, output)
}

/// Whether there is a test and it has decided.
fn is_decided(verdict: Option<&Verdict>) -> bool {
    verdict.is_some_and(|verdict| verdict.decision() != Decision::Open)
}

/// Writes the results.
fn report(
    arguments: &MatchArgs,
    plan: &MatchPlan,
    records: &[MatchRecord],
    verdict: Option<&Verdict>,
    is_complete: bool,
    output: &mut Output,
) -> Result<(), Error> {
    let tally = Tally::new(plan, records);
    let facts = MatchFacts::new(plan, &tally, verdict, is_complete);
    arguments.form.write(output, &facts, |style| text::report(plan, &tally, verdict, style))?;
    Ok(output.flush()?)
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
