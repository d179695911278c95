//! Available memory.
//!
//! Linux grants more memory than it has and ends the program later, when the table is filled. A smaller table avoids
//! this.

use super::Options;
use std::fs::read_to_string;
use std::path::Path;

impl Options {
    /// Cuts the table size to the available memory. Returns a message if it did.
    pub fn limit_hash(&mut self) -> Option<String> {
        let asked = self.hash_mib;
        self.hash_mib = asked.min(available_mib().unwrap_or(usize::MAX));
        (self.hash_mib < asked).then(|| {
            format!(
                "Hash cut from {asked} to {} MiB: three quarters of the available memory",
                self.hash_mib
            )
        })
    }
}

/// Largest table in MiB: three quarters of the free memory of the machine and the program's control group, including
/// the program's own memory. `None` if the system does not report it.
pub fn available_mib() -> Option<usize> {
    let left = [machine(), group()].into_iter().flatten().min()?;
    let own = read_to_string("/proc/self/status").ok().and_then(|text| kibibytes(&text, "VmRSS:"));
    let bytes = left.saturating_add(own.unwrap_or(0));
    Some(usize::try_from((bytes / 4 * 3) >> 20).unwrap_or(usize::MAX).max(1))
}

/// Free memory of the machine, in bytes.
fn machine() -> Option<u64> {
    kibibytes(&read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
}

/// A line of `/proc`, such as `MemAvailable:   2048 kB`, in bytes.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let number: u64 = line.trim().trim_end_matches("kB").trim_end().parse().ok()?;
    number.checked_mul(1024)
}

/// Free memory of the program's smallest control group, in bytes.
fn group() -> Option<u64> {
    let groups = read_to_string("/proc/self/cgroup").ok()?;
    groups.lines().filter_map(group_left).min()
}

/// The same for one line of `/proc/self/cgroup`: `0::/path` in version 2, such as `4:memory:/path` in version 1. In a
/// container the path may be the host's, so that the search reads every folder up to the root.
fn group_left(line: &str) -> Option<u64> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (controllers, path) = (fields.next()?, fields.next()?);
    let (root, limit, used) = if controllers.is_empty() {
        ("/sys/fs/cgroup", "memory.max", "memory.current")
    } else if controllers.split(',').any(|name| name == "memory") {
        ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes")
    } else {
        return None;
    };
    let left = |folder: &Path| {
        let folder = Path::new(root).join(folder.strip_prefix("/").unwrap_or(folder));
        let number = |file: &str| -> Option<u64> {
            read_to_string(folder.join(file)).ok()?.trim().parse().ok()
        };
        Some(number(limit)?.saturating_sub(number(used).unwrap_or(0)))
    };
    Path::new(path).ancestors().filter_map(left).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_available_memory() {
        let text = "MemTotal:       16384 kB\nMemFree:  1 kB\nMemAvailable:    2048 kB\n";
        assert_eq!(kibibytes(text, "MemAvailable:"), Some(2048 * 1024));
        assert_eq!(kibibytes("MemAvailable: much", "MemAvailable:"), None);
    }

    #[test]
    fn a_larger_table_is_cut_with_a_message() {
        let mut options = Options { hash_mib: usize::MAX, ..Options::default() };
        let message = options.limit_hash();
        assert_eq!(message.is_some(), available_mib().is_some());
        assert_eq!(message.is_some(), options.hash_mib < usize::MAX);
    }
}
