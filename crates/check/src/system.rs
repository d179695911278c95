//! Steps that need the operating system: memory, and the end of a process.

use super::trial::{Outcome, Trial, skip};
use std::time::{Duration, Instant};
use stonefall_engine::notation::excerpt;

impl Trial<'_> {
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
        self.send(&format!(
            "teinewgame {}\nposition startpos\ngo movetime 200",
            self.profile.size()
        ));
        // A large table takes time to allocate.
        let deadline = Instant::now() + 4 * self.settings.patience;
        while self.answers == 0 && Instant::now() < deadline {
            self.listen(Duration::from_millis(5))?;
            let process = self.client.as_mut().and_then(|client| client.transport().process_id());
            let status = format!("/proc/{}/status", process.unwrap_or_default());
            let held = field(&status, "VmRSS:").unwrap_or(0.0);
            if held > limit {
                self.client = None;
                let expected = format_args!("at most {limit:.0} MiB, the memory of this machine");
                self.expect(false, expected, format_args!("{held:.0} MiB"));
                return Ok(());
            }
        }
        self.require(self.answers > 0, "an answer to go movetime 200");
        Ok(())
    }

    /// Closes the output of the program, and sends a signal to another one. This needs pipes of its own, because a client
    /// keeps the output open.
    #[cfg(unix)]
    pub(super) fn terminate(&mut self) -> Outcome {
        use super::run::Engine;
        use rustix::process::{Pid, Signal, kill_process, kill_process_group};
        use std::io::{BufRead, BufReader, Read, Write};
        use std::os::unix::process::CommandExt;
        use std::process::{Command, Stdio};
        let Engine::Program(launch) = &self.settings.engine else { return Ok(()) };
        for name in ["a closed output", "SIGTERM"] {
            let mut command = Command::new(&launch.program);
            command.args(&launch.arguments).process_group(0);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let Ok(mut child) = command.spawn() else { return Ok(()) };
            let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
            let (Some(mut input), Some(output), Some(mut errors)) = pipes else { return Ok(()) };
            let _ = input.write_all(b"tei\nisready\n");
            let mut lines = BufReader::new(output).lines().map_while(Result::ok);
            let is_ready = lines.any(|line| line.trim_end() == "readyok");
            let since = Instant::now();
            if name == "SIGTERM" {
                let _ = kill_process(Pid::from_child(&child), Signal::TERM);
            } else {
                drop(lines);
                // The engine notices at its next line.
                let _ = input.write_all(b"isready\ngo movetime 20\nisready\n");
            }
            let mut has_ended = false;
            while is_ready && !has_ended && since.elapsed() < self.settings.patience {
                std::thread::sleep(Duration::from_millis(2));
                has_ended = child.try_wait().is_ok_and(|status| status.is_some());
            }
            if has_ended {
                self.within(name, since.elapsed(), 1000);
            } else {
                self.complain(format_args!("{name}: expected the program to end"));
            }
            // Children of the program may hold its pipes.
            let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
            let _ = child.wait();
            let mut text = String::new();
            let _ = errors.read_to_string(&mut text);
            self.expect_no_panic(name, &text);
        }
        Ok(())
    }

    #[cfg(not(unix))]
    pub(super) fn terminate(&mut self) -> Outcome {
        skip("this system has no signals")
    }

    pub(super) fn expect_no_panic(&mut self, name: &str, errors: &str) {
        if errors.contains("panicked") || errors.contains("Traceback") {
            let found = excerpt(errors, 80);
            self.complain(format_args!("{name}: expected no panic, found: {found}"));
        }
    }
}

/// Reads a field of a system file of Linux: a number of KiB after a name. Returns MiB.
fn field(file: &str, name: &str) -> Option<f64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    let number: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(number / 1024.0)
}
