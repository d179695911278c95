//! Version of the program.

/// The version, which all packages share.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
