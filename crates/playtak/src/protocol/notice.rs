//! The lines of the server.

use super::game::GameEvent;
use super::setting::Setting;
use super::words::{Words, flag};
use std::time::Duration;
use stonefall_engine::Color;
use stonefall_engine::types::ByColor;

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
    /// `Accept Rematch N`: the other player has already asked for a rematch, with the number of that seek.
    AcceptRematch(u32),
    /// `Shout <NAME> TEXT`
    Shout {
        /// The sender.
        from: String,
        /// The text.
        text: String,
    },
    /// `ShoutRoom ROOM <NAME> TEXT`
    RoomShout {
        /// The room.
        room: String,
        /// The sender.
        from: String,
        /// The text.
        text: String,
    },
    /// `Tell <NAME> TEXT`
    Tell {
        /// The sender.
        from: String,
        /// The text.
        text: String,
    },
    /// `OnlinePlayers ["NAME", ...]`: the people who are logged in. Bots are left out.
    OnlinePlayers(Vec<String>),
    /// A line that needs no reaction: `Welcome!`, `GameList ...`, `Online N`, `Told ...`, `Joined room ...` and the like.
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
    /// Whether the server knows the player as a bot. Servers before protocol 2 do not say it.
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
    /// The setting. Before protocol 2 the increment is unknown and zero here.
    pub setting: Setting,
    /// Whether the other player is a bot, or this client; false before protocol 2.
    pub is_bot_game: bool,
}

impl Notice {
    /// Reads a line without its end; `None` if it has no known form. Control characters do not count: a terminal would
    /// obey them, and names with them would end the lines of an answer.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        let line: String = line.chars().filter(|letter| !letter.is_control()).collect();
        let (first, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let text = || rest.to_owned();
        match first {
            "Welcome" => rest.strip_suffix('!').map(|name| Self::LoggedIn(name.to_owned())),
            "Login" => Some(Self::LoginRequest),
            "Authentication" => Some(Self::AuthenticationFailure),
            "OK" => Some(Self::Ok),
            "NOK" => Some(Self::Refused),
            "Message" => Some(Self::Message(text())),
            "Seek" => read_seek(rest),
            "Game" => GameStart::read(rest.strip_prefix("Start ")?).map(Self::GameStart),
            "Accept" => {
                Words::new(rest.strip_prefix("Rematch ")?).number().map(Self::AcceptRematch)
            }
            "Shout" => said(rest).map(|(from, text)| Self::Shout { from, text }),
            "Tell" => said(rest).map(|(from, text)| Self::Tell { from, text }),
            "ShoutRoom" => {
                let (room, said_there) = rest.split_once(' ')?;
                let (from, text) = said(said_there)?;
                Some(Self::RoomShout { room: room.to_owned(), from, text })
            }
            "OnlinePlayers" => {
                let names = rest.strip_prefix('[')?.strip_suffix(']')?.split(", ");
                let name = |quoted: &str| quoted.trim_matches('"').to_owned();
                Some(Self::OnlinePlayers(names.map(name).filter(|name| !name.is_empty()).collect()))
            }
            "Welcome!" | "GameList" | "Online" | "Told" | "Joined" | "Rematch" | "Is" => {
                Some(Self::Other)
            }
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
    let count = line.split(' ').count();
    match line.split(' ').take(2).collect::<Vec<_>>()[..] {
        ["Seek", "new"] => Some(count.saturating_sub(15) as u32).map(|more| more.clamp(1, 4)),
        ["Game", "Start"] => Some(if count < 18 { 1 } else { (count as u32 - 16).min(4) }),
        _ => None,
    }
}

fn read_seek(rest: &str) -> Option<Notice> {
    if let Some(rest) = rest.strip_prefix("remove ") {
        return Words::new(rest).number().map(Notice::RemoveSeek);
    }
    Seek::read(rest.strip_prefix("new ")?).map(Notice::NewSeek)
}

impl Seek {
    /// Reads `N player size time increment [scales] color komi pieces capstones unrated tournament trigger amount
    /// opponent [bot [opening]]`. An empty opponent is `0` or, in protocol 1 and 4, nothing between two spaces.
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
        let is_bot = match words.next() {
            None => false,
            Some(word) => flag(word)?,
        };
        if words.clone().next().is_some() {
            setting.read_opening(&mut words)?;
        }
        Some(Self { number, player, setting, color, opponent, is_bot })
    }
}

impl GameStart {
    /// Reads `N white vs black color size time increment [scales] komi pieces capstones unrated tournament trigger
    /// amount bot [opening]`, or the shorter form before protocol 2: `N size white vs black color time komi pieces
    /// capstones trigger amount`.
    fn read(text: &str) -> Option<Self> {
        let mut words = Words::new(text);
        let count = words.clone().count();
        let number = words.number()?;
        let early_size = if count < 16 { Some(words.number()? as usize) } else { None };
        let white = words.next()?.to_owned();
        words.next().filter(|&word| word == "vs")?;
        let players = ByColor::new(white, words.next()?.to_owned());
        let color = words.color()?;
        if let Some(size) = early_size {
            let mut setting = Setting::standard(size, words.seconds()?, Duration::ZERO);
            setting.half_komi = words.number()? as i32;
            setting.stones = words.number()?;
            setting.capstones = words.number()?;
            setting.read_extra_time(&mut words)?;
            return Some(Self { number, players, color, setting, is_bot_game: false });
        }
        let mut setting = Setting::read_clock(&mut words, count >= 17)?;
        setting.read_pieces(&mut words)?;
        let is_bot_game = words.flag()?;
        if count >= 18 {
            setting.read_opening(&mut words)?;
        }
        Some(Self { number, players, color, setting, is_bot_game })
    }
}

/// The sender and the text of `<NAME> TEXT`.
fn said(text: &str) -> Option<(String, String)> {
    let (from, text) = text.strip_prefix('<')?.split_once('>')?;
    Some((from.to_owned(), text.strip_prefix(' ').unwrap_or(text).to_owned()))
}
