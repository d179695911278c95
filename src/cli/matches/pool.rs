//! `stonefall match --pool`: pools the parts of a match.

use super::{MatchArgs, is_decided, report};
use crate::cli::output::{Output, complain, counted};
use crate::cli::{Error, file};
use crate::tools::matches::{PooledMatch, Verdict, pool};
use std::io::Write;
use std::path::PathBuf;

pub(super) fn run(arguments: &MatchArgs, output: &mut Output) -> Result<(), Error> {
    let read = |path: &PathBuf| Ok((path.display().to_string(), file::read(path)?));
    let files = arguments.pool.iter().map(read).collect::<Result<Vec<_>, Error>>()?;
    let pooled = pool(&files).map_err(Error::Failed)?;
    warn(&pooled);
    let PooledMatch { plan, records, .. } = &pooled;
    let found = plan.contenders.len();
    if arguments.sprt.is_some() && found != 2 {
        return Err(Error::Usage(format!("expected two engines for --sprt, found {found}")));
    }
    let mut verdict = arguments.sprt.map(Verdict::new);
    verdict.iter_mut().for_each(|verdict| verdict.add_all(records));
    let verdict = verdict.as_ref();
    let is_complete = verdict.is_none() || is_decided(verdict);
    report(arguments, plan, records, verdict, is_complete, output)?;
    if !arguments.json {
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
