//! Analysis: proved wins, judged games, opening and sharing.

use super::chromium::Page;

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn a_proved_win_has_its_whole_line() {
    // The fifth puzzle of the book.
    let tps = "1,21,2,x/x2,1,2/2,2,x2/x2,1,1 2 6";
    let mut page = Page::open("win", &format!("#ptn={tps}"));
    page.until("document.querySelector('.lines .score')?.textContent === 'Black: road in 2'");
    page.until("document.querySelectorAll('.lines .ply').length === 3");
    page.until("document.querySelector('.arrow')");
    let bar = page.text("document.querySelector('#chances').ariaLabel");
    assert!(bar.contains("White's chance: 0 percent, Black: road in 2"), "{bar}");
    page.click(".lines .ply:last-child");
    page.until_status("Black wins by a road \\(0-R\\)");
    assert_eq!(page.value("document.querySelectorAll('.marks .road').length >= 4"), true);
    assert_eq!(page.value("document.querySelectorAll('#moves button').length"), 3);
    // In the position before, a mark shows the square that completes the road.
    page.click("#previous");
    page.until("document.querySelector('.marks .win')");
}

const GAME: &str = "[Size \"5\"]\n[Komi \"2\"]\n[Player1 \"Ann & Bob\"]\n\n1. a1 e5 {a quiet start}\n2. c3 c2\n3. Cd3 d2\n4. b3 b2\n5. a3 Ce2";

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn games_are_opened_and_shared() {
    let mut page = Page::open("share", "");
    page.until_turn();
    page.click("#load");
    page.fill("#load-text", GAME);
    page.click("#load-open");
    page.until("document.querySelectorAll('#moves button').length === 10");
    page.until("document.querySelector('#near').textContent.includes('Ann & Bob')");
    page.choose("#count", "3");
    page.until("document.querySelectorAll('.lines li').length === 3");
    page.until("document.querySelectorAll('.arrow').length === 3");
    // A different move within the game starts a variation.
    page.click("#previous");
    page.click("#previous");
    page.until("document.querySelector('#moves .now')?.textContent === 'b2'");
    page.squares("e4");
    page.until("!document.querySelector('#back').hidden");
    page.click("#back");
    page.until("document.querySelectorAll('#moves button').length === 10");
    // Comments stay, and a link contains the whole game.
    page.click("#last");
    page.click("#share");
    page.until("document.querySelector('#share-ptn')");
    let ptn = page.text("document.querySelector('#share-ptn').value");
    assert!(ptn.contains("{a quiet start}") && ptn.contains("5. a3 Ce2"), "{ptn}");
    let ninja = page.text("document.querySelector('#share-ninja').href");
    assert!(ninja.starts_with("https://ptn.ninja/%5BSize%20%225%22%5D"), "{ninja}");
    assert!(!ninja.contains('&'), "{ninja}");
    let link = page.text("document.querySelector('#share-link').dataset.link");
    page.key("Escape");
    page.click("#first");
    page.until("!document.querySelector('#moves .now')");
    page.navigate(&link);
    // The last move is on the board again.
    page.until("document.querySelector('#moves .now')?.textContent.startsWith('Ce2')");
    assert_eq!(page.value("document.querySelectorAll('#moves button').length"), 10);
    assert_eq!(page.value("location.hash"), "");
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn a_button_drawn_again_under_the_mouse_still_works() {
    let short = "[Size \"3\"] 1. a1 c3 2. b2 b1 3. b3 c2";
    let mut page = Page::open("redrawn", &format!("#ptn={short}"));
    page.until("document.querySelectorAll('#moves button').length === 6");
    page.click_around("#moves button", |page| {
        page.value("document.querySelector('#moves button').dataset.old = ''");
        // A turn of the board draws everything again.
        page.key("x");
        page.until("!document.querySelector('[data-old]')");
    });
    page.until("document.querySelector('#moves .now').textContent === 'a1'");
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn the_graph_has_only_judged_positions() {
    let short = "[Size \"3\"] 1. a1 c3 2. b2 b1 3. b3 c2";
    let mut page = Page::open("graph", &format!("#ptn={short}"));
    page.until("document.querySelectorAll('#moves button').length === 6");
    let width = "[...document.querySelectorAll('.graph .black')].reduce((sum, { width }) => sum + width.baseVal.value, 0)";
    page.until(&format!("{width} > 0"));
    assert!(page.value(width).as_f64() < Some(40.0), "only the last position has a chance");
    // The page notes that a part of the graph was there: it may be complete before the test looks.
    page.value(&format!(
        "new MutationObserver(() => (window.wasPart ||= {width} > 40 && {width} < 350 && \
         document.querySelector('#walk').textContent === 'Stop')) \
         .observe(document.querySelector('#panel'), {{ childList: true, subtree: true }})"
    ));
    page.click("#walk");
    page.until("window.wasPart");
    page.until("document.querySelector('#walk').textContent === 'Go through the game'");
    assert_eq!(page.value(width), 360);
    let label = page.text("document.querySelector('.graph').ariaLabel");
    assert!(label.starts_with("White's chance, from "), "{label}");
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn an_opened_game_belongs_to_its_players() {
    let game = GAME.replace("[Player1", "[Player2 \"Cleo\"]\n[Player1") + " 0-1";
    let mut page = Page::open("players", "");
    page.until_turn();
    page.click("#load");
    page.fill("#load-text", &game);
    page.click("#load-open");
    page.until("document.querySelectorAll('#moves button').length === 10");
    page.until_status("^Black wins \\(0-1\\)\\.$");
    page.click("#tab-play");
    page.until("document.querySelector('#panel .note').textContent.startsWith('Ann & Bob against Cleo: 5×5')");
    assert_eq!(page.status(), "Black wins (0-1).");
    let players = "['near', 'far'].map((id) => document.getElementById(id).textContent).join()";
    let names = page.text(players);
    assert!(
        names.contains("Ann & Bob") && names.contains("Cleo") && !names.contains("You"),
        "{names}"
    );
    for button in ["hint", "draw", "resign"] {
        assert_eq!(page.value(&format!("document.getElementById('{button}').disabled")), true);
    }
    // Nobody moves in the game of others.
    page.click("#previous");
    page.until_status("Move 5, Black to move\\.");
    assert_eq!(page.value("document.querySelectorAll('.cells button.target').length"), 0);
    page.click("#continue");
    page.until("document.querySelector('#panel .note').textContent.startsWith('You play Black against Stonefall')");
    page.until_turn();
    page.squares("e4");
    page.until("document.querySelectorAll('#moves button').length === 11");
    // The opened game is not lost.
    page.click("#earlier");
    page.until("document.querySelectorAll('#moves button').length === 10");
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn a_judged_game_gets_marks_and_comments() {
    // Black misses a road in two moves.
    let game =
        "[Size \"4\"][TPS \"x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7\"] 7. -- b4 {why?} 8. a4 R-0";
    let mut page = Page::open("marks", &format!("#ptn={game}"));
    page.until("document.querySelectorAll('#moves button').length === 2");
    page.click("#walk");
    page.until("document.querySelector('#moves button').textContent === \"b4'??\"");
    page.until("document.querySelector('#walk').textContent === 'Go through the game'");
    assert_eq!(page.value("document.querySelectorAll('.graph .blunder').length"), 1);
    page.click("#moves button");
    page.until("document.querySelector('#verdict').textContent.startsWith('7... b4 is a blunder. It lowers Black')");
    assert!(page.text("document.querySelector('#verdict').textContent").contains("played a4"));
    page.click("#share");
    page.until("document.querySelector('#share-ptn')");
    let shared = page.text("document.querySelector('#share-ptn').value");
    assert!(
        shared.contains("b4'??") && shared.contains("{why?}") && shared.contains("{Annotated by"),
        "{shared}"
    );
}
