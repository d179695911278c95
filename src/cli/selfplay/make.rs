//! Self-play games.

use super::SelfplayArgs;
use super::write::{Work, write};
use crate::cli::output::Output;
use crate::cli::{Error, flags, interrupt};
use crate::tools::bench;
use crate::tools::selfplay::make;

pub(super) fn run(arguments: &SelfplayArgs, output: &mut Output) -> Result<(), Error> {
    let plan = arguments.plan()?;
    let fingerprint = plan.fingerprint(&bench::signature());
    let work = Work { path: arguments.path(), restart: arguments.restart, count: arguments.games };
    let due = |number| Some(plan.due(fingerprint, number));
    write(&work, due, output, |first, take| {
        let (threads, stopper) = (flags::threads(arguments.threads), interrupt::stopper());
        make(&plan, fingerprint, first, arguments.games, threads, &stopper, take)
    })
}
