//! Version of the program.

use std::sync::LazyLock;
use stonefall_engine::bench;

/// The version, which all packages share.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Depth of the bench in [`signature`].
const SIGNATURE_DEPTH: u32 = 6;

/// Version and node count of a short bench. Engines with equal signatures play the same moves.
pub fn signature() -> String {
    static SIGNATURE: LazyLock<String> = LazyLock::new(|| {
        let nodes = bench::nodes(SIGNATURE_DEPTH);
        format!("Stonefall {VERSION} (bench --depth {SIGNATURE_DEPTH}: {nodes} nodes)")
    });
    SIGNATURE.clone()
}
