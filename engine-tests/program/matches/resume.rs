//! A match that was interrupted ends as one that was not.

use super::{moves, plan, play, records, stonefall, timeless};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use stonefall::tools::matches::{Archive, ArchiveError, Plan, Record, RecordError};

fn file(name: &str, content: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

fn numbers(records: &[Record]) -> BTreeSet<usize> {
    records.iter().map(|record| record.fixture.number).collect()
}

/// Goes on with the match of a file, for so many games; all records of the file then.
fn go_on(plan: &Plan, path: &Path, most: usize) -> Vec<Record> {
    let (mut archive, found) = Archive::open(path, plan).unwrap();
    for text in play(plan, &numbers(&found.records), most) {
        archive.add(&text).unwrap();
    }
    drop(archive);
    Archive::open(path, plan).unwrap().1.records
}

#[test]
fn an_interrupted_match_ends_as_another() {
    let plan = plan(vec![stonefall("A", 200), stonefall("B", 50)], 6);
    let whole = play(&plan, &BTreeSet::new(), usize::MAX);
    let expected = timeless(&plan, &records(&plan, &whole));

    let path = file("interrupted.ptn", "");
    let part = go_on(&plan, &path, 3);
    assert_eq!(part.len(), 3);
    assert_eq!(timeless(&plan, &go_on(&plan, &path, usize::MAX)), expected);

    // A program that was killed while it wrote: at any place of the last game.
    let text = std::fs::read_to_string(&path).unwrap();
    let last = text.rfind("[Site").unwrap();
    for cut in [last + 1, last + 3, last + 60, (last + text.len()) / 2, text.len() - 5] {
        std::fs::write(&path, &text.as_bytes()[..cut]).unwrap();
        let (_, found) = Archive::open(&path, &plan).unwrap();
        assert!(found.was_torn && found.records.len() == 5, "{cut}");
        let records = go_on(&plan, &path, usize::MAX);
        assert_eq!(timeless(&plan, &records), expected, "{cut}");
    }

    // A longer match begins like a shorter one.
    let longer = Plan { games: 8, ..plan.clone() };
    let records = go_on(&longer, &path, usize::MAX);
    assert_eq!(numbers(&records), (0..8).collect());
    let again = play(&plan, &(1..6).collect(), usize::MAX);
    assert_eq!(moves(&again[0]), moves(&whole[0]));
}

#[test]
fn other_files_are_left_alone() {
    let mine = plan(vec![stonefall("A", 50), stonefall("B", 50)], 2);
    let other = plan(vec![stonefall("A", 50), stonefall("B", 51)], 2);
    let text = play(&mine, &BTreeSet::new(), 1).remove(0);
    for (content, plan, reason) in [
        (text.as_str(), &other, RecordError::OtherMatch),
        ("[Size \"4\"]\n1. a1 d4 1-0\n", &mine, RecordError::NoMatch),
        // Half a game, but not at the end.
        (&format!("[Size \"4\"]\n1. a1 d4\n\n{text}"), &mine, RecordError::Unfinished),
        (&text.replace("[Round \"1\"]", "[Round \"0\"]"), &mine, RecordError::Tag("Round")),
        (
            &text.replace("[Termination \"", "[Termination \"x"),
            &mine,
            RecordError::Tag("Termination"),
        ),
    ] {
        let path = file("other.ptn", content);
        match Archive::open(&path, plan) {
            Err(ArchiveError::Game { number: 1, reason: found }) => assert_eq!(found, reason),
            found => panic!("{found:?}"),
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), content);
    }
    let path = file("bytes.ptn", "");
    std::fs::write(&path, b"\xff\xfe nothing").unwrap();
    assert!(matches!(Archive::open(&path, &mine), Err(ArchiveError::NoText)));
}
