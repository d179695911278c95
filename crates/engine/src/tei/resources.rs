//! Limits of the host: options, threads and memory.

use super::activity::Activity;
use super::host::{Host, Resources};
use super::protocol::Protocol;
use crate::options::{Kind, Spec, TABLE, find};
use std::io;

impl<H: Host> Protocol<H> {
    /// The options for the answer to `tei`: those that the client may set, and for a form those for people.
    pub(super) fn specs(&self) -> impl Iterator<Item = Spec> {
        let most = self.host.resources().filter(|limits| limits.is_fixed);
        let (host, has_form) = (&self.host, self.host.has_form());
        let offered = TABLE.iter().filter(move |spec| {
            host.why_not_settable(spec).is_none() && (!has_form || spec.is_for_forms())
        });
        offered.map(move |spec| match most {
            Some(limits) => bounded(*spec, limits),
            None => *spec,
        })
    }

    /// Whether the client may not set this option. Reports the reason.
    pub(super) fn is_refused(&mut self, name: &str) -> io::Result<bool> {
        let Some(spec) = find(name) else { return Ok(false) };
        let Some(reason) = self.host.why_not_settable(spec) else { return Ok(false) };
        self.refusal(&format!("{} {reason}", spec.name))?;
        Ok(true)
    }

    /// Threads for the next search.
    pub(super) fn threads(&self) -> usize {
        let most = self.host.resources().map_or(usize::MAX, |limits| limits.threads);
        self.options.threads.min(most)
    }

    /// The number of threads that the running search can use beside the first, for a host whose threads are instances of the
    /// program. A search behind which lines wait is about to end.
    pub fn helpers(&self) -> usize {
        match &self.activity {
            Activity::Search(search) if !self.is_waiting() => search.helpers,
            _ => 0,
        }
    }

    /// Sets the table size of the next search, within the resources.
    pub(super) fn fit_hash(&mut self) {
        let Some(limits) = self.host.resources() else { return };
        let mib = self.options.hash_mib.min(limits.hash_mib);
        // Setting the same size again would empty the table if the system made it smaller than requested.
        if mib != self.fitted_hash {
            self.fitted_hash = mib;
            self.player.set_hash(mib);
        }
    }

    /// Reports a value above the resources.
    pub(super) fn report_resource_limit(&mut self, name: &str) -> io::Result<()> {
        let (Some(limits), Some(spec)) = (self.host.resources(), find(name)) else { return Ok(()) };
        let Some(given) = limits.of(spec.name) else { return Ok(()) };
        let (wanted, reason) = match spec.name {
            "Threads" => (self.options.threads, limits.threads_reason),
            _ => (self.options.hash_mib, limits.hash_reason),
        };
        if wanted <= given {
            return Ok(());
        }
        let name = spec.name;
        let now = if limits.is_fixed { "" } else { " for now" };
        self.note(&format!("{name} is {given}{now}, not {wanted}: {reason}"))
    }

    /// Reports a table that is smaller than requested because memory is short.
    pub(super) fn report_hash_limit(&mut self) -> io::Result<()> {
        let (given, wanted) = (self.player.hash_mib(), self.fitted_hash);
        if given >= wanted || given == self.reported_hash {
            return Ok(());
        }
        self.reported_hash = given;
        self.note(&format!("Hash is {given}, not {wanted}: not enough memory"))
    }
}

impl Resources {
    /// The resource of an option.
    fn of(&self, name: &str) -> Option<usize> {
        match name {
            "Threads" => Some(self.threads),
            "Hash" => Some(self.hash_mib),
            _ => None,
        }
    }
}

/// An option with its maximum cut to fixed resources.
fn bounded(spec: Spec, limits: Resources) -> Spec {
    match (spec.kind, limits.of(spec.name)) {
        (Kind::Spin { min, max, get, set }, Some(most)) => {
            let max = i32::try_from(most).map_or(max, |most| max.min(most));
            Spec { kind: Kind::Spin { min, max, get, set }, ..spec }
        }
        _ => spec,
    }
}
