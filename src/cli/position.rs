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
    size: Option<usize>,
    /// Komi in half flats, -20 to 20; positive komi helps Black [default: 0, or the game's]
    #[arg(long, alias = "halfkomi", value_name = "N", value_parser = flags::half_komi, allow_negative_numbers = true)]
    half_komi: Option<HalfKomi>,
    /// Named rules (help lists them) [default: standard, or the game's]
    #[arg(long, value_name = "NAME", value_parser = RulesReader)]
    rules: Option<RuleSet>,
}

/// The parsed source.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) size: usize,
    half_komi: Option<HalfKomi>,
    pub(super) rule_set: RuleSet,
    /// The requested ply of the game.
    pub(super) ply: Option<usize>,
    text: Text,
}

#[derive(Clone, Debug)]
enum Text {
    Start,
    Tps(Tps),
    Game(Box<PtnGame>),
}

impl Source {
    /// Reads the source.
    pub(super) fn read(&self) -> Result<Given, Error> {
        let mut text = self.text()?;
        if let Text::Game(game) = &mut text
            && game.tag("Size").or(game.tag("TPS")).is_none()
        {
            let Some(size) = self.size else {
                let problem = "expected --size for moves without a tag Size, found none";
                return Err(Error::Usage(problem.into()));
            };
            game.set_tag("Size", &size.to_string());
        }
        if self.ply.is_some() && !matches!(text, Text::Game(_)) {
            return Err(Error::Usage("expected a PTN file for --ply, found a position".into()));
        }
        if let (Some(set), Text::Game(_)) = (self.rules, &text) {
            return Err(Error::Usage(format!(
                "expected a position for --rules {}, found a game, whose tags state its rules",
                set.name()
            )));
        }
        let rule_set = self.rules.unwrap_or_default();
        let found = match &text {
            Text::Start => self.size.unwrap_or(rule_set.board(USUAL_SIZE)),
            Text::Tps(tps) => tps.size,
            Text::Game(game) => game.setup()?.size,
        };
        check_size(found)?;
        if let Some(size) = self.size.filter(|&size| size != found) {
            return Err(Error::Usage(format!(
                "expected a position of size {size} (--size), found size {found}"
            )));
        }
        // Reports impossible positions before any work.
        let rules = Rules::standard(found).with_komi(self.half_komi.unwrap_or_default());
        rule_set.apply(found, rules)?;
        Ok(Given { size: found, half_komi: self.half_komi, rule_set, ply: self.ply, text })
    }

    /// Whether the user states a position.
    pub(super) fn has_position(&self) -> bool {
        !self.words.joined().is_empty() || self.rules.is_some()
    }

    /// The board size, if the user states it.
    pub(super) const fn asked_size(&self) -> Option<usize> {
        self.size
    }

    /// The komi, if the user states it.
    pub(super) const fn asked_komi(&self) -> Option<HalfKomi> {
        self.half_komi
    }

    /// Whether the position comes from this file.
    pub(super) fn is(&self, path: &Path) -> bool {
        file::is_same(Path::new(&self.words.joined()), path)
    }

    fn text(&self) -> Result<Text, Error> {
        match self.words.text()? {
            Some(text) => content(&text),
            None => Ok(Text::Start),
        }
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

/// A file holds either a TPS or a game; only games have tags or moves.
fn content(text: &str) -> Result<Text, Error> {
    match parse_tps(text.trim()) {
        Ok(tps) => Ok(Text::Tps(tps)),
        Err(_) if text.contains('[') || is_moves(text) => {
            Ok(Text::Game(Box::new(PtnGame::read(text))))
        }
        Err(error) => Err(error.into()),
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

impl Given {
    /// The source as a game, without moves if it is a position.
    pub(super) fn ptn(&self) -> PtnGame {
        let mut game = match &self.text {
            Text::Game(game) => (**game).clone(),
            Text::Start | Text::Tps(_) => PtnGame::default(),
        };
        if game.tag("Size").is_none() {
            game.set_tag("Size", &self.size.to_string());
        }
        if let Text::Tps(tps) = &self.text {
            game.set_tag("TPS", &tps.to_string());
        }
        if let Some(half_komi) = self.half_komi {
            game.set_tag("Komi", &half_komi.to_string());
        }
        if self.rule_set != RuleSet::Standard
            && let Ok(rules) = self.rules()
        {
            for (name, value) in rules.tags(self.size) {
                game.set_tag(name, &value);
            }
        }
        game
    }

    /// The requested rules.
    fn rules(&self) -> Result<Rules, Error> {
        let rules = Rules::standard(self.size).with_komi(self.half_komi.unwrap_or_default());
        Ok(self.rule_set.apply(self.size, rules)?)
    }

    /// Whether the source is a game.
    pub(super) const fn is_game(&self) -> bool {
        matches!(self.text, Text::Game(_))
    }

    /// The position, with the game before it.
    pub(super) fn game(&self) -> Result<Game, Error> {
        let rules = self.rules()?;
        match &self.text {
            Text::Start => Ok(Game::start(self.size, rules)?),
            Text::Tps(tps) => Ok(Game::from_tps(tps, rules)?),
            Text::Game(game) => {
                let game = Game::replay(game, PtnGame::MAIN_LINE, self.ply)?;
                match self.half_komi {
                    Some(half_komi) => Ok(game.with_rules(game.rules().with_komi(half_komi))?),
                    None => Ok(game),
                }
            }
        }
    }
}
