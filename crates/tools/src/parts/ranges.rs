//! Sets of numbers as text.

use std::fmt::Write;

/// Ascending numbers in the form that `sbatch --array` takes: `3,5-7`.
#[must_use]
pub fn ranges(numbers: impl IntoIterator<Item = u32>) -> String {
    let mut runs: Vec<[u32; 2]> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some([_, last]) if *last + 1 == number => *last = number,
            _ => runs.push([number, number]),
        }
    }
    let mut text = String::new();
    for [first, last] in runs {
        let comma = if text.is_empty() { "" } else { "," };
        // Writing to a string does not fail.
        let _ = match last {
            _ if last == first => write!(text, "{comma}{first}"),
            _ => write!(text, "{comma}{first}-{last}"),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbors_are_joined() {
        for (numbers, text) in
            [(&[][..], ""), (&[4], "4"), (&[3, 5, 6, 7], "3,5-7"), (&[1, 2, 4, 5, 9], "1-2,4-5,9")]
        {
            assert_eq!(ranges(numbers.iter().copied()), text);
        }
    }
}
