//! What engines write into comments: evaluations as PTN Ninja shows them.

use super::scan;
use crate::notation::Judgement;
use crate::types::Move;
use std::fmt;

/// How a solved game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LabelKind {
    /// `R`: a road.
    Road,
    /// `F`: flats.
    Flats,
    /// `D`: a draw.
    Draw,
    /// `T`: tinue.
    Tinue,
    /// `W`: a win of an unknown kind.
    Win,
    /// `L`: a loss of an unknown kind.
    Loss,
}

impl LabelKind {
    const ALL: [Self; 6] =
        [Self::Road, Self::Flats, Self::Draw, Self::Tinue, Self::Win, Self::Loss];

    /// The letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Road => 'R',
            Self::Flats => 'F',
            Self::Draw => 'D',
            Self::Tinue => 'T',
            Self::Win => 'W',
            Self::Loss => 'L',
        }
    }

    /// The kind of a letter, in either case.
    #[must_use]
    pub(crate) fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }
}

/// A proven result, `R5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    /// How the game ends.
    pub kind: LabelKind,
    /// When, in the unit of whoever wrote it.
    pub number: Option<u32>,
}

impl fmt::Display for Label {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.kind.letter())?;
        self.number.map_or(Ok(()), |number| write!(out, "{number}"))
    }
}

/// An engine's view of a position. All numbers are White's view.
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
    /// What it says of the move played.
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
    /// Visits of the root, for engines that count them.
    pub visits: Option<u64>,
    /// Time in milliseconds.
    pub milliseconds: Option<u64>,
    /// The best line from before the move (`pv`), as old files have it.
    pub line_before: Vec<Move>,
    /// The best line from after the move (`pv>`).
    pub line_after: Vec<Move>,
}

impl Evaluation {
    /// Reads the inside of a comment in any of the forms that PTN Ninja understands, Racetrack's
    /// `+0.53/12 1.23s` and Topaz's `evaluation: +0.341` among them. `None` if there is nothing of
    /// the kind in it, or it is a player's note (`*`) or a chat message (`@`).
    #[must_use]
    pub fn read(comment: &str) -> Option<Self> {
        scan::read(comment).filter(|evaluation| *evaluation != Self::default())
    }
}

/// In PTN Ninja's order; fit to stand between `{` and `}`.
impl fmt::Display for Evaluation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(name) = &self.name {
            parts.push(format!("name:\"{}\"", tame(name)));
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

/// Two decimals and always a sign; zero is positive, and what is no number counts as zero.
fn signed(value: f64) -> String {
    let hundredths = (value.clamp(-1.0, 1.0) * 100.0).round() as i32;
    let sign = if hundredths < 0 { '-' } else { '+' };
    format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
}

/// A name that cannot end its quotes or the comment.
fn tame(name: &str) -> String {
    let mut tame = String::with_capacity(name.len());
    for character in name.chars() {
        match character {
            '"' => tame.push_str("\\\""),
            '{' => tame.push('('),
            '}' => tame.push(')'),
            '\\' => tame.push('/'),
            control if control.is_control() => tame.push(' '),
            other => tame.push(other),
        }
    }
    tame
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(comment: &str) -> Option<String> {
        Evaluation::read(comment).map(|evaluation| evaluation.to_string())
    }

    #[test]
    fn reads_every_form() {
        for (comment, expected) in [
            ("+0.53/12 1.23s", "+0.53/12 1230ms"),
            ("-0.2", "-0.20"),
            ("+.5 ", "+0.50"),
            ("+1.23/9", "+1.00/9"),
            ("55%", "+0.10"),
            ("evaluation: +0.341", "+0.34"),
            ("-0.25 / 7 45 visits", "-0.25 45 visits"),
            ("cp:-35", "cp:-35"),
            ("CP = 12 wdl = 10 / 20 / 970", "wdl:10,20,970 cp:12"),
            ("score:R5", "score:R5"),
            ("term: f3", "score:F3"),
            ("pv a1 b2' c3+*", "pv a1 b2 c3+"),
            ("pv=a1 3c3>12", "pv a1 3c3>12"),
            ("pv> a1 b2 R-0 c3", "pv> a1 b2"),
            ("?? 1234 nodes 2000ms", "?? 1234 nodes 2000ms"),
            (r#"name:"A \"1/2\" 7s" other:"+0.5 9 nodes" /3"#, r#"name:"A \"1/2\" 7s" /3"#),
            ("!!", "!!"),
            ("-0", "+0.00"),
        ] {
            assert_eq!(written(comment).as_deref(), Some(expected), "{comment}");
        }
    }

    #[test]
    fn leaves_words_alone() {
        for comment in [
            "",
            "a fine move",
            "* +0.53/12",
            "@player: 55%",
            "what?!",
            "Ca1!!",
            "ships: 3",
            "x+0.5",
            "+0.5x",
            "score: high",
            "pv nothing",
            "wdl:1,2",
            "héé 5",
        ] {
            assert_eq!(written(comment), None, "{comment}");
        }
    }

    #[test]
    fn long_nonsense_takes_linear_time() {
        for part in
            ["+", "1 ", "pv ", "pv a1 ", "wdl:1,", "name:\"", "x:\"\\\"", "/", "! ", "1.", "a"]
        {
            let _ = Evaluation::read(&part.repeat((1 << 20) / part.len()));
        }
    }
}
