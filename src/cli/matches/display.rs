//! Progress of a match: standings and running games above a bar in a terminal, one line per game elsewhere.

use super::text::{elo_words, sprt_words};
use crate::cli::output::complain;
use crate::cli::progress::Progress;
use stonefall_engine::types::Color;
use stonefall_tools::matches::{
    Fixture, GameNews, MatchPlan, MatchRecord, Pairing, PlayedMove, Tally, Verdict,
};

/// Engines whose standing is shown during the match.
const SHOWN_ENGINES: usize = 8;

pub(super) struct Display {
    names: Vec<String>,
    total: usize,
    progress: Progress,
    standings: Vec<String>,
    /// A title and a state of each game that runs at the same time.
    games: Vec<[String; 2]>,
}

impl Display {
    /// `total` is the number of games to have at the end.
    pub(super) fn new(plan: &MatchPlan, total: usize) -> Self {
        let names: Vec<_> = plan.contenders.iter().map(|it| it.name.clone()).collect();
        let games = vec![Default::default(); plan.concurrency.min(total)];
        let progress = Progress::new(total as u64, "games");
        Self { names, total, progress, standings: Vec::new(), games }
    }

    /// Shows a new game or its next move.
    pub(super) fn show(&mut self, slot: usize, news: &GameNews) {
        let Some(game) = self.games.get_mut(slot) else { return };
        match news {
            GameNews::Started(fixture) => *game = [title(&self.names, fixture), String::new()],
            GameNews::Moved(PlayedMove { plies, mv, score }) => {
                let score = score.as_deref().unwrap_or_default();
                game[1] = format!("ply {plies} {mv} {score}");
            }
        }
        self.draw();
    }

    /// Shows the result of a game.
    pub(super) fn finished(
        &mut self,
        slot: usize,
        record: &MatchRecord,
        tally: &Tally,
        verdict: Option<&Verdict>,
    ) {
        let result = format!("{} ({})", record.ending.result(), record.ending);
        if self.progress.is_hidden() {
            let title = title(&self.names, &record.fixture);
            let (done, score) = (tally.games(), rows(tally, verdict).join("; "));
            complain(&format!("{title}: {result}; {done} of {}; {score}", self.total));
        } else if let Some(game) = self.games.get_mut(slot) {
            game[1] = result;
            self.standings(tally, verdict);
        }
    }

    /// Shows the standings.
    pub(super) fn standings(&mut self, tally: &Tally, verdict: Option<&Verdict>) {
        if !self.progress.is_hidden() {
            self.standings = rows(tally, verdict);
            self.progress.show(tally.games().into(), String::new);
            self.draw();
        }
    }

    fn draw(&self) {
        let games = self.games.iter().map(|[title, state]| format!("{title}   {state}"));
        let lines = self.standings.iter().cloned().chain(games);
        self.progress.above(lines.map(|line| format!("   {line}\n")).collect());
    }
}

fn rows(tally: &Tally, verdict: Option<&Verdict>) -> Vec<String> {
    let mut rows = Vec::new();
    if let [Pairing { first, score, .. }] = &tally.pairings[..] {
        rows.push(format!("{first} {score} {}", elo_words(&score.pairs)));
    } else {
        let places = tally.order().into_iter().take(SHOWN_ENGINES);
        rows.extend(places.map(|standing| format!("{} {}", standing.name, standing.score)));
    }
    rows.extend(verdict.map(|verdict| sprt_words(&verdict.sprt, &verdict.pairs)));
    rows
}

fn title(names: &[String], fixture: &Fixture) -> String {
    let [white, black] = Color::ALL.map(|color| &names[fixture.players[color]]);
    format!("{}. {white} - {black}", fixture.number + 1)
}
