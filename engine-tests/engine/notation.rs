//! Moves, positions and games as text: samples, and round trips through random games.

use crate::tests::common::{each_size, random, random_game};
use rand::RngExt;
use stonefall_engine::board::Position;
use stonefall_engine::game::Game;
use stonefall_engine::notation::ptn_file::{Evaluation, GameError, GameResult, Line, PtnGame};
use stonefall_engine::notation::{
    Ply, Tps, decode, parse_line, parse_move, parse_ply, parse_tps, read_move, tps,
};
use stonefall_engine::types::{Color, HalfKomi, Move, Opening, Rules};

/// The rows of a table; `#` begins a comment.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

/// The rows of a table of two columns. In the first, `\n`, `\r`, `\t` and `\u{feff}` stand for one character.
fn pairs(table: &str) -> impl Iterator<Item = (String, &str)> {
    rows(table).map(|row| match row[..] {
        [text, expected] => (unescaped(text), expected),
        _ => panic!("{row:?}"),
    })
}

fn unescaped(text: &str) -> String {
    let escapes = [("\\n", "\n"), ("\\r", "\r"), ("\\t", "\t"), ("\\u{feff}", "\u{feff}")];
    escapes.into_iter().fold(text.to_owned(), |text, (escape, sign)| text.replace(escape, sign))
}

/// The text of games, with empty lines between them.
fn write_games(games: &[PtnGame]) -> String {
    games.iter().map(ToString::to_string).collect::<Vec<_>>().join("\r\n")
}

/// The moves of a random game.
fn random_moves<const N: usize>(seed: u64, rules: Rules) -> Vec<Move> {
    let mut random = random(seed);
    let plies = random.random_range(0..120);
    let mut played = Vec::new();
    random_game::<N>(&mut random, rules, plies, |_, _, mv| played.push(mv));
    played
}

fn random_rules<const N: usize>(seed: u64) -> Rules {
    let komi = HalfKomi::new(seed as i32 % 9 - 4).unwrap();
    let opening = Opening::ALL[seed as usize % 3];
    Rules { opening, ..Rules::standard(N).with_komi(komi) }
}

#[test]
fn good_moves_are_read() {
    for row in rows(include_str!("../data/moves/good.tsv")) {
        let [text, shortest, written] = row[..] else { panic!("{row:?}") };
        let ply = parse_ply(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((&*ply.mv.to_string(), &*ply.to_string()), (shortest, written), "{text}");
    }
}

#[test]
fn bad_moves_are_refused() {
    for (text, message) in pairs(include_str!("../data/moves/bad.tsv")) {
        assert_eq!(parse_move(&text).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn good_positions_are_read() {
    for (text, written) in pairs(include_str!("../data/tps/good.tsv")) {
        let read = parse_tps(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.to_string(), written, "{text}");
        stonefall_engine::sized!(read.size, N => {
            let position = read.position::<N>(Rules::standard(N)).unwrap();
            assert_eq!(tps(&position), written, "{text}");
            assert_eq!(position.key(), position.key_from_scratch());
        })
        .unwrap();
    }
}

#[test]
fn bad_positions_are_refused() {
    for (text, message) in pairs(include_str!("../data/tps/bad.tsv")) {
        let error = match parse_tps(&text) {
            Err(error) => error,
            Ok(read) => stonefall_engine::sized!(read.size, N => {
                read.position::<N>(Rules::standard(N)).map(|_| ()).unwrap_err()
            })
            .unwrap(),
        };
        assert_eq!(error.to_string(), message, "{text}");
    }
}

/// The games of a text as they are written, and the problems, with `|` between them.
#[test]
fn games_of_every_form_are_read() {
    for (text, expected) in pairs(include_str!("../data/ptn/tokens.tsv")) {
        let games: Vec<_> = PtnGame::read_all(&text).collect();
        let problems = games.iter().flat_map(PtnGame::problems).map(|it| it.message);
        let found: Vec<_> =
            games.iter().map(|game| escaped(&game.to_string())).chain(problems).collect();
        assert_eq!(found.join("|"), expected, "{text}");
    }
}

fn escaped(text: &str) -> String {
    text.replace("\r\n", "\\n")
}

#[test]
fn lines_of_games_are_found() {
    for (text, expected) in pairs(include_str!("../data/ptn/trees.tsv")) {
        let game = PtnGame::read(&text);
        let (number, color) = game.first();
        let mut found = vec![format!("{number}{}", ['w', 'b'][color.index()])];
        found.extend(game.lines().iter().map(|line| {
            let parent = line.parent.map_or("-".to_owned(), |parent| parent.to_string());
            let name = if line.name.is_empty() { "-" } else { &line.name };
            let moves: Vec<_> = line.moves.iter().map(|played| played.ply.to_string()).collect();
            format!("{name} {parent} {} {}", line.start, moves.join(" "))
        }));
        assert_eq!(found.join("|"), expected, "{text}");
    }
}

#[test]
fn games_are_rewritten_in_one_form() {
    for (text, expected) in pairs(include_str!("../data/ptn/canonical.tsv")) {
        let written = PtnGame::read(&text).to_string();
        assert_eq!(written, unescaped(expected));
        assert_eq!(PtnGame::read(&written).to_string(), written);
    }
}

/// File, game, line, number of problems, plies, the position at the end.
#[test]
fn good_games_are_read_and_kept() {
    let files: [(&str, &[u8]); 5] = [
        ("ninja.ptn", include_bytes!("../data/ptn/ninja.ptn")),
        ("playtak.ptn", include_bytes!("../data/ptn/playtak.ptn")),
        ("old.ptn", include_bytes!("../data/ptn/old.ptn")),
        ("several.ptn", include_bytes!("../data/ptn/several.ptn")),
        ("engines.ptn", include_bytes!("../data/ptn/engines.ptn")),
    ];
    let mut found = Vec::new();
    for (name, bytes) in files {
        let text = decode(bytes.to_vec());
        let games: Vec<_> = PtnGame::read_all(&text).collect();
        let written = write_games(&games);
        let again: Vec<_> = PtnGame::read_all(&written).collect();
        assert_eq!(write_games(&again), written, "{name}");
        assert_eq!(again.len(), games.len(), "{name}");
        for (index, (game, again)) in games.iter().zip(&again).enumerate() {
            for (number, line) in game.lines().iter().enumerate() {
                let end = end_of_line(game, number).unwrap();
                assert_eq!(end_of_line(again, number).as_ref(), Ok(&end), "{name}");
                let problems = game.problems().len();
                found.push(format!("{name}\t{index}\t{}\t{problems}\t{end}", line.name));
            }
        }
    }
    let expected: Vec<_> =
        rows(include_str!("../data/ptn/good.tsv")).map(|row| row.join("\t")).collect();
    assert_eq!(found, expected, "{}", found.join("\n"));
}

fn end_of_line(game: &PtnGame, line: usize) -> Result<String, GameError> {
    let end = Game::replay(game, line, None)?;
    Ok(format!("{}\t{}", end.played().count(), end.tps()))
}

#[test]
fn bad_games_are_refused() {
    for row in rows(include_str!("../data/ptn/bad.tsv")) {
        let [text, line, plies, message] = row[..] else { panic!("{row:?}") };
        let game = PtnGame::read(&unescaped(text));
        let replayed = Game::replay(&game, line.parse().unwrap(), plies.parse().ok());
        assert_eq!(replayed.map(|_| ()).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn komi_is_read_in_many_spellings() {
    for (text, half_flats) in pairs(include_str!("../data/ptn/komi.tsv")) {
        let setup = PtnGame::read(&format!("[Size \"6\"] [Komi \"{text}\"]")).setup();
        let found = setup.map(|setup| setup.rules.half_komi.half_flats());
        assert_eq!(found.ok(), half_flats.parse().ok(), "{text}");
    }
}

/// Tags of a game on 6x6: written as PTN Ninja reads them, or refused.
#[test]
fn tags_have_one_spelling() {
    for row in rows(include_str!("../data/ptn/tags.tsv")) {
        let [name, value, expected] = row[..] else { panic!("{row:?}") };
        let mut game = PtnGame::read("[Size \"6\"]");
        game.set_tag(name, value);
        let found = match game.setup() {
            Ok(_) => game.to_string().lines().last().unwrap().to_owned(),
            Err(error) => error.message,
        };
        assert_eq!(found, expected, "{name} {value}");
    }
}

#[test]
fn evaluations_are_read_in_every_form() {
    for (comment, expected) in pairs(include_str!("../data/ptn/evaluations.tsv")) {
        let read = Evaluation::read(&comment).map(|evaluation| evaluation.to_string());
        assert_eq!(read.as_deref().unwrap_or("-"), expected, "{comment}");
    }
}

#[test]
fn evaluations_in_games_are_understood() {
    let comments = |text: &str| -> Vec<String> {
        let game = PtnGame::read(text);
        let moves = game.lines().iter().flat_map(|line| &line.moves);
        moves.flat_map(|it| it.comments.clone()).collect()
    };
    let written = |text: &String| Evaluation::read(text).map(|evaluation| evaluation.to_string());
    let engines = comments(include_str!("../data/ptn/engines.ptn"));
    assert_eq!(
        engines.iter().filter_map(written).collect::<Vec<_>>(),
        ["+0.53/12 1230ms", "-0.10/11 1200ms", "+0.34", "+0.10 900 visits", "pv a1 b2"]
    );
    let ninja = comments(include_str!("../data/ptn/ninja.ptn"));
    let same = ninja.iter().filter(|text| written(text).as_ref() == Some(text));
    assert_eq!(same.count(), 3, "PTN Ninja's own comments are written as they are read");
}

#[test]
fn every_generated_move_is_read_back() {
    fn check<const N: usize>() {
        for seed in 0..8 {
            let rules = random_rules::<N>(seed);
            let mut position = Position::<N>::start(rules);
            for mv in random_moves::<N>(seed, rules) {
                for legal in position.moves().into_iter().take(300) {
                    let text = Ply::new(legal, &position).to_string();
                    assert_eq!(read_move(&text, &position), Ok(legal), "{text}");
                    assert_eq!(read_move(&legal.to_string(), &position), Ok(legal), "{text}");
                    compare_with_takparse(legal);
                }
                position.play(mv, &mut ());
            }
        }
    }
    each_size!(N => check::<N>());
}

/// The crate takparse reads and writes the same text.
fn compare_with_takparse(mv: Move) {
    let text = mv.to_string();
    let theirs: takparse::Move = text.parse().unwrap();
    assert_eq!(parse_move(&theirs.to_string()), Ok(mv), "{text}");
}

#[test]
fn positions_of_random_games_are_read_back() {
    fn check<const N: usize>() {
        for seed in 0..60 {
            let rules = random_rules::<N>(seed);
            let mut position = Position::<N>::start(rules);
            for mv in random_moves::<N>(seed, rules) {
                position.play(mv, &mut ());
                let text = tps(&position);
                let read = parse_tps(&text).unwrap();
                assert_eq!(read, Tps::new(&position));
                let again = read.position::<N>(rules).unwrap();
                assert_eq!((again.key(), tps(&again)), (position.key(), text.clone()));
                assert_eq!(again.opening_plies(), position.opening_plies(), "{text}");
                assert_eq!(parse_tps(&crate::tests::common::tps(&position)), Ok(read));
                let theirs: takparse::Tps = text.parse().unwrap();
                assert_eq!(parse_tps(&theirs.to_string()), parse_tps(&text));
            }
        }
    }
    each_size!(N => check::<N>());
}

#[test]
fn random_games_are_written_and_read() {
    fn check<const N: usize>() {
        for seed in 0..40 {
            let rules = random_rules::<N>(seed);
            let played = random_moves::<N>(seed, rules);
            let mut game = PtnGame::new(N, &rules, None);
            let mut position = Position::<N>::start(rules);
            for &mv in &played {
                let written = game.main_mut().push(Ply::new(mv, &position));
                if mv.bits() % 3 == 0 {
                    written.comments.push("a comment".to_owned());
                }
                position.play(mv, &mut ());
            }
            game.main_mut().result = position.outcome().map(GameResult::from);
            let text = game.to_string();
            let read = PtnGame::read(&text);
            assert_eq!((read.problems(), read.to_string()), (Vec::new(), text));
            assert_eq!(read.result(), position.outcome().map(GameResult::from));
            let replayed = Game::replay(&read, PtnGame::MAIN_LINE, None).unwrap();
            assert_eq!(replayed.played().collect::<Vec<_>>(), played);
            assert!(*replayed.position::<N>().unwrap() == position);

            let line = played.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
            assert_eq!(parse_line(&line), Ok(played));
        }
    }
    each_size!(N => check::<N>());
}

#[test]
fn wins_of_both_are_written() {
    for text in ["R-0", "0-R", "F-0", "0-F", "1-0", "0-1", "1/2-1/2", "*"] {
        assert_eq!(GameResult::read(text).map(|result| result.to_string()), Some(text.into()));
    }
    let game = PtnGame::read("[Result \"0-F\"]\n1. a1");
    assert!(matches!(game.result(), Some(GameResult::Win(Color::Black, _))));
}

/// A game of random tags, moves, marks, comments, results and variations.
fn random_tree(seed: u64) -> PtnGame {
    let mut random = random(seed);
    let mut pick = |below: usize| random.random_range(0..below);
    let tps = parse_tps("x3/x,1,x/x3 2 5").unwrap();
    let mut game = match pick(3) {
        0 => PtnGame::default(),
        1 => PtnGame::new(6, &random_rules::<6>(seed), None),
        _ => PtnGame::new(3, &Rules::standard(3), Some(&tps)),
    };
    for number in 0..pick(3) {
        game.set_tag(&format!("Mood{number}"), ["", "good", "{x}", "[\\"][pick(4)]);
    }
    for index in 0..1 + pick(6) {
        if index > 0 {
            let parent = pick(index);
            let Line { name, start, moves, .. } = &game.lines()[parent];
            let ply = start + pick(moves.len() + 1);
            let slash = if parent > 0 { "/" } else { "" };
            let own = format!("{name}{slash}my idea {index}");
            // The first variation must not look like a comment.
            let is_own = index > 1 && pick(4) == 0;
            let name = if is_own { own } else { game.free_name(parent, ply) };
            game.add_variation(parent, ply, name);
        }
        let texts = ["", "so", "two\nlines", "3w1", "1. a1", "[A \"b\"]", "+0.5/3 pv> a1", " ж é "];
        let moves = ["a1", "Sb2'", "Cc3!?", "3c3>12*''", "e5-??", "2a1\"!!", "f6<"];
        let line = game.line_mut(index).unwrap();
        line.notes = (0..pick(3)).map(|_| texts[pick(8)].to_owned()).collect();
        for _ in 0..1 + pick(5) {
            let written = line.push(parse_ply(moves[pick(7)]).unwrap());
            written.comments = (0..pick(3)).map(|_| texts[pick(8)].to_owned()).collect();
        }
        line.result = [None, Some(GameResult::Draw), GameResult::read("R-0")][pick(3)];
    }
    game
}

/// Everything in a game but its places.
fn content(game: &PtnGame) -> impl PartialEq + std::fmt::Debug + use<> {
    let tags: Vec<_> =
        game.tags().iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect();
    let lines = game.lines().iter().map(|line| {
        let moves: Vec<_> = line.moves.iter().map(|it| (it.ply, it.comments.clone())).collect();
        (line.name.clone(), line.parent, line.start, line.notes.clone(), moves, line.result)
    });
    (tags, lines.collect::<Vec<_>>(), game.first(), game.problems())
}

#[test]
fn a_written_game_is_read_as_the_same_tree() {
    let games: Vec<_> = (0..3000).map(random_tree).collect();
    for game in &games {
        let text = game.to_string();
        let read = PtnGame::read(&text);
        assert_eq!(content(&read), content(game), "{text}");
        // In every encoding, with every end of a line.
        let units = || std::iter::once(0xfeff).chain(text.encode_utf16());
        let little = units().flat_map(u16::to_le_bytes).collect();
        let big = units().flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big, format!("\u{feff}{text}").into_bytes()] {
            assert_eq!(decode(bytes), text);
        }
        for end in ["\n", "\r"] {
            let other = PtnGame::read(&text.replace("\r\n", end));
            assert_eq!(content(&other), content(game), "{text}");
        }
    }
    let tagged = games.iter().filter(|game| game.tag("Size").is_some());
    let tagged: Vec<_> = tagged.cloned().collect();
    let text = write_games(&tagged);
    assert!(PtnGame::read_all(&text).map(|it| content(&it)).eq(tagged.iter().map(content)));
}
