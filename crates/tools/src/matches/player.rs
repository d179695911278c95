//! A running engine of a match.

use super::contender::Contender;
use super::plan::MatchPlan;
use std::time::{Duration, Instant};
use stonefall_client::{Client, ClientError, Identity};
use stonefall_engine::types::{Move, Opening, Rules};

/// Time for an engine to end before it is killed.
const QUIT_TIME: Duration = Duration::from_secs(2);

/// A running engine with its options set.
#[derive(Debug)]
pub(super) struct RunningEngine {
    pub(super) client: Client,
    pub(super) identity: Identity,
    /// The expected reply after which it searches in the opponent's time.
    pub(super) pondering: Option<Move>,
}

impl RunningEngine {
    /// Starts an engine and sets its options.
    pub(super) fn start(contender: &Contender, plan: &MatchPlan) -> Result<Self, ClientError> {
        let mut client = Client::start(&contender.launch)?;
        let identity = client.handshake(Instant::now() + plan.patience)?;
        let half_komi = plan.rules.half_komi.half_flats();
        identity.check_board(plan.board.size(), half_komi).map_err(ClientError::Unsupported)?;
        for (name, value) in &contender.options {
            // Some engines compare option names with their case.
            let Some(option) = identity.option(name) else {
                return Err(ClientError::Unsupported(format!("an option {name}")));
            };
            option.check(value).map_err(|error| ClientError::Unsupported(error.to_string()))?;
            client.set_option(&option.name, Some(value));
        }
        let is_set =
            contender.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(REVERSIBLE));
        if plan.rules.reversible_plies > 0 && !is_set && identity.option(REVERSIBLE).is_some() {
            client.set_option(REVERSIBLE, Some(&plan.rules.reversible_plies.to_string()));
        }
        for (name, value) in particulars(&plan.rules, plan.board.size()) {
            let Some(option) = identity.option(name) else {
                return Err(ClientError::Unsupported(format!(
                    "an option {name}, to be set to {value} for these rules"
                )));
            };
            option.check(&value).map_err(|error| ClientError::Unsupported(error.to_string()))?;
        }
        client.options_taken(Instant::now() + plan.patience)?;
        Ok(Self { client, identity, pondering: None })
    }

    /// Waits until the engine is ready. This precedes each `position`: some engines drop a command right
    /// after their `bestmove` (syntaks reports `Search running` and does not answer).
    pub(super) fn ready(&mut self, plan: &MatchPlan) -> Result<(), ClientError> {
        self.client.ready(Instant::now() + plan.patience)
    }

    /// Starts a game.
    pub(super) fn new_game(&mut self, plan: &MatchPlan) -> Result<(), ClientError> {
        let half_komi = plan.rules.half_komi.half_flats();
        let deadline = Instant::now() + plan.patience;
        self.client.new_game(&self.identity, plan.board.size(), half_komi, deadline)?;
        let particulars = particulars(&plan.rules, plan.board.size());
        for (name, value) in &particulars {
            // Piece counts apply to the running game, as in PTN Ninja.
            let name = self.identity.option(name).map_or(*name, |option| &option.name);
            self.client.set_option(name, Some(value));
        }
        if particulars.is_empty() { Ok(()) } else { self.ready(plan) }
    }

    /// Starts a search in the opponent's time. `command` is the position after the expected reply.
    pub(super) fn ponder(&mut self, command: &str, go: &str, reply: Move) {
        self.client.send(command);
        self.client.go(go);
        self.pondering = Some(reply);
    }

    /// Continues such a search if the opponent has played the expected reply; the time of the move begins now. Otherwise
    /// ends the search, if there is one. Returns whether it continues.
    pub(super) fn ponder_hit(
        &mut self,
        played: Option<Move>,
        grace: Duration,
    ) -> Result<bool, ClientError> {
        let is_hit = self.pondering.is_some() && self.pondering == played;
        if is_hit {
            self.pondering = None;
            self.client.ponder_hit();
        } else {
            self.stop_pondering(grace)?;
        }
        Ok(is_hit)
    }

    /// Ends a search in the opponent's time. Its move counts for nothing.
    pub(super) fn stop_pondering(&mut self, grace: Duration) -> Result<(), ClientError> {
        if self.pondering.take().is_some() {
            self.client.send("stop");
            self.client.answer(Instant::now() + grace)?;
        }
        Ok(())
    }

    /// Ends the engine.
    pub(super) fn quit(mut self) {
        self.client.quit(QUIT_TIME);
    }
}

/// Name of an engine, with its version if the name lacks it.
fn full_name(identity: &Identity) -> String {
    let name = identity.name.clone().unwrap_or_default();
    match &identity.version {
        Some(version) if !name.is_empty() && !name.contains(version) => format!("{name} {version}"),
        _ => name,
    }
}

/// Options for rules other than the standard: piece counts under the names of PTN Ninja, the opening
/// under Stonefall's.
fn particulars(rules: &Rules, size: usize) -> Vec<(&'static str, String)> {
    let mut options = Vec::new();
    for (name, value) in rules.tags(size) {
        match name {
            "Komi" => {}
            "Opening" => {
                let word = match rules.opening {
                    Opening::Swap => "Swap",
                    Opening::NoSwap => "NoSwap",
                    Opening::DoubleBlackStack => "DoubleBlackStack",
                };
                options.push((name, word.to_owned()));
            }
            _ => options.push((name, value)),
        }
    }
    options
}

/// Stonefall's option for PlayTak's draw rule.
const REVERSIBLE: &str = "ReversiblePlies";

/// Starts every engine once and prepares it for a game, so that errors show before the match. Names those without a name.
///
/// # Errors
/// The errors of all engines that fail.
pub fn try_out(plan: &mut MatchPlan) -> Result<(), String> {
    let mut faults = Vec::new();
    for index in 0..plan.contenders.len() {
        let (contender, names) = (&plan.contenders[index], &plan.contenders[..index]);
        let command = contender.launch.command();
        let tried = RunningEngine::start(contender, plan).and_then(|mut player| {
            player.new_game(plan)?;
            Ok(player)
        });
        match tried {
            Ok(player) => {
                let own = full_name(&player.identity);
                let names_of = [&contender.name, &own].map(|name| plain_name(name));
                let name = names_of.into_iter().find(|name| !name.is_empty()).unwrap_or(command);
                let is_free = |name: &String| !names.iter().any(|taken| taken.name == *name);
                let numbered = (2..).map(|number| format!("{name} #{number}"));
                let free = std::iter::once(name.clone()).chain(numbered).find(is_free);
                plan.contenders[index].name = free.unwrap_or(name);
                player.quit();
            }
            Err(error) if contender.name.is_empty() => faults.push(format!("{command}: {error}")),
            Err(error) => faults.push(format!("{}: {error}", contender.name)),
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("; ")) }
}

/// A name that fits into tags, tables and terminals.
fn plain_name(name: &str) -> String {
    let plain = |char| match char {
        '{' | '[' => '(',
        '}' | ']' => ')',
        '"' => '\'',
        ';' => ',',
        char if char.is_control() => ' ',
        char => char,
    };
    name.chars().map(plain).take(60).collect::<String>().trim().to_owned()
}
