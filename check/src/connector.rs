//! Connections to the checked engine.

use std::time::Duration;
use stonefall_client::{Client, ClientError, Launch, WebAddress};

/// Opens connections to an engine. Each connection has a state of its own.
pub trait Connector {
    /// Opens a connection.
    ///
    /// # Errors
    /// If the engine cannot be started or reached.
    fn connect(&self) -> Result<Client, ClientError>;

    /// The program that each connection starts, for points about its start and its end.
    fn program(&self) -> Option<&Launch> {
        None
    }

    /// The server behind the connections, for points about WebSockets.
    fn address(&self) -> Option<&WebAddress> {
        None
    }

    /// Name of the engine in the report: a command line or an address.
    fn name(&self) -> String;
}

/// Starts the program for each connection.
impl Connector for Launch {
    fn connect(&self) -> Result<Client, ClientError> {
        Client::start(self)
    }

    fn program(&self) -> Option<&Launch> {
        Some(self)
    }

    fn name(&self) -> String {
        self.command()
    }
}

/// Longest wait for a connection.
const CONNECT: Duration = Duration::from_secs(10);

/// Connects to the server anew each time.
impl Connector for WebAddress {
    fn connect(&self) -> Result<Client, ClientError> {
        Client::connect(self, CONNECT)
    }

    fn address(&self) -> Option<&WebAddress> {
        Some(self)
    }

    fn name(&self) -> String {
        self.to_string()
    }
}
