//! Text files of players, in the encodings that they have.

/// The text of a file in UTF-8, in UTF-16 with a byte order mark, or in an encoding of one byte for each character
/// (Windows-1252, which has all letters of Latin-1). Bytes that are not UTF-8 become characters of the latter, one by
/// one, because joined files may have several encodings. Control characters become spaces ([`printable`]).
///
/// ```
/// use stonefall_engine::notation::decode;
///
/// for bytes in [&b"\xef\xbb\xbfPl\xc3\xa4ne"[..], b"Pl\xe4ne", b"\xff\xfeP\0l\0\xe4\0n\0e\0", b"\xfe\xff\0P\0l\0\xe4\0n\0e"] {
///     assert_eq!(decode(bytes.to_vec()), "Pl\u{e4}ne");
/// }
/// assert_eq!(decode(b"\x80 \x96 \xfc".to_vec()), "\u{20ac} \u{2013} \u{fc}");
/// ```
pub fn decode(bytes: Vec<u8>) -> String {
    let utf16 = |number: fn([u8; 2]) -> u16| {
        let pairs = bytes[2..].chunks_exact(2).map(|pair| number([pair[0], pair[1]]));
        let read = char::decode_utf16(pairs);
        printable(read.map(|read| read.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
    };
    match bytes[..] {
        [0xff, 0xfe, ..] => return utf16(u16::from_le_bytes),
        [0xfe, 0xff, ..] => return utf16(u16::from_be_bytes),
        _ => {}
    }
    let text = String::from_utf8(bytes).unwrap_or_else(|error| {
        let chunks = error.as_bytes().utf8_chunks();
        chunks.fold(String::new(), |text, chunk| {
            text + chunk.valid() + &String::from_iter(chunk.invalid().iter().copied().map(windows))
        })
    });
    printable(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// A text with spaces instead of characters that a terminal would obey, and that no XML may have. Tabs and line ends stay.
///
/// ```
/// use stonefall_engine::notation::printable;
///
/// assert_eq!(printable("\u{1b}[31mA\tB\n".to_owned()), " [31mA\tB\n");
/// ```
pub fn printable(text: String) -> String {
    let is_noise = |at: char| {
        at.is_control() && !matches!(at, '\t' | '\n' | '\r')
            || matches!(at, '\u{fffe}' | '\u{ffff}')
    };
    if text.contains(is_noise) { text.replace(is_noise, " ") } else { text }
}

/// The first `length` characters of a text, with `...` behind it if there are more. Line ends and tabs
/// become spaces. Other control characters disappear, so that the text cannot move the cursor of a terminal.
///
/// ```
/// use stonefall_engine::notation::excerpt;
///
/// assert_eq!(excerpt("bestmove\tc3\r\n", 20), "bestmove c3");
/// assert_eq!(excerpt("bestmove\x1b[2Jc3", 11), "bestmove[2J...");
/// ```
pub fn excerpt(text: &str, length: usize) -> String {
    let mut shown = text.trim_end().chars().filter_map(|character| match character {
        _ if character.is_whitespace() => Some(' '),
        _ if character.is_control() => None,
        _ => Some(character),
    });
    let mut excerpt: String = shown.by_ref().take(length).collect();
    if shown.next().is_some() {
        excerpt.push_str("...");
    }
    excerpt
}

/// A character of Windows-1252.
fn windows(byte: u8) -> char {
    const FROM_80: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte.checked_sub(0x80) {
        Some(index @ 0..32) => FROM_80[usize::from(index)],
        _ => char::from(byte),
    }
}
