//! An interrupted match ends like an uninterrupted one.

use super::{moves, plan, play, records, stonefall, timeless};
use crate::program::file;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use stonefall_tools::matches::{MatchPlan, MatchRecord, open_match};
use stonefall_tools::resume::{ResumableFile, ResumeError, ResumeProblem, Start};

fn numbers(records: &[MatchRecord]) -> BTreeSet<usize> {
    records.iter().map(|record| record.fixture.number).collect()
}

/// Plays at most a number of games of a file's match; returns all records of the file.
fn resume(plan: &MatchPlan, path: &Path, most: usize) -> Vec<MatchRecord> {
    let (mut file, found, _) = open(plan, path).unwrap();
    for text in play(plan, &numbers(&found), most) {
        file.append(text.as_bytes()).unwrap();
    }
    drop(file);
    open(plan, path).unwrap().1
}

type Opened = (ResumableFile, Vec<MatchRecord>, u64);

fn open(plan: &MatchPlan, path: &Path) -> Result<Opened, ResumeError> {
    open_match(path, Start::Resume, plan, &(0..plan.total()))
}

#[test]
fn an_interrupted_match_resumes() {
    let plan = plan(&[stonefall("A", 200), stonefall("B", 50)], 6);
    let whole = play(&plan, &BTreeSet::new(), usize::MAX);
    let expected = timeless(&plan, &records(&plan, &whole));

    let path = PathBuf::from(file("interrupted.ptn", ""));
    let part = resume(&plan, &path, 3);
    assert_eq!(part.len(), 3);
    assert_eq!(timeless(&plan, &resume(&plan, &path, usize::MAX)), expected);

    // A killed program may cut the last game at any place.
    let text = std::fs::read_to_string(&path).unwrap();
    let last = text.rfind("[Site").unwrap();
    for cut in [last + 1, last + 3, last + 60, (last + text.len()) / 2, text.len() - 5] {
        std::fs::write(&path, &text.as_bytes()[..cut]).unwrap();
        let (_, found, removed) = open(&plan, &path).unwrap();
        assert!(removed > 0 && found.len() == 5, "{cut}");
        let records = resume(&plan, &path, usize::MAX);
        assert_eq!(timeless(&plan, &records), expected, "{cut}");
    }

    // A longer match starts like a shorter one.
    let longer = MatchPlan { games: Some(8), ..plan.clone() };
    let records = resume(&longer, &path, usize::MAX);
    assert_eq!(numbers(&records), (0..8).collect());
    let again = play(&plan, &(1..6).collect(), usize::MAX);
    assert_eq!(moves(&again[0]), moves(&whole[0]));
}

#[test]
fn other_files_stay_unchanged() {
    let mine = plan(&[stonefall("A", 50), stonefall("B", 50)], 2);
    let other = plan(&[stonefall("A", 50), stonefall("B", 51)], 2);
    let text = play(&mine, &BTreeSet::new(), 1).remove(0);
    let tag = |name: &str| format!("expected the tag {name} as this program writes it");
    let others = "expected a game of this match, found other engines, options, openings or rules";
    for (content, plan, reason) in [
        (text.as_str(), &other, others),
        (
            "[Size \"4\"]\n1. a1 d4 1-0\n",
            &mine,
            "expected a game of stonefall match, found another game",
        ),
        // Half a game, but not at the end.
        (&format!("[Size \"4\"]\n1. a1 d4\n\n{text}"), &mine, "expected a result, found none"),
        (&text.replace("[Round \"1\"]", "[Round \"0\"]"), &mine, &tag("Round")),
        (&text.replace("[Termination \"", "[Termination \"x"), &mine, &tag("Termination")),
    ] {
        let path = PathBuf::from(file("other.ptn", content));
        let error = open(plan, &path).unwrap_err();
        assert_eq!(error.problem.to_string(), format!("game 1: {reason}"));
        assert_eq!(matches!(error.problem, ResumeProblem::Settings(_)), reason == others);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), content);
    }
    let path = PathBuf::from(file("bytes.ptn", ""));
    std::fs::write(&path, b"\xff\xfe nothing").unwrap();
    let error = open(&mine, &path).unwrap_err();
    assert!(error.to_string().contains("invalid utf-8"), "{error}");
}
