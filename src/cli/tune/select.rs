//! Selects parameters by name.

use crate::cli::Error;
use std::collections::BTreeMap;
use stonefall_engine::search::{TUNABLES, Tunable};
use stonefall_tools::tune::Parameter;

fn find(name: &str) -> Result<&'static Tunable, Error> {
    let found = TUNABLES.iter().find(|tunable| tunable.name == name);
    found.ok_or_else(|| {
        Error::Usage(format!("expected a name of stonefall tune --list, found {name:?}"))
    })
}

/// The parameters to tune.
pub(super) fn parameters(only: &[String], except: &[String]) -> Result<Vec<Parameter>, Error> {
    for name in only.iter().chain(except) {
        find(name)?;
    }
    let wanted = |tunable: &&Tunable| {
        let is_in = |names: &[String]| names.iter().any(|name| name == tunable.name);
        (only.is_empty() || is_in(only)) && !is_in(except)
    };
    let parameters: Vec<_> = TUNABLES.iter().filter(wanted).map(Parameter::new).collect();
    if parameters.is_empty() {
        return Err(Error::Usage("expected a parameter to tune, found --except of all".into()));
    }
    Ok(parameters)
}

/// Values of `name=value`.
pub(super) fn values(words: &[String]) -> Result<BTreeMap<String, i32>, Error> {
    let mut values = BTreeMap::new();
    for word in words {
        let usage = || Error::Usage(format!("expected NAME=VALUE, found {word:?}"));
        let (name, value) = word.split_once('=').ok_or_else(usage)?;
        let &Tunable { name, min, max, .. } = find(name.trim())?;
        let value: i32 = value.trim().parse().map_err(|_| usage())?;
        if !(min..=max).contains(&value) {
            return Err(Error::Usage(format!(
                "expected {name} from {min} to {max}, found {value}"
            )));
        }
        values.insert(name.to_owned(), value);
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_names_and_values() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let count = |only: &[&str], except: &[&str]| {
            parameters(&names(only), &names(except)).map(|found| found.len()).ok()
        };
        let first = TUNABLES[0].name;
        assert_eq!(count(&[], &[]), Some(TUNABLES.len()));
        assert_eq!(count(&[first], &[]), Some(1));
        assert_eq!(count(&[], &[first]), Some(TUNABLES.len() - 1));
        assert_eq!(count(&[first], &[first]), None);
        assert_eq!(count(&["none"], &[]), None);

        let max = TUNABLES[0].max;
        let given = values(&names(&[&format!("{first}={max}")])).ok();
        assert_eq!(given, Some(BTreeMap::from([(first.to_owned(), max)])));
        for wrong in [format!("{first}={}", max + 1), format!("{first}=x"), first.to_owned()] {
            assert!(values(&[wrong]).is_err());
        }
    }
}
