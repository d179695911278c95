//! Files that one process writes at a time. The operating system ends the lock with the process.

#[cfg(unix)]
use std::fs::TryLockError;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens or creates a file for reading and writing; `None` if another process has it open in this way.
#[cfg(unix)]
pub(super) fn open_alone(path: &Path) -> io::Result<Option<File>> {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(None),
        // Some network file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(file)),
    }
}

/// Whether a path leads to an open file. It does not after the removal of the file, or of its file system.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let name = |metadata: &std::fs::Metadata| (metadata.dev(), metadata.ino());
    match path.metadata() {
        Ok(found) => Ok(name(&found) == name(&file.metadata()?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Windows does not remove an open file.
#[cfg(windows)]
pub(super) fn is_at(_: &File, path: &Path) -> io::Result<bool> {
    path.metadata().map(|_| true)
}

/// `ERROR_SHARING_VIOLATION`
#[cfg(windows)]
const SHARING_VIOLATION: i32 = 32;
/// `FILE_SHARE_READ`
#[cfg(windows)]
const SHARE_READ: u32 = 1;

#[cfg(windows)]
pub(super) fn open_alone(path: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt;
    // A lock would keep others from reading.
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).share_mode(SHARE_READ);
    match options.open(path) {
        Err(error) if error.raw_os_error() == Some(SHARING_VIOLATION) => Ok(None),
        opened => opened.map(Some),
    }
}
