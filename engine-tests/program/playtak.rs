//! The bot on PlayTak: whole bots on a server of the tests, and errors before anything is sent.

mod bots;
mod game;
mod server;

use crate::program::{assert_has, folder, outputs, rejected};

#[test]
fn wrong_settings_are_reported_before_anything_is_sent() {
    let folder = folder("playtak-settings");
    let file = folder.join("bot.toml");
    let path = file.to_str().unwrap();
    std::fs::write(&file, "levels = 3\n").unwrap();
    let (_, error) = outputs(&["playtak", path]);
    assert_has(&error, &["bot.toml", "line 1, column 1", "unknown field `levels`"]);
    std::fs::write(&file, "level = \"19\"\n").unwrap();
    let (_, error) = outputs(&["playtak", path]);
    assert_has(&error, &["bot.toml", "expected full, auto, or a level from 1 to 18, found 19"]);
    for (text, parts) in [
        ("[[seek]]\nsize = 9\n", ["seek 1", "expected a board size from 3 to 8"]),
        ("accept = [\"all\"]\nserver = \"ftp://x\"\n", ["expected an address", "ftp://x"]),
        ("guest = true\n", ["expected a game to seek", "found none"]),
        ("accept = [\"all\"]\n", ["expected --name NAME or --guest", "found neither"]),
    ] {
        std::fs::write(&file, text).unwrap();
        assert_has(&rejected(&["playtak", path], 2), &parts);
    }
    std::fs::write(&file, "accept = [\"all\"]\nguest = true\n").unwrap();
    let archive = folder.join("archive");
    std::fs::create_dir_all(&archive).unwrap();
    std::fs::write(archive.join("players.json"), "{\"Alice\": 3}").unwrap();
    let error = rejected(&["playtak", path, "--archive", archive.to_str().unwrap()], 2);
    assert_has(&error, &["expected the players that the bot has stored", "players.json"]);
}
