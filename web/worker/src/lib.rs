//! Stonefall for WebAssembly: a conversation in TEI with the page that holds the module, which gives it
//! clock, chance and pauses. `web/package/stonefall-worker.js` is the other side.
//!
//! The functions that a pause returns through are made so that they can be left and entered again where they were
//! (`wasm-opt --asyncify`, see `web/build`): a search is one search, however many pauses it takes.
#![cfg(all(target_arch = "wasm32", target_os = "unknown"))]

#[path = "../../../openings/books.rs"]
#[allow(unreachable_pub, reason = "the program shows its books")]
mod books;
mod exports;
mod host;
