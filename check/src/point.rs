//! The table of points.

use super::trial::{Outcome, Trial};
use super::{
    announce, clock, exit, flags, games, input, lines, memory, refuse, rules, search, setting,
    setup, socket, startup, stop,
};
use std::fmt;

/// Section of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Section {
    /// Start and identity.
    Startup,
    /// Options.
    Options,
    /// New games and positions.
    Positions,
    /// Searches and how they end.
    Search,
    /// `info` lines.
    Analysis,
    /// Malformed input, long runs.
    Robustness,
}

impl fmt::Display for Section {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Startup => "Start and identity",
            Self::Options => "Options",
            Self::Positions => "New games and positions",
            Self::Search => "Searches",
            Self::Analysis => "Info lines",
            Self::Robustness => "Robustness",
        })
    }
}

/// A point of the check.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Its number, from 1.
    pub number: u8,
    /// Its section.
    pub section: Section,
    /// The requirement.
    pub title: &'static str,
    /// The step that checks it.
    pub(super) step: Step,
}

pub(super) type Step = fn(&mut Trial<'_>) -> Outcome;

impl Point {
    /// Whether other steps can find faults of this point; it is judged after them.
    pub(super) const fn is_seen_everywhere(&self) -> bool {
        matches!(self.number, 5 | 6 | 61..=66 | 78 | 79 | 81..=85)
    }
}

const fn point(number: u8, section: Section, title: &'static str, step: Step) -> Point {
    Point { number, section, title, step }
}

use Section::{Analysis, Options, Positions, Robustness, Search, Startup};

/// All points in order.
#[rustfmt::skip]
pub const POINTS: [Point; 96] = [
    point(1, Startup, "No output before the first command", startup::silence),
    point(2, Startup, "teiok within 200 ms of the start, before tables are allocated", startup::speed),
    point(3, Startup, "id name, id author, sizes, options, teiok in order, without trailing blanks", startup::order),
    point(4, Startup, "A second tei repeats the answer and resets nothing", startup::again),
    point(5, Startup, "No empty lines", startup::no_empty_line),
    point(6, Startup, "Every line begins with a word of the protocol", startup::first_words),
    point(7, Startup, "Every line is flushed at once", startup::flushed),
    point(8, Startup, "Nothing on standard error in normal play", startup::no_diagnostics),
    point(9, Options, "option name N type T default D, then min A max B or var ..., in this order", announce::order),
    point(10, Options, "No name or value contains a keyword", announce::keywords),
    point(11, Options, "Spins have default, min and max, in 32 bits and in order", announce::spins),
    point(12, Options, "Checks are true or false", announce::checks),
    point(13, Options, "Only check, spin, combo, button and string", announce::types),
    point(14, Options, "Defaults of strings and combos are single words", announce::words),
    point(15, Options, "Options that clients look up have names of one word", announce::names),
    point(16, Options, "HalfKomi is a spin", announce::komi),
    point(17, Options, "MultiPV is a spin from 1 to 8 or more; Threads and Hash are spins", announce::usual),
    point(18, Options, "Setting every option to its default is silent and changes nothing", setting::defaults),
    point(19, Options, "Names and values are read in any case", setting::capitals),
    point(20, Options, "HalfKomi can be set even if sizes and komis are announced", setting::komi),
    point(21, Options, "Survives numbers out of range", setting::range),
    point(22, Options, "Survives bad values, unknown options and incomplete commands", setting::nonsense),
    point(23, Options, "Buttons work without a value and with one", flags::buttons),
    point(24, Options, "Options work before and after teinewgame", setting::order),
    point(25, Options, "Komi and piece counts hold for the next game too", games::komi_stays),
    point(26, Options, "Setting an option does not disturb a running search", setting::running),
    point(27, Options, "Survives more threads than cores and the largest Hash", memory::largest),
    point(28, Options, "Piece counts are accepted before the size is known", flags::counts),
    point(29, Options, "Options are command-line flags too", flags::flags),
    point(30, Positions, "teinewgame works in every form", games::forms),
    point(31, Positions, "Refuses a malformed teinewgame, which changes nothing", games::refused),
    point(32, Positions, "Plays or survives every size from 3 to 8", games::sizes),
    point(33, Positions, "The size can change back and forth", games::switch),
    point(34, Positions, "teinewgame, position and go work without isready", games::at_once),
    point(35, Positions, "teinewgame clears everything: equal games give equal analysis", games::forgets),
    point(36, Positions, "position startpos with blanks, tabs and no moves", setup::startpos),
    point(37, Positions, "TPS in every spelling", setup::spellings),
    point(38, Positions, "An empty TPS is the start of a game, with the opening swap", setup::empty),
    point(39, Positions, "A TPS of another size changes the board", setup::resized),
    point(40, Positions, "Survives unusual move numbers", setup::numbers),
    point(41, Positions, "Refuses a malformed TPS and keeps the position", refuse::malformed),
    point(42, Positions, "Answers bestmove -- in a finished game", setup::finished),
    point(43, Positions, "Moves in every spelling", setup::moves),
    point(44, Positions, "Refuses an illegal move: the whole command, or the rest of it", refuse::illegal),
    point(45, Positions, "The first two moves are flats of the other color", refuse::swap),
    point(46, Positions, "Plays a thousand moves in one line within 10 ms", setup::thousand),
    point(47, Positions, "The third occurrence of a position is a draw", rules::repetition),
    point(48, Positions, "A negative komi counts for White", rules::negative),
    point(49, Positions, "Two capstones on 7x7 and 8x8, none on 3x3 and 4x4", rules::capstones),
    point(50, Positions, "Two roads: the mover wins; full board: flats and komi decide", rules::endings),
    point(51, Search, "go without a position searches the start", search::no_position),
    point(52, Search, "go and go infinite wait for stop", search::infinite),
    point(53, Search, "go movetime is kept, also beside two busy processes", clock::movetime),
    point(54, Search, "go depth works, also with extreme numbers", search::depth),
    point(55, Search, "go nodes is kept and repeatable", search::nodes),
    point(56, Search, "The first of several limits ends the search", search::mixed),
    point(57, Search, "Clocks in every combination; never uses more time than left", clock::clocks),
    point(58, Search, "wtime 1 and 0 are answered within a few ms", clock::last_moment),
    point(59, Search, "Survives other words after go", search::words),
    point(60, Search, "Answers go with malformed numbers", search::unreadable),
    point(61, Search, "One bestmove for each go", lines::one_answer),
    point(62, Search, "bestmove has one word after it", lines::sampled::<62>),
    point(63, Search, "The move is legal and in the shortest notation", lines::sampled::<63>),
    point(64, Search, "The move is the first of the last best line", lines::sampled::<64>),
    point(65, Search, "A complete info line comes before every bestmove", lines::sampled::<65>),
    point(66, Search, "No info lines after bestmove", lines::sampled::<66>),
    point(67, Search, "Answers stop within 10 ms", stop::latency),
    point(68, Search, "Ignores stop without a search; two stops give one bestmove", stop::idle),
    point(69, Search, "go infinite and stop in one write", stop::at_once),
    point(70, Search, "stop, position and go in one write: two answers in order", stop::pipelined),
    point(71, Search, "go during a search", stop::go_again),
    point(72, Search, "position and teinewgame during a search", stop::position_again),
    point(73, Search, "Answers isready within 50 ms during a search", stop::ready),
    point(74, Search, "A thousand isready, a thousand readyok", stop::thousand),
    point(75, Search, "quit ends the program within 500 ms with code 0", exit::quit),
    point(76, Search, "The end of input ends the program", exit::end_of_input),
    point(77, Search, "A closed output or a signal ends the program without a panic", exit::closed_output),
    point(78, Analysis, "Only known words; multipv first, pv last and not empty", lines::sampled::<78>),
    point(79, Analysis, "Whole numbers in range", lines::sampled::<79>),
    point(80, Analysis, "The score is from the mover's view", lines::sign),
    point(81, Analysis, "One score, never mate 0, bounds right after it", lines::sampled::<81>),
    point(82, Analysis, "Proven lines lead to the win they claim", lines::proven),
    point(83, Analysis, "wdl adds up to 1000", lines::chances),
    point(84, Analysis, "All moves of a line are legal, without marks", lines::sampled::<84>),
    point(85, Analysis, "depth, nodes and time never fall within a search", lines::sampled::<85>),
    point(86, Analysis, "MultiPV: all lines, sorted, with different first moves", lines::several),
    point(87, Analysis, "At most one line for each legal move", lines::more_than_moves),
    point(88, Analysis, "At most about 20 lines per second after the first second", lines::rate),
    point(89, Robustness, "CRLF, blanks, tabs and empty lines", input::blanks),
    point(90, Robustness, "A byte order mark, bytes that are not UTF-8, a line of 1 MB", input::bytes),
    point(91, Robustness, "Unknown commands get a message, comments get none", input::unknown),
    point(92, Robustness, "Survives an unknown word before a command", input::debris),
    point(93, Robustness, "Two instances do not disturb each other", input::two_instances),
    point(94, Robustness, "Works in a read-only folder with an empty HOME", input::folder),
    point(95, Robustness, "Many games in one process: memory stays bounded", memory::games),
    point(96, Robustness, "The engine's own WebSocket", socket::socket),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_numbered_and_sorted_by_section() {
        for (number, point) in (1..).zip(&POINTS) {
            assert_eq!(point.number, number);
        }
        assert!(POINTS.is_sorted_by_key(|point| point.section));
    }
}
