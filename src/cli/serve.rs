//! `stonefall serve`: the engine behind a WebSocket, for PTN Ninja, and the board at the same address.

use super::output::{Output, complain};
use super::{Error, flags, interrupt};
use crate::cli::flags::Flags;
use crate::transport::Capacity;
use crate::transport::socket::{Origin, Origins, Server, Setup, Timeouts};
use clap::Args;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use stonefall_engine::options::{Options, available_mib};
use tokio::sync::oneshot;

#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    stonefall serve\n  \
    stonefall serve --threads 4 --hash 1024\n  \
    stonefall serve --port 7732 --allow-origin https://tak.example.org\n\n\
    In PTN Ninja (https://ptn.ninja) open the analysis panel, Engines, Add Engine, TEI; leave address and port\n  \
    as they are (localhost, 7731) and press Connect, then Apply Options. If the browser asks whether\n  \
    ptn.ninja may reach apps on this device, allow it. Ctrl-C here ends the server.\n\n\
    A browser finds a board to play and analyse on at the same address; stonefall board opens it.\n\n\
    Only PTN Ninja, pages of this machine and programs may connect, and only from this machine.")]
pub(super) struct Arguments {
    /// Port to listen on; 0 for any that is free [default: 7731]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Address to listen on; 0.0.0.0 lets every machine that can reach this one connect, without a password
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
    /// What sessions begin with.
    pub(super) const fn options(&self) -> &Options {
        &self.flags.0
    }

    fn setup(&self) -> Setup {
        Setup {
            options: self.options().clone(),
            origins: Origins::with(self.allow_origin.clone()),
            capacity: self.capacity(),
            timeouts: Timeouts::default(),
            tell: Box::new(|notice| complain(&notice.to_string())),
        }
    }

    fn capacity(&self) -> Capacity {
        // Three quarters of it are available to one table; the system and the browser want some, too.
        let memory = || available_mib().map_or(1024, |mib| (mib / 3 * 2).max(1));
        Capacity {
            sessions: usize::from(self.max_sessions),
            threads: flags::threads(self.max_threads),
            hash_mib: self.max_hash.map_or_else(memory, |mib| mib as usize),
        }
    }
}

/// The port that PTN Ninja proposes.
const PORT: u16 = 7731;

/// Which ports will do where none was named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ports {
    /// The usual one: clients look for the engine there.
    Usual,
    /// The usual one, or any that is free.
    UsualOrFree,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Error> {
    serve(arguments, output, Ports::Usual, "", |_| ())
}

/// Serves until Ctrl-C; `ready` hears the address of the page, with this link behind it, as soon as there is one.
pub(super) fn serve(
    arguments: &Arguments,
    output: &mut Output,
    ports: Ports,
    link: &str,
    ready: impl FnOnce(&str),
) -> Result<(), Error> {
    let (leave, left) = oneshot::channel();
    interrupt::watch(move || {
        // The server has gone by itself if this fails.
        let _ = leave.send(());
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = bind(arguments, ports).await?;
        let at = server.address()?;
        let page = page_address(at) + link;
        writeln!(output, "Stonefall listens at ws://{at}; Ctrl-C ends it. The board is at {page}")?;
        // Whoever started it may be waiting for this.
        output.flush()?;
        warn(at, arguments, arguments.capacity());
        ready(&page);
        server.run(async { drop(left.await) }).await;
        Ok(())
    })
}

async fn bind(arguments: &Arguments, ports: Ports) -> Result<Server, Error> {
    let address = arguments.address.as_str();
    let port = arguments.port.unwrap_or(PORT);
    let mut bound = Server::bind(address, port, arguments.setup()).await;
    let is_taken = matches!(&bound, Err(error) if error.kind() == io::ErrorKind::AddrInUse);
    if is_taken && arguments.port.is_none() && ports == Ports::UsualOrFree {
        bound = Server::bind(address, 0, arguments.setup()).await;
    }
    bound.map_err(|reason| cannot_listen(address, port, &reason))
}

/// Where a browser of this machine finds the page.
fn page_address(mut at: SocketAddr) -> String {
    // An address that stands for all cannot be visited.
    match at.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => at.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => at.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    format!("http://{at}/")
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
        complain(
            "Everybody who can reach this address over the network can use the engine: there is no password. \
             Files stay out of reach; --max-sessions, --max-threads and --max-hash bound the rest.",
        );
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
