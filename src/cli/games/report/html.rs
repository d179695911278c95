//! A report as one HTML page, which is also XML, without scripts and without other files. Names of players are data: they
//! are escaped.

use super::sections::{Section, head, sections};
use crate::cli::Error;
use crate::pictures::picture;
use percent_encoding::{NON_ALPHANUMERIC, percent_encode};
use std::fmt::Write as _;
use stonefall_tools::puzzles::{Kind, Puzzle};
use stonefall_tools::report::Report;

/// Positions of missed wins on the page.
const MOST_BOARDS: usize = 6;

/// The page.
pub(super) fn html(report: &Report, missed: &[Puzzle]) -> Result<String, Error> {
    let player = escaped(&report.player);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\"/>\n\
         <title>{player}: report by Stonefall</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<main>\n<h1>{player}</h1>\n<p>{}.</p>\n",
        escaped(&head(report)),
    );
    for part in sections(report) {
        page += &section(&part);
    }
    page += &boards(missed)?;
    let _ = write!(
        page,
        "<footer><p>Judged by Stonefall {} with {} positions for each search.</p></footer>\n\
         </main>\n</body>\n</html>\n",
        escaped(&report.judge.engine),
        report.judge.nodes,
    );
    Ok(page)
}

const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #2b2723; --page: #fbf8f2; --line: #d8cfbf; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece5d8; --page: #1f1c19; --line: #4a443c; } }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 Helvetica, Arial, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1, h2 { line-height: 1.2; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
.bar { min-width: 7rem; background: linear-gradient(#b07d2b, #b07d2b) 0 100% / var(--share) .3rem no-repeat; }
.boards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1.5rem; }
figure { margin: 0; }
figure img { width: 100%; height: auto; }
.note, footer { font-size: .9rem; }
";

fn section(section: &Section) -> String {
    let mut text = format!("<section>\n<h2>{}</h2>\n", section.title);
    if !section.rows.is_empty() {
        text += &table(section);
    }
    text + &format!("<p class=\"note\">{}</p>\n</section>\n", escaped(&section.note))
}

fn table(section: &Section) -> String {
    let head: String = section
        .header
        .iter()
        .map(|name| format!("<th scope=\"col\">{}</th>", escaped(name)))
        .collect();
    let row = |row: &Vec<String>| {
        let cells: String = section.header.iter().zip(row).map(cell).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = section.rows.iter().map(row).collect();
    // A wide table scrolls, also by keyboard.
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n\
         <table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n",
        section.title,
    )
}

/// Columns whose numbers are shares of 100.
const SHARES: [&str; 8] =
    ["Score", "Expected", "Accuracy", "Mistakes", "Blunders", "Share", "Similar", "Chance"];

/// A cell of a column. A share has a bar of its length.
fn cell((name, text): (&String, &String)) -> String {
    let number = text.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    let is_share = SHARES.contains(&name.as_str()) && !text.ends_with("a game");
    match number.filter(|_| is_share) {
        Some(share) => {
            format!("<td class=\"bar\" style=\"--share: {share}%\">{}</td>", escaped(text))
        }
        None => format!("<td>{}</td>", escaped(text)),
    }
}

/// The positions of missed wins.
fn boards(missed: &[Puzzle]) -> Result<String, Error> {
    let mut text = "<section>\n<h2>Missed wins</h2>\n".to_owned();
    if missed.is_empty() {
        return Ok(text + "<p>No missed win is proved.</p>\n</section>\n");
    }
    let _ = writeln!(
        text,
        "<p>{} proved by the solver. Solve them on the board: \
         <code>stonefall games report --puzzles FILE</code> writes them, and \
         <code>stonefall board --puzzles FILE</code> shows them.</p>\n<div class=\"boards\">",
        missed.len(),
    );
    for puzzle in missed.iter().take(MOST_BOARDS) {
        let mover = puzzle.tps.to_move.name();
        let goal = match puzzle.aim.kind {
            Kind::Road if puzzle.aim.length == 1 => "wins at once".to_owned(),
            Kind::Road => format!("wins by a road in {} moves", puzzle.aim.length),
            Kind::Flats => "wins on flats".to_owned(),
        };
        let board = picture(&puzzle.game()?);
        let board = percent_encode(board.as_bytes(), NON_ALPHANUMERIC);
        let tps = escaped(&puzzle.tps.to_string());
        let source = escaped(&puzzle.source);
        let _ = writeln!(
            text,
            "<figure><img src=\"data:image/svg+xml,{board}\" alt=\"{tps}\"/>\n\
             <figcaption>{mover} to move {goal}. {source}.</figcaption></figure>",
        );
    }
    Ok(text + "</div>\n</section>\n")
}

/// Text as HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            char => escaped.push(char),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_their_place() {
        let name = "<script>alert('\"&')</script>";
        let text = escaped(name);
        assert_eq!(text, "&lt;script&gt;alert(&#39;&quot;&amp;&#39;)&lt;/script&gt;");
    }
}
