//! Writes values into the source.

use super::TuneArgs;
use super::show::whole;
use crate::cli::output::Output;
use crate::cli::{Error, file};
use crate::tools::tune::{Tuned, rewrite};
use std::io::Write;

/// Writes the values into the file of `--write`, if there is one.
pub(super) fn run(
    arguments: &TuneArgs,
    values: &[Tuned],
    output: &mut Output,
) -> Result<(), Error> {
    let Some(path) = &arguments.write else { return Ok(()) };
    let values = values.iter().map(|tuned| (tuned.parameter.name.as_str(), whole(tuned.value)));
    let values: Vec<_> = values.collect();
    let text = file::read(path)?;
    let text = rewrite(&text, &values).map_err(|name| {
        let file = path.display();
        Error::Failed(format!(
            "{file}: expected one row \"{name} = N in N to N;\", found none or several"
        ))
    })?;
    file::replace(path, &text)?;
    Ok(writeln!(output, "   wrote {}", path.display())?)
}
