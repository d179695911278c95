//! Finds evaluations in the text of a comment. The first value of each kind counts.

use super::{Evaluation, Label, LabelKind};
use crate::notation::{Judgement, parse_move};
use crate::types::Move;
use std::iter::Peekable;

impl Evaluation {
    /// Reads the inside of a comment in every form that PTN Ninja reads, such as Racetrack's `+0.53/12 1.23s` and
    /// Topaz's `evaluation: +0.341`. `None` without an evaluation, for a player's note (`*`) and for a chat
    /// message (`@`).
    pub fn read(comment: &str) -> Option<Self> {
        if comment.trim_start().starts_with(['*', '@']) {
            return None;
        }
        let mut found = Self::default();
        let text = joined(&found.take_quotes(comment));
        let mut percent = None;
        let mut words = text.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            let mut parts = word.rsplit([':', '=']);
            let (value, key) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            match key.to_ascii_lowercase().as_str() {
                "wdl" => found.wdl = found.wdl.or(chances(value, &mut words)),
                "cp" => found.centi_flats = found.centi_flats.or(value.parse().ok()),
                "score" | "term" => found.label = found.label.or(label(value)),
                "pv" => found.take_line(false, Some(value), &mut words),
                "pv>" => found.take_line(true, Some(value), &mut words),
                _ if value.eq_ignore_ascii_case("pv") => found.take_line(false, None, &mut words),
                _ if value.eq_ignore_ascii_case("pv>") => found.take_line(true, None, &mut words),
                _ => found.take_number(value, &mut percent, &mut words),
            }
        }
        found.value = found.value.or(percent).map(|value: f64| value.clamp(-1.0, 1.0));
        (found != Self::default()).then_some(found)
    }

    /// The text without texts in quotes, `key:"..."` with `\"` for a quote. Takes the one with the key `name`.
    fn take_quotes(&mut self, text: &str) -> String {
        let (mut rest, mut kept) = (text, String::new());
        let follows_sign = |rest: &str, at: usize| rest[..at].ends_with([':', '=']);
        while let Some((open, _)) = rest.match_indices('"').find(|&(at, _)| follows_sign(rest, at))
        {
            let (before, inside) = (&rest[..open - 1], &rest[open + 1..]);
            let key = before.trim_end();
            let key = &key[key.trim_end_matches(|at: char| at.is_ascii_alphanumeric()).len()..];
            kept.push_str(before.trim_end().strip_suffix(key).unwrap_or(before));
            let mut escaped = false;
            let end = inside.find(|at| {
                let ends = at == '"' && !escaped;
                escaped = at == '\\' && !escaped;
                ends
            });
            let Some(end) = end else { return kept };
            if key.eq_ignore_ascii_case("name") && self.name.is_none() {
                self.name = Some(inside[..end].replace("\\\"", "\""));
            }
            kept.push(' ');
            rest = &inside[end + 1..];
        }
        kept + rest
    }

    /// Takes the moves of a line.
    fn take_line<'a>(
        &mut self,
        is_after: bool,
        first: Option<&'a str>,
        words: &mut Peekable<impl Iterator<Item = &'a str>>,
    ) {
        let mut moves: Vec<Move> =
            first.and_then(|word| parse_move(word).ok()).into_iter().collect();
        if first.is_none() || !moves.is_empty() {
            while let Some(mv) = words.peek().and_then(|word| parse_move(word).ok()) {
                moves.push(mv);
                words.next();
            }
        }
        let line = if is_after { &mut self.line_after } else { &mut self.line_before };
        if line.is_empty() {
            *line = moves;
        }
    }

    /// Takes `+0.53`, also with a depth, `/12`, a mark, `55%`, `1234 nodes`, `45 visits`, `1.23s` and `2000ms`.
    fn take_number<'a>(
        &mut self,
        word: &'a str,
        percent: &mut Option<f64>,
        words: &mut Peekable<impl Iterator<Item = &'a str>>,
    ) {
        if matches!(word, "!!" | "!" | "??" | "?") {
            self.mark = self.mark.or(Judgement::from_symbol(word));
        } else if let Some(depth) = word.strip_prefix('/') {
            self.depth = self.depth.or(depth.parse().ok());
        } else if word.starts_with(['+', '-']) {
            let (value, depth) = word.split_once('/').unwrap_or((word, ""));
            let is_number = value[1..].bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            if is_number && depth.bytes().all(|byte| byte.is_ascii_digit()) {
                self.value = self.value.or(value.parse().ok());
                self.depth = self.depth.or(depth.parse().ok());
            }
        } else if let Some(share) = word.strip_suffix('%') {
            *percent = percent.or(share.parse::<f64>().ok().map(|share| share / 50.0 - 1.0));
        } else {
            let is_part = |at: char| at.is_ascii_digit() || at == '.';
            let (number, own) = word.split_at(word.len() - word.trim_start_matches(is_part).len());
            let unit = if own.is_empty() { words.peek().copied().unwrap_or_default() } else { own };
            let seconds = |factor: f64| number.parse().ok().map(|time: f64| (time * factor) as u64);
            let (field, value) = match unit.to_ascii_lowercase().as_str() {
                _ if number.is_empty() => return,
                "nodes" => (&mut self.nodes, number.parse().ok()),
                "visits" => (&mut self.visits, number.parse().ok()),
                "s" => (&mut self.milliseconds, seconds(1000.0)),
                "ms" => (&mut self.milliseconds, seconds(1.0)),
                _ => return,
            };
            *field = field.or(value);
        }
    }
}

/// The text without spaces around `:` and `=`.
fn joined(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    for character in text.chars() {
        let is_sign = |at: char| matches!(at, ':' | '=');
        if is_sign(character) {
            joined.truncate(joined.trim_ascii_end().len());
        }
        if !(character.is_ascii_whitespace() && joined.ends_with(is_sign)) {
            joined.push(character);
        }
    }
    joined
}

/// Three numbers with `,` or `/` between them; the first word is given.
fn chances<'a>(
    first: &str,
    words: &mut Peekable<impl Iterator<Item = &'a str>>,
) -> Option<[u32; 3]> {
    let mut text = first.to_owned();
    let is_part = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'/');
    let read = |text: &str| {
        let numbers = text.split([',', '/']).map(|number| number.parse::<f64>().ok());
        let numbers = numbers.collect::<Option<Vec<_>>>()?;
        <[f64; 3]>::try_from(numbers)
            .ok()
            .map(|numbers| numbers.map(|number| number.round() as u32))
    };
    while read(&text).is_none()
        && text.len() < 40
        && let Some(next) = words.next_if(|word| word.bytes().all(is_part))
    {
        text.push_str(next);
    }
    read(&text)
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
