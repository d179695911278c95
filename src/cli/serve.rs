//! `stonefall serve`: the engine behind a WebSocket, for PTN Ninja.

use super::output::{Output, complain};
use super::{Error, interrupt};
use crate::cli::flags::Flags;
use crate::tei::Capacity;
use crate::tei::socket::{Origin, Origins, Patience, Server, Setup};
use clap::Args;
use std::io::{self, Write};
use std::net::SocketAddr;
use stonefall_engine::options::available_mib;
use tokio::sync::oneshot;

#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    stonefall serve\n  \
    stonefall serve --threads 4 --hash 1024\n  \
    stonefall serve --port 7732 --allow-origin https://tak.example.org\n\n\
    In PTN Ninja (https://ptn.ninja) open the analysis panel, Engines, Add Engine, TEI; leave address and port\n  \
    as they are (localhost, 7731) and press Connect, then Apply Options. If the browser asks whether\n  \
    ptn.ninja may reach apps on this device, allow it. Ctrl-C here ends the server.\n\n\
    Only PTN Ninja, pages of this machine and programs may connect, and only from this machine.")]
pub(super) struct Arguments {
    /// Port to listen on; 0 for any that is free
    #[arg(long, default_value_t = 7731, value_name = "PORT")]
    port: u16,
    /// Address to listen on; 0.0.0.0 lets other machines connect as well
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    address: String,
    /// Pages that may connect too, such as https://example.org; null for files, * for every page
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',')]
    allow_origin: Vec<Origin>,
    /// Sessions at one time
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    max_sessions: u16,
    /// Threads that the sessions divide among them [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    max_threads: Option<u16>,
    /// Memory for tables that the sessions divide among them, in MiB [default: half of what is free]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    max_hash: Option<u32>,
    #[command(flatten)]
    flags: Flags,
}

impl Arguments {
    fn capacity(&self) -> Capacity {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        // Three quarters of it are available to one table; the system and the browser want some, too.
        let memory = || available_mib().map_or(1024, |mib| (mib / 3 * 2).max(1));
        Capacity {
            sessions: usize::from(self.max_sessions),
            threads: self.max_threads.map_or_else(cores, usize::from),
            hash_mib: self.max_hash.map_or_else(memory, |mib| mib as usize),
        }
    }
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Error> {
    let (leave, left) = oneshot::channel();
    interrupt::watch(move || {
        // The server has gone by itself if this fails.
        let _ = leave.send(());
    });
    let (options, capacity) = (arguments.flags.0.clone(), arguments.capacity());
    let setup = Setup {
        options,
        origins: Origins::with(arguments.allow_origin.clone()),
        capacity,
        patience: Patience::default(),
        tell: Box::new(|notice| complain(&notice.to_string())),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (address, port) = (arguments.address.as_str(), arguments.port);
        let server = Server::bind(address, port, setup).await;
        let server = server.map_err(|reason| cannot_listen(address, port, &reason))?;
        let at = server.address()?;
        writeln!(output, "Stonefall listens at ws://{at}; Ctrl-C ends it.")?;
        // Whoever started it may be waiting for this.
        output.flush()?;
        warn(at, arguments, capacity);
        server.run(async { drop(left.await) }).await;
        Ok(())
    })
}

fn cannot_listen(address: &str, port: u16, reason: &io::Error) -> Error {
    let advice = match reason.kind() {
        io::ErrorKind::AddrInUse => {
            " (is Stonefall or a bridge such as websocketd running already? --port takes another)"
        }
        io::ErrorKind::AddrNotAvailable => " (it is none of this machine's addresses)",
        io::ErrorKind::PermissionDenied => " (ports below 1024 are for the system)",
        _ => "",
    };
    Error::Failed(format!("cannot listen at {address}, port {port}: {reason}{advice}"))
}

/// What is open to others is said, and what cannot be as it was asked for.
fn warn(at: SocketAddr, arguments: &Arguments, capacity: Capacity) {
    if !at.ip().is_loopback() {
        complain("Every machine that can reach this address can use the engine.");
    }
    if arguments.allow_origin.iter().any(|origin| origin.to_string() == "*") {
        complain("Every page that is open in a browser of this machine can use the engine.");
    }
    for (flag, wanted, given) in [
        ("hash", arguments.flags.0.hash_mib, capacity.hash_mib),
        ("threads", arguments.flags.0.threads, capacity.threads),
    ] {
        if wanted > given {
            complain(&format!("--{flag} {wanted} is cut to {given}, as --max-{flag} has it."));
        }
    }
}
