//! The page as the host of the session.

use crate::books::BOOKS;
use crate::exports;
use std::cell::{Cell, RefCell};
use std::io;
use std::sync::LazyLock;
use stonefall_engine::book::Books;
use stonefall_engine::options::{Kind, Spec};
use stonefall_engine::search::Task;
use stonefall_engine::tei::{EventSink, Host, Resources};

#[link(wasm_import_module = "stonefall")]
unsafe extern "C" {
    /// Seconds since a fixed time.
    safe fn now() -> f64;
    /// A random number from 0 to 1, excluding 1.
    safe fn random() -> f64;
    /// Pauses for messages if it is time, or if the search is idle.
    safe fn pause(idle: bool);
    /// A line for the client.
    fn say(start: *const u8, len: usize);
}

// The table that several instances share: web/worker/table.wat.
#[link(wasm_import_module = "table")]
unsafe extern "C" {
    safe fn clear(start: u32, end: u32) -> bool;
    safe fn load(address: u32) -> u64;
    safe fn store(address: u32, value: u64);
    safe fn find(bucket: u32, key: u64) -> u64;
}

#[unsafe(no_mangle)]
extern "C" fn stonefall_now() -> f64 {
    now()
}

#[unsafe(no_mangle)]
extern "C" fn stonefall_random() -> u64 {
    let half = || (random() * 2_f64.powi(32)) as u64;
    half() << 32 | half()
}

#[unsafe(no_mangle)]
extern "C" fn stonefall_pause(idle: bool) {
    pause(idle);
}

#[unsafe(no_mangle)]
extern "C" fn stonefall_thread() -> usize {
    THREAD.get()
}

#[unsafe(no_mangle)]
extern "C" fn stonefall_shared_clear(start: u32, end: u32) -> bool {
    clear(start, end)
}

#[unsafe(no_mangle)]
extern "C" fn stonefall_shared_load(address: u32) -> u64 {
    load(address)
}

#[unsafe(no_mangle)]
extern "C" fn stonefall_shared_store(address: u32, value: u64) {
    store(address, value);
}

#[unsafe(no_mangle)]
extern "C" fn stonefall_shared_find(bucket: u32, key: u64) -> u64 {
    find(bucket, key)
}

/// Sends a line to the page.
pub(crate) fn tell_page(line: &str) {
    // SAFETY: the page reads these bytes before it returns.
    unsafe { say(line.as_ptr(), line.len()) };
}

thread_local! {
    /// The number of this instance.
    static THREAD: Cell<usize> = const { Cell::new(0) };
    static TASK: RefCell<Option<Task>> = const { RefCell::new(None) };
}

/// The waiting search.
pub(crate) fn take_task() -> Option<Task> {
    TASK.take()
}

/// Maximum size of the table in MiB: a page cannot free memory.
const MAX_HASH: usize = 1024;

/// Version, with the commit if it is known.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let version = env!("CARGO_PKG_VERSION");
    match option_env!("STONEFALL_COMMIT") {
        Some(commit) => format!("{version}-{commit}"),
        None => version.to_owned(),
    }
});

/// Host of the session.
pub(crate) struct Page {
    /// Maximum of `Threads`.
    threads: usize,
}

impl Page {
    /// The host of the instance with this number.
    pub(crate) fn new(thread: usize, threads: usize) -> Self {
        THREAD.set(thread);
        Self { threads: threads.max(1) }
    }
}

impl Host for Page {
    fn name(&self) -> String {
        "Stonefall".to_owned()
    }

    fn version(&self) -> &str {
        &VERSION
    }

    fn send_line(&mut self, line: &str) -> io::Result<()> {
        tell_page(line);
        Ok(())
    }

    fn event_sink(&self) -> EventSink {
        Box::new(exports::tell)
    }

    fn start_search(&mut self, task: Task) {
        TASK.set(Some(task));
    }

    fn resources(&self) -> Option<Resources> {
        Some(Resources {
            threads: self.threads,
            hash_mib: MAX_HASH,
            is_fixed: true,
            threads_reason: if self.threads > 1 {
                "the maximum on this device"
            } else {
                "several need a page with the headers COOP and COEP"
            },
            hash_reason: "the maximum in a browser",
        })
    }

    fn books(&self) -> Books {
        Books(&BOOKS)
    }

    fn why_not_settable(&self, spec: &Spec) -> Option<&'static str> {
        matches!(spec.kind, Kind::Text { .. }).then_some("is not available in the browser")
    }
}
