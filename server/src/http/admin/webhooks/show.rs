//! A webhook with its deliveries: testing it, replacing the secret, deleting it.

use app::admin::{
    Area, Confirmation, DeliveryFilter, DeliveryLine, Flash, NamespaceNav, Problem, Section, TestOutcome, WebhookPage,
};
use axum::http::Uri;
use domain::{NamespaceId, Timestamp};
use serde::{Deserialize, Serialize};

use super::super::{
    Admin, AdminResult, ById, NamespaceHead, Path, Query, answers_view::Zone, list_href, quiz::dates_form, reply,
};
use super::{
    fields::{self, QuizNames},
    list::{count, held_note, state},
};
use crate::{
    clock,
    service::ServiceError,
    store::{DeliveryState, Endpoint, EventDelivery, Page},
};

const ROWS: u32 = 20;
/// Maximum length of a reply in the list, in characters.
const REPLY: usize = 300;
/// The default period of the form that sends again.
const WEEK: i64 = 7 * 24 * 3600 * 1_000_000_000;

#[derive(Default, Deserialize)]
pub(in crate::http::admin) struct DeliveriesQuery {
    #[serde(default)]
    state: String,
    after: Option<String>,
}

#[derive(Serialize)]
struct Shown<'s> {
    #[serde(skip_serializing_if = "str::is_empty")]
    state: &'s str,
}

#[derive(Default)]
pub(super) struct Extras {
    pub(super) query: DeliveriesQuery,
    pub(super) secret: Option<String>,
    pub(super) tested: Option<TestOutcome>,
    pub(super) since: Option<String>,
    pub(super) problems: Vec<Problem>,
}

pub(in crate::http::admin) async fn show(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Path(ById { id }): Path<ById>,
    Query(query): Query<DeliveriesQuery>,
) -> AdminResult {
    page(&admin, namespace, &id, Extras { query, ..Extras::default() }).await
}

pub(in crate::http::admin) async fn test(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    let sent = admin.service().test_endpoint(&admin.caller, &namespace.id, &id).await?;
    let tested = Some(TestOutcome { status: sent.status, reply: sent.reply, error: sent.error });
    page(&admin, namespace, &id, Extras { tested, ..Extras::default() }).await
}

pub(in crate::http::admin) async fn ask_secret(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    let endpoint = admin.service().endpoint(&admin.caller, &namespace.id, &id).await?;
    let back = format!("{}/{id}", Area::Webhooks.href(&namespace.id));
    let page = Confirmation {
        section: Section::Namespace(namespace, Area::Webhooks),
        title: format!("Make a new secret for {}?", host(&endpoint.url)),
        text: "For a day, events are signed with the secret of today and with the new one, so that you can give it to your \
               receiver meanwhile."
            .to_owned(),
        action: format!("{back}/secret"),
        fields: Vec::new(),
        button: "Make secret",
        back,
    };
    Ok(admin.page(app::admin::confirmation, page))
}

pub(in crate::http::admin) async fn renew_secret(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    let secret = admin.service().renew_endpoint_secret(&admin.caller, &namespace.id, &id).await?;
    page(&admin, namespace, &id, Extras { secret: Some(secret), ..Extras::default() }).await
}

pub(in crate::http::admin) async fn ask_delete(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    let endpoint = admin.service().endpoint(&admin.caller, &namespace.id, &id).await?;
    let back = format!("{}/{id}", Area::Webhooks.href(&namespace.id));
    let page = Confirmation {
        section: Section::Namespace(namespace, Area::Webhooks),
        title: format!("Delete the webhook to {}?", host(&endpoint.url)),
        text: "Nothing more is sent there, and the list of what was sent goes too. There is no way back.".to_owned(),
        action: format!("{back}/delete"),
        fields: Vec::new(),
        button: "Delete webhook",
        back,
    };
    Ok(admin.page(app::admin::confirmation, page))
}

pub(in crate::http::admin) async fn delete(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Path(ById { id }): Path<ById>,
) -> AdminResult {
    admin.service().delete_endpoint(&admin.caller, &namespace.id, &id).await?;
    Ok(reply::see(&Area::Webhooks.href(&namespace.id), Flash::WebhookDeleted))
}

pub(super) async fn page(admin: &Admin, namespace: NamespaceNav, id: &str, extras: Extras) -> AdminResult {
    let Extras { query, secret, tested, since, problems } = extras;
    let endpoint = admin.service().endpoint(&admin.caller, &namespace.id, id).await?;
    let (now, zone) = (clock::now(), admin.zone().await?);
    let at = format!("{}/{id}", Area::Webhooks.href(&namespace.id));
    let shown = DeliveryState::parse(&query.state);
    let wanted = Page { after: query.after.clone(), limit: ROWS };
    let listed = admin.service().deliveries(&admin.caller, &namespace.id, id, shown, wanted).await?;
    let of = Shown { state: shown.map_or("", DeliveryState::as_str) };
    let next = listed.next(|last| list_href(&at, &of, Some(("after", &last.event_id))));
    let counts = admin.service().count_undelivered(&admin.caller, &namespace.id, id).await?;
    let held = held_note(admin, &zone).await?;
    let is_refused = !problems.is_empty();
    let week_ago = Timestamp::from_nanoseconds(now.nanoseconds().saturating_sub(WEEK));
    let page = WebhookPage {
        id: id.to_owned(),
        host: host(&endpoint.url),
        state: state(&endpoint, held.is_some()),
        facts: facts(admin, &namespace.id, &endpoint, &zone).await?,
        secret,
        tested,
        held,
        filters: filters(&at, shown, &counts),
        first: query.after.map(|_| list_href(&at, &of, None)),
        next,
        deliveries: listed.items.into_iter().map(|delivery| line(delivery, &zone)).collect(),
        since: since.unwrap_or_else(|| dates_form::write(Some(week_ago), &zone)),
        problems,
        namespace,
    };
    Ok(admin.form_page(is_refused, app::admin::webhook, page))
}

fn filters(at: &str, shown: Option<DeliveryState>, counts: &[(DeliveryState, u64)]) -> Vec<DeliveryFilter> {
    let filter = |state: Option<DeliveryState>, label| DeliveryFilter {
        label,
        // There may be very many delivered ones.
        count: state.filter(|state| *state != DeliveryState::Delivered).map(|state| count(counts, state)),
        href: list_href(at, &Shown { state: state.map_or("", DeliveryState::as_str) }, None),
        is_shown: state == shown,
    };
    vec![
        filter(None, "All"),
        filter(Some(DeliveryState::Waiting), "Waiting"),
        filter(Some(DeliveryState::Delivered), "Delivered"),
        filter(Some(DeliveryState::Failed), "Failed"),
        filter(Some(DeliveryState::Held), "Held"),
    ]
}

async fn facts(
    admin: &Admin,
    namespace: &NamespaceId,
    endpoint: &Endpoint,
    zone: &Zone,
) -> Result<Vec<(&'static str, String)>, ServiceError> {
    let quizzes = if endpoint.quizzes.is_empty() {
        "All of the namespace".to_owned()
    } else {
        QuizNames::read(admin, namespace).await?.list(&endpoint.quizzes).join(", ")
    };
    let history = admin.service().endpoint_history(&admin.caller, namespace, &endpoint.id).await?;
    let moment = |at: Option<Timestamp>| at.map(|at| zone.minute(at));
    let facts = [
        ("Address", Some(endpoint.url.clone())),
        ("Description", Some(endpoint.description.clone()).filter(|text| !text.is_empty())),
        ("Events", Some(fields::types(endpoint))),
        ("Quizzes", Some(quizzes)),
        ("Answers", Some(if endpoint.with_answers { "Sent too" } else { "Not sent" }.to_owned())),
        ("Headers", (!endpoint.header_names.is_empty()).then(|| endpoint.header_names.join(", "))),
        ("Last success", Some(moment(history.last_success).unwrap_or_else(|| "Never".to_owned()))),
        ("Last failure", moment(history.last_failure)),
        ("Failing since", moment(endpoint.failing_since)),
        ("Created", moment(Some(endpoint.created_at))),
    ];
    Ok(facts.into_iter().filter_map(|(name, value)| Some((name, value?))).collect())
}

fn line(delivery: EventDelivery, zone: &Zone) -> DeliveryLine {
    let is_waiting = delivery.state == DeliveryState::Waiting;
    DeliveryLine {
        at: zone.minute(delivery.at),
        state: delivery.state.as_str(),
        attempts: delivery.attempts,
        sent: delivery.sent_at.map(|at| zone.minute(at)),
        due: (is_waiting && delivery.attempts > 0).then(|| zone.minute(delivery.due_at)),
        status: delivery.status,
        reply: delivery.reply.map(|reply| reply.chars().take(REPLY).collect()),
        first_error: delivery.first_error,
        last_error: delivery.last_error,
        event: delivery.event_id,
        kind: delivery.kind,
    }
}

/// The rest of a URL may be secret.
fn host(url: &str) -> String {
    let uri: Option<Uri> = url.parse().ok();
    uri.and_then(|uri| Some(uri.authority()?.as_str().to_owned())).unwrap_or_default()
}
