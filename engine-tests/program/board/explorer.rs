//! The opening explorer beside the analysis.

use super::chromium::Page;
use crate::program::{file, run};
use crate::serve::server::serve;
use std::path::{Path, PathBuf};
use stonefall::transport::Explorer;

const GAMES: &str = "[Size \"5\"]\n[Player1 \"Ann\"]\n[Player2 \"<i>Ben</i>\"]\n[Rating1 \"1800\"]\n\
     [Rating2 \"1700\"]\n\n1. a1 e5 2. d4 c3 1-0\n\n[Size \"5\"]\n[Player1 \"Cid\"]\n\
     [Player2 \"Ann\"]\n\n1. a1 b1 2. d4 0-1\n";

/// A database with these games.
fn database(name: &str) -> PathBuf {
    let source = file(&format!("{name}.ptn"), GAMES);
    let database = crate::program::path(&format!("{name}.db"));
    run(&["games", "add", database.to_str().unwrap(), &source]);
    database
}

/// A page whose server has a database.
fn open(name: &str, database: &Path) -> Page {
    let open = |path: &Path| Explorer::open(path).unwrap();
    let mut page = Page::open_at(name, serve(|setup| setup.explorer = Some(open(database))));
    page.until_turn();
    page
}

fn until_total(page: &mut Page, text: &str) {
    page.until(&format!("document.querySelector('#explorer-total')?.textContent === '{text}'"));
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn the_explorer_follows_the_board_and_opens_games() {
    let mut page = open("explorer", &database("explorer"));
    page.until("document.querySelector('#explorer').hidden");
    page.click("#tab-analysis");
    until_total(&mut page, "2 games from this position.");
    page.click("#explorer-moves button");
    page.until("document.querySelectorAll('#explorer-moves tbody tr').length === 2");
    page.click("#explorer-filters summary");
    page.value("document.querySelector('#explorer-min_rating').value = 1500");
    page.value("document.querySelector('#explorer-min_rating').dispatchEvent(new Event('change'))");
    until_total(&mut page, "1 game from this position.");
    let row = page.text("document.querySelector('#explorer-games tbody').innerText");
    assert!(row.contains("Ann 1800 – <i>Ben</i> 1700") && row.contains("1-0"), "{row}");
    page.click("#explorer-games button");
    page.until("document.querySelectorAll('#moves button').length === 4");
    page.until("document.querySelector('#moves .now')?.textContent === 'a1'");
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn without_a_database_the_explorer_is_hidden() {
    let mut page = Page::open("explorer-none", "");
    page.click("#tab-analysis");
    page.until("document.querySelector('#lines')");
    page.until("document.querySelector('#explorer').hidden");
}
