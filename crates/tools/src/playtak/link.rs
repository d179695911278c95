//! A link that opens a game in PTN Ninja.

use lz_str::compress_to_encoded_uri_component;
use stonefall_engine::Game;
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_playtak::protocol::MAX_TEXT;

/// PTN Ninja reads a game behind this address, compressed with lz-string. (`src/router/routes.js` of PTN Ninja.)
const PTN_NINJA: &str = "https://ptn.ninja/";

/// A link to a game, without comments. `None` if the link is longer than a chat line.
pub(super) fn ninja_link(game: &Game) -> Option<String> {
    let mut ptn = PtnGame::new(game.size(), game.rules(), None);
    let mut replay = game.back_to(0);
    for mv in game.played() {
        ptn.main_mut().push(replay.write_ply(mv));
        replay.play(mv).ok()?;
    }
    let link = format!("{PTN_NINJA}{}", compress_to_encoded_uri_component(&ptn.to_string()));
    (link.len() <= MAX_TEXT).then_some(link)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use lz_str::decompress_from_encoded_uri_component;
    use stonefall_engine::Rules;

    #[test]
    fn a_link_has_the_game() {
        let mut game = Game::start(5, Rules::standard(5)).unwrap();
        for text in ["a1", "e5", "c3", "c2", "c3-"] {
            game.play(game.read_move(text).unwrap()).unwrap();
        }
        let link = ninja_link(&game).unwrap();
        // PTN Ninja takes other letters for PTN without compression.
        let packed = link.strip_prefix(PTN_NINJA).unwrap();
        assert!(packed.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"$+-".contains(&byte)));
        let text =
            String::from_utf16(&decompress_from_encoded_uri_component(packed).unwrap()).unwrap();
        let read = Game::replay(&PtnGame::read(&text), PtnGame::MAIN_LINE, None).unwrap();
        assert_eq!(read.tps(), game.tps(), "{text}");
    }

    #[test]
    fn a_link_of_a_long_game_fits_no_chat_line() {
        let mut game = Game::start(6, Rules::standard(6)).unwrap();
        for ply in 0..200 {
            let moves = game.moves();
            game.play(moves[ply * 7 % moves.len()]).unwrap();
            if game.outcome().is_some() {
                game.undo();
            }
        }
        assert_eq!(ninja_link(&game), None);
    }
}
