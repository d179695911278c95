//! A conformance check for engines that speak TEI: 99 numbered points, each with a short session and
//! a verdict. `docs/conformance.md` lists the points and the results of public engines.
//!
//! [`POINTS`] is the table of points. The step of a point gets a trial: it opens connections through a
//! client, sends lines, waits for answers with a deadline, and reports complaints. Rules for
//! every session (the form of lines, one `bestmove` for each `go`) are checked in all steps and judged
//! at the end.

mod analysis;
mod announce;
mod boards;
mod engine;
mod exit;
mod facts;
mod games;
mod input;
mod inspect;
mod load;
mod memory;
mod observations;
mod options;
mod point;
mod ponder;
mod positions;
mod report;
mod root;
mod rules;
mod run;
mod search;
mod session;
mod socket;
mod startup;
mod stop;
mod trial;

pub use engine::Engine;
pub use facts::Facts;
pub use point::{POINTS, Point, parse_points};
pub use report::{Complaint, Exchange, Figure, Finding, Report, Verdict};
pub use run::{Settings, run};
