//! A client for the Tak Engine Interface (TEI): starts engines, talks to them and times their
//! answers.
//!
//! A [`Launch`] describes a program, a [`WebAddress`] names a server. Either gives a [`Transport`]: bytes out, lines in. A
//! [`Client`] speaks the protocol over it. Engines are not trusted. They may exit, stop
//! answering, send malformed lines or flood the client; no call waits longer than its deadline.
//!
//! ```no_run
//! use std::time::{Duration, Instant};
//! use stonefall_client::{Client, ClientError, Launch};
//!
//! let soon = || Instant::now() + Duration::from_secs(10);
//! let mut client = Client::start(&Launch::new("stonefall"))?;
//! let identity = client.handshake(soon())?;
//! client.new_game(&identity, 6, 4, soon())?;
//! client.send("position startpos moves a1 f6");
//! client.go("go nodes 1000");
//! let answer = client.answer(soon())?;
//! println!("{:?} after {:?}", answer.best, answer.time);
//! # Ok::<(), ClientError>(())
//! ```

mod client;
mod error;
mod identity;
mod info;
mod process;
mod socket;
mod transport;

pub use client::{Answer, Client};
pub use error::ClientError;
pub use identity::{Boards, Dialect, Identity, OptionKind, OptionSpec};
pub use info::{BOUNDS, Info, InfoLine, ProofResult, SCORES, Score};
pub use process::Launch;
pub use socket::WebAddress;
pub use transport::{Exit, Line, Transport};
