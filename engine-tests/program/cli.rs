//! Commands of the program: output, errors and exit codes.

use crate::program::{
    assert_documented, assert_has, command, complaint, fed, file, json, rejected, run, start,
    stonefall, text,
};
use serde_json::Value;
use std::process::Output;
use stonefall_engine::cpu::Instructions;

const PUZZLE: &str = "x,212,x2/2,1,1,x/x,1,2,2/x,1,x2 2 7";
const WON: &str = "x3/1,1,1/2,x,2 2 4";
const GAME: &str = "[Size \"4\"]\n[Komi \"2\"]\n\n1. a1 d4\n2. b2 {center} c3\n3. b3 c2\n";

#[test]
fn help_and_version() {
    let help = run(&["--help"]);
    assert_has(&help, &["analyze", "show", "perft", "bench", "--hash", "--half-komi", "TEI"]);
    assert!(help.lines().count() <= 50 && help.lines().all(|line| line.len() <= 80), "{help}");
    for command in [
        "tei", "analyze", "show", "perft", "bench", "board", "play", "annotate", "solve",
        "puzzles", "serve", "match", "check", "selfplay", "tune",
    ] {
        let help = run(&[command, "--help"]);
        assert!(help.contains("Usage: stonefall") && help.contains("Examples:\n"), "{help}");
    }
    assert!(run(&["help", "games", "report"]).contains("Usage: stonefall games report"));
    let version = run(&["--version"]);
    assert!(version.starts_with(concat!("stonefall ", env!("CARGO_PKG_VERSION"), " (")));
}

#[test]
fn without_a_command_it_speaks_tei() {
    for arguments in
        [&[][..], &["tei"], &["--hash", "2", "--halfkomi", "-4"], &["tei", "--threads=2"]]
    {
        let output = text(&fed(arguments, "tei\nisready\nquit\n"));
        assert!(output.contains("\nteiok\n"), "{arguments:?}: {output}");
        assert!(output.ends_with("readyok\n"), "{arguments:?}: {output}");
    }
    rejected(&["--threads", "0"], 2);
    rejected(&["--threads", "many"], 2);
}

#[test]
fn rules_have_names_in_every_command() {
    for command in [
        "play", "analyze", "solve", "show", "perft", "match", "openings", "selfplay", "tei",
        "serve", "board",
    ] {
        let listed = run(&[command, "--rules", "help"]);
        assert!(
            listed.starts_with("Named rules") && listed.contains("SevenTwoCaps"),
            "{command}: {listed}"
        );
        rejected(&[command, "--rules", "chess"], 2);
    }
    let shown = run(&["show", "--rules", "ademre22"]);
    assert!(
        shown.contains("22 stones left") && shown.contains("TPS x5/x5/x5/x5/x5 1 1"),
        "{shown}"
    );
    let shown = run(&["show", "--rules", "sevenonecap"]);
    assert!(shown.contains("40 stones and 1 capstone left"), "{shown}");
    // In Modegan the first stones are the player's own, and the second move may be a capstone.
    for (rules, nodes) in [("standard", "7440 nodes"), ("modegan", "10800 nodes")] {
        let count = run(&["perft", "3", "--size", "4", "--rules", rules]);
        assert!(count.lines().last().unwrap().starts_with(nodes), "{rules}: {count}");
    }
}

#[test]
fn perft_counts() {
    let last = |arguments: &[&str]| run(arguments).lines().last().unwrap().to_owned();
    assert!(last(&["perft", "0"]).starts_with("1 nodes in "));
    for more in [&[][..], &["--no-bulk"], &["--threads", "3"], &["--no-bulk", "--threads", "2"]] {
        let line = last(&[&["perft", "4", "--size", "4"], more].concat());
        assert!(line.starts_with("216464 nodes in "), "{line}");
        assert!(line.ends_with(" nodes/s"), "{line}");
    }
    assert!(last(&["perft", "2", "--tps", WON]).starts_with("0 nodes in "));

    let divided = run(&["perft", "2", "--divide", "--size", "3"]);
    let counts = divided.lines().filter_map(|line| line.split_once(": ")?.1.parse::<u64>().ok());
    assert_eq!(counts.clone().count(), 9);
    assert_eq!(counts.sum::<u64>(), 72);

    let suite = run(&["perft", "2", "--suite"]);
    assert!(suite.contains("counts are correct"), "{suite}");
    assert!(!suite.contains("WRONG"), "{suite}");
}

#[test]
fn perft_rejects_wrong_arguments() {
    assert!(rejected(&["perft"], 2).contains("DEPTH"));
    assert!(rejected(&["perft", "deep"], 2).contains("deep"));
    for depth in ["65", "1000000"] {
        let refused = rejected(&["perft", depth, "--size", "3"], 2);
        assert!(refused.contains(&format!("expected 0 to 64, found {depth} (DEPTH)")), "{refused}");
    }
    rejected(&["perft", "2", "--tps", "x3/x3/y3 1 1"], 1);
    rejected(&["perft", "2", "--threads", "0"], 2);
    rejected(&["perft", "2", "--suite", "--divide"], 2);
}

#[test]
fn bench_is_deterministic() {
    let bench = || {
        let output = run(&["bench", "--depth", "2"]);
        let last: Vec<_> = output.lines().last().unwrap().split(' ').map(str::to_owned).collect();
        assert_eq!([&last[1], &last[3]], ["nodes", "nps"], "{output}");
        last[0].parse::<u64>().unwrap()
    };
    assert_eq!(bench(), bench());
}

#[test]
fn a_flag_or_a_variable_selects_instructions() {
    let with = |name: &str, arguments: &[&str]| {
        command(arguments).env("STONEFALL_CPU", name).output().unwrap()
    };
    let nodes = |output: &Output| {
        text(output).lines().last().unwrap().split(' ').next().unwrap().to_owned()
    };
    let expected = nodes(&stonefall(&["bench", "--depth", "3"]));
    let fastest = run(&["--version"]);
    for set in Instructions::available() {
        assert_eq!(nodes(&with(set.name(), &["bench", "--depth", "3"])), expected);
        let version = text(&with(set.name(), &["--version"]));
        assert_eq!(version == fastest, Some(set) == Instructions::available().last(), "{version}");
    }
    // The flag goes first, and before the variable.
    let basic = text(&with("basic", &["--version"]));
    assert_eq!(run(&["--cpu", "basic", "--version"]), basic);
    assert_eq!(text(&with("x86-64-v9", &["--cpu=basic", "--version"])), basic);
    assert_eq!(nodes(&stonefall(&["--cpu", "basic", "bench", "--depth", "3"])), expected);
    let refused = complaint(&stonefall(&["--cpu", "fast", "bench"]), 2);
    assert!(refused.contains("found \"fast\" (--cpu)"), "{refused}");
    let refused = complaint(&stonefall(&["--cpu"]), 2);
    assert!(refused.contains("expected a name after --cpu"), "{refused}");
    let refused = complaint(&with("x86-64-v9", &["bench"]), 2);
    assert!(refused.contains("expected basic"), "{refused}");
    assert!(refused.contains("found \"x86-64-v9\" (STONEFALL_CPU)"), "{refused}");
}

#[test]
fn show_draws() {
    let drawn = run(&["show", PUZZLE]);
    assert!(drawn.contains(" 4 │     │ ■◦• │     │     │ 4"), "{drawn}");
    assert!(drawn.contains("Move 7, Black to move"), "{drawn}");
    assert!(drawn.contains(&format!("TPS {PUZZLE}")), "{drawn}");
    // Also without quotes, on standard input, and in letters.
    let words: Vec<_> = ["show"].into_iter().chain(PUZZLE.split(' ')).collect();
    assert_eq!(run(&words), drawn);
    assert_eq!(text(&fed(&["show", "-"], &format!("{PUZZLE}\n"))), drawn);
    assert!(run(&["show", "--ascii", PUZZLE]).is_ascii());
    assert!(run(&["show", "--color", "always", PUZZLE]).contains("\x1b[38;5;"));
    assert!(run(&["show", "--size", "8"]).contains("TPS x8/x8/x8/x8/x8/x8/x8/x8 1 1"));
}

#[test]
fn show_prints_result_and_score() {
    let drawn = run(&["show", WON, "--half-komi=-3"]);
    assert!(drawn.contains("White wins by a road, komi -1.5"), "{drawn}");
    assert!(drawn.contains("Result R-0"), "{drawn}");
    assert!(drawn.contains("Score 16 for White: 9 for the board and 7 pieces left"), "{drawn}");
    for (name, score) in [
        ("book", 16),
        ("ten-for-the-board", 17),
        ("double-the-line", 32),
        ("low-road-high-road", 32),
        ("double-the-cap", 16),
        ("big-middle", 16),
    ] {
        let drawn = run(&["show", WON, "--scoring", name]);
        assert!(drawn.contains(&format!("Score {score} for White")), "{name}: {drawn}");
        let json = json(&["show", WON, "--scoring", name, "--json"]);
        assert_eq!(json["points"]["scoring"], name);
        assert_eq!(json["points"]["points"], score, "{json}");
        assert_eq!(json["outcome"]["result"], "R-0");
    }
    let shown = json(&["show", PUZZLE, "--json"]);
    assert!(shown["points"].is_null() && shown["outcome"].is_null(), "{shown}");
    assert_eq!(shown["tps"], PUZZLE);
    assert_eq!(json(&["show", "--rules", "Modegan", "--json"])["opening"], "no-swap");
    rejected(&["show", WON, "--scoring", "chess"], 2);
}

#[test]
fn show_follows_games() {
    let game = file("show.ptn", GAME);
    let last = run(&["show", &game]);
    assert!(last.contains("TPS x3,1/x,1,2,x/x,1,2,x/2,x3 1 4"), "{last}");
    assert!(last.contains("komi 2"), "{last}");
    assert_eq!(text(&fed(&["show", "-"], GAME)), last);
    let second = run(&["show", &game, "--ply", "2"]);
    assert!(second.contains("TPS x3,1/x4/x4/2,x3 1 2"), "{second}");
    assert!(run(&["show", &game, "--ply", "0"]).contains("TPS x4/x4/x4/x4 1 1"));
    assert!(
        rejected(&["show", &game, "--ply", "7"], 2).contains("expected 0 to 6, found 7 (--ply)")
    );
    let bad = file("bad.ptn", GAME.replace("c2", "c3"));
    assert!(rejected(&["show", &bad], 1).contains("c3"));
}

/// The note on a position whose move number, the first, no game has.
#[test]
fn composed_openings_get_a_note() {
    const NOTE: &str =
        "place a flat of the other color. For a position after the opening, write move number 2.";
    let composed = "x3/1,1,2/2,2,1 1 1";
    for (command, more) in [("show", "--ascii"), ("analyze", "--depth=1"), ("solve", "--moves=1")] {
        let shown = run(&[command, composed, more]);
        assert!(shown.contains(NOTE) && shown.contains("White and Black next"), "{shown}");
        assert!(!run(&[command, "x3/1,1,2/2,2,1 1 2", more]).contains("Note"));
        let value = json(&[command, composed, more, "--json"]);
        assert!(value["note"].as_str().unwrap().contains(NOTE), "{value}");
    }
    assert!(run(&["show", "x3/1,2,x/x3 2 1"]).contains("Black next place"));
    let lacking = format!("{},x4/x5/x5/x5/2,x4 1 1", "1".repeat(21));
    assert!(run(&["show", &lacking]).contains("a player lacks the flats"));
    for usual in ["x3/x3/x3 1 1", "x3/x3/2,x2 2 1", "x3/x3/2,x,1 1 2", "x3/1,1,1/x3 2 1"] {
        assert!(!run(&["show", usual]).contains("Note"), "{usual}");
    }
}

#[test]
fn show_writes_pictures() {
    let path = file("board.svg", "");
    assert_eq!(run(&["show", PUZZLE, "--svg", &path]), "");
    let picture = std::fs::read_to_string(&path).unwrap();
    assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"), "{picture}");
    assert_eq!(run(&["show", PUZZLE, "--svg", "-"]), picture);
    rejected(&["show", PUZZLE, "--svg", "/no/such/folder/board.svg"], 1);
}

#[test]
fn positions_have_many_forms() {
    let ptn = "[Size \"5\"]\n\n1. a1 e5 2. c3";
    let units: Vec<u16> = ptn.encode_utf16().collect();
    let link = format!(
        "https://ptn.ninja/{}&name=MwD2Q",
        lz_str::compress_to_encoded_uri_component(&units)
    );
    let last = "TPS x4,1/x5/x2,1,x2/x5/2,x4 2 2";
    for arguments in [
        &[ptn][..],
        &[&link],
        &["https://ptn.ninja/%5BSize%20%225%22%5D%0A1.%20a1%20e5%202.%20c3"],
        &["1.", "a1", "e5", "c3", "--size", "5"],
        &["[TPS \"x4,1/x5/x2,1,x2/x5/2,x4 2 2\"]"],
        &["[TPS", "x4,1/x5/x2,1,x2/x5/2,x4 2 2]"],
    ] {
        let shown = run(&[&["show"], arguments].concat());
        assert!(shown.contains(last), "{arguments:?}: {shown}");
    }
    let moves = file("moves.txt", "a1 e5 c3");
    assert!(rejected(&["show", &moves], 2).contains("expected --size"));
    assert!(run(&["show", &moves, "--size", "5"]).contains(last));
    for link in ["https://ptn.ninja/", "https://ptn.ninja/s/short"] {
        assert!(rejected(&["show", link], 2).contains("expected a link with a game"));
    }
    assert!(run(&["show", "--rules", "seven-one cap"]).contains("x7 1 1"));
    run(&["show", "--scoring", "Big Middle"]);
}

#[test]
fn position_errors_have_one_line() {
    for command in ["show", "analyze"] {
        let refused = |arguments: &[&str], code| rejected(&[&[command], arguments].concat(), code);
        assert!(refused(&["nowhere.ptn"], 1).contains("nowhere.ptn"));
        assert!(refused(&["x3/x3/x2,3 1 1"], 1).contains("x2,3"));
        assert!(refused(&["--ply", "3"], 2).contains("--ply"));
        assert!(refused(&[PUZZLE, "--size", "5"], 2).contains("size 5"));
        refused(&["--no-such-flag"], 2);
        refused(&["."], 1);
    }
    complaint(&fed(&["show", "-"], "nonsense"), 1);
}

#[test]
fn wrong_flags_are_named_with_their_values() {
    for (arguments, message) in [
        ("show --size 9", "expected 3 to 8, found 9 (--size); see stonefall show --help"),
        ("show --half-komi 21", "expected -20 to 20, found 21 (--half-komi)"),
        ("perft 2 --size two", "expected 3 to 8, found two (--size); see stonefall perft --help"),
        ("analyze --threads 0", "expected 1 to 256, found 0 (--threads)"),
        ("analyze --nodes 0", "expected 1 to 18446744073709551615, found 0 (--nodes)"),
        ("analyze --depth -1", "expected 1 to 4294967295, found -1 (--depth)"),
        ("analyze --hash 9999999", "expected 1 to 1048576, found 9999999 (--hash)"),
        ("analyze --komi -1", "expected --half-komi, found --komi"),
        ("games find x.db --limit -1", "expected 0 to 18446744073709551615, found -1 (--limit)"),
        ("playtak --half-komi 9", "expected 0 to 8, found 9 (--half-komi)"),
        ("analyze --depth deep", "expected a number, found deep (--depth)"),
        ("analyze --depth", "expected a value, found none (--depth)"),
        ("analyze --depth 3 --depth 4", "expected --depth once, found it twice"),
        ("analyze --dept 3", "expected --depth, found --dept; see stonefall analyze --help"),
        ("analyze --movetime 5years", "found years (--movetime 5years)"),
        ("play --color red", "expected one of white, black, random, found red (--color)"),
        ("show --json --svg a", "expected --svg or --json, found both"),
        ("show --json=3", "expected no value, found 3 (--json)"),
        ("perft", "expected <DEPTH>, found nothing; see stonefall perft --help"),
        ("tei --hash 0", "expected 1 to 1048576, found 0 (--hash); see stonefall tei --help"),
        ("--show-wdl maybe", "found 'maybe' (--show-wdl); see stonefall --help"),
        ("sho", "expected a command such as show, found sho; see stonefall --help"),
        ("help sho", "expected a command or options, found sho"),
        ("help games sho", "expected a command or options, found games sho"),
    ] {
        let arguments: Vec<_> = arguments.split(' ').collect();
        let refused = rejected(&arguments, 2);
        assert!(refused.contains(message), "{message}: {refused}");
    }
}

#[test]
fn analyze_finds_the_win() {
    // Without a limit, it ends when everything is proved.
    let output = run(&["analyze", PUZZLE]);
    assert!(output.contains("Black: road in 1"), "{output}");
    assert!(output.ends_with("   Black to move wins at once by a road with 3b4-12.\n"), "{output}");
}

#[test]
fn analyze_shows_the_requested_number_of_lines() {
    let output = run(&["analyze", "--size", "4", "--depth", "2", "--multipv", "3"]);
    let ranks = |rank: &str| output.lines().filter(|line| line.contains(rank)).count();
    assert!(["│ 1 ", "│ 2 ", "│ 3 "].iter().all(|rank| ranks(rank) >= 1), "{output}");
    for limit in [["--nodes", "500"], ["--movetime", "50ms"]] {
        run(&[&["analyze", "--threads", "2", "--hash", "1"], &limit[..]].concat());
    }
    let over = run(&["analyze", WON]);
    assert!(over.ends_with("The game is over: White wins by a road (R-0).\n"), "{over}");
}

#[test]
fn analyze_writes_json() {
    let json = |arguments: &[&str]| json(&[&["analyze", "--json"], arguments].concat());
    let win = json(&[PUZZLE, "--depth", "3"]);
    assert_eq!(win["tps"], PUZZLE);
    assert_eq!(win["best_move"], "3b4-12");
    assert_eq!(win["lines"][0]["score"]["winner"], "black");
    assert_eq!(win["lines"][0]["score"]["moves"], 1);
    assert_eq!(win["lines"][0]["score"]["by"], "road");

    let open = json(&["--size", "5", "--depth", "3", "--multipv", "2", "--half-komi", "4"]);
    assert_eq!(open["lines"].as_array().unwrap().len(), 2);
    assert_eq!(open["half_komi"], 4);
    assert_eq!(open["opening"], "swap");
    assert_eq!(open["pieces"]["black"], serde_json::json!({"flats": 21, "capstones": 1}));
    let line = &open["lines"][0];
    assert!(line["score"]["centi_flats"].is_i64(), "{line}");
    let chance = |name: &str| line[name].as_u64().unwrap();
    assert_eq!(chance("white_wins") + chance("draw") + chance("black_wins"), 1000);

    let over = json(&[WON]);
    assert_eq!(over["outcome"]["result"], "R-0");
    assert_eq!(over["best_move"], Value::Null);

    // Every field is in the documentation, and every documented one is there.
    assert_documented(&[&open, line]);
}

/// White forces a road in four moves.
const FOUR: &str =
    "1,1,1,1,1112C,1/x,121C,x,1,2,1/1,2,x,12,1S,x/x,2,2,1221S,x,2/x3,121,x2/2,2,2,1,2,x 1 25";

#[test]
fn solve_proves_and_disproves() {
    let output = run(&["solve", FOUR]);
    assert!(output.contains("forces a road in 4 moves"), "{output}");
    assert!(output.contains("There is no shorter one."), "{output}");
    let output = run(&["solve", FOUR, "--moves", "3"]);
    assert!(output.contains("White to move has no road in 3 moves by threats."), "{output}");
    let output = run(&["solve", FOUR, "--nodes", "5"]);
    assert!(output.contains("Not decided within the limits."), "{output}");
    let output = run(&["solve", "--size", "5", "--moves", "2", "--any"]);
    assert!(output.contains("White to move has no win in 2 moves."), "{output}");
    assert!(run(&["solve", WON]).contains("The game is over"));
    rejected(&["solve", FOUR, "--moves", "0"], 2);
}

#[test]
fn solve_writes_json_and_trees() {
    let json = |arguments: &[&str]| json(&[&["solve", "--json"], arguments].concat());
    let won = json(&[PUZZLE]);
    assert_eq!((&won["answer"], &won["moves"]), (&"proven".into(), &1.into()), "{won}");
    assert_eq!(won["unique"], true);
    assert_eq!(won["line"][0], "3b4-12");
    let four = json(&[FOUR]);
    assert_eq!((&four["shortest"], &four["not_within"]), (&true.into(), &3.into()), "{four}");
    assert_eq!(json(&[FOUR, "--moves", "2"])["answer"], "disproven");
    assert_eq!(json(&[FOUR, "--nodes", "5"])["answer"], "open");
    assert_eq!(json(&[WON])["answer"], "over");
    assert_documented(&[&four]);

    let tree = run(&["solve", FOUR, "--tree", "-"]);
    assert!(tree.starts_with("[Size \"6\"]") && tree.contains("{25b1}"), "{tree}");
    let none = stonefall(&["solve", FOUR, "--moves", "2", "--tree", "-"]);
    assert!(complaint(&none, 1).contains("expected a proof"));
}

/// A full disk is an error, and the old file stays as it is.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    use crate::program::STONEFALL;
    use std::process::Command;

    let old = file("full.svg", "old");
    // Files may have at most 512 bytes; the signal for larger ones is ignored.
    let script = format!("trap '' XFSZ; ulimit -f 1; exec {STONEFALL} show --svg {old}");
    let limited = Command::new("sh").args(["-c", &script]).output().unwrap();
    assert!(complaint(&limited, 1).contains("full.svg: File too large"));
    assert_eq!(std::fs::read_to_string(&old).unwrap(), "old");
    let folder = std::path::Path::new(&old).parent().unwrap();
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(!names.into_iter().any(|name| name.to_string_lossy().starts_with("full.svg.")));
    for arguments in ["show", "help", "--help", "perft 1", "show --json", "show --svg -"] {
        let script = format!("exec {STONEFALL} {arguments} > /dev/full");
        let full = Command::new("sh").args(["-c", &script]).output().unwrap();
        assert!(complaint(&full, 1).contains("standard output: No space left"), "{arguments}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = start(&["perft", "3", "--suite"]);
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

/// Ctrl-C ends an analysis without limits, which then prints its table.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_an_analysis() {
    use std::io::{BufRead, BufReader, Read};

    let mut child = start(&["analyze", "--size", "8", "--hash", "1"]);
    // The first line of progress: the search has started.
    let mut progress = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    progress.read_line(&mut line).unwrap();
    assert!(line.starts_with("depth 1 "), "{line}");
    let drain = std::thread::spawn(move || progress.read_to_string(&mut String::new()));
    crate::program::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    drain.join().unwrap().unwrap();
    assert!(text(&output).ends_with(".\n"), "{output:?}");
    assert!(text(&output).contains("Score   Depth   Moves"), "{output:?}");
}
