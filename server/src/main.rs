//! The `quiz-answers` program; `quiz-answers help` lists what it does.

use std::{io, process::ExitCode};

use clap::Parser;
use server::{cli::Cli, delivery::DeliveryError};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let is_json = cli.is_json();
    let Err(error) = cli.run() else { return ExitCode::SUCCESS };
    if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
        // The reader of the output, such as `head`, has seen enough.
        return ExitCode::SUCCESS;
    }
    if is_json {
        eprintln!("{}", serde_json::json!({ "error": format!("{error:#}") }));
    } else {
        eprintln!("quiz-answers: {error:#}");
    }
    error.downcast_ref().map_or(ExitCode::FAILURE, |error: &DeliveryError| error.exit_status().into())
}
