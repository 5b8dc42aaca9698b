//! `repair`: puts right what a server of an earlier release has written into a database of this one.

use anyhow::Context;
use clap::Args;
use serde_json::json;

use super::output::Printer;
use crate::{config::Installation, service::Caller};

#[derive(Args, Debug)]
pub(super) struct Repair {
    /// Do it; without this, only say what would be put right
    #[arg(long)]
    yes: bool,
}

impl Repair {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        if self.yes {
            // The server that did it may still be at work.
            installation.require_unused("repair").await?;
        }
        let service = installation.open_for(self.yes).await?;
        let diverging = service.diverging_quizzes(&Caller::Operator).await?;
        for (path, divergence) in &diverging {
            if self.yes {
                service.repair(&Caller::Operator, path).await.context("cannot go on; run it again")?;
            }
            let (namespace, quiz) = (&path.namespace, &path.quiz);
            let json = json!({
                "namespaceId": namespace.as_str(), "id": quiz.as_str(), "repaired": self.yes,
                "scores": divergence.scores, "unnumbered": divergence.unnumbered,
                "lists": divergence.has_other_lists, "figures": divergence.has_other_figures,
            });
            printer.print(format_args!("{namespace}\t{quiz}\t{divergence}"), json)?;
        }
        if !printer.is_json {
            let quizzes = diverging.len();
            match (quizzes, self.yes) {
                (0, _) => eprintln!("nothing to put right"),
                (_, true) => eprintln!("put {quizzes} quizzes right"),
                (_, false) => eprintln!("nothing is changed: stop the servers, make a backup, and add --yes"),
            }
        }
        Ok(())
    }
}
