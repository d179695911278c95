//! The bot among people: undo, draws, greetings, and a level that suits.

use super::action::Action;
use super::bot::Bot;
use super::game::OwnGame;
use super::levels::{AutoLevel, ChosenLevel, level_name};
use stonefall_engine::eval::Value;
use stonefall_engine::notation::ptn_file::GameResult;
use stonefall_engine::search::Level;
use stonefall_engine::types::ByColor;
use stonefall_playtak::protocol::Request;

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
}

impl Bot {
    /// Tells a person at which level the bot plays.
    pub(super) fn greet(&mut self) {
        let Some(game) = &mut self.game else { return };
        if game.is_greeted || game.game.ply() > 1 || !self.people.contains(game.opponent()) {
            return;
        }
        game.is_greeted = true;
        let text =
            format!("Hello! I play at {}. \"help\" lists my commands.", level_name(game.level));
        let room = game.room();
        self.chat.say(Request::ShoutRoom { room, text });
    }

    /// After a game: adapts the level, and thanks a person.
    pub(super) fn part(&mut self, game: &OwnGame, result: GameResult) {
        /// Games with fewer plies say nothing about the players.
        const PLIES: u32 = 6;
        let opponent = game.opponent();
        let mut lines = Vec::new();
        let player_won = match result {
            GameResult::Win(color, _) => Some(color != game.start.color),
            GameResult::Draw => None,
            GameResult::Unfinished => return,
        };
        if self.chosen_level(opponent) == ChosenLevel::Auto && game.game.ply() >= PLIES {
            let mut auto = self.auto_level(opponent);
            lines.extend(auto.count(player_won));
            self.players.change(opponent).auto = Some(auto);
            self.keep_players();
        }
        if self.people.contains(opponent) {
            lines.extend(self.settings.thanks.clone());
            for text in lines {
                self.chat.say(Request::Tell { to: opponent.to_owned(), text });
            }
        }
    }

    fn chosen_level(&self, opponent: &str) -> ChosenLevel {
        self.players.get(opponent).level.unwrap_or(self.settings.level)
    }

    fn auto_level(&self, opponent: &str) -> AutoLevel {
        let rating = self.ratings.get(opponent).copied().flatten();
        self.players.get(opponent).auto.unwrap_or_else(|| AutoLevel::start(rating))
    }

    /// The level against a player; `None` is full strength.
    pub(super) fn level_for(&self, opponent: &str) -> Option<Level> {
        match self.chosen_level(opponent) {
            ChosenLevel::Full => None,
            ChosenLevel::Auto => self.auto_level(opponent).level(),
            ChosenLevel::Number(level) => Some(level),
        }
    }

    /// Chooses the level of a game that has just begun, and notes the ratings of a game.
    pub(super) fn choose_level(&mut self) {
        let Some(game) = &self.game else { return };
        let level = self.level_for(game.opponent());
        let ratings = ByColor::from_fn(|color| {
            self.ratings.get(&game.start.players[color]).copied().flatten()
        });
        let Some(game) = &mut self.game else { return };
        game.ratings = ratings;
        // An announced level stays for the whole game.
        if !game.is_greeted {
            game.level = level;
        }
    }

    pub(super) fn keep_players(&mut self) {
        self.actions.push(Action::KeepPlayers(self.players.write()));
    }
}
