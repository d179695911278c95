//! `annotate`: a game is gone through, and its moves are judged. It runs beside the conversation, as a search
//! does, and has one last line. An extension of the protocol: `docs/tei.md`.

use super::host::{EventSink, Host};
use super::page_request::{failure, guarded, line};
use super::protocol::{Activity, Protocol};
use super::reporter::Event;
use crate::annotate::{
    Annotation, Known, News, Plan, USUAL_NODES, USUAL_PROOF_NODES, Variations, annotate, write,
};
use crate::facts::{AnnotationFacts, Judged, annotation_facts, find_game, judged};
use crate::notation::ptn_file::{GameError, PtnGame};
use crate::stopper::Stopper;
use serde::{Deserialize, Serialize};
use std::io;
use std::time::Duration;

/// The most that the table of an annotation takes, in MiB: it stands beside the one of the searches.
const MOST_HASH: usize = 16;

/// A game, and how thoroughly it is to be looked at.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct GameToAnnotate {
    /// PTN, or a TPS alone.
    text: String,
    /// Which of several games, from 0.
    #[serde(default)]
    index: usize,
    /// Iterations of each search.
    depth: Option<u32>,
    /// Positions of each search.
    nodes: Option<u64>,
    /// Milliseconds of each search.
    movetime: Option<u64>,
    /// Positions that the solver may open for each question.
    proof_nodes: Option<u64>,
}

/// How far it is.
#[derive(Serialize)]
struct Progress {
    /// Positions that are known, and all.
    done: usize,
    of: usize,
    /// The position that has become known last, by the plies before it.
    ply: usize,
    position: Judged,
}

/// What has been found out, and the game with all that in it.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    facts: AnnotationFacts,
    text: String,
}

impl GameToAnnotate {
    fn plan(&self, threads: usize, hash_mib: usize) -> Plan {
        let is_limited = self.nodes.is_some() || self.movetime.is_some() || self.depth.is_some();
        Plan {
            depth: self.depth,
            nodes: self.nodes.or((!is_limited).then_some(USUAL_NODES)),
            movetime: self.movetime.map(Duration::from_millis),
            proof_nodes: self.proof_nodes.unwrap_or(USUAL_PROOF_NODES),
            threads,
            hash_mib,
        }
    }
}

impl<H: Host> Protocol<H> {
    /// Annotates a game beside the session.
    pub(super) fn annotate(&mut self, prefix: String, asked: GameToAnnotate) -> io::Result<()> {
        let game = match guarded(|| find_game(&asked.text, asked.index)) {
            Some(Ok((game, _))) => game,
            Some(Err(error)) => return self.say(&line(&prefix, Err::<(), _>(error))),
            None => return self.say(&failure(&prefix)),
        };
        self.fit_hash();
        let plan = asked.plan(self.threads(), self.fitted_hash.min(MOST_HASH));
        let stopper = Stopper::default();
        self.activity = Activity::Annotation(stopper.clone());
        let sink = self.host.event_sink();
        let mut teller = Teller { sink, prefix, answer: None, known: 0 };
        self.host.start_search(Box::new(move || {
            let report = report(&game, &plan, &stopper, |news| {
                if let News::Knows(annotation) = news {
                    teller.tell(annotation);
                }
            });
            let answer = line(&teller.prefix, report);
            teller.finish(answer);
        }));
        Ok(())
    }
}

/// The whole annotation, or what there is of it when it is halted.
fn report(
    game: &PtnGame,
    plan: &Plan,
    stopper: &Stopper,
    hear: impl FnMut(News<'_>),
) -> Result<Report, GameError> {
    let annotation = annotate(game, Known::default(), plan, stopper, hear)?;
    let written = write(game, &annotation, &plan.note(), Variations::Mistakes)?;
    Ok(Report { facts: annotation_facts(game, &annotation), text: written.to_string() })
}

/// Tells the client of every position, and at last the answer, also if there is none: clients wait for it.
struct Teller {
    sink: EventSink,
    /// Start of each answer.
    prefix: String,
    answer: Option<String>,
    /// Positions that the client has heard of.
    known: usize,
}

impl Teller {
    /// Sends the answer instead of a failure.
    fn finish(mut self, answer: String) {
        self.answer = Some(answer);
    }

    /// Tells the client of the latest position.
    fn tell(&mut self, annotation: &Annotation) {
        let (done, of) = (annotation.done(), annotation.evaluations.len());
        // The walk goes from the last position to the first.
        let latest = annotation
            .evaluations
            .iter()
            .enumerate()
            .find_map(|(ply, evaluation)| Some((ply, evaluation.as_ref()?)));
        if let Some((ply, evaluation)) = latest.filter(|_| done > self.known) {
            self.known = done;
            let progress = Progress { done, of, ply, position: judged(evaluation) };
            (self.sink)(Event::Text(line(&self.prefix, Ok::<_, String>(progress))));
        }
    }
}

impl Drop for Teller {
    fn drop(&mut self) {
        let answer = self.answer.take().unwrap_or_else(|| failure(&self.prefix));
        (self.sink)(Event::Text(answer));
        (self.sink)(Event::Finished);
    }
}
