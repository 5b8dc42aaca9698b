//! `webhook deliveries`, `webhook resend`, `webhook held`

use anyhow::Context;
use clap::{Args, builder::PossibleValuesParser};
use domain::{NamespaceId, Timestamp};
use serde_json::json;

use super::{
    output::{Printer, printable},
    webhook::One,
};
use crate::{
    clock,
    http::api::v1::{DeliveryBody, HeldEventBody},
    service::{Caller, Service},
    store::{DeliveryState, Page},
};

/// Lines that are read at once.
const ROWS: u32 = 500;

#[derive(Args, Debug)]
pub(super) struct Deliveries {
    #[command(flatten)]
    one: One,
    /// List those of this state alone
    #[arg(long, value_name = "STATE", value_parser = PossibleValuesParser::new(DeliveryState::NAMES))]
    state: Option<String>,
}

#[derive(Args, Debug)]
pub(super) struct Resend {
    #[command(flatten)]
    one: One,
    /// Event to send again, whatever became of it, from `webhook deliveries`
    #[arg(long, value_name = "EVENT", required_unless_present = "since", conflicts_with = "since")]
    event: Option<String>,
    /// Send all that have failed or are held again, of events since this moment, such as 2026-11-20T09:30:00Z
    #[arg(long, value_name = "MOMENT", value_parser = moment)]
    since: Option<Timestamp>,
}

fn moment(text: &str) -> Result<Timestamp, String> {
    clock::parse_rfc3339(text).ok_or_else(|| "must be a moment such as 2026-11-20T09:30:00Z".to_owned())
}

impl Deliveries {
    pub(super) async fn print(self, service: &Service, printer: Printer) -> anyhow::Result<()> {
        let namespace = NamespaceId::parse(&self.one.namespace)?;
        let state = self.state.as_deref().and_then(DeliveryState::parse);
        let mut after = None;
        loop {
            let page = Page { after, limit: ROWS };
            let listed = service.deliveries(&Caller::Operator, &namespace, &self.one.id, state, page).await?;
            after = listed.next(|last| last.event_id.clone());
            for delivery in listed.items {
                let line = format!(
                    "{}\t{}\t{}\t{}\t{}\t{}",
                    delivery.event_id,
                    delivery.kind,
                    delivery.state.as_str(),
                    delivery.attempts,
                    delivery.status.map(|status| status.to_string()).unwrap_or_default(),
                    printable(delivery.first_error.as_deref().unwrap_or_default())
                );
                printer.print(line, DeliveryBody::from(delivery))?;
            }
            if after.is_none() {
                return Ok(());
            }
        }
    }
}

impl Resend {
    pub(super) async fn run(self, service: &Service, printer: Printer) -> anyhow::Result<()> {
        let Self { one: One { id, namespace }, event, since } = self;
        let namespace = NamespaceId::parse(&namespace)?;
        let count = match (event, since) {
            (Some(event), _) => {
                service
                    .send_again(&Caller::Operator, &namespace, &id, &event)
                    .await
                    .context("cannot send the event again")?;
                1
            }
            (None, since) => {
                let since = since.context("an event or a moment is needed")?;
                service.send_left_again(&Caller::Operator, &namespace, &id, since).await?
            }
        };
        printer.tell(format_args!("events to send again: {count}"), json!({ "id": id, "count": count }))
    }
}

/// Of a namespace.
pub(super) async fn print_held(service: &Service, printer: Printer, namespace: &str) -> anyhow::Result<()> {
    let namespace = NamespaceId::parse(namespace)?;
    let mut after = None;
    loop {
        let held = service.maybe_sent(&Caller::Operator, &namespace, Page { after, limit: ROWS }).await?;
        after = held.waiting.next(|last| (last.event_id.clone(), last.endpoint_id.clone()));
        for event in held.waiting.items {
            let at = clock::to_rfc3339(event.at);
            let line = format!("{}\t{}\t{at}\t{}", event.event_id, event.kind, event.endpoint_id);
            printer.print(line, HeldEventBody::from(event))?;
        }
        if after.is_none() {
            return Ok(());
        }
    }
}
