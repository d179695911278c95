//! Functions for the page.

use crate::host::{self, Page, tell_page};
use std::cell::RefCell;
use std::panic;
use stonefall_engine::eval::net::Network;
use stonefall_engine::machine::Instant;
use stonefall_engine::options::Options;
use stonefall_engine::tei::{Event, Flow, Protocol};

thread_local! {
    /// The session. A running search does not borrow it, so that the session receives lines during pauses.
    static PROTOCOL: RefCell<Option<Protocol<Page>>> = const { RefCell::new(None) };
    /// The last event of the running search.
    static LAST: RefCell<Option<Event>> = const { RefCell::new(None) };
    /// The next line from the page.
    static LINE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Starts the session of the instance with this number; `threads` is the maximum of the option.
#[unsafe(no_mangle)]
extern "C" fn open(thread: usize, threads: usize) {
    // The page catches the trap after a panic, but does not know its reason.
    panic::set_hook(Box::new(|panic| {
        tell_page(&format!("info string error {panic}").replace('\n', " "))
    }));
    match Protocol::new(Options::default(), Page::new(thread, threads)) {
        Ok(protocol) => PROTOCOL.set(Some(protocol)),
        Err(error) => tell_page(&format!("info string error {error}")),
    }
}

/// Memory for a line of `len` bytes.
#[unsafe(no_mangle)]
extern "C" fn line(len: usize) -> *mut u8 {
    LINE.with_borrow_mut(|line| {
        line.clear();
        line.resize(len, 0);
        line.as_mut_ptr()
    })
}

/// Reads the line in that memory; returns whether the session continues.
#[unsafe(no_mangle)]
extern "C" fn hear() -> bool {
    let line = LINE.take();
    let text = String::from_utf8_lossy(&line);
    follow(|protocol| protocol.handle_line(&text, Instant::now()))
}

/// Board size whose network the session lacks, or 0.
#[unsafe(no_mangle)]
extern "C" fn lacks() -> usize {
    PROTOCOL.with_borrow(|slot| slot.as_ref().and_then(Protocol::lacks_network).unwrap_or(0))
}

/// Reads the network in the memory of the line; returns whether it is valid.
#[unsafe(no_mangle)]
extern "C" fn supply() -> bool {
    let lacking = lacks();
    let supplied = Network::supply(&LINE.take());
    // Another board size changes nothing for the session, which would forget its table.
    if supplied == Ok(lacking) {
        PROTOCOL.with_borrow_mut(|slot| slot.as_mut().map(Protocol::use_network));
    }
    supplied.is_ok()
}

/// The number of instances that can help the running search.
#[unsafe(no_mangle)]
extern "C" fn helpers() -> usize {
    PROTOCOL.with_borrow(|slot| slot.as_ref().map_or(0, Protocol::helpers))
}

/// Memory of `len` bytes that is never freed.
#[unsafe(no_mangle)]
extern "C" fn keep(len: usize) -> *mut u8 {
    vec![0; len].leak().as_mut_ptr()
}

/// Runs the waiting search, if there is one, and those that follow. It pauses; an empty line afterwards tells whether the
/// session continues.
#[unsafe(no_mangle)]
extern "C" fn run() {
    while let Some(task) = host::take_task() {
        task();
        if let Some(event) = LAST.take() {
            follow(|protocol| protocol.handle_event(event));
        }
    }
}

/// Receives an event of a search.
pub(crate) fn tell(event: Event) {
    match event {
        Event::Info(_) | Event::Text(_) | Event::Failure(_) => {
            follow(|protocol| protocol.handle_event(event));
        }
        // This event may start the next search, which needs the workers that this one returns at its end.
        Event::BestMove(..) | Event::Finished => LAST.set(Some(event)),
    }
}

/// Calls a function of the session; returns whether the session continues.
fn follow(act: impl FnOnce(&mut Protocol<Page>) -> std::io::Result<Flow>) -> bool {
    PROTOCOL.with_borrow_mut(|slot| {
        let Some(protocol) = slot else { return false };
        let goes_on = matches!(act(protocol), Ok(Flow::Continue));
        if !goes_on {
            *slot = None;
        }
        goes_on
    })
}
