//! The script of a point: its conditions and steps.

use super::alternatives::{alternatives, spelled_tps};
use super::positions::{Root, closing, named, square};
use super::search::Search;
use super::trial::{Outcome, Stop, Trial, skip};
use super::{Point, identity};
use std::time::{Duration, Instant};
use stonefall_client::{ClientError, Exit, InfoLine, Line};
use stonefall_engine::types::{Color, Reserve};

/// Number of crashes and hangs after which a script ends.
const MAX_FAILURES: usize = 3;
/// Largest score, in hundredths of a flat, that counts as a draw.
const DRAWISH: i64 = 50;

impl Trial<'_> {
    /// Runs the script. If the engine dies or hangs in a case, that is a complaint, and the next case begins with a new
    /// connection.
    pub(super) fn run(&mut self, point: &Point) -> Outcome {
        let script = &point.script;
        for needs in &script.needs {
            let conditions = needs.split(" or ").map(|condition| self.lacks(condition));
            let missing = conditions.collect::<Outcome<Vec<_>>>()?;
            if missing.iter().all(Option::is_some)
                && let Some(reason) = missing.into_iter().flatten().next()
            {
                return skip(reason);
            }
        }
        let mut failures = 0;
        for case in &script.cases {
            for text in case.alternatives.iter().map(|text| self.expand(text)).collect::<Vec<_>>() {
                for text in alternatives(&text?, self.profile) {
                    let begin = if self.client.is_none() { &script.begin[..] } else { &[] };
                    self.begin_case(String::new());
                    self.steps(begin, "", point)?;
                    self.begin_case(text.clone());
                    match self.steps(&case.steps, &text, point) {
                        Err(Stop::Failed(error)) => {
                            self.complain(format_args!("the engine {error}"));
                            self.client = None;
                            failures += 1;
                            if failures == MAX_FAILURES {
                                return Ok(());
                            }
                        }
                        outcome => outcome?,
                    }
                }
            }
        }
        self.case.clear();
        // A point that only reads the answer to `tei` has no cases.
        if script.cases.is_empty() { self.steps(&script.begin, "", point) } else { Ok(()) }
    }

    fn steps(&mut self, steps: &[&str], text: &str, point: &Point) -> Outcome {
        for step in steps {
            let step = self.expand(&step.replace('$', text))?;
            let step = step.trim_end();
            let (verb, rest) = step.split_once(' ').unwrap_or((step, ""));
            if verb == "if" {
                let condition = rest.trim_start_matches("no ");
                if self.lacks(condition)?.is_some() == (condition == rest) {
                    return Ok(());
                }
            } else if verb == "announced" {
                identity::check_options(self, point.number)?;
            } else {
                self.step(verb, rest)?;
            }
        }
        Ok(())
    }

    /// The reason for skipping something that needs this.
    fn lacks(&self, condition: &str) -> Outcome<Option<String>> {
        let (profile, size) = (self.profile, self.profile.size());
        let words: Vec<_> = condition.split(' ').collect();
        let has_one = |size: &usize| Reserve::standard(*size).capstones == 1;
        let komi = |komis: &[i32]| profile.other_komi(komis).is_some();
        let engine = &self.settings.engine;
        let number = |word: &str| word.parse::<usize>().unwrap_or(0);
        let (holds, reason) = match words[..] {
            ["program"] => (engine.program().is_ok(), "the engine is not a child process".into()),
            ["server"] => (engine.is_server(), "the engine uses standard input and output".into()),
            ["options"] => {
                (!profile.identity.options.is_empty(), "no options are announced".into())
            }
            ["sizes"] => {
                (!profile.identity.boards.is_empty(), "the engine announces no sizes".into())
            }
            ["two", "sizes"] => (profile.sizes.len() > 1, "the engine plays one size only".into()),
            ["unusual", "sizes"] => {
                let reason = "the engine plays no size without a capstone or with two";
                (!profile.sizes.iter().all(has_one), reason.into())
            }
            ["komi"] => (komi(&KOMIS), "the engine plays with one komi only".into()),
            ["negative", "komi"] => {
                (komi(&NEGATIVE_KOMIS), "the engine offers no negative komi".into())
            }
            ["searches"] => (self.has_seen("searches"), "no search was answered".into()),
            ["analysis"] => (self.has_seen("analysis"), "no line of analysis was sent".into()),
            ["proof"] => (self.has_seen("proof"), "no line claims a proven result".into()),
            ["wdl"] => (self.has_seen("wdl"), "no line has wdl".into()),
            ["size", word] => {
                let holds = profile.sizes.contains(&number(word));
                (holds, "the engine does not play this size".into())
            }
            ["board", word] => {
                (size >= number(word), format!("the moves need a board of {word}x{word}"))
            }
            ["option", name] => {
                (profile.option(name).is_some(), format!("there is no option {name}"))
            }
            ["spin", name] => (profile.spin(name).is_some(), format!("{name} is not announced")),
            [name, value] => {
                (profile.allows(name, value), format!("{name} {value} is not announced"))
            }
            _ => return Err(Stop::Unknown(condition.to_owned())),
        };
        Ok((!holds).then_some(reason))
    }

    /// Whether the engine has sent something that points without a script judge.
    fn has_seen(&self, kind: &str) -> bool {
        self.observations.kinds.contains(kind)
    }

    /// Replaces the values and positions in braces.
    fn expand(&self, text: &str) -> Outcome<String> {
        let Some((head, rest)) = text.split_once('{') else { return Ok(text.to_owned()) };
        let (name, tail) = rest.split_once('}').unwrap_or((rest, ""));
        let (profile, size) = (self.profile, self.profile.size());
        let row = |length: usize| vec!["x"; length].join(",");
        let komi = |komis: &[i32]| profile.other_komi(komis).unwrap_or_default().to_string();
        let Reserve { stones, capstones, .. } = Reserve::standard(size);
        let value = match name {
            "size" => size.to_string(),
            "games" => self.settings.games.to_string(),
            "other" => profile.other_size().unwrap_or(size).to_string(),
            "far" => square(size - 1, size - 1),
            "komi" => profile.half_komi().to_string(),
            "other-komi" => komi(&KOMIS),
            "negative-komi" => komi(&NEGATIVE_KOMIS),
            "stones" => stones.to_string(),
            "capstones" => capstones.to_string(),
            "option" => {
                profile.identity.options.first().map_or("Hash", |option| &option.name).to_owned()
            }
            // Ranks of empty squares: one, one that lacks a square, all but one, nine of nine.
            "row" => row(size),
            "short" => row(size - 1),
            "rows" => vec![row(size); size - 1].join("/"),
            "nine" => vec![row(9); 9].join("/"),
            "heap" => "1".repeat(2 * usize::from(stones) + 5),
            "spelled-tps" => spelled_tps(size),
            "readies" => "isready\\n".repeat(1000),
            "long" => "x".repeat(1 << 20),
            "long-moves" => "a1 ".repeat(350_000),
            _ => match name.strip_prefix("go ") {
                Some(time) => self.go_command(time),
                None => self.root(name)?.command(),
            },
        };
        Ok(format!("{head}{value}{}", self.expand(tail)?))
    }

    /// The position of words such as `opened 5` or `stack moves a1`. Without a size, the size of most points.
    pub(super) fn root(&self, text: &str) -> Outcome<Root> {
        let (name, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let (name, size) = name.split_once(' ').unwrap_or((name, ""));
        let size = size.parse().unwrap_or(self.profile.size());
        let root = named(name, size, self.profile.half_komi());
        let root = root.ok_or_else(|| Stop::Unknown(text.to_owned()))?;
        Ok(if moves.is_empty() { root } else { root.with_moves(&[moves.to_owned()]) })
    }

    /// `go` for a percentage of the time in which the engine finds a win in one move; other commands as they are.
    fn go_command(&self, text: &str) -> String {
        match text.strip_suffix('%').and_then(|percent| percent.parse().ok()) {
            Some(percent) => self.movetime(percent),
            None => text.to_owned(),
        }
    }

    /// Returns a `go` command for such a time.
    pub(super) fn movetime(&self, percent: u32) -> String {
        let time = self.settings.win_time * percent / 100;
        format!("go movetime {}", time.as_millis().max(1))
    }

    /// Listens for a time such as `50%`, of the time in which the engine finds a win in one move, or `200`, in ms.
    fn pause(&mut self, text: &str) -> Outcome {
        let number = |text: &str| text.parse().unwrap_or(100);
        self.listen(match text.strip_suffix('%') {
            Some(percent) => self.settings.win_time * number(percent) / 100,
            None => Duration::from_millis(number(text).into()),
        })
    }

    pub(super) fn step(&mut self, verb: &str, rest: &str) -> Outcome {
        match verb {
            "open" => self.open(),
            "start" => self.start(),
            "game" => self.start().and_then(|()| self.new_game(self.profile.size())),
            "new" => self.new_game(rest.parse().unwrap_or(self.profile.size())),
            "sealed" => self.start_sealed(),
            "largest" => self.search_largest(),
            "closed_output" => self.close_output(),
            "weigh" => self.weigh(),
            "order" => identity::check_order(self),
            "flushed" => self.flushed(),
            ">" => self.write(&format!("{rest}\\n")),
            "bytes" => self.write(rest),
            "<" => self.until(rest),
            "collect" => {
                let (count, word) = rest.split_once(' ').unwrap_or(("1", rest));
                (0..count.parse().unwrap_or(1)).try_for_each(|_| self.until(word))
            }
            "ready" => self.ready().map(|_| ()),
            "request" => self.request(&readable(rest)).map(|_| ()),
            "refused" => self.refused(rest),
            "ends" | "signal" => self.end(verb, rest),
            "search" | "go" | "wins" | "finds" | "think" | "komi" | "closes" | "pause"
            | "answer" => self.search_step(verb, rest),
            _ => self.judge(verb, rest),
        }
    }

    fn write(&mut self, text: &str) -> Outcome {
        self.send_bytes(&unescaped(text));
        Ok(())
    }

    /// Expects lines about an early moment to arrive early.
    fn flushed(&mut self) -> Outcome {
        self.write("position startpos\\ngo infinite\\n")?;
        self.pause("600%")?;
        let is_informed = self.lines.iter().any(|line| line.first_word() == "info");
        self.send("stop");
        self.best_move()?;
        let is_early = |line: &&Line| {
            let line = InfoLine::read(&line.text);
            line.and_then(|line| line.number::<i64>("time")).is_some_and(|time| time < 300)
        };
        let is_delayed = !is_informed && self.lines.iter().filter(is_early).count() > 1;
        self.require(!is_delayed, "lines about the first 300 ms to come within 600 ms");
        Ok(())
    }

    /// Steps that search.
    fn search_step(&mut self, verb: &str, rest: &str) -> Outcome {
        // The command or the time begins at `go` or is the last word.
        let split = rest.find(" go ").or_else(|| rest.rfind(' ')).unwrap_or(rest.len());
        let (place, time) = (&rest[..split], rest[split..].trim_start());
        match verb {
            "pause" => self.pause(rest),
            "answer" => self.best_move().map(|_| ()),
            "think" => {
                let root = self.root(place)?;
                self.send(&root.command());
                self.send("go infinite");
                self.pause(time)
            }
            "search" | "go" => {
                let root = self.root(place)?;
                if verb == "search" {
                    self.send(&root.command());
                }
                self.go(&root, &self.go_command(time), |_| true)
            }
            "wins" | "finds" => {
                let root = self.root(rest)?;
                if verb == "wins" {
                    self.send(&root.command());
                }
                self.go(&root, &self.movetime(100), Search::wins)?;
                self.expect_win(&[root]);
                Ok(())
            }
            "komi" => {
                let below = self.closes(&format!("White {rest} -1"));
                below.and_then(|()| self.closes(&format!("White {rest} 1")))
            }
            _ => self.closes(rest),
        }
    }

    /// Searches a position whose winner depends on the komi: a color, a komi, and by how much White's lead in flats is above
    /// half of that. Expects the score to name the winner.
    fn closes(&mut self, words: &str) -> Outcome {
        let (color, numbers) = words.split_once(' ').unwrap_or((words, ""));
        let mut numbers = numbers.split(' ').filter_map(|word| word.parse::<i32>().ok());
        let (komi, above) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        let lead = komi.div_euclid(2) + above;
        if lead.abs() > 3 {
            return Ok(());
        }
        let mover = if color == "White" { Color::White } else { Color::Black };
        let root = closing(self.profile.size(), mover, lead).with_komi(komi);
        self.send(&root.command());
        self.go(&root, &self.movetime(150), |_| true)?;
        // A wall on the last square is worth a flat less, so it cannot save the loser.
        let sign = (2 * lead - komi).signum() * if mover == Color::White { 1 } else { -1 };
        let case =
            format!("{color} fills the board, White leads by {lead} flats, half-komi {komi}");
        self.expect_score(sign, &case);
        Ok(())
    }

    fn expect_score(&mut self, sign: i32, case: &str) {
        let score = self.search.as_ref().and_then(Search::score);
        let (holds, expected) = match sign {
            0 => (score.is_some_and(|score| score.abs() <= DRAWISH), "the score of a draw"),
            1 => (score.is_some_and(|score| score > 0), "a positive score: the mover wins"),
            _ => (score.is_some_and(|score| score < 0), "a negative score: the mover loses"),
        };
        let expected = if case.is_empty() { expected } else { &format!("{expected} ({case})") };
        let found = score.map_or("none".to_owned(), |score| score.to_string());
        self.expect(holds, expected, found);
    }

    /// Expects the last answer to win in one of these positions.
    fn expect_win(&mut self, roots: &[Root]) {
        let best = self.best().to_owned();
        if !roots.iter().any(|root| root.check(&best).is_ok_and(|mv| root.wins(mv))) {
            let wins = roots.iter().filter_map(Root::win).map(|mv| mv.to_string());
            let wins = wins.collect::<Vec<_>>().join(" or ");
            self.expect(false, format_args!("{wins} to win at once"), best);
        }
    }

    /// Steps that never wait for long: they change the conversation, or judge what the engine has answered.
    fn judge(&mut self, verb: &str, rest: &str) -> Outcome {
        let words: Vec<&str> = rest.split(' ').collect();
        let number = |index: usize| words.get(index).and_then(|word| word.parse::<i64>().ok());
        let (first, second) = (number(0).unwrap_or(0), number(1).unwrap_or(0));
        let roots = || rest.split(" | ").map(|name| self.root(name)).collect::<Outcome<Vec<_>>>();
        match verb {
            "set" => {
                let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
                if self.profile.allows(name, value) {
                    self.send(&format!("setoption name {name} value {value}"));
                }
            }
            "busy" => self.load_machine(),
            "close" => self.client.iter_mut().for_each(|client| client.transport().close()),
            "swap" => std::mem::swap(&mut self.client, &mut self.second),
            "first_memory" => self.judge_first_memory(),
            "memory" => self.judge_memory(),
            "best" => {
                let roots = roots()?;
                self.best_move()?;
                self.expect_win(&roots);
            }
            "legal" => {
                let roots = roots()?;
                let best = self.best_move()?;
                let is_legal = roots.iter().any(|root| root.check(&best).is_ok());
                self.expect(is_legal, "a legal move", format_args!("'{best}'"));
            }
            "flat" | "over" | "plays" => {
                let best = self.best_move()?;
                let (holds, expected) = match verb {
                    "flat" => (best.len() == 2 && best != "--", "a flat of the opening"),
                    "over" => (best == "--", "the game to be over: bestmove --"),
                    _ => (best == rest, &*format!("{rest} (other moves lose)")),
                };
                self.expect(holds, expected, format_args!("'{best}'"));
            }
            "silent" => {
                let reply =
                    if rest.is_empty() { self.ready()? } else { self.request(&readable(rest))? };
                self.require(reply.is_empty(), format_args!("no answer to '{rest}'"));
            }
            "quiet" => {
                self.pause(rest)?;
                self.require(self.lines.is_empty(), "no line without a command");
            }
            "undisturbed" => {
                let (count, texts) = self.diagnostics();
                let found = format_args!("{count} lines: {}", texts.join(" | "));
                let expected = "nothing on standard error, and one line in each text frame";
                self.expect(count == 0, expected, found);
            }
            "answers" => {
                let (found, expected) = (self.answers, format!("{first} to {second} bestmoves"));
                self.expect((first..=second).contains(&(found as i64)), expected, found);
            }
            "informed" => {
                let is_info = self.lines.iter().any(|line| line.first_word() == "info");
                self.require(is_info, "a line of analysis before the bestmove");
            }
            "score" => self.expect_score(first as i32, ""),
            "lines" if self.profile.allows("MultiPV", rest) => {
                let search = self.search.as_ref();
                let ranks = search.iter().flat_map(|search| search.infos()).map(|line| line.rank());
                let found = ranks.max().unwrap_or(0);
                self.expect(found == first, format_args!("{first} lines of analysis"), found);
            }
            "lines" => {}
            "number" => {
                let last =
                    |search: &Search| search.infos().rev().find_map(|it| it.number(words[0]));
                let found: Option<i64> = self.search.as_ref().and_then(last);
                let (least, most) = (second, number(2).unwrap_or(0));
                let holds = found.is_some_and(|found| (least..=most).contains(&found));
                let expected = format_args!("{} from {least} to {most}", words[0]);
                self.expect(holds, expected, format_args!("{found:?}"));
            }
            "result" | "same" => {
                let found = self.search.as_ref().map(Search::result).unwrap_or_default();
                let first = self.results.entry(rest.to_owned()).or_insert(found.clone()).clone();
                if verb == "result" {
                    self.expect(first == found, format_args!("the same search: {first}"), found);
                } else if first != found {
                    // The results of a nondeterministic engine cannot be compared.
                    return Err(Stop::Enough);
                }
            }
            "clock" => {
                let took = self.took;
                self.clocks.entry(rest.to_owned()).or_default().push(took);
            }
            "slowest" | "median" | "fastest" => self.judge_clock(verb, first as u64, rest),
            "unchanged" => {
                let is_same = self.lines.iter().map(|line| &line.text).eq(&self.profile.lines);
                self.require(is_same, "the same lines as after the first tei");
            }
            "rate" => {
                // The lines of two seconds.
                let count = self.lines.iter().filter(|it| it.first_word() == "info").count();
                self.figure("lines per second, after the first second", count as f64 / 2.0, "");
                let expected = format_args!("at most {RATE} lines per second");
                self.expect(count <= 2 * RATE, expected, count / 2);
            }
            "ranks" => {
                let faults = self.search.as_ref().map(|it| it.faults_of_ranks(first as usize));
                faults.into_iter().flatten().for_each(|fault| self.complain(fault));
            }
            "reply" => {
                self.best_move()?;
                let text = self.answer.clone();
                // A line may end with the move.
                let is_legal = match text.split_whitespace().collect::<Vec<_>>()[..] {
                    [_, mv] => self.root(rest)?.check(mv).is_ok(),
                    [_, mv, "ponder", reply] => {
                        self.root(&format!("{rest} moves {mv}"))?.check(reply).is_ok()
                    }
                    _ => false,
                };
                let expected = "bestmove MOVE ponder and a legal reply";
                self.expect(is_legal, expected, format_args!("'{text}'"));
            }
            _ => return Err(Stop::Unknown(verb.to_owned())),
        }
        Ok(())
    }

    fn judge_clock(&mut self, verb: &str, limit: u64, rest: &str) {
        let name = rest.split_once(' ').map_or(rest, |(_, name)| name);
        let mut times = self.clocks.get(name).cloned().unwrap_or_default();
        times.sort_unstable();
        let took = match verb {
            "fastest" => times.first(),
            "median" => times.get(times.len() / 2),
            _ => times.last(),
        };
        let Some(&took) = took else { return };
        let count = times.len();
        let name = if count > 1 { format!("{name}, {verb} of {count}") } else { name.to_owned() };
        self.within(&name, took, limit);
    }

    /// Waits for the end of the program, or of the connection of a server.
    fn end(&mut self, verb: &str, name: &str) -> Outcome {
        let is_signal = verb == "signal";
        if is_signal && !self.signal(name) {
            return Ok(());
        }
        let since = Instant::now();
        let deadline = since + self.settings.patience;
        let ending = loop {
            match self.receive(deadline) {
                Ok(Some(_)) => {}
                Ok(None) => break None,
                Err(Stop::Failed(ClientError::Died { ending, .. })) => break Some(ending),
                Err(stop) => return Err(stop),
            }
        };
        let is_server = self.settings.engine.is_server();
        match ending {
            Some(_) if is_signal => self.within(name, since.elapsed(), 1000),
            Some(Exit::Code(0)) => self.within(name, since.elapsed(), 500),
            // A server keeps running and closes the connection.
            Some(Exit::Closed) if is_server => self.within(name, since.elapsed(), 500),
            Some(ending) => {
                self.complain(format_args!("{name}: expected exit code 0, found {ending}"))
            }
            None => self.complain(format_args!("{name}: expected the program to end")),
        }
        let (_, errors) = self.diagnostics();
        self.expect_no_panic(name, &errors.join(" "));
        Ok(())
    }
}

/// Highest accepted number of lines per second; point 88 allows about 20.
const RATE: usize = 25;
/// Komis of which one is tried.
const KOMIS: [i32; 5] = [4, 0, 8, -2, -4];
const NEGATIVE_KOMIS: [i32; 4] = [-4, -2, -6, -1];

/// Replaces `\n`, `\t`, `\r`, `\s`, `\0` and `\xFF`.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut parts = text.split('\\');
    bytes.extend_from_slice(parts.next().unwrap_or_default().as_bytes());
    for part in parts {
        let (code, length) = match part.as_bytes().first() {
            Some(b'n') => (b'\n', 1),
            Some(b't') => (b'\t', 1),
            Some(b'r') => (b'\r', 1),
            Some(b's') => (b' ', 1),
            Some(b'x') => (u8::from_str_radix(&part[1..3], 16).unwrap_or(0), 3),
            _ => (0, 1),
        };
        bytes.push(code);
        bytes.extend_from_slice(&part.as_bytes()[length..]);
    }
    bytes
}

/// The same as text.
fn readable(text: &str) -> String {
    String::from_utf8_lossy(&unescaped(text)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::super::search::Observations;
    use super::super::{Engine, POINTS, Profile, Settings};
    use super::*;

    /// Without an engine every step that waits ends at once.
    #[test]
    fn the_check_knows_every_word_of_the_table() {
        let settings = Settings {
            engine: Engine::Other(Box::new(|| Err(ClientError::Unsupported("this".into())))),
            points: Vec::new(),
            sizes: Vec::new(),
            win_time: Duration::ZERO,
            patience: Duration::ZERO,
            slack: Duration::ZERO,
            games: 1,
        };
        let (profile, mut observations) = (Profile::default(), Observations::default());
        let mut trial = Trial::new(&profile, &settings, &mut observations);
        let mut count = 0;
        let mut check = |step: &str, text: &str, point: &Point| {
            let outcome = trial.steps(&[step], text, point);
            assert!(!matches!(outcome, Err(Stop::Unknown(_))), "{}: {step}", point.number);
            count += 1;
        };
        for point in POINTS.iter() {
            for step in &point.script.begin {
                check(step, "", point);
            }
            for needs in point.script.needs.iter().flat_map(|needs| needs.split(" or ")) {
                check(&format!("if {needs}"), "", point);
            }
            for case in &point.script.cases {
                for text in &case.alternatives {
                    case.steps.iter().for_each(|step| check(step, text, point));
                }
            }
        }
        assert!(count > 700, "{count}");
        let outcome = trial.steps(&["jump"], "", &POINTS[0]);
        assert!(matches!(outcome, Err(Stop::Unknown(word)) if word == "jump"));
    }
}
