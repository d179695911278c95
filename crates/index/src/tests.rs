#![allow(clippy::unwrap_used)]
use crate::columns::Columns;
use crate::count::{Part, Tally};
use crate::cut::{Cut, SUMMARIZED};
use crate::facts::{Facts, class};
use crate::first::First;
use crate::read::{Found, Games, Group, find};
use crate::select::{Bits, Conditions, People};
use crate::summary::BEST;
use crate::write::{Entry, write};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use stonefall_engine::notation::ptn_file::{GameResult, Reason};
use stonefall_engine::types::ByColor;
use stonefall_engine::{Color, Move};

const GAMES: u16 = 3000;

/// A number that looks random.
fn key(number: u64) -> u64 {
    let mixed = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 32
}

/// Positions of 1, 2, 3 ... games, one of all games, and as many entries for a single one.
fn entries() -> Vec<Entry> {
    let mv = |game: u16, moves| Move::from_bits(game % moves + 64);
    let popular = (0..60).flat_map(|number| {
        let games = (0..=number).map(move |game| 49 * game as u16);
        games.map(move |game| Entry { key: key(number), game, mv: mv(game, 60) })
    });
    let all = (0..GAMES).map(|game| Entry {
        key: key(60),
        game,
        mv: mv(if game < 60 { game } else { game % 7 }, 60),
    });
    let single = |number: u64| Entry { key: key(number), game: number as u16, mv: None };
    popular.chain(all).chain((1000..3000).map(single)).collect()
}

fn facts(game: u16) -> Facts {
    let results = [
        GameResult::Draw,
        GameResult::Unfinished,
        GameResult::Win(Color::White, Reason::Road),
        GameResult::Win(Color::Black, Reason::Flats),
    ];
    let random = key(game.into());
    Facts {
        players: ByColor::new((random >> 8) as u32 % 50, (random >> 16) as u32 % 50),
        ratings: ByColor::new(game % 700, 900 + game * 7 % 800),
        day: 18_000 + game % 5,
        time: (600, 20 + game % 2),
        half_komi: if random & 1 == 0 { 4 } else { -4 },
        class: class(
            5 + usize::from(game % 2),
            results[usize::from(game * 3 % 7 % 4)],
            game.is_multiple_of(3),
        ),
    }
}

fn columns() -> Columns {
    let mut columns = Columns::default();
    (0..GAMES).for_each(|game| columns.push(&facts(game)));
    columns
}

type Buckets = BTreeMap<u64, Vec<u8>>;

fn written() -> (Cut, Buckets) {
    let (cut, buckets) = write(entries(), GAMES.into(), &columns());
    (cut, buckets.into_iter().collect())
}

fn found((cut, buckets): &(Cut, Buckets), key: u64) -> Found<'_> {
    let bucket = buckets.get(&cut.bucket_of(key));
    bucket.map_or_else(Found::default, |bucket| find(bucket, *cut, key).unwrap())
}

fn all() -> Conditions {
    Conditions::new(|_, _, _| true)
}

/// All games of a group.
fn games(group: &Group<'_>) -> Vec<u16> {
    let (columns, results) = (Columns::default(), [0; GAMES as usize]);
    group.selected(&Part { first_game: 1, columns: &columns, results: &results }).unwrap()
}

#[test]
fn every_entry_is_found_and_no_other_key() {
    let written = written();
    assert_eq!(Cut::stored(written.0.prefix, written.0.bucket, GAMES.into()), Some(written.0));
    for number in 0..=60 {
        let entries = entries().into_iter().filter(|it| it.key == key(number));
        let expected: BTreeSet<_> = entries.map(|it| (it.game, it.mv)).collect();
        let found = found(&written, key(number));
        if number == 0 {
            assert!(found.maybe.contains(&0));
            continue;
        }
        let of = |group: &Group<'_>| {
            let mv = group.mv;
            games(group).into_iter().map(move |game| (game, mv))
        };
        let sure: Vec<_> = found.groups.iter().flat_map(of).collect();
        assert_eq!(sure.len(), expected.len());
        assert_eq!(sure.into_iter().collect::<BTreeSet<_>>(), expected);
        assert!(found.maybe.is_empty(), "positions of one game: {:?}", found.maybe);
    }
    let find = |number| found(&written, key(number));
    assert!((1000..3000).all(|number| find(number).maybe.contains(&(number as u16))));
    let wrong: usize = (5000..7000).map(|number| find(number).maybe.len()).sum();
    assert!(wrong < 800, "{wrong} of 2000 keys have a wrong game");
    assert!((5000..7000).all(|number| find(number).groups.is_empty()));
}

/// The slow twin of counting and of summaries: counts the games one by one.
fn slow(games: &[(u16, Facts)], mover: Color) -> Tally {
    let mut tally = Tally { games: games.len() as u64, ..Tally::default() };
    for (_, facts) in games {
        match facts.result() {
            GameResult::Win(Color::White, _) => tally.white += 1,
            GameResult::Win(Color::Black, _) => tally.black += 1,
            GameResult::Draw => tally.draws += 1,
            GameResult::Unfinished => {}
        }
        tally.rating_sum += u64::from(facts.ratings[mover]);
        tally.rated += u64::from(facts.ratings[mover] != 0);
    }
    tally
}

/// The games with the highest ratings, without their moves.
fn best(games: &[(u16, Facts)]) -> Vec<u16> {
    let mut games = games.to_vec();
    games.sort_by_key(|(game, facts)| {
        let ByColor([white, black]) = facts.ratings;
        let mean = if white == 0 || black == 0 { 0 } else { (white + black) / 2 };
        Reverse((mean, facts.day, *game))
    });
    games.iter().map(|(game, _)| *game).take(BEST).collect()
}

#[test]
fn summaries_are_the_counts_of_their_games() {
    let written = written();
    let is_many = |group: &Group<'_>| matches!(group.games, Games::Many(..));
    assert!(!found(&written, key(59)).groups.iter().any(is_many));
    let groups = found(&written, key(60)).groups;
    let many = groups.iter().filter_map(|group| match &group.games {
        Games::Many(summary, _) => Some((group, summary)),
        Games::Few(games) => {
            assert!(games.len() < SUMMARIZED);
            None
        }
    });
    let mut summaries = 0;
    for (group, summary) in many {
        let games: Vec<_> = games(group).into_iter().map(|game| (game, facts(game))).collect();
        assert!(games.len() >= SUMMARIZED);
        for mover in Color::ALL {
            assert_eq!(Tally::of(summary, mover), slow(&games, mover), "{:?}", group.mv);
        }
        assert_eq!(summary.best, best(&games));
        summaries += 1;
    }
    assert!(summaries > 3 && summaries < groups.len());
    let counted: usize = groups.iter().map(|group| games(group).len()).sum();
    assert_eq!(counted, usize::from(GAMES));
}

/// Whether a game matches, as the slow twin says.
type Matches = Box<dyn Fn(&Facts) -> bool>;

fn conditions() -> Vec<(Conditions, Matches)> {
    let people = |bits: Bits| {
        let players: Vec<_> = (0..50)
            .map(|id: u32| u8::from(id.is_multiple_of(3)) + 2 * u8::from(id.is_multiple_of(2)))
            .collect();
        Conditions { people: Some(People::new(&players, &bits)), ..all() }
    };
    let one = |one| Bits { one, ..Bits::default() };
    let colors = |white, black| Bits { colors: ByColor::new(white, black), ..Bits::default() };
    let third = |facts: &Facts, color| facts.players[color].is_multiple_of(3);
    let even = |facts: &Facts, color| facts.players[color].is_multiple_of(2);
    use Color::{Black, White};
    vec![
        (all(), Box::new(|_| true)),
        (Conditions::new(|_, _, _| false), Box::new(|_| false)),
        (Conditions::new(|size, _, _| size == 6), Box::new(|it| it.size() == 6)),
        (
            Conditions::new(|_, result, _| result == GameResult::Draw),
            Box::new(|it| it.result() == GameResult::Draw),
        ),
        (Conditions::new(|_, _, tournament| tournament), Box::new(|it| it.class & 64 != 0)),
        (Conditions { half_komi: Some(-4), ..all() }, Box::new(|it| it.half_komi == -4)),
        (
            Conditions { min_rating: 650, ..all() },
            Box::new(|it| it.ratings.0.iter().all(|&rating| rating >= 650)),
        ),
        (Conditions { days: 18_001..=u16::MAX, ..all() }, Box::new(|it| it.day > 18_000)),
        (Conditions { days: 0..=18_003, ..all() }, Box::new(|it| it.day < 18_004)),
        (Conditions { time: Some((600, 21)), ..all() }, Box::new(|it| it.time == (600, 21))),
        (people(one(1)), Box::new(move |it| third(it, White) || third(it, Black))),
        (
            people(one(3)),
            Box::new(move |it| {
                (third(it, White) || third(it, Black)) && (even(it, White) || even(it, Black))
            }),
        ),
        (people(colors(2, 0)), Box::new(move |it| even(it, White))),
        (people(colors(0, 1)), Box::new(move |it| third(it, Black))),
        (people(colors(1, 2)), Box::new(move |it| third(it, White) && even(it, Black))),
        (
            people(Bits { none: 2, ..Bits::default() }),
            Box::new(move |it| !even(it, White) && !even(it, Black)),
        ),
        (
            people(Bits { none: 2, ..one(1) }),
            Box::new(move |it| {
                (third(it, White) || third(it, Black)) && !even(it, White) && !even(it, Black)
            }),
        ),
        (people(one(4)), Box::new(|_| false)), // Nobody has this bit.
        (
            Conditions { half_komi: Some(4), min_rating: 300, time: Some((600, 20)), ..all() },
            Box::new(|it| {
                it.half_komi == 4
                    && it.time == (600, 20)
                    && it.ratings.0.iter().all(|&rating| rating >= 300)
            }),
        ),
    ]
}

#[test]
fn selected_games_are_those_that_match_one_by_one() {
    let written = written();
    let columns = columns();
    let groups = found(&written, key(60)).groups;
    for (place, (conditions, matches)) in conditions().into_iter().enumerate() {
        let results = conditions.select(&columns);
        let part = Part { first_game: 7, columns: &columns, results: &results };
        for game in 0..GAMES {
            assert_eq!(part.has(game), Some(matches(&facts(game))), "{place} {game}");
        }
        assert_eq!(part.has(GAMES), None);
        for mover in Color::ALL {
            let (mut first, mut matching) = (First::new(BEST), Vec::new());
            for group in &groups {
                let of_group = group.selected(&part).unwrap();
                let of_group: Vec<_> = of_group.iter().map(|&game| (game, facts(game))).collect();
                let counted = group.count(&part, mover, &mut first).unwrap();
                assert_eq!(counted, slow(&of_group, mover), "{place} {:?}", group.mv);
                matching.extend(of_group);
            }
            let first: Vec<_> = first.finish().map(|(id, _)| (id - 7) as u16).collect();
            assert_eq!(first, best(&matching), "{place}");
            let count = (0..GAMES).filter(|&game| matches(&facts(game))).count();
            assert_eq!(matching.len(), count, "{place}");
        }
    }
}

#[test]
fn damaged_bytes_are_errors_or_empty() {
    let (cut, buckets) = written();
    let columns = columns();
    let results = all().select(&columns);
    let part = Part { first_game: 1, columns: &columns, results: &results };
    // Fewer games than the lists name.
    let short = Part { results: &results[..2000], ..part };
    let mut damaged = 0;
    for bucket in buckets.values() {
        for end in (0..bucket.len()).step_by(11) {
            let _ = find(&bucket[..end], cut, u64::MAX);
            let Some(found) = find(&bucket[..end], cut, key(60)) else { continue };
            for group in found.groups {
                let _ = group.count(&part, Color::White, &mut First::new(3));
                damaged += usize::from(group.selected(&short).is_none());
                let counted = group.count(&short, Color::White, &mut First::new(3));
                assert_eq!(counted.is_none(), group.selected(&short).is_none());
            }
        }
    }
    assert!(damaged > 0);
    assert!(find(&[0; 9], cut, 0).is_none());
    assert_eq!(Cut::stored(40, 3, 9), None);
    assert_eq!(Cut::stored(8, 9, 9), None);
}
