//! Options: their values, the time of their effect, and bad values.

use super::client::Client;
use stonefall_engine::options::{Options, TABLE};

/// White to move fills the board and has five flats against one.
const LAST_SQUARE: &str = "position tps 1,2S,1/2S,1,2S/2,1,x 1 5";

/// Whether the last move wins: yes without komi, no with five flats.
fn wins(client: &Client) -> bool {
    let lines = client.go(&format!("{LAST_SQUARE}\ngo depth 2"));
    let last = &lines[lines.len() - 2];
    last.contains(" score mate 1 ") || last.contains(" score solved win 1 ")
}

#[test]
fn defaults_are_accepted_silently() {
    let client = Client::new();
    for spec in &TABLE {
        let value =
            spec.value(&Options::default()).map_or(String::new(), |it| format!(" value {it}"));
        client.tell(&format!("setoption name {}{value}", spec.name));
        client.tell(&format!("setoption name {}{value}", spec.name.to_uppercase()));
    }
    assert_eq!(client.perft(2), 36 * 35);
}

#[test]
fn bad_options_are_refused_with_a_message() {
    let client = Client::new();
    for line in [
        "setoption",
        "setoption name",
        "setoption name Hash",
        "setoption name Hash value",
        "setoption name Hash value much",
        "setoption name Nothing value 1",
        "setoption name value 3",
        "setoption Hash 3",
        "setoption name ShowWDL value perhaps",
        "setoption name Opening value Queen's Gambit",
    ] {
        client.refused(line);
    }
    for (line, value) in [
        ("Threads value 0", "set to 1"),
        ("MultiPV value -1", "set to 1"),
        ("Hash value 99999999999999999999", "set to 1048576"),
    ] {
        let messages = client.ask(&format!("setoption name {line}"));
        assert!(messages[0].starts_with("info string ") && messages[0].ends_with(value));
    }
    client.tell("setoption name Hash value 4");
    assert!(client.best_move("go depth 1").is_some());
}

#[test]
fn buttons_need_no_value_and_take_one() {
    let client = Client::new();
    client.tell("setoption name Clear Hash\nsetoption name clear hash value now");
}

#[test]
fn options_take_effect_at_any_time() {
    let before = Client::new();
    before.tell("setoption name HalfKomi value 10\nteinewgame 3");
    assert!(!wins(&before));
    let between = Client::new();
    between.tell("teinewgame 3\nsetoption name halfkomi value 10");
    assert!(!wins(&between));
    let after = Client::new();
    after.tell("teinewgame 3");
    assert!(wins(&after));
    after.tell("setoption name HALFKOMI value 10");
    assert!(wins(&after), "the game has begun");
    after.tell("teinewgame 3");
    assert!(!wins(&after));
}

/// Every rule option in every place before a game: the drawing shows the pieces.
#[test]
fn rules_that_come_in_a_game_are_for_the_next_one() {
    for option in [
        "Caps value 1",
        "Capstones value 1",
        "Caps1 value 1",
        "Flats value 20",
        "Opening value NoSwap",
        "Rules value Modegan",
    ] {
        let set = format!("setoption name {option}");
        let drawn = ["position startpos moves a1", "d"].join("\n");
        let tps = |client: &Client| client.ask(&drawn).concat();
        let client = Client::new();
        client.tell("teinewgame 4\nposition startpos moves a1");
        let usual = tps(&client);
        client.tell(&set);
        assert_eq!(tps(&client), usual, "{option}");
        client.tell("position startpos");
        client.tell("position startpos moves a1 b1");
        client.tell("teinewgame 4");
        let other = tps(&client);
        assert_ne!(other, usual, "{option}");
        // Before the first game, between `teinewgame` and `position`, and in the game before.
        for lines in [
            format!("{set}\nteinewgame 4"),
            format!("teinewgame 4\n{set}"),
            format!("teinewgame 4\nposition startpos\n{set}\nposition startpos\nteinewgame 4"),
            format!("teinewgame 5\nposition startpos\n{set}\nteinewgame 4"),
        ] {
            let client = Client::new();
            client.tell(&lines);
            assert_eq!(tps(&client), other, "{lines}");
            client.tell("setoption name Opening value DoubleBlackStack");
            assert_eq!(tps(&client), other, "{lines}");
        }
    }
}

#[test]
fn komi_stays_for_the_next_game_and_version_1_names_it() {
    let client = Client::new();
    client.tell("setoption name HalfKomi value 10\nteinewgame 3\nteinewgame 3");
    assert!(!wins(&client));
    client.tell("teinewgame size 3");
    assert!(wins(&client));
    client.tell("teinewgame size 3 halfkomi 10");
    assert!(!wins(&client));
    client.tell("teinewgame size 3 halfkomi -10");
    assert!(wins(&client));
    client.tell("teinewgame size 3 komi 10");
    assert!(!wins(&client));
}

#[test]
fn setting_an_option_does_not_end_a_search() {
    let client = Client::new();
    client.send("go infinite\nsetoption name MultiPV value 2\nsetoption name HalfKomi value 4\n");
    client.send("setoption name Hash value 8\nsetoption name Clear Hash\nisready\n");
    let lines = client.until("readyok");
    assert!(lines.iter().all(|line| !line.starts_with("bestmove")));
    client.send("stop\n");
    client.until("bestmove");
    let lines = client.go("go depth 2");
    assert!(lines.iter().any(|line| line.starts_with("info multipv 2 ")));
}

#[test]
fn memory_is_requested_only_when_needed() {
    let client = Client::new();
    client.ask("setoption name Hash value 1048576\nsetoption name Hash value 1");
    assert!(client.best_move("go depth 1").is_some());
}

/// Paths of two plies on 4x4. With capstones each has more third plies.
const THREE_PLIES: u64 = 16 * 15;

#[test]
fn piece_counts_hold_for_one_game() {
    let client = Client::new();
    client.tell("teinewgame 4");
    let standard = client.perft(3);
    let more = standard + THREE_PLIES * 14;
    // Before the game and for each game, as PlayTak's bridge sends them.
    for _ in 0..2 {
        client.tell("setoption name Capstones value 1\nteinewgame 4");
        assert_eq!(client.perft(3), more);
        client.tell("position startpos");
    }
    client.tell("teinewgame 4");
    assert_eq!(client.perft(3), standard);
    // After it, as PTN Ninja does.
    client.tell("setoption name Caps value 1");
    assert_eq!(client.perft(3), more);
    client.tell("position startpos moves a1");
    client.tell("position startpos");
    assert_eq!(client.perft(3), more);
    client.tell("teinewgame size 4");
    assert_eq!(client.perft(3), standard);
}

#[test]
fn no_capstones_and_standard_ones() {
    let client = Client::new();
    client.tell("teinewgame 5");
    let standard = client.perft(3);
    client.tell("setoption name Capstones value 0");
    let none = client.perft(3);
    assert!(none < standard);
    client.tell("setoption name Capstones value -1");
    assert_eq!(client.perft(3), standard);
    client.tell("setoption name Caps1 value 0");
    assert_eq!(client.perft(3), none);
    // Specific options take precedence over general ones, in any order.
    client.tell("setoption name Caps value 2");
    assert_eq!(client.perft(3), none);
    client.tell("setoption name Flatstones value 0");
    assert_eq!(client.perft(3), none);
}

#[test]
fn too_many_pieces_are_refused_for_the_board_they_do_not_fit() {
    let client = Client::new();
    let message = client.refused("setoption name Flatstones value 60\nteinewgame 6");
    assert!(message.contains("at most 64 pieces"), "{message}");
    assert_eq!(client.perft(2), 36 * 35);
    // The same count fits the large board.
    client.tell("setoption name Flatstones value 60\nteinewgame 8");
    assert_eq!(client.perft(2), 64 * 63);
}

#[test]
fn few_pieces_end_the_game() {
    let client = Client::new();
    client.tell("setoption name Flats value 2\nsetoption name Caps value 0\nteinewgame 5");
    client.tell("position startpos moves a1 e5 c3");
    // White's last piece is on the board.
    assert_eq!(client.go("go depth 3"), ["bestmove --"]);
}

#[test]
fn the_option_sets_the_opening() {
    let client = Client::new();
    for (opening, tps) in [
        ("NoSwap", "x5/x5/x5/x5/1,x4 2 1"),
        ("doubleblackstack", "x5/x5/x5/x5/22,x4 2 1"),
        ("SWAP", "x5/x5/x5/x5/2,x4 2 1"),
        ("no-swap", "x5/x5/x5/x5/1,x4 2 1"),
        ("double black stack", "x5/x5/x5/x5/22,x4 2 1"),
    ] {
        client.tell(&format!("setoption name Opening value {opening}\nteinewgame 5"));
        client.tell("position startpos moves a1");
        assert_eq!(client.tps(), tps);
    }
}

#[test]
fn chances_are_shown_by_option() {
    let client = Client::new();
    let has_wdl = |client: &Client| client.go("go depth 1")[0].contains(" wdl ");
    assert!(has_wdl(&client));
    client.tell("setoption name ShowWDL value off");
    assert!(!has_wdl(&client));
}

#[test]
fn a_log_has_both_sides() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("both sides.log");
    let _ = std::fs::remove_file(&file);
    let client = Client::new();
    client.tell(&format!("setoption name Debug Log File value {}", file.display()));
    client.tell("setoption name Debug Log File value <empty>");
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text, ">> isready\n<< readyok\n>> setoption name Debug Log File value <empty>\n");
    client.refused("setoption name Debug Log File value /no/such/folder/file");
}

#[test]
fn named_rules_stay_for_all_games() {
    let client = Client::new();
    // Own first stones, and capstones from the third ply: 16 * 15 * (14 flats + 14 walls + 14
    // capstones + about 3 spreads) instead of 16 * 15 * 31.
    client.tell("teinewgame 4");
    let usual = client.perft(3);
    client.tell("setoption name rules value modegan");
    let modegan = client.perft(3);
    assert!(modegan > usual + 16 * 15 * 10, "{usual} {modegan}");
    client.tell("teinewgame size 4 halfkomi 0");
    assert_eq!(client.perft(3), modegan);
    // Set counts take precedence.
    client.tell("setoption name Caps value 0");
    assert!(client.perft(3) < modegan);
    // Other board sizes have the standard rules, with a message.
    let messages = client.ask("teinewgame size 8 halfkomi 0");
    assert!(messages.iter().any(|line| line.contains("from 4x4 to 6x6")), "{messages:?}");
    assert!(messages.iter().any(|line| line.contains("has standard pieces")), "{messages:?}");
    client.tell("teinewgame size 4 halfkomi 0\nsetoption name Rules value Standard");
    assert_eq!(client.perft(3), usual);
    client.refused("setoption name Rules value Chess");
}
