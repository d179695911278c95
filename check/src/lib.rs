//! Checks whether an engine speaks TEI as its clients need it: some hundred numbered points, each a
//! short conversation of its own with a verdict. `docs/conformance.md` names the points and what
//! public engines make of them.
//!
//! The points are one table ([`POINTS`]). A point's step gets a trial: it opens connections through
//! a [`Door`], sends lines, waits for others with a deadline, and complains. What has to hold in every
//! conversation (the form of the lines, one `bestmove` for each `go`) is looked at beside all steps
//! and judged at the end.

mod announce;
mod boards;
mod clock;
mod door;
mod facts;
mod flags;
mod games;
mod inspect;
mod leave;
mod lines;
mod load;
mod memory;
mod point;
mod reader;
mod refuse;
mod report;
mod root;
mod rules;
mod search;
mod seen;
mod selection;
mod setting;
mod setup;
mod socket;
mod startup;
mod stop;
mod survey;
mod talk;
mod trial;

pub use door::Door;
pub use facts::Facts;
pub use point::{POINTS, Point, Section};
pub use report::{Complaint, Exchange, Figure, Finding, Report, Verdict};
pub use selection::{Selection, SelectionError};
pub use survey::{Settings, Started, run};
