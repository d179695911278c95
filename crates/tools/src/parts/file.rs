//! The file of a part.

use super::head::Head;
use super::unit::{Start as UnitStart, Unit, now};
use crate::resume::{ResumableFile, ResumeError, ResumeProblem, Start};
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A file to which the finished units of a part are appended.
#[derive(Debug)]
pub struct PartFile {
    file: ResumableFile,
    head: Head,
    path: PathBuf,
}

/// Content of the file of an interrupted part.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FoundUnits {
    /// Contents of the units by number.
    pub units: BTreeMap<u32, Vec<u8>>,
    /// Number of bytes that were cut off after the last complete unit.
    pub cut: u64,
}

/// Content of a part file.
pub(super) struct PartContent<'a> {
    pub(super) head: Head,
    /// The units, and the place of each content in bytes.
    pub(super) units: Vec<(Unit<'a>, u64)>,
    /// End of the last complete unit in bytes.
    pub(super) end: u64,
    /// Whether the bytes after it are not the beginning of a unit.
    pub(super) is_damaged: bool,
}

impl PartFile {
    /// Opens or creates the file of a part in a folder, and reads its units.
    ///
    /// # Errors
    /// If the file cannot be read and written, another process writes it, or it holds another part or other
    /// content.
    pub fn open(
        folder: &Path,
        start: Start,
        head: Head,
    ) -> Result<(Self, FoundUnits), ResumeError> {
        let problem = |error| ResumeProblem::File(error).at(folder);
        if folder.exists() && !folder.is_dir() {
            let text = "expected a folder for the parts, found a file".to_owned();
            return Err(ResumeProblem::Content(text).at(folder));
        }
        fs::create_dir_all(folder).map_err(problem)?;
        Self::open_file(&folder.join(head.part().file_name()), start, head)
    }

    /// Opens or creates a file, and reads its units.
    ///
    /// # Errors
    /// Those of [`PartFile::open`].
    pub fn open_file(
        path: &Path,
        start: Start,
        head: Head,
    ) -> Result<(Self, FoundUnits), ResumeError> {
        let line = head.line();
        let (mut file, found, cut) = ResumableFile::open(path, start, |file| {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            if bytes.len() < line.len() && line.as_bytes().starts_with(&bytes) {
                return Ok((None, 0));
            }
            let content = parse(&bytes).map_err(ResumeProblem::Content)?;
            head.check(&content.head)?;
            let units = content.units.iter();
            let units = units.map(|(unit, _)| (unit.number, unit.content.to_vec())).collect();
            Ok((Some(units), content.end))
        })?;
        let units = match found {
            Some(units) => units,
            None => {
                file.append(line.as_bytes())?;
                BTreeMap::new()
            }
        };
        Ok((Self { file, head, path: path.into() }, FoundUnits { units, cut }))
    }

    /// The head.
    #[must_use]
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a finished unit.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, number: u32, content: &[u8]) -> Result<(), ResumeError> {
        self.file.append(&Unit { number, time: now(), content }.to_bytes())
    }

    /// Waits until all units are on the disk.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn sync(&mut self) -> Result<(), ResumeError> {
        self.file.sync()
    }
}

impl FoundUnits {
    /// The units of a part that are missing, in ascending order.
    #[must_use]
    pub fn missing(&self, head: &Head) -> Vec<u32> {
        head.own_units().filter(|unit| !self.units.contains_key(unit)).collect()
    }
}

/// Reads a file.
///
/// # Errors
/// If it has no head, or a unit of another part.
pub(super) fn parse(bytes: &[u8]) -> Result<PartContent<'_>, String> {
    let Some(line_end) = bytes.iter().position(|&byte| byte == b'\n') else {
        return Err("expected the first line of a part, found an incomplete one".to_owned());
    };
    let head = Head::read(&bytes[..line_end])?;
    let mut units = Vec::new();
    let mut end = line_end + 1;
    loop {
        match Unit::read(&bytes[end..]) {
            UnitStart::Unit(unit, length) => {
                if head.owner(unit.number) != Some(head.part().number()) {
                    let (part, number) = (head.part(), unit.number);
                    return Err(format!("expected units of part {part}, found unit {number}"));
                }
                let place = end + length - 1 - unit.content.len();
                units.push((unit, place as u64));
                end += length;
            }
            rest => {
                let is_damaged = rest == UnitStart::Damaged;
                return Ok(PartContent { head, units, end: end as u64, is_damaged });
            }
        }
    }
}
