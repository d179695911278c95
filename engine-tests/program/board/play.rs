//! Whole games by mouse, touch and keyboard.

use super::chromium::Page;

/// Starts a game with these settings.
fn begin(page: &mut Page, choices: &[(&str, &str)]) {
    page.click("#new");
    for (name, value) in choices {
        page.choose(&format!("#new-{name}"), value);
    }
    page.click("#new-play");
    page.until("!document.querySelector('dialog[open]')");
    // The board of the previous game stays until the answer of the engine.
    for (_, size) in choices.iter().filter(|(name, _)| *name == "size") {
        page.until(&format!("document.querySelectorAll('.cells button').length === {size} ** 2"));
    }
    page.until_turn();
}

/// Plays a placement or a spread, and waits for the engine's move.
fn play_any(page: &mut Page, spread: bool) {
    let count = "document.querySelectorAll('#moves button').length";
    let before = page.value(count).as_u64().unwrap();
    let stack = if spread { page.first("[aria-label*=\" flat\"]") } else { String::new() };
    if stack.is_empty() {
        let square = page.empty();
        let square = if square.is_empty() { page.first("") } else { square };
        page.squares(&square);
    } else {
        page.squares(&stack);
    }
    if page.value("Boolean(document.querySelector('#carry'))") == true {
        let square = page.first(":not([aria-selected=true])");
        page.squares(&square);
        if page.value("Boolean(document.querySelector('#all'))") == true {
            page.click("#all");
        }
        // One more stone on the same square for every touch.
        while page.value("Boolean(document.querySelector('#carry'))") == true {
            page.squares(&square);
        }
    }
    let over = "/\\([RF01]-[RF01]\\)|\\(1\\/2-1\\/2\\)/.test(document.querySelector('#status').textContent)";
    page.until(&format!("{over} || {count} >= {}", before + 2));
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn a_whole_game_with_spreads_against_level_1() {
    let mut page = Page::open("game", "");
    begin(&mut page, &[("size", "4"), ("level", "1"), ("color", "white"), ("komi", "0")]);
    for turn in 0..200 {
        if page.value("Boolean(document.querySelector('#moves .result'))") == true {
            break;
        }
        page.until_turn();
        play_any(&mut page, turn % 3 == 2);
    }
    let (status, moves) = (page.status(), page.moves());
    assert!(status.contains(" (") && status.contains('-'), "{status} {moves}");
    assert!(moves.contains(['<', '>', '+', '-']), "{moves}");
    let is_won = status.contains("wins");
    assert_eq!(is_won, status.contains("Score: "), "{status}");
    // Undo continues the game.
    page.click("#undo");
    page.until_status("Your move");
    // A resignation has no score.
    page.click("#resign");
    page.until_status("White resigns: Black wins \\(0-1\\)");
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn a_game_survives_a_reload() {
    let mut page = Page::open("reload", "");
    begin(&mut page, &[("size", "5"), ("color", "both"), ("opening", "no-swap"), ("komi", "-1")]);
    page.squares("a1");
    page.until_turn();
    page.squares("e5");
    page.until_turn();
    page.click("#piece-wall");
    page.squares("c3");
    page.until_turn();
    page.click("#piece-capstone");
    page.squares("c2");
    page.until("document.querySelectorAll('#moves button').length === 4");
    page.reload();
    page.until("document.querySelectorAll('#moves button').length === 4");
    assert_eq!(page.moves(), "a1 e5 Sc3 Cc2");
    page.until("/black capstone/.test(document.querySelector('[data-square=c2]').ariaLabel)");
    let label = page.text("document.querySelector('[data-square=a1]').ariaLabel");
    assert!(label.starts_with("a1, white flat"), "{label}");
    assert!(page.text("document.querySelector('#panel').textContent").contains("komi -0.5"));
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn a_replaced_game_comes_back() {
    let mut page = Page::open("shelf", "");
    begin(&mut page, &[("size", "5"), ("color", "both")]);
    page.squares("b2");
    page.until("document.querySelectorAll('#moves button').length === 1");
    page.click("#load");
    page.fill("#load-text", "[Size \"4\"] 1. a1 d4 2. c3");
    page.click("#load-open");
    page.until("document.querySelectorAll('.cells button').length === 16");
    page.reload();
    page.until("document.querySelectorAll('#moves button').length === 3");
    page.click("#earlier");
    page.until("document.querySelectorAll('.cells button').length === 25");
    assert_eq!(
        (page.moves().as_str(), page.text("document.body.dataset.mode").as_str()),
        ("b2", "play")
    );
    page.until_turn();
    page.squares("c3");
    page.until("document.querySelectorAll('#moves button').length === 2");
    page.click("#earlier");
    page.until("document.querySelectorAll('.cells button').length === 16");
    assert_eq!(page.moves(), "a1 d4 c3");
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn a_spread_is_built_and_changed() {
    let tps = "x6/x6/x6/x6/2112,x5/x6 2 10";
    let mut page = Page::open("spread", &format!("#ptn={tps}"));
    page.until_turn();
    page.squares("a2 b2 c2");
    // Four stones: one on b2, one on c2, two carried.
    page.until("document.querySelector('.inhand')?.textContent.startsWith('2 carried')");
    page.click("[id='drop-0-1']");
    page.until("document.querySelector('.inhand')?.textContent.startsWith('1 carried')");
    page.key("Backspace");
    page.until("document.querySelector('.inhand')?.textContent.startsWith('2 carried')");
    page.squares("c2");
    page.squares("d2");
    page.until("document.querySelectorAll('#moves button').length === 1");
    assert_eq!(page.moves(), "4a2>211");
    // Fewer stones with another touch on the stack.
    page.click("#undo");
    page.until_turn();
    page.squares("a2 a2 a2");
    assert_eq!(page.value("document.querySelector('#carry').value"), "2");
    page.squares("a3 a3");
    page.until("document.querySelector('#moves button')?.textContent.startsWith('2a2+')");
    page.click("#undo");
    page.until_turn();
    page.squares("a2");
    page.key("Escape");
    page.until("!document.querySelector('#carry')");
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn a_phone_with_touch() {
    let mut page = Page::open_on_phone("phone");
    let fits = "document.documentElement.scrollWidth <= 360";
    page.until_turn();
    page.touch("[data-square=c3]");
    page.until("document.querySelectorAll('#moves button').length === 2");
    page.until_turn();
    let square = page.empty();
    page.touch(&format!("[data-square={square}]"));
    page.until("document.querySelectorAll('#moves button').length === 4");
    assert_eq!(page.value(fits), true);
    page.touch("#new");
    page.until("document.querySelector('dialog[open]')");
    assert_eq!(page.value(fits), true);
    page.key("Escape");
    for mode in ["analysis", "puzzles", "play"] {
        page.touch(&format!("#tab-{mode}"));
        page.until(&format!("document.body.dataset.mode === '{mode}'"));
        assert_eq!(page.value(fits), true, "{mode}");
        let tall = "[...document.querySelectorAll('.cells button')].every((cell) => cell.offsetWidth >= 40)";
        assert_eq!(page.value(tall), true, "{mode}: squares are too small for fingers");
    }
    // The largest board fits, too.
    page.visit("#ptn=x8/x8/x8/x8/x8/x8/x8/x8 1 1");
    page.until("document.querySelectorAll('.cells button').length === 64");
    assert_eq!(page.value(fits), true);
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn the_keyboard_alone() {
    let mut page = Page::open("keyboard", "");
    begin(&mut page, &[("size", "5"), ("color", "both"), ("opening", "swap")]);
    page.value("document.querySelector('[data-square=a1]').focus()");
    page.key("ArrowRight");
    page.key("ArrowUp");
    page.key("Enter");
    page.until("document.querySelectorAll('#moves button').length === 1");
    page.key("ArrowUp");
    page.key("Enter");
    page.until("document.querySelectorAll('#moves button').length === 2");
    page.key("ArrowRight");
    page.key("2");
    page.key("Enter");
    page.until("document.querySelectorAll('#moves button').length === 3");
    assert_eq!(page.moves(), "b2 b3 Sc3");
    page.key("u");
    page.until("document.querySelectorAll('#moves button').length === 2");
    page.key("r");
    page.until("document.querySelectorAll('#moves button').length === 3");
    page.key("x");
    page.until("document.querySelector('.cells button').dataset.square === 'e1'");
}
