//! `namespace create`, `namespace list`

use anyhow::Context;
use clap::Subcommand;
use domain::NamespaceId;

use super::output::{print_line, printable};
use crate::{config::Installation, service::Caller, store::Page};

#[derive(Debug, Subcommand)]
pub(super) enum NamespaceCommand {
    /// Make a namespace
    Create {
        /// Part of every URL: 2 to 63 lower-case letters, digits and hyphens
        id: String,
        /// Name shown in the dashboard
        #[arg(long)]
        name: String,
    },
    /// List the namespaces
    List,
}

impl NamespaceCommand {
    pub(super) async fn run(self, installation: &Installation) -> anyhow::Result<()> {
        match self {
            Self::Create { id, name } => {
                let id = NamespaceId::parse(&id)?;
                let service = installation.open_or_create().await?;
                let made = service.create_namespace(&Caller::Operator, id, name).await;
                let namespace = made.context("cannot make the namespace")?;
                eprintln!(
                    "made the namespace {}; now make a key: quiz-answers key create --namespace {0} --name LABEL",
                    namespace.id
                );
            }
            Self::List => {
                let service = installation.open_to_read().await?;
                let mut after = None;
                loop {
                    let page = service.list_namespaces(&Caller::Operator, Page { after, limit: 200 }).await?;
                    for namespace in &page {
                        print_line(format_args!("{}\t{}", namespace.id, printable(&namespace.name)))?;
                    }
                    after = page.last().map(|namespace| namespace.id.clone());
                    if after.is_none() {
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}
