//! The answer of an engine to `tei`: its name, options and boards.

use super::Line;

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
}

impl Identity {
    /// Reads the lines of an answer to `tei`.
    pub fn read(lines: &[Line]) -> Self {
        let mut identity = Self::default();
        let _ = lines.iter().any(|line| identity.read_line(line));
        identity
    }

    /// Reads a line; ignores malformed ones. Returns whether it was `teiok`, the last line.
    pub(super) fn read_line(&mut self, line: &Line) -> bool {
        let mut words = line.words();
        match words.next().unwrap_or_default() {
            "teiok" => return true,
            "id" => {
                let field = match words.next().unwrap_or_default() {
                    "name" => &mut self.name,
                    "author" => &mut self.author,
                    "version" => &mut self.version,
                    _ => return false,
                };
                let text = words.collect::<Vec<_>>().join(" ");
                *field = Some(text).filter(|text| !text.is_empty()).or(field.take());
            }
            "option" => self.options.extend(OptionSpec::read(&line.text)),
            "size" => self.boards.extend(boards(words)),
            _ => {}
        }
        false
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

/// An option of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub name: String,
    /// Type, default and range.
    pub kind: OptionKind,
}

/// Type of an option, with its default and range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// Default; `None` if malformed.
        default: Option<bool>,
    },
    /// A whole number.
    Spin {
        /// Default.
        default: Option<i64>,
        /// Minimum.
        min: Option<i64>,
        /// Maximum.
        max: Option<i64>,
    },
    /// One of several texts.
    Combo {
        /// Default.
        default: Option<String>,
        /// Allowed values.
        values: Vec<String>,
    },
    /// Any text.
    Text {
        /// Default.
        default: Option<String>,
    },
    /// A button: it has no value.
    Button,
}

/// Keywords of an option line.
const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

impl OptionSpec {
    /// Reads an option line. Names, defaults and values may contain spaces, but not the words `name`,
    /// `type`, `default`, `min`, `max` and `var`.
    ///
    /// Returns `None` if the name or a known type is missing. Other malformed parts are absent in the result.
    pub fn read(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        if words.next() != Some("option") {
            return None;
        }
        // Clients look for keywords anywhere in the line, in any case.
        let mut parts: Vec<(&str, Vec<&str>)> = vec![("", Vec::new())];
        for word in words {
            match KEYS.iter().find(|key| key.eq_ignore_ascii_case(word)) {
                Some(key) => parts.push((key, Vec::new())),
                None => parts.iter_mut().next_back().into_iter().for_each(|it| it.1.push(word)),
            }
        }
        let all = |key: &str| -> Vec<String> {
            parts.iter().filter(|part| part.0 == key).map(|part| part.1.join(" ")).collect()
        };
        let first = |key: &str| all(key).into_iter().next();
        let number = |key: &str| first(key).and_then(|text| text.parse().ok());
        let name = first("name").filter(|name| !name.is_empty())?;
        let kind = match first("type")?.to_ascii_lowercase().as_str() {
            "check" => OptionKind::Check { default: first("default").as_deref().and_then(truth) },
            "spin" => OptionKind::Spin {
                default: number("default"),
                min: number("min"),
                max: number("max"),
            },
            "combo" => OptionKind::Combo { default: first("default"), values: all("var") },
            "string" => OptionKind::Text { default: first("default") },
            "button" => OptionKind::Button,
            _ => return None,
        };
        Some(Self { name, kind })
    }

    /// Checks a value against the announced range.
    ///
    /// # Errors
    /// If the value is outside; the message names the range.
    pub fn check(&self, value: &str) -> Result<(), String> {
        let (fits, expected) = match &self.kind {
            OptionKind::Check { .. } => (truth(value).is_some(), "true or false".to_owned()),
            OptionKind::Spin { min, max, .. } => {
                let number = value.parse::<i64>().ok();
                let fits = number.is_some_and(|number| {
                    min.is_none_or(|min| number >= min) && max.is_none_or(|max| number <= max)
                });
                let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
                (fits, format!("a number from {min} to {max}"))
            }
            OptionKind::Combo { values, .. } => {
                let fits = values.iter().any(|offered| offered.eq_ignore_ascii_case(value));
                (fits, format!("one of {}", values.join(", ")))
            }
            OptionKind::Text { .. } | OptionKind::Button => (true, String::new()),
        };
        if fits {
            return Ok(());
        }
        Err(format!("option {}: expected {expected}, found '{value}'", self.name))
    }

    /// The announced default as text.
    pub fn default(&self) -> Option<String> {
        match &self.kind {
            OptionKind::Check { default } => default.map(|it| it.to_string()),
            OptionKind::Spin { default, .. } => default.map(|it| it.to_string()),
            OptionKind::Combo { default, .. } | OptionKind::Text { default } => default.clone(),
            OptionKind::Button => None,
        }
    }
}

/// PTN Ninja also accepts `0` and `1`.
fn truth(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "on" => Some(true),
        "false" | "0" | "off" => Some(false),
        _ => None,
    }
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
    fn reads_both_versions() {
        let old = identity(
            "hello\nid\noption name\n\nsize x\nid name Some Engine 1\n\
             option name HalfKomi type combo default 0 var 0 var 4\nteiok\nid name Late",
        );
        assert_eq!((old.name.as_deref(), old.dialect()), (Some("Some Engine 1"), Dialect::V0));
        assert_eq!(old.options.len(), 1);
        let new = identity("size 5 6 halfkomi 0 4 -2\nsize 7\nteiok");
        assert_eq!(new.dialect(), Dialect::V1);
        let silent = identity("teiok");
        for (identity, size, komi, expected) in [
            (&old, 7, 4, None),
            (&old, 6, 2, Some("half-komi 2 (option HalfKomi: expected one of 0, 4, found '2')")),
            (&silent, 6, 0, None),
            (&silent, 6, 4, Some("half-komi 4 (it has no option HalfKomi)")),
            (&new, 6, -2, None),
            (&new, 6, 2, Some("half-komi 2 on size 6")),
            (&new, 7, 0, None),
            (&new, 8, 0, Some("size 8")),
        ] {
            assert_eq!(identity.check_board(size, komi).err().as_deref(), expected);
        }
    }

    #[test]
    fn reads_and_checks_options() {
        let read = |text: &str| OptionSpec::read(&format!("option {text}"));
        let spin = |default, min, max| Some(OptionKind::Spin { default, min, max });
        let hash = "name Hash type spin default 64 min 1 max 1024";
        assert_eq!(read(hash).map(|it| it.kind), spin(Some(64), Some(1), Some(1024)));
        let bare = read("name Hash type spin default many").map(|it| it.kind);
        assert_eq!(bare, spin(None, None, None));
        let combo = "name Half Komi TYPE combo default 0 var 0 var very big";
        assert_eq!(read(combo).map(|it| it.name).as_deref(), Some("Half Komi"));
        // A name that begins with a keyword is lost, as in PTN Ninja.
        for text in ["type spin", "name Max type spin", "name K", "name K type list"] {
            assert_eq!(read(text), None, "{text}");
        }
        for (line, value, expected) in [
            (hash, "256", None),
            (hash, "0", Some("option Hash: expected a number from 1 to 1024, found '0'")),
            ("name A type check default true", "OFF", None),
            (combo, "very BIG", None),
            (combo, "2", Some("option Half Komi: expected one of 0, very big, found '2'")),
        ] {
            let error = read(line).and_then(|option| option.check(value).err());
            assert_eq!(error.as_deref(), expected, "{line}");
        }
    }
}
