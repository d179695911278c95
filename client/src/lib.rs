//! The other side of TEI: a client that talks to any engine.
//!
//! A [`Launch`] says which program to start and how; [`Process`] is that program while it runs, the
//! usual [`Transport`]; behind a [`WebAddress`] there is a [`Socket`], the other one. A [`Client`] speaks the protocol over a transport. Engines are not trusted:
//! they may die, fall silent, talk nonsense or flood, and nothing they do makes a call here wait
//! longer than its deadline.
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

mod address;
mod answer;
mod carrier;
mod conversation;
mod error;
mod identity;
mod info;
mod info_line;
mod launch;
mod lines;
mod option;
mod process;
mod socket;
mod transport;

pub use address::{WebAddress, WebAddressError};
pub use answer::{Answer, Best};
pub use conversation::{Client, Log, Way};
pub use error::ClientError;
pub use error::excerpt;
pub use identity::{Boards, Dialect, Fault, Identity};
pub use info::Info;
pub use info_line::{BOUNDS, SCORES};
pub use info_line::{Claim, InfoLine, InfoPart, Score};
pub use launch::Launch;
pub use lines::{Heard, LONGEST_LINE};
pub use option::{OptionError, OptionKind, OptionSpec};
pub use process::Process;
pub use socket::Socket;
pub use transport::{Event, Exit, Transport};
