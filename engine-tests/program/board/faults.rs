//! Errors are shown, and no game is lost.

use super::chromium::Page;
use crate::serve::server::{hold_port, serve_at};

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn bad_ptn_changes_nothing() {
    let mut page = Page::open("bad", "");
    page.until_turn();
    page.squares("a1");
    page.until("document.querySelectorAll('#moves button').length === 2");
    let moves = page.moves();
    for (text, trouble) in [
        ("[Size \"5\"]\n1. a1 a1", "Line 2, column 7: move a1 (1. of Black): a1 is not empty."),
        ("", "Expected a game in PTN or a position in TPS, found nothing."),
        (
            "[Size \"9\"] 1. a1",
            "Line 1, column 1: expected the tag Size to be a board size from 3 to 8",
        ),
        ("<img src=x onerror=alert(1)>", "Expected a game in PTN or a position in TPS"),
    ] {
        page.click("#load");
        page.fill("#load-text", text);
        page.click("#load-open");
        page.until(&format!(
            "document.querySelector('#load-trouble').textContent.startsWith({})",
            serde_json::json!(trouble)
        ));
        assert_eq!(page.text("document.querySelector('#load-text').value"), text);
        page.key("Escape");
        page.until("!document.querySelector('dialog[open]')");
        assert_eq!(page.moves(), moves);
    }
    // The same in a link: the dialog has the text, and the game stays.
    page.visit("#ptn=1. a1 %ZZ");
    page.until("document.querySelector('#load-text')?.value === '1. a1 %ZZ'");
    page.until("document.querySelector('#load-trouble')?.textContent.length > 10");
    page.key("Escape");
    page.until_turn();
    assert_eq!(page.moves(), moves);
}

/// Chooses a file; `content` is an expression in JavaScript.
fn open_file(page: &mut Page, content: &str) {
    page.click("#load");
    page.until("document.querySelector('#load-file')");
    page.value(&format!(
        "(() => {{ const files = new DataTransfer(); files.items.add(new File([{content}], 'game.ptn')); \
         const input = document.querySelector('#load-file'); input.files = files.files; \
         input.dispatchEvent(new Event('change')); }})()"
    ));
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn a_refused_file_does_not_stop_the_page() {
    let mut page = Page::open("files", "");
    page.until_turn();
    let picture = "new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70]), \
                   Uint8Array.from({ length: 700_000 }, () => 256 * Math.random())";
    for (content, trouble) in [
        (picture, "Expected a text, found a binary file."),
        // Two bytes for each quotation mark in JSON.
        ("'\"'.repeat(1_500_000)", "Expected a text of at most 2 MB, found 3 MB."),
        ("'x'.repeat(9_000_000)", "Expected a text of at most 2 MB, found 9 MB."),
    ] {
        open_file(&mut page, content);
        page.until(&format!("document.querySelector('#load-trouble').textContent === '{trouble}'"));
        page.key("Escape");
        page.until("!document.querySelector('dialog[open]')");
    }
    page.squares("a1");
    page.until("document.querySelectorAll('#moves button').length === 2");
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn the_page_connects_again() {
    let port = hold_port();
    let served = serve_at(port.number, |_| {});
    let mut page = Page::open_at("gone", served);
    page.until_turn();
    page.squares("a1");
    page.until("document.querySelectorAll('#moves button').length === 2");
    page.until_turn();
    let moves = page.moves();
    page.stop_server();
    page.until("!document.querySelector('#gone').hidden");
    let banner = page.text("document.querySelector('#gone').textContent");
    assert!(banner.starts_with("The engine does not answer"), "{banner}");
    assert_eq!(page.moves(), moves);
    let _again = serve_at(port.number, |_| {});
    page.until("document.querySelector('#gone').hidden");
    page.until_turn();
    assert_eq!(page.moves(), moves);
    let square = page.empty();
    page.squares(&square);
    page.until("document.querySelectorAll('#moves button').length === 4");
}
