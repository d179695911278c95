//! Moves, positions and games as text: samples, and round trips through random games.

use crate::common::{each_size, random, random_game};
use rand::RngExt;
use stonefall_engine::board::Position;
use stonefall_engine::notation::ptn_file::{
    Evaluation, GameResult, Item, PtnFile, PtnGame, Token, Writer, is_valid_tag,
};
use stonefall_engine::notation::{
    Tps, parse_line, parse_move, parse_ply, parse_tps, read_move, spelling, tps,
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

#[test]
fn games_are_split_into_tokens() {
    for (text, expected) in pairs(include_str!("../data/ptn/tokens.tsv")) {
        let file = PtnFile::read(&text);
        assert_eq!(file.to_string(), text);
        let items = file.games.iter().flat_map(PtnGame::items);
        let tokens: Vec<_> = items.map(described).collect();
        assert_eq!(tokens.join("|"), expected, "{text}");
    }
}

fn described(item: &Item) -> String {
    match item.token() {
        Token::Tag(tag) => format!("[{}={}]", tag.name, tag.value),
        Token::Comment => "{}".into(),
        Token::Number(number) => {
            let line = number.line.as_deref().unwrap_or_default();
            format!("{line}#{}{}", number.number, if number.black { "b" } else { "" })
        }
        Token::Ply(ply) => ply.to_string(),
        Token::Result(result) => result.to_string(),
        Token::Placeholder => "--".into(),
        Token::Marks(marks) => format!("marks {marks}"),
        Token::Unknown(_) => format!("unknown {}", item.text()),
    }
}

#[test]
fn lines_of_games_are_found() {
    for (text, expected) in pairs(include_str!("../data/ptn/trees.tsv")) {
        let tree = PtnGame::read(&text).tree();
        let letter = ['w', 'b'][tree.first_to_move.index()];
        let mut found = vec![format!("{}{letter}", tree.first_number)];
        found.extend(tree.lines.iter().map(|line| {
            let parent = line.parent.map_or("-".to_owned(), |parent| parent.to_string());
            let name = if line.name.is_empty() { "-" } else { &line.name };
            let moves: Vec<_> = line.plies.iter().map(|played| played.ply.to_string()).collect();
            format!("{name} {parent} {} {}", line.start, moves.join(" "))
        }));
        assert_eq!(found.join("|"), expected, "{text}");
    }
}

#[test]
fn games_are_rewritten_in_one_form() {
    for (text, expected) in pairs(include_str!("../data/ptn/canonical.tsv")) {
        let written = PtnGame::read(&text).canonical();
        assert_eq!(written, unescaped(expected));
        assert_eq!(PtnGame::read(&written).canonical(), written);
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
        let text = std::str::from_utf8(bytes).unwrap();
        let file = PtnFile::read(text);
        assert_eq!(file.to_string(), text, "{name}");
        for (index, game) in file.games.iter().enumerate() {
            let canonical = game.canonical();
            let again = PtnGame::read(&canonical);
            assert_eq!(again.canonical(), canonical, "{name}");
            assert_eq!(again.tree().lines.len(), game.tree().lines.len(), "{name}");
            for (number, line) in game.tree().lines.iter().enumerate() {
                let end = end_of_line(game, number).unwrap();
                assert_eq!(end_of_line(&again, number).as_ref(), Ok(&end), "{name}");
                let problems = game.problems().len();
                found.push(format!("{name}\t{index}\t{}\t{problems}\t{end}", line.name));
            }
        }
    }
    let expected: Vec<_> =
        rows(include_str!("../data/ptn/good.tsv")).map(|row| row.join("\t")).collect();
    assert_eq!(found, expected, "{}", found.join("\n"));
}

fn end_of_line(game: &PtnGame, line: usize) -> Result<String, String> {
    let size = game.setup().map_err(|error| error.to_string())?.size;
    stonefall_engine::sized!(size, N => {
        let replay = game.replay::<N>(line, None).map_err(|error| error.to_string())?;
        assert_eq!(replay.history.len(), replay.moves.len());
        Ok(format!("{}\t{}", replay.moves.len(), tps(&replay.position)))
    })
    .unwrap()
}

#[test]
fn bad_games_are_refused() {
    for row in rows(include_str!("../data/ptn/bad.tsv")) {
        let [text, line, plies, message] = row[..] else { panic!("{row:?}") };
        let text = unescaped(text);
        let game = PtnGame::read(&text);
        assert_eq!(game.to_string(), text);
        let size = game.setup().map_or(6, |setup| setup.size);
        let line = line.parse().unwrap();
        let error = stonefall_engine::sized!(size, N => {
            game.replay::<N>(line, plies.parse().ok()).map(|_| ()).unwrap_err().to_string()
        });
        assert_eq!(error.unwrap(), message, "{text}");
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

#[test]
fn tags_are_valid_as_in_ptn_ninja() {
    for row in rows(include_str!("../data/ptn/tags.tsv")) {
        let [name, value, validity] = row[..] else { panic!("{row:?}") };
        assert_eq!(is_valid_tag(name, value), validity == "valid", "{name} {value}");
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
    let game = PtnGame::read(include_str!("../data/ptn/engines.ptn"));
    let comments = game.items().iter().filter_map(|item| Evaluation::read(item.comment()?));
    let written: Vec<_> = comments.map(|evaluation| evaluation.to_string()).collect();
    assert_eq!(
        written,
        ["+0.53/12 1230ms", "-0.10/11 1200ms", "+0.34", "+0.10 900 visits", "pv a1 b2"]
    );
    let game = PtnGame::read(include_str!("../data/ptn/ninja.ptn"));
    let comments = game.items().iter().filter_map(|item| item.comment());
    let same = comments.filter(|text| {
        Evaluation::read(text).is_some_and(|evaluation| evaluation.to_string() == **text)
    });
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
                    let text = spelling(legal, &position);
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
                assert_eq!(parse_tps(&crate::common::tps(&position)), Ok(read));
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
            let mut writer = Writer::new();
            writer.tag("Size", &N.to_string()).tag("Opening", rules.opening.name());
            writer.tag("Komi", &rules.half_komi.to_string());
            let mut position = Position::<N>::start(rules);
            for &mv in &played {
                if mv.bits() % 3 == 0 {
                    writer.comment("a comment");
                }
                writer.ply(spelling(mv, &position));
                position.play(mv, &mut ());
            }
            if let Some(outcome) = position.outcome() {
                writer.result(outcome.into());
            }
            let text = writer.finish();
            let game = PtnGame::read(&text);
            assert_eq!(game.problems(), []);
            assert_eq!(game.canonical(), text);
            assert_eq!(game.result(), position.outcome().map(GameResult::from));
            let replay = game.replay::<N>(PtnGame::MAIN_LINE, None).unwrap();
            assert_eq!(replay.moves, played);
            assert!(replay.position == position);

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
