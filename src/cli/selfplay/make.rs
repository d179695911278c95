//! Making games.

use super::Arguments;
use super::progress::Progress;
use crate::cli::output::{Output, complain};
use crate::cli::{Error, flags, interrupt};
use crate::tools::bench;
use crate::tools::selfplay::{Ended, Part, PartError, Resumed, make};
use std::fs;
use std::io::Write;
use std::path::Path;

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Error> {
    let plan = arguments.plan()?;
    let path = arguments.path();
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .map_err(|reason| Error::File { file: folder.display().to_string(), reason })?;
    }
    let fingerprint = plan.fingerprint(&bench::signature());
    let (mut part, resumed) = if arguments.restart {
        (Part::begin(&path).map_err(|error| refused(&error))?, Resumed::default())
    } else {
        Part::resume(&path, &plan, fingerprint).map_err(|error| refused(&error))?
    };
    tell_resumed(&path, resumed);

    let stopper = interrupt::stopper();
    let threads = flags::threads(arguments.threads);
    let count = arguments.games;
    let mut progress = Progress::new(resumed.games, count);
    let ended = make(&plan, fingerprint, resumed.games, count, threads, &stopper, |made| {
        part.add(made.game)?;
        // A game takes far longer than a write: what is played is kept.
        part.flush()?;
        progress.note(made.game);
        Ok(())
    })
    .map_err(|error: PartError| refused(&error))?;

    writeln!(output, "{}: {}", path.display(), progress.finish())?;
    output.flush()?;
    match ended {
        Ended::Complete => Ok(()),
        Ended::Halted => {
            Err(Error::Failed("broken off; the same command goes on from there".to_owned()))
        }
    }
}

fn tell_resumed(path: &Path, resumed: Resumed) {
    if resumed.cut > 0 {
        let path = path.display();
        complain(&format!("{path}: cut off {} bytes behind the last whole game", resumed.cut));
    }
    if resumed.games > 0 {
        complain(&format!("going on after {} games", resumed.games));
    }
}

fn refused(error: &PartError) -> Error {
    let hint = match error {
        PartError::Differs { .. } => " (--restart replaces it)",
        _ => "",
    };
    Error::Failed(format!("{error}{hint}"))
}
