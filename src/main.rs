//! The program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(stonefall::cli::main(std::env::args_os().collect()))
}
