//! Puzzles: solved, failed, and from a file.

use super::chromium::Page;
use crate::serve::server::serve;

/// The page with the fifth puzzle of the book: Black plays c4- and wins in two.
fn fifth(name: &str) -> Page {
    let mut page = Page::open(name, "");
    page.until_turn();
    page.click("#tab-puzzles");
    page.until("document.querySelectorAll('#puzzle option').length === 11");
    page.choose("#puzzle", "4");
    page.until_status("Black to move and win in 2 moves");
    page.until_turn();
    page
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn a_solved_puzzle_is_explained() {
    let mut page = fifth("solved");
    page.squares("c4 c3");
    page.until_status("c4- is right.*Continue");
    page.until_turn();
    // White cannot block all of them.
    for square in ["c2", "b3", "a3"] {
        let label =
            page.text(&format!("document.querySelector('[data-square={square}]').ariaLabel"));
        let won = page.status();
        if label.contains("empty") && !won.contains("Solved!") {
            page.squares(square);
            page.until_status("Solved!|does not");
        }
    }
    page.until_status("Solved! Black wins by a road \\(0-R\\)");
    let why = page.text("document.querySelector('#explanation').textContent");
    for part in ["c4- threatens roads on b3 and c2.", "Only 2b4-11 stops both threats", "The book"]
    {
        assert!(why.contains(part), "{why}");
    }
    assert!(page.text("document.querySelector('#panel').textContent").contains("1 of 11 solved"));
    page.click("#puzzle-next");
    page.until("document.querySelector('#puzzle').value === '5'");
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn a_failed_puzzle_can_be_repeated() {
    let mut page = fifth("failed");
    page.squares("d4");
    page.until_status("d4 does not win in 2 moves: White answers");
    assert_eq!(page.value("document.querySelector('#explanation')"), serde_json::Value::Null);
    page.until("document.querySelector('.arrow')");
    page.reload();
    page.until_status("d4 does not win in 2 moves: White answers");
    page.click("#again");
    page.until_turn();
    assert_eq!(page.value("document.querySelectorAll('#moves button').length"), 0);
    page.click("#solution");
    page.until_status("The solution: c4-");
    page.until("document.querySelector('#explanation')");
    // The game of the play mode is still there.
    page.click("#tab-play");
    page.until("document.querySelectorAll('.cells button').length === 25");
}

/// Output of `stonefall puzzles --from GAMES --out FILE`.
const GAMES: &str = "[Event \"Puzzle 1: White to move wins in 3 moves\"]\r\n[Site \"game 5, ply 30\"]\r\n\
    [Size \"5\"]\r\n[Komi \"2\"]\r\n[TPS \"2,x,1,2,1/1,x,2C,1,1/1,2121C,2,12S,2/2,2,1,2S,1/x,2,2,1,1 1 16\"]\r\n\r\n\
    16. 2b3>11* e3+\r\n17. 2d3> {nothing stops this}\r\n\r\n\
    [Event \"Puzzle 2: White to move wins in 3 moves\"]\r\n[Size \"5\"]\r\n[Komi \"2\"]\r\n\
    [TPS \"x3,2,x/112,2,11C,1,1/121,2S,x,12S,1/x,2C,x,12,1112/x2,2,2S,21 1 21\"]\r\n\r\n\
    21. 3a3+12 4e2+13\r\n22. 2e3+11 {nothing stops this}\r\n";

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn puzzle_files_are_read() {
    let mut page = fifth("file");
    let give = |page: &mut Page, text: &str| {
        let text = serde_json::json!(text);
        page.value(&format!(
            "(() => {{ const files = new DataTransfer(); files.items.add(new File([{text}], 'p.tsv')); \
             const input = document.querySelector('#puzzle-file'); input.files = files.files; \
             input.dispatchEvent(new Event('change')); }})()"
        ));
    };
    give(&mut page, "size\tnothing\n5\t4");
    page.until("document.querySelector('#puzzle-trouble').textContent.startsWith('Line 1: expected the column names')");
    assert_eq!(page.value("document.querySelectorAll('#puzzle option').length"), 11);
    give(&mut page, include_str!("../../data/forced/5x5.tsv"));
    page.until("document.querySelectorAll('#puzzle option').length > 20");
    page.until_status("to move and win in \\d moves");
    page.until("document.querySelectorAll('.cells button').length === 25");
    give(&mut page, GAMES);
    page.until("document.querySelectorAll('#puzzle option').length === 2");
    page.until_status("White to move and win in 3 moves");
    page.until_turn();
    // Two stones of four.
    page.squares("b3 b3 b3 c3 d3");
    page.until_status("2b3>11 is right.*Black plays e3\\+. Continue");
    page.click("#to-book");
    page.until("document.querySelectorAll('#puzzle option').length === 11");
}

/// Two wins in one that a player missed.
const OWN: &str = "# Made by Stonefall\n\
     size\thalf_komi\tmoves\teffort\ttps\tline\tsource\trating\n\
     3\t0\t1\t-\t1,1,x/2,2,x/x3 1 3\tc3\tGame 7 against <i>Ben</i>: you played c1\t1400\n\
     size\thalf_komi\tplies\teffort\ttps\tmove\tsource\n\
     3\t0\t3\t-\t2,2,x/1,1,x/x3 1 3\tc2\tGame 8\n";

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn own_puzzles_come_again_until_they_are_solved() {
    let mut page = Page::open_at("own", serve(|setup| setup.puzzles = OWN.to_owned()));
    page.until_turn();
    page.visit("#puzzles");
    page.until("document.querySelector('#panel h2')?.textContent === 'Your puzzles'");
    page.until("document.querySelectorAll('#puzzle option').length === 2");
    page.until_status("White to move and win in 1 move");
    page.until_turn();
    let panel = |page: &mut Page| page.text("document.querySelector('#panel').textContent");
    assert!(panel(&mut page).contains("Game 7 against <i>Ben</i>: you played c1. 0 of 2 solved"));
    page.squares("c1");
    page.until_status("c1 does not win: Black wins at once with c2");
    page.click("#again");
    page.until_turn();
    page.squares("c3");
    page.until_status("Solved! .* With help: the puzzle comes again");
    assert!(panel(&mut page).contains("0 of 2 solved"));
    let why = page.text("document.querySelector('#explanation').textContent");
    assert!(why.contains("by players rated 1400"), "{why}");
    page.click("#puzzle-next");
    page.until("document.querySelector('#puzzle').value === '1'");
    page.until_turn();
    page.squares("c2");
    page.until_status("Solved!");
    page.click("#puzzle-next");
    page.until("document.querySelector('#puzzle').value === '0'");
    page.until_turn();
    page.squares("c3");
    page.until_status("Solved!");
    assert!(panel(&mut page).contains("2 of 2 solved"));
    // The browser remembers.
    page.reload();
    page.until("document.querySelector('#panel')?.textContent.includes('2 of 2 solved')");
    page.click("#to-book");
    page.until("document.querySelectorAll('#puzzle option').length === 11");
    page.click("#to-own");
    page.until("document.querySelectorAll('#puzzle option').length === 2");
}
