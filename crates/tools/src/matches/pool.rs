//! A match from merged parts.

use super::plan::{Contender, Format, MatchPlan};
use super::record::MatchRecord;
use crate::parts::Head;
use serde_json::Value;
use stonefall_client::Launch;
use stonefall_engine::notation::ptn_file::PtnGame;

/// A match played in parts.
#[derive(Clone, Debug)]
pub struct PooledMatch {
    /// Engines and rules as far as parts have them; it has no openings and cannot be played.
    pub plan: MatchPlan,
    /// The games in the order of their ends, as if one machine had played them.
    pub records: Vec<MatchRecord>,
}

/// Reads the games of a match, given as numbers, times and texts.
///
/// # Errors
/// If the head is none of a match or there is a game that the match does not have.
pub fn pool(head: &Head, games: &[(u32, u64, String)]) -> Result<PooledMatch, String> {
    let plan = plan(head, games)?;
    let mut found = Vec::new();
    for (number, time, text) in games {
        let game = PtnGame::read(text);
        let refused = |reason| format!("game {}: {reason}", number + 1);
        let record =
            MatchRecord::read_any(&game, &plan).map_err(|error| refused(error.to_string()))?;
        if record.fixture.number != *number as usize {
            let other = record.fixture.number + 1;
            return Err(refused(format!("expected its number as Round, found {other}")));
        }
        found.push((*time, record));
    }
    found.sort_by_key(|(time, _)| *time);
    let records = found.into_iter().map(|(_, record)| record).collect();
    Ok(PooledMatch { plan, records })
}

/// The plan as far as the head and the first game have it.
fn plan(head: &Head, games: &[(u32, u64, String)]) -> Result<MatchPlan, String> {
    let (_, _, first) = games.first().ok_or("expected games of a match, found none")?;
    let setup = PtnGame::read(first).setup().map_err(|error| format!("first game: {error}"))?;
    let format = head.settings.get("format").and_then(Value::as_str).and_then(Format::find);
    let format = format.ok_or("expected the format of a match, found none")?;
    let names = head.settings.get("engines").and_then(Value::as_array);
    let names: Vec<_> = names.into_iter().flatten().filter_map(Value::as_str).collect();
    if names.len() < 2 {
        return Err(format!("expected at least two engines, found {}", names.len()));
    }
    let contenders = names.into_iter().map(|name| Contender::new(name, Launch::new(""))).collect();
    let plan = MatchPlan::new(setup.size, setup.rules, contenders, format);
    Ok(MatchPlan { games: head.units as usize / plan.pairings().len().max(1), ..plan })
}
