//! A report.

use super::own::OwnGame;
use super::play::{Play, judged_moves};
use super::results::{self, Group, OpeningCost, Openings, ResultRow};
use super::statistics::PlayerScore;
use crate::games::{Database, DatabaseError, Filter, Judge, Peers, is_same_name};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use stonefall_engine::Color;

/// Players within this many rating points are similar.
pub const RATING_STEP: u16 = 100;

/// The counts of a player's games.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Report {
    /// The name.
    pub player: String,
    /// Mean rating of the player; `None` if unknown.
    pub rating: Option<u16>,
    /// Games, also those without a result.
    pub games: usize,
    /// The first day, as PTN has it.
    pub first_day: Option<String>,
    /// The last day.
    pub last_day: Option<String>,
    /// The engine that judged the games.
    #[serde(flatten)]
    pub judge: Judge,
    /// All results.
    pub total: PlayerScore,
    /// Results by properties of the games.
    pub results: BTreeMap<Group, Vec<ResultRow>>,
    /// The player's judged moves.
    pub own: Play,
    /// The judged moves of other players with similar ratings; `None` if the player's rating is unknown.
    pub similar: Option<Comparison>,
    /// Openings that cost points, the most expensive first.
    pub openings: Vec<OpeningCost>,
}

/// Players of similar strength.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Comparison {
    /// Their lowest and highest rating.
    pub ratings: [u16; 2],
    /// Their moves.
    #[serde(flatten)]
    pub play: Play,
}

impl Report {
    /// Counts the games of a player, and the judged games of all players.
    pub fn new(
        database: &Database,
        player: &str,
        games: &[OwnGame],
        judge: &Judge,
    ) -> Result<Self, DatabaseError> {
        let mut own = Play::default();
        let mut openings = Openings::default();
        for game in games {
            let judgements = database.judgements(&game.game, judge)?;
            openings.add(game, judgements.as_deref());
            if let Some(judgements) = judgements {
                let mut moves = judged_moves(&game.game, &judgements)?;
                moves.retain(|mv| mv.color == game.color);
                own.add(&moves);
            }
        }
        let similar = peers(player, games).map(|peers| compare(database, judge, peers));
        let dates: Vec<_> = games.iter().filter_map(|own| own.game.date_tags()).collect();
        let day = |tags: Option<&(String, String)>| Some(tags?.0.clone());
        Ok(Self {
            // In the spelling of the newest game.
            player: games.first().and_then(OwnGame::name).unwrap_or(player).to_owned(),
            rating: rating(games),
            games: games.len(),
            first_day: day(dates.last()),
            last_day: day(dates.first()),
            judge: judge.clone(),
            total: games.iter().filter_map(OwnGame::points).collect(),
            results: Group::ALL.map(|group| (group, results::grouped(games, group))).into(),
            own,
            similar: similar.transpose()?,
            openings: openings.costs(),
        })
    }
}

/// Identifiers of games for a comparison: at most `count`, of similar players on the same board sizes.
pub fn similar_games(
    database: &Database,
    player: &str,
    games: &[OwnGame],
    filter: &Filter,
    count: usize,
) -> Result<Vec<i64>, DatabaseError> {
    match peers(player, games) {
        Some(peers) => database.sample(&peers, filter, count),
        None => Ok(Vec::new()),
    }
}

/// Mean of the player's known ratings.
fn rating(games: &[OwnGame]) -> Option<u16> {
    let ratings: Vec<u64> = games.iter().filter_map(OwnGame::rating).map(Into::into).collect();
    let mean = ratings.iter().sum::<u64>().checked_div(ratings.len() as u64)?;
    u16::try_from(mean).ok()
}

/// The players who are similar.
fn peers(player: &str, games: &[OwnGame]) -> Option<Peers> {
    let rating = rating(games)?;
    let ratings = rating.saturating_sub(RATING_STEP).max(1)..=rating.saturating_add(RATING_STEP);
    let sizes: BTreeSet<_> = games.iter().map(|own| own.game.size).collect();
    Some(Peers { player: player.to_owned(), ratings, sizes: sizes.into_iter().collect() })
}

/// The judged moves of similar players, also those against the player.
fn compare(database: &Database, judge: &Judge, peers: Peers) -> Result<Comparison, DatabaseError> {
    let mut play = Play::default();
    let mut ids: Vec<_> = database.judged(judge)?.into_iter().collect();
    // Sums do not depend on the order of a set.
    ids.sort_unstable();
    for id in ids {
        let game = database.game(id)?;
        if !peers.sizes.contains(&game.size) {
            continue;
        }
        let is_similar = |color| {
            let is_player = |name: &String| is_same_name(name, &peers.player);
            game.ratings[color].is_some_and(|rating| peers.ratings.contains(&rating))
                && !game.names[color].as_ref().is_some_and(is_player)
        };
        let colors: Vec<_> = Color::ALL.into_iter().filter(|&color| is_similar(color)).collect();
        let Some(judgements) = database.judgements(&game, judge)?.filter(|_| !colors.is_empty())
        else {
            continue;
        };
        let moves = judged_moves(&game, &judgements)?;
        for color in colors {
            let moves: Vec<_> = moves.iter().filter(|mv| mv.color == color).copied().collect();
            play.add(&moves);
        }
    }
    let (least, most) = peers.ratings.into_inner();
    Ok(Comparison { ratings: [least, most], play })
}
