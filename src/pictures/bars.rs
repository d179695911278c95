//! SVG chart of horizontal bars: two series of values with their errors.

use super::{WRITING, document, path, rectangle, text};
use svg::Document;
use svg::node::element::{Group, Title};

/// Data of a chart.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Bars {
    /// Title.
    pub title: String,
    /// Names of the two series.
    pub series: [String; 2],
    /// Unit behind the values, such as ` %`.
    pub unit: &'static str,
    /// Digits behind the point.
    pub digits: usize,
    /// The rows from top to bottom.
    pub rows: Vec<BarRow>,
}

/// A name with a value for each series.
#[derive(Clone, PartialEq, Debug)]
pub struct BarRow {
    /// The name.
    pub name: String,
    /// The values; `None` if unknown.
    pub values: [Option<Estimate>; 2],
}

/// A value of at least 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Half the width of its interval; 0 without one.
    pub error: f64,
}

const WIDTH: f64 = 720.0;
/// The bars begin and end here. The values stand to the right of the longest bar.
const LEFT: f64 = 190.0;
const RIGHT: f64 = 630.0;
/// Top of the first row.
const TOP: f64 = 70.0;
const BAR: f64 = 15.0;
const GAP: f64 = 3.0;
const ROW: f64 = 2.0 * BAR + GAP + 14.0;
/// Longest name in characters.
const NAME: usize = 24;

const COLORS: [&str; 2] = ["#b07d2b", "#7d8ca3"];

/// Returns the chart as an SVG document. The background is transparent, and all colors are legible on light and dark
/// pages.
pub fn bars(chart: &Bars) -> String {
    let height = TOP + ROW * chart.rows.len() as f64 + 4.0;
    let mut document = document(WIDTH, height, chart.words()).set("role", "img");
    document = document.add(text(&chart.title, 0.0, 20.0, 17.0, "start", WRITING));
    document = legend(document, &chart.series);
    let longest = chart.longest();
    for (index, row) in chart.rows.iter().enumerate() {
        let top = TOP + ROW * index as f64;
        let name: String = row.name.chars().take(NAME).collect();
        let middle = top + BAR + GAP / 2.0 + 5.0;
        document = document.add(text(&name, LEFT - 10.0, middle, 14.0, "end", WRITING));
        for (series, value) in row.values.iter().enumerate() {
            let y = top + (BAR + GAP) * series as f64;
            document = document.add(chart.bar(*value, y, longest, series));
        }
    }
    document.to_string() + "\n"
}

impl Bars {
    /// The end of the longest bar and its error.
    fn longest(&self) -> f64 {
        let all = self.rows.iter().flat_map(|row| row.values).flatten();
        all.map(|it| it.value + it.error).fold(0.0, f64::max).max(1e-9)
    }

    /// All values as text, for readers who do not see the chart.
    fn words(&self) -> String {
        let value = |(series, value): (&String, &Option<Estimate>)| {
            let value = value.map_or_else(|| "unknown".to_owned(), |it| self.label(it));
            format!("{series} {value}")
        };
        let row = |row: &BarRow| {
            let values: Vec<_> = self.series.iter().zip(&row.values).map(value).collect();
            format!("{}: {}", row.name, values.join(", "))
        };
        let rows: Vec<_> = self.rows.iter().map(row).collect();
        format!("{}. {}.", self.title, rows.join("; "))
    }

    fn label(&self, Estimate { value, error }: Estimate) -> String {
        let (digits, unit) = (self.digits, self.unit);
        if error > 0.0 {
            format!("{value:.digits$} \u{b1} {error:.digits$}{unit}")
        } else {
            format!("{value:.digits$}{unit}")
        }
    }

    /// A bar with a line for its error, and its value; a dash for an unknown value.
    fn bar(&self, value: Option<Estimate>, y: f64, longest: f64, series: usize) -> Group {
        let base = y + BAR - 3.0;
        let Some(estimate) = value else {
            return Group::new().add(text("\u{2013}", LEFT + 4.0, base, 13.0, "start", WRITING));
        };
        let x = |value: f64| LEFT + (RIGHT - LEFT) * value / longest;
        let Estimate { value, error } = estimate;
        let label = self.label(estimate);
        let end = x(value + error) + 6.0;
        let mut group = Group::new()
            .add(Title::new(format!("{}: {label}", self.series[series])))
            .add(rectangle(LEFT, y, x(value) - LEFT, BAR).set("fill", COLORS[series]))
            .add(text(&label, end, base, 13.0, "start", WRITING));
        if error > 0.0 {
            let middle = y + BAR / 2.0;
            let line = [(x((value - error).max(0.0)), middle), (x(value + error), middle)];
            group = group.add(path(&line, WRITING, 1.0).set("stroke-width", 2));
        }
        group
    }
}

fn legend(mut document: Document, series: &[String; 2]) -> Document {
    let mut x = LEFT;
    for (name, color) in series.iter().zip(COLORS) {
        document = document.add(rectangle(x, 38.0, 12.0, 12.0).set("fill", color)).add(text(
            name,
            x + 18.0,
            49.0,
            14.0,
            "start",
            WRITING,
        ));
        x += 18.0 + 8.5 * name.chars().count() as f64 + 24.0;
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_bars_with_a_text_alternative() {
        let estimate = |value, error| Some(Estimate { value, error });
        let chart = Bars {
            title: "Accuracy".into(),
            series: ["<Ann>".into(), "similar players".into()],
            unit: " %",
            digits: 1,
            rows: vec![
                BarRow {
                    name: "opening".into(),
                    values: [estimate(91.0, 2.5), estimate(88.0, 0.0)],
                },
                BarRow { name: "endgame".into(), values: [None, None] },
            ],
        };
        let picture = bars(&chart);
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"), "{picture}");
        let words = "Accuracy. opening: &lt;Ann&gt; 91.0 \u{b1} 2.5 %, similar players 88.0 %; \
             endgame: &lt;Ann&gt; unknown, similar players unknown.";
        assert!(picture.contains(words), "{picture}");
        assert!(!picture.contains("<Ann>") && !picture.contains("NaN"), "{picture}");
        // Two bars, and two signs of the legend.
        assert_eq!(picture.matches("<rect").count(), 4, "{picture}");
        assert!(!bars(&Bars::default()).contains("NaN"));
    }
}
