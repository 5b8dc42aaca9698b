//! The webhooks of a namespace.

use app::admin::{HeldNote, WebhookLine, WebhooksPage};
use domain::NamespaceId;

use super::super::{Admin, AdminResult, NamespaceHead, answers_view::Zone};
use crate::{
    clock,
    service::ServiceError,
    store::{DeliveryState, Endpoint, EndpointState},
};

pub(in crate::http::admin) async fn show(admin: Admin, NamespaceHead(namespace): NamespaceHead) -> AdminResult {
    let endpoints = admin.service().endpoints(&admin.caller, &namespace.id).await?;
    let zone = admin.zone().await?;
    let held = held_note(&admin, &zone).await?;
    let mut webhooks = Vec::new();
    for endpoint in endpoints {
        webhooks.push(line(&admin, &namespace.id, endpoint, &zone, held.is_some()).await?);
    }
    Ok(admin.page(app::admin::webhooks, WebhooksPage { namespace, webhooks, held }))
}

async fn line(
    admin: &Admin,
    namespace: &NamespaceId,
    endpoint: Endpoint,
    zone: &Zone,
    is_held: bool,
) -> Result<WebhookLine, ServiceError> {
    let history = admin.service().endpoint_history(&admin.caller, namespace, &endpoint.id).await?;
    let counts = admin.service().count_undelivered(&admin.caller, namespace, &endpoint.id).await?;
    Ok(WebhookLine {
        state: state(&endpoint, is_held),
        events: some(endpoint.types.len(), "type", "types"),
        quizzes: some(endpoint.quizzes.len(), "quiz", "quizzes"),
        last_success: history.last_success.map(|at| zone.minute(at)),
        last_failure: history.last_failure.map(|at| zone.minute(at)),
        waiting: count(&counts, DeliveryState::Waiting),
        failed: count(&counts, DeliveryState::Failed),
        held: count(&counts, DeliveryState::Held),
        id: endpoint.id,
        url: endpoint.url,
        description: endpoint.description,
    })
}

fn some(number: usize, one: &str, many: &str) -> String {
    match number {
        0 => "All".to_owned(),
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    }
}

pub(super) fn count(counts: &[(DeliveryState, u64)], state: DeliveryState) -> u64 {
    counts.iter().find(|(own, _)| *own == state).map_or(0, |(_, count)| *count)
}

/// `is_held` means that nothing is sent after a restore or on a copy.
pub(super) fn state(endpoint: &Endpoint, is_held: bool) -> &'static str {
    match endpoint.state {
        EndpointState::On if is_held => "held",
        EndpointState::On if endpoint.failing_since.is_some() => "failing",
        state => state.as_str(),
    }
}

pub(super) async fn held_note(admin: &Admin, zone: &Zone) -> Result<Option<HeldNote>, ServiceError> {
    let since = admin.service().outgoing_held().await?;
    Ok(since.map(|since| HeldNote { since: clock::parse_rfc3339(&since).map_or(since, |at| zone.minute(at)) }))
}
