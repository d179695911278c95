//! The program. The command line is part of it and not of the library, because the compiler leaves out
//! unused code only in a program.

pub mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(cli::main(std::env::args_os().collect()))
}
