//! `stonefall games explore` and `find`, compared with a slow count over all games.

use super::{NAMES, Row, count, database, new_database, playtak, random_row};
use crate::program::{assert_documented, json, rejected, run};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use stonefall_engine::board::Symmetry;
use stonefall_engine::{Color, Game, Rules};
use stonefall_tools::games::{Database, Filter};

/// Games, White's wins, draws, Black's wins.
type Counts = [u64; 4];

fn counts(value: &Value) -> Counts {
    ["games", "white_wins", "draws", "black_wins"].map(|field| value[field].as_u64().unwrap())
}

/// The position in all eight images, as text without the move number.
fn images(game: &Game) -> BTreeSet<String> {
    let text = |symmetry| {
        let tps = game.image(symmetry).unwrap().tps().to_string();
        tps.rsplit_once(' ').unwrap().0.to_owned()
    };
    Symmetry::ALL.into_iter().map(text).collect()
}

fn start(size: usize) -> Game {
    Game::start(size, Rules::standard(size)).unwrap()
}

/// The slow twin: plays all games, and counts those that visit an image of the position and the positions that follow.
fn slow(rows: &[&Row], position: &Game) -> (Counts, BTreeMap<String, Counts>) {
    let wanted = images(position);
    let (mut total, mut moves) = ([0; 4], BTreeMap::<String, Counts>::new());
    for row in rows {
        let mut game = start(row.size);
        for ply in 0..row.moves.len().min(40) {
            let visits = images(&game).iter().any(|image| wanted.contains(image));
            game.play(row.moves[ply]).unwrap();
            if visits {
                let after = images(&game).pop_first().unwrap();
                let first = row.result.split_once('-').unwrap();
                let place = match first {
                    ("1/2", _) => Some(2),
                    ("0", "0") => None,
                    ("0", _) => Some(3),
                    _ => Some(1),
                };
                for counts in [&mut total, moves.entry(after).or_default()] {
                    counts[0] += 1;
                    if let Some(place) = place {
                        counts[place] += 1;
                    }
                }
                break;
            }
        }
    }
    (total, moves)
}

fn compare(
    database: &str,
    rows: &[Row],
    position: &Game,
    filter: &[&str],
    matches: impl Fn(&Row) -> bool,
) {
    let tps = position.tps().to_string();
    let mut arguments = vec!["games", "explore", database, &tps, "--json"];
    arguments.extend(filter);
    let found = json(&arguments);
    let rows: Vec<_> = rows.iter().filter(|row| matches(row)).collect();
    let (total, moves) = slow(&rows, position);
    assert_eq!(counts(&found["total"]), total, "{tps} {filter:?}");
    let mut found_moves = BTreeMap::new();
    for choice in found["moves"].as_array().unwrap() {
        let mv = position.read_move(choice["move"].as_str().unwrap()).unwrap();
        let after = images(&position.after(mv).unwrap()).pop_first().unwrap();
        assert!(found_moves.insert(after, counts(choice)).is_none(), "{tps}: {choice}");
    }
    assert_eq!(found_moves, moves, "{tps} {filter:?}");
}

#[test]
fn every_count_is_that_of_all_games() {
    let rows: Vec<_> = (1..120).map(random_row).collect();
    let database = database("explored", &rows);
    for size in [5, 6] {
        compare(&database, &rows, &start(size), &[], |row| row.size == size);
    }
    for row in rows.iter().step_by(40) {
        let mut game = start(row.size);
        for &mv in row.moves.iter().take(8) {
            game.play(mv).unwrap();
            let image = game.image(Symmetry::ALL[row.id as usize % 8]).unwrap();
            if image.outcome().is_none() {
                compare(&database, &rows, &image, &[], |it| it.size == row.size);
            }
        }
    }
}

#[test]
fn filters_select_games() {
    let rows: Vec<_> = (1..700).map(random_row).collect();
    let database = database("filtered", &rows);
    let is_bot = |row: &Row| row.players.contains(&NAMES[3]);
    let compare = |filter: &[&str], matches: &dyn Fn(&Row) -> bool| {
        let matches = |row: &Row| row.size == 5 && matches(row);
        assert!(rows.iter().filter(|row| matches(row)).count() > 3, "{filter:?}");
        compare(&database, &rows, &start(5), filter, matches);
        let mut find = vec!["games", "find", &database, "--size", "5", "--json", "--limit", "1000"];
        find.extend(filter);
        let found = json(&find);
        let mut numbers: Vec<_> =
            rows.iter().filter(|row| matches(row)).map(|row| row.id).collect();
        let games = found["games"].as_array().unwrap();
        let mut found: Vec<_> = games.iter().map(|it| it["number"].as_i64().unwrap()).collect();
        found.sort_unstable();
        numbers.sort_unstable();
        assert_eq!(found, numbers, "{filter:?}");
    };
    compare(&["--half-komi", "4"], &|row| row.half_komi == 4);
    compare(&["--min-rating", "1300"], &|row| row.ratings.iter().all(|&it| it >= 1300));
    // 18,262 days are 1 January 2020.
    compare(&["--since", "2020.01.01"], &|row| row.day >= 18_262);
    compare(&["--until", "2020-01-01"], &|row| row.day <= 18_262);
    compare(&["--player", "ann"], &|row| row.players.contains(&"Ann"));
    compare(&["--white", "Ann"], &|row| row.players[0] == "Ann");
    compare(&["--black", "Ben", "--player", "Ann"], &|row| row.players == ["Ann", "Ben"]);
    compare(&["--tournament", "yes"], &|row| row.tournament);
    compare(&["--bots", "none"], &|row| !is_bot(row));
    compare(&["--bots", "only"], &is_bot);
    compare(&["--result", "draw"], &|row| row.result == "1/2-1/2");
    compare(&["--result", "black"], &|row| row.result.starts_with("0-") && row.result != "0-0");
    compare(&["--time", "600+20"], &|_| true);
    compare(&["--result", "draw", "--bots", "none", "--min-rating", "1200"], &|row| {
        row.result == "1/2-1/2" && !is_bot(row) && row.ratings.iter().all(|&it| it >= 1200)
    });
    let unknown = rejected(&["games", "find", &database, "--player", "Zoe"], 1);
    assert!(unknown.contains("found \"Zoe\""), "{unknown}");
}

/// Positions with few stones have summaries. A filter that all games pass counts them one by one.
#[test]
fn summaries_equal_the_count_of_each_game() {
    let mut rows: Vec<_> = (1..700).map(random_row).collect();
    rows.iter_mut().for_each(|row| row.moves.truncate(4));
    let path = database("summarized", &rows);
    let database = Database::open(Path::new(&path)).unwrap();
    let all = Filter { size: Some(5), min_rating: Some(0), ..Filter::default() };
    let passed = Filter { since: Some(0), ..all.clone() };
    let mut position = start(5);
    for ply in 0..3 {
        compare(&path, &rows, &position, &[], |row| row.size == 5);
        for games in [0, 3, 10, 11, 1000] {
            let [found, expected] = [&all, &passed].map(|filter| {
                let found = database.explore(&position, filter, games).unwrap();
                let games: Vec<_> =
                    found.games.into_iter().map(|it| (it.game.id, it.next_move)).collect();
                (found.total, found.moves, games)
            });
            assert_eq!(found, expected, "{ply} {games}");
        }
        let found = database.explore(&position, &all, 1).unwrap();
        assert!(ply > 0 || found.moves[0].count.games > 200, "{found:?}");
        position.play(found.moves[0].mv).unwrap();
    }
    let other = Filter { size: Some(6), ..Filter::default() };
    assert_eq!(database.explore(&start(5), &other, 3).unwrap().total.games, 0);
}

#[test]
fn small_imports_have_the_same_answers() {
    let rows: Vec<_> = (1..20).map(random_row).collect();
    let database = new_database("piecemeal");
    for row in &rows {
        let source = playtak("piece.db", 2, std::slice::from_ref(row));
        run(&["games", "add", &database, &source]);
    }
    assert_eq!(count(&database), 19);
    let mut game = start(5);
    for &mv in random_row(3).moves.iter().take(6) {
        compare(&database, &rows, &game, &[], |row| row.size == 5);
        game.play(mv).unwrap();
    }
}

#[test]
fn repeated_queries_see_changes_of_the_file() {
    let rows: Vec<_> = (1..40).map(random_row).collect();
    let (first, later) = rows.split_at(20);
    let path = database("repeated", first);
    let database = Database::open(Path::new(&path)).unwrap();
    let explore = |filter: &Filter| database.explore(&start(5), filter, 10).unwrap();
    let of_size = |rows: &[Row]| rows.iter().filter(|row| row.size == 5).count() as u64;
    let all = Filter::default();
    let sized = Filter { size: Some(6), ..all.clone() };
    for _ in 0..2 {
        assert_eq!(explore(&all).total.games, of_size(first));
        assert_eq!(explore(&sized).total.games, 0, "the filter is part of the query");
    }
    run(&["games", "add", &path, &playtak("later.db", 2, later)]);
    assert_eq!(explore(&all).total.games, of_size(&rows));
    assert_eq!(explore(&all).moves, explore(&all).moves);
}

#[test]
fn games_are_listed_by_rating_with_their_next_move() {
    let rows: Vec<_> = (1..60).map(random_row).collect();
    let database = database("listed", &rows);
    let found = json(&["games", "explore", &database, "--size", "5", "--json", "--games", "3"]);
    let games = found["best_games"].as_array().unwrap();
    let mean = |row: &Row| (row.ratings[0] + row.ratings[1]) / 2;
    let mut means: Vec<_> = rows.iter().filter(|row| row.size == 5).map(mean).collect();
    means.sort_unstable_by(|one, other| other.cmp(one));
    let rating = |game: &Value, color: &str| game[color]["rating"].as_i64().unwrap();
    let found_means: Vec<_> =
        games.iter().map(|game| (rating(game, "white") + rating(game, "black")) / 2).collect();
    assert_eq!(found_means, means[..3]);
    let next = games[0]["next_move"].as_str().unwrap();
    assert!(start(5).read_move(next).is_ok());
    assert_documented(&[
        &found,
        &found["total"],
        &found["moves"][0],
        &games[0],
        &games[0]["white"],
    ]);
    let text = run(&["games", "explore", &database, "--size", "5", "--ascii"]);
    for part in ["Move", "Results", "Games with the highest ratings", "#"] {
        assert!(text.contains(part), "{text}");
    }
    let mover = Color::White;
    let rated: Vec<_> = rows.iter().filter(|row| row.size == 5).collect();
    let sum: i64 = rated.iter().map(|row| row.ratings[mover.index()]).sum();
    let mean = (sum + rated.len() as i64 / 2) / rated.len() as i64;
    assert_eq!(found["total"]["rating"], mean);
}
