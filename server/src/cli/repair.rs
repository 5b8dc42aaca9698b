//! `repair`: puts lists and figures right that do not follow from the records.

use anyhow::{Context, ensure};
use clap::Args;
use serde_json::json;

use super::{doctor::damaged, output::Printer};
use crate::{
    config::Installation,
    service::{Caller, QuizPath},
    store::Examined,
};

#[derive(Args, Debug)]
pub(super) struct Repair {
    /// Do it; without this, only say what would be put right
    #[arg(long)]
    yes: bool,
}

impl Repair {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        if self.yes {
            installation.require_unused("repair").await?;
        }
        let service = installation.open_for(self.yes).await?;
        let Examined { diverging, damage } = service.examine_answers(&Caller::Operator).await?;
        ensure!(damage.is_empty(), "{}", damaged(&damage));
        for (namespace, quiz, divergence) in &diverging {
            if self.yes {
                let path = QuizPath { namespace: namespace.clone(), quiz: quiz.clone() };
                service.repair(&Caller::Operator, &path).await.context("cannot go on; run it again")?;
            }
            let json = json!({
                "namespaceId": namespace.as_str(), "id": quiz.as_str(), "repaired": self.yes,
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
