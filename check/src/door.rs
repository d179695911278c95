//! Ways to an engine: each conversation is a new one.

use std::time::Duration;
use stonefall_client::{ClientError, Launch, Transport, WebAddress};

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

    /// Where the connections lead to, if it is a WebSocket: a step about that needs it.
    fn address(&self) -> Option<&WebAddress> {
        None
    }

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

/// How long a connection is waited for.
const CONNECT: Duration = Duration::from_secs(10);

/// A server that a new connection is made to for each conversation.
impl Door for WebAddress {
    fn open(&self) -> Result<(Box<dyn Transport>, Option<u32>), ClientError> {
        Ok((Box::new(self.connect(CONNECT)?), None))
    }

    fn program(&self) -> Option<&Launch> {
        None
    }

    fn address(&self) -> Option<&WebAddress> {
        Some(self)
    }

    fn name(&self) -> String {
        self.to_string()
    }
}
