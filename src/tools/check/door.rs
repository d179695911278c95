//! Ways to an engine: each conversation is a new one.

use crate::tools::client::{ClientError, Launch, Transport};

/// Opens connections to an engine, each with a state of its own.
pub trait Door {
    /// A new connection, and the process at its other end if it is one of this machine.
    ///
    /// # Errors
    /// If there is nobody.
    fn open(&self) -> Result<(Box<dyn Transport>, Option<u32>), ClientError>;

    /// The program behind the connections, if they start one: steps about starting and leaving need
    /// it.
    fn program(&self) -> Option<&Launch>;

    /// How to name the engine before it has told its name.
    fn name(&self) -> String;
}

/// A program that is started for each conversation.
impl Door for Launch {
    fn open(&self) -> Result<(Box<dyn Transport>, Option<u32>), ClientError> {
        let process = self.start()?;
        let id = process.id();
        Ok((Box::new(process), Some(id)))
    }

    fn program(&self) -> Option<&Launch> {
        Some(self)
    }

    fn name(&self) -> String {
        self.command()
    }
}
