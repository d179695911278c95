//! Values of settings that commands read. An error names what was expected.

/// A number from 1.
///
/// # Errors
/// If the text is something else.
pub fn positive(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| expected("a number from 1", text))
}

/// The first step of a training.
///
/// # Errors
/// If the text is something else.
pub fn rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok().filter(|rate: &f32| rate.is_finite() && *rate > 0.0);
    rate.ok_or_else(|| expected("a number above 0", text))
}

/// A share of a target.
///
/// # Errors
/// If the text is something else.
pub fn share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| expected("a number from 0 to 1", text))
}

fn expected(what: &str, found: &str) -> String {
    format!("expected {what}, found {found:?}")
}
