//! `audit`: the audit log.

use anyhow::bail;
use clap::Subcommand;
use serde_json::json;

use super::output::Printer;
use crate::{
    config::Installation,
    service::{AuditCheck, Caller},
};

#[derive(Debug, Subcommand)]
pub(super) enum AuditCommand {
    /// Check that no line of the audit log was changed, taken out or put in. Prints the number of lines and a hash over
    /// all of them: note both elsewhere to find out later whether lines were cut off at the end
    Verify {
        /// Check only the first lines, to compare with what was noted when there were so many
        #[arg(long, value_name = "NUMBER")]
        lines: Option<u64>,
    },
    /// Replace the ids of respondents in lines that earlier releases wrote, and make the hashes anew from there on. Note
    /// `audit verify` before and after; the log keeps the hash from before, too
    HideRespondents,
}

impl AuditCommand {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        let lines = match self {
            Self::Verify { lines } => lines,
            Self::HideRespondents => {
                let replaced = installation.open().await?.hide_respondents(&Caller::Operator).await?;
                let told = format!("replaced the ids of respondents in {replaced} lines");
                return printer.tell(told, json!({ "replacedLines": replaced }));
            }
        };
        let service = installation.open_to_read().await?;
        match service.check_audit_log(&Caller::Operator, lines).await? {
            AuditCheck::Whole { lines, hash } => {
                let hash = hex::encode(hash);
                printer.print(format_args!("{lines} {hash}"), json!({ "lines": lines, "hash": hash }))
            }
            AuditCheck::Broken { line, fault } => bail!("the audit log is broken at line {line}: {fault}"),
        }
    }
}
