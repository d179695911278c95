//! Evaluations in comments, in the form that PTN Ninja shows.

use crate::notation::Judgement;
use crate::types::Move;
use std::fmt;

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

impl LabelKind {
    /// The kind of a letter, in either case.
    pub(crate) fn from_letter(letter: char) -> Option<Self> {
        let all = [Self::Road, Self::Flats, Self::Draw, Self::Tinue, Self::Win, Self::Loss];
        all.into_iter().find(|&kind| kind as u8 == letter.to_ascii_uppercase() as u8)
    }
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
    let sign = if hundredths < 0 { '-' } else { '+' };
    format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
}

/// A name without characters that end the quotes or the comment.
fn escaped(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for character in name.chars() {
        match character {
            '"' => escaped.push_str("\\\""),
            '{' => escaped.push('('),
            '}' => escaped.push(')'),
            '\\' => escaped.push('/'),
            control if control.is_control() => escaped.push(' '),
            other => escaped.push(other),
        }
    }
    escaped
}
