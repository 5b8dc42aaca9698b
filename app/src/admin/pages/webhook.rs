//! A webhook: its settings, a test, and its deliveries.

use leptos::prelude::*;

use super::outgoing::{HeldNote, held_notice};
use crate::admin::{
    AdminContext, Area, Column, CopyLine, DataTable, Field, FormErrors, NamespaceNav, Pager, Pill, Problem, Section,
    frame, render, thousands,
};

#[derive(Clone, Debug)]
pub struct WebhookPage {
    pub namespace: NamespaceNav,
    pub id: String,
    pub host: String,
    /// `on`, `failing`, `stopped`, `off`, `held`.
    pub state: &'static str,
    /// Names and values of its settings.
    pub facts: Vec<(&'static str, String)>,
    /// A new secret, shown only once.
    pub secret: Option<String>,
    pub tested: Option<TestOutcome>,
    pub held: Option<HeldNote>,
    pub filters: Vec<DeliveryFilter>,
    pub deliveries: Vec<DeliveryLine>,
    pub first: Option<String>,
    pub next: Option<String>,
    /// For the form that sends again: a time in the format of `datetime-local`.
    pub since: String,
    pub problems: Vec<Problem>,
}

#[derive(Clone, Debug)]
pub struct TestOutcome {
    pub status: Option<u16>,
    pub reply: Option<String>,
    pub error: Option<String>,
}

#[derive(Clone, Debug)]
pub struct DeliveryFilter {
    pub label: &'static str,
    /// The number of deliveries, if it is counted.
    pub count: Option<u64>,
    pub href: String,
    pub is_shown: bool,
}

#[derive(Clone, Debug)]
pub struct DeliveryLine {
    pub event: String,
    pub kind: String,
    pub at: String,
    /// `waiting`, `delivered`, `failed`, `held`.
    pub state: &'static str,
    pub attempts: u32,
    /// The last attempt.
    pub sent: Option<String>,
    /// The next attempt, while it is waiting.
    pub due: Option<String>,
    pub status: Option<u16>,
    pub reply: Option<String>,
    pub first_error: Option<String>,
    pub last_error: Option<String>,
}

pub fn webhook(cx: AdminContext, page: WebhookPage) -> String {
    let title = format!("Webhook to {}", page.host);
    let frame = frame(title.clone(), Section::Namespace(page.namespace.clone(), Area::Webhooks));
    render(cx, frame, move || {
        let list = Area::Webhooks.href(&page.namespace.id);
        let at = format!("{list}/{}", page.id);
        let WebhookPage {
            state, facts, secret, tested, held, filters, deliveries, first, next, since, problems, ..
        } = page;
        let facts: Vec<_> = facts
            .into_iter()
            .map(|(name, value)| view! { <div><dt>{name}</dt><dd dir="auto">{value}</dd></div> })
            .collect();
        view! {
            <h1 class="title">{title}" "<Pill status=state /></h1>
            {secret.map(|secret| shown_once(secret, &at))}
            {tested.map(|tested| outcome(tested, &at))}
            {held.map(|note| held_notice(&list, &note))}
            <dl class="facts card">{facts}</dl>
            <div class="confirm under">
                <form method="post" action=format!("{at}/test")>
                    <button type="submit" class="button">"Send a test event"</button>
                </form>
                <a class="button-plain" href=format!("{at}/change")>"Change"</a>
                <a class="button-plain" href=format!("{at}/secret")>"New secret…"</a>
                <a class="button-plain" href=format!("{at}/delete")>"Delete…"</a>
            </div>
            <section aria-labelledby="deliveries">
                <h2 id="deliveries">"Deliveries"</h2>
                {filter_links(filters)}
                <Deliveries at=at.clone() deliveries=deliveries />
                <Pager first=first next=next />
                <SendLeft at=at since=since problems=problems />
            </section>
            <p class="aside"><a href=list>"Back to webhooks"</a></p>
        }
    })
}

fn shown_once(secret: String, at: &str) -> impl IntoView + use<> {
    view! {
        <div class="card shown-once" role="status" data-page=at.to_owned()>
            <h2>"Secret of the webhook"</h2>
            <p>
                "Copy it now: it is not shown again. Your receiver verifies with it that an event comes from here, as the \
                 libraries of Standard Webhooks do."
            </p>
            <CopyLine id="webhook-secret" label="Secret" text=secret />
        </div>
    }
}

fn outcome(TestOutcome { status, reply, error }: TestOutcome, at: &str) -> impl IntoView + use<> {
    let title = if error.is_none() { "The test event arrived" } else { "The test event did not arrive" };
    let text = [error.map(|error| format!("It failed: {error}.")), status.map(|status| format!("Status {status}."))];
    let text = text.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let reply = reply.filter(|reply| !reply.is_empty()).map(|reply| {
        view! { <pre class="code" tabindex="0" role="region" aria-label="Beginning of the reply">{reply}</pre> }
    });
    view! {
        <div class="card shown-once" role="status" data-page=at.to_owned()>
            <h2>{title}</h2>
            <p>{text}</p>
            {reply}
        </div>
    }
}

fn filter_links(filters: Vec<DeliveryFilter>) -> impl IntoView {
    let links: Vec<_> = filters
        .into_iter()
        .map(|filter| {
            let count = filter.count.map(|count| format!(" ({})", thousands(count)));
            view! {
                <a href=filter.href aria-current=filter.is_shown.then_some("true")>{filter.label}{count}</a>
            }
        })
        .collect();
    view! { <nav class="pager" aria-label="State of deliveries">{links}</nav> }
}

#[component]
fn Deliveries(at: String, deliveries: Vec<DeliveryLine>) -> impl IntoView {
    if deliveries.is_empty() {
        return view! { <p class="hint">"Nothing here. Events are listed as soon as they happen."</p> }.into_any();
    }
    let rows: Vec<_> = deliveries.into_iter().map(|delivery| row(&at, delivery)).collect();
    let mut columns = ["Event", "State", "Happened"].map(Column::text).to_vec();
    columns.push(Column::number("Attempts"));
    columns.extend(["Last attempt", "Outcome"].map(Column::text));
    columns.push(Column::Actions("Sending again"));
    view! {
        <DataTable label="Events sent" columns=columns>{rows}</DataTable>
    }
    .into_any()
}

fn row(at: &str, delivery: DeliveryLine) -> impl IntoView + use<> {
    let DeliveryLine { event, kind, at: happened, state, attempts, sent, due, status, reply, first_error, last_error } =
        delivery;
    let last = last_error.filter(|last| first_error.as_ref() != Some(last));
    let outcome = [
        status.map(|status| format!("Status {status}.")),
        first_error.map(|error| format!("First error: {error}.")),
        last.map(|error| format!("Last error: {error}.")),
        due.map(|due| format!("Next attempt: {due}.")),
    ];
    let outcome = outcome.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let reply = reply.filter(|reply| !reply.is_empty()).map(|reply| {
        view! { <details><summary>"Reply"</summary><code class="hash">{reply}</code></details> }
    });
    let label = format!("Send again: {kind} of {happened}");
    view! {
        <tr>
            <th scope="row">{kind} <br /> <code class="id">{event.clone()}</code></th>
            <td><Pill status=state /></td>
            <td data-label="Happened"><span class="prose">{happened}</span></td>
            <td class="number" data-label="Attempts">{attempts}</td>
            <td data-label="Last attempt"><span class="prose">{sent}</span></td>
            <td class="prose">{outcome} {reply}</td>
            <td>
                <form method="post" action=format!("{at}/deliveries/{event}/send") class="in-row">
                    <button type="submit" class="button-quiet" aria-label=label>"Send again"</button>
                </form>
            </td>
        </tr>
    }
}

#[component]
fn SendLeft(at: String, since: String, problems: Vec<Problem>) -> impl IntoView {
    view! {
        <section aria-labelledby="send-title">
            <h3 id="send-title">"Send again what did not arrive"</h3>
            <FormErrors problems=problems.clone() />
            <form method="post" action=format!("{at}/send") class="card form measure under">
                <Field
                    name="since"
                    label="Since"
                    kind="datetime-local"
                    value=since
                    required=true
                    hint="In your time zone: all that has failed or is held, of events since then."
                    problems=problems
                />
                <button type="submit" class="button">"Send all failed and held"</button>
            </form>
        </section>
    }
}
