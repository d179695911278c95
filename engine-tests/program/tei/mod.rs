//! Whole conversations with the engine, in memory: what is answered, in which order and how often.
//! Nothing here depends on how long something takes, but for a watchdog.

mod client;
mod infos;
mod levels;
mod options;
mod page_requests;
mod positions;
mod process;
mod robust;
mod search;
mod startup;
