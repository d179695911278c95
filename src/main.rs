//! The program: reads the command line, does what it says, and turns an error into one line and an
//! exit code.

use std::process::ExitCode;
use stonefall::cli;

fn main() -> ExitCode {
    match cli::read(std::env::args_os()).and_then(cli::run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => ExitCode::from(error.report()),
    }
}
