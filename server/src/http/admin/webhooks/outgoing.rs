//! Deliveries held after a restore or on a copy, and releasing them.

use app::admin::{Area, Flash, OutgoingPage, WaitingLine};
use axum::response::Response;
use domain::NamespaceId;
use serde::Deserialize;

use super::super::{Admin, AdminResult, Form, NamespaceHead, Query, list_href, reply};
use super::list::held_note;
use crate::store::Page;

const ROWS: u32 = 50;

#[derive(Deserialize)]
pub(in crate::http::admin) struct HeldQuery {
    after: Option<String>,
}

#[derive(Deserialize)]
pub(in crate::http::admin) struct OutgoingForm {
    /// The namespace whose page has the form.
    namespace: Option<String>,
}

pub(in crate::http::admin) async fn show(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Query(HeldQuery { after }): Query<HeldQuery>,
) -> AdminResult {
    let list = format!("{}/held", Area::Webhooks.href(&namespace.id));
    let place = after.as_deref().and_then(|after| after.split_once('.'));
    let page = Page { after: place.map(|(event, webhook)| (event.to_owned(), webhook.to_owned())), limit: ROWS };
    let outgoing = admin.service().maybe_sent(&admin.caller, &namespace.id, page).await?;
    let zone = admin.zone().await?;
    let next = outgoing.waiting.next(|last| format!("{}.{}", last.event_id, last.endpoint_id));
    let waiting = outgoing.waiting.items.into_iter().map(|delivery| WaitingLine {
        at: zone.minute(delivery.at),
        event: delivery.event_id,
        kind: delivery.kind,
        webhook_id: delivery.endpoint_id,
        url: delivery.url,
    });
    let page = OutgoingPage {
        namespace,
        held: held_note(&admin, &zone).await?,
        may_release: admin.rights().is_everywhere,
        waiting: waiting.collect(),
        first: after.map(|_| list.clone()),
        next: next.map(|place| list_href(&list, &(), Some(("after", &place)))),
    };
    Ok(admin.page(app::admin::outgoing, page))
}

pub(in crate::http::admin) async fn release(admin: Admin, Form(form): Form<OutgoingForm>) -> AdminResult {
    admin.service().release_outgoing(&admin.caller, false).await?;
    Ok(back(&form, Flash::OutgoingReleased))
}

pub(in crate::http::admin) async fn give_up(admin: Admin, Form(form): Form<OutgoingForm>) -> AdminResult {
    admin.service().release_outgoing(&admin.caller, true).await?;
    Ok(back(&form, Flash::OutgoingDropped))
}

fn back(form: &OutgoingForm, flash: Flash) -> Response {
    let namespace = form.namespace.as_deref().and_then(|id| NamespaceId::parse(id).ok());
    reply::see(&namespace.map_or_else(|| "/admin".to_owned(), |id| Area::Webhooks.href(&id)), flash)
}
