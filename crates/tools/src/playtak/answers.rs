//! Answers of the bot to the commands of players.

use super::bot::Bot;
use super::command::{ChatCommand, Preference};
use super::game::OwnGame;
use super::levels::{ChosenLevel, level_name};
use super::link::ninja_link;
use super::settings::WantedGame;
use std::time::{Duration, Instant};
use stonefall_playtak::protocol::{Request, Setting};

/// The answer to a player who asks about a game.
const NO_GAME: &str = "We have not just played a game.";

impl Bot {
    /// A chat line of a player.
    pub(super) fn told(&mut self, from: &str, text: &str, room: Option<String>, now: Instant) {
        if from == self.own_name || self.settings.blocked.iter().any(|name| name == from) {
            return;
        }
        let Some(command) = ChatCommand::read(text) else { return };
        let answer = self.answer(from, command, now);
        let request = match room {
            Some(room) => Request::ShoutRoom { room, text: answer },
            None => Request::Tell { to: from.to_owned(), text: answer },
        };
        self.chat.say(request);
        if let Some(request) = self.chat.due(now) {
            self.send(request);
        }
    }

    fn answer(&mut self, from: &str, command: ChatCommand, now: Instant) -> String {
        let plays = self.game.as_ref().is_some_and(|game| game.opponent() == from);
        match command {
            ChatCommand::Help => ChatCommand::HELP.to_owned(),
            ChatCommand::Expected(values) => format!("I expected {values}."),
            ChatCommand::Prefer(preference) => self.prefer(from, preference),
            ChatCommand::Settings => self.players.get(from).describe(),
            ChatCommand::Forget => {
                self.players.forget(from);
                self.keep_players();
                "I have forgotten your settings.".to_owned()
            }
            ChatCommand::Play => {
                let wanted = self.players.get(from).wanted(from, &self.usual_game());
                self.invite(wanted, now)
            }
            ChatCommand::Again => match self.last_against(from) {
                Some(game) => {
                    let wanted = WantedGame {
                        setting: game.start.setting.clone(),
                        color: Some(game.start.color.opponent()),
                        opponent: Some(from.to_owned()),
                    };
                    self.invite(wanted, now)
                }
                None => NO_GAME.to_owned(),
            },
            ChatCommand::Why | ChatCommand::Link if plays => {
                "I answer that after the game.".to_owned()
            }
            ChatCommand::Why => self.last_against(from).map_or(NO_GAME.to_owned(), OwnGame::why),
            ChatCommand::Link => match self.last_against(from) {
                Some(game) => ninja_link(&game.game).unwrap_or_else(|| {
                    let number = game.start.number;
                    format!(
                        "The game is too long for a link here. PlayTak has it as game {number}."
                    )
                }),
                None => NO_GAME.to_owned(),
            },
        }
    }

    /// Remembers a preference of a player.
    fn prefer(&mut self, from: &str, preference: Preference) -> String {
        let player = self.players.change(from);
        match preference {
            Preference::Level(level) => player.level = Some(level),
            Preference::Size(size) => player.size = Some(size),
            Preference::Color(color) => player.color = color,
            Preference::HalfKomi(komi) => player.half_komi = Some(komi),
            Preference::Clock(clock) => player.clock = Some(clock),
        }
        self.keep_players();
        match preference {
            Preference::Level(ChosenLevel::Auto) => {
                "I choose a level by your results from the next game on.".to_owned()
            }
            Preference::Level(_) => {
                format!("I play at {} from the next game on.", level_name(self.level_for(from)))
            }
            _ => "Noted. \"play\" gets you a game with your settings.".to_owned(),
        }
    }

    /// Seeks a game for one player. Returns the answer.
    fn invite(&mut self, wanted: WantedGame, now: Instant) -> String {
        if !self.is_without_game() {
            return "I am in another game.".to_owned();
        }
        if !self.may_play() {
            return "I start no games now.".to_owned();
        }
        if let Err(error) = wanted.setting.rules() {
            return format!("I cannot play that: {error}.");
        }
        if self.seek_for_player(wanted, now) {
            "Accept my seek.".to_owned()
        } else {
            "This server does not know such games.".to_owned()
        }
    }

    /// The game that the bot offers to a player without preferences.
    fn usual_game(&self) -> WantedGame {
        const MINUTES_10: Duration = Duration::from_secs(600);
        let for_all = self.settings.seeks.iter().find(|wanted| wanted.opponent.is_none());
        for_all.cloned().unwrap_or_else(|| WantedGame {
            setting: Setting {
                half_komi: 4,
                is_unrated: true,
                ..Setting::standard(6, MINUTES_10, Duration::from_secs(10))
            },
            color: None,
            opponent: None,
        })
    }

    /// The last game, if it was against this player.
    fn last_against(&self, player: &str) -> Option<&OwnGame> {
        self.last_finished.as_ref().filter(|game| game.opponent() == player)
    }
}
