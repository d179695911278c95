//! Sets options.

use super::host::Host;
use super::protocol::Protocol;
use crate::options::{Action, Count, Effect, Options};
use std::io;

impl<H: Host> Protocol<H> {
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        if self.is_refused(name)? {
            return Ok(());
        }
        let before = self.options.clone();
        let applied = match self.options.apply(name, value) {
            Ok(applied) => applied,
            Err(error) => return self.error(&error),
        };
        if let Some(note) = applied.note {
            self.note(&note)?;
        }
        if applied.effect == Effect::Button(Action::ClearHash) {
            self.player.clear();
        }
        if self.options.hash_mib != before.hash_mib {
            if let Some(note) = self.options.limit_hash() {
                self.note(&note)?;
            }
            self.player.set_hash(self.options.hash_mib);
            self.fitted_hash = self.options.hash_mib;
        }
        self.report_resource_limit(name)?;
        self.change_network(&before)?;
        if self.options.log_file != before.log_file {
            self.open_log()?;
        }
        // Whether this option alone sets other counts than the standard.
        let mut alone = Options::default();
        let _ = alone.apply(name, value);
        self.counts_given |=
            (alone.stones, alone.capstones) != (Count::default(), Count::default());
        self.change_rules()
    }

    fn open_log(&mut self) -> io::Result<()> {
        let file = self.options.log_file.clone();
        if let Err(error) = self.host.log_to(&file) {
            self.options.log_file.clear();
            self.note(&format!("error Debug Log File '{file}': {error}"))?;
        }
        Ok(())
    }

    /// Applies the rules of the options to the current game if the game is legal under them. Otherwise they may be for
    /// the next game.
    fn change_rules(&mut self) -> io::Result<()> {
        let Ok(rules) = self.options.rules(self.player.size()) else { return Ok(()) };
        if let Err(error) = self.player.set_rules(rules) {
            self.note(&format!("the position is unchanged: {error}"))?;
        }
        Ok(())
    }
}
