//! Results of a match, and of a sequential test during it.

use super::claim::Claims;
use super::contender::Contender;
use super::elo::{Estimate, Pairs};
use super::plan::Format;
use super::record::{Effort, MatchRecord};
use super::referee::Reason;
use super::sprt::{Decision, Sprt};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::AddAssign;
use stonefall_engine::types::Color;

/// Results of an engine, or of one against another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Pairs of finished games with the same opening.
    pub pairs: Pairs,
}

impl Score {
    /// Number of games.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Share of the points; one half without games.
    pub fn share(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games),
        }
    }

    /// Counts a game by its half points.
    pub(crate) fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

/// `+3 -2 =1`: won, lost, drawn.
impl fmt::Display for Score {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "+{} -{} ={}", self.wins, self.losses, self.draws)
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.pairs += other.pairs;
    }
}

/// With Elo, which is `null` without a pair.
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct ScoreFacts {
            wins: u32,
            draws: u32,
            losses: u32,
            score: f64,
            pairs: [u32; 5],
            elo: Option<Estimate>,
            normalized_elo: Option<Estimate>,
            superiority: Option<f64>,
        }
        let &Self { wins, draws, losses, pairs: Pairs(pairs) } = self;
        let (score, strength) = (self.share(), self.pairs.strength());
        let elo = strength.map(|strength| strength.elo);
        let normalized_elo = strength.map(|strength| strength.normalized);
        let superiority = strength.map(|strength| strength.superiority);
        ScoreFacts { wins, draws, losses, score, pairs, elo, normalized_elo, superiority }
            .serialize(serializer)
    }
}

/// Results of an engine in a match.
#[derive(Serialize, Clone, PartialEq, Debug, Default)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// The command that starts it.
    command: String,
    /// Its time.
    control: String,
    /// All its games.
    #[serde(flatten)]
    pub score: Score,
    /// Number of losses by each of [`Reason::FAULTS`].
    pub faults: BTreeMap<Reason, u32>,
    /// Its announcements.
    #[serde(flatten)]
    pub claims: Claims,
    /// Number of the first game with a wrong announcement, from 1.
    #[serde(skip)]
    pub false_claim: Option<usize>,
    /// Sums over its moves.
    #[serde(flatten)]
    pub effort: Effort,
    /// Mean depth of its searches.
    pub mean_depth: Option<f64>,
}

/// Two engines, and the score of the first one.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Pairing {
    /// Name of the first engine.
    pub first: String,
    /// Name of the second one.
    pub second: String,
    /// The score.
    #[serde(flatten)]
    pub score: Score,
}

/// A fault of an engine.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Incident {
    /// Number of the game, from 1.
    pub game: usize,
    /// Name of the engine.
    pub engine: String,
    /// The fault.
    pub reason: Reason,
    /// Details.
    pub detail: String,
}

/// Results of all finished games.
#[derive(Serialize, Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// The engines in the order of the plan.
    #[serde(rename = "engines")]
    pub standings: Vec<Standing>,
    /// The pairings.
    pub pairings: Vec<Pairing>,
    /// Number of games by the reason of their end.
    pub endings: BTreeMap<Reason, u32>,
    /// Wins of White.
    pub white_wins: u32,
    /// Draws.
    pub draws: u32,
    /// Wins of Black.
    pub black_wins: u32,
    /// Plies of all games.
    pub plies: u64,
    /// Faults in order of the games.
    pub incidents: Vec<Incident>,
}

impl Tally {
    /// Counts games in any order.
    pub fn new(contenders: &[Contender], format: Format, records: &[MatchRecord]) -> Self {
        let pairings = format.pairings(contenders.len());
        let standing = |contender: &Contender| Standing {
            name: contender.name.clone(),
            command: contender.launch.command(),
            control: contender.control.to_string(),
            ..Standing::default()
        };
        let pairing = |pairing: &[usize; 2]| {
            let [first, second] = pairing.map(|index| contenders[index].name.clone());
            Pairing { first, second, score: Score::default() }
        };
        let mut tally = Self {
            standings: contenders.iter().map(standing).collect(),
            pairings: pairings.iter().map(pairing).collect(),
            ..Self::default()
        };
        let games: BTreeMap<_, _> =
            records.iter().map(|record| (record.fixture.number, record)).collect();
        for (&number, record) in &games {
            let players = record.fixture.players.0;
            let is_pairing = |pairing: &[usize; 2]| pairing.iter().all(|it| players.contains(it));
            let Some(place) = pairings.iter().position(is_pairing) else { continue };
            let [first, second] = pairings[place];
            tally.count(record);
            tally.pairings[place].score.add(points(record, first));
            if let Some(twin) = games.get(&(number ^ 1)).filter(|_| number % 2 == 0) {
                let points = points(record, first) + points(twin, first);
                tally.pairings[place].score.pairs.count(points);
                tally.standings[first].score.pairs.count(points);
                tally.standings[second].score.pairs.count(4 - points);
            }
        }
        for standing in &mut tally.standings {
            let Effort { moves, depth, .. } = standing.effort;
            standing.mean_depth = (moves > 0).then(|| depth as f64 / moves as f64);
        }
        tally
    }

    fn count(&mut self, record: &MatchRecord) {
        let players = &record.fixture.players;
        *self.endings.entry(record.ending.reason).or_default() += 1;
        self.plies += record.plies as u64;
        *match record.ending.winner {
            Some(Color::White) => &mut self.white_wins,
            None => &mut self.draws,
            Some(Color::Black) => &mut self.black_wins,
        } += 1;
        let game = record.fixture.number + 1;
        for color in Color::ALL {
            let standing = &mut self.standings[players[color]];
            standing.score.add(points(record, players[color]));
            standing.effort.add(&record.effort[color]);
            let claims = &record.claims[color];
            standing.claims.add(claims);
            if claims.is_false() && standing.false_claim.is_none() {
                standing.false_claim = Some(game);
            }
        }
        if record.ending.reason.is_fault()
            && let Some(loser) = record.ending.winner.map(Color::opponent)
        {
            let (reason, detail) = (record.ending.reason, record.ending.detail.clone());
            let standing = &mut self.standings[players[loser]];
            *standing.faults.entry(reason).or_default() += 1;
            self.incidents.push(Incident { game, engine: standing.name.clone(), reason, detail });
        }
    }

    /// Number of games.
    pub fn games(&self) -> u32 {
        self.white_wins + self.draws + self.black_wins
    }

    /// The engines, the best one first.
    pub fn order(&self) -> Vec<&Standing> {
        let mut order: Vec<_> = self.standings.iter().collect();
        order.sort_by(|one, other| other.score.share().total_cmp(&one.score.share()));
        order
    }
}

/// Half points of an engine in a game.
fn points(record: &MatchRecord, contender: usize) -> usize {
    let players = &record.fixture.players;
    match record.ending.winner {
        None => 1,
        Some(winner) if players[winner] == contender => 2,
        Some(_) => 0,
    }
}

/// A test between two engines. Its first decision is final: games that end later do not change it.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The test.
    pub sprt: Sprt,
    /// Half points of the first engine in games without a finished twin, by number.
    unpaired: BTreeMap<usize, usize>,
    /// The pairs that count: all so far, or those before the decision.
    pub pairs: Pairs,
}

impl Verdict {
    /// A test with finished games, in the order of their ends.
    pub fn new(sprt: Sprt, records: &[MatchRecord]) -> Self {
        let mut verdict = Self { sprt, unpaired: BTreeMap::new(), pairs: Pairs::default() };
        records.iter().for_each(|record| verdict.add(record));
        verdict
    }

    /// Adds a finished game. After the decision nothing changes.
    pub fn add(&mut self, record: &MatchRecord) {
        if self.decision() != Decision::Open {
            return;
        }
        let number = record.fixture.number;
        let points = points(record, 0);
        match self.unpaired.remove(&(number ^ 1)) {
            Some(twin) => self.pairs.count(points + twin),
            None => {
                self.unpaired.insert(number, points);
            }
        }
    }

    /// The decision.
    pub fn decision(&self) -> Decision {
        self.sprt.decision(&self.pairs)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::plan::Fixture;
    use super::super::referee::Ending;
    use super::super::sprt::Model;
    use super::*;
    use stonefall_engine::types::ByColor;

    /// A game won by an engine.
    fn won(number: usize, contender: usize) -> MatchRecord {
        let first = number % 2;
        let players = ByColor::new(first, 1 - first);
        let winner = if players[Color::White] == contender { Color::White } else { Color::Black };
        MatchRecord {
            fixture: Fixture { number, players, opening: 0 },
            ending: Ending { winner: Some(winner), reason: Reason::Road, detail: String::new() },
            plies: 20,
            claims: ByColor::default(),
            effort: ByColor::default(),
        }
    }

    #[test]
    fn decisions_are_final() {
        let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05, Model::Logistic).unwrap();
        let mut verdict = Verdict::new(sprt, &[]);
        let mut number = 0;
        while verdict.decision() == Decision::Open {
            verdict.add(&won(number, 0));
            number += 1;
            assert!(number < 200, "{verdict:?}");
        }
        assert_eq!(verdict.decision(), Decision::Accepted);
        let decided = verdict.pairs;
        assert_eq!(decided.total() as usize, number / 2);
        // Games that end after the decision.
        for late in number..number + 40 {
            verdict.add(&won(late, 1));
        }
        assert_eq!((verdict.decision(), verdict.pairs), (Decision::Accepted, decided));
    }

    #[test]
    fn the_order_within_a_pair_does_not_matter() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Normalized).unwrap();
        let mut verdict = Verdict::new(sprt, &[]);
        for (number, contender) in [(1, 0), (2, 1), (3, 1), (0, 1), (4, 0), (5, 0)] {
            verdict.add(&won(number, contender));
        }
        assert_eq!(verdict.pairs, Pairs([1, 0, 1, 0, 1]));
    }
}
