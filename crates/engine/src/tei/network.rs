//! The network of a session.

use super::host::{Host, read_network};
use super::player::SessionPlayer;
use super::protocol::Protocol;
use crate::eval::net::Network;
use crate::options::Options;
use std::io;
use std::sync::Arc;

impl<H: Host> Protocol<H> {
    /// Applies a change of the options for the network. An unreadable file changes nothing.
    pub(super) fn change_network(&mut self, before: &Options) -> io::Result<()> {
        if self.options.eval_file != before.eval_file {
            match read_network(&self.host, &self.options.eval_file) {
                Ok(network) => self.network = network,
                Err(error) => {
                    self.options.eval_file.clone_from(&before.eval_file);
                    return self.refusal(&error);
                }
            }
            if let Some(size) = self.network.as_ref().map(|network| network.size())
                && size != self.player.size()
            {
                self.note(&format!("the network of EvalFile is for {size}x{size} boards only"))?;
            }
        } else if self.options.network == before.network {
            return Ok(());
        }
        self.use_network();
        Ok(())
    }

    /// The network for a board size: the network of the file if the size is right, otherwise the engine's.
    pub(super) fn network_for(&self, size: usize) -> Option<Arc<Network>> {
        if !self.options.network {
            return None;
        }
        let own = || Network::shipped(size);
        self.network.clone().filter(|network| network.size() == size).or_else(own)
    }

    /// Board size whose network the session lacks. A host without included networks supplies it by
    /// [`Network::supply`] and [`Protocol::use_network`]; until then the terms evaluate alone.
    pub fn lacks_network(&self) -> Option<usize> {
        let size = self.player.size();
        let lacks = self.options.network && self.network_for(size).is_none();
        (lacks && Network::exists_for(size)).then_some(size)
    }

    /// Uses the network of the board size, from the next search on.
    pub fn use_network(&mut self) {
        let network = self.network_for(self.player.size());
        self.player.set_network(network);
    }

    /// Replaces the engine by one for another board size.
    pub(super) fn replace_player(&mut self, player: SessionPlayer) {
        self.player = player;
        self.use_network();
    }
}
