//! What the host leaves to the conversation: options, threads and memory.

use super::host::{Host, Resources};
use super::protocol::Protocol;
use crate::options::{Kind, Spec, TABLE, find};
use std::io;
use thiserror::Error;

/// An option that is not for clients of this host.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{0} {1}")]
struct Refused(&'static str, &'static str);

impl<H: Host> Protocol<H> {
    /// The options that the client is told of: those that it may set, and of a form those that belong there.
    pub(super) fn specs(&self) -> impl Iterator<Item = Spec> {
        let most = self.host.resources().filter(|room| room.is_fixed);
        let (host, has_form) = (&self.host, self.host.has_form());
        let offered = TABLE.iter().filter(move |spec| {
            host.why_not_settable(spec).is_none() && (!has_form || spec.is_for_forms())
        });
        offered.map(move |spec| match most {
            Some(room) => bounded(*spec, room),
            None => *spec,
        })
    }

    /// Whether the client may not set this option; it is told so.
    pub(super) fn is_refused(&mut self, name: &str) -> io::Result<bool> {
        let Some(spec) = find(name) else { return Ok(false) };
        let Some(reason) = self.host.why_not_settable(spec) else { return Ok(false) };
        self.error(&Refused(spec.name, reason))?;
        Ok(true)
    }

    /// Threads for the next search.
    pub(super) fn threads(&self) -> usize {
        let most = self.host.resources().map_or(usize::MAX, |room| room.threads);
        self.options.threads.min(most)
    }

    /// Gives the next search a table of the size that there is room for.
    pub(super) fn fit_hash(&mut self) {
        let Some(room) = self.host.resources() else { return };
        let mib = self.options.hash_mib.min(room.hash_mib);
        // Setting it anew would empty a table that the system made smaller than it was asked to.
        if mib != self.fitted_hash {
            self.fitted_hash = mib;
            self.player.set_hash(mib);
        }
    }

    /// Tells a client who asks for more than there is room for.
    pub(super) fn report_resource_limit(&mut self, name: &str) -> io::Result<()> {
        let (Some(room), Some(spec)) = (self.host.resources(), find(name)) else { return Ok(()) };
        let Some(given) = room.of(spec.name) else { return Ok(()) };
        let wanted = match spec.name {
            "Threads" => self.options.threads,
            _ => self.options.hash_mib,
        };
        if wanted <= given {
            return Ok(());
        }
        let (name, reason) = (spec.name, room.reason);
        let now = if room.is_fixed { "" } else { " for now" };
        self.note(&format!("{name} is {given}{now}, not {wanted}: {reason}"))
    }

    /// Tells the client if the system had less memory for the table than it was asked for.
    pub(super) fn report_hash_limit(&mut self) -> io::Result<()> {
        let (given, wanted) = (self.player.hash_mib(), self.fitted_hash);
        if given >= wanted || given == self.reported_hash {
            return Ok(());
        }
        self.reported_hash = given;
        self.note(&format!("Hash is {given}, not {wanted}: there is no memory for more"))
    }
}

impl Resources {
    /// What there is of what an option asks for.
    fn of(&self, name: &str) -> Option<usize> {
        match name {
            "Threads" => Some(self.threads),
            "Hash" => Some(self.hash_mib),
            _ => None,
        }
    }
}

/// An option with no more than there will ever be.
fn bounded(spec: Spec, room: Resources) -> Spec {
    match (spec.kind, room.of(spec.name)) {
        (Kind::Spin { min, max, get, set }, Some(most)) => {
            let max = i32::try_from(most).map_or(max, |most| max.min(most));
            Spec { kind: Kind::Spin { min, max, get, set }, ..spec }
        }
        _ => spec,
    }
}
