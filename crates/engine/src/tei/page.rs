//! Requests of pages that draw a board: facts of positions; games to read, to write and to annotate. Every request
//! has an answer, at the latest an error. An extension of the protocol: `docs/tei.md`.

use super::command::{AnnotateRequest, PageRequest, Query};
use super::host::Host;
use super::protocol::{Activity, Protocol};
use super::reporter::{Event, EventSink};
use crate::annotate::{
    Annotation, EarlierAnnotation, News, Plan, USUAL_PROOF_NODES, Variations, annotate, write,
};
use crate::facts::{
    AnnotationFacts, annotation_facts, evaluation_facts, facts, find_game, move_facts,
    player_facts, read_game, write_game,
};
use crate::machine;
use crate::notation::ptn_file::{GameError, PtnGame};
use crate::stopper::Stopper;
use crate::types::Rules;
use serde::Serialize;
use serde_json::json;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

impl<H: Host> Protocol<H> {
    /// Answers a page request, or starts the annotation that answers it later.
    pub(super) fn answer_page(&mut self, request: PageRequest) -> io::Result<()> {
        let PageRequest { prefix, query } = request;
        let (size, options) = (self.game.size(), &self.options);
        let rules = |size| options.rules(size).unwrap_or(options.standard_rules(size));
        let line = match query {
            Ok(Query::Annotate(asked)) => return self.annotate(prefix, asked),
            Ok(query) => {
                guarded(|| answer(&prefix, query, size, rules)).unwrap_or_else(|| failure(&prefix))
            }
            Err(error) => line(&prefix, Err::<(), _>(error)),
        };
        self.say(&line)
    }
}

/// The answer to a query. `size` applies if the query names none.
fn answer(prefix: &str, query: Query, size: usize, rules: impl Fn(usize) -> Rules) -> String {
    match query {
        Query::Facts(start, plies) => {
            let size = start.as_ref().map_or(size, |tps| tps.size);
            line(prefix, facts(start.as_ref(), &plies, size, rules(size)))
        }
        Query::Game(asked) => line(prefix, read_game(&asked)),
        Query::Ptn(asked) => line(prefix, write_game(&asked).map(|text| json!({ "text": text }))),
        // An annotation runs beside the session.
        Query::Annotate(_) => failure(prefix),
    }
}

/// The result of a computation that changes nothing outside; `None` after a panic.
pub(super) fn guarded<T>(compute: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(compute)).ok()
}

/// Answer to a request on which the engine failed.
pub(super) fn failure(prefix: &str) -> String {
    line(prefix, Err::<(), _>("the engine failed on this request"))
}

fn line(prefix: &str, answer: Result<impl Serialize, impl ToString>) -> String {
    let json = match answer {
        Ok(answer) => json!(answer),
        Err(error) => json!({ "error": error.to_string() }),
    };
    format!("{prefix} {json}")
}

/// Largest transposition table of an annotation in MiB. The session has another one for its searches.
const MAX_HASH_MIB: usize = 16;

impl AnnotateRequest {
    fn plan(&self, threads: usize, hash_mib: usize) -> Plan {
        Plan {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime.map(Duration::from_millis),
            proof_nodes: self.proof_nodes.unwrap_or(USUAL_PROOF_NODES),
            threads,
            hash_mib,
        }
    }
}

impl<H: Host> Protocol<H> {
    /// Annotates a game beside the session.
    pub(super) fn annotate(&mut self, prefix: String, asked: AnnotateRequest) -> io::Result<()> {
        let game = match guarded(|| find_game(&asked.text, asked.index)) {
            Some(Ok((game, _))) => game,
            Some(Err(error)) => return self.say(&line(&prefix, Err::<(), _>(error))),
            None => return self.say(&failure(&prefix)),
        };
        self.fit_hash();
        // Other instances of the program do not see the annotation's table.
        let threads = machine::threads(self.threads()).len();
        let plan = asked.plan(threads, self.fitted_hash.min(MAX_HASH_MIB));
        let stopper = Stopper::default();
        self.activity = Activity::Annotation(stopper.clone());
        let sink = self.host.event_sink();
        let mut progress = ProgressSink { sink, prefix, answer: None, known: 0 };
        self.host.start_search(Box::new(move || {
            let report = report(&game, &plan, &stopper, |news| {
                if let News::State(annotation) = news {
                    progress.report(annotation);
                }
            });
            let answer = line(&progress.prefix, report);
            progress.finish(answer);
        }));
        Ok(())
    }
}

/// The annotation with the text of the annotated game, or its finished part if it was stopped.
fn report(
    game: &PtnGame,
    plan: &Plan,
    stopper: &Stopper,
    listen: impl FnMut(News<'_>),
) -> Result<AnnotationFacts, GameError> {
    // A game with an annotation by the same plan is not searched again.
    let earlier = EarlierAnnotation::read(game, game, plan).unwrap_or_default();
    let annotation = annotate(game, earlier, plan, stopper, listen)?;
    let written = write(game, &annotation, &plan.note(), Variations::Mistakes)?;
    let mut facts = annotation_facts(game, &annotation);
    facts.text = Some(written.to_string());
    Ok(facts)
}

/// Sends every new position and at the end the answer. Clients wait for the answer, so that it comes after a panic too.
struct ProgressSink {
    sink: EventSink,
    /// Start of each answer.
    prefix: String,
    answer: Option<String>,
    /// Number of positions that the client received.
    known: usize,
}

impl ProgressSink {
    /// Sends the answer instead of a failure.
    fn finish(mut self, answer: String) {
        self.answer = Some(answer);
    }

    /// Sends the latest position, with the number of plies before it, of evaluated positions, and of all positions.
    fn report(&mut self, annotation: &Annotation) {
        let (done, of) = (annotation.done(), annotation.evaluations.len());
        // Annotation goes from the last position to the first.
        let latest = annotation
            .evaluations
            .iter()
            .enumerate()
            .find_map(|(ply, evaluation)| Some((ply, evaluation.as_ref()?)));
        if let Some((ply, evaluation)) = latest.filter(|_| done > self.known) {
            self.known = done;
            let progress = json!({
                "done": done, "of": of, "ply": ply, "position": evaluation_facts(evaluation),
                "move": move_facts(annotation, ply), "players": player_facts(annotation),
            });
            (self.sink)(Event::Text(line(&self.prefix, Ok::<_, String>(progress))));
        }
    }
}

impl Drop for ProgressSink {
    fn drop(&mut self) {
        let answer = self.answer.take().unwrap_or_else(|| failure(&self.prefix));
        (self.sink)(Event::Text(answer));
        (self.sink)(Event::Finished);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_caught() {
        assert_eq!(guarded(|| -> u32 { unreachable!("a panic of this test") }), None);
        assert_eq!(
            failure("facts #7"),
            r#"facts #7 {"error":"the engine failed on this request"}"#
        );
    }
}
