//! The engine behind a WebSocket: who may come in, what goes in and out, and what ends it. Nothing
//! here depends on how long something takes, but for watchdogs and for what is to pass quickly.

mod accept;
mod check;
pub mod command;
mod files;
mod hostile;
pub mod raw;
pub mod server;
mod sessions;
