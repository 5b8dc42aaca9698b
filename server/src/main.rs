//! The `quiz-answers` program; `quiz-answers help` lists what it does.

use std::process::ExitCode;

use clap::Parser;
use server::{cli::Cli, delivery::DeliveryError};

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("quiz-answers: {error:#}");
            error.downcast_ref().map_or(ExitCode::FAILURE, |error: &DeliveryError| error.exit_status().into())
        }
    }
}
