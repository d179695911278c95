//! Opening rules as values of flags.

use stonefall_engine::types::Opening;

/// Names, rules and help.
pub(super) const NAMES: &[(&str, Opening, &str)] = &[
    ("swap", Opening::Swap, "Each player first places a flat of the opponent"),
    ("no-swap", Opening::NoSwap, "Each player first places an own flat"),
    (
        "double-black-stack",
        Opening::DoubleBlackStack,
        "White first places two black flats on one square",
    ),
];
