//! Evaluations in comments: every form that PTN Ninja reads, and the one that it writes. The first value of each kind counts.

use crate::notation::{Judgement, parse_move};
use crate::types::Move;
use std::fmt;
use std::iter::Peekable;

/// Result of a solved game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum LabelKind {
    /// `R`: a road.
    Road = b'R',
    /// `F`: flats.
    Flats = b'F',
    /// `D`: a draw.
    Draw = b'D',
    /// `T`: tinue.
    Tinue = b'T',
    /// `W`: a win of an unknown kind.
    Win = b'W',
    /// `L`: a loss of an unknown kind.
    Loss = b'L',
}

/// A proven result, `R5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    /// The result.
    pub kind: LabelKind,
    /// Number of moves or plies; each engine has its own unit.
    pub number: Option<u32>,
}

impl fmt::Display for Label {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", char::from(self.kind as u8))?;
        self.number.map_or(Ok(()), |number| write!(out, "{number}"))
    }
}

/// An engine's evaluation of a position. All numbers are from White's view.
///
/// ```
/// use stonefall_engine::notation::ptn_file::Evaluation;
///
/// let comment = r#"name:"Stonefall" ? wdl:700,0,300 cp:35 +0.40/12 9000 nodes 2000ms pv> a1 b2"#;
/// let evaluation = Evaluation::read(comment).unwrap_or_default();
/// assert_eq!((evaluation.centi_flats, evaluation.depth), (Some(35), Some(12)));
/// assert_eq!(evaluation.to_string(), comment);
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Evaluation {
    /// Name of the engine.
    pub name: Option<String>,
    /// Mark of the played move.
    pub mark: Option<Judgement>,
    /// Chances of a White win, a draw and a Black win, usually out of a thousand.
    pub wdl: Option<[u32; 3]>,
    /// The engine's score, an integer (`cp`).
    pub centi_flats: Option<i32>,
    /// A proven result.
    pub label: Option<Label>,
    /// From -1, Black wins, to 1, White wins.
    pub value: Option<f64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Visits of the root, in engines with Monte Carlo search.
    pub visits: Option<u64>,
    /// Time in milliseconds.
    pub milliseconds: Option<u64>,
    /// Best line from the position before the move (`pv`), in old files.
    pub line_before: Vec<Move>,
    /// Best line from the position after the move (`pv>`).
    pub line_after: Vec<Move>,
}

/// In PTN Ninja's order, safe between `{` and `}`.
impl fmt::Display for Evaluation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(name) = &self.name {
            parts.push(format!("name:\"{}\"", escaped(name)));
        }
        parts.extend(self.mark.map(|mark| mark.symbol().to_owned()));
        parts.extend(self.wdl.map(|[win, draw, loss]| format!("wdl:{win},{draw},{loss}")));
        parts.extend(self.centi_flats.map(|score| format!("cp:{score}")));
        parts.extend(self.label.map(|label| format!("score:{label}")));
        let depth = self.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
        match self.value {
            Some(value) => parts.push(format!("{}{depth}", signed(value))),
            None if depth.is_empty() => {}
            None => parts.push(depth),
        }
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.visits.map(|visits| format!("{visits} visits")));
        parts.extend(self.milliseconds.map(|time| format!("{time}ms")));
        for (key, line) in [("pv", &self.line_before), ("pv>", &self.line_after)] {
            if !line.is_empty() {
                let moves = line.iter().map(|mv| format!(" {mv}"));
                parts.push(format!("{key}{}", moves.collect::<String>()));
            }
        }
        out.write_str(&parts.join(" "))
    }
}

/// Two decimals with a sign. Zero is positive; NaN counts as zero.
fn signed(value: f64) -> String {
    let hundredths = (value.clamp(-1.0, 1.0) * 100.0).round() as i32;
    format!("{:+.2}", f64::from(hundredths) / 100.0)
}

/// A name without characters that end the quotes or the comment.
fn escaped(name: &str) -> String {
    let name = name.replace('\\', "/").replace('"', "\\\"").replace('{', "(").replace('}', ")");
    name.replace(char::is_control, " ")
}

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
    use LabelKind::{Draw, Flats, Loss, Road, Tinue, Win};
    let letter = word.bytes().next()?.to_ascii_uppercase();
    let mut kinds = [Road, Flats, Draw, Tinue, Win, Loss].into_iter();
    let kind = kinds.find(|&kind| kind as u8 == letter)?;
    let number = match word.get(1..)? {
        "" => None,
        number => Some(number.parse().ok()?),
    };
    Some(Label { kind, number })
}
