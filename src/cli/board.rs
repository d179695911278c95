//! `stonefall board`: the board in the browser.

use super::output::{Output, complain};
use super::position::Words;
use super::{Error, serve};
use clap::Args;
use std::fmt::Write as _;
use stonefall_engine::notation::parse_tps;
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_engine::types::check_size;

/// The longest address that every system hands on to a browser, in bytes.
const LONGEST_ADDRESS: usize = 30_000;

#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    stonefall board\n  \
    stonefall board game.ptn\n  \
    stonefall board 'x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7'\n  \
    stonefall board --no-open --port 8000\n  \
    stonefall board --address 0.0.0.0     # for a phone in the same network as well\n\n\
    Ctrl-C ends it. docs/board.md describes the page, which needs no internet. PTN Ninja can connect to the\n\
    same address meanwhile; stonefall serve is the same without opening a browser.")]
// The one that it holds has the same name.
#[group(id = "board")]
pub(super) struct Arguments {
    #[command(flatten)]
    words: Words,
    /// Leave the browser closed
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    serve: serve::Arguments,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Error> {
    let link = arguments.link()?;
    let no_open = arguments.no_open;
    serve::serve(&arguments.serve, output, serve::Ports::UsualOrFree, &link, |page| {
        if no_open {
            return;
        }
        // It is started beside this program and may talk as much as it likes.
        if let Err(error) = open::that_detached(page) {
            complain(&format!("The browser cannot be opened ({error}): open {page} yourself."));
        }
    })
}

impl Arguments {
    /// What stands behind the address of the page: the game, if there is one.
    fn link(&self) -> Result<String, Error> {
        let Some(mut text) = self.words.text()? else { return Ok(String::new()) };
        // Games say what they are played by, positions do not: the options do.
        if let Ok(tps) = parse_tps(text.trim()) {
            check_size(tps.size)?;
            let rules = self.serve.options().rules(tps.size)?;
            text = PtnGame::from_tps(&tps, &rules).to_string();
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

/// Text as it may stand in an address.
fn encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                encoded.push(char::from(byte));
            }
            // Writing into text does not fail.
            _ => drop(write!(encoded, "%{byte:02X}")),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::encoded;

    #[test]
    fn texts_stand_in_addresses() {
        assert_eq!(encoded("[Size \"5\"]\n1. a1+"), "%5BSize%20%225%22%5D%0A1.%20a1%2B");
        assert_eq!(encoded("é"), "%C3%A9");
    }
}
