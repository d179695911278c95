//! The beginnings of texts, for messages.

/// The beginning of a text: so many characters, and `...` if there are more. Line ends and tabs become
/// spaces and other control characters are left out, so that nothing in it moves the cursor of a terminal.
///
/// ```
/// use stonefall_engine::notation::excerpt;
///
/// assert_eq!(excerpt("bestmove\tc3\r\n", 20), "bestmove c3");
/// assert_eq!(excerpt("bestmove\x1b[2Jc3", 11), "bestmove[2J...");
/// ```
#[must_use]
pub fn excerpt(text: &str, most: usize) -> String {
    let mut shown = text.trim_end().chars().filter_map(|character| match character {
        _ if character.is_whitespace() => Some(' '),
        _ if character.is_control() => None,
        _ => Some(character),
    });
    let mut excerpt: String = shown.by_ref().take(most).collect();
    if shown.next().is_some() {
        excerpt.push_str("...");
    }
    excerpt
}
