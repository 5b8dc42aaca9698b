//! `clock`: saying that the clock is right, after a long pause or a jump.

use clap::Subcommand;
use serde_json::json;

use super::output::Printer;
use crate::{clock, config::Installation, service::Caller};

#[derive(Debug, Subcommand)]
pub(super) enum ClockCommand {
    /// Say that the clock of this machine is right. A server that finds it more than two days past the last moment that it
    /// recorded erases nothing for its age before that, unless the system says that the clock is synchronised
    Confirm,
}

impl ClockCommand {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        let Self::Confirm = self;
        let before = installation.open().await?.confirm_clock(&Caller::Operator).await?;
        let now = clock::to_rfc3339(clock::now());
        let json = json!({ "now": now, "before": before.to_string() });
        printer.tell(format!("it is {now}; before: {before}"), json)
    }
}
