//! Watching games of PlayTak.

use super::chromium::Page;
use crate::playtak_game::PlaytakGame;
use crate::serve::server::serve;

/// A page whose server watches this game's PlayTak.
fn open(name: &str, game: &PlaytakGame) -> Page {
    let mut page =
        Page::open_at(name, serve(|setup| setup.playtak = game.server.address().parse().unwrap()));
    page.until_turn();
    page
}

/// Chooses the game in the list, and waits for its moves.
fn watch(page: &mut Page, game: &PlaytakGame, moves: &str) {
    page.click("#watch");
    page.click(&format!("[data-game='{}']", game.number));
    until_moves(page, moves);
}

/// Waits for this list of moves, without marks.
fn until_moves(page: &mut Page, moves: &str) {
    page.until(&format!(
        "[...document.querySelectorAll('#moves button')].map((it) => it.textContent.replace(/['!?]/g, '')).join(' ') === '{moves}'"
    ));
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn a_game_is_watched_to_its_end() {
    let mut game = PlaytakGame::start();
    game.play(0, "P A1");
    let mut page = open("watch", &game);
    page.click("#watch");
    page.until("document.querySelector('#games tbody tr')");
    let row = page.text("document.querySelector('#games tbody tr').innerText");
    let cells: Vec<_> = row.split_whitespace().collect();
    assert_eq!(cells, ["alphabot", "–", "betabot", "3×3", "10:00", "+5", "0", "no"]);
    page.click("#games button");
    until_moves(&mut page, "a1");
    page.until("document.querySelector('#near').textContent.includes('alphabot')");
    page.until("document.querySelector('#clock-white').textContent.startsWith('10:0')");
    page.until("document.querySelector('#clock-black').textContent.startsWith('9:5')");
    page.until("document.querySelector('.lines .score')");
    page.until("document.querySelector('#chances output').textContent !== ''");
    let live = format!("Live: game {} on PlayTak, clock 10:00 +5, unrated.", game.number);
    let text = page.text("document.querySelector('#watching-text').textContent");
    assert_eq!(text.trim(), live);
    // Moves and an undo arrive at the board.
    game.play(1, "P C3");
    page.until("document.querySelector('#moves .now')?.textContent === 'c3'");
    game.play(1, "RequestUndo");
    game.play(0, "RequestUndo");
    until_moves(&mut page, "a1");
    page.until("document.querySelector('#watching-text').textContent.endsWith('The last move was taken back.')");
    game.play(1, "P C3");
    until_moves(&mut page, "a1 c3");
    // The reader of an earlier position, and of a variation, stays there.
    page.click("#previous");
    game.play(0, "P C1");
    until_moves(&mut page, "a1 c3 c1");
    page.until("document.querySelector('#moves .now')?.textContent === 'a1'");
    page.click("#last");
    page.squares("b2");
    until_moves(&mut page, "a1 c3 c1 b2");
    game.play(1, "P A3");
    page.click("#back");
    until_moves(&mut page, "a1 c3 c1 a3");
    page.click("#last");
    game.play(0, "P C2");
    page.until_status("White wins by a road \\(R-0\\)");
    page.until("document.querySelector('#watching-text').textContent.startsWith('Game ')");
    page.until("document.querySelector('#watching-stop').hidden");
    game.until_received("quit", 1);
    page.click("#share");
    page.until("document.querySelector('#share-ptn')");
    let ptn = page.text("document.querySelector('#share-ptn').value");
    for part in ["[Player2 \"betabot\"]", "[Clock \"10:0 +5\"]", "1. a1 c3", "R-0"] {
        assert!(ptn.contains(part), "{part}: {ptn}");
    }
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn a_lost_connection_to_playtak_returns_to_the_game() {
    let mut game = PlaytakGame::start();
    game.play(0, "P A1");
    let mut page = open("watch-lost", &game);
    watch(&mut page, &game, "a1");
    game.server.cut("Guest1");
    page.until("document.querySelector('#watching-text').textContent.includes('The connection to PlayTak is lost')");
    game.play(1, "P C3");
    until_moves(&mut page, "a1 c3");
    page.until("!document.querySelector('#watching-text').textContent.includes('lost')");
    game.play(0, "Resign");
    page.until_status("White resigns: Black wins \\(0-1\\)");
    assert_eq!(page.text("document.querySelector('#moves .result').textContent"), "0-1");
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn repetitions_do_not_end_a_game() {
    let mut game = PlaytakGame::start();
    game.play(0, "P A1");
    game.play(1, "P C3");
    let mut page = open("watch-repeated", &game);
    watch(&mut page, &game, "a1 c3");
    for _ in 0..2 {
        for (player, mv) in [(0, "C3 C2"), (1, "A1 A2"), (0, "C2 C3"), (1, "A2 A1")] {
            game.play(player, &format!("M {mv} 1"));
        }
    }
    page.until("document.querySelectorAll('#moves button').length === 10");
    page.until_status("Move 6, White to move");
    page.until("document.querySelector('#moves .result') === null");
    game.play(0, "OfferDraw");
    game.play(1, "OfferDraw");
    page.until_status("Draw by agreement");
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn watching_ends_with_the_button_and_with_another_game() {
    let mut game = PlaytakGame::start();
    let mut page = open("watch-stop", &game);
    // A game that the watched one replaces.
    page.squares("a1");
    page.until_turn();
    watch(&mut page, &game, "");
    page.until("!document.querySelector('#watching').hidden");
    page.click("#watching-stop");
    page.until("document.querySelector('#watching').hidden");
    game.until_received("quit", 1);
    game.play(0, "P A1");
    watch(&mut page, &game, "a1");
    page.click("#earlier");
    page.until("document.querySelector('#watching').hidden");
    page.until("document.querySelector('#clock-white') === null");
    // A closed list closes the connection.
    page.click("#watch");
    page.until("document.querySelector('#games button')");
    page.key("Escape");
    game.until_received("quit", 3);
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn an_unknown_playtak_is_explained() {
    // A closed port.
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("tcp://{}", closed.local_addr().unwrap());
    drop(closed);
    let served = serve(|setup| setup.playtak = address.parse().unwrap());
    let mut page = Page::open_at("watch-gone", served);
    page.until_turn();
    page.click("#watch");
    page.until(
        "document.querySelector('#games .trouble')?.textContent.includes('cannot connect to')",
    );
    page.key("Escape");
    page.until("!document.querySelector('dialog[open]')");
}
