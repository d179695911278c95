//! The bot among people: undo, draws and chat.

use super::bot::{Bot, Phase};
use super::chat::ChatCommand;
use super::game::OwnGame;
use super::settings::WantedGame;
use std::time::Instant;
use stonefall_engine::eval::Value;
use stonefall_playtak::protocol::Request;

/// The answer to a player who asks about a game.
const NO_GAME: &str = "We have not just played a game.";

impl Bot {
    pub(super) fn asked_for_undo(&mut self) {
        let Some(game) = &mut self.game else { return };
        let (number, room) = (game.start.number, game.room());
        let is_rated = !game.start.setting.is_unrated;
        let is_person = self.people.contains(game.opponent());
        if is_rated || !is_person || game.undos >= self.settings.undos {
            let text =
                if is_rated { "No undo in rated games." } else { "No more undos in this game." };
            self.chat.say(Request::ShoutRoom { room, text: text.to_owned() });
            return;
        }
        game.undos += 1;
        self.send(Request::RequestUndo(number));
    }

    /// Accepts a draw that the last search does not find better for the bot.
    pub(super) fn offered_draw(&mut self) {
        let Some(game) = &self.game else { return };
        let is_welcome = match game.value {
            Some(Value::CentiFlats(flats)) => flats <= 0,
            Some(Value::Loss { .. }) => true,
            Some(Value::Win { .. }) | None => false,
        };
        let (number, room) = (game.start.number, game.room());
        if is_welcome {
            self.send(Request::OfferDraw(number));
        } else {
            let text = "I would like to play on.".to_owned();
            self.chat.say(Request::ShoutRoom { room, text });
        }
    }

    /// A chat line of a player.
    pub(super) fn told(&mut self, from: &str, text: &str, room: Option<String>, now: Instant) {
        if from == self.own_name || self.settings.blocked.iter().any(|name| name == from) {
            return;
        }
        let Some(command) = ChatCommand::read(text) else { return };
        let answer = self.answer(from, command);
        let request = match room {
            Some(room) => Request::ShoutRoom { room, text: answer },
            None => Request::Tell { to: from.to_owned(), text: answer },
        };
        self.chat.say(request);
        if let Some(request) = self.chat.due(now) {
            self.send(request);
        }
    }

    pub(super) fn answer(&mut self, from: &str, command: ChatCommand) -> String {
        let plays = self.game.as_ref().is_some_and(|game| game.opponent() == from);
        match command {
            ChatCommand::Help => ChatCommand::HELP.to_owned(),
            ChatCommand::Level(_) if plays => "The level can change between games only.".to_owned(),
            ChatCommand::Level(level) => {
                self.settings.level = level;
                match level {
                    Some(level) => format!("I play at {level} from the next game on."),
                    None => "I play at full strength from the next game on.".to_owned(),
                }
            }
            ChatCommand::Again => self.rematch(from),
            ChatCommand::Why if plays => "I answer that after the game.".to_owned(),
            ChatCommand::Why => match self.last_against(from) {
                Some(game) => game.why(),
                None => NO_GAME.to_owned(),
            },
        }
    }

    /// The last game, if it was against this player.
    pub(super) fn last_against(&self, player: &str) -> Option<&OwnGame> {
        self.last_finished.as_ref().filter(|game| game.opponent() == player)
    }

    pub(super) fn rematch(&mut self, player: &str) -> String {
        match (self.last_against(player).cloned(), &self.phase) {
            (Some(game), Phase::Idle { .. }) => {
                let wanted = WantedGame {
                    setting: game.start.setting.clone(),
                    color: Some(game.start.color.opponent()),
                    opponent: Some(player.to_owned()),
                };
                self.seek(wanted);
                "Accept my seek; the colors are exchanged.".to_owned()
            }
            (Some(_), _) => "I am in another game.".to_owned(),
            (None, _) => NO_GAME.to_owned(),
        }
    }
}
