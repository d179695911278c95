//! Learning by command: from a file of games to a network that the engine uses, and to a file of weights.

#[cfg(unix)]
use crate::program::start;
use crate::program::{fed, folder, run, stonefall, text};
use std::fs;
#[cfg(unix)]
use std::io::{BufRead, BufReader};
#[cfg(unix)]
use std::process::Command;
use stonefall_engine::search::policy::WEIGHTS;

/// The names of files in an empty folder.
fn files_in(name: &str) -> impl Fn(&str) -> String + use<> {
    let folder = folder(name);
    move |name| folder.join(name).display().to_string()
}

/// Makes a file of games.
fn make_games(path: &str, count: &str) {
    run(&["selfplay", "--size", "4", "--games", count, "--nodes", "60", "--out", path]);
}

/// The complaint about these arguments, which are wrong.
fn refused(arguments: &[&str]) -> String {
    let output = stonefall(arguments);
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The answer of the engine to some lines of TEI.
fn talk(arguments: &[&str], lines: &str) -> String {
    text(&fed(arguments, lines))
}

/// Asks for the evaluation of a 4x4 position.
const LOOK: &str = "teinewgame size 4\nposition startpos moves a1 d4 b2 c3\neval\n";

#[test]
fn training_makes_a_network_for_the_engine() {
    let path = files_in("train");
    let (games, net) = (path("games.takg"), path("4x4.net"));
    make_games(&games, "60");

    // Without later scores: the results of so few games say little about other games.
    let train = |threads: &str| {
        let words =
            ["train", "--size", "4", &games, "--out", &net, "--threads", threads, "--lambda", "0"];
        let fixed = ["--epochs", "4", "--batch", "128", "--hold", "5"];
        (run(&[&words[..], &fixed].concat()), fs::read(&net).unwrap())
    };
    let (told, bytes) = train("1");
    // The network does not depend on the threads.
    assert_eq!(train("3"), (told.clone(), bytes.clone()));
    let losses: Vec<f64> = told
        .lines()
        .filter_map(|line| line.split_once("training ")?.1.split(',').next()?.parse().ok())
        .collect();
    assert_eq!(losses.len(), 4, "{told}");
    assert!(losses[3] < losses[0], "{told}");

    // A damaged training is refused, and replaced on request.
    let state = path("4x4.net.part");
    fs::write(&state, b"TAKT and nothing more").unwrap();
    let words = [
        "train", "--size", "4", &games, "--out", &net, "--epochs", "4", "--batch", "128",
        "--lambda", "0",
    ];
    let said = refused(&words);
    assert!(said.contains("--restart replaces it"), "{said}");
    run(&[&words[..], &["--hold", "5", "--restart"]].concat());
    assert_eq!(fs::read(&net).unwrap(), bytes);
    assert!(!fs::exists(&state).unwrap());

    // Another training starts from the network.
    let further = path("further.net");
    let words = [
        "train", "--size", "4", &games, "--out", &further, "--epochs", "1", "--hold", "5",
        "--lambda", "0",
    ];
    let told = run(&[&words[..], &["--from", &net, "--rate", "0.0005"]].concat());
    let held = |begins: &str| -> f64 {
        let line = told.lines().find(|line| line.starts_with(begins)).unwrap();
        line.split_once("hold-out ").unwrap().1.split(',').next().unwrap().parse().unwrap()
    };
    assert!((held("start") - held("epoch 1")).abs() < 0.01, "{told}");
    // A network for another board size is also a start.
    let larger = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/engine/networks/5x5.net");
    run(&[&words[..], &["--from", larger, "--restart"]].concat());
    assert!(talk(&["--eval-file", &further], LOOK).contains("neurons:"));
    let told = refused(&[&words[..], &["--from", &games]].concat());
    assert!(told.contains("expected a network"), "{told}");

    // The engine uses it on boards of its size only.
    assert_ne!(talk(&["--eval-file", &net], LOOK), talk(&[], LOOK));
    let set = format!("setoption name EvalFile value {net}\n{LOOK}");
    let told = talk(&[], &set);
    assert!(told.contains("the network of EvalFile is for 4x4"), "{told}");
    let nodes = |text: &str| text.lines().rfind(|line| line.starts_with("info")).map(str::to_owned);
    let search = format!("{LOOK}go depth 4\n");
    assert_ne!(nodes(&talk(&["--eval-file", &net], &search)), nodes(&talk(&[], &search)));

    // Other files are refused and change nothing.
    let damaged = path("damaged.net");
    fs::write(&damaged, &bytes[..bytes.len() - 9]).unwrap();
    let set = format!(
        "setoption name EvalFile value {net}\nsetoption name EvalFile value {damaged}\n\
         setoption name EvalFile value /no/such/file\n{LOOK}"
    );
    let told = talk(&[], &set);
    assert!(told.contains("error EvalFile") && told.contains("found a damaged file"), "{told}");
    assert!(told.contains("'/no/such/file'") && told.contains("neurons:"), "{told}");
    let told = refused(&["--eval-file", &damaged]);
    assert!(told.contains("EvalFile"), "{told}");
}

#[test]
fn unusable_files_and_arguments_are_refused() {
    let path = files_in("train-refused");
    let (empty, text) = (path("empty.takg"), path("text.takg"));
    fs::write(&empty, "").unwrap();
    fs::write(&text, "1. a1 a2").unwrap();
    for (words, expected) in [
        (&["--size", "5", &empty][..], "expected training and hold-out positions"),
        (&["--size", "5", &text], "expected game records"),
        (&["--size", "5", "no such file"], "no such file: "),
        (&["--size", "9", &empty], "9"),
        (&["--size", "5", &empty, "--result-share", "2"], "from 0 to 1"),
        (&["--size", "5", &empty, "--batch", "0"], "from 1"),
        (&["--size", "5"], "FILE"),
    ] {
        let told = refused(&[&["train"], words].concat());
        assert!(told.contains(expected), "{words:?}: {told}");
    }
}

#[test]
fn games_become_a_policy() {
    let path = files_in("policy");
    let (games, weights) = (path("games.takg"), path("weights.bin"));
    make_games(&games, "60");
    let fit = |hold: &str| {
        let words = ["policy", &games, "--write", &weights, "--hold", hold, "--per-game", "30"];
        (run(&words), fs::read(&weights).unwrap())
    };
    let (printed, written) = fit("4");
    assert_eq!(written.len(), WEIGHTS);
    assert_eq!(fit("4"), (printed.clone(), written));
    // Even few games teach more than equal chances.
    let rows: Vec<&str> = printed.lines().filter(|line| line.contains("4x4")).collect();
    let loss = |row: &str| row.split(['s', ',']).nth(2).unwrap().trim().parse::<f64>().unwrap();
    assert_eq!(rows.len(), 2, "{printed}");
    assert!(loss(rows[1]) < 3.2, "{printed}");

    fs::write(path("text"), "1. a1 a2").unwrap();
    for (words, expected) in [
        (&[&games, "--hold", "1"][..], "expected training and hold-out positions, found 0 and "),
        (&[&path("text")], "expected game records"),
        (&["no such file"], "no such file: "),
        (&[&games, "--epochs", "0"], "from 1"),
        (&[&games, "--rate", "nan"], "expected a number above 0, found \"nan\""),
        (&[], "FILE"),
    ] {
        let told = refused(&[&["policy"], words].concat());
        assert!(told.contains(expected), "{words:?}: {told}");
    }
}

/// A training that is killed, terminated, and ended by a deadline gives the network of a training without interruptions.
#[cfg(unix)]
#[test]
fn interrupted_training_gives_the_same_network() {
    let path = files_in("train-interrupted");
    let (games, more, net) = (path("games.takg"), path("more.takg"), path("4x4.net"));
    make_games(&games, "80");
    // A hundred steps in each epoch.
    let words = ["train", "--size", "4", &games, "--batch", "16", "--epochs", "4", "--hold", "5"];
    let whole = path("whole.net");
    let told = run(&[&words[..], &["--out", &whole, "--threads", "1"]].concat());
    let words = [&words[..], &["--out", &net, "--threads", "2"]].concat();

    // Each run ends when its epoch is complete and more are left.
    for (epoch, signal) in [("epoch 1:", "KILL"), ("epoch 2:", "TERM")] {
        let mut child = start(&words);
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let found = lines.map(Result::unwrap).find(|line| line.starts_with(epoch));
        assert!(found.is_some(), "{epoch}");
        let id = child.id().to_string();
        assert!(
            Command::new("kill").args([&format!("-{signal}"), &id]).status().unwrap().success()
        );
        let code = child.wait().unwrap().code();
        assert_eq!(code, (signal == "TERM").then_some(75), "{epoch}");
    }
    let state = fs::read(path("4x4.net.part")).unwrap();
    let output = stonefall(&[&words[..], &["--deadline", "0"]].concat());
    assert_eq!(output.status.code(), Some(75), "{output:?}");
    // Other settings and other games are refused.
    make_games(&more, "20");
    for others in [&["--seed", "2"][..], &["--result-share", "0.5"], &[&more]] {
        let said = refused(&[&words[..], others].concat());
        assert!(said.contains("expected a training of these games with these settings"), "{said}");
    }
    assert!(fs::read(path("4x4.net.part")).unwrap() == state);

    let output = stonefall(&words);
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(output.status.success() && said.contains("resuming after"), "{said}");
    assert_eq!(text(&output), told.replace(&whole, &net));
    assert!(fs::read(&net).unwrap() == fs::read(&whole).unwrap());
    assert!(!fs::exists(path("4x4.net.part")).unwrap());
}
