//! SVG pictures. Every function returns its text and writes nothing.

mod board;
mod graph;

pub use board::picture;
pub use graph::{Course, Mark, Weight, graph};

use svg::Document;
use svg::node::Text as Words;
use svg::node::element::path::Data;
use svg::node::element::{Path, Rectangle, Text, Title};

/// Gray with a contrast of 4.5 to 1 on white and on black.
const WRITING: &str = "#767676";

/// An empty picture.
fn document(width: f64, height: f64, title: impl Into<String>) -> Document {
    Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("font-family", "Helvetica, Arial, sans-serif")
        .add(Title::new(title))
}

fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Rectangle {
    Rectangle::new().set("x", x).set("y", y).set("width", width).set("height", height)
}

/// Text whose `anchor` (`start`, `middle` or `end`) is at this point.
fn text(words: &str, x: f64, y: f64, size: f64, anchor: &str, color: &str) -> Text {
    Text::new("")
        .add(Words::new(words))
        .set("x", x)
        .set("y", y)
        .set("font-size", size)
        .set("text-anchor", anchor)
        .set("fill", color)
}

/// A line through these points.
fn path(points: &[(f64, f64)], color: &str, opacity: f64) -> Path {
    let mut data = Data::new();
    for (index, &point) in points.iter().enumerate() {
        data = if index == 0 { data.move_to(point) } else { data.line_to(point) };
    }
    let path = Path::new().set("d", data).set("fill", "none").set("stroke", color);
    path.set("stroke-opacity", opacity)
}
