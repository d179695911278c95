//! The frame of the fuzz targets. With the feature `run`, libFuzzer makes their inputs. Without it, which is the default, a target
//! runs on the files that its arguments name.

#[cfg(feature = "run")]
pub use libfuzzer_sys::fuzz_target;

/// Defines a target as a program.
#[cfg(not(feature = "run"))]
#[macro_export]
macro_rules! fuzz_target {
    (|$input:ident: $type:ty| $body:expr) => {
        fn main() -> Result<(), String> {
            let target = |$input: $type| $body;
            for path in std::env::args_os().skip(1) {
                let bytes =
                    std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                target($crate::Input::of(&bytes));
            }
            Ok(())
        }
    };
}

/// An input of a target.
pub trait Input<'a> {
    /// The input in a file.
    fn of(bytes: &'a [u8]) -> Self;
}

impl<'a> Input<'a> for &'a [u8] {
    fn of(bytes: &'a [u8]) -> Self {
        bytes
    }
}

impl<'a> Input<'a> for &'a str {
    /// The text before the first byte that is not UTF-8, as libFuzzer gives it.
    fn of(bytes: &'a [u8]) -> Self {
        bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid())
    }
}
