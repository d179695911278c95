//! Writes values into the source.

use super::show::whole;
use crate::cli::output::Output;
use crate::cli::{Error, file};
use crate::tools::tune::rewrite;
use std::io::Write;
use std::path::Path;

pub(super) fn run<'a>(
    path: &Path,
    values: impl Iterator<Item = (&'a str, f64)>,
    output: &mut Output,
) -> Result<(), Error> {
    let values: Vec<_> = values.map(|(name, value)| (name, whole(value))).collect();
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
