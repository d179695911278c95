//! Parses `key=value` lists: engines, tests and adjudication.

use stonefall_client::Launch;
use stonefall_tools::arguments::{numbers, positive};
use stonefall_tools::games::TimeControl;
use stonefall_tools::matches::{Contender, Control, Model, Restart, Sprt};

/// Keys of an engine; `option.` and `env.` are followed by a name.
const KEYS: [&str; 13] = [
    "name", "cmd", "arg", "args", "dir", "tc", "movetime", "nodes", "depth", "margin", "restart",
    "option.", "env.",
];

/// Settings of one engine, or defaults of all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct EngineSettings(Vec<(String, String)>);

/// Splits a list. A comma ends a value only if a key and `=` follow, so that values may have commas.
pub(super) fn read(text: &str) -> Result<EngineSettings, String> {
    let mut settings: Vec<(String, String)> = Vec::new();
    for (index, part) in text.split(',').enumerate() {
        let pair = part.split_once('=').filter(|(key, _)| is_key(key));
        match (pair, settings.last_mut()) {
            (Some((key, value)), _) => settings.push((key.to_owned(), value.to_owned())),
            // Only the first word is the program.
            (None, _) if index == 0 && !part.is_empty() && !part.contains('=') => {
                settings.push(("cmd".to_owned(), part.to_owned()));
            }
            (None, Some((_, value))) if !part.contains('=') || index > 0 => {
                value.push(',');
                value.push_str(part);
            }
            _ => {
                let keys = KEYS.join(", ");
                return Err(format!(
                    "expected a program, or KEY=VALUE with one of {keys}, found '{part}'"
                ));
            }
        }
    }
    let settings = EngineSettings(settings);
    // Every value is parsed here, so that clap names the wrong argument.
    settings.apply(&mut EngineSettings::this_program()?)?;
    Ok(settings)
}

fn is_key(word: &str) -> bool {
    KEYS.iter().any(|key| match key.strip_suffix('.') {
        Some(_) => word.len() > key.len() && word.starts_with(key),
        None => word == *key,
    })
}

impl EngineSettings {
    /// This program without limits.
    pub(super) fn this_program() -> Result<Contender, String> {
        let launch = Launch::this_program().map_err(|error| error.to_string())?;
        Ok(Contender::new("", launch))
    }

    /// Applies these settings to an engine.
    pub(super) fn apply(&self, contender: &mut Contender) -> Result<(), String> {
        let Contender { launch, control, .. } = contender;
        // An own limit replaces all default limits.
        if self
            .0
            .iter()
            .any(|(key, _)| ["tc", "movetime", "nodes", "depth"].contains(&key.as_str()))
        {
            *control = Control::default();
        }
        for (key, value) in &self.0 {
            let wrong = |expected: &str| format!("expected {expected}, found {key}={value}");
            let count = || wrong("a number from 1");
            match key.as_str() {
                "name" => contender.name = value.trim().to_owned(),
                "cmd" if value == "self" => {
                    launch.program = Self::this_program()?.launch.program;
                }
                "cmd" if value.is_empty() => return Err(wrong("a program")),
                "cmd" => launch.program = value.into(),
                "arg" => launch.arguments.push(value.into()),
                "args" => launch.arguments.extend(value.split_whitespace().map(Into::into)),
                "dir" => launch.folder = Some(value.into()),
                "tc" => {
                    let clock = TimeControl::plain(value);
                    control.clock = Some(clock.ok_or_else(|| wrong("a time such as 5+0.05"))?);
                }
                "movetime" => control.movetime = Some(super::super::duration::read(value)?),
                "nodes" => control.nodes = Some(positive(value).ok_or_else(count)?),
                "depth" => control.depth = Some(positive(value).ok_or_else(count)?),
                "margin" => contender.margin = super::super::duration::read(value)?,
                "restart" => {
                    contender.restart = match value.as_str() {
                        "on" => Restart::EveryGame,
                        "off" => Restart::WhenBroken,
                        _ => return Err(wrong("on or off")),
                    }
                }
                _ => match (key.strip_prefix("option."), key.strip_prefix("env.")) {
                    (Some(name), _) => {
                        contender.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
                        contender.options.push((name.to_owned(), value.clone()));
                    }
                    (_, Some(name)) => launch.environment.push((name.into(), value.into())),
                    _ => return Err(wrong("another key")),
                },
            }
        }
        Ok(())
    }
}

/// Parses `elo0=0,elo1=20,alpha=0.05,beta=0.05,model=normalized`; omitted values have these defaults.
pub(super) fn read_sprt(text: &str) -> Result<Sprt, String> {
    let (mut elo, mut errors, mut model) = ([0.0, 20.0], [0.05, 0.05], Model::Normalized);
    numbers(
        text,
        |key, value| {
            let number = value.parse::<f64>().ok();
            match key {
                "elo0" => elo[0] = number?,
                "elo1" => elo[1] = number?,
                "alpha" => errors[0] = number?,
                "beta" => errors[1] = number?,
                "model" => {
                    let models = [Model::Normalized, Model::Logistic];
                    model = models.into_iter().find(|model| model.name() == value)?;
                }
                _ => return None,
            }
            Some(())
        },
        "elo0=N, elo1=N, alpha=N, beta=N and model=normalized or model=logistic",
    )?;
    Sprt::new(elo[0], elo[1], errors[0], errors[1], model)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn contender(text: &str) -> Contender {
        let mut contender = EngineSettings::this_program().unwrap();
        read(text).unwrap().apply(&mut contender).unwrap();
        contender
    }

    #[test]
    fn parses_engines() {
        let found = contender(
            "./engine,name=A, B,arg=--x=1,2,args=tei fast,option.Clear Hash=,option.Hash=64,\
             option.hash=32,tc=5+0.05,nodes=900,margin=20,restart=on,env.RUST_LOG=off,dir=/tmp",
        );
        assert_eq!(
            (found.name.as_str(), found.launch.command().as_str()),
            ("A, B", "./engine --x=1,2 tei fast")
        );
        let options = [("Clear Hash", ""), ("hash", "32")];
        assert_eq!(found.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(found.control.to_string(), "5+0.05, 900 nodes");
        assert_eq!((found.margin.as_millis(), found.restart), (20, Restart::EveryGame));
        assert_eq!(contender("self").launch, EngineSettings::this_program().unwrap().launch);
    }

    #[test]
    fn own_limit_replaces_default_limits() {
        let mut found = contender("self,tc=5+0.05");
        read("depth=3").unwrap().apply(&mut found).unwrap();
        assert_eq!(found.control.to_string(), "depth 3");
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
            let error = read(text).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
        assert!(read_sprt("elo0=5,elo1=0").is_err() && read_sprt("elo2=5").is_err());
        assert_eq!(read_sprt("elo1=10,model=logistic").unwrap().elo1, 10.0);
    }
}
