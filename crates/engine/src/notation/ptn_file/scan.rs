//! Finds evaluations in the text of a comment, in one pass. The first value of each kind counts.

use super::{Evaluation, Label, LabelKind};
use crate::notation::{Judgement, parse_move};
use crate::types::Move;

impl Evaluation {
    /// Reads the inside of a comment in every form that PTN Ninja reads, such as Racetrack's `+0.53/12 1.23s` and
    /// Topaz's `evaluation: +0.341`. `None` without an evaluation, for a player's note (`*`) and for a chat
    /// message (`@`).
    pub fn read(comment: &str) -> Option<Self> {
        if comment.trim_start().starts_with(['*', '@']) {
            return None;
        }
        let mut scanner = Scanner { text: comment, at: 0, percent: None, found: Self::default() };
        while let Some(byte) = scanner.byte() {
            scanner.step(byte);
        }
        let mut found = scanner.found;
        found.value = found.value.or(scanner.percent).map(|value| value.clamp(-1.0, 1.0));
        (found != Self::default()).then_some(found)
    }
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    percent: Option<f64>,
    found: Evaluation,
}

impl<'a> Scanner<'a> {
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn step(&mut self, byte: u8) {
        let before = self.at.checked_sub(1).map(|at| self.text.as_bytes()[at]);
        let after_space = before.is_none_or(|before| before.is_ascii_whitespace());
        let inside_word = before.is_some_and(is_word);
        match byte {
            _ if byte.is_ascii_alphabetic() && !inside_word => self.key(),
            b'+' | b'-' if after_space => self.value(),
            b'0'..=b'9' | b'.' if !inside_word => self.amount(),
            b'/' => self.depth(),
            b'!' | b'?' if after_space => self.mark(),
            _ => self.at += 1,
        }
    }

    /// Takes the following bytes of a kind.
    fn take(&mut self, is_part: impl Fn(u8) -> bool) -> &'a str {
        let start = self.at;
        while self.byte().is_some_and(&is_part) {
            self.at += 1;
        }
        // Stops between characters, because all taken bytes are ASCII.
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn skip_space(&mut self) {
        self.take(|byte| byte.is_ascii_whitespace());
    }

    fn eat(&mut self, accepted: &[u8]) -> bool {
        let eats = self.byte().is_some_and(|byte| accepted.contains(&byte));
        self.at += usize::from(eats);
        eats
    }

    fn at_boundary(&self) -> bool {
        !self.byte().is_some_and(is_word)
    }

    /// `name:"..."`, `wdl:`, `cp:`, `score:`, `pv>`; skips other words.
    fn key(&mut self) {
        let key = self.take(is_word).to_ascii_lowercase();
        let after_key = self.at;
        if key == "pv" {
            return self.line();
        }
        self.skip_space();
        if !self.eat(b":=") {
            self.at = after_key;
            return;
        }
        if self.byte() == Some(b'"') {
            let value = self.quoted();
            if key == "name" && self.found.name.is_none() {
                self.found.name = value;
            }
            return;
        }
        let after_sign = self.at;
        self.skip_space();
        let found = &mut self.found;
        let has_it = match key.as_str() {
            "wdl" => found.wdl.is_some(),
            "cp" => found.centi_flats.is_some(),
            "score" | "term" => found.label.is_some(),
            _ => true,
        };
        self.at = if has_it || !self.named(&key) { after_sign } else { self.at };
    }

    /// Reads the value behind a known key. Returns whether there is one.
    fn named(&mut self, key: &str) -> bool {
        match key {
            "wdl" => {
                self.found.wdl = self.chances().filter(|_| self.at_boundary());
                self.found.wdl.is_some()
            }
            "cp" => {
                let score = self.take(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'-'));
                self.found.centi_flats = score.parse().ok().filter(|_| self.at_boundary());
                self.found.centi_flats.is_some()
            }
            _ => {
                let word = self.take(is_word);
                self.found.label = label(word);
                self.found.label.is_some()
            }
        }
    }

    /// Three numbers, separated by commas or slashes.
    fn chances(&mut self) -> Option<[u32; 3]> {
        let mut chances = [0; 3];
        for (index, chance) in chances.iter_mut().enumerate() {
            if index > 0 {
                self.skip_space();
                if !self.eat(b",/") {
                    return None;
                }
                self.skip_space();
            }
            let number = self.take(|byte| byte.is_ascii_digit() || byte == b'.');
            *chance = number.parse::<f64>().ok()?.round() as u32;
        }
        Some(chances)
    }

    /// A text in quotes, with `\"` for a quote. Skips it if the end is missing.
    fn quoted(&mut self) -> Option<String> {
        self.at += 1;
        let rest = self.text.get(self.at..)?;
        let mut escaped = false;
        let end = rest.find(|at| {
            let ends = at == '"' && !escaped;
            escaped = at == '\\' && !escaped;
            ends
        });
        let Some(end) = end else {
            self.at = self.text.len();
            return None;
        };
        self.at += end + 1;
        Some(rest[..end].replace("\\\"", "\""))
    }

    /// The moves behind `pv`.
    fn line(&mut self) {
        let after = self.eat(b">");
        let mut moves: Vec<Move> = Vec::new();
        loop {
            let back = self.at;
            self.take(|byte| byte.is_ascii_whitespace() || byte == b'=');
            let is_part = |byte: u8| {
                is_word(byte)
                    || matches!(byte, b'<' | b'>' | b'+' | b'-' | b'*' | b'\'' | b'"' | b'!' | b'?')
            };
            let read = if self.at > back { parse_move(self.take(is_part)).ok() } else { None };
            match read {
                Some(mv) => moves.push(mv),
                None => {
                    self.at = back;
                    break;
                }
            }
        }
        let line = if after { &mut self.found.line_after } else { &mut self.found.line_before };
        if line.is_empty() {
            *line = moves;
        }
    }

    /// `+0.53`, optionally with a depth, before space.
    fn value(&mut self) {
        let start = self.at;
        self.at += 1;
        let digits = self.take(|byte| byte.is_ascii_digit() || byte == b'.');
        let end = self.at;
        let has_digits = digits.ends_with(|at: char| at.is_ascii_digit());
        self.skip_space();
        if self.eat(b"/") {
            self.skip_space();
            self.take(|byte| byte.is_ascii_digit());
        } else {
            self.at = end;
        }
        let ends = self.byte().is_none_or(|byte| byte.is_ascii_whitespace());
        self.at = end;
        if has_digits && ends && self.found.value.is_none() {
            self.found.value = self.text.get(start..end).and_then(|value| value.parse().ok());
        }
    }

    /// `55%`, `1234 nodes`, `45 visits`, `1.23s`, `2000ms`.
    fn amount(&mut self) {
        let number = self.take(|byte| byte.is_ascii_digit() || byte == b'.');
        let after_number = self.at;
        if self.eat(b"%") {
            let percent = number.parse::<f64>().ok().map(|percent| percent / 50.0 - 1.0);
            self.percent = self.percent.or(percent);
            return;
        }
        self.skip_space();
        let unit = self.take(is_word).to_ascii_lowercase();
        let seconds = |factor: f64| number.parse::<f64>().ok().map(|time| (time * factor) as u64);
        let (field, value) = match unit.as_str() {
            "nodes" => (&mut self.found.nodes, number.parse().ok()),
            "visits" => (&mut self.found.visits, number.parse().ok()),
            "s" => (&mut self.found.milliseconds, seconds(1000.0)),
            "ms" => (&mut self.found.milliseconds, seconds(1.0)),
            _ => {
                self.at = after_number;
                return;
            }
        };
        *field = field.or(value);
    }

    /// `/12`
    fn depth(&mut self) {
        self.at += 1;
        let depth = self.take(|byte| byte.is_ascii_digit()).parse().ok();
        if self.at_boundary() {
            self.found.depth = self.found.depth.or(depth);
        }
    }

    /// `!!`, `!`, `??` or `?` between spaces.
    fn mark(&mut self) {
        let symbol = self.take(|byte| matches!(byte, b'!' | b'?'));
        let alone = self.byte().is_none_or(|byte| byte.is_ascii_whitespace());
        if alone && matches!(symbol, "!!" | "!" | "??" | "?") {
            self.found.mark = self.found.mark.or(Judgement::from_symbol(symbol));
        }
    }
}

/// `R5`, `D`
fn label(word: &str) -> Option<Label> {
    let kind = LabelKind::from_letter(word.chars().next()?)?;
    let number = word.get(1..).filter(|number| !number.is_empty());
    match number {
        None => Some(Label { kind, number: None }),
        Some(number) => Some(Label { kind, number: Some(number.parse().ok()?) }),
    }
}
