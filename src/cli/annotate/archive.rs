//! The output file of an annotation.

use super::AnnotateArgs;
use crate::cli::output::complain;
use crate::cli::{Error, file};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use stonefall_engine::annotate::{Annotation, Known, Plan, Unlike, Variations, write};
use stonefall_engine::notation::ptn_file::{PtnGame, write_games};

/// Interval between writes of the file.
const SAVED_EVERY: Duration = Duration::from_secs(1);

/// Games and their annotations so far.
pub(super) struct Archive {
    pub(super) originals: Vec<PtnGame>,
    annotated: Vec<PtnGame>,
    /// Annotation of each game so far.
    pub(super) known: Vec<Known>,
    pub(super) out: Option<PathBuf>,
    note: String,
    variations: Variations,
    saved: Instant,
}

impl Archive {
    /// Reads the games, and earlier results from the output file.
    pub(super) fn open(text: &str, arguments: &AnnotateArgs, plan: &Plan) -> Result<Self, Error> {
        let annotated: Vec<_> = PtnGame::read_all(text).collect();
        let count = annotated.len();
        let name = arguments.game.display();
        if annotated.iter().all(|game| game.main().moves.is_empty()) {
            return Err(Error::Failed(format!("{name}: expected a PTN game, found no move")));
        }
        if let Some(number) = arguments.number.filter(|&number| number as usize > count) {
            return Err(Error::Usage(format!(
                "expected --game from 1 to {count}, as many as {name} has, found {number}"
            )));
        }
        let mut archive = Self {
            originals: annotated.clone(),
            known: vec![Known::default(); count],
            annotated,
            out: arguments.out(),
            note: plan.note(),
            variations: arguments.variations,
            saved: Instant::now(),
        };
        if let Some(out) = archive.path().filter(|out| file::is_same(&arguments.game, out)) {
            let out = out.display();
            return Err(Error::Usage(format!(
                "expected an output file other than the input, found {out}"
            )));
        }
        if !arguments.restart {
            archive.resume(plan)?;
        }
        Ok(archive)
    }

    /// Takes over annotations from the output file.
    fn resume(&mut self, plan: &Plan) -> Result<(), Error> {
        let Some(out) = self.path().filter(|out| out.is_file()) else { return Ok(()) };
        let before: Vec<_> = PtnGame::read_all(&file::read(out)?).collect();
        let refused = |why: &str| {
            let out = out.display();
            let hint = "--restart replaces it, -o names another file";
            Err(Error::Failed(format!("{out} exists and {why} ({hint})")))
        };
        let games = before.len();
        if games != self.originals.len() {
            return refused(&format!("has {games} games"));
        }
        let mut known = vec![Known::default(); games];
        let mut is_annotated = false;
        for (index, (old, new)) in before.iter().zip(&self.originals).enumerate() {
            match Known::read(old, new, plan) {
                Ok(found) => {
                    known[index] = found;
                    is_annotated = true;
                }
                Err(Unlike::Plain) if games > 1 => {}
                Err(error) => return refused(&format!("cannot be resumed: {error}")),
            }
        }
        if !is_annotated {
            return refused("is no annotation");
        }
        complain(&format!("resuming {}", out.display()));
        self.annotated = before;
        self.known = known;
        Ok(())
    }

    /// Updates the annotation of a game.
    pub(super) fn update(&mut self, index: usize, annotation: &Annotation) {
        let original = &self.originals[index];
        if let Ok(game) = write(original, annotation, &self.note, self.variations) {
            self.annotated[index] = game;
        }
    }

    /// Updates a game and writes the file if the last write was a second ago: long games and many games take long.
    pub(super) fn save_if_due(
        &mut self,
        index: usize,
        annotation: &Annotation,
    ) -> Result<(), Error> {
        if self.saved.elapsed() < SAVED_EVERY {
            return Ok(());
        }
        self.update(index, annotation);
        self.save()?;
        self.saved = Instant::now();
        Ok(())
    }

    /// Writes the file.
    pub(super) fn save(&self) -> Result<(), Error> {
        match self.path() {
            Some(out) => file::replace(out, self.text()),
            None => Ok(()),
        }
    }

    /// Text of a game.
    pub(super) fn game(&self, index: usize) -> String {
        self.annotated[index].to_string()
    }

    pub(super) fn text(&self) -> String {
        write_games(&self.annotated)
    }

    /// The output file, if the output is a file; then the same command can resume the annotation.
    pub(super) fn path(&self) -> Option<&Path> {
        self.out.as_deref().filter(|out| !file::is_standard(out))
    }
}
