//! Writes values into source code.

/// Replaces defaults in the text of `crates/engine/src/search/tunables.rs`.
///
/// # Errors
/// The name of a value without exactly one row.
pub fn rewrite(text: &str, values: &[(&str, i32)]) -> Result<String, String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for &(name, value) in values {
        let mut rows = lines.iter_mut().filter_map(|line| {
            let (start, end) = default_of(line, name)?;
            Some((line, start, end))
        });
        match (rows.next(), rows.next()) {
            (Some((line, start, end)), None) => line.replace_range(start..end, &value.to_string()),
            _ => return Err(name.to_owned()),
        }
    }
    Ok(lines.join("\n") + "\n")
}

/// Range of the default in a row such as `lmr_base = 400 in -1024 to 2048;`; `None` if the row has another name.
fn default_of(line: &str, name: &str) -> Option<(usize, usize)> {
    let (before, rest) = line.split_once(" = ")?;
    let (default, _) = rest.split_once(" in ")?;
    let start = before.len() + " = ".len();
    (before.trim_start() == name && default.parse::<i32>().is_ok())
        .then_some((start, start + default.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefall_engine::search::TUNABLES;

    const SOURCE: &str = include_str!("../../../engine/src/search/tunables.rs");

    fn defaults(text: &str) -> Vec<i32> {
        let default = |name| {
            let found = text.lines().find_map(|line| {
                let (start, end) = default_of(line, name)?;
                line[start..end].parse().ok()
            });
            found.unwrap_or_else(|| unreachable!("{name}"))
        };
        TUNABLES.iter().map(|tunable| default(tunable.name)).collect()
    }

    #[test]
    fn every_row_is_found_and_only_numbers_change() {
        let in_use: Vec<_> = TUNABLES.iter().map(|tunable| tunable.default).collect();
        assert_eq!(defaults(SOURCE), in_use);
        let values: Vec<_> = TUNABLES.iter().map(|tunable| (tunable.name, tunable.min)).collect();
        let written = rewrite(SOURCE, &values);
        let written = written.unwrap_or_else(|name| unreachable!("{name}"));
        assert_eq!(defaults(&written), values.iter().map(|&(_, value)| value).collect::<Vec<_>>());
        let back: Vec<_> = TUNABLES.iter().map(|tunable| (tunable.name, tunable.default)).collect();
        assert_eq!(rewrite(&written, &back).as_deref(), Ok(SOURCE));
        assert_eq!(rewrite(SOURCE, &[("lmr", 3)]), Err("lmr".into()));
    }
}
