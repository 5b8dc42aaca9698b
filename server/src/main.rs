//! The `quiz-answers` program. `quiz-answers help` lists the commands.

use std::{io, process::ExitCode};

use clap::Parser;
use server::{
    causes::with_causes,
    cli::Cli,
    delivery::{DeliveryError, answer_ssh},
    mail::NotNoted,
};

fn main() -> ExitCode {
    if let Some(code) = answer_ssh() {
        return code;
    }
    let cli = Cli::parse();
    let is_json = cli.is_json();
    let Err(error) = cli.run() else { return ExitCode::SUCCESS };
    if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
        // The reader of the output, for example `head`, has closed it.
        return ExitCode::SUCCESS;
    }
    if is_json {
        eprintln!("{}", serde_json::json!({ "error": with_causes(&error) }));
    } else {
        eprintln!("quiz-answers: {}", with_causes(&error));
    }
    if error.is::<NotNoted>() {
        return NotNoted::STATUS.into();
    }
    error.downcast_ref().map_or(ExitCode::FAILURE, |error: &DeliveryError| error.exit_status().into())
}
