//! The `quiz-answers` program; `quiz-answers help` lists what it does.

use std::{io, process::ExitCode};

use clap::Parser;
use server::{
    causes::told,
    cli::Cli,
    delivery::{DeliveryError, answer_ssh},
};

fn main() -> ExitCode {
    if let Some(code) = answer_ssh() {
        return code;
    }
    let cli = Cli::parse();
    let is_json = cli.is_json();
    let Err(error) = cli.run() else { return ExitCode::SUCCESS };
    if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
        // The reader of the output, such as `head`, has seen enough.
        return ExitCode::SUCCESS;
    }
    if is_json {
        eprintln!("{}", serde_json::json!({ "error": told(&error) }));
    } else {
        eprintln!("quiz-answers: {}", told(&error));
    }
    error.downcast_ref().map_or(ExitCode::FAILURE, |error: &DeliveryError| error.exit_status().into())
}
