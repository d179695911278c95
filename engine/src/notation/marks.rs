//! What a player writes behind a move: threats and judgements.

use std::fmt;

/// What a move threatens, as its writer says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub enum Threat {
    /// Nothing is said.
    #[default]
    None,
    /// `'`: a road is possible next (*tak*).
    Tak,
    /// `''` or `"`: a road can no longer be prevented (*tinue*).
    Tinue,
}

/// How good a move is, as its writer says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Judgement {
    /// `!!`
    Brilliant,
    /// `!`
    Good,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
    /// `?`
    Bad,
    /// `??`
    Blunder,
}

impl Judgement {
    /// The judgement as it is written.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Brilliant => "!!",
            Self::Good => "!",
            Self::Interesting => "!?",
            Self::Dubious => "?!",
            Self::Bad => "?",
            Self::Blunder => "??",
        }
    }

    /// The judgement that a text of `!` and `?` stands for.
    #[must_use]
    pub fn from_symbol(symbol: &str) -> Option<Self> {
        match symbol {
            "!!" => Some(Self::Brilliant),
            "!" => Some(Self::Good),
            "!?" => Some(Self::Interesting),
            "?!" => Some(Self::Dubious),
            "?" => Some(Self::Bad),
            "??" => Some(Self::Blunder),
            _ => None,
        }
    }
}

/// The marks behind a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Marks {
    /// Tak or tinue.
    pub threat: Threat,
    /// Good or bad.
    pub judgement: Option<Judgement>,
}

impl Marks {
    /// No marks.
    pub const NONE: Self = Self { threat: Threat::None, judgement: None };

    /// Whether a character can be part of marks.
    pub(super) const fn is_mark(byte: u8) -> bool {
        matches!(byte, b'\'' | b'"' | b'!' | b'?')
    }

    /// The marks that a text of `' " ! ?` stands for; other characters are passed over. Of more
    /// than two `!` and `?` the first two count.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let (mut quotes, mut symbol) = (0u32, String::new());
        for mark in text.chars() {
            match mark {
                '\'' => quotes = quotes.saturating_add(1),
                '"' => quotes = quotes.saturating_add(2),
                '!' | '?' if symbol.len() < 2 => symbol.push(mark),
                _ => {}
            }
        }
        let threat = match quotes {
            0 => Threat::None,
            1 => Threat::Tak,
            _ => Threat::Tinue,
        };
        Self { threat, judgement: Judgement::from_symbol(&symbol) }
    }

    /// These marks, and what `later` says where they say nothing.
    #[must_use]
    pub fn or(self, later: Self) -> Self {
        Self {
            threat: self.threat.max(later.threat),
            judgement: self.judgement.or(later.judgement),
        }
    }
}

/// The threat first: `'!`, `''??`.
impl fmt::Display for Marks {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self.threat {
            Threat::None => "",
            Threat::Tak => "'",
            Threat::Tinue => "''",
        })?;
        out.write_str(self.judgement.map_or("", Judgement::symbol))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_mark_and_writes_one_spelling() {
        for (text, written) in [
            ("", ""),
            ("'", "'"),
            ("''", "''"),
            ("\"", "''"),
            ("!", "!"),
            ("!!", "!!"),
            ("?", "?"),
            ("??", "??"),
            ("!?", "!?"),
            ("?!", "?!"),
            ("!'", "'!"),
            ("'\"??", "''??"),
            ("!!!!", "!!"),
        ] {
            assert_eq!(Marks::read(text).to_string(), written, "{text}");
        }
    }
}
