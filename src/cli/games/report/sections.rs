//! The tables of a report, for text and HTML.

use crate::cli::output::counted;
use stonefall_engine::annotate::Phase;
use stonefall_engine::report::grouped;
use stonefall_tools::report::{
    ENOUGH_GAMES, Group, Mean, OpeningCost, Play, PlayerScore, Quality, Rate, Report,
};

/// Openings in a table.
const MOST_OPENINGS: usize = 10;

/// A table with its title.
pub(super) struct Section {
    pub(super) title: &'static str,
    pub(super) header: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
    /// Explains the table, or says why it is empty.
    pub(super) note: String,
}

/// All sections in order.
pub(super) fn sections(report: &Report) -> Vec<Section> {
    vec![results(report), quality(report), forced(report), openings(report)]
}

/// The player, the number of games, their dates, and the rating.
pub(super) fn head(report: &Report) -> String {
    let mut text = format!("{}: {}", report.player, counted(report.games, "game"));
    if let (Some(first), Some(last)) = (&report.first_day, &report.last_day) {
        text += &format!(" from {first} to {last}");
    }
    if let Some(rating) = report.rating {
        text += &format!(", mean rating {rating}");
    }
    text + &format!(", {} judged", grouped(report.own.games))
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

fn results(report: &Report) -> Section {
    let mut rows = vec![result("all".to_owned(), &report.total)];
    for (group, values) in &report.results {
        let name = |value: &str| match group {
            Group::Opening => value.to_owned(),
            _ => format!("{} {value}", group.name().to_lowercase()),
        };
        rows.extend(values.iter().map(|row| result(name(&row.name), &row.score)));
    }
    Section {
        title: "Results",
        header: words(&["Games with", "Games", "Won", "Drawn", "Lost", "Score", "Expected"]),
        rows,
        note: format!(
            "Score with its 95 % error; - stands for fewer than {ENOUGH_GAMES} games. The ratings \
             predict the expected score. An opening is the first three plies; images of the board \
             count as one."
        ),
    }
}

fn result(name: String, score: &PlayerScore) -> Vec<String> {
    let mut row = vec![name];
    row.extend([score.games, score.won, score.drawn, score.lost].map(grouped));
    row.extend(shares(score));
    row
}

/// Score with its error, and the expected score.
fn shares(score: &PlayerScore) -> [String; 2] {
    let own = score.share.zip(score.error).filter(|_| score.is_enough());
    let own =
        own.map(|(share, error)| format!("{:.0} \u{b1} {:.0} %", share * 100.0, error * 100.0));
    let expected = score.expected.filter(|_| score.rated >= ENOUGH_GAMES);
    [own.unwrap_or_else(none), expected.map_or_else(none, percent)]
}

fn none() -> String {
    "-".to_owned()
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn quality(report: &Report) -> Section {
    let similar = report.similar.as_ref().map(|it| it.play).unwrap_or_default();
    let mut rows = Vec::new();
    let mut add = |name: &str, part: &dyn Fn(&Play) -> Quality| {
        rows.push(quality_row(name, &report.player, part(&report.own)));
        rows.push(quality_row("", "similar", part(&similar)));
    };
    for (index, phase) in Phase::ALL.into_iter().enumerate() {
        add(phase.name(), &|play| play.phases[index]);
    }
    add("all", &|play| play.all);
    let similar = match &report.similar {
        Some(similar) => format!(
            "Similar: {} of other players rated {} to {}.",
            counted(similar.play.games as usize, "game"),
            similar.ratings[0],
            similar.ratings[1],
        ),
        None => "The games have no ratings, so there is no comparison.".to_owned(),
    };
    Section {
        title: "Moves",
        header: words(&["Phase", "Player", "Moves", "Accuracy", "Mistakes", "Blunders"]),
        rows,
        note: format!(
            "{similar} Mistakes are moves that lose 10 percentage points of the winning chance or \
             more, blunders 20 or more, each of 100 moves. - stands for too few games."
        ),
    }
}

fn quality_row(phase: &str, player: &str, quality: Quality) -> Vec<String> {
    vec![
        phase.to_owned(),
        player.to_owned(),
        grouped(quality.moves),
        rate(&quality.accuracy, 1.0),
        rate(&quality.mistakes, 100.0),
        rate(&quality.blunders, 100.0),
    ]
}

fn rate(rate: &Rate, unit: f64) -> String {
    match rate.mean() {
        Some(Mean { mean, error }) => format!("{:.1} \u{b1} {:.1}", mean * unit, error * unit),
        None => none(),
    }
}

fn forced(report: &Report) -> Section {
    let similar = report.similar.as_ref().map(|it| it.play).unwrap_or_default();
    let (own, other) = (report.own.forced, similar.forced);
    let chances = |name: &str, [own, other]: [(u64, u64); 2]| {
        let share = |(had, missed): (u64, u64)| match had >= ENOUGH_GAMES {
            true => percent(missed as f64 / had as f64),
            false => none(),
        };
        vec![name.to_owned(), grouped(own.0), grouped(own.1), share(own), share(other)]
    };
    let mut rows = vec![
        chances("Forced roads", [(own.roads, own.missed_roads), (other.roads, other.missed_roads)]),
        chances(
            "Other wins",
            [(own.others, own.missed_others), (other.others, other.missed_others)],
        ),
    ];
    let allowed = |play: &Play| match play.games >= ENOUGH_GAMES {
        true => format!("{:.2} a game", play.forced.allowed_roads as f64 / play.games as f64),
        false => none(),
    };
    rows.push(vec![
        "Roads allowed".to_owned(),
        none(),
        grouped(own.allowed_roads),
        allowed(&report.own),
        allowed(&similar),
    ]);
    Section {
        title: "Proved wins",
        header: words(&["", "Had", "Missed or allowed", "Share", "Similar"]),
        rows,
        note:
            "A player misses a proved win with a mistake after which the engine sees no win; and \
               allows a road with a mistake after which the opponent has a proved one. Other wins \
               are those on flats, and those whose kind the search does not know."
                .to_owned(),
    }
}

fn openings(report: &Report) -> Section {
    let rows: Vec<_> = report.openings.iter().take(MOST_OPENINGS).map(opening).collect();
    let note = match rows.is_empty() {
        true => format!("No opening with {ENOUGH_GAMES} games or more of one color costs points."),
        false => {
            "Points lost: fewer points than the ratings predict, in all games of the opening. \
             Chance: that of the player after the opening by the engine, in the judged games."
                .to_owned()
        }
    };
    Section {
        title: "Openings that cost points",
        header: words(&["Opening", "Color", "Games", "Score", "Expected", "Points lost", "Chance"]),
        rows,
        note,
    }
}

fn opening(cost: &OpeningCost) -> Vec<String> {
    let opening = &cost.opening;
    let [score, expected] = shares(&cost.score);
    vec![
        format!("{0}x{0} {1}", opening.size, opening.moves),
        cost.color.name().to_lowercase(),
        grouped(cost.score.games),
        score,
        expected,
        format!("{:.1}", cost.lost_points),
        cost.chance.map_or_else(none, percent),
    ]
}
