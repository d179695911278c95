//! Version and features of this build.

/// The version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Version, commit if known, and processor features of the build: `0.1.0 (1a2b3c4, x86_64 with AVX2)`.
pub fn long_version() -> String {
    match option_env!("STONEFALL_COMMIT") {
        Some(commit) => format!("{VERSION} ({commit}, {})", cpu_path()),
        None => format!("{VERSION} ({})", cpu_path()),
    }
}

/// Version and, if known, commit, for `id version` in TEI.
pub fn short_version() -> String {
    match option_env!("STONEFALL_COMMIT") {
        Some(commit) => format!("{VERSION}-{commit}"),
        None => VERSION.into(),
    }
}

/// Instruction sets that this build uses.
fn cpu_path() -> String {
    let features = [
        ("AVX-512", cfg!(target_feature = "avx512f")),
        ("AVX2", cfg!(target_feature = "avx2")),
        ("BMI2", cfg!(target_feature = "bmi2")),
        ("POPCNT", cfg!(target_feature = "popcnt")),
        ("NEON", cfg!(target_feature = "neon")),
    ];
    let found: Vec<_> = features.iter().filter(|(_, on)| *on).map(|(name, _)| *name).collect();
    let arch = std::env::consts::ARCH;
    if found.is_empty() {
        format!("plain {arch}")
    } else {
        format!("{arch} with {}", found.join(", "))
    }
}
