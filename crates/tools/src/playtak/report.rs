//! Results of the bot at each level, from its archive.

use super::game::LEVEL_TAGS;
use super::levels::ChosenLevel;
use crate::files::read_text;
use crate::matches::Estimate;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use stonefall_engine::Color;
use stonefall_engine::notation::ptn_file::{GameResult, PtnGame};

/// Rating difference at which the stronger player scores ten points to one.
const TEN_TO_ONE: f64 = 400.0;
/// Standard deviations from the mean that bound 95 % of a normal distribution.
const DEVIATIONS: f64 = 1.96;

/// Results at one level.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct LevelResults {
    /// `1` to `10`, or `full`.
    pub level: String,
    /// Games that the bot has won.
    pub won: u32,
    /// Drawn games.
    pub drawn: u32,
    /// Games that the bot has lost.
    pub lost: u32,
    /// Games against opponents with a rating.
    pub rated: u32,
    /// Rating of the level by these games, with its 95 % error; `None` if all were won or all were lost.
    pub rating: Option<Estimate>,
}

impl LevelResults {
    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Share of the points.
    #[must_use]
    pub fn score(&self) -> f64 {
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.games())
    }
}

/// A finished game: the bot's level and points, and the rating of the opponent.
struct Played {
    level: ChosenLevel,
    points: f64,
    opponent: Option<f64>,
}

/// Reads the games of an archive: all files `YYYY-MM.ptn`.
///
/// # Errors
/// If the folder or a file cannot be read.
pub fn read_archive(folder: &Path) -> io::Result<Vec<PtnGame>> {
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let mut files: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    files.retain(|path| is_month(path));
    files.sort();
    let mut games = Vec::new();
    for file in files {
        games.extend(PtnGame::read_all(&read_text(File::open(file)?)?));
    }
    Ok(games)
}

/// Whether a file has the games of a month, without annotations.
fn is_month(path: &Path) -> bool {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_stem = stem.len() == 7
        && stem.split_once('-').is_some_and(|(year, month)| is_number(year) && is_number(month));
    is_stem && path.extension().is_some_and(|it| it == "ptn")
}

/// Results at each level, from level 1 to full strength. Unfinished games, games without the tag of a level, and with
/// `size` the games on other boards are left out.
#[must_use]
pub fn results(games: &[PtnGame], size: Option<usize>) -> Vec<LevelResults> {
    let is_wanted = |game: &&PtnGame| {
        let of_game = game.tag("Size").and_then(|text| text.parse().ok());
        size.is_none() || of_game == size
    };
    let mut levels: BTreeMap<u8, Vec<Played>> = BTreeMap::new();
    for game in games.iter().filter(is_wanted).filter_map(Played::read) {
        let order = match game.level {
            ChosenLevel::Number(level) => level.number(),
            ChosenLevel::Full | ChosenLevel::Auto => u8::MAX,
        };
        levels.entry(order).or_default().push(game);
    }
    levels.into_values().map(|games| of_level(&games)).collect()
}

impl Played {
    fn read(game: &PtnGame) -> Option<Self> {
        let level =
            |color| game.tag(LEVEL_TAGS[color]).and_then(|text| ChosenLevel::read(text).ok());
        let (color, level) =
            Color::ALL.into_iter().find_map(|color| Some((color, level(color)?)))?;
        let points = match game.result()? {
            GameResult::Win(winner, _) if winner == color => 1.0,
            GameResult::Win(..) => 0.0,
            GameResult::Draw => 0.5,
            GameResult::Unfinished => return None,
        };
        let tag = match color {
            Color::White => "Rating2",
            Color::Black => "Rating1",
        };
        let opponent = game.tag(tag).and_then(|text| text.parse().ok());
        Some(Self { level, points, opponent })
    }
}

fn of_level(games: &[Played]) -> LevelResults {
    let count = |points| games.iter().filter(|game| game.points == points).count() as u32;
    let rated: Vec<_> =
        games.iter().filter_map(|game| Some((game.opponent?, game.points))).collect();
    LevelResults {
        level: games.first().map(|game| game.level.to_string()).unwrap_or_default(),
        won: count(1.0),
        drawn: count(0.5),
        lost: count(0.0),
        rated: rated.len() as u32,
        rating: estimate(&rated),
    }
}

/// The rating with the greatest likelihood: the expected points against these ratings are the points.
fn estimate(games: &[(f64, f64)]) -> Option<Estimate> {
    let points: f64 = games.iter().map(|(_, points)| points).sum();
    if points <= 0.0 || points >= games.len() as f64 {
        return None;
    }
    let expected =
        |rating: f64, opponent: f64| 1.0 / (1.0 + 10f64.powf((opponent - rating) / TEN_TO_ONE));
    let total = |rating: f64| -> f64 { games.iter().map(|game| expected(rating, game.0)).sum() };
    let (mut low, mut high) = (-10_000.0, 10_000.0);
    while high - low > 0.01 {
        let middle = (low + high) / 2.0;
        if total(middle) < points { low = middle } else { high = middle }
    }
    let share = |opponent| expected(low, opponent);
    let variance: f64 = games.iter().map(|game| share(game.0) * (1.0 - share(game.0))).sum();
    let error = DEVIATIONS * TEN_TO_ONE / (10f64.ln() * variance.sqrt());
    Some(Estimate { value: low, error })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn game(tags: &str, result: &str) -> PtnGame {
        PtnGame::read(&format!("[Size \"5\"]\n{tags}\n\n1. a1 e5 {result}\n"))
    }

    #[test]
    fn games_are_counted_by_level() {
        let games = [
            game("[Level1 \"3\"]\n[Rating2 \"1000\"]", "R-0"),
            game("[Level2 \"3\"]\n[Rating1 \"1000\"]", "R-0"),
            game("[Level2 \"3\"]", "1/2-1/2"),
            game("[Level1 \"full\"]\n[Rating2 \"900\"]", "1-0"),
            game("[Level1 \"10\"]", "0-F"),
            game("[Level1 \"10\"]", ""),
            game("", "R-0"),
        ];
        let found = results(&games, None);
        let counts: Vec<_> = found
            .iter()
            .map(|it| (it.level.as_str(), it.won, it.drawn, it.lost, it.rated))
            .collect();
        assert_eq!(counts, [("3", 1, 1, 1, 2), ("10", 0, 0, 1, 0), ("full", 1, 0, 0, 1)]);
        assert_eq!(found[0].score(), 0.5);
        let rating = found[0].rating.unwrap();
        assert!((rating.value - 1000.0).abs() < 0.1, "{rating:?}");
        assert_eq!(found[2].rating, None, "one won game has no upper bound");
        assert_eq!(results(&games, Some(6)), []);
    }

    #[test]
    fn the_rating_explains_the_points() {
        // Three of four points against 1000: 400 lg 3 more. The error is 1.96 * 400 / ln 10 / sqrt(4 * 3/16).
        let games = [(1000.0, 1.0), (1000.0, 1.0), (1000.0, 1.0), (1000.0, 0.0)];
        let found = estimate(&games).unwrap();
        assert!((found.value - 1190.85).abs() < 0.1, "{found:?}");
        assert!((found.error - 393.2).abs() < 0.1, "{found:?}");
    }

    #[test]
    fn files_of_months_are_recognized() {
        for (name, is_read) in [
            ("2026-11.ptn", true),
            ("2026-11-annotated.ptn", false),
            ("players.json", false),
            ("refused.txt", false),
            ("abcd-ef.ptn", false),
        ] {
            assert_eq!(is_month(Path::new(name)), is_read, "{name}");
        }
    }
}
