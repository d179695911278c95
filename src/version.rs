//! Version of this build, and instructions in use.

use std::env;
use std::ffi::OsString;
use stonefall_engine::cpu::{self, Instructions};
use stonefall_tools::version::VERSION;

/// Environment variable with the name of the instructions to use.
const VARIABLE: &str = "STONEFALL_CPU";
/// Flag with the same meaning.
const FLAG: &str = "--cpu";

/// Version, commit if known, and instructions in use: `0.2.0 (1a2b3c4, x86_64 with AVX2)`.
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

/// Instruction sets that the hot functions use.
fn cpu_path() -> String {
    let v3 = cpu::selected() == Instructions::V3;
    let features = [
        ("AVX-512", cfg!(target_feature = "avx512f")),
        ("AVX2", v3 || cfg!(target_feature = "avx2")),
        ("BMI2", v3 || cfg!(target_feature = "bmi2")),
        ("POPCNT", v3 || cfg!(target_feature = "popcnt")),
        ("NEON", cfg!(target_feature = "neon")),
    ];
    let found: Vec<_> = features.iter().filter(|(_, on)| *on).map(|(name, _)| *name).collect();
    let arch = env::consts::ARCH;
    if found.is_empty() {
        format!("plain {arch}")
    } else {
        format!("{arch} with {}", found.join(", "))
    }
}

/// Selects the instructions that the flag `--cpu` names, otherwise those that the environment variable names, if it is set.
///
/// # Errors
/// If it names no instructions that this build can use on this processor.
pub fn select_cpu(flag: Option<OsString>) -> Result<(), String> {
    let (name, place) = match (flag, env::var_os(VARIABLE)) {
        (Some(name), _) => (name, FLAG),
        (None, Some(name)) => (name, VARIABLE),
        (None, None) => return Ok(()),
    };
    match Instructions::available().find(|instructions| name == instructions.name()) {
        Some(instructions) => {
            cpu::select(instructions);
            Ok(())
        }
        None => {
            let names: Vec<_> = Instructions::available().map(Instructions::name).collect();
            let found = name.to_string_lossy();
            Err(format!("expected {}, found {found:?} ({place})", names.join(" or ")))
        }
    }
}
