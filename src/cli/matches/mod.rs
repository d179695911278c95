//! `stonefall match`: plays games between TEI engines.

mod text;

pub(super) use text::{elo_words, strength};

use super::output::{Form, Output, complain};
use super::ranges::{Only, Order, RangeRun};
use super::resume::ResumeFlags;
use super::{Error, file};
use clap::Args;
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_engine::types::{Color, Rules};
use stonefall_tools::matches::{
    Decision, Format, GamePlayer, MatchPlan, MatchRecord, PlayedMatches, Sprt, Tally, Verdict,
    open_match, try_out,
};
use stonefall_tools::version::VERSION;

/// Games per pairing, without and with a test that ends the match.
const GAMES: usize = 100;
const SPRT_GAMES: usize = 3000;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "An engine is a program (self is this one) and KEY=VALUE pairs, separated by commas:\n  \
    name=NAME              its name [default: the name that it sends]\n  \
    cmd=PROGRAM            the program, if it is not the first word\n  \
    arg=WORD, args=WORDS   one argument, or several separated by spaces\n  \
    dir=FOLDER, env.X=Y    working folder; environment variable\n  \
    option.NAME=VALUE      an option of the engine; Ponder=true lets it search in the opponent's time\n  \
    tc=5+0.05              seconds (or minutes:seconds) per game and increment per move\n  \
    movetime=500ms         time per move\n  \
    nodes=N, depth=N       positions or plies per move\n  \
    margin=10ms            time tolerance\n  \
    restart=on             restart for every game\n\
    --each sets defaults for every engine.\n\n\
    Examples:\n  \
    stonefall match --engine self --engine ./tiltak --each tc=5+0.05 \\\n      \
    --book openings/6x6-komi2.txt --games 200 --concurrency 2 --out games.ptn\n  \
    stonefall match --engine ./new,name=new --engine ./old,name=old --each tc=2+0.02 \\\n      \
    --book openings/6x6-komi2.txt --sprt elo0=0,elo1=20 --out test.ptn\n\
    stonefall match --engine ./new --engine ./old --each nodes=20000 --book book.txt --games 200 --only 1-100 --out a.ptn\n  \
    stonefall match --tally a.ptn b.ptn --sprt elo0=0,elo1=20     # the result of all games\n\
    The same command resumes an interrupted match: docs/match.md."
)]
pub(super) struct MatchArgs {
    #[command(flatten)]
    plan: MatchPlan,
    /// Play nothing; show the results of these PTN files of matches
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["engines", "out"])]
    tally: Vec<PathBuf>,
    /// Stop when a test decides whether the first of two engines is stronger: default or
    /// elo0=0,elo1=20,alpha=0.05,beta=0.05,model=normalized|logistic
    #[arg(long, value_name = "TEST", conflicts_with = "only")]
    sprt: Option<Sprt>,
    /// PTN file for the games; a match whose games it holds is resumed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    only: Only,
    #[command(flatten)]
    resume: ResumeFlags,
    #[command(flatten)]
    form: Form,
}

/// Plays the missing games and writes the results.
pub(super) fn run(arguments: &MatchArgs, output: &mut Output) -> Result<(), Error> {
    if !arguments.tally.is_empty() {
        return tally(arguments, output);
    }
    let mut plan = arguments.plan.clone();
    let book = plan.book.as_deref().map(file::read).transpose()?;
    let usual = if arguments.sprt.is_some() { SPRT_GAMES } else { GAMES };
    let warning = plan.prepare(book.as_deref(), usual).map_err(Error::Usage)?;
    arguments.check_test(plan.contenders.len())?;
    let run = arguments.only.begin(arguments.resume.deadline, plan.total())?;
    try_out(&mut plan).map_err(Error::Failed)?;
    warning.iter().for_each(|warning| complain(warning));
    let (mut kept, mut records) = (None, Vec::new());
    if let Some(path) = &arguments.out {
        file::create_folder(path)?;
        let (file, found, cut) = open_match(path, arguments.resume.start(), &plan, &run.numbers)?;
        run.resume(path, found.len(), cut);
        (kept, records) = (Some(file), found);
    }

    // In order of completion.
    let mut verdict = arguments.sprt.map(|sprt| Verdict::new(sprt, &records));
    let finished: BTreeSet<_> = records.iter().map(|record| record.fixture.number).collect();
    let missing = run.numbers.clone().filter(|number| !finished.contains(number));
    let missing: Vec<_> = missing.filter(|_| !is_decided(verdict.as_ref())).collect();
    let player = || GamePlayer::new(&plan, &run.stopper);
    let play = |player: &mut GamePlayer<'_>, index: usize| player.game(missing[index]);
    let on_game = |_, text: String| {
        // The text that a resumed run would read.
        let record = MatchRecord::read(&PtnGame::read(&text), &plan);
        records.push(record.map_err(|error| Error::Failed(format!("unreadable game: {error}")))?);
        if let Some(file) = &mut kept {
            file.append(text.as_bytes())?;
            file.sync()?;
        }
        if let (Some(verdict), Some(record)) = (&mut verdict, records.last()) {
            verdict.add(record);
        }
        show(&run, &plan, &records, verdict.as_ref());
        if is_decided(verdict.as_ref()) {
            run.stopper.stop();
        }
        Ok(())
    };
    run.play(0..missing.len(), Order::Ends, plan.concurrency.into(), player, play, on_game)?;

    let is_complete = is_decided(verdict.as_ref()) || records.len() == run.numbers.len();
    let tally = Tally::new(&plan.contenders, plan.format, &records);
    let facts = MatchFacts::new(plan.board.size(), plan.rules, &tally, verdict.as_ref());
    let facts = MatchFacts { games_planned: plan.total(), complete: is_complete, ..facts };
    report(arguments, &facts, verdict.as_ref(), output)?;
    run.end(if is_complete { run.numbers.len() } else { records.len() }, arguments.out.as_deref())
}

/// Shows the last game: standings above the bar in a terminal, a line elsewhere.
fn show(run: &RangeRun, plan: &MatchPlan, records: &[MatchRecord], verdict: Option<&Verdict>) {
    let Some(MatchRecord { fixture, ending, .. }) = records.last() else { return };
    let (done, total) = (records.len(), run.numbers.len());
    let rows = text::standings(&Tally::new(&plan.contenders, plan.format, records), verdict);
    run.with_progress(|progress| {
        if progress.is_hidden() {
            let [white, black] =
                Color::ALL.map(|color| &plan.contenders[fixture.players[color]].name);
            let (number, result, rows) = (fixture.number + 1, ending.result(), rows.join("; "));
            complain(&format!(
                "{number}. {white} - {black}: {result} ({ending}); {done} of {total}; {rows}"
            ));
        } else {
            progress.show(done as u64, String::new);
            progress.above(rows.into_iter().map(|row| format!("   {row}\n")).collect());
        }
    });
}

/// Writes the results of files.
fn tally(arguments: &MatchArgs, output: &mut Output) -> Result<(), Error> {
    let PlayedMatches { size, rules, contenders, records, torn } =
        PlayedMatches::read(&arguments.tally)?;
    for path in torn {
        complain(&format!("{}: the last game is incomplete and does not count", path.display()));
    }
    arguments.check_test(contenders.len())?;
    let verdict = arguments.sprt.map(|sprt| Verdict::new(sprt, &records));
    let tally = Tally::new(&contenders, Format::RoundRobin, &records);
    report(
        arguments,
        &MatchFacts::new(size, rules, &tally, verdict.as_ref()),
        verdict.as_ref(),
        output,
    )
}

impl MatchArgs {
    /// Checks the number of engines for a test.
    fn check_test(&self, found: usize) -> Result<(), Error> {
        match self.sprt {
            Some(_) if found != 2 => {
                Err(Error::Usage(format!("expected two engines for --sprt, found {found}")))
            }
            _ => Ok(()),
        }
    }
}

/// Whether there is a test and it has decided.
fn is_decided(verdict: Option<&Verdict>) -> bool {
    verdict.is_some_and(|verdict| verdict.decision() != Decision::Open)
}

/// Writes the results.
fn report(
    arguments: &MatchArgs,
    facts: &MatchFacts<'_>,
    verdict: Option<&Verdict>,
    output: &mut Output,
) -> Result<(), Error> {
    arguments.form.write(output, facts, |style| text::report(facts, verdict, style))?;
    Ok(output.flush()?)
}

/// The results of a match, in JSON as docs/json.md has it.
#[derive(Serialize)]
struct MatchFacts<'a> {
    version: &'static str,
    size: usize,
    half_komi: i32,
    games: u32,
    games_planned: usize,
    complete: bool,
    #[serde(flatten)]
    tally: &'a Tally,
    sprt: Option<SprtFacts>,
}

#[derive(Serialize)]
struct SprtFacts {
    #[serde(flatten)]
    sprt: Sprt,
    llr: f64,
    lower: f64,
    upper: f64,
    decision: Option<&'static str>,
}

impl<'a> MatchFacts<'a> {
    /// Results of complete matches with an unknown plan.
    fn new(size: usize, rules: Rules, tally: &'a Tally, verdict: Option<&Verdict>) -> Self {
        let (half_komi, games) = (rules.half_komi.half_flats(), tally.games());
        let sprt = verdict.map(SprtFacts::new);
        Self {
            version: VERSION,
            size,
            half_komi,
            games,
            games_planned: 0,
            complete: true,
            tally,
            sprt,
        }
    }
}

impl SprtFacts {
    fn new(verdict: &Verdict) -> Self {
        let sprt = verdict.sprt;
        let [lower, upper] = sprt.bounds();
        let decision = match verdict.decision() {
            Decision::Accepted => Some("passed"),
            Decision::Rejected => Some("failed"),
            Decision::Open => None,
        };
        Self { sprt, llr: sprt.log_ratio(&verdict.pairs), lower, upper, decision }
    }
}
