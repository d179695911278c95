//! Whether this processor has the instructions that the compiler used.
//!
//! A program that was built for the processor of another machine would otherwise end with "Illegal instruction".

/// Returns an error if the program was built for instructions that this processor lacks. Only x86-64 is checked.
///
/// # Errors
/// The message names the instructions, and the build that needs none of them.
pub(crate) fn check() -> Result<(), String> {
    missing().map_or(Ok(()), |name| {
        Err(format!(
            "expected a processor with {name}, as on the machine that built this program, found one without; \
             build it here, or for every processor: RUSTFLAGS=\"-C target-cpu=x86-64\" cargo build --release"
        ))
    })
}

/// The first instruction set that the compiler used and this processor lacks. One set for each generation of processors is
/// enough.
///
/// `is_x86_feature_detected` does not ask the processor about sets that the compiler uses.
#[cfg(target_arch = "x86_64")]
fn missing() -> Option<&'static str> {
    use std::arch::x86_64::__cpuid_count;

    // Old processors answer unknown questions with other data, so the largest known one comes first.
    #[allow(unused_unsafe, reason = "newer compilers declare the function safe")]
    // SAFETY: every x86-64 processor has the instruction.
    let ask = |leaf: u32| unsafe { __cpuid_count(leaf, 0) };
    let basic = ask(1).ecx;
    let (extended, extended_more) = if ask(0).eax < 7 { (0, 0) } else { (ask(7).ebx, ask(7).ecx) };
    let amd = if ask(0x8000_0000).eax < 0x8000_0001 { 0 } else { ask(0x8000_0001).ecx };
    // Separate comparisons: the compiler could copy a table with the missing instructions.
    let mut missing = None;
    let mut set = |name, used: bool, flags: u32, bit: u32| {
        if used && flags >> bit & 1 == 0 {
            missing = missing.or(Some(name));
        }
    };
    set("POPCNT", cfg!(target_feature = "popcnt"), basic, 23);
    set("LZCNT", cfg!(target_feature = "lzcnt"), amd, 5);
    set("SSE4A", cfg!(target_feature = "sse4a"), amd, 6);
    set("AVX2", cfg!(target_feature = "avx2"), extended, 5);
    set("BMI2", cfg!(target_feature = "bmi2"), extended, 8);
    set("AVX-512F", cfg!(target_feature = "avx512f"), extended, 16);
    set("AVX-512VL", cfg!(target_feature = "avx512vl"), extended, 31);
    set("AVX-512VPOPCNTDQ", cfg!(target_feature = "avx512vpopcntdq"), extended_more, 14);
    missing
}

#[cfg(not(target_arch = "x86_64"))]
fn missing() -> Option<&'static str> {
    None
}
