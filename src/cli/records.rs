//! Files of game records, opened for reading.

use super::Error;
use super::output::complain;
use crate::tools::records::{Reader, RecordError};
use std::fs::File;
use std::path::Path;

pub(super) fn open(path: &Path) -> Result<Reader<File>, Error> {
    let file = File::open(path)
        .map_err(|reason| Error::File { file: path.display().to_string(), reason })?;
    Ok(Reader::new(file))
}

pub(super) fn refused(path: &Path, error: &RecordError) -> Error {
    Error::Failed(format!("{}: {error}", path.display()))
}

/// Tells of stretches that hold no record.
pub(super) fn tell_damage(path: &Path, reader: &Reader<File>) {
    for damage in reader.damage() {
        complain(&format!(
            "{}: passed over {} bytes at byte {} that are no whole record",
            path.display(),
            damage.bytes,
            damage.at
        ));
    }
}
