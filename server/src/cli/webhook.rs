//! `webhook create`, `list`, `on`, `off`, `secret`, `test`, `delete`, `release`, `drop`; what was sent stands in
//! `webhook_deliveries.rs`

use anyhow::{Context, bail};
use clap::{Args, Subcommand, builder::PossibleValuesParser};
use domain::{NamespaceId, QuizId};
use serde_json::json;

use super::{
    output::{Printer, printable},
    webhook_deliveries::{Deliveries, Resend, print_held},
    webhook_rules::WebhookRules,
};
use crate::{
    config::Installation,
    http::api::v1::WebhookBody,
    service::{Caller, EndpointChange, EndpointInput, Service},
    store::EventType,
};

#[derive(Debug, Subcommand)]
pub(super) enum WebhookCommand {
    /// Create a webhook and print its secret, alone, on standard output; it is shown this once
    Create(Box<Create>),
    /// List the webhooks of a namespace: id, address, state, description
    List {
        #[arg(long, value_name = "NS")]
        namespace: String,
    },
    /// Turn a webhook off, which holds what comes
    Off(One),
    /// Turn a webhook on
    On(One),
    /// Make a new secret and print it, alone, on standard output; the one before works for a day more
    Secret(One),
    /// Send a test event at once, and print what came of it
    Test(Box<Test>),
    /// Delete a webhook with the list of what was sent to it
    Delete(One),
    /// List what was or will be sent to a webhook, the newest events first: event, type, state, attempts, status, first
    /// error
    Deliveries(Deliveries),
    /// Send one event again, or all that have failed or are held since a moment; a running server sends them
    Resend(Resend),
    /// List the events that are held since a restore, or on a copy, and may have gone already: event, type, moment, webhook
    Held {
        #[arg(long, value_name = "NS")]
        namespace: String,
    },
    /// Send what is held since a restore, or on a copy; some of it may have gone already
    Release,
    /// Give up what is held since a restore, or on a copy; it stays in the lists as failed
    Drop,
}

#[derive(Args, Debug)]
pub(super) struct One {
    /// The webhook's id, from `webhook list`
    pub(super) id: String,
    #[arg(long, value_name = "NS")]
    pub(super) namespace: String,
}

#[derive(Args, Debug)]
pub(super) struct Test {
    #[command(flatten)]
    one: One,
    #[command(flatten)]
    rules: WebhookRules,
}

#[derive(Args, Debug)]
pub(super) struct Create {
    #[arg(long, value_name = "NS")]
    namespace: String,
    /// Address that takes the events, with https://
    #[arg(long, value_name = "URL")]
    url: String,
    #[arg(long, value_name = "TEXT", default_value = "")]
    description: String,
    /// Type of events, may be given several times; without it, all
    #[arg(long, value_name = "TYPE", value_parser = PossibleValuesParser::new(EventType::NAMES))]
    event: Vec<String>,
    /// Quiz of the namespace, may be given several times; without it, all
    #[arg(long, value_name = "ID")]
    quiz: Vec<String>,
    /// Send answers too
    #[arg(long)]
    with_answers: bool,
    /// Header of your own, such as 'Authorization: Bearer …', may be given several times
    #[arg(long, value_name = "NAME: VALUE")]
    header: Vec<String>,
    #[command(flatten)]
    rules: WebhookRules,
}

impl Create {
    fn input(&self) -> anyhow::Result<EndpointInput> {
        let header = |text: &String| {
            let (name, value) = text.split_once(':').context("a header is written as NAME: VALUE")?;
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        };
        Ok(EndpointInput {
            url: self.url.clone(),
            description: self.description.clone(),
            types: self.event.iter().filter_map(|name| EventType::parse(name)).collect(),
            quizzes: self.quiz.iter().map(|id| QuizId::parse(id)).collect::<Result<_, _>>()?,
            with_answers: self.with_answers,
            headers: self.header.iter().map(header).collect::<anyhow::Result<_>>()?,
        })
    }
}

impl WebhookCommand {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        let is_change = !matches!(self, Self::List { .. } | Self::Deliveries(_) | Self::Held { .. });
        let service = installation.open_for(is_change).await?;
        match self {
            Self::Create(create) => {
                let (input, namespace) = (create.input()?, NamespaceId::parse(&create.namespace)?);
                let service = service.sending_by(create.rules.client());
                let issued = service.create_endpoint(&Caller::Operator, &namespace, input).await;
                let issued = issued.context("cannot create the webhook")?;
                printer.print(&issued.secret, json!({ "id": issued.endpoint.id, "secret": issued.secret }))?;
            }
            Self::List { namespace } => {
                let namespace = NamespaceId::parse(&namespace)?;
                for endpoint in service.endpoints(&Caller::Operator, &namespace).await? {
                    let line = format!(
                        "{}\t{}\t{}\t{}",
                        endpoint.id,
                        endpoint.url,
                        endpoint.state.as_str(),
                        printable(&endpoint.description)
                    );
                    printer.print(line, serde_json::to_value(WebhookBody::from(endpoint))?)?;
                }
            }
            Self::Off(one) => turn(&service, printer, one, false).await?,
            Self::On(one) => turn(&service, printer, one, true).await?,
            Self::Secret(one) => {
                let namespace = NamespaceId::parse(&one.namespace)?;
                let secret = service.renew_endpoint_secret(&Caller::Operator, &namespace, &one.id).await;
                let secret = secret.context("cannot make a new secret")?;
                printer.print(&secret, json!({ "id": one.id, "secret": secret }))?;
            }
            Self::Test(test) => {
                let namespace = NamespaceId::parse(&test.one.namespace)?;
                let service = service.sending_by(test.rules.client());
                let sent = service.test_endpoint(&Caller::Operator, &namespace, &test.one.id).await?;
                if let Some(error) = sent.error {
                    bail!("the event did not arrive: {error}");
                }
                let status = sent.status.unwrap_or_default();
                printer.tell(
                    format_args!("the event arrived: {status}"),
                    json!({ "id": test.one.id, "status": status }),
                )?;
            }
            Self::Delete(one) => {
                let namespace = NamespaceId::parse(&one.namespace)?;
                service
                    .delete_endpoint(&Caller::Operator, &namespace, &one.id)
                    .await
                    .context("cannot delete the webhook")?;
                printer.tell(format_args!("deleted {}", one.id), json!({ "id": one.id, "deleted": true }))?;
            }
            Self::Deliveries(deliveries) => deliveries.print(&service, printer).await?,
            Self::Resend(resend) => resend.run(&service, printer).await?,
            Self::Held { namespace } => print_held(&service, printer, &namespace).await?,
            Self::Release => {
                service.release_outgoing(&Caller::Operator, false).await?;
                printer.tell("what was held is sent", json!({ "released": true }))?;
            }
            Self::Drop => {
                service.release_outgoing(&Caller::Operator, true).await?;
                printer.tell("what was held is given up", json!({ "dropped": true }))?;
            }
        }
        Ok(())
    }
}

async fn turn(service: &Service, printer: Printer, one: One, is_on: bool) -> anyhow::Result<()> {
    let namespace = NamespaceId::parse(&one.namespace)?;
    let change = EndpointChange { is_on: Some(is_on), ..EndpointChange::default() };
    service
        .change_endpoint(&Caller::Operator, &namespace, &one.id, change)
        .await
        .context("cannot change the webhook")?;
    let state = if is_on { "on" } else { "off" };
    printer.tell(format_args!("{} is {state}", one.id), json!({ "id": one.id, "state": state }))
}
