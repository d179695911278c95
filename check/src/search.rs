//! Points 51, 52, 54 to 56, 59 and 60: `go`, except for time.

use super::boards::{Gap, middle, win};
use super::root::Root;
use super::session::answers;
use super::setting::result;
use super::trial::{Outcome, Search, Trial};
use stonefall_client::InfoLine;
use stonefall_engine::types::Color::White;

pub(super) fn no_position(trial: &mut Trial<'_>) -> Outcome {
    trial.start()?;
    // The size is unknown before a game, so the step cannot check the move.
    trial.send(&trial.movetime(50));
    let lines = trial.until("bestmove")?;
    let best = lines.last().map(|line| line.text.trim().to_owned()).unwrap_or_default();
    trial.expect(best.len() == "bestmove a1".len(), || {
        format!("expected a flat on the empty board, found '{best}'")
    });
    trial.start_game()?;
    let root = Root::start(trial.size());
    trial.go(&root, &trial.movetime(50)).map(|_| ())
}

/// Point 52. The protocol lets a search end early if its result is known.
pub(super) fn infinite(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    for go in ["go infinite", "go"] {
        trial.start_game()?;
        for root in [Root::start(size), middle(size, White)] {
            trial.case(go, Trial::start_game, |trial| {
                trial.send(&root.command());
                trial.send(go);
                let early = trial.pause(400)?;
                let ended = trial.stop(&early)?;
                trial.expect(!ended, || format!("expected no bestmove before stop after '{go}'"));
                trial.ready().map(|_| ())
            })?;
        }
    }
    trial.case("go infinite on a won position", Trial::start_game, |trial| {
        trial.send(&win(size, White, Gap::Left).root.command());
        trial.send("go infinite");
        let early = trial.pause(300)?;
        trial.stop(&early)?;
        let again = answers(&trial.ready()?) > 0;
        trial.expect(!again, || "expected one bestmove".into());
        Ok(())
    })
}

/// Last number of a key.
fn last(search: &Search, key: &str) -> Option<i64> {
    search.infos().rev().find_map(|line| InfoLine::read(&line.text)?.number(key))
}

pub(super) fn depth(trial: &mut Trial<'_>) -> Outcome {
    let root = middle(trial.size(), White);
    trial.start_game()?;
    for depth in [1, 3] {
        let go = format!("go depth {depth}");
        trial.case(&go, Trial::start_game, |trial| {
            let search = trial.search(&root, &go)?;
            if depth == 1 {
                trial.within("depth 1", search.took, 500);
            }
            let found = last(&search, "depth");
            trial.expect(found.is_some_and(|found| found <= depth), || {
                format!("expected a depth of at most {depth}, found {found:?}")
            });
            Ok(())
        })?;
    }
    for words in ["0", "-3", "99999999999999999999"] {
        let go = format!("go depth {words}");
        trial.case(&go, Trial::start_game, |trial| {
            trial.send(&root.command());
            trial.send(&go);
            let early = trial.pause(150)?;
            trial.stop(&early)?;
            trial.ready().map(|_| ())
        })?;
    }
    Ok(())
}

pub(super) fn nodes(trial: &mut Trial<'_>) -> Outcome {
    const NODES: i64 = 20_000;
    let root = middle(trial.size(), White);
    let mut found = Vec::new();
    for _ in 0..2 {
        trial.start_game()?;
        if trial.facts.spin("Threads").is_some() {
            trial.set("Threads", 1);
        }
        let search = trial.search(&root, &format!("go nodes {NODES}"))?;
        let counted = last(&search, "nodes").unwrap_or(0);
        trial.expect(counted <= NODES + NODES / 10, || {
            format!("expected at most about {NODES} nodes, found {counted}")
        });
        trial.expect(counted > NODES / 100, || {
            format!("expected about {NODES} nodes, found {counted}")
        });
        found.push(result(&search));
    }
    trial.expect(found[0] == found[1], || {
        format!("expected the same search twice: {}, found {}", found[0], found[1])
    });
    for words in ["1", "0", "-1"] {
        let go = format!("go nodes {words}");
        trial.case(&go, Trial::start_game, |trial| trial.search(&root, &go).map(|_| ()))?;
    }
    Ok(())
}

pub(super) fn mixed(trial: &mut Trial<'_>) -> Outcome {
    let root = middle(trial.size(), White);
    trial.start_game()?;
    for (words, limit) in [
        ("depth 100 nodes 1000 movetime 2500", 1000),
        ("movetime 2500 nodes 1000 depth 100", 1000),
        ("depth 1 nodes 1000000000 movetime 2500", 1000),
        ("depth 100 nodes 1000000000 movetime 100", 150),
    ] {
        let go = format!("go {words}");
        trial.case(&go, Trial::start_game, |trial| {
            let search = trial.search(&root, &go)?;
            trial.within(words, search.took, limit);
            Ok(())
        })?;
    }
    Ok(())
}

pub(super) fn words(trial: &mut Trial<'_>) -> Outcome {
    let root = Root::start(trial.size());
    trial.start_game()?;
    for words in [
        "searchmoves a1 b1 movetime 50",
        "movetime 50 searchmoves a1 a1 b1",
        "searchmoves z9 9a9> movetime 50",
        "movetime 50 movestogo 10",
        "ponder movetime 50",
        "mate 3 movetime 50",
        "solved movetime 50",
        "please movetime 50 now",
    ] {
        let go = format!("go {words}");
        trial.case(&go, Trial::start_game, |trial| trial.search(&root, &go).map(|_| ()))?;
    }
    Ok(())
}

pub(super) fn unreadable(trial: &mut Trial<'_>) -> Outcome {
    let root = Root::start(trial.size());
    trial.start_game()?;
    for words in [
        "movetime abc",
        "depth",
        "nodes many",
        "wtime x btime y",
        "movetime 50 depth x",
        "movetime",
    ] {
        let go = format!("go {words}");
        trial.case(&go, Trial::start_game, |trial| trial.search(&root, &go).map(|_| ()))?;
    }
    Ok(())
}
