//! SVG graph of training losses by epoch.

use super::{WRITING, document, path, text};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 700.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 310.0;

/// Colors of the curves.
const COLORS: [&str; 3] = ["#b07d2b", "#3b78b5", "#d6453d"];
/// Number of horizontal lines, including top and bottom.
const LINES: usize = 5;

/// Returns a graph of named curves: a loss per epoch, starting with epoch 0.
pub fn losses(curves: &[(&str, Vec<f64>)]) -> String {
    let all = || curves.iter().flat_map(|(_, losses)| losses.iter().copied());
    let lowest = all().fold(f64::INFINITY, f64::min);
    let highest = all().fold(f64::NEG_INFINITY, f64::max);
    let epochs = curves.iter().map(|(_, losses)| losses.len()).max().unwrap_or(0);
    let x = |epoch: usize| LEFT + (RIGHT - LEFT) * epoch as f64 / (epochs.max(2) - 1) as f64;
    let height = (highest - lowest).max(1e-9);
    let y = |loss: f64| BOTTOM - (BOTTOM - TOP) * (loss - lowest) / height;

    let label = |words: &str, x, y, anchor, color| text(words, x, y, 14.0, anchor, color);
    let curve = |points: &[_], color, opacity| path(points, color, opacity).set("stroke-width", 2);
    let mut document = document(WIDTH, HEIGHT, "Losses of a training by epochs");
    if all().next().is_none() {
        return document.to_string() + "\n";
    }
    for line in 0..LINES {
        let loss = lowest + height * line as f64 / (LINES - 1) as f64;
        document = document
            .add(label(&format!("{loss:.4}"), LEFT - 8.0, y(loss) + 4.0, "end", WRITING))
            .add(curve(&[(LEFT, y(loss)), (RIGHT, y(loss))], WRITING, 0.3));
    }
    let step = epochs.div_ceil(12).max(1);
    for epoch in (0..epochs).step_by(step) {
        document =
            document.add(label(&epoch.to_string(), x(epoch), BOTTOM + 18.0, "middle", WRITING));
    }
    document =
        document.add(label("Epoch", f64::midpoint(LEFT, RIGHT), BOTTOM + 40.0, "middle", WRITING));
    let mut right = LEFT;
    for ((name, losses), color) in curves.iter().zip(COLORS.into_iter().cycle()) {
        let points: Vec<_> =
            losses.iter().enumerate().map(|(epoch, &loss)| (x(epoch), y(loss))).collect();
        document = document.add(curve(&points, color, 1.0)).add(label(
            name,
            right,
            TOP - 20.0,
            "start",
            color,
        ));
        right += 9.0 * name.chars().count() as f64 + 24.0;
    }
    document.to_string() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_named_curves() {
        let picture =
            losses(&[("learned", vec![0.6, 0.5, 0.45]), ("hold-out", vec![0.6, 0.55, 0.54])]);
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"), "{picture}");
        for part in ["learned", "hold-out", "0.6000", "0.4500", "Epoch"] {
            assert!(picture.contains(part), "{part}: {picture}");
        }
        assert!(losses(&[]).ends_with("</svg>\n"));
        assert!(!losses(&[("learned", vec![0.5])]).contains("NaN"));
    }
}
