//! The script of a point: its conditions, alternatives and steps.

use super::Point;
use super::positions::{Root, closing, named, opening};
use super::search::Search;
use super::trial::{Outcome, Stop, Trial, skip};
use std::time::{Duration, Instant};
use stonefall_client::{ClientError, Exit, Line, OptionKind, OptionSpec};
use stonefall_engine::types::{Color, Reserve};

/// Number of crashes and hangs after which a script ends.
const MAX_FAILURES: usize = 3;
/// Largest score, in hundredths of a flat, that counts as a draw.
const DRAWISH: i64 = 50;
/// The beginnings of the lines that answer `tei`, in order.
const ORDER: [&str; 6] = ["id name", "id author", "id version", "size", "option", "teiok"];

impl Trial<'_> {
    /// Runs the script. If the engine dies or hangs in a case, that is a complaint, and the next case begins with a new
    /// connection.
    pub(super) fn run(&mut self, point: &Point) -> Outcome {
        let script = &point.script;
        for needs in &script.needs {
            let met = needs.split(" or ").map(|condition| self.has(condition));
            if !met.collect::<Outcome<Vec<_>>>()?.contains(&true) {
                return skip(format!("needs {needs}"));
            }
        }
        let mut failures = 0;
        for case in &script.cases {
            for text in self.alternatives(&case.alternatives)? {
                let begin = if self.client.is_none() { &script.begin[..] } else { &[] };
                self.begin_case(String::new());
                self.steps(begin, "")?;
                self.begin_case(text.clone());
                match self.steps(&case.steps, &text) {
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
        self.case.clear();
        Ok(())
    }

    fn steps(&mut self, steps: &[&str], text: &str) -> Outcome {
        for step in steps {
            let step = self.expand(&step.replace('$', text))?;
            let step = step.trim_end();
            let (verb, rest) = step.split_once(' ').unwrap_or((step, ""));
            if verb == "if" {
                let condition = rest.trim_start_matches("no ");
                if self.has(condition)? != (condition == rest) {
                    return Ok(());
                }
            } else {
                self.step(verb, rest)?;
            }
        }
        Ok(())
    }

    /// Whether the engine has what a point or a case needs.
    fn has(&self, condition: &str) -> Outcome<bool> {
        let profile = self.profile;
        let number = |word: &str| word.parse::<usize>().unwrap_or(0);
        Ok(match condition.split(' ').collect::<Vec<_>>()[..] {
            ["process"] => !self.settings.engine.is_server(),
            ["options"] => !profile.identity.options.is_empty(),
            ["sizes"] => !profile.identity.boards.is_empty(),
            ["two", "sizes"] => profile.sizes.len() > 1,
            ["komi"] => profile.allows("HalfKomi", &profile.other_komi().to_string()),
            [kind @ ("moves" | "analysis" | "proof" | "wdl")] => {
                self.observations.kinds.contains(kind)
            }
            ["size", size] => profile.sizes.contains(&number(size)),
            ["board", size] => profile.size() >= number(size),
            [name, value] => profile.allows(name, value),
            _ => return Err(Stop::Unknown(condition.to_owned())),
        })
    }

    /// The alternatives of a case: ranges such as `3..8`, lists of the engine, and texts.
    fn alternatives(&self, texts: &[&str]) -> Outcome<Vec<String>> {
        let options = || self.profile.identity.options.iter();
        let mut all = Vec::new();
        for text in texts {
            match *text {
                "@defaults" => all.extend(options().map(default)),
                "@capitals" => {
                    // A text may be the path of a file.
                    let is_word =
                        |option: &&OptionSpec| !matches!(option.kind, OptionKind::Text { .. });
                    let commands = options().filter(is_word).map(default);
                    all.extend(commands.flat_map(|it| [it.to_uppercase(), it.to_lowercase()]));
                }
                "@spellings" => {
                    let long = self.expand("{tps} 1 9")?;
                    let short = compressed(&long);
                    let one = long.replacen("x,x", "x1,x", 1);
                    let (dashes, upper) = (short.replace('/', "-"), long.replace('x', "X"));
                    let moves = format!("{long} moves\\s");
                    all.extend([long.to_lowercase(), upper, one, dashes, short, moves, long]);
                }
                text => {
                    let numbers = text.split_once("..");
                    let bounds = numbers.map(|(first, last)| (first.parse::<u32>(), last.parse()));
                    if let Some((Ok(first), Ok(last))) = bounds {
                        all.extend((first..=last).map(|number| number.to_string()));
                    } else {
                        all.push(self.expand(text)?);
                    }
                }
            }
        }
        Ok(all)
    }

    /// Replaces the values and positions in braces.
    fn expand(&self, text: &str) -> Outcome<String> {
        let Some((head, rest)) = text.split_once('{') else { return Ok(text.to_owned()) };
        let (name, tail) = rest.split_once('}').unwrap_or((rest, ""));
        let (profile, size) = (self.profile, self.profile.size());
        let Reserve { stones, capstones, .. } = Reserve::standard(size);
        let options = &profile.identity.options;
        let value = match name {
            "size" => size.to_string(),
            "other" => {
                let other = profile.sizes.iter().rev().find(|&&other| other != size);
                other.unwrap_or(&size).to_string()
            }
            "komi" => profile.half_komi().to_string(),
            "other-komi" => profile.other_komi().to_string(),
            "stones" => stones.to_string(),
            "capstones" => capstones.to_string(),
            "option" => options.first().map_or("Hash", |option| &option.name).to_owned(),
            // The board of a TPS without the player and the number of the move.
            "tps" => {
                let text = self.root("spelled")?.command();
                text.split(' ').nth(2).unwrap_or_default().to_owned()
            }
            "opening" => opening(size, |file| file).join(" "),
            "nine" => vec![["x"; 9].join(","); 9].join("/"),
            "heap" => "1".repeat(2 * usize::from(stones) + 5),
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

    /// Listens for a time such as `50%`, of the time in which the engine finds a win in one move, or `200`, in ms.
    fn pause(&mut self, text: &str) -> Outcome {
        let number = |text: &str| text.parse().unwrap_or(100);
        self.listen(match text.strip_suffix('%') {
            Some(percent) => self.settings.win_time * number(percent) / 100,
            None => Duration::from_millis(number(text).into()),
        })
    }

    /// Steps that wait.
    fn step(&mut self, verb: &str, rest: &str) -> Outcome {
        // The command or the time begins at `go` or is the last word.
        let split = rest.find(" go ").or_else(|| rest.rfind(' ')).unwrap_or(rest.len());
        let (place, time) = (&rest[..split], rest[split..].trim_start());
        match verb {
            "open" => self.open(),
            "start" => self.start(),
            "game" => self.start().and_then(|()| self.new_game(self.profile.size())),
            "new" => self.new_game(rest.parse().unwrap_or(self.profile.size())),
            "<" => self.until(rest),
            "pause" => self.pause(rest),
            "ready" => self.ready().map(|_| ()),
            "request" => self.request(&unescaped(rest)).map(|_| ()),
            "refused" => self.refused(rest),
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
                self.expect_win(&[root])
            }
            "komi" => {
                let below = self.closes(&format!("White {rest} -1"));
                below.and_then(|()| self.closes(&format!("White {rest} 1")))
            }
            "closes" => self.closes(rest),
            "ends" => self.end(rest),
            "largest" => self.search_largest(),
            "terminated" => self.terminate(),
            _ => self.judge(verb, rest),
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
            format!(" ({color} fills the board, White leads by {lead} flats, half-komi {komi})");
        self.expect_score(sign.into(), &case);
        Ok(())
    }

    fn expect_score(&mut self, sign: i64, case: &str) {
        let score = self.search.as_ref().and_then(Search::score);
        let found = score.map_or("none".to_owned(), |score| score.to_string());
        let (holds, expected) = match sign {
            0 => (score.is_some_and(|score| score.abs() <= DRAWISH), "the score of a draw"),
            1 => (score.is_some_and(|score| score > 0), "a positive score: the mover wins"),
            _ => (score.is_some_and(|score| score < 0), "a negative score: the mover loses"),
        };
        self.expect(holds, format_args!("{expected}{case}"), found);
    }

    /// Expects the answer to win in one of these positions.
    fn expect_win(&mut self, roots: &[Root]) -> Outcome {
        let best = self.best_move()?;
        if !roots.iter().any(|root| root.check(&best).is_ok_and(|mv| root.wins(mv))) {
            let wins = roots.iter().filter_map(Root::win).map(|mv| mv.to_string());
            let wins = wins.collect::<Vec<_>>().join(" or ");
            self.expect(false, format_args!("{wins} to win at once"), best);
        }
        Ok(())
    }

    /// Steps that send, and steps that judge what the engine has answered.
    fn judge(&mut self, verb: &str, rest: &str) -> Outcome {
        let words: Vec<&str> = rest.split(' ').collect();
        let number = |index: usize| words.get(index).and_then(|word| word.parse::<i64>().ok());
        let (first, second) = (number(0).unwrap_or(0), number(1).unwrap_or(0));
        let roots = || rest.split(" | ").map(|name| self.root(name)).collect::<Outcome<Vec<_>>>();
        match verb {
            ">" => self.send(&unescaped(rest)),
            "bytes" => self.send_bytes(unescaped(rest).as_bytes()),
            "hex" => {
                let bytes = words.iter().map(|byte| u8::from_str_radix(byte, 16).unwrap_or(0));
                self.send_bytes(&bytes.collect::<Vec<_>>());
            }
            "close" => self.client.iter_mut().for_each(|client| client.transport().close()),
            "set" => {
                let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
                if self.profile.allows(name, value) {
                    self.send(&format!("setoption name {name} value {value}"));
                }
            }
            "order" => self.judge_order(),
            "options" => self.judge_options(),
            "spin" => {
                let range = self.profile.spin(words[0]);
                let holds = range.is_some_and(|(min, max)| (min..=max).contains(&second));
                self.require(holds, format_args!("{} as a spin that accepts {second}", words[0]));
            }
            "best" => {
                let roots = roots()?;
                self.expect_win(&roots)?;
            }
            "legal" => {
                let roots = roots()?;
                let best = self.best_move()?;
                let is_legal = roots.iter().any(|root| root.check(&best).is_ok());
                self.expect(is_legal, "a legal move", format_args!("'{best}'"));
            }
            "plays" => {
                let best = self.best_move()?;
                self.expect(
                    best == rest,
                    format_args!("bestmove {rest}"),
                    format_args!("'{best}'"),
                );
            }
            "silent" => {
                let reply =
                    if rest.is_empty() { self.ready()? } else { self.request(&unescaped(rest))? };
                self.require(reply.is_empty(), format_args!("no answer to '{rest}'"));
            }
            "quiet" => {
                self.pause(rest)?;
                self.require(self.lines.is_empty(), "no line without a command");
            }
            "undisturbed" => {
                let (count, texts) = self.diagnostics();
                let found = format_args!("{count} lines: {}", texts.join(" | "));
                self.expect(count == 0, "nothing on standard error", found);
            }
            "answers" => {
                let (found, expected) = (self.answers, format!("{first} to {second} bestmoves"));
                self.expect((first..=second).contains(&(found as i64)), expected, found);
            }
            "informed" => {
                let is_info = self.lines.iter().any(|line| line.first_word() == "info");
                self.require(is_info, "a line of analysis by now");
            }
            "score" => self.expect_score(first, ""),
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
            "clock" => self.clocks.entry(rest.to_owned()).or_default().push(self.took),
            "slowest" | "median" | "fastest" => self.judge_clock(verb, first as u64, rest),
            "unchanged" => {
                let is_same = self.lines.iter().map(|line| &line.text).eq(&self.profile.lines);
                self.require(is_same, "the same lines as after the first tei");
            }
            "ranks" => {
                let faults = self.search.as_ref().map(|it| it.faults_of_ranks(first as usize));
                faults.into_iter().flatten().for_each(|fault| self.complain(fault));
            }
            _ => return Err(Stop::Unknown(verb.to_owned())),
        }
        Ok(())
    }

    fn judge_order(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        for Line { text, .. } in lines.iter().filter(|line| line.text.trim_end() != line.text) {
            let found = text.escape_debug();
            self.require(false, format_args!("no trailing blank or \\r in '{found}'"));
        }
        let place = |line: &Line| ORDER.iter().position(|start| line.text.starts_with(start));
        let is_sorted = lines.iter().filter_map(place).is_sorted();
        self.require(is_sorted, format_args!("{} in this order", ORDER.join(", ")));
        for start in &ORDER[..2] {
            let has_text = |line: &Line| line.text.starts_with(start) && line.words().count() > 2;
            self.require(lines.iter().any(has_text), format_args!("a text after {start}"));
        }
    }

    fn judge_options(&mut self) {
        let is_whole = |option: OptionSpec| match option.kind {
            OptionKind::Button => true,
            OptionKind::Spin { default: Some(default), min: Some(min), max: Some(max) } => {
                let is_small = [min, max].iter().all(|&bound| i32::try_from(bound).is_ok());
                is_small && (min..=max).contains(&default)
            }
            OptionKind::Spin { .. } => false,
            _ => option.default().is_some_and(|default| option.check(&default).is_ok()),
        };
        for line in self.profile.lines.iter().filter(|line| line.starts_with("option")) {
            let expected = "name, type, default, and a range of 32 bits around a number";
            self.expect(OptionSpec::read(line).is_some_and(is_whole), expected, line);
        }
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

    /// Waits for the end of the program, or of the connection of a server, which keeps running.
    fn end(&mut self, name: &str) -> Outcome {
        let since = Instant::now();
        let ending = loop {
            match self.receive(since + self.settings.patience) {
                Ok(Some(_)) => {}
                Ok(None) => break None,
                Err(Stop::Failed(ClientError::Died { ending, .. })) => break Some(ending),
                Err(stop) => return Err(stop),
            }
        };
        let is_right = match ending {
            Some(Exit::Closed) => self.settings.engine.is_server(),
            ending => ending == Some(Exit::Code(0)),
        };
        if is_right {
            self.within(name, since.elapsed(), 500);
        } else {
            self.complain(format_args!("{name}: expected exit code 0, found {ending:?}"));
        }
        let (_, errors) = self.diagnostics();
        self.expect_no_panic(name, &errors.join(" "));
        Ok(())
    }
}

/// A command, without its first word, that sets an option to its default.
fn default(option: &OptionSpec) -> String {
    match option.default() {
        Some(default) if !default.is_empty() => format!("name {} value {default}", option.name),
        _ => format!("name {}", option.name),
    }
}

/// Writes runs of empty squares of a TPS as one.
fn compressed(tps: &str) -> String {
    (2..=8).rev().fold(tps.to_owned(), |text, count| {
        text.replace(&vec!["x"; count].join(","), &format!("x{count}"))
    })
}

/// Replaces `\n`, `\r`, `\t` and `\s`.
fn unescaped(text: &str) -> String {
    let codes = [("\\n", "\n"), ("\\r", "\r"), ("\\t", "\t"), ("\\s", " ")];
    codes.iter().fold(text.to_owned(), |text, (code, character)| text.replace(code, character))
}
