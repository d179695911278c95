//! Steps that need the operating system: memory, load, signals and pipes.

use super::trial::{Outcome, Trial, skip};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonefall_client::{Client, Line, OptionSpec};
use stonefall_engine::notation::excerpt;

/// Memory besides the table that an engine may use, and its growth, in MiB.
const BESIDE: f64 = 512.0;
const GAIN: f64 = 32.0;

impl Trial<'_> {
    /// Memory of the engine in MiB. Only Linux reports it.
    fn resident(&mut self) -> Option<f64> {
        let process = self.client.as_mut()?.transport().process_id()?;
        field(&format!("/proc/{process}/status"), "VmRSS:")
    }

    /// Expects less memory than the table.
    pub(super) fn judge_first_memory(&mut self) {
        let Some(mib) = self.resident() else { return };
        self.figure("memory before isready", mib, "MiB");
        let hash = self.profile.option("Hash").and_then(OptionSpec::default);
        let hash: f64 = hash.and_then(|default| default.parse().ok()).unwrap_or(0.0);
        let expected = format_args!("less memory than the table of {hash} MiB before isready");
        self.expect(hash < 32.0 || mib < hash, expected, format_args!("{mib:.0} MiB"));
    }

    /// Notes the memory after a game.
    pub(super) fn weigh(&mut self) -> Outcome {
        let Some(mib) = self.resident() else {
            return skip("this system does not report the memory of a process");
        };
        self.memory.push(mib);
        Ok(())
    }

    /// Expects the memory after all games near that after a quarter of them.
    pub(super) fn judge_memory(&mut self) {
        // The table of the script.
        let hash = self.profile.spin("Hash").map(|(least, most)| 16.clamp(least, most));
        let table = hash.unwrap_or(1024) as f64;
        let (all, early) = (self.memory.len(), self.memory.len() / 4);
        let (Some(&then), Some(&late)) = (self.memory.get(early), self.memory.last()) else {
            return;
        };
        self.figure("games", all as f64, "");
        self.figure(format!("memory after {early} games"), then, "MiB");
        self.figure("memory at the end", late, "MiB");
        let found = format_args!("{late:.0} MiB");
        let expected = format_args!("at most {BESIDE:.0} MiB besides the table of {table:.0}");
        self.expect(late <= table + BESIDE, expected, found);
        self.expect(late <= then + GAIN, format_args!("no growth from {then:.0} MiB"), found);
    }

    /// Sets the largest values of `Threads` and `Hash`, and searches. Ends the engine before it takes memory that other
    /// programs need.
    pub(super) fn search_largest(&mut self) -> Outcome {
        let Some(free) = field("/proc/meminfo", "MemAvailable:") else {
            return skip("this system does not report its free memory");
        };
        let limit = free * 0.8;
        let cores = std::thread::available_parallelism().map_or(2, usize::from) as i64;
        for (name, most) in [("Threads", 4 * cores), ("Hash", i64::MAX)] {
            if let Some((_, max)) = self.profile.spin(name) {
                self.send(&format!("setoption name {name} value {}", max.min(most)));
            }
        }
        self.send(&format!("teinewgame {}\nposition startpos", self.profile.size()));
        for (command, answer) in [("isready", "readyok"), ("go movetime 200", "bestmove")] {
            self.send(command);
            // A large table takes time to allocate.
            let deadline = Instant::now() + 4 * self.settings.patience;
            let is_other = |line: Line| line.first_word() != answer;
            let soon = || Instant::now() + Duration::from_millis(5);
            while self.receive(soon())?.is_none_or(is_other) {
                let held = self.resident().unwrap_or(0.0);
                if held > limit {
                    self.client = None;
                    let expected =
                        format_args!("at most {limit:.0} MiB, the memory of this machine");
                    self.expect(false, expected, format_args!("{held:.0} MiB"));
                    return Ok(());
                }
                if Instant::now() > deadline {
                    self.expect(false, format_args!("{answer} after {command}"), "no answer");
                    return Ok(());
                }
            }
        }
        if let Some(held) = self.resident() {
            self.figure("memory held", held, "MiB");
        }
        Ok(())
    }

    /// Starts two threads that compute until the script ends.
    pub(super) fn load_machine(&mut self) {
        let load = Arc::new(());
        for _ in 0..2 {
            let load = Arc::downgrade(&load);
            let work = move || {
                while load.strong_count() > 0 {
                    std::hint::spin_loop();
                }
            };
            // Without the thread the machine is less busy, which favors the engine.
            let _ = std::thread::Builder::new().name("load".to_owned()).spawn(work);
        }
        self.load = Some(load);
    }

    /// Starts the engine in a read-only folder of Linux, with an empty `HOME`.
    pub(super) fn start_sealed(&mut self) -> Outcome {
        let mut launch = self.settings.engine.program()?.clone();
        if !Path::new("/proc").is_dir() {
            return skip("this system has no folder that is known to be read-only");
        }
        launch.folder = Some("/proc".into());
        launch.environment.push(("HOME".into(), "".into()));
        self.put_client(Client::start(&launch)?);
        self.send("tei");
        self.until("teiok")?;
        self.ready().map(|_| ())
    }

    /// Closes the output of the engine. This needs pipes of its own, because a client keeps the output open.
    pub(super) fn close_output(&mut self) -> Outcome {
        let program = self.settings.engine.program()?;
        let mut command = Command::new(&program.program);
        command.args(&program.arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let Ok(mut child) = command.spawn() else { return Ok(()) };
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Ok(());
        };
        let _ = input.write_all(b"tei\nisready\n");
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let is_ready = lines.any(|line| line.trim_end() == "readyok");
        drop(lines);
        let since = Instant::now();
        // The engine notices at its next line.
        let _ = input.write_all(b"isready\ngo movetime 20\nisready\n");
        let mut has_ended = false;
        while is_ready && !has_ended && since.elapsed() < self.settings.patience {
            std::thread::sleep(Duration::from_millis(2));
            has_ended = child.try_wait().is_ok_and(|status| status.is_some());
        }
        let name = "a closed output";
        if has_ended {
            self.within(name, since.elapsed(), 1000);
        } else {
            self.complain(format_args!("{name}: expected the program to end"));
        }
        // Both fail only if the process has ended.
        let _ = child.kill();
        let _ = child.wait();
        let mut errors = String::new();
        if let Some(mut pipe) = child.stderr.take() {
            let _ = pipe.read_to_string(&mut errors);
        }
        self.expect_no_panic(name, &errors);
        Ok(())
    }

    pub(super) fn expect_no_panic(&mut self, name: &str, errors: &str) {
        if errors.contains("panicked") || errors.contains("Traceback") {
            let found = excerpt(errors, 80);
            self.complain(format_args!("{name}: expected no panic, found: {found}"));
        }
    }

    /// Sends a signal to the program. Returns false where that is impossible.
    #[cfg(unix)]
    pub(super) fn signal(&mut self, name: &str) -> bool {
        use rustix::process::{Pid, Signal, kill_process};
        // A process passes ignored signals on to its children; shells ignore SIGINT in the background.
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        let signal = if name == "SIGTERM" { Signal::TERM } else { Signal::INT };
        let process = self.client.as_mut().and_then(|client| client.transport().process_id());
        let process = process.and_then(|id| Pid::from_raw(id as i32));
        mask & 1 << (signal.as_raw() - 1) == 0
            && process.is_some_and(|process| kill_process(process, signal).is_ok())
    }

    #[cfg(not(unix))]
    pub(super) fn signal(&mut self, _: &str) -> bool {
        false
    }
}

/// Reads a field of a system file of Linux: a number of KiB after a name. Returns MiB.
fn field(file: &str, name: &str) -> Option<f64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    let number: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(number / 1024.0)
}
