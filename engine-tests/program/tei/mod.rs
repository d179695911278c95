//! Whole TEI sessions in memory: the answers, their order and their number.
//! Nothing here depends on how long something takes, but for a watchdog.

mod client;
mod infos;
mod levels;
mod options;
mod page_requests;
mod ponder;
mod positions;
mod process;
mod robust;
mod search;
mod startup;
