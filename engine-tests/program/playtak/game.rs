//! A game on the server of the tests: rules, clocks, results.

use std::time::{Duration, Instant};
use stonefall_engine::notation::ptn_file::{GameResult, Reason};
use stonefall_engine::types::{ByColor, check_size};
use stonefall_engine::{Color, Game, Opening};
use stonefall_playtak::protocol::{Setting, read_move, write_move};

/// Plies without a placement that draw the game.
const REVERSIBLE_PLIES: usize = 50;

/// Size, time, increment, whether it grows; komi, pieces, capstones, unrated, tournament, trigger, amount; opening.
#[derive(Clone)]
pub struct Terms(pub [u32; 12]);

impl Terms {
    /// Reads the words of a seek in version 2 or 4: the terms, the color of the player and the opponent.
    pub fn read(text: &str) -> Option<(Self, Option<Color>, String)> {
        let mut words: Vec<&str> = text.split(' ').collect();
        let opponent = words.pop()?.to_owned();
        if words.len() == 11 {
            words.insert(3, "0");
            words.push("0");
        }
        let color = match words.remove(4) {
            "W" => Some(Color::White),
            "B" => Some(Color::Black),
            _ => None,
        };
        let numbers: Result<Vec<u32>, _> = words.into_iter().map(str::parse).collect();
        Some((Self(numbers.ok()?.try_into().ok()?), color, opponent))
    }

    /// The words of the clock, of everything behind the color, and the opening.
    pub fn words(&self) -> [String; 3] {
        let words =
            |part: &[u32]| part.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        [words(&self.0[..4]), words(&self.0[4..11]), words(&self.0[11..])]
    }

    /// A game with these terms.
    pub fn game(&self) -> Option<Game> {
        let [size, _, _, _, half_komi, stones, capstones, .., opening] = self.0;
        let size = check_size(size as usize).ok()?;
        let opening = if opening == 0 { Opening::Swap } else { Opening::DoubleBlackStack };
        let setting = Setting::standard(size, Duration::ZERO, Duration::ZERO);
        let half_komi = i32::try_from(half_komi).ok()?;
        let setting = Setting { half_komi, stones, capstones, opening, ..setting };
        Game::start(size, setting.rules().ok()?).ok()
    }
}

pub struct Play {
    pub number: u32,
    pub players: ByColor<String>,
    pub terms: Terms,
    game: Game,
    /// Milliseconds of both players at `since`.
    clocks: ByColor<i64>,
    since: Instant,
}

/// Lines for the players, and whether the game is over.
pub type News = (Vec<(Color, String)>, bool);

impl Play {
    pub fn new(number: u32, players: ByColor<String>, terms: Terms) -> Option<Self> {
        let time = i64::from(terms.0[1]) * 1000;
        let (game, clocks) = (terms.game()?, ByColor::new(time, time));
        Some(Self { number, players, terms, game, clocks, since: Instant::now() })
    }

    pub fn color_of(&self, name: &str) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.players[color] == name)
    }

    /// `Game Start ...` for a player.
    pub fn start_line(&self, color: Color) -> String {
        let Self { number, players: ByColor([white, black]), terms, .. } = self;
        let [clock, words, opening] = terms.words();
        let own = color.name().to_lowercase();
        format!("Game Start {number} {white} vs {black} {own} {clock} {words} 0 {opening}")
    }

    /// The moves and the clocks.
    pub fn record(&self) -> Vec<String> {
        let moves = self.game.played().map(write_move).chain([self.times()]);
        moves.map(|text| self.line(&text)).collect()
    }

    /// Carries out a request, the text behind `Game#N`.
    pub fn request(&mut self, by: Color, text: &str) -> Result<News, &'static str> {
        if text == "Resign" {
            return Ok((self.over(GameResult::Win(!by, Reason::Other)), true));
        }
        if self.game.to_move() != by {
            return Err("Not your turn");
        }
        let mv = read_move(text).filter(|&mv| self.game.check(mv).is_ok()).ok_or("Invalid move")?;
        self.clocks = self.now();
        self.clocks[by] += i64::from(self.terms.0[2]) * 1000;
        self.since = Instant::now();
        self.game.play(mv).unwrap();
        let mut lines = self.for_both(&self.times());
        lines.push((!by, self.line(text)));
        let is_draw = self.game.reversible_plies() >= REVERSIBLE_PLIES;
        let result = self.game.outcome().map(GameResult::from);
        let result = result.or(is_draw.then_some(GameResult::Draw));
        lines.extend(result.into_iter().flat_map(|result| self.over(result)));
        Ok((lines, result.is_some()))
    }

    /// The end of the game if the time of a player is over.
    pub fn time_is_over(&self) -> Option<News> {
        let loser = self.game.to_move();
        let result = GameResult::Win(!loser, Reason::Other);
        (self.now()[loser] <= 0).then(|| (self.over(result), true))
    }

    fn over(&self, result: GameResult) -> Vec<(Color, String)> {
        self.for_both(&format!("Over {result}"))
    }

    fn for_both(&self, text: &str) -> Vec<(Color, String)> {
        Color::ALL.into_iter().map(|color| (color, self.line(text))).collect()
    }

    fn line(&self, text: &str) -> String {
        format!("Game#{} {text}", self.number)
    }

    /// The clocks now. They run from the first ply.
    fn now(&self) -> ByColor<i64> {
        let mut clocks = self.clocks;
        if self.game.ply() > 0 {
            clocks[self.game.to_move()] -= self.since.elapsed().as_millis() as i64;
        }
        clocks
    }

    fn times(&self) -> String {
        let ByColor([white, black]) = self.now();
        format!("Timems {} {}", white.max(0), black.max(0))
    }
}
