//! A conformance check for engines that speak TEI. `points.txt` is the table of its numbered points: each has a sentence
//! and a short script of lines to send and of expectations. `docs/conformance.md` has the results of public engines.
//!
//! A trial runs the script of a point. Rules for every session (the form of lines, one `bestmove` for each `go`) are
//! checked in all scripts and judged at the end.

mod point;
mod positions;
mod profile;
mod report;
mod run;
mod script;
mod search;
mod system;
mod trial;

pub use point::{POINTS, Point, parse_points};
use profile::Profile;
pub use report::{Complaint, Exchange, Figure, PointReport, Report, Verdict};
pub use run::{Engine, Settings, run};
