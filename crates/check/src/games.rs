//! Points 25 and 30 to 35: new games.

use super::boards::{Gap, middle, opened, square, win};
use super::options::{between, expect_komi, result};
use super::positions::keeps;
use super::root::Root;
use super::trial::{Outcome, Trial, need, skip};
use stonefall_engine::types::Color::{Black, White};
use stonefall_engine::types::{MAX_SIZE, MIN_SIZE};

pub(super) fn rules_stay(trial: &mut Trial<'_>) -> Outcome {
    let komi = trial.facts.other_komi();
    let counts = trial.facts.spin("Flats").zip(trial.facts.spin("Caps"));
    if komi.is_none() && counts.is_none() {
        return skip("the engine supports one komi and one set of piece counts only");
    }
    if let Some(komi) = komi {
        komi_stays(trial, komi)?;
    }
    match counts {
        // White's last stone ends the game.
        Some(((least, _), (..=0, _))) => counts_stay(trial, least.max(2) as usize),
        _ => Ok(()),
    }
}

fn komi_stays(trial: &mut Trial<'_>, komi: i32) -> Outcome {
    let (size, first) = (trial.size(), trial.facts.half_komi());
    trial.start()?;
    trial.set("HalfKomi", komi);
    for round in 1..=2 {
        trial.new_game(size)?;
        expect_komi(trial, komi, between(first, komi), &format!("after teinewgame {round}"))?;
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
            expect_komi(trial, expected, between(expected, other), &format!("after {line}"))?;
        }
    }
    Ok(())
}

/// Each player has this number of stones and no capstone.
fn counts_stay(trial: &mut Trial<'_>, stones: usize) -> Outcome {
    let (size, top) = (trial.size(), trial.size() - 1);
    if stones > size {
        return Ok(());
    }
    trial.start()?;
    trial.set("Flats", stones);
    trial.set("Caps", 0);
    trial.new_game(size)?;
    let mut moves = vec![square(0, 0), square(top, top)];
    for file in 1..stones {
        moves.extend([square(file, 1), square(top - file, top)]);
    }
    moves.truncate(2 * stones - 1);
    trial.send(&Root::start(size).with_moves(&moves).command());
    trial.send(&trial.movetime(100));
    let ended = trial.best_move()? == "--";
    let over = "the game to be over with White's last of";
    trial.require(ended, format_args!("{over} {stones} pieces: bestmove --"));
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
    trial.begin(Trial::start)?;
    for (form, size) in forms {
        trial.case(&form, |trial| {
            trial.request(&form)?;
            trial.expect_win(&opened(size), &form)
        })?;
    }
    Ok(())
}

pub(super) fn refused(trial: &mut Trial<'_>) -> Outcome {
    keeps(trial, ["2", "9", "abc", "-1", "99999999999"].map(|word| format!("teinewgame {word}")))
}

pub(super) fn sizes(trial: &mut Trial<'_>) -> Outcome {
    for size in MIN_SIZE..=MAX_SIZE {
        let line = format!("teinewgame {size}");
        trial.begin(Trial::start)?;
        trial.case(&line, |trial| {
            trial.request(&line)?;
            if trial.facts.sizes.contains(&size) {
                return trial.expect_win(&opened(size), &line);
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
    let sizes = &trial.facts.sizes;
    let (Some(&first), true) = (sizes.first(), sizes.len() > 1) else {
        return skip("the engine plays one size only");
    };
    let go = "go nodes 2000";
    let mut fresh = Vec::new();
    for &size in sizes {
        trial.start()?;
        trial.new_game(size)?;
        fresh.push(result(&trial.search(&middle(size, White), go)?));
    }
    trial.start()?;
    for (&size, fresh) in sizes.iter().chain([&first]).zip(fresh.iter().chain(&fresh[..1])) {
        trial.new_game(size)?;
        trial.expect_win(&opened(size), &format!("size {size} after others"))?;
        trial.new_game(size)?;
        trial.mark();
        let found = result(&trial.search(&middle(size, White), go)?);
        let expected = format_args!("what a new process finds: {fresh}");
        trial.expect(found == *fresh, expected, &found);
    }
    Ok(())
}

pub(super) fn at_once(trial: &mut Trial<'_>) -> Outcome {
    let win = win(trial.size(), Black, Gap::Left);
    trial.introduce()?;
    let (size, position, go) = (trial.size(), win.root.command(), trial.movetime(100));
    trial.send_bytes(format!("teinewgame {size}\n{position}\n{go}\n").as_bytes());
    trial.expect_best(&win, "to win at once")
}

pub(super) fn forgets(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    trial.start()?;
    if trial.facts.spin("Threads").is_some() {
        trial.set("Threads", 1);
    }
    let mut games = [Vec::new(), Vec::new()];
    for game in &mut games {
        trial.new_game(size)?;
        for root in [Root::start(size), middle(size, White), middle(size, Black)] {
            game.push(result(&trial.search(&root, "go nodes 5000")?));
        }
    }
    for (first, second) in games[0].iter().zip(&games[1]) {
        trial.expect(first == second, format_args!("the same in both games: {first}"), second);
    }
    Ok(())
}

/// Point 39.
pub(super) fn resized(trial: &mut Trial<'_>) -> Outcome {
    let other = need(trial.facts.other_size(), "the engine plays one size only")?;
    trial.begin(super::positions::begin)?;
    for size in [other, trial.size()] {
        let win = win(size, White, Gap::Right);
        trial.case("the position", |trial| trial.expect_win(&win, "the position"))?;
    }
    Ok(())
}
