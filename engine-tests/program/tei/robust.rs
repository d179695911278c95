//! Malformed lines.

use super::client::Client;

#[test]
fn blanks_and_comments_are_skipped() {
    let client = Client::new();
    for line in ["", " ", "\t", "\r", "\r\n", "# a comment", "  #quit", "\u{feff}"] {
        client.tell(line);
    }
    client.send("\u{feff}tei\r\n");
    assert_eq!(client.until("teiok").last().unwrap(), "teiok");
    client.send("  isready \t\r\n");
    assert_eq!(client.line(), "readyok");
}

#[test]
fn unknown_commands_get_one_message() {
    let client = Client::new();
    for line in
        ["hello", "uci", "ucinewgame", "debug on", "register later", "\0", "\u{fffd}\u{fffd}"]
    {
        let [message] = client.ask(line).try_into().unwrap();
        assert!(message.starts_with("info string Unknown command: "), "{message}");
    }
    let [message] = client.ask(&"x".repeat(1 << 20)).try_into().unwrap();
    assert!(message.len() < 500);
}

#[test]
fn a_command_is_found_after_unknown_words() {
    let client = Client::new();
    client.send("joho isready\n");
    assert_eq!(client.line(), "readyok");
    // But not `quit`.
    assert_eq!(client.ask("please quit").len(), 1);
}

#[test]
fn any_words_after_a_command_do_no_harm() {
    let client = Client::new();
    let words = "|size|value|name|moves|tps|startpos|-1|0|9|a1|\0|é|99999999999999999999|infinite|\
        perft|searchmoves|#|x6/x6|1|depth";
    let words: Vec<_> = words.split('|').collect();
    let commands = "tei|setoption|setoption name|teinewgame|position|d|eval|help|stop";
    for command in commands.split('|') {
        for one in &words {
            for other in &words {
                client.send(&format!("{command} {one} {other}\n"));
            }
        }
    }
    for one in &words {
        for other in &words {
            client.send(&format!("go {one} {other} nodes 1\nstop\n"));
        }
    }
    client.ask("stop");
    client.ask("isready");
    client.close();
}

#[test]
fn commands_for_people_are_answered() {
    let client = Client::new();
    let help = client.ask("help");
    for word in ["position", "go movetime", "bench", "HalfKomi", "quit"] {
        assert!(help.iter().any(|line| line.contains(word)), "{word}");
    }
    client.tell("position tps x5/x5/x,1,2C,x2/x5/2,x4 1 9");
    assert!(client.ask("d").iter().any(|line| line == "TPS x5/x5/x,1,2C,x2/x5/2,x4 1 9"));
    assert!(!client.ask("eval").is_empty());
    client.tell("position tps 1,1,1/2,2,x/x3 2 3");
    assert!(!client.ask("eval").is_empty());
    assert_eq!(client.perft(3), 0);
}

#[test]
fn commands_for_people_do_not_end_a_search() {
    let client = Client::new();
    client.send("go infinite\nd\neval\nhelp\nhello\ntei\nisready\n");
    let lines = client.anything_until("readyok");
    assert!(lines.iter().all(|line| !line.starts_with("bestmove")));
    client.send("stop\n");
    client.until("bestmove");
}
