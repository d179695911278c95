//! The points of the check: one table.

use super::trial::{Outcome, Trial};
use super::{
    announce, clock, flags, games, leave, lines, memory, reader, refuse, rules, search, setting,
    setup, socket, startup, stop,
};
use std::fmt;

/// What a point is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Section {
    /// Starting and introducing itself.
    Startup,
    /// The options and how they are set.
    Options,
    /// New games and positions.
    Positions,
    /// Searches and what ends them.
    Search,
    /// The lines of analysis.
    Analysis,
    /// Strange input, long runs.
    Robustness,
}

impl fmt::Display for Section {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Startup => "Start-up and identity",
            Self::Options => "Options",
            Self::Positions => "New games and positions",
            Self::Search => "Searches",
            Self::Analysis => "Lines of analysis",
            Self::Robustness => "Robustness",
        })
    }
}

/// A point of the check.
#[derive(Clone, Copy)]
pub struct Point {
    /// Its number, from 1.
    pub number: u8,
    /// What it is about.
    pub section: Section,
    /// What it asks for.
    pub title: &'static str,
    /// What is done to see it.
    pub(super) step: Step,
}

pub(super) type Step = fn(&mut Trial<'_>) -> Outcome;

impl Point {
    /// Whether other steps may see faults that belong to this point: it is judged after them.
    pub(super) const fn is_seen_everywhere(&self) -> bool {
        matches!(self.number, 5 | 6 | 61..=66 | 78 | 79 | 81..=85)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Point({}, {:?})", self.number, self.title)
    }
}

impl PartialEq for Point {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Point {}

const fn point(number: u8, section: Section, title: &'static str, step: Step) -> Point {
    Point { number, section, title, step }
}

use Section::{Analysis, Options, Positions, Robustness, Search, Startup};

/// All points, in order.
#[rustfmt::skip]
pub const POINTS: [Point; 96] = [
    point(1, Startup, "Says nothing before the first command", startup::silence),
    point(2, Startup, "Answers tei within 200 ms of its start, without its tables", startup::speed),
    point(3, Startup, "id name, id author, sizes, options, teiok: in order, each line clean", startup::order),
    point(4, Startup, "A second tei repeats the answer and resets nothing", startup::again),
    point(5, Startup, "Never writes an empty line", startup::no_empty_line),
    point(6, Startup, "Every line begins with a word of the protocol", startup::first_words),
    point(7, Startup, "Every line is passed on as soon as it is written", startup::flushed),
    point(8, Startup, "Standard error is silent in normal play", startup::stray),
    point(9, Options, "option name N type T default D, then min A max B or var ..., in this order", announce::order),
    point(10, Options, "No name or value contains a keyword", announce::keywords),
    point(11, Options, "Spins have default, min and max, in 32 bits and in order", announce::spins),
    point(12, Options, "Checks are true or false", announce::checks),
    point(13, Options, "Only check, spin, combo, button and string", announce::types),
    point(14, Options, "Defaults of strings and combos are one word", announce::words),
    point(15, Options, "Options that tools look for have names of one word", announce::names),
    point(16, Options, "HalfKomi is a spin", announce::komi),
    point(17, Options, "MultiPV is a spin from 1 to 8 or more; Threads and Hash are spins", announce::usual),
    point(18, Options, "Takes every default back, silently, and changes nothing", setting::defaults),
    point(19, Options, "Names and values are read in capitals or not", setting::capitals),
    point(20, Options, "HalfKomi can be set although sizes and komis are announced", setting::komi),
    point(21, Options, "Numbers out of range do no harm", setting::range),
    point(22, Options, "Bad values, unknown options and half commands do no harm", setting::nonsense),
    point(23, Options, "Buttons work without a value and with one", flags::buttons),
    point(24, Options, "Options count whether they come before or after teinewgame", setting::order),
    point(25, Options, "Komi and piece counts stay for the next game", games::komi_stays),
    point(26, Options, "Setting an option leaves a running search alone", setting::running),
    point(27, Options, "More threads than cores and the largest Hash do no harm", memory::largest),
    point(28, Options, "Piece counts are accepted before the size is known", flags::counts),
    point(29, Options, "Options are flags on the command line too", flags::flags),
    point(30, Positions, "teinewgame works in every form", games::forms),
    point(31, Positions, "teinewgame with nonsense is refused and changes nothing", games::refused),
    point(32, Positions, "Every size from 3 to 8 is played or survived", games::sizes),
    point(33, Positions, "The size can be changed back and forth", games::switch),
    point(34, Positions, "teinewgame, position and go work without isready", games::at_once),
    point(35, Positions, "teinewgame forgets: equal games, equal analysis", games::forgets),
    point(36, Positions, "position startpos with blanks, tabs and no moves", setup::startpos),
    point(37, Positions, "TPS in every spelling", setup::spellings),
    point(38, Positions, "An empty TPS is the start of a game, opening swap included", setup::empty),
    point(39, Positions, "A TPS of another size changes the board", setup::resized),
    point(40, Positions, "Strange move numbers do no harm", setup::numbers),
    point(41, Positions, "A malformed TPS is refused, and the position stays", refuse::malformed),
    point(42, Positions, "A finished game is answered with bestmove --", setup::finished),
    point(43, Positions, "Moves in every spelling", setup::moves),
    point(44, Positions, "An illegal move is refused: all moves, or those behind it", refuse::illegal),
    point(45, Positions, "The first two moves are flats of the other colour", refuse::swap),
    point(46, Positions, "A thousand moves in one line within 10 ms", setup::thousand),
    point(47, Positions, "The third occurrence of a position is a draw", rules::repetition),
    point(48, Positions, "A negative komi counts for White", rules::negative),
    point(49, Positions, "Two capstones on 7x7 and 8x8, none on 3x3 and 4x4", rules::capstones),
    point(50, Positions, "Two roads: the mover's counts; full board: flats and komi", rules::endings),
    point(51, Search, "go without a position searches the start", search::no_position),
    point(52, Search, "go and go infinite wait for stop", search::infinite),
    point(53, Search, "go movetime keeps its time, also beside two busy processes", clock::movetime),
    point(54, Search, "go depth, also with absurd numbers", search::depth),
    point(55, Search, "go nodes is kept and repeatable", search::nodes),
    point(56, Search, "The first of several limits ends the search", search::mixed),
    point(57, Search, "Clocks in every mix, and never more than there is", clock::clocks),
    point(58, Search, "wtime 1 and 0 are answered within a few ms", clock::last_moment),
    point(59, Search, "Other words behind go do no harm", search::words),
    point(60, Search, "Unreadable numbers behind go never leave it unanswered", search::unreadable),
    point(61, Search, "One bestmove for each go", lines::one_answer),
    point(62, Search, "bestmove has one word behind it", lines::sampled::<62>),
    point(63, Search, "The move is legal and written the short way", lines::sampled::<63>),
    point(64, Search, "The move is the first of the last best line", lines::sampled::<64>),
    point(65, Search, "A full line of analysis comes before every bestmove", lines::sampled::<65>),
    point(66, Search, "No analysis after bestmove", lines::sampled::<66>),
    point(67, Search, "stop is answered within 10 ms", stop::latency),
    point(68, Search, "stop without a search is ignored; two stops, one bestmove", stop::idle),
    point(69, Search, "go infinite and stop in one piece", stop::at_once),
    point(70, Search, "stop, position and go in one piece: two answers, in order", stop::pipelined),
    point(71, Search, "go during a search", stop::go_again),
    point(72, Search, "position and teinewgame during a search", stop::position_again),
    point(73, Search, "isready is answered within 50 ms during a search", stop::ready),
    point(74, Search, "A thousand isready, a thousand readyok", stop::thousand),
    point(75, Search, "quit ends the program within 500 ms with code 0", leave::quit),
    point(76, Search, "The end of input is quit", leave::end_of_input),
    point(77, Search, "A closed output or a signal ends it quietly", leave::closed_output),
    point(78, Analysis, "Only known words; multipv first, pv last and not empty", lines::sampled::<78>),
    point(79, Analysis, "Whole numbers in range", lines::sampled::<79>),
    point(80, Analysis, "The score is the mover's", lines::sign),
    point(81, Analysis, "One score, no mate 0, bounds right behind it", lines::sampled::<81>),
    point(82, Analysis, "Proven lines can be played to the win they claim", lines::proven),
    point(83, Analysis, "wdl adds up to 1000", lines::chances),
    point(84, Analysis, "All moves of a line are legal, without marks", lines::sampled::<84>),
    point(85, Analysis, "depth, nodes and time never fall within a search", lines::sampled::<85>),
    point(86, Analysis, "MultiPV: all lines, sorted, different first moves", lines::several),
    point(87, Analysis, "No more lines than moves", lines::more_than_moves),
    point(88, Analysis, "At most some 20 lines in a second after the first", lines::rate),
    point(89, Robustness, "CRLF, blanks, tabs and empty lines", reader::blanks),
    point(90, Robustness, "A byte order mark, bytes that are no text, a line of 1 MB", reader::bytes),
    point(91, Robustness, "Unknown commands get a message, comments none", reader::unknown),
    point(92, Robustness, "An unknown word before a command does no harm", reader::debris),
    point(93, Robustness, "Two instances do not disturb each other", reader::twins),
    point(94, Robustness, "Works in a folder that cannot be written, with an empty HOME", reader::folder),
    point(95, Robustness, "Many games in one process: memory stays bounded", memory::games),
    point(96, Robustness, "The engine's own WebSocket", socket::socket),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_count_up() {
        for (number, point) in (1..).zip(&POINTS) {
            assert_eq!(point.number, number);
        }
        assert!(POINTS.is_sorted_by_key(|point| point.section));
    }
}
