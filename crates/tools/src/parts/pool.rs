//! Merges the parts of one job.

use super::file::{PartContent, parse};
use super::head::Head;
use super::part::Part;
use super::unit::Unit;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Contents that are in memory at the same time while units are read, in bytes.
const WINDOW: usize = 64 << 20;

/// Merged parts. The contents of their units stay in the files.
#[derive(Clone, Debug)]
pub struct Pooled {
    /// Head of the first part.
    pub head: Head,
    files: Vec<PathBuf>,
    units: BTreeMap<u32, Place>,
    /// Units that occur again in another file; they count once.
    pub repeated: usize,
    /// Files with bytes after the last complete unit, and the number of bytes.
    pub torn: Vec<(PathBuf, u64)>,
}

/// Place of a unit's content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Place {
    /// Index of the file.
    file: usize,
    /// In bytes.
    offset: u64,
    length: usize,
    /// When the unit was finished.
    time: u64,
}

/// Error of parts that cannot be merged.
#[derive(Debug, Error)]
pub enum PoolError {
    /// A file cannot be read.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// A file is not a part, or belongs to other work.
    #[error("{}: {reason}", .path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// There is no part.
    #[error("expected parts, found none in {0}")]
    Nothing(String),
}

impl PoolError {
    fn file(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        |error| Self::File { path: path.into(), error }
    }

    fn content(path: &Path, reason: impl Into<String>) -> Self {
        Self::Content { path: path.into(), reason: reason.into() }
    }
}

/// Merges the parts in files and folders. A unit that several files have counts once.
///
/// # Errors
/// If a file cannot be read, is not a part, belongs to other work or is named twice; or if there is none.
pub fn pool(paths: &[PathBuf]) -> Result<Pooled, PoolError> {
    let mut pooled: Option<Pooled> = None;
    let files = files(paths)?;
    for (index, path) in files.iter().enumerate() {
        let bytes = fs::read(path).map_err(PoolError::file(path))?;
        let content = parse(&bytes).map_err(|reason| PoolError::content(path, reason))?;
        let cut = bytes.len() as u64 - content.end;
        let pooled = match &mut pooled {
            Some(pooled) => pooled,
            none => none.insert(Pooled::new(content.head.clone(), files.clone())),
        };
        pooled.head.check_sibling(&content.head).map_err(|problem| {
            PoolError::content(path, format!("{problem} (as in {})", files[0].display()))
        })?;
        if cut > 0 {
            pooled.torn.push((path.clone(), cut));
        }
        pooled.add(index, &content);
    }
    let names = || paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>();
    pooled.ok_or_else(|| PoolError::Nothing(names().join(", ")))
}

/// The named files, and the parts in named folders.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, PoolError> {
    let mut files = Vec::new();
    let mut seen = BTreeSet::new();
    for path in paths {
        let found = if path.is_dir() { part_files(path)? } else { vec![path.clone()] };
        for path in found {
            let name = path.canonicalize().map_err(PoolError::file(&path))?;
            if !seen.insert(name) {
                return Err(PoolError::content(&path, "expected every file once, found it twice"));
            }
            files.push(path);
        }
    }
    Ok(files)
}

/// The files of parts in a folder, sorted by name.
///
/// # Errors
/// If the folder cannot be read.
pub(super) fn part_files(folder: &Path) -> Result<Vec<PathBuf>, PoolError> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.map_err(PoolError::file(folder))?;
    let mut files: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == super::EXTENSION));
    files.sort();
    Ok(files)
}

impl Pooled {
    fn new(head: Head, files: Vec<PathBuf>) -> Self {
        Self { head, files, units: BTreeMap::new(), repeated: 0, torn: Vec::new() }
    }

    fn add(&mut self, file: usize, content: &PartContent<'_>) {
        for &(Unit { number, time, content }, offset) in &content.units {
            let place = Place { file, offset, length: content.len(), time };
            match self.units.entry(number) {
                Entry::Vacant(free) => {
                    free.insert(place);
                }
                Entry::Occupied(_) => self.repeated += 1,
            }
        }
    }

    /// Number of merged files.
    #[must_use]
    pub fn files(&self) -> usize {
        self.files.len()
    }

    /// Number of different units.
    #[must_use]
    pub fn count(&self) -> usize {
        self.units.len()
    }

    /// Whether no unit is missing.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.count() == self.head.units as usize
    }

    /// Numbers of the parts with missing units.
    #[must_use]
    pub fn incomplete(&self) -> Vec<u32> {
        let of = self.head.part().of();
        let mut found = BTreeMap::<u32, u32>::new();
        for owner in self.units.keys().filter_map(|&unit| self.head.owner(unit)) {
            *found.entry(owner).or_default() += 1;
        }
        let parts = (1..=of).filter_map(|number| Part::new(number, of));
        let has_all = |part: &Part| {
            let count = found.get(&part.number()).copied().unwrap_or(0);
            count == self.head.of_part(*part).own_count()
        };
        parts.filter(|part| !has_all(part)).map(Part::number).collect()
    }

    /// Reads the units in ascending order.
    ///
    /// # Errors
    /// If a file cannot be read; and those of `on_unit`.
    pub fn each<E: From<PoolError>>(
        &self,
        mut on_unit: impl FnMut(Unit<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut window = Vec::new();
        let mut bytes = 0;
        for (&number, &place) in &self.units {
            window.push((number, place));
            bytes += place.length;
            if bytes >= WINDOW {
                self.read(&std::mem::take(&mut window), &mut on_unit)?;
                bytes = 0;
            }
        }
        self.read(&window, &mut on_unit)
    }

    /// Reads units file by file and passes them on in their order.
    fn read<E: From<PoolError>>(
        &self,
        window: &[(u32, Place)],
        on_unit: &mut impl FnMut(Unit<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut by_place: Vec<_> = (0..window.len()).collect();
        by_place.sort_by_key(|&index| window[index].1);
        let mut contents = vec![Vec::new(); window.len()];
        let mut open: Option<(usize, File)> = None;
        for index in by_place {
            let Place { file, offset, length, .. } = window[index].1;
            let path = &self.files[file];
            let refused = PoolError::file(path);
            let mut source = match open.take() {
                Some((opened, source)) if opened == file => source,
                _ => File::open(path).map_err(&refused)?,
            };
            contents[index] = vec![0; length];
            source.seek(SeekFrom::Start(offset)).map_err(&refused)?;
            source.read_exact(&mut contents[index]).map_err(&refused)?;
            open = Some((file, source));
        }
        for (&(number, Place { time, .. }), content) in window.iter().zip(&contents) {
            on_unit(Unit { number, time, content })?;
        }
        Ok(())
    }

    /// The texts of all units in ascending order, with their numbers and times.
    ///
    /// # Errors
    /// If a file cannot be read or a unit is not a text.
    pub fn texts(&self) -> Result<Vec<(u32, u64, String)>, PoolError> {
        let mut texts = Vec::new();
        self.each(|Unit { number, time, content }| {
            let text = String::from_utf8(content.to_vec()).map_err(|_| {
                let path = &self.files[self.units[&number].file];
                PoolError::content(path, format!("expected text in unit {number}, found bytes"))
            })?;
            texts.push((number, time, text));
            Ok::<_, PoolError>(())
        })?;
        Ok(texts)
    }
}
