//! Games: a file is written byte for byte, its rewritten form is stable, and every query and edit works.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stonefall_engine::notation::opening_lines;
use stonefall_engine::notation::ptn_file::{Evaluation, PtnFile, PtnGame};

fuzz_target!(|text: &str| {
    let file = PtnFile::read(text);
    assert_eq!(file.to_string(), text);
    for mut game in file.games.into_iter().take(4) {
        let lines = game.tree().lines.len();
        for line in (0..=lines).take(6) {
            let _ = game.replay::<5>(line, None).map(|replay| replay.moves.len());
            let _ = game.replay::<6>(line, Some(3)).map(|replay| replay.moves.len());
        }
        let canonical = game.canonical();
        assert_eq!(PtnGame::read(&canonical).canonical(), canonical);
        let plies: Vec<_> = (0..game.items().len()).filter_map(|item| game.ply(item)).collect();
        let _ = (game.add_variation(0, 0, &plies), game.add_variation(lines, 2, &plies));
        game.insert_comments(&[(0, text.to_owned()), (usize::MAX, "end".into())]);
        game.set_tag("Site", text);
        let _ = (game.problems(), game.result());
        let written = game.to_string();
        assert_eq!(PtnFile::read(&written).to_string(), written);
    }
    if let Some(read) = Evaluation::read(text) {
        let _ = Evaluation::read(&read.to_string());
    }
    let _ = opening_lines(text).count();
});
