//! Stonefall for WebAssembly: a session in TEI with `web/package/stonefall-worker.js`, which provides clock, random
//! numbers and pauses.
//!
//! `wasm-opt --asyncify` (see `web/build`) lets a pause leave the functions of a search and enter them again, so that
//! pauses do not change the search.
#![cfg(all(target_arch = "wasm32", target_os = "unknown"))]

#[path = "../../../openings/books.rs"]
#[allow(unreachable_pub, reason = "the program shows its books")]
mod books;
mod exports;
mod host;
