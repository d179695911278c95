//! `stonefall serve`: the engine on a WebSocket for PTN Ninja, and the board at the same address.

use super::file::{self, failed};
use super::output::{Output, complain};
use super::{Error, flags, interrupt};
use crate::cli::flags::Flags;
use crate::transport::server::{Capacity, Explorer, Origin, Server, Setup, Timeouts};
use clap::Args;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use stonefall_engine::options::{Options, available_mib};
use stonefall_tools::puzzles::sorted_table;
use tokio::sync::oneshot;

#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    stonefall serve\n  \
    stonefall serve --threads 4 --hash 1024\n  \
    stonefall serve --port 7732 --allow-origin https://tak.example.org\n  \
    stonefall serve --games tak.db --puzzles ann.tsv\n\n\
    In PTN Ninja (https://ptn.ninja) open the analysis panel, Engines, Add Engine, TEI; keep address and port\n  \
    (localhost, 7731) and press Connect, then Apply Options. If the browser asks whether ptn.ninja may\n  \
    access apps on this device, allow it. Ctrl-C ends the server. docs/ptn-ninja.md has more.\n\n\
    The same address serves a board for the browser; stonefall board opens it.\n\n\
    Only programs, PTN Ninja and pages of this machine may connect, and only from this machine.")]
pub(super) struct ServeArgs {
    /// Port to listen on; 0 for any free port [default: 7731]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Address to listen on; 0.0.0.0 lets other machines connect without a password
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    address: String,
    /// Additional origins of pages that may connect, such as https://example.org; null for files, * for all
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',')]
    allow_origin: Vec<Origin>,
    /// Maximum number of sessions
    #[arg(long, default_value = "4", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    max_sessions: u16,
    /// Threads that the sessions share [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    max_threads: Option<u16>,
    /// Memory in MiB that the tables of all sessions share [default: half of the free memory]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    max_hash: Option<u32>,
    /// Game database (stonefall games) for the opening explorer of the board, and of PTN Ninja (docs/games.md)
    #[arg(long, value_name = "DATABASE")]
    games: Option<PathBuf>,
    /// Puzzles for the board: wins that a player missed (stonefall games report --puzzles), or another table of puzzles
    #[arg(long, value_name = "FILE")]
    puzzles: Option<PathBuf>,
    #[command(flatten)]
    flags: Flags,
}

impl ServeArgs {
    /// Settings of new sessions.
    pub(super) const fn options(&self) -> &Options {
        &self.flags.0
    }

    fn setup(&self) -> Result<Setup, Error> {
        let open = |path: &PathBuf| Explorer::open(path).map_err(failed(path));
        Ok(Setup {
            options: self.options().clone(),
            origins: self.allow_origin.clone(),
            capacity: self.capacity(),
            explorer: self.games.as_ref().map(open).transpose()?,
            puzzles: self.puzzles.as_deref().map(puzzles).transpose()?.unwrap_or_default(),
            timeouts: Timeouts::default(),
            on_notice: Box::new(complain),
        })
    }

    /// The part of the page's URL that shows the puzzles, if there are some.
    pub(super) const fn puzzles_link(&self) -> &'static str {
        if self.puzzles.is_some() { "#puzzles" } else { "" }
    }

    fn capacity(&self) -> Capacity {
        // One table may take three quarters of the free memory; the system and the browser need some, too.
        let memory = || available_mib().map_or(1024, |mib| (mib / 3 * 2).max(1));
        Capacity {
            sessions: usize::from(self.max_sessions),
            threads: flags::threads(self.max_threads),
            hash_mib: self.max_hash.map_or_else(memory, |mib| mib as usize),
        }
    }
}

/// A table of puzzles, the easiest first.
fn puzzles(path: &Path) -> Result<String, Error> {
    let text = file::read(path)?;
    sorted_table(&text).map_err(failed(path))
}

/// Default port of PTN Ninja.
const PORT: u16 = 7731;

/// Accepted ports if none is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ports {
    /// Only the default, where clients look for the engine.
    Default,
    /// The default, or any free port.
    DefaultOrFree,
}

pub(super) fn run(arguments: &ServeArgs, output: &mut Output) -> Result<(), Error> {
    serve(arguments, output, Ports::Default, arguments.puzzles_link(), |_| ())
}

/// Serves until Ctrl-C; calls `ready` with the page's URL, including this link, after the start.
pub(super) fn serve(
    arguments: &ServeArgs,
    output: &mut Output,
    ports: Ports,
    link: &str,
    ready: impl FnOnce(&str),
) -> Result<(), Error> {
    let (leave, left) = oneshot::channel();
    interrupt::watch(move || {
        // The server may already have ended.
        let _ = leave.send(());
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        let server = bind(arguments, ports).await?;
        let at = server.address()?;
        let page = page_address(at) + link;
        writeln!(output, "Stonefall listens at ws://{at}; Ctrl-C ends it. The board is at {page}")?;
        // A parent process may be waiting for this line.
        output.flush()?;
        warn(at, arguments, arguments.capacity());
        ready(&page);
        server.run(async { drop(left.await) }).await;
        Ok(())
    });
    // Sessions that have not ended in time end with the program.
    runtime.shutdown_background();
    result
}

async fn bind(arguments: &ServeArgs, ports: Ports) -> Result<Server, Error> {
    let address = arguments.address.as_str();
    let port = arguments.port.unwrap_or(PORT);
    let mut bound = Server::bind(address, port, arguments.setup()?).await;
    let is_taken = matches!(&bound, Err(error) if error.kind() == io::ErrorKind::AddrInUse);
    if is_taken && arguments.port.is_none() && ports == Ports::DefaultOrFree {
        bound = Server::bind(address, 0, arguments.setup()?).await;
    }
    bound.map_err(|reason| cannot_listen(address, port, &reason))
}

/// URL of the page for a browser on this machine.
fn page_address(mut at: SocketAddr) -> String {
    // The wildcard address is not a destination.
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
        io::ErrorKind::AddrNotAvailable => " (not an address of this machine)",
        io::ErrorKind::PermissionDenied => " (ports below 1024 need administrator rights)",
        _ => "",
    };
    Error::Failed(format!("cannot listen at {address}, port {port}: {reason}{advice}"))
}

/// Warns about open access and reduced settings.
fn warn(at: SocketAddr, arguments: &ServeArgs, capacity: Capacity) {
    if !at.ip().is_loopback() {
        complain(
            "Everybody who can reach this address over the network can use the engine: there is no password. \
             Files stay out of reach; --max-sessions, --max-threads and --max-hash bound the rest.",
        );
    }
    if arguments.allow_origin.iter().any(|origin| origin.to_string() == "*") {
        complain("Every page in a browser of this machine can use the engine.");
    }
    for (flag, requested, maximum) in [
        ("hash", arguments.flags.0.hash_mib, capacity.hash_mib),
        ("threads", arguments.flags.0.threads, capacity.threads),
    ] {
        if requested > maximum {
            complain(&format!("--{flag} {requested} is reduced to {maximum} by --max-{flag}"));
        }
    }
}
