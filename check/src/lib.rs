//! A conformance check for engines that speak TEI: about a hundred numbered points, each with a short
//! conversation and a verdict. `docs/conformance.md` lists the points and the results of public
//! engines.
//!
//! [`POINTS`] is the table of points. The step of a point gets a trial: it opens connections through a
//! [`Connector`], sends lines, waits for answers with a deadline, and reports complaints. Rules for
//! every conversation (the form of lines, one `bestmove` for each `go`) are checked in all steps and
//! judged at the end.

mod announce;
mod boards;
mod clock;
mod connector;
mod exit;
mod facts;
mod flags;
mod games;
mod input;
mod inspect;
mod lines;
mod load;
mod memory;
mod observations;
mod point;
mod refuse;
mod report;
mod root;
mod rules;
mod run;
mod search;
mod selection;
mod session;
mod setting;
mod setup;
mod socket;
mod startup;
mod stop;
mod trial;

pub use connector::Connector;
pub use facts::Facts;
pub use point::{POINTS, Point, Section};
pub use report::{Complaint, Exchange, Figure, Finding, Report, Verdict};
pub use run::{Settings, Started, run};
pub use selection::{Selection, SelectionError};
