//! `namespace create`, `namespace list`, `namespace delete`, `namespace retention`, `namespace quota`,
//! `namespace second-factor`

use anyhow::{Context, ensure};
use clap::{Subcommand, ValueEnum};
use domain::{Measure, NamespaceId, OwnQuota, Retention};
use serde_json::json;

use super::{
    output::{Printer, printable},
    quota::{self, DefaultQuota, OwnBound},
};
use crate::{
    config::Installation,
    http::api::v1::NamespaceBody,
    service::{Caller, NamespaceChange, QuizPath, Service},
    store::Page,
};

/// Quizzes read in one piece.
const PIECE: u32 = 200;

#[derive(Debug, Subcommand)]
pub(super) enum NamespaceCommand {
    /// Create a namespace
    Create {
        /// Part of every URL: 2 to 63 lower-case letters, digits and hyphens
        id: String,
        /// Name shown in the dashboard
        #[arg(long)]
        name: String,
    },
    /// List the namespaces
    List,
    /// Delete a namespace with its API keys and its members' roles
    Delete {
        id: String,
        /// Delete its quizzes too, with everything answered in them; there is no way back
        #[arg(long)]
        with_quizzes: bool,
        /// Delete without asking; otherwise the command only tells what would be deleted
        #[arg(long)]
        yes: bool,
    },
    /// Show or set after how many days the answers of a namespace are erased by themselves
    Retention {
        id: String,
        /// Days to keep submitted answers, 1 to 3650, or `forever`
        #[arg(long, value_name = "DAYS", value_parser = days)]
        answers: Option<Days>,
        /// Days to keep answers that were never submitted, since the last of them, or `forever`
        #[arg(long, value_name = "DAYS", value_parser = days)]
        unfinished: Option<Days>,
        /// Set a rule that erases answers at once; otherwise the command only tells how many
        #[arg(long)]
        yes: bool,
    },
    /// Show what a namespace holds and may hold, or set a quota of its own
    Quota {
        id: String,
        /// Quizzes that it may hold: a number, `off`, or `default` for the server's
        #[arg(long, value_name = "off|N|default", value_parser = quota::own_number)]
        quizzes: Option<OwnBound>,
        /// Bytes that it may hold: a size such as 500MiB or 10GiB, `off`, or `default` for the server's
        #[arg(long, value_name = "off|SIZE|default", value_parser = quota::own_size)]
        bytes: Option<OwnBound>,
        #[command(flatten)]
        all: DefaultQuota,
    },
    /// Show or set whether everyone who signs in to its dashboard needs two-factor authentication
    SecondFactor { id: String, required: Option<Switch> },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Switch {
    On,
    Off,
}

/// A number of days; `None` for no end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Days(Option<i64>);

fn days(text: &str) -> Result<Days, String> {
    match text {
        "forever" => Ok(Days(None)),
        number => {
            number.parse().map(|days| Days(Some(days))).map_err(|_| "give a number of days, or forever".to_owned())
        }
    }
}

impl NamespaceCommand {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        match self {
            Self::Create { id, name } => {
                let id = NamespaceId::parse(&id)?;
                let service = installation.open_or_create().await?;
                let made = service.create_namespace(&Caller::Operator, id, name).await;
                let namespace = made.context("cannot create the namespace")?;
                let told = format!(
                    "created the namespace {}; now create a key: quiz-answers key create --namespace {0} --name LABEL",
                    namespace.id
                );
                printer.tell(told, NamespaceBody::from(namespace))
            }
            Self::Retention { id, answers, unfinished, yes } => {
                let id = NamespaceId::parse(&id)?;
                let is_change = answers.is_some() || unfinished.is_some();
                let service = installation.open_for(is_change).await?;
                let mut rule = service.retention(&Caller::Operator, &id).await?;
                if is_change {
                    let [answers, unfinished] = [(answers, rule.answers_days), (unfinished, rule.unfinished_days)]
                        .map(|(given, present)| given.map_or(present.map(i64::from), |given| given.0));
                    rule = Retention::new(unfinished, answers)?;
                    let expired = service.expired_by(&Caller::Operator, &id, rule).await?;
                    ensure!(
                        yes || expired.is_empty(),
                        "nothing was changed: within the hour, this rule erases {expired}, and there is no way back; add \
                         --yes to set it"
                    );
                    service.set_retention(&Caller::Operator, &id, rule).await?;
                }
                let days = |days: Option<u16>| days.map_or_else(|| "forever".to_owned(), |days| format!("{days} days"));
                let told = format!("answers\t{}\nunfinished\t{}", days(rule.answers_days), days(rule.unfinished_days));
                printer.print(told, rule)
            }
            Self::Quota { id, quizzes, bytes, all } => {
                let id = NamespaceId::parse(&id)?;
                let is_change = quizzes.is_some() || bytes.is_some();
                let service = installation.open_for(is_change).await?.with_quota(all.into());
                if is_change {
                    let own = service.own_quota(&Caller::Operator, &id).await?;
                    let quizzes = quizzes.map_or(own.quizzes, |given| given.0);
                    let bytes = bytes.map_or(own.bytes, |given| given.0);
                    service.set_quota(&Caller::Operator, &id, OwnQuota { quizzes, bytes }).await?;
                }
                let (usage, bounds) = service.usage(&Caller::Operator, &id).await?;
                let told = Measure::ALL.map(|measure| quota::told(usage, bounds, measure)).join("\n");
                let [quizzes, bytes] = Measure::ALL.map(|measure| quota::json_of(usage, bounds, measure));
                printer.print(told, json!({ "id": id.as_str(), "quizzes": quizzes, "bytes": bytes }))
            }
            Self::SecondFactor { id, required } => {
                let id = NamespaceId::parse(&id)?;
                let service = installation.open_for(required.is_some()).await?;
                if let Some(required) = required {
                    let is_required = matches!(required, Switch::On);
                    let change =
                        NamespaceChange { requires_second_factor: Some(is_required), ..NamespaceChange::default() };
                    service.change_namespace(&Caller::Operator, &id, change).await?;
                }
                let namespace = service.namespace(&Caller::Operator, &id).await?.context("namespace does not exist")?;
                let told = if namespace.requires_second_factor { "required" } else { "not required" };
                printer.print(told, NamespaceBody::from(namespace))
            }
            Self::List => {
                let service = installation.open_to_read().await?;
                let mut after = None;
                loop {
                    let page = service.list_namespaces(&Caller::Operator, Page { after, limit: 200 }).await?;
                    after = page.last().map(|namespace| namespace.id.clone());
                    for namespace in page {
                        let line = format!("{}\t{}", namespace.id, printable(&namespace.name));
                        printer.print(line, NamespaceBody::from(namespace))?;
                    }
                    if after.is_none() {
                        return Ok(());
                    }
                }
            }
            Self::Delete { id, with_quizzes, yes } => {
                let id = NamespaceId::parse(&id)?;
                let service = installation.open().await?;
                let (quizzes, started) = count_quizzes(&service, &id).await?;
                ensure!(
                    yes || quizzes > 0 && !with_quizzes,
                    "nothing was deleted: {id} has {quizzes} quizzes, with the answers of {started} respondents, and there is \
                     no way back; add --yes to delete it with its keys and roles"
                );
                if with_quizzes {
                    delete_quizzes(&service, &id).await?;
                }
                service.delete_namespace(&Caller::Operator, &id).await.context("cannot delete the namespace")?;
                printer.tell(format_args!("deleted {id}"), json!({ "id": id.as_str(), "deleted": true }))
            }
        }
    }
}

/// The number of quizzes, and of respondents who have started one.
async fn count_quizzes(service: &Service, namespace: &NamespaceId) -> anyhow::Result<(usize, u64)> {
    let (mut quizzes, mut started, mut after) = (0, 0, None);
    loop {
        let page = service.list_quizzes(&Caller::Operator, namespace, Page { after, limit: PIECE }).await?.items;
        quizzes += page.len();
        started += page.iter().map(|quiz| quiz.counts.started).sum::<u64>();
        after = page.last().map(|quiz| (quiz.created_at, quiz.id.clone()));
        if after.is_none() {
            return Ok((quizzes, started));
        }
    }
}

async fn delete_quizzes(service: &Service, namespace: &NamespaceId) -> anyhow::Result<()> {
    loop {
        let page = Page { after: None, limit: PIECE };
        let quizzes = service.list_quizzes(&Caller::Operator, namespace, page).await?;
        if quizzes.items.is_empty() {
            return Ok(());
        }
        for quiz in quizzes.items {
            let path = QuizPath { namespace: namespace.clone(), quiz: quiz.id };
            service.delete_quiz(&Caller::Operator, &path).await?;
        }
    }
}
