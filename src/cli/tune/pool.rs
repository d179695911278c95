//! `tune --pool`: pools the shards of several machines.

use super::{TuneArgs, show, write};
use crate::cli::Error;
use crate::cli::output::Output;
use crate::tools::tune::{Aim, pool};
use std::io::Write;

pub(super) fn run(arguments: &TuneArgs, output: &mut Output) -> Result<(), Error> {
    let pooled = pool(&arguments.pool).map_err(Error::Failed)?;
    let tunes = matches!(pooled.plan.aim, Aim::Tune(_));
    if arguments.write.is_some() && !tunes {
        return Err(Error::Usage(
            "expected shards of a tuning for --write, found tests of values".into(),
        ));
    }
    if let Aim::Versus(_) = pooled.plan.aim {
        return Ok(write!(output, "{}", show::score(&pooled.plan, &pooled.score, None))?);
    }
    let (games, style) = (pooled.score.games(), arguments.style.style());
    writeln!(output, "   {}, {} shards", show::games(&pooled.plan, games), pooled.shards)?;
    if let Some(screen) = &pooled.screen {
        return Ok(write!(output, "{}", show::effects(screen, style))?);
    }
    write!(output, "{}", show::pooled(&pooled.values, style))?;
    let values = pooled.values.iter().map(|value| (&value.parameter, value.value));
    write!(output, "{}", show::words(values))?;
    let Some(path) = &arguments.write else { return Ok(()) };
    let values = pooled.values.iter().map(|value| (value.parameter.name.as_str(), value.value));
    write::run(path, values, output)
}
