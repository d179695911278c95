//! Requests of pages that draw a board: facts of positions; games to read, to write and to annotate. Every request
//! has an answer, at the latest an error. An extension of the protocol: `docs/tei.md`.

use super::command::{PageRequest, Query};
use super::host::Host;
use super::protocol::Protocol;
use crate::facts::{facts, read_game, write_game};
use crate::types::Rules;
use serde_json::{Value, json};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

impl<H: Host> Protocol<H> {
    /// Answers a page request, or starts the annotation that answers it later.
    pub(super) fn answer_page(&mut self, request: PageRequest) -> io::Result<()> {
        let PageRequest { prefix, query } = request;
        let (size, options) = (self.player.size(), &self.options);
        let rules = |size| options.rules(size).unwrap_or(options.standard_rules(size));
        let line = match query {
            Ok(Query::Annotate(asked)) => return self.annotate(prefix, asked),
            Ok(query) => {
                guarded(|| answer(&prefix, query, size, rules)).unwrap_or_else(|| failure(&prefix))
            }
            Err(error) => line(&prefix, Err(error)),
        };
        self.say(&line)
    }
}

/// The answer to a query. `size` applies if the query names none.
fn answer(prefix: &str, query: Query, size: usize, rules: impl Fn(usize) -> Rules) -> String {
    match query {
        Query::Facts(start, plies) => {
            let size = start.as_ref().map_or(size, |tps| tps.size);
            line(prefix, facts(start.as_ref(), &plies, size, rules(size)))
        }
        Query::Game(asked) => line(prefix, read_game(&asked)),
        Query::Ptn(asked) => line(prefix, write_game(&asked).map(|text| json!({ "text": text }))),
        // An annotation runs beside the session.
        Query::Annotate(_) => failure(prefix),
    }
}

/// The result of a computation that changes nothing outside; `None` after a panic.
pub(super) fn guarded<T>(compute: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(compute)).ok()
}

/// Answer to a request on which the engine failed.
pub(super) fn failure(prefix: &str) -> String {
    line(prefix, Err("the engine failed on this request"))
}

/// Line of an answer.
pub(super) fn line(prefix: &str, answer: Result<Value, impl ToString>) -> String {
    let json = answer.unwrap_or_else(|error| json!({ "error": error.to_string() }));
    format!("{prefix} {json}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_caught() {
        assert_eq!(guarded(|| -> u32 { unreachable!("a panic of this test") }), None);
        assert_eq!(
            failure("facts #7"),
            r#"facts #7 {"error":"the engine failed on this request"}"#
        );
    }
}
