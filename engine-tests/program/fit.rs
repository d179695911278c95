//! The fit by command, from a file of games to a file of weights.

use crate::program::{folder, stonefall};
use std::fs;
use stonefall_engine::eval::weights::FILE;

#[test]
fn games_become_weights() {
    let folder = folder("fit");
    let path = |name: &str| folder.join(name).display().to_string();
    let (games, weights) = (path("games.takg"), path("weights.txt"));
    for old in [&games, &weights] {
        let _ = fs::remove_file(old);
    }
    let made =
        stonefall(&["selfplay", "--size", "4", "--games", "40", "--nodes", "60", "--out", &games]);
    assert!(made.status.success(), "{made:?}");

    let fit = |more: &[&str]| {
        let fixed = ["fit", "--size", "4", &games, "--write", &weights, "--epochs", "5"];
        let fitted = stonefall(&[&fixed[..], more].concat());
        assert!(fitted.status.success(), "{fitted:?}");
        let printed = String::from_utf8(fitted.stdout).unwrap();
        (printed, fs::read_to_string(&weights).unwrap())
    };
    let (printed, written) = fit(&[]);
    // Only the numbers differ from the file in use.
    let columns = |text: &str, is_own: bool| -> Vec<String> {
        let lines = text.lines().skip_while(|line| !line.starts_with("side to move"));
        let cells = lines.flat_map(|line| line.split('|').enumerate());
        cells.filter(|(at, _)| (*at == 2) == is_own).map(|(_, cell)| cell.to_owned()).collect()
    };
    assert_eq!(columns(&written, false), columns(FILE, false));
    assert_ne!(columns(&written, true), columns(FILE, true));
    assert_eq!(fit(&[]), (printed.clone(), written));

    let loss = |which: &str| -> [f64; 2] {
        let line = printed.lines().find(|line| line.contains(which)).unwrap();
        let numbers: Vec<f64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        numbers.try_into().unwrap()
    };
    let [before, after] = loss("training loss");
    assert!(after < before, "{printed}");

    // The fit does not start, and the file stays.
    fs::write(&weights, "1 2 3").unwrap();
    let failed = stonefall(&["fit", "--size", "4", &games, "--write", &weights]);
    assert!(failed.stdout.is_empty() && !failed.status.success(), "{failed:?}");
    let error = String::from_utf8(failed.stderr).unwrap();
    assert!(error.contains("expected a table of weights"), "{error}");
    assert_eq!(fs::read_to_string(&weights).unwrap(), "1 2 3");
    fs::remove_file(&weights).unwrap();

    // A very strong pull keeps the weights.
    let (_, kept) = fit(&["--pull", "1e9", "--rate", "0.001"]);
    assert_eq!(columns(&kept, true), columns(FILE, true));
}
