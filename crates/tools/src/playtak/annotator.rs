//! Annotates finished games beside the bot.

use super::files;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use stonefall_engine::Stopper;
use stonefall_engine::annotate::{
    Known, Plan, USUAL_NODES, USUAL_PROOF_NODES, Variations, annotate, write,
};
use stonefall_engine::notation::ptn_file::PtnGame;

/// Table of the annotation in MiB.
const HASH_MIB: usize = 32;

/// A thread of low priority that annotates games, one after the other.
pub(super) struct Annotator {
    games: Sender<(PathBuf, String)>,
    waiting: Arc<AtomicUsize>,
    stopper: Stopper,
}

impl Annotator {
    /// Starts the thread. `report` receives problems.
    pub(super) fn start(report: impl Fn(String) + Send + 'static) -> Self {
        let (games, received) = channel();
        let (waiting, stopper) = (Arc::new(AtomicUsize::new(0)), Stopper::default());
        let (count, stop) = (Arc::clone(&waiting), stopper.clone());
        thread::spawn(move || work(&received, &count, &stop, &report));
        Self { games, waiting, stopper }
    }

    /// Annotates a game; the result is added to the file.
    pub(super) fn add(&self, file: PathBuf, ptn: String) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        // Without the thread, the game waits until the end and is counted there.
        let _ = self.games.send((file, ptn));
    }

    /// Ends the work. Returns the number of games that were not annotated.
    pub(super) fn stop(&self) -> usize {
        self.stopper.stop();
        self.waiting.load(Ordering::Relaxed)
    }
}

fn work(
    games: &Receiver<(PathBuf, String)>,
    waiting: &AtomicUsize,
    stopper: &Stopper,
    report: &dyn Fn(String),
) {
    lower_priority();
    for (file, ptn) in games {
        let annotated = annotated(&ptn, stopper);
        if stopper.is_stopped() {
            return;
        }
        match annotated {
            Ok(text) => {
                if let Err(error) = files::append(&file, &text) {
                    report(format!("{}: {error}", file.display()));
                }
            }
            Err(error) => report(format!("a game cannot be annotated: {error}")),
        }
        waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

fn annotated(ptn: &str, stopper: &Stopper) -> Result<String, String> {
    let plan = Plan {
        depth: None,
        nodes: Some(USUAL_NODES),
        movetime: None,
        proof_nodes: USUAL_PROOF_NODES,
        threads: 1,
        hash_mib: HASH_MIB,
    };
    let game = PtnGame::read(ptn);
    let annotation = annotate(&game, Known::default(), &plan, stopper, |_| {});
    let annotation = annotation.map_err(|error| error.to_string())?;
    let text = write(&game, &annotation, &plan.note(), Variations::Mistakes);
    text.map(|game| game.to_string()).map_err(|error| error.to_string())
}

/// Lets the operating system prefer the search of a running game. Only Linux has priorities of threads.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    {
        const LOWEST: i32 = 19;
        // With the usual priority the annotation works, too.
        let _ = rustix::process::setpriority_process(None, LOWEST);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::time::Duration;

    #[test]
    fn games_are_annotated_and_problems_reported() {
        let folder =
            std::env::temp_dir().join(format!("stonefall-annotator-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("games.ptn");
        let (told, problems) = channel();
        let annotator = Annotator::start(move |text| told.send(text).unwrap());
        annotator
            .add(file.clone(), "[Size \"3\"]\n\n1. a1 a3 2. b3 c1 3. b2 c2 4. b1 R-0\n".to_owned());
        annotator.add(file.clone(), "[Size \"3\"]\n\n1. a1 a1\n".to_owned());
        let problem = problems.recv_timeout(Duration::from_secs(300)).unwrap();
        assert!(problem.starts_with("a game cannot be annotated: "), "{problem}");
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("Annotated by Stonefall") && text.contains("4. b1"), "{text}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
