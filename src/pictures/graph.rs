//! SVG graph of a game: White's winning chance after every move.

use super::{WRITING, document, path, rectangle, text};
use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Circle, ClipPath, Definitions, Group, Path, Text, Title};

/// Data of the graph.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Course {
    /// Title.
    pub title: String,
    /// White's chance from 0 to 1, by the number of plies; `None` if unknown.
    pub chances: Vec<Option<f64>>,
    /// Number of the first move.
    pub first_number: u32,
    /// Plies before the first one of the graph: 1 if Black begins.
    pub offset: usize,
    /// Marked moves in order of play.
    pub marks: Vec<Mark>,
}

/// A marked move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Its ply.
    pub plies: usize,
    /// The move in PTN.
    pub name: String,
    /// Kind of mistake.
    pub weight: Weight,
}

/// Kind of mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// `?`
    Mistake,
    /// `??`; it is labeled.
    Blunder,
}

const WIDTH: f64 = 960.0;
/// Panel of the curve.
const LEFT: f64 = 74.0;
const RIGHT: f64 = 936.0;
const TOP: f64 = 112.0;
const BOTTOM: f64 = 392.0;
const HEIGHT: f64 = 452.0;
/// Distance of the curve from the sides of the panel.
const MARGIN: f64 = 8.0;
/// Baseline of the text at the bottom.
const LOWEST: f64 = BOTTOM + 42.0;
/// Rows above the panel for labels of blunders.
const ROWS: usize = 3;
const ROW: f64 = 17.0;
/// Approximate width of a letter in a label.
const LETTER: f64 = 7.4;

/// Colors of White's and Black's share.
const WHITE: &str = "#f3ead6";
const BLACK: &str = "#45403b";
const EDGE: &str = "#8a8175";
const CURVE: &str = "#b07d2b";
const MISTAKE: &str = "#e08a1e";
const BLUNDER: &str = "#d6453d";

/// Returns the graph as an SVG document. The background is transparent, and all colors are legible on light
/// and dark pages.
pub fn graph(course: &Course) -> String {
    let panel = rectangle(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP).set("rx", 6);
    let clip = ClipPath::new().set("id", "panel").add(panel.clone());
    let mut plot = Group::new().set("clip-path", "url(#panel)").add(panel.set("fill", BLACK));
    for run in course.runs() {
        plot = plot.add(area(&run)).add(curve(&run));
    }
    let title = format!("{}: White's chance of winning", course.title);
    let mut document = document(WIDTH, HEIGHT, title)
        .add(Definitions::new().add(clip))
        .add(words(&course.title, LEFT, 30.0, 20.0, "start").set("font-weight", "bold"))
        .add(plot);
    document = course.axes(document);
    for mark in course.named() {
        document = document.add(mark);
    }
    for mark in &course.marks {
        if let Some(dot) = course.dot(mark) {
            document = document.add(dot);
        }
    }
    legend(document).to_string() + "\n"
}

impl Course {
    fn x(&self, plies: usize) -> f64 {
        let last = self.chances.len().saturating_sub(1).max(1);
        let inner = RIGHT - LEFT - 2.0 * MARGIN;
        LEFT + MARGIN + inner * plies as f64 / last as f64
    }

    /// Points of the curve, split at gaps.
    fn runs(&self) -> Vec<Vec<(f64, f64)>> {
        let mut runs = vec![Vec::new()];
        for (plies, chance) in self.chances.iter().enumerate() {
            match chance {
                Some(chance) => {
                    if let Some(run) = runs.last_mut() {
                        run.push((self.x(plies), y(*chance)));
                    }
                }
                None => runs.push(Vec::new()),
            }
        }
        runs.retain(|run| !run.is_empty());
        runs
    }

    fn axes(&self, mut document: Document) -> Document {
        for quarter in 0..=4 {
            let chance = f64::from(quarter) / 4.0;
            let height = y(chance);
            let percent = format!("{} %", quarter * 25);
            let opacity = if quarter == 2 { 0.9 } else { 0.35 };
            document = document
                .add(words(&percent, LEFT - 10.0, height + 5.0, 14.0, "end"))
                .add(path(&[(LEFT, height), (RIGHT, height)], EDGE, opacity));
        }
        let middle = f64::midpoint(TOP, BOTTOM);
        document = document.add(
            words("White's chance of winning", 20.0, middle, 14.0, "middle")
                .set("transform", format!("rotate(-90 20 {middle})")),
        );
        let last = self.chances.len().saturating_sub(1);
        let moves = (last + self.offset) / 2;
        // About ten numbers.
        let step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
            .into_iter()
            .find(|step| moves / step <= 12)
            .unwrap_or(5000);
        for index in 0..=moves {
            let number = self.first_number as usize + index;
            // Position after White's move of that number.
            let plies = (2 * index + 1).checked_sub(self.offset).filter(|&plies| plies <= last);
            let Some(plies) = plies.filter(|_| number.is_multiple_of(step)) else { continue };
            let x = self.x(plies);
            let number = words(&number.to_string(), x, BOTTOM + 20.0, 14.0, "middle");
            let tick = path(&[(x, BOTTOM), (x, BOTTOM + 5.0)], WRITING, 1.0);
            document = document.add(tick).add(number);
        }
        document.add(words("Move", f64::midpoint(LEFT, RIGHT), LOWEST, 14.0, "middle"))
    }

    /// Labels of the blunders above the panel, as far as they fit, each with a line to its point.
    fn named(&self) -> Vec<Group> {
        let mut ends = [f64::NEG_INFINITY; ROWS];
        let mut named = Vec::new();
        for mark in self.marks.iter().filter(|mark| mark.weight == Weight::Blunder) {
            let Some(&Some(chance)) = self.chances.get(mark.plies) else { continue };
            let x = self.x(mark.plies);
            let half = mark.name.chars().count() as f64 * LETTER / 2.0;
            let middle = x.clamp(LEFT + half, RIGHT - half);
            let Some(row) = ends.iter().position(|&end| end < middle - half) else { continue };
            ends[row] = middle + half + 8.0;
            let base = TOP - 8.0 - ROW * row as f64;
            let thread = path(&[(x, base + 3.0), (x, y(chance))], BLUNDER, 0.55)
                .set("stroke-dasharray", "2 3");
            let name = text(&mark.name, middle, base, 13.0, "middle", BLUNDER);
            named.push(Group::new().add(thread).add(name));
        }
        named
    }

    /// A dot on the curve with the event as its title.
    fn dot(&self, mark: &Mark) -> Option<Circle> {
        let chance = (*self.chances.get(mark.plies)?)?;
        let before = mark.plies.checked_sub(1).and_then(|plies| *self.chances.get(plies)?);
        let percent = |chance: f64| format!("{:.0} %", 100.0 * chance);
        let from = before.map_or_else(String::new, |before| format!("{} to ", percent(before)));
        let title = format!("{}: White's chance {from}{}", mark.name, percent(chance));
        let (radius, fill) = match mark.weight {
            Weight::Mistake => (4.0, MISTAKE),
            Weight::Blunder => (5.5, BLUNDER),
        };
        let dot = Circle::new()
            .set("cx", self.x(mark.plies))
            .set("cy", y(chance))
            .set("r", radius)
            .set("fill", fill)
            .set("stroke", "#ffffff")
            .set("stroke-width", 1.2);
        Some(dot.add(Title::new(title)))
    }
}

/// Height of a chance, with a margin above a certain win and below a certain loss.
fn y(chance: f64) -> f64 {
    let inner = BOTTOM - TOP - 2.0 * MARGIN;
    BOTTOM - MARGIN - inner * chance.clamp(0.0, 1.0)
}

fn words(words: &str, x: f64, y: f64, size: f64, anchor: &str) -> Text {
    text(words, x, y, size, anchor, WRITING)
}

/// White's share: the area below the curve, extended to the sides of the panel.
fn area(run: &[(f64, f64)]) -> Path {
    let (mut first, mut last) = (run[0].0, run[run.len() - 1].0);
    if first <= LEFT + MARGIN {
        first = LEFT;
    }
    if last >= RIGHT - MARGIN {
        last = RIGHT;
    }
    let mut data = Data::new().move_to((first, BOTTOM)).line_to((first, run[0].1));
    for &point in run {
        data = data.line_to(point);
    }
    data = data.line_to((last, run[run.len() - 1].1)).line_to((last, BOTTOM)).close();
    Path::new().set("d", data).set("fill", WHITE)
}

fn curve(run: &[(f64, f64)]) -> Path {
    path(run, CURVE, 1.0).set("stroke-width", 2).set("stroke-linejoin", "round")
}

/// Legend, below the panel because the title above may be long.
fn legend(mut document: Document) -> Document {
    let mut x = RIGHT - 202.0;
    for (fill, radius, meaning) in [(MISTAKE, 4.0, "mistake (?)"), (BLUNDER, 5.5, "blunder (??)")] {
        let dot =
            Circle::new().set("cx", x).set("cy", LOWEST - 4.5).set("r", radius).set("fill", fill);
        document = document.add(dot).add(words(meaning, x + 10.0, LOWEST, 13.0, "start"));
        x += 104.0;
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_a_game() {
        let mark = |plies, name: &str, weight| Mark { plies, name: name.into(), weight };
        let course = Course {
            title: "Ann <-> Ben".into(),
            chances: vec![Some(0.5), Some(0.6), None, Some(0.2), Some(1.0)],
            first_number: 1,
            offset: 0,
            marks: vec![
                mark(3, "2. c3??", Weight::Blunder),
                mark(4, "2... d4?", Weight::Mistake),
                mark(2, "1... e5??", Weight::Blunder),
                mark(9, "5. a1??", Weight::Blunder),
            ],
        };
        let picture = graph(&course);
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"), "{picture}");
        assert!(picture.contains("Ann &lt;-&gt; Ben"), "{picture}");
        for part in [
            "Move",
            "White's chance of winning",
            "50 %",
            "2. c3??",
            "2... d4?: White's chance 20 % to 100 %",
        ] {
            assert!(picture.contains(part), "{part}: {picture}");
        }
        // Unknown positions have no marks.
        assert!(!picture.contains("e5??") && !picture.contains("a1??"), "{picture}");
        // Two segments, each with its area and curve.
        assert_eq!(picture.matches(WHITE).count(), 2, "{picture}");
        assert!(graph(&Course::default()).ends_with("</svg>\n"));
    }
}
