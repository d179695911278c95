//! Every way to read a text, for tests and fuzzing.

use stonefall_engine::board::Position;
use stonefall_engine::game::Game;
use stonefall_engine::notation::ptn_file::{Evaluation, PtnGame};
use stonefall_engine::notation::{decode, opening_lines, parse_ply, parse_tps, read_move};
use stonefall_engine::types::{Opening, Rules};

/// Reads a text in every way there is.
pub fn read_in_every_way(text: &str) {
    for mut game in PtnGame::read_all(text).take(8) {
        for line in (0..=game.lines().len()).take(8) {
            for plies in [None, Some(0), Some(2), Some(usize::MAX)] {
                let _ = Game::replay(&game, line, plies).is_ok();
            }
        }
        let written = game.to_string();
        assert_eq!(PtnGame::read(&written).to_string(), written, "{text:?}");
        let _ = (game.problems(), game.result(), decode(text.as_bytes().to_vec()));
        let plies: Vec<_> = game.main().moves.iter().map(|it| it.ply).collect();
        // Only a main line with moves has variations.
        for (line, ply) in [(0, 0), (1, 2)].into_iter().filter(|_| !plies.is_empty()) {
            let variation = game.add_variation(line, ply, game.free_name(line, ply));
            for &ply in &plies {
                game.line_mut(variation).unwrap().push(ply).comments.push(text.to_owned());
            }
        }
        game.main_mut().notes.push(text.to_owned());
        game.set_tag(text, text);
        let written = game.to_string();
        assert_eq!(PtnGame::read(&written).to_string(), written, "{text:?}");
        game.continue_with(plies.len() / 2, &plies, None);
        let written = game.to_string();
        assert_eq!(PtnGame::read(&written).to_string(), written, "{text:?}");
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
