//! The `quiz-answers` program; `quiz-answers help` lists what it does.

use std::process::ExitCode;

use clap::Parser;
use server::cli::Cli;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("quiz-answers: {error:#}");
            ExitCode::FAILURE
        }
    }
}
