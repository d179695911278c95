//! The files of the bot.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The file of players in the archive.
pub const PLAYERS: &str = "players.json";

/// The file of this month's games: `2026-11.ptn`, with a suffix `2026-11-SUFFIX.ptn`.
pub(super) fn month_file(folder: &Path, suffix: &str) -> PathBuf {
    let (date, _) = crate::date::tags(SystemTime::now());
    let month: String = date.chars().take(7).collect();
    folder.join(format!("{}{suffix}.ptn", month.replace('.', "-")))
}

/// Adds a text and an empty line to a file, and waits until it is on the disk.
pub(super) fn append(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(format!("{}\r\n\r\n", text.trim_end()).as_bytes())?;
    file.sync_data()
}
