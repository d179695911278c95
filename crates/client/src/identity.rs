//! The answer of an engine to `tei`.

use super::{Line, OptionSpec};
use stonefall_engine::notation::excerpt;

/// The two ways to start a game (docs/tei.md, and PTN Ninja's `tei.md`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// `teinewgame 6`; the komi is the option `HalfKomi`.
    V0,
    /// `teinewgame size 6 halfkomi 4`, for engines that announce their sizes.
    V1,
}

/// A `size ... halfkomi ...` line: supported sizes and komis.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Boards {
    /// Board sizes.
    pub sizes: Vec<usize>,
    /// Komis in half flats.
    pub half_komis: Vec<i32>,
}

/// Everything an engine announces in answer to `tei`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identity {
    /// `id name`
    pub name: Option<String>,
    /// `id author`
    pub author: Option<String>,
    /// `id version`
    pub version: Option<String>,
    /// The announced options, in order.
    pub options: Vec<OptionSpec>,
    /// The announced sizes and komis.
    pub boards: Vec<Boards>,
    /// The faults of malformed lines, at most 100.
    pub faults: Vec<String>,
}

impl Identity {
    /// Reads the lines of an answer to `tei`.
    pub fn read(lines: &[Line]) -> Self {
        let mut identity = Self::default();
        let _ = lines.iter().any(|line| identity.read_line(line));
        identity
    }

    /// Reads a line. Returns whether it was `teiok`, the last line.
    pub(super) fn read_line(&mut self, line: &Line) -> bool {
        let mut words = line.words();
        match words.next().unwrap_or_default() {
            "teiok" => return true,
            "id" => {
                let field = words.next().unwrap_or_default();
                let text = words.collect::<Vec<_>>().join(" ");
                match field {
                    _ if text.is_empty() => self.fault(line, "expected a text after id name"),
                    "name" => self.name = Some(text),
                    "author" => self.author = Some(text),
                    "version" => self.version = Some(text),
                    _ => self.fault(line, "expected id name, id author or id version"),
                }
            }
            "option" => match OptionSpec::read(&line.text) {
                Ok(option) => self.options.push(option),
                Err(error) => self.fault(line, &error),
            },
            "size" => match boards(words) {
                Some(boards) => self.boards.push(boards),
                None => self.fault(line, "expected size N ... halfkomi K ..."),
            },
            "info" => {}
            _ => self.fault(line, "expected id, size, option or teiok"),
        }
        false
    }

    fn fault(&mut self, line: &Line, reason: &str) {
        // Bounds the memory that an engine can fill.
        if self.faults.len() < 100 {
            self.faults.push(format!("{reason}, found '{}'", excerpt(&line.text, 80)));
        }
    }

    /// How to start a game: in version 1 if the engine announces sizes, else in version 0. PTN Ninja
    /// does the same; topaz panics at the form of version 1.
    pub fn dialect(&self) -> Dialect {
        if self.boards.is_empty() { Dialect::V0 } else { Dialect::V1 }
    }

    /// Returns an option by its name, ignoring case.
    pub fn option(&self, name: &str) -> Option<&OptionSpec> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Checks whether the engine supports a size and a komi in half flats. An engine without `size`
    /// lines may support any size; one without the option `HalfKomi` supports komi 0 only.
    ///
    /// # Errors
    /// Names what the engine does not support.
    pub fn check_board(&self, size: usize, half_komi: i32) -> Result<(), String> {
        if !self.boards.is_empty() {
            let of_size: Vec<_> =
                self.boards.iter().filter(|boards| boards.sizes.contains(&size)).collect();
            let komi_fits = |boards: &&&Boards| match boards.half_komis.as_slice() {
                [] => half_komi == 0,
                offered => offered.contains(&half_komi),
            };
            return match of_size.iter().find(komi_fits) {
                Some(_) => Ok(()),
                None if of_size.is_empty() => Err(format!("size {size}")),
                None => Err(format!("half-komi {half_komi} on size {size}")),
            };
        }
        match self.option("HalfKomi") {
            Some(option) => option
                .check(&half_komi.to_string())
                .map_err(|error| format!("half-komi {half_komi} ({error})")),
            None if half_komi == 0 => Ok(()),
            None => Err(format!("half-komi {half_komi} (it has no option HalfKomi)")),
        }
    }
}

/// Reads `5 6 halfkomi 0 4`; ignores other words.
fn boards<'a>(words: impl Iterator<Item = &'a str>) -> Option<Boards> {
    let mut boards = Boards::default();
    let mut is_komi = false;
    for word in words {
        match word.parse::<i32>() {
            Ok(komi) if is_komi => boards.half_komis.push(komi),
            Ok(size) => boards.sizes.push(usize::try_from(size).ok()?),
            Err(_) => is_komi = word.eq_ignore_ascii_case("halfkomi"),
        }
    }
    (!boards.sizes.is_empty()).then_some(boards)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(text: &str) -> Identity {
        let mut identity = Identity::default();
        let _ = text.lines().any(|line| identity.read_line(&Line::new(line)));
        identity
    }

    #[test]
    fn reads_version_0() {
        let found = identity(
            "id name Some Engine 1\nid author A B\noption name HalfKomi type combo default 0 var 0 var 4\nteiok\nid name Late",
        );
        assert_eq!(found.name.as_deref(), Some("Some Engine 1"));
        assert_eq!((found.dialect(), found.faults.len()), (Dialect::V0, 0));
        assert_eq!(found.check_board(7, 4), Ok(()));
        assert!(found.check_board(6, 2).is_err());
        assert!(identity("teiok").check_board(6, 0).is_ok());
        assert!(identity("teiok").check_board(6, 4).is_err());
    }

    #[test]
    fn reads_version_1() {
        let found = identity("size 5 6 halfkomi 0 4 -2\nsize 7\nteiok");
        assert_eq!(found.dialect(), Dialect::V1);
        assert_eq!(found.check_board(6, -2), Ok(()));
        assert_eq!(found.check_board(6, 2), Err("half-komi 2 on size 6".into()));
        assert_eq!(found.check_board(7, 0), Ok(()));
        assert_eq!(found.check_board(8, 0), Err("size 8".into()));
    }

    #[test]
    fn keeps_malformed_lines_and_reads_on() {
        let found = identity("hello\nid\noption name\n\nsize x\nid name A\nteiok");
        assert_eq!(found.name.as_deref(), Some("A"));
        assert_eq!(found.faults.len(), 5);
    }
}
