//! Breaking off.

use crate::search::Stopper;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Ends an annotation from elsewhere, the search that is running included.
#[derive(Clone, Debug, Default)]
pub struct Halt {
    flag: Arc<AtomicBool>,
    search: Arc<Mutex<Option<Stopper>>>,
}

impl Halt {
    /// Ends it; returns at once.
    pub fn stop(&self) {
        self.flag.store(true, Ordering::Relaxed);
        if let Ok(search) = self.search.lock()
            && let Some(stopper) = &*search
        {
            stopper.stop();
        }
    }

    /// Whether it is to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Names the search that is to be stopped; at once, if that was asked for before there was one.
    pub(super) fn watch(&self, stopper: Stopper) {
        if let Ok(mut search) = self.search.lock() {
            if self.is_stopped() {
                stopper.stop();
            }
            *search = Some(stopper);
        }
    }

    pub(super) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }
}
