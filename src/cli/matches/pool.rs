//! `stonefall match --pool`: pools the parts of a match.

use super::{MatchArgs, json, report};
use crate::cli::output::{Output, complain, counted, write_json};
use crate::cli::{Error, file};
use crate::tools::matches::{Decision, PooledMatch, Tally, Verdict, pool};
use std::io::Write;
use std::path::PathBuf;

pub(super) fn run(arguments: &MatchArgs, output: &mut Output) -> Result<(), Error> {
    let read = |path: &PathBuf| Ok((path.display().to_string(), file::read(path)?));
    let files = arguments.pool.iter().map(read).collect::<Result<Vec<_>, Error>>()?;
    let pooled = pool(&files).map_err(Error::Failed)?;
    warn(&pooled);
    let mut verdict = arguments.sprt.map(Verdict::new);
    if let Some(verdict) = &mut verdict {
        if pooled.plan.contenders.len() != 2 {
            let found = pooled.plan.contenders.len();
            return Err(Error::Usage(format!("expected two engines for --sprt, found {found}")));
        }
        pooled.records.iter().for_each(|record| verdict.add(record));
    }
    let tally = Tally::new(&pooled.plan, &pooled.records);
    if arguments.json {
        let is_decided =
            verdict.as_ref().is_none_or(|verdict| verdict.decision() != Decision::Open);
        write_json(output, &json::report(&pooled.plan, &tally, verdict.as_ref(), is_decided))?;
    } else {
        let style = arguments.screen.style();
        write!(output, "{}", report::text(&pooled.plan, &tally, verdict.as_ref(), style))?;
        writeln!(output, "   Pooled from {}", counted(files.len(), "part"))?;
    }
    Ok(output.flush()?)
}

/// Prints reasons to trust the figures less.
fn warn(pool: &PooledMatch) {
    for file in &pool.torn {
        complain(&format!("{file}: the last game is incomplete and does not count"));
    }
    if pool.shared_openings > 0 {
        complain(&format!(
            "{} openings occur with equal players and colors in several parts; their games differ but say less \
             (--part 1/8 to --part 8/8 give parts separate openings)",
            pool.shared_openings
        ));
    }
}
