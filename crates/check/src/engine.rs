//! The checked engine.

use super::trial::{Outcome, skip};
use std::time::Duration;
use stonefall_client::{Client, ClientError, Launch, WebAddress};

/// The engine to check. Each connection has a state of its own.
pub enum Engine {
    /// A program that each connection starts.
    Program(Launch),
    /// A server.
    Server(WebAddress),
    /// Anything else that opens connections.
    Other(Box<dyn Fn() -> Result<Client, ClientError>>),
}

/// Longest wait for a connection to a server.
const CONNECT: Duration = Duration::from_secs(10);

impl Engine {
    pub(super) fn connect(&self) -> Result<Client, ClientError> {
        match self {
            Self::Program(launch) => Client::start(launch),
            Self::Server(address) => Client::connect(address, CONNECT),
            Self::Other(connect) => connect(),
        }
    }

    /// The program, for points about its start and its end.
    pub(super) fn program(&self) -> Outcome<&Launch> {
        match self {
            Self::Program(launch) => Ok(launch),
            _ => skip("the engine is not a child process"),
        }
    }

    /// Whether the engine is a server.
    pub(super) const fn is_server(&self) -> bool {
        matches!(self, Self::Server(_))
    }

    /// Name of the engine in the report: a command line or an address.
    pub fn name(&self) -> String {
        match self {
            Self::Program(launch) => launch.command(),
            Self::Server(address) => address.to_string(),
            Self::Other(_) => "another engine".to_owned(),
        }
    }
}
