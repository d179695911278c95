//! Errors in setting an option.

use thiserror::Error;

/// Error in setting an option.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// An unknown name.
    #[error("expected the name of an option, found '{0}'")]
    Unknown(String),
    /// A value of another type.
    #[error("expected {expected} for {name}, found '{found}'")]
    Value {
        /// The option.
        name: &'static str,
        /// Description of its values.
        expected: String,
        /// The text.
        found: String,
    },
    /// No value.
    #[error("expected a value for {0}, found none")]
    Missing(&'static str),
}
