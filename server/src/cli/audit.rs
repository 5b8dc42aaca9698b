//! `audit`: the log of who did what.

use anyhow::bail;
use clap::Subcommand;

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
}

impl AuditCommand {
    pub(super) async fn run(self, installation: &Installation) -> anyhow::Result<()> {
        let Self::Verify { lines } = self;
        let service = installation.open_to_read().await?;
        match service.check_audit_log(&Caller::Operator, lines).await? {
            AuditCheck::Whole { lines, hash } => {
                println!("{lines} {}", hex::encode(hash));
                Ok(())
            }
            AuditCheck::Broken { line, fault } => bail!("the audit log is broken at line {line}: {fault}"),
        }
    }
}
