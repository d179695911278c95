//! The lines of the server.

use super::VERSION;
use super::moves::read_move;
use super::setting::Setting;
use super::words::Words;
use std::time::Duration;
use stonefall_engine::notation::ptn_file::GameResult;
use stonefall_engine::types::ByColor;
use stonefall_engine::{Color, Move};

/// A line of the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// `Login or Register`: the server waits for a login.
    LoginRequest,
    /// `Welcome NAME!`: the login succeeded. Guests learn their name from it.
    LoggedIn(String),
    /// `Authentication failure`: unknown name or wrong password.
    AuthenticationFailure,
    /// `OK`: the last request was carried out.
    Ok,
    /// `NOK`: the last request was refused.
    Refused,
    /// `Error:TEXT`: the reason of a refusal.
    Error(String),
    /// `Message TEXT`: something for people to read.
    Message(String),
    /// `Seek new ...`
    NewSeek(Seek),
    /// `Seek remove ...`, with the number of the seek.
    RemoveSeek(u32),
    /// `Game Start ...`: an own game begins or is resumed.
    GameStart(GameStart),
    /// `Game#N ...`, with the number of the game.
    Game(u32, GameEvent),
    /// `OnlinePlayers ["NAME", ...]`: the people who are logged in. Bots are left out.
    OnlinePlayers(Vec<String>),
    /// A line that needs no reaction: chat, running games, `Welcome!`, `Joined room ...` and the like.
    Other,
}

/// A seek of any player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seek {
    /// Number of the seek.
    pub number: u32,
    /// The player who seeks a game.
    pub player: String,
    /// The game that the player wants.
    pub setting: Setting,
    /// Color of the player who seeks; `None` leaves it to chance.
    pub color: Option<Color>,
    /// The only player who may accept; `None` for everybody.
    pub opponent: Option<String>,
    /// Whether the server knows the player as a bot.
    pub is_bot: bool,
}

/// The start of an own game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameStart {
    /// Number of the game.
    pub number: u32,
    /// Names of the players.
    pub players: ByColor<String>,
    /// Color of this client.
    pub color: Color,
    /// The setting.
    pub setting: Setting,
}

impl Notice {
    /// Reads a line without its end; `None` if it has no known form. Control characters do not count: a terminal would
    /// obey them, and names with them would end the lines of an answer.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        let line: String = line.chars().filter(|letter| !letter.is_control()).collect();
        let (first, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match first {
            "Welcome" => rest.strip_suffix('!').map(|name| Self::LoggedIn(name.to_owned())),
            "Login" => Some(Self::LoginRequest),
            "Authentication" => Some(Self::AuthenticationFailure),
            "OK" => Some(Self::Ok),
            "NOK" => Some(Self::Refused),
            "Message" => Some(Self::Message(rest.to_owned())),
            "Seek" => read_seek(rest),
            "Game" => GameStart::read(rest.strip_prefix("Start ")?).map(Self::GameStart),
            "OnlinePlayers" => {
                let names = rest.strip_prefix('[')?.strip_suffix(']')?.split(", ");
                let name = |quoted: &str| quoted.trim_matches('"').to_owned();
                Some(Self::OnlinePlayers(names.map(name).filter(|name| !name.is_empty()).collect()))
            }
            "Welcome!" | "GameList" | "Online" | "Joined" | "Rematch" | "Is" | "Shout"
            | "ShoutRoom" | "Tell" | "Told" => Some(Self::Other),
            _ => {
                if let Some(number) = first.strip_prefix("Game#") {
                    return Some(Self::Game(number.parse().ok()?, GameEvent::read(rest)?));
                }
                line.strip_prefix("Error:").map(|reason| Self::Error(reason.to_owned()))
            }
        }
    }
}

/// The newest version of the protocol that the form of this line shows; `None` if it shows none.
#[must_use]
pub fn version_of(line: &str) -> Option<u32> {
    // Words of a line in protocol 2, less two.
    let least = match line.split(' ').take(2).collect::<Vec<_>>()[..] {
        ["Seek", "new"] => 15,
        ["Game", "Start"] => 16,
        _ => return None,
    };
    let more = line.split(' ').count().saturating_sub(least);
    Some((more as u32).clamp(2, VERSION))
}

fn read_seek(rest: &str) -> Option<Notice> {
    if let Some(rest) = rest.strip_prefix("remove ") {
        return Words::new(rest).number().map(Notice::RemoveSeek);
    }
    Seek::read(rest.strip_prefix("new ")?).map(Notice::NewSeek)
}

impl Seek {
    /// Reads `N player size time increment [scales] color komi pieces capstones unrated tournament trigger amount
    /// opponent bot [opening]`. An empty opponent is `0` or, in protocol 4, nothing between two spaces.
    fn read(text: &str) -> Option<Self> {
        let mut words = Words::new(text);
        // The color follows the increment or the flag behind it.
        let scales = words.clone().nth(5)?.bytes().all(|byte| byte.is_ascii_digit());
        let (number, player) = (words.number()?, words.next()?.to_owned());
        let mut setting = Setting::read_clock(&mut words, scales)?;
        let color = words.wanted_color()?;
        setting.read_pieces(&mut words)?;
        let opponent = words.next().filter(|name| !name.is_empty() && *name != "0");
        let opponent = opponent.map(str::to_owned);
        let is_bot = words.flag()?;
        if words.clone().next().is_some() {
            setting.read_opening(&mut words)?;
        }
        Some(Self { number, player, setting, color, opponent, is_bot })
    }
}

impl GameStart {
    /// Reads `N white vs black color size time increment [scales] komi pieces capstones unrated tournament trigger
    /// amount bot [opening]`.
    fn read(text: &str) -> Option<Self> {
        let mut words = Words::new(text);
        let count = words.clone().count();
        let number = words.number()?;
        let white = words.next()?.to_owned();
        words.next().filter(|&word| word == "vs")?;
        let players = ByColor::new(white, words.next()?.to_owned());
        let color = words.color()?;
        let mut setting = Setting::read_clock(&mut words, count >= 17)?;
        setting.read_pieces(&mut words)?;
        // Whether a player is a bot.
        words.flag()?;
        if count >= 18 {
            setting.read_opening(&mut words)?;
        }
        Some(Self { number, players, color, setting })
    }
}

/// An event of a game: the part of a line behind `Game#N`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameEvent {
    /// A move of the other player; in a game that is resumed, of either player.
    Move(Move),
    /// The clocks of both players. They arrive before the move that they belong to.
    Clocks(ByColor<Duration>),
    /// The end of the game.
    Over(GameResult),
    /// The named player did not come back in time; the other one wins.
    Abandoned(String),
    /// The other player offers a draw.
    OfferDraw,
    /// The other player asks to take back the last ply.
    RequestUndo,
    /// The last ply is taken back.
    Undo,
    /// An event that needs no reaction: withdrawn offers, and time as a gift, after which the clocks follow.
    Other,
}

impl GameEvent {
    /// Reads the text behind `Game#N`.
    fn read(text: &str) -> Option<Self> {
        let mut words = Words::new(text);
        let event = match words.next()? {
            "P" | "M" => return read_move(text).map(Self::Move),
            "Time" => Self::Clocks(ByColor::new(words.seconds()?, words.seconds()?)),
            "Timems" => Self::Clocks(ByColor::new(words.milliseconds()?, words.milliseconds()?)),
            "Over" => Self::Over(GameResult::read(words.next()?)?),
            "Abandoned." => Self::Abandoned(words.next()?.to_owned()),
            "OfferDraw" => Self::OfferDraw,
            "RequestUndo" => Self::RequestUndo,
            "Undo" => Self::Undo,
            "RemoveDraw" | "RemoveUndo" | "GivenTime" => Self::Other,
            _ => return None,
        };
        Some(event)
    }
}
