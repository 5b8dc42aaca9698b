//! Sending events of a webhook again.

use app::admin::{Area, Flash};
use serde::Deserialize;

use super::super::{Admin, AdminResult, ById, Form, NamespaceHead, Path, problem, quiz::dates_form, reply};
use super::show::{Extras, page};

#[derive(Deserialize)]
pub(in crate::http::admin) struct OneDelivery {
    id: String,
    event: String,
}

#[derive(Deserialize)]
pub(in crate::http::admin) struct SinceForm {
    #[serde(default)]
    since: String,
}

pub(in crate::http::admin) async fn send(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Path(OneDelivery { id, event }): Path<OneDelivery>,
) -> AdminResult {
    admin.service().send_again(&admin.caller, &namespace.id, &id, &event).await?;
    Ok(reply::see(&format!("{}/{id}", Area::Webhooks.href(&namespace.id)), Flash::SendingAgain))
}

pub(in crate::http::admin) async fn send_left(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Path(ById { id }): Path<ById>,
    Form(SinceForm { since }): Form<SinceForm>,
) -> AdminResult {
    let read = dates_form::read(&since, &admin.zone().await?);
    let problems = match read {
        Ok(Some(since)) => {
            let count = admin.service().send_left_again(&admin.caller, &namespace.id, &id, since).await?;
            let flash = if count == 0 { Flash::NothingToSend } else { Flash::SendingAgain };
            return Ok(reply::see(&format!("{}/{id}", Area::Webhooks.href(&namespace.id)), flash));
        }
        Ok(None) => vec![problem("since", "must be a date and a time")],
        Err(rule) => vec![problem("since", rule)],
    };
    page(&admin, namespace, &id, Extras { since: Some(since), problems, ..Extras::default() }).await
}
