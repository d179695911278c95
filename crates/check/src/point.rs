//! The table of points.

use super::announce::{self, OptionLine};
use super::trial::{Outcome, Trial};
use super::{
    analysis, exit, games, input, memory, options, ponder, positions, rules, search, socket,
    startup, stop,
};
use serde::Serialize;

/// A point of the check.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Point {
    /// Its number, from 1.
    pub number: u8,
    /// Its section of the table.
    pub section: &'static str,
    /// The requirement.
    pub title: &'static str,
    #[serde(skip)]
    step: Step,
}

/// The step that checks a point.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A session of its own.
    Run(fn(&mut Trial<'_>) -> Outcome),
    /// The same after the start of a game.
    InGame(fn(&mut Trial<'_>) -> Outcome),
    /// A look at each announced option. Returns the expectation that an option violates.
    Announced(fn(&OptionLine<'_>) -> Option<String>),
    /// The words of `go` commands. Each needs an answer with a legal move.
    Answers(&'static [&'static str]),
    /// A look at all lines of all steps.
    Everywhere,
}

impl Point {
    /// Whether other steps can find faults of this point; it is judged after them.
    pub(super) const fn is_seen_everywhere(&self) -> bool {
        matches!(self.step, Everywhere) || self.number == 61
    }

    /// Runs the step.
    pub(super) fn run(&self, trial: &mut Trial<'_>) -> Outcome {
        match self.step {
            Run(step) => step(trial),
            InGame(step) => trial.start_game().and_then(|()| step(trial)),
            Announced(fault) => announce::each(trial, fault),
            Answers(words) => search::answers_all(trial, words),
            Everywhere => analysis::seen_everywhere(trial, self.number),
        }
    }
}

const fn point(number: u8, section: &'static str, title: &'static str, step: Step) -> Point {
    Point { number, section, title, step }
}

use Step::{Announced, Answers, Everywhere, InGame, Run};

const START: &str = "Start and identity";
const OPTIONS: &str = "Options";
const POSITIONS: &str = "New games and positions";
const SEARCHES: &str = "Searches";
const INFO: &str = "Info lines";
const ROBUSTNESS: &str = "Robustness";
const PONDERING: &str = "Pondering";

/// All points in order.
#[rustfmt::skip]
pub const POINTS: [Point; 99] = [
    point(1, START, "No output before the first command", Run(startup::silence)),
    point(2, START, "teiok within 200 ms of the start, before tables are allocated", Run(startup::speed)),
    point(3, START, "id name, id author, sizes, options, teiok in order, without trailing blanks", Run(startup::order)),
    point(4, START, "A second tei repeats the answer and resets nothing", Run(startup::again)),
    point(5, START, "No empty lines", Everywhere),
    point(6, START, "Every line begins with a word of the protocol", Everywhere),
    point(7, START, "Every line is flushed at once", InGame(startup::flushed)),
    point(8, START, "Nothing on standard error in normal play", Run(startup::no_diagnostics)),
    point(9, OPTIONS, "option name N type T default D, then min A max B or var ..., in this order", Announced(announce::order)),
    point(10, OPTIONS, "No name or value contains a keyword", Announced(announce::keywords)),
    point(11, OPTIONS, "Spins have default, min and max, in 32 bits and in order", Announced(announce::spins)),
    point(12, OPTIONS, "Checks are true or false", Announced(announce::checks)),
    point(13, OPTIONS, "Only check, spin, combo, button and string", Announced(announce::types)),
    point(14, OPTIONS, "Defaults of strings and combos are single words", Announced(announce::words)),
    point(15, OPTIONS, "Options that clients look up have names of one word", Announced(announce::names)),
    point(16, OPTIONS, "HalfKomi is a spin", Run(announce::komi)),
    point(17, OPTIONS, "MultiPV is a spin from 1 to 8 or more; Threads and Hash are spins", Run(announce::usual)),
    point(18, OPTIONS, "Setting every option to its default is silent and changes nothing", Run(options::defaults)),
    point(19, OPTIONS, "Names and values are read in any case", Run(options::capitals)),
    point(20, OPTIONS, "HalfKomi can be set even if sizes and komis are announced", Run(options::komi)),
    point(21, OPTIONS, "Survives numbers out of range", Run(options::range)),
    point(22, OPTIONS, "Survives bad values, unknown options and incomplete commands", Run(options::nonsense)),
    point(23, OPTIONS, "Buttons work without a value and with one", Run(options::buttons)),
    point(24, OPTIONS, "Options work before and after teinewgame", Run(options::order)),
    point(25, OPTIONS, "Komi and piece counts hold for the next game too", Run(games::rules_stay)),
    point(26, OPTIONS, "Setting an option does not disturb a running search", InGame(options::running)),
    point(27, OPTIONS, "Survives more threads than cores and the largest Hash", Run(memory::largest)),
    point(28, OPTIONS, "Piece counts are accepted before the size is known", Run(options::counts)),
    point(29, OPTIONS, "Options are command-line flags too", Run(options::flags)),
    point(30, POSITIONS, "teinewgame works in every form", Run(games::forms)),
    point(31, POSITIONS, "Refuses a malformed teinewgame, which changes nothing", Run(games::refused)),
    point(32, POSITIONS, "Plays or survives every size from 3 to 8", Run(games::sizes)),
    point(33, POSITIONS, "The size can change back and forth", Run(games::switch)),
    point(34, POSITIONS, "teinewgame, position and go work without isready", Run(games::at_once)),
    point(35, POSITIONS, "teinewgame clears everything: equal games give equal analysis", Run(games::forgets)),
    point(36, POSITIONS, "position startpos with blanks, tabs and no moves", Run(positions::startpos)),
    point(37, POSITIONS, "TPS in every spelling", Run(positions::spellings)),
    point(38, POSITIONS, "An empty TPS is the start of a game, with the opening swap", Run(positions::empty)),
    point(39, POSITIONS, "A TPS of another size changes the board", Run(games::resized)),
    point(40, POSITIONS, "Survives unusual move numbers", Run(positions::numbers)),
    point(41, POSITIONS, "Refuses a malformed TPS and keeps the position", Run(positions::malformed)),
    point(42, POSITIONS, "Answers bestmove -- in a finished game", Run(positions::finished)),
    point(43, POSITIONS, "Moves in every spelling", Run(positions::moves)),
    point(44, POSITIONS, "Refuses an illegal move: the whole command, or the rest of it", Run(positions::illegal)),
    point(45, POSITIONS, "The first two moves are flats of the other color", Run(positions::swap)),
    point(46, POSITIONS, "Plays a thousand moves in one line within 10 ms", Run(positions::thousand)),
    point(47, POSITIONS, "The third occurrence of a position is a draw", Run(rules::repetition)),
    point(48, POSITIONS, "A negative komi counts for White", Run(rules::negative)),
    point(49, POSITIONS, "Two capstones on 7x7 and 8x8, none on 3x3 and 4x4", Run(rules::capstones)),
    point(50, POSITIONS, "Two roads: the mover wins; full board: flats and komi decide", InGame(rules::endings)),
    point(51, SEARCHES, "go without a position searches the start", Run(search::no_position)),
    point(52, SEARCHES, "go and go infinite wait for stop", Run(search::infinite)),
    point(53, SEARCHES, "go movetime is kept, also beside two busy processes", InGame(search::movetime)),
    point(54, SEARCHES, "go depth works, also with extreme numbers", InGame(search::depth)),
    point(55, SEARCHES, "go nodes is kept and repeatable", Run(search::nodes)),
    point(56, SEARCHES, "The first of several limits ends the search", InGame(search::mixed)),
    point(57, SEARCHES, "Clocks in every combination; never uses more time than left", InGame(search::clocks)),
    point(58, SEARCHES, "wtime 1 and 0 are answered within a few ms", InGame(search::last_moment)),
    point(59, SEARCHES, "Survives other words after go", Answers(&[
        "searchmoves a1 b1 movetime 50", "movetime 50 searchmoves a1 a1 b1",
        "searchmoves z9 9a9> movetime 50", "movetime 50 movestogo 10",
        "mate 3 movetime 50", "solved movetime 50", "please movetime 50 now",
    ])),
    point(60, SEARCHES, "Answers go with malformed numbers", Answers(&[
        "movetime abc", "depth", "nodes many", "wtime x btime y", "movetime 50 depth x", "movetime",
    ])),
    point(61, SEARCHES, "One bestmove for each go", Run(analysis::one_answer)),
    point(62, SEARCHES, "bestmove has one word after it", Everywhere),
    point(63, SEARCHES, "The move is legal and in the shortest notation", Everywhere),
    point(64, SEARCHES, "The move is the first of the last best line", Everywhere),
    point(65, SEARCHES, "A complete info line comes before every bestmove", Everywhere),
    point(66, SEARCHES, "No info lines after bestmove", Everywhere),
    point(67, SEARCHES, "Answers stop within 10 ms", Run(stop::latency)),
    point(68, SEARCHES, "Ignores stop without a search; two stops give one bestmove", InGame(stop::idle)),
    point(69, SEARCHES, "go infinite and stop in one write", InGame(stop::at_once)),
    point(70, SEARCHES, "stop, position and go in one write: two answers in order", InGame(stop::pipelined)),
    point(71, SEARCHES, "go during a search", InGame(stop::go_again)),
    point(72, SEARCHES, "position and teinewgame during a search", Run(stop::position_again)),
    point(73, SEARCHES, "Answers isready within 50 ms during a search", InGame(stop::ready)),
    point(74, SEARCHES, "A thousand isready, a thousand readyok", InGame(stop::thousand)),
    point(75, SEARCHES, "quit ends the program within 500 ms with code 0", Run(exit::quit)),
    point(76, SEARCHES, "The end of input ends the program", Run(exit::end_of_input)),
    point(77, SEARCHES, "A closed output or a signal ends the program without a panic", Run(exit::closed_output)),
    point(78, INFO, "Only known words; multipv first, pv last and not empty", Everywhere),
    point(79, INFO, "Whole numbers in range", Everywhere),
    point(80, INFO, "The score is from the mover's view", InGame(analysis::sign)),
    point(81, INFO, "One score, never mate 0, bounds right after it", Everywhere),
    point(82, INFO, "Proven lines lead to the win they claim", Everywhere),
    point(83, INFO, "wdl adds up to 1000", Everywhere),
    point(84, INFO, "All moves of a line are legal, without marks", Everywhere),
    point(85, INFO, "depth, nodes and time never fall within a search", Everywhere),
    point(86, INFO, "MultiPV: all lines, sorted, with different first moves", Run(analysis::several)),
    point(87, INFO, "At most one line for each legal move", Run(analysis::more_than_moves)),
    point(88, INFO, "At most about 20 lines per second after the first second", InGame(analysis::rate)),
    point(89, ROBUSTNESS, "CRLF, blanks, tabs and empty lines", Run(input::blanks)),
    point(90, ROBUSTNESS, "A byte order mark, bytes that are not UTF-8, a line of 1 MB", Run(input::bytes)),
    point(91, ROBUSTNESS, "Unknown commands get a message, comments get none", Run(input::unknown)),
    point(92, ROBUSTNESS, "Survives an unknown word before a command", Run(input::debris)),
    point(93, ROBUSTNESS, "Two instances do not disturb each other", InGame(input::two_instances)),
    point(94, ROBUSTNESS, "Works in a read-only folder with an empty HOME", Run(input::folder)),
    point(95, ROBUSTNESS, "Many games in one process: memory stays bounded", Run(memory::games)),
    point(96, ROBUSTNESS, "The engine's own WebSocket", Run(socket::socket)),
    point(97, PONDERING, "go ponder waits for ponderhit or stop", Run(ponder::waits)),
    point(98, PONDERING, "After ponderhit the limits hold, after a wrong guess the next search", Run(ponder::limits)),
    point(99, PONDERING, "bestmove names a legal reply to ponder on", Run(ponder::reply)),
];

/// Reads numbers of points, such as `12,40-50`.
///
/// # Errors
/// If the text is malformed or a number is outside the table.
pub fn parse_points(text: &str) -> Result<Vec<u8>, String> {
    let last = POINTS.len();
    let number = |word: &str| match word.trim().parse::<u8>() {
        Ok(number) if (1..=last).contains(&number.into()) => Ok(number),
        Ok(number) => Err(format!("expected points from 1 to {last}, found {number}")),
        Err(_) => Err(format!("expected points such as 12,40-50, found '{word}'")),
    };
    let mut points = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let range = number(first)?..=number(last)?;
        if range.is_empty() {
            return Err(format!("expected points such as 12,40-50, found '{part}'"));
        }
        points.extend(range);
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn points_are_numbered() {
        assert!(POINTS.iter().map(|point| usize::from(point.number)).eq(1..=POINTS.len()));
        let titles: BTreeSet<_> = POINTS.iter().map(|point| point.title).collect();
        assert_eq!(titles.len(), POINTS.len());
    }

    #[test]
    fn reads_numbers_and_ranges() {
        assert_eq!(parse_points("3, 7-9,96"), Ok(vec![3, 7, 8, 9, 96]));
        for text in ["", "x", "0", "100", "300", "9-7", "1,,2", "1-2-3"] {
            assert!(parse_points(text).is_err(), "{text}");
        }
    }
}
