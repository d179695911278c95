//! Points 25 and 30 to 35: new games.

use super::boards::{Gap, middle, opened, win};
use super::root::Root;
use super::setting::{between, result, sees_komi};
use super::trial::{Outcome, Search, Trial, skip};
use stonefall_engine::types::Color::{Black, White};
use stonefall_engine::types::{MAX_SIZE, MIN_SIZE};

/// Searches a position with a win in one move; another move is a complaint.
pub(super) fn expect_win(
    trial: &mut Trial<'_>,
    win: &super::boards::Win,
    what: &str,
) -> Outcome<Search> {
    let search = trial.go_if(&win.root, &trial.movetime(100), |best| win.is(best))?;
    trial.expect(win.is(search.best()), || {
        format!("{what}: expected {} to win at once, found {}", win.square, search.best())
    });
    Ok(search)
}

/// Expects the engine to start games of this size.
fn expect_size(trial: &mut Trial<'_>, size: usize, what: &str) -> Outcome {
    let win = opened(size);
    trial.send(&win.root.command());
    expect_win(trial, &win, what).map(|_| ())
}

pub(super) fn komi_stays(trial: &mut Trial<'_>) -> Outcome {
    let (size, first) = (trial.size(), trial.facts.half_komi());
    let komi = trial.facts.other_komi();
    let counts = trial.facts.spin("Flats").zip(trial.facts.spin("Caps"));
    if komi.is_none() && counts.is_none() {
        return skip("the engine supports one komi and one set of piece counts only");
    }
    if let Some(komi) = komi {
        let lead = between(first, komi);
        trial.start()?;
        trial.set("HalfKomi", komi);
        for round in 1..=2 {
            trial.new_game(size)?;
            let sees = sees_komi(trial, komi, lead)?;
            trial.expect(sees, || format!("expected half-komi {komi} after teinewgame {round}"));
        }
        if trial.facts.is_new_dialect() {
            for (words, expected) in [
                (format!(" halfkomi {first}"), first),
                (format!(" halfkomi {komi}"), komi),
                (String::new(), 0),
            ] {
                let line = format!("teinewgame size {size}{words}");
                trial.request(&line)?;
                let other = if expected == komi { first } else { komi };
                let sees = sees_komi(trial, expected, between(expected, other))?;
                trial.expect(sees, || format!("expected half-komi {expected} after {line}"));
            }
        }
    }
    if let Some(((least, _), (fewest, _))) = counts {
        // Each player has `stones` stones and no capstone. White's last stone ends the game.
        let stones = least.max(2) as usize;
        if fewest > 0 || stones > size {
            return Ok(());
        }
        trial.start()?;
        trial.set("Flats", stones);
        trial.set("Caps", 0);
        trial.new_game(size)?;
        let top = size - 1;
        let mut moves = vec![super::boards::square(0, 0), super::boards::square(top, top)];
        for file in 1..stones {
            moves.push(super::boards::square(file, 1));
            moves.push(super::boards::square(top - file, top));
        }
        moves.truncate(2 * stones - 1);
        trial.send(&Root::moves(size, &moves).command());
        trial.send(&trial.movetime(100));
        let ended = trial.best_move()? == "--";
        trial.expect(ended, || {
            format!(
                "expected the game to be over with White's last of {stones} pieces: bestmove --"
            )
        });
    }
    Ok(())
}

pub(super) fn forms(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    let other = trial.facts.other_size().unwrap_or(size);
    let mut forms = vec![(format!("teinewgame {other}"), other), ("teinewgame".into(), other)];
    if trial.facts.is_new_dialect() {
        let komi = trial.facts.identity.boards.iter().flat_map(|it| &it.half_komis).next_back();
        let komi = komi.copied().unwrap_or(0);
        forms.extend([
            (format!("teinewgame size {size}"), size),
            (format!("teinewgame size {other} halfkomi {komi}"), other),
            (format!("teinewgame size {size} komi {komi}"), size),
            ("teinewgame".into(), size),
            (format!("teinewgame {other} and more"), other),
        ]);
    }
    trial.start()?;
    for (form, size) in forms {
        trial.case(&form, Trial::start, |trial| {
            trial.request(&form)?;
            expect_size(trial, size, &form)
        })?;
    }
    Ok(())
}

pub(super) fn refused(trial: &mut Trial<'_>) -> Outcome {
    let win = win(trial.size(), White, Gap::Left);
    let begin = |trial: &mut Trial<'_>| {
        trial.start_game()?;
        trial.send(&win.root.command());
        trial.ready().map(|_| ())
    };
    begin(trial)?;
    for word in ["2", "9", "abc", "-1", "99999999999"] {
        let line = format!("teinewgame {word}");
        trial.case(&line, begin, |trial| {
            trial.refused(&line)?;
            expect_win(trial, &win, &line).map(|_| ())
        })?;
    }
    Ok(())
}

pub(super) fn sizes(trial: &mut Trial<'_>) -> Outcome {
    for size in MIN_SIZE..=MAX_SIZE {
        let plays = trial.facts.sizes.contains(&size);
        let line = format!("teinewgame {size}");
        trial.start()?;
        trial.case(&line, Trial::start, |trial| {
            trial.request(&line)?;
            if plays {
                return expect_size(trial, size, &line);
            }
            // The engine may keep any position here.
            trial.request("position startpos")?;
            trial.send(&trial.movetime(100));
            trial.best_move().map(|_| ())
        })?;
    }
    trial.figure("sizes played", trial.facts.sizes.len() as f64, "");
    Ok(())
}

pub(super) fn switch(trial: &mut Trial<'_>) -> Outcome {
    let sizes = trial.facts.sizes.clone();
    let (Some(&first), true) = (sizes.first(), sizes.len() > 1) else {
        return skip("the engine plays one size only");
    };
    let go = "go nodes 2000";
    let mut fresh = Vec::new();
    for &size in &sizes {
        trial.start()?;
        trial.new_game(size)?;
        fresh.push(result(&trial.search(&middle(size, White), go)?));
    }
    trial.start()?;
    for (index, &size) in sizes.iter().enumerate().chain([(0, &first)]) {
        trial.new_game(size)?;
        expect_size(trial, size, &format!("size {size} after others"))?;
        trial.new_game(size)?;
        trial.mark();
        let found = result(&trial.search(&middle(size, White), go)?);
        trial.expect(found == fresh[index], || {
            format!("expected what a new process finds: {}, found {found}", fresh[index])
        });
    }
    Ok(())
}

pub(super) fn at_once(trial: &mut Trial<'_>) -> Outcome {
    let win = win(trial.size(), Black, Gap::Left);
    trial.introduce()?;
    let (size, position) = (trial.size(), win.root.command());
    let go = trial.movetime(100);
    trial.send_bytes(format!("teinewgame {size}\n{position}\n{go}\n").as_bytes());
    let best = trial.best_move()?;
    trial.expect(win.is(&best), || format!("expected {} to win at once, found {best}", win.square));
    Ok(())
}

pub(super) fn forgets(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    trial.start()?;
    if trial.facts.spin("Threads").is_some() {
        trial.set("Threads", 1);
    }
    let mut games = Vec::new();
    for _ in 0..2 {
        trial.new_game(size)?;
        let mut game = Vec::new();
        for root in [Root::start(size), middle(size, White), middle(size, Black)] {
            game.push(result(&trial.search(&root, "go nodes 5000")?));
        }
        games.push(game);
    }
    for (first, second) in games[0].iter().zip(&games[1]) {
        trial.expect(first == second, || {
            format!("expected the same in both games: {first}, found {second}")
        });
    }
    Ok(())
}
