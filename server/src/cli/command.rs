//! The commands of the program.

use std::env;

use clap::{Parser, Subcommand};

use super::{
    admin::AdminCommand, audit::AuditCommand, backup::Backup, clock::ClockCommand, completions::Completions,
    copy::Copy, demo_data::DemoData, doctor::Doctor, environment, export::Export, health::Health, init::Init,
    key::KeyCommand, mail::MailCommand, namespace::NamespaceCommand, openapi, output::Printer, quiz::QuizCommand,
    repair::Repair, restore::Restore, schedule::ScheduleCommand, secret_key::SecretKeyCommand, serve::Serve,
    upgrade::Upgrade, webhook::WebhookCommand,
};
use crate::{
    config::{GlobalOptions, Installation},
    file_permissions, telemetry,
};

/// Serves short questionnaires, keeps every answer, and tells each respondent a score and what to do next.
///
/// Every option can also be given as an environment variable: `QA_` and its name, as in `QA_ADDR`. Variables that are not
/// set are read from /etc/quiz-answers.env, unless the data directory or the database is given. The commands other than
/// serve work while a server runs on the same database, apart from copy, restore, secret-key and repair.
#[derive(Debug, Parser)]
#[command(name = "quiz-answers", version, max_term_width = 100)]
pub struct Cli {
    #[command(flatten)]
    options: GlobalOptions,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
#[expect(clippy::large_enum_variant, reason = "there is one")]
enum Command {
    /// Serve the pages and the API
    Serve(Serve),
    /// Create an empty data directory with its database, or bring one of an earlier release up to date
    Init(Init),
    /// Create, list and delete namespaces, which hold quizzes
    #[command(subcommand)]
    Namespace(NamespaceCommand),
    /// Create administrators, who sign in to the dashboard
    #[command(subcommand)]
    Admin(AdminCommand),
    /// Check the log of who did what
    #[command(subcommand)]
    Audit(AuditCommand),
    /// Create, list and revoke API keys
    #[command(subcommand)]
    Key(KeyCommand),
    /// Create, try and delete webhooks, which tell other systems what happens
    #[command(subcommand)]
    Webhook(WebhookCommand),
    /// Try the settings for mail, and list, cancel and send messages again
    #[command(subcommand)]
    Mail(MailCommand),
    /// Create, change, open, close, delete and look at quizzes
    #[command(subcommand)]
    Quiz(QuizCommand),
    /// Fill a quiz with made-up responses, to try things out
    DemoData(DemoData),
    /// Write all answers of a quiz to a file
    Export(Export),
    /// Export a quiz every day or every week, and take the file where it is wanted; a running server does it
    #[command(subcommand)]
    Schedule(ScheduleCommand),
    /// Write a copy of the database to a file, also while a server runs
    Backup(Backup),
    /// Bring the database of an earlier release up to date, after a backup of it, or say what that would do; stop the server
    /// first
    Upgrade(Upgrade),
    /// Create the database from a file that backup wrote, after checking it
    Restore(Restore),
    /// Copy everything to another, empty database, of SQLite or PostgreSQL; stop the servers first
    Copy(Copy),
    /// Change the key that secrets in the database are encrypted with
    #[command(subcommand)]
    SecretKey(SecretKeyCommand),
    /// Say that the clock is right, where a server waits for it before it erases anything
    #[command(subcommand)]
    Clock(ClockCommand),
    /// Check the installation, and say what to do about each problem
    Doctor(Doctor),
    /// Put right what a server of an earlier release has written into a database of this one
    Repair(Repair),
    /// Ask the server on this machine whether it is ready, as a container's health check does
    Health(Health),
    /// Print the API document (OpenAPI 3.1, JSON)
    Openapi,
    /// Print a script that completes the commands of a shell
    Completions(Completions),
}

impl Cli {
    /// True if results and errors are to be printed as JSON.
    pub fn is_json(&self) -> bool {
        self.options.json
    }

    pub fn run(self) -> anyhow::Result<()> {
        if self.command.wants_environment() {
            environment::complete(&self.options)?;
        }
        telemetry::start(&self.options.log, self.options.log_format)?;
        file_permissions::make_private_by_default();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let printer = Printer { is_json: self.options.json };
            let installation = Installation::new(self.options);
            let ended = self.command.run(&installation, printer).await;
            installation.close().await;
            ended.map_err(|error| installation.explained(error))
        })
    }
}

impl Command {
    /// False for a server that systemd started, which has its environment, and for commands that need no database.
    fn wants_environment(&self) -> bool {
        match self {
            Self::Serve(_) => env::var_os("NOTIFY_SOCKET").is_none(),
            Self::Openapi | Self::Completions(_) => false,
            _ => true,
        }
    }

    async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        match self {
            Self::Init(command) => command.run(installation, printer).await,
            Self::Serve(command) => command.run(installation, printer).await,
            Self::Namespace(command) => command.run(installation, printer).await,
            Self::Admin(command) => command.run(installation, printer).await,
            Self::Audit(command) => command.run(installation, printer).await,
            Self::Key(command) => command.run(installation, printer).await,
            Self::Webhook(command) => Box::pin(command.run(installation, printer)).await,
            Self::Mail(command) => Box::pin(command.run(installation, printer)).await,
            Self::Quiz(command) => Box::pin(command.run(installation, printer)).await,
            Self::DemoData(command) => command.run(installation, printer).await,
            Self::Export(command) => command.run(installation, printer).await,
            Self::Schedule(command) => command.run(installation, printer).await,
            Self::Backup(command) => command.run(installation, printer).await,
            Self::Upgrade(command) => Box::pin(command.run(installation, printer)).await,
            Self::Restore(command) => command.run(installation, printer).await,
            Self::Copy(command) => command.run(installation, printer).await,
            Self::SecretKey(command) => command.run(installation, printer).await,
            Self::Clock(command) => command.run(installation, printer).await,
            Self::Doctor(command) => command.run(installation, printer).await,
            Self::Repair(command) => command.run(installation, printer).await,
            Self::Health(command) => command.run(printer).await,
            Self::Openapi => openapi::run(),
            Self::Completions(command) => command.run(),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
