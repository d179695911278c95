//! What the page can call.

use crate::host::{self, Page, tell_page};
use std::cell::RefCell;
use std::panic;
use stonefall_engine::machine::Instant;
use stonefall_engine::options::Options;
use stonefall_engine::tei::{Event, Flow, Protocol};

thread_local! {
    /// The conversation. It is not borrowed while a search runs, so that lines are heard in its pauses.
    static PROTOCOL: RefCell<Option<Protocol<Page>>> = const { RefCell::new(None) };
    /// The last word of the search that runs.
    static LAST: RefCell<Option<Event>> = const { RefCell::new(None) };
    /// The line that is being handed over.
    static LINE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Begins the conversation.
#[unsafe(no_mangle)]
extern "C" fn open() {
    // What follows is a trap, which the page catches: but it does not know the reason.
    panic::set_hook(Box::new(|panic| {
        tell_page(&format!("info string error {panic}").replace('\n', " "))
    }));
    match Protocol::new(Options::default(), Page) {
        Ok(protocol) => PROTOCOL.set(Some(protocol)),
        Err(error) => tell_page(&format!("info string error {error}")),
    }
}

/// Resources for a line of so many bytes.
#[unsafe(no_mangle)]
extern "C" fn line(len: usize) -> *mut u8 {
    LINE.with_borrow_mut(|line| {
        line.clear();
        line.resize(len, 0);
        line.as_mut_ptr()
    })
}

/// Reads the line that was put there. Whether the conversation goes on.
#[unsafe(no_mangle)]
extern "C" fn hear() -> bool {
    let line = LINE.take();
    let text = String::from_utf8_lossy(&line);
    follow(|protocol| protocol.handle_line(&text, Instant::now()))
}

/// Memory of so many bytes that stays where it is.
#[unsafe(no_mangle)]
extern "C" fn keep(len: usize) -> *mut u8 {
    vec![0; len].leak().as_mut_ptr()
}

/// Runs the search that was asked for, if there is one, and those that were asked for meanwhile. It takes
/// pauses; whether the conversation goes on is asked afterwards, by an empty line.
#[unsafe(no_mangle)]
extern "C" fn run() {
    while let Some(task) = host::take_task() {
        task();
        if let Some(event) = LAST.take() {
            follow(|protocol| protocol.handle_event(event));
        }
    }
}

/// What a search has to say.
pub(crate) fn tell(event: Event) {
    match event {
        Event::Info(_) | Event::Text(_) | Event::Failure(_) => {
            follow(|protocol| protocol.handle_event(event));
        }
        // The next search may begin when this is told, and needs what the last one gives back.
        Event::BestMove(_) | Event::Finished => LAST.set(Some(event)),
    }
}

/// Has the conversation do something; it is over when the client has left.
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
