//! One game: rules, clocks, offers.

use super::terms::Terms;
use std::time::Instant;
use stonefall_engine::notation::ptn_file::{GameResult, Reason};
use stonefall_engine::types::ByColor;
use stonefall_engine::{Color, Game};
use stonefall_playtak::protocol::{read_move, write_move};

/// Plies without a placement that draw the game.
const REVERSIBLE_PLIES: usize = 50;
/// Milliseconds of `GiveTime`.
const GIFT: i64 = 15_000;

pub struct Play {
    pub number: u32,
    pub players: ByColor<String>,
    pub terms: Terms,
    /// Version of the server.
    version: u32,
    game: Game,
    /// Milliseconds of both players at `since`.
    clocks: ByColor<i64>,
    since: Instant,
    /// The clocks at the start of each ply.
    earlier: Vec<ByColor<i64>>,
    draw_by: Option<Color>,
    undo_by: Option<Color>,
}

/// Lines for the players.
#[derive(Default)]
pub struct News {
    pub lines: Vec<(Color, String)>,
    pub is_over: bool,
}

impl Play {
    pub fn new(number: u32, players: ByColor<String>, terms: Terms, version: u32) -> Option<Self> {
        Some(Self {
            number,
            players,
            version,
            game: terms.game()?,
            clocks: ByColor::new(terms.time(), terms.time()),
            terms,
            since: Instant::now(),
            earlier: Vec::new(),
            draw_by: None,
            undo_by: None,
        })
    }

    pub fn color_of(&self, name: &str) -> Option<Color> {
        [Color::White, Color::Black].into_iter().find(|&color| self.players[color] == name)
    }

    /// `Game Start ...` for a player.
    pub fn start_line(&self, color: Color, is_bot: bool, version: u32) -> String {
        let Self { number, players: ByColor([white, black]), terms, .. } = self;
        let own = if color == Color::White { "white" } else { "black" };
        let (words, opening) = (terms.words("", version), terms.opening(version));
        let bot = u8::from(is_bot);
        format!("Game Start {number} {white} vs {black} {own} {words} {bot}{opening}")
    }

    /// The words behind `GameList Add`. The server writes them for all clients in its own version.
    pub fn listed(&self) -> String {
        let Self { number, players: ByColor([white, black]), terms, version, .. } = self;
        let (words, opening) = (terms.words("", *version), terms.opening(*version));
        format!("{number} {white} {black} {words}{opening}")
    }

    /// The moves and the clocks.
    pub fn record(&self) -> Vec<String> {
        let moves = self.game.played().map(write_move).chain([self.times()]);
        moves.map(|text| self.line(&text)).collect()
    }

    /// Carries out a request, the text behind `Game#N`.
    pub fn request(&mut self, by: Color, text: &str) -> Result<News, &'static str> {
        match text {
            "Resign" => Ok(self.over(GameResult::Win(!by, Reason::Other))),
            "OfferDraw" if self.draw_by == Some(!by) => Ok(self.over(GameResult::Draw)),
            "RequestUndo" if !self.is_running() => Err(""),
            "RequestUndo" if self.undo_by == Some(!by) => Ok(self.undo()),
            "OfferDraw" | "RemoveDraw" => {
                let changes = change_offer(&mut self.draw_by, by, text);
                Ok(self.forward(changes, by, text))
            }
            "RequestUndo" | "RemoveUndo" => {
                let changes = change_offer(&mut self.undo_by, by, text);
                Ok(self.forward(changes, by, text))
            }
            "GiveTime" if self.version >= 3 => Ok(self.give_time(!by)),
            _ => self.play(by, text),
        }
    }

    /// The end of the game if the time of a player is over.
    pub fn time_is_over(&self) -> Option<News> {
        let loser = self.game.to_move();
        (self.is_running() && self.now()[loser] <= 0).then(|| {
            let mut news = News::default();
            self.tell(&mut news, &self.times());
            news.lines.extend(self.over(GameResult::Win(!loser, Reason::Other)).lines);
            News { is_over: true, ..news }
        })
    }

    fn play(&mut self, by: Color, text: &str) -> Result<News, &'static str> {
        if self.game.to_move() != by {
            return Err("Not your turn");
        }
        let mv = read_move(text).filter(|&mv| self.game.check(mv).is_ok()).ok_or("Invalid move")?;
        let before = self.clocks;
        self.clocks = self.now();
        self.clocks[by] += self.terms.bonus(self.game.move_number());
        self.since = Instant::now();
        self.earlier.push(before);
        self.undo_by = None;
        self.game.play(mv).unwrap();
        let mut news = News::default();
        self.tell(&mut news, &self.times());
        news.lines.push((!by, self.line(text)));
        if let Some(result) = self.result() {
            news.lines.extend(self.over(result).lines);
            news.is_over = true;
        }
        Ok(news)
    }

    fn undo(&mut self) -> News {
        let before = self.earlier.pop().unwrap();
        // The first servers do not give back the time.
        self.clocks = if self.version >= 3 { before } else { self.now() };
        self.since = Instant::now();
        self.undo_by = None;
        self.game.undo();
        let mut news = News::default();
        self.tell(&mut news, &self.times());
        self.tell(&mut news, "Undo");
        news
    }

    fn give_time(&mut self, to: Color) -> News {
        self.clocks[to] += GIFT;
        let name = if to == Color::White { "white" } else { "black" };
        let mut news = News::default();
        self.tell(&mut news, &format!("GivenTime {name} {GIFT}"));
        self.tell(&mut news, &self.times());
        news
    }

    fn forward(&self, changes: bool, by: Color, text: &str) -> News {
        let line = changes.then(|| (!by, self.line(text)));
        News { lines: line.into_iter().collect(), is_over: false }
    }

    fn result(&self) -> Option<GameResult> {
        let is_draw = self.game.reversible_plies() >= REVERSIBLE_PLIES;
        self.game.outcome().map(GameResult::from).or(is_draw.then_some(GameResult::Draw))
    }

    fn over(&self, result: GameResult) -> News {
        let mut news = News { is_over: true, ..News::default() };
        self.tell(&mut news, &format!("Over {result}"));
        news
    }

    fn tell(&self, news: &mut News, text: &str) {
        news.lines.extend([Color::White, Color::Black].map(|color| (color, self.line(text))));
    }

    fn line(&self, text: &str) -> String {
        format!("Game#{} {text}", self.number)
    }

    /// Whether the clocks run: from the first ply.
    fn is_running(&self) -> bool {
        !self.earlier.is_empty()
    }

    /// The clocks now.
    fn now(&self) -> ByColor<i64> {
        let mut clocks = self.clocks;
        if self.is_running() {
            clocks[self.game.to_move()] -= self.since.elapsed().as_millis() as i64;
        }
        clocks
    }

    fn times(&self) -> String {
        let ByColor([white, black]) = self.now();
        format!("Timems {} {}", white.max(0), black.max(0))
    }
}

/// Makes or withdraws an offer. Returns whether it was possible.
fn change_offer(offer: &mut Option<Color>, by: Color, text: &str) -> bool {
    let (before, after) =
        if text.starts_with("Remove") { (Some(by), None) } else { (None, Some(by)) };
    let changes = *offer == before;
    if changes {
        *offer = after;
    }
    changes
}
