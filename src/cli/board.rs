//! `stonefall board`: opens the board in the browser.

use super::output::{Output, complain};
use super::position::Words;
use super::{Error, serve};
use clap::Args;
use std::fmt::Write as _;
use stonefall_engine::notation::parse_tps;
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_engine::types::check_size;

/// Longest URL in bytes that every system passes on to a browser.
const LONGEST_ADDRESS: usize = 30_000;

#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    stonefall board\n  \
    stonefall board game.ptn\n  \
    stonefall board 'x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7'\n  \
    stonefall board --no-open --port 8000\n  \
    stonefall board --puzzles ann.tsv     # solve the wins that you missed\n  \
    stonefall board --address 0.0.0.0     # also for a phone in the same network\n\n\
    Ctrl-C ends the server. The page needs no internet; docs/board.md describes it. PTN Ninja can connect to\n\
    the same address. stonefall serve does the same without opening a browser.")]
// Hides the flag of the flattened struct with the same name.
#[group(id = "board")]
pub(super) struct BoardArgs {
    #[command(flatten)]
    words: Words,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    serve: serve::ServeArgs,
}

pub(super) fn run(arguments: &BoardArgs, output: &mut Output) -> Result<(), Error> {
    let link = arguments.link()?;
    let no_open = arguments.no_open;
    serve::serve(&arguments.serve, output, serve::Ports::DefaultOrFree, &link, |page| {
        if no_open {
            return;
        }
        // The browser runs beside this program and may write to its own output.
        if open::that_detached(page).is_err() {
            complain(&format!("No browser starts here. Open {page} in a browser yourself."));
        }
    })
}

impl BoardArgs {
    /// Fragment of the page's URL: the game, if there is one, else the puzzles.
    fn link(&self) -> Result<String, Error> {
        let Some(mut text) = self.words.text()? else {
            return Ok(self.serve.puzzles_link().to_owned());
        };
        // Games state their rules; positions use those of the options.
        if let Ok(tps) = parse_tps(text.trim()) {
            check_size(tps.size)?;
            let rules = self.serve.options().rules(tps.size)?;
            text = PtnGame::new(tps.size, &rules, Some(&tps)).to_string();
        }
        let link = format!("#ptn={}", encoded(&text));
        if link.len() > LONGEST_ADDRESS {
            return Err(Error::Usage(format!(
                "expected a game that fits into a link of {LONGEST_ADDRESS} bytes, found one of {}: choose Open \
                 on the page for it",
                link.len()
            )));
        }
        Ok(link)
    }
}

/// Text encoded for a URL.
fn encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                encoded.push(char::from(byte));
            }
            // Writing to a string cannot fail.
            _ => drop(write!(encoded, "%{byte:02X}")),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::encoded;

    #[test]
    fn encodes_text_for_urls() {
        assert_eq!(encoded("[Size \"5\"]\n1. a1+"), "%5BSize%20%225%22%5D%0A1.%20a1%2B");
        assert_eq!(encoded("é"), "%C3%A9");
    }
}
