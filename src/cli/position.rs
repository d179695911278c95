//! The position argument of a command.

use super::{Error, file, flags};
use clap::Args;
use percent_encoding::percent_decode_str;
use std::path::Path;
use stonefall_engine::game::Game;
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_engine::notation::{Tps, excerpt, parse_tps};
use stonefall_engine::types::{HalfKomi, RuleSet, Rules, USUAL_SIZE, check_size};
use stonefall_tools::arguments::RulesReader;

/// Arguments that describe a position.
#[derive(Args, Clone, Debug)]
pub(super) struct Words {
    /// Position as TPS, a PTN file, moves, a link to ptn.ninja, or - for any of these on standard input [default: the empty board]
    #[arg(value_name = "POSITION", num_args = 0..)]
    position: Vec<String>,
}

/// Source of a position.
#[derive(Args, Clone, Debug)]
pub(super) struct Source {
    #[command(flatten)]
    words: Words,
    /// Position after N plies of the game; 0 is its first position [default: the last]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Board size of the empty board, 3 to 8 [default: 6, or the size of the rules]
    #[arg(long, value_name = "N", value_parser = flags::size)]
    pub(super) size: Option<usize>,
    /// Komi in half flats, -20 to 20; positive komi helps Black [default: 4, for a TPS outside of play 0, or the game's]
    #[arg(long, alias = "halfkomi", value_name = "N", value_parser = flags::half_komi, allow_negative_numbers = true)]
    pub(super) half_komi: Option<HalfKomi>,
    /// Named rules (help lists them) [default: standard, or the game's]
    #[arg(long, value_name = "NAME", value_parser = RulesReader)]
    rules: Option<RuleSet>,
}

/// The game of a source, without moves if the source is a position.
#[derive(Clone, Debug)]
pub(super) struct SourceGame {
    pub(super) ptn: PtnGame,
    /// The requested ply of the game.
    pub(super) ply: Option<usize>,
    pub(super) rule_set: RuleSet,
    /// Whether the source has moves or tags.
    pub(super) is_game: bool,
    /// The requested position, with the game before it.
    pub(super) game: Game,
}

impl Source {
    /// The position, with the game before it.
    pub(super) fn game(&self) -> Result<Game, Error> {
        Ok(self.read(HalfKomi::ZERO)?.game)
    }

    /// Reads the source. A position without a stated komi gets this one.
    pub(super) fn read(&self, half_komi: HalfKomi) -> Result<SourceGame, Error> {
        let Some(text) = self.words.text()? else { return self.position(None, HalfKomi::USUAL) };
        match parse_tps(text.trim()) {
            Ok(tps) => self.position(Some(&tps), half_komi),
            // Only games have tags or moves.
            Err(_) if text.contains('[') || is_moves(&text) => self.moves(PtnGame::read(&text)),
            Err(error) => Err(error.into()),
        }
    }

    fn position(&self, tps: Option<&Tps>, half_komi: HalfKomi) -> Result<SourceGame, Error> {
        if self.ply.is_some() {
            return Err(Error::Usage("expected a PTN file for --ply, found a position".into()));
        }
        let rule_set = self.rules.unwrap_or_default();
        let own = || self.size.unwrap_or(rule_set.board(USUAL_SIZE));
        let size = self.check(tps.map_or_else(own, |tps| tps.size))?;
        let rules = Rules::standard(size).with_komi(self.half_komi.unwrap_or(half_komi));
        let rules = rule_set.apply(size, rules)?;
        let game = Game::opened(tps, size, rules)?;
        let ptn = PtnGame::new(size, &rules, tps);
        Ok(SourceGame { ptn, ply: None, rule_set, is_game: false, game })
    }

    fn moves(&self, mut ptn: PtnGame) -> Result<SourceGame, Error> {
        if let Some(set) = self.rules {
            return Err(Error::Usage(format!(
                "expected a position for --rules {}, found a game, whose tags state its rules",
                set.name()
            )));
        }
        if ptn.tag("Size").or(ptn.tag("TPS")).is_none() {
            let Some(size) = self.size else {
                let problem = "expected --size for moves without a tag Size, found none";
                return Err(Error::Usage(problem.into()));
            };
            ptn.set_tag("Size", &size.to_string());
        }
        if let Some(half_komi) = self.half_komi {
            ptn.set_tag("Komi", &half_komi.to_string());
        }
        self.check(ptn.setup()?.size)?;
        let plies = ptn.main().moves.len();
        if let Some(ply) = self.ply.filter(|&ply| ply > plies && ptn.problems().is_empty()) {
            return Err(Error::Usage(format!("expected 0 to {plies}, found {ply} (--ply)")));
        }
        let game = Game::replay(&ptn, PtnGame::MAIN_LINE, self.ply)?;
        Ok(SourceGame { ptn, ply: self.ply, rule_set: RuleSet::Standard, is_game: true, game })
    }

    /// Refuses a size that the engine does not know, and another one than that of the flag.
    fn check(&self, size: usize) -> Result<usize, Error> {
        match self.size.filter(|&asked| asked != size) {
            Some(asked) => Err(Error::Usage(format!(
                "expected a position of size {asked} (--size), found size {size}"
            ))),
            None => Ok(check_size(size)?),
        }
    }

    /// Whether the user states a position.
    pub(super) fn has_position(&self) -> bool {
        !self.words.joined().is_empty() || self.rules.is_some()
    }

    /// Whether the position comes from this file.
    pub(super) fn is(&self, path: &Path) -> bool {
        file::is_same(Path::new(&self.words.joined()), path)
    }
}

impl Words {
    /// The TPS or PTN, if any is given.
    pub(super) fn text(&self) -> Result<Option<String>, Error> {
        let words = self.joined();
        if words.is_empty() {
            return Ok(None);
        }
        let path = Path::new(&words);
        if file::is_standard(path) {
            return file::read(path).map(Some);
        }
        match parse_tps(&words) {
            Ok(_) => Ok(Some(words)),
            // An existing file takes precedence. Positions have no dot, and most file names no space.
            Err(_) if path.exists() => file::read(path).map(Some),
            Err(_) if words.contains("ptn.ninja/") => linked(&words).map(Some),
            Err(_) if words.starts_with('[') || is_moves(&words) => Ok(Some(words)),
            Err(_) if words.contains('.') && !words.contains(' ') => file::read(path).map(Some),
            Err(reason) => Err(Error::NoPosition { found: words, reason }),
        }
    }

    /// Spellings that need no quotes in a shell.
    fn joined(&self) -> String {
        self.position.join(" ").trim().to_owned()
    }
}

/// Whether a text has moves and nothing that cannot be read.
fn is_moves(text: &str) -> bool {
    let game = PtnGame::read(text);
    !game.main().moves.is_empty() && game.problems().is_empty()
}

/// The game in a link to ptn.ninja. It is compressed as lz-string, or only encoded; settings may follow.
fn linked(link: &str) -> Result<String, Error> {
    let (_, game) = link.split_once("ptn.ninja/").unwrap_or_default();
    let game = game.split('&').next().unwrap_or_default().trim_start_matches(['#', '/']);
    let decoded = percent_decode_str(game).decode_utf8_lossy();
    if decoded.contains(['[', ' ', '\n']) {
        return Ok(decoded.into_owned());
    }
    let units = lz_str::decompress_from_encoded_uri_component(&decoded);
    let text = units.and_then(|units| String::from_utf16(&units).ok());
    text.filter(|text| !text.trim().is_empty()).ok_or_else(|| {
        let found = excerpt(link, 60);
        Error::Usage(format!("expected a link with a game, found {found}"))
    })
}
