//! Progress of a match: standings and games in a terminal, one line per game elsewhere.

use crate::cli::bar;
use crate::cli::output::complain;
use indicatif::{MultiProgress, ProgressBar};
use std::io::{self, IsTerminal};
use std::time::Duration;
use stonefall_engine::types::Color;
use stonefall_tools::matches::{
    Fixture, GameNews, MatchEvent, MatchPlan, MatchRecord, PlayedMove, Tally, Verdict,
};

use super::text::{elo_words, sprt_words};

/// Engines whose standing is shown during the match.
const SHOWN_ENGINES: usize = 8;
/// Interval between updates of the clock.
const TICK: Duration = Duration::from_millis(500);

pub(super) struct Display {
    names: Vec<String>,
    total: usize,
    panel: Panel,
}

enum Panel {
    Moving {
        screen: MultiProgress,
        games: ProgressBar,
        standings: Vec<ProgressBar>,
        slots: Vec<Slot>,
    },
    Plain,
}

/// A running game.
struct Slot {
    bar: ProgressBar,
    title: String,
}

impl Display {
    /// `total` is the number of games to have at the end.
    pub(super) fn new(plan: &MatchPlan, total: usize, is_test: bool, finished: usize) -> Self {
        let names: Vec<_> = plan.contenders.iter().map(|it| it.name.clone()).collect();
        let panel = if io::stderr().is_terminal() {
            let screen = MultiProgress::new();
            let template =
                "   {bar:30} {pos} of {len} games, {elapsed}, {eta} to go (Ctrl-C interrupts)";
            let games = screen.add(bar::bar(total as u64, template));
            games.set_position(finished as u64);
            games.reset_eta();
            games.enable_steady_tick(TICK);
            let line = || screen.add(bar::message_line());
            let rows = if names.len() == 2 { 1 } else { names.len().min(SHOWN_ENGINES) };
            let rows = rows + usize::from(is_test);
            let standings = (0..rows).map(|_| line()).collect();
            let slots = (0..plan.concurrency.min(total))
                .map(|_| Slot { bar: line(), title: String::new() })
                .collect();
            Panel::Moving { screen, games, standings, slots }
        } else {
            Panel::Plain
        };
        Self { names, total, panel }
    }

    /// Shows a new game or its next move.
    pub(super) fn show(&mut self, event: &MatchEvent) {
        let MatchEvent { slot, news } = event;
        let Panel::Moving { slots, .. } = &mut self.panel else { return };
        let Some(slot) = slots.get_mut(*slot) else { return };
        match news {
            GameNews::Started(fixture) => {
                slot.title = title(&self.names, fixture);
                slot.bar.set_message(slot.title.clone());
            }
            GameNews::Moved(PlayedMove { plies, mv, score }) => {
                let (title, score) = (&slot.title, score.as_deref().unwrap_or_default());
                slot.bar.set_message(format!("{title}   ply {plies} {mv} {score}"));
            }
            GameNews::Finished(_) => {}
        }
    }

    /// Removes a finished game.
    pub(super) fn finished(
        &mut self,
        slot: usize,
        record: &MatchRecord,
        tally: &Tally,
        verdict: Option<&Verdict>,
    ) {
        let result = format!("{} ({})", record.ending.result(), record.ending);
        let title = title(&self.names, &record.fixture);
        if let Panel::Moving { games, slots, .. } = &self.panel {
            games.inc(1);
            if let Some(slot) = slots.get(slot) {
                slot.bar.set_message(format!("{title}   {result}"));
            }
            self.standings(tally, verdict);
        } else {
            let (done, score) = (tally.games(), self.rows(tally, verdict).join("; "));
            complain(&format!("{title}: {result}; {done} of {}; {score}", self.total));
        }
    }

    /// Shows the standings.
    pub(super) fn standings(&mut self, tally: &Tally, verdict: Option<&Verdict>) {
        let rows = self.rows(tally, verdict);
        if let Panel::Moving { standings, .. } = &self.panel {
            for (bar, row) in standings.iter().zip(rows) {
                bar.set_message(row);
            }
        }
    }

    fn rows(&self, tally: &Tally, verdict: Option<&Verdict>) -> Vec<String> {
        let mut rows = Vec::new();
        if let ([pairing], 2) = (tally.pairings.as_slice(), self.names.len()) {
            let score = &pairing.1;
            rows.push(format!("{} {score} {}", self.names[0], elo_words(&score.pairs)));
        } else {
            let places = tally.order().into_iter().take(SHOWN_ENGINES);
            let row = |at: usize| format!("{} {}", self.names[at], tally.standings[at].score);
            rows.extend(places.map(row));
        }
        rows.extend(verdict.map(|verdict| sprt_words(&verdict.sprt, &verdict.pairs)));
        rows
    }

    pub(super) fn clear(&self) {
        if let Panel::Moving { screen, .. } = &self.panel {
            // A closed terminal needs no clearing.
            let _ = screen.clear();
        }
    }
}

fn title(names: &[String], fixture: &Fixture) -> String {
    let [white, black] = Color::ALL.map(|color| &names[fixture.players[color]]);
    format!("{}. {white} - {black}", fixture.number + 1)
}
