//! Every way to read a text, for tests and fuzzing.

use stonefall_engine::board::Position;
use stonefall_engine::notation::ptn_file::{Evaluation, PtnFile, PtnGame};
use stonefall_engine::notation::{opening_lines, parse_ply, parse_tps, read_move};
use stonefall_engine::types::{Opening, Rules};

/// Reads a text in every way there is.
pub fn read_in_every_way(text: &str) {
    let file = PtnFile::read(text);
    assert_eq!(file.to_string(), text);
    for mut game in file.games.into_iter().take(8) {
        let tree = game.tree();
        for line in (0..=tree.lines.len()).take(8) {
            for plies in [None, Some(0), Some(2), Some(usize::MAX)] {
                let _ =
                    (game.replay::<3>(line, plies).is_ok(), game.replay::<6>(line, plies).is_ok());
            }
        }
        let canonical = game.canonical();
        assert_eq!(PtnGame::read(&canonical).canonical(), canonical);
        let plies: Vec<_> = (0..game.items().len()).filter_map(|item| game.ply(item)).collect();
        let _ = (game.add_variation(0, 0, &plies), game.add_variation(1, 2, &plies));
        game.insert_comments(&[(0, text.to_owned()), (usize::MAX, "end".into())]);
        game.set_tag(text, text);
        let _ = (game.problems(), game.result());
        let written = game.to_string();
        assert_eq!(PtnFile::read(&written).to_string(), written);
    }
    let _ = (parse_ply(text), Evaluation::read(text), opening_lines(text).count());
    if let Ok(read) = parse_tps(text) {
        assert_eq!(parse_tps(&read.to_string()), Ok(read.clone()));
        let _ = (
            read.position::<3>(Rules::standard(3)).is_ok(),
            read.position::<6>(Rules::standard(6)).is_ok(),
        );
    }
    let double_black_stack = Rules { opening: Opening::DoubleBlackStack, ..Rules::standard(6) };
    for position in [Position::<6>::start(Rules::standard(6)), Position::start(double_black_stack)]
    {
        let _ = read_move(text, &position);
    }
}
