//! The engine behind a WebSocket: requests, lines and answers, and what ends a session. Nothing here depends on how long
//! something takes, except for watchdogs and steps that are quick.

mod check;
pub mod command;
mod hostile;
pub mod raw;
mod requests;
pub mod server;
mod sessions;
