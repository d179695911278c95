//! Games: the written form is stable, and every query and edit works.
#![cfg_attr(feature = "run", no_main)]

use stonefall_fuzz::fuzz_target;

#[path = "../../engine-tests/engine/every_way.rs"]
mod every_way;

fuzz_target!(|text: &str| every_way::read_in_every_way(text));
