//! What an engine says of itself in answer to `tei`.

use super::{Heard, OptionError, OptionSpec};

/// The two ways to start a game (docs/tei.md of this project, and PTN Ninja's `tei.md`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// `teinewgame 6`, with the komi as the option `HalfKomi`.
    V0,
    /// `teinewgame size 6 halfkomi 4`, for engines that announce their sizes.
    V1,
}

/// A `size ... halfkomi ...` line: boards that the engine plays, with these komis.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Boards {
    /// Sizes.
    pub sizes: Vec<usize>,
    /// Komis in half flats.
    pub half_komis: Vec<i32>,
}

/// A line of the answer that cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line.
    pub line: String,
    /// What is wrong with it.
    pub reason: String,
}

/// All that an engine says of itself.
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
    /// The announced boards.
    pub boards: Vec<Boards>,
    /// What was not understood.
    pub faults: Vec<Fault>,
}

impl Identity {
    /// Reads the lines of an answer to `tei`.
    #[must_use]
    pub fn read(lines: &[Heard]) -> Self {
        let mut identity = Self::default();
        let _ = lines.iter().any(|heard| identity.hear(heard));
        identity
    }

    /// Takes in a line. Whether it was `teiok`, the last.
    pub(super) fn hear(&mut self, heard: &Heard) -> bool {
        let mut words = heard.words();
        match words.next().unwrap_or_default() {
            "teiok" => return true,
            "id" => {
                let field = words.next().unwrap_or_default();
                let text = words.collect::<Vec<_>>().join(" ");
                match field {
                    _ if text.is_empty() => self.fault(heard, "expected a text behind id name"),
                    "name" => self.name = Some(text),
                    "author" => self.author = Some(text),
                    "version" => self.version = Some(text),
                    _ => self.fault(heard, "expected id name, id author or id version"),
                }
            }
            "option" => match OptionSpec::read(words) {
                Ok(option) => self.options.push(option),
                Err(error) => self.fault(heard, &error.to_string()),
            },
            "size" => match boards(words) {
                Some(boards) => self.boards.push(boards),
                None => self.fault(heard, "expected size N ... halfkomi K ..."),
            },
            "info" => {}
            _ => self.fault(heard, "expected id, size, option or teiok"),
        }
        false
    }

    fn fault(&mut self, heard: &Heard, reason: &str) {
        // An engine that talks without end is not to fill the memory.
        if self.faults.len() < 100 {
            let line = super::error::excerpt(&heard.text);
            self.faults.push(Fault { line, reason: reason.to_owned() });
        }
    }

    /// How the engine is told of a new game: as PTN Ninja does, in version 1 to engines that announce
    /// their sizes, in version 0 to all others (topaz panics at the form of version 1).
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        if self.boards.is_empty() { Dialect::V0 } else { Dialect::V1 }
    }

    /// An option by its name; case does not count.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&OptionSpec> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Checks that the engine announces this board with this komi in half flats. An engine that says
    /// nothing of sizes may play any, and one that knows no komi plays without.
    ///
    /// # Errors
    /// What it does not offer.
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
                .map_err(|error: OptionError| format!("half-komi {half_komi} ({error})")),
            None if half_komi == 0 => Ok(()),
            None => Err(format!("half-komi {half_komi}: it has no option HalfKomi")),
        }
    }
}

/// `5 6 halfkomi 0 4`; other words are passed over.
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
    use std::time::Instant;

    fn identity(text: &str) -> Identity {
        let mut identity = Identity::default();
        for line in text.lines() {
            let (text, length) = (line.to_owned(), line.len());
            if identity.hear(&Heard { at: Instant::now(), text, length }) {
                break;
            }
        }
        identity
    }

    #[test]
    fn reads_the_old_dialect() {
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
    fn reads_the_new_dialect() {
        let found = identity("size 5 6 halfkomi 0 4 -2\nsize 7\nteiok");
        assert_eq!(found.dialect(), Dialect::V1);
        assert_eq!(found.check_board(6, -2), Ok(()));
        assert_eq!(found.check_board(6, 2), Err("half-komi 2 on size 6".into()));
        assert_eq!(found.check_board(7, 0), Ok(()));
        assert_eq!(found.check_board(8, 0), Err("size 8".into()));
    }

    #[test]
    fn nonsense_is_noted_and_passed_over() {
        let found = identity("hello\nid\noption name\n\nsize x\nid name A\nteiok");
        assert_eq!(found.name.as_deref(), Some("A"));
        assert_eq!(found.faults.len(), 5);
    }
}
