//! The file that the games go into.

use super::Arguments;
use crate::cli::output::complain;
use crate::cli::{Error, file};
use std::path::{Path, PathBuf};
use stonefall_engine::annotate::{Annotation, Known, Plan, Unlike, Variations, write};
use stonefall_engine::notation::ptn_file::{PtnFile, PtnGame};

/// The games as they are, and as they are annotated so far.
pub(super) struct Archive {
    originals: Vec<PtnGame>,
    annotated: PtnFile,
    /// What is known of each.
    known: Vec<Known>,
    out: Option<PathBuf>,
    note: String,
    variations: Variations,
}

impl Archive {
    /// Reads the games, and what the output file says of them already.
    pub(super) fn open(text: &str, arguments: &Arguments, plan: &Plan) -> Result<Self, Error> {
        let annotated = PtnFile::read(text);
        let count = annotated.games.len();
        let has_moves = |game: &PtnGame| !game.tree().lines[PtnGame::MAIN_LINE].plies.is_empty();
        let name = arguments.game.display();
        if !annotated.games.iter().any(has_moves) {
            return Err(Error::Failed(format!("{name}: expected a PTN game, found no move")));
        }
        if let Some(number) = arguments.number.filter(|&number| number as usize > count) {
            return Err(Error::Usage(format!(
                "expected --game from 1 to {count}, as many as {name} has, found {number}"
            )));
        }
        let mut archive = Self {
            originals: annotated.games.clone(),
            known: vec![Known::default(); count],
            annotated,
            out: arguments.out(),
            note: plan.note(),
            variations: arguments.variations(),
        };
        archive.spare(&arguments.game)?;
        if !arguments.restart {
            archive.resume(plan)?;
        }
        Ok(archive)
    }

    /// The games themselves are not written over.
    fn spare(&self, game: &Path) -> Result<(), Error> {
        let Some(out) = self.path() else { return Ok(()) };
        let same = match (game.canonicalize(), out.canonicalize()) {
            (Ok(one), Ok(other)) => one == other,
            _ => false,
        };
        if same {
            let out = out.display();
            return Err(Error::Usage(format!(
                "expected another file than the game's own to write to, found {out}"
            )));
        }
        Ok(())
    }

    /// Takes over what the output file has.
    fn resume(&mut self, plan: &Plan) -> Result<(), Error> {
        let Some(out) = self.path().filter(|out| out.is_file()) else { return Ok(()) };
        let before = PtnFile::read(&file::read(out)?);
        let refused = |why: &str| {
            let out = out.display();
            let hint = "--restart writes it anew, -o names another";
            Err(Error::Failed(format!("{out} is there already, and {why} ({hint})")))
        };
        let games = before.games.len();
        if games != self.originals.len() {
            return refused(&format!("has {games} games"));
        }
        let mut known = vec![Known::default(); games];
        let mut is_annotated = false;
        for (index, (old, new)) in before.games.iter().zip(&self.originals).enumerate() {
            match Known::read(old, new, plan) {
                Ok(found) => {
                    known[index] = found;
                    is_annotated = true;
                }
                Err(Unlike::Plain) if games > 1 => {}
                Err(error) => return refused(&format!("cannot be gone on with: {error}")),
            }
        }
        if !is_annotated {
            return refused("is no annotation");
        }
        complain(&format!("going on with {}", out.display()));
        self.annotated = before;
        self.known = known;
        Ok(())
    }

    pub(super) fn originals(&self) -> &[PtnGame] {
        &self.originals
    }

    pub(super) fn known(&self, index: usize) -> Known {
        self.known[index].clone()
    }

    /// Takes in what is known of a game now.
    pub(super) fn update(&mut self, index: usize, annotation: &Annotation) {
        let original = &self.originals[index];
        if let Ok(game) = write(original, annotation, &self.note, self.variations) {
            self.annotated.games[index] = game;
        }
    }

    /// Writes what there is so far.
    pub(super) fn save(&self) -> Result<(), Error> {
        match self.path() {
            Some(out) => file::replace(out, self.text()),
            None => Ok(()),
        }
    }

    pub(super) fn text(&self) -> String {
        self.annotated.to_string()
    }

    /// The file that is written to, if it is one.
    fn path(&self) -> Option<&Path> {
        self.out().filter(|out| !file::is_standard(out))
    }

    pub(super) fn out(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    pub(super) fn is_on_stdout(&self) -> bool {
        self.out().is_some_and(file::is_standard)
    }

    /// Whether a broken annotation can be taken up again.
    pub(super) fn goes_on(&self) -> bool {
        self.path().is_some()
    }
}
