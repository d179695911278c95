//! Marks behind a move: threats and judgements.

use std::fmt;

/// Threat mark of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub enum ThreatMark {
    /// No mark.
    #[default]
    None,
    /// `'`: a road is possible next (*tak*).
    Tak,
    /// `''` or `"`: a road can no longer be prevented (*tinue*).
    Tinue,
}

/// Quality mark of a move.
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
    /// The judgement in PTN.
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

    /// Reads a judgement in PTN.
    pub fn from_symbol(symbol: &str) -> Option<Self> {
        use Judgement::{Bad, Blunder, Brilliant, Dubious, Good, Interesting};
        let all = [Brilliant, Good, Interesting, Dubious, Bad, Blunder];
        all.into_iter().find(|judgement| judgement.symbol() == symbol)
    }
}

/// The marks behind a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Marks {
    /// Tak or tinue.
    pub threat: ThreatMark,
    /// Good or bad.
    pub judgement: Option<Judgement>,
}

impl Marks {
    /// No marks.
    pub const NONE: Self = Self { threat: ThreatMark::None, judgement: None };

    /// Whether a character can be part of marks.
    pub(super) const fn is_mark(byte: u8) -> bool {
        matches!(byte, b'\'' | b'"' | b'!' | b'?')
    }

    /// Reads the characters `' " ! ?` and skips others. The first two of `!` and `?` count.
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
            0 => ThreatMark::None,
            1 => ThreatMark::Tak,
            _ => ThreatMark::Tinue,
        };
        Self { threat, judgement: Judgement::from_symbol(&symbol) }
    }

    /// These marks, completed by `later` where one is missing.
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
            ThreatMark::None => "",
            ThreatMark::Tak => "'",
            ThreatMark::Tinue => "''",
        })?;
        out.write_str(self.judgement.map_or("", Judgement::symbol))
    }
}
