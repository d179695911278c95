//! An engine of a match, from settings such as `./engine,name=A,tc=5+0.05`.

use super::control::Control;
use crate::arguments::positive;
use crate::duration;
use crate::games::TimeControl;
use std::time::Duration;
use stonefall_client::Launch;

/// Keys of the settings; `option.` and `env.` are followed by a name.
const KEYS: [&str; 13] = [
    "name", "cmd", "arg", "args", "dir", "tc", "movetime", "nodes", "depth", "margin", "restart",
    "option.", "env.",
];

/// An engine of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contender {
    /// Unique name in tables and game files.
    pub name: String,
    /// How to start it.
    pub launch: Launch,
    /// Option values, in order.
    pub options: Vec<(String, String)>,
    /// Limits of its searches.
    pub control: Control,
    /// Time that it may exceed its limit by.
    pub margin: Duration,
    /// Whether it restarts for every game, and not only after a failure.
    pub restarts: bool,
}

/// Checks settings, so that clap names the wrong argument.
pub(super) fn checked(text: &str) -> Result<String, String> {
    let mut contender = Contender::new("", this_program()?);
    contender.set(text).map(|()| text.to_owned())
}

fn this_program() -> Result<Launch, String> {
    Launch::this_program().map_err(|error| error.to_string())
}

impl Contender {
    /// An engine without options and limits.
    pub fn new(name: impl Into<String>, launch: Launch) -> Self {
        let (control, margin) = (Control::default(), Duration::ZERO);
        Self { name: name.into(), launch, options: Vec::new(), control, margin, restarts: false }
    }

    /// The engine of these settings; later ones count more.
    pub(super) fn read<'a>(
        margin: Duration,
        settings: impl Iterator<Item = &'a String>,
    ) -> Result<Self, String> {
        let mut contender = Self { margin, ..Self::new("", this_program()?) };
        for text in settings {
            contender.set(text)?;
        }
        if contender.control.is_open() {
            let engine = contender.launch.command();
            return Err(format!(
                "expected tc, movetime, nodes or depth for {engine} or in --each, found none"
            ));
        }
        Ok(contender)
    }

    /// Whether it searches in the opponent's time: whether its option `Ponder` is set.
    pub fn ponders(&self) -> bool {
        let is_set = |(name, value): &(String, String)| {
            name.eq_ignore_ascii_case("Ponder") && value.eq_ignore_ascii_case("true")
        };
        self.options.iter().any(is_set)
    }

    fn set(&mut self, text: &str) -> Result<(), String> {
        let settings = pairs(text)?;
        let (launch, control) = (&mut self.launch, &mut self.control);
        // An own limit replaces all default limits.
        let limits = ["tc", "movetime", "nodes", "depth"];
        if settings.iter().any(|(key, _)| limits.contains(&key.as_str())) {
            *control = Control::default();
        }
        for (key, value) in settings {
            let wrong = |expected: &str| format!("expected {expected}, found {key}={value}");
            let count = || wrong("a number from 1");
            match key.as_str() {
                "name" => value.trim().clone_into(&mut self.name),
                "cmd" if value.is_empty() => return Err(wrong("a program")),
                "cmd" if value == "self" => launch.program = this_program()?.program,
                "cmd" => launch.program = value.into(),
                "arg" => launch.arguments.push(value.into()),
                "args" => launch.arguments.extend(value.split_whitespace().map(Into::into)),
                "dir" => launch.folder = Some(value.into()),
                "tc" => {
                    let clock = TimeControl::plain(&value);
                    control.clock = Some(clock.ok_or_else(|| wrong("a time such as 5+0.05"))?);
                }
                "movetime" => control.movetime = Some(duration::read(&value)?),
                "nodes" => control.nodes = Some(positive(&value).ok_or_else(count)?),
                "depth" => control.depth = Some(positive(&value).ok_or_else(count)?),
                "margin" => self.margin = duration::read(&value)?,
                "restart" => match value.as_str() {
                    "on" | "off" => self.restarts = value == "on",
                    _ => return Err(wrong("on or off")),
                },
                _ => match (key.strip_prefix("option."), key.strip_prefix("env.")) {
                    (Some(name), _) => {
                        self.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
                        self.options.push((name.to_owned(), value));
                    }
                    (_, Some(name)) => launch.environment.push((name.into(), value.into())),
                    _ => return Err(wrong("another key")),
                },
            }
        }
        Ok(())
    }
}

/// Splits settings. A comma ends a value only if a key and `=` follow, so that values may have commas.
fn pairs(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut settings: Vec<(String, String)> = Vec::new();
    for (index, part) in text.split(',').enumerate() {
        let pair = part.split_once('=').filter(|(key, _)| is_key(key));
        match (pair, settings.last_mut()) {
            (Some((key, value)), _) => settings.push((key.to_owned(), value.to_owned())),
            // Only the first word is the program.
            (None, _) if index == 0 && !part.is_empty() && !part.contains('=') => {
                settings.push(("cmd".to_owned(), part.to_owned()));
            }
            (None, Some((_, value))) => *value += &format!(",{part}"),
            _ => {
                let keys = KEYS.join(", ");
                return Err(format!(
                    "expected a program, or KEY=VALUE with one of {keys}, found '{part}'"
                ));
            }
        }
    }
    Ok(settings)
}

fn is_key(word: &str) -> bool {
    KEYS.iter().any(|key| match key.strip_suffix('.') {
        Some(_) => word.len() > key.len() && word.starts_with(key),
        None => word == *key,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn contender(texts: &[&str]) -> Contender {
        let texts: Vec<_> = texts.iter().map(ToString::to_string).collect();
        Contender::read(Duration::ZERO, texts.iter()).unwrap()
    }

    #[test]
    fn settings_make_an_engine() {
        let found = contender(&[
            "./engine,name=A, B,arg=--x=1,2,args=tei fast,option.Clear Hash=,option.Hash=64,\
             option.hash=32,tc=5+0.05,nodes=900,margin=20,restart=on,env.RUST_LOG=off,dir=/tmp",
        ]);
        assert_eq!(
            (found.name.as_str(), found.launch.command().as_str()),
            ("A, B", "./engine --x=1,2 tei fast")
        );
        let options = [("Clear Hash", ""), ("hash", "32")];
        assert_eq!(found.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(found.control.to_string(), "5+0.05, 900 nodes");
        assert_eq!((found.margin.as_millis(), found.restarts), (20, true));
        // An own limit replaces default limits.
        let found = contender(&["tc=5+0.05", "self,depth=3"]);
        assert_eq!(
            (found.control.to_string(), found.launch),
            ("depth 3".into(), this_program().unwrap())
        );
    }

    #[test]
    fn names_the_wrong_value() {
        for (text, message) in [
            ("", "expected a program, or KEY=VALUE"),
            ("color=red", "expected a program, or KEY=VALUE"),
            ("self,tc=fast", "expected a time such as 5+0.05, found tc=fast"),
            ("self,nodes=0", "expected a number from 1, found nodes=0"),
            ("self,restart=maybe", "expected on or off, found restart=maybe"),
            ("cmd=", "expected a program, found cmd="),
        ] {
            let error = checked(text).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
