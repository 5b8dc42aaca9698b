//! The pages of webhooks.

use super::support::{HOSTILE, context, is_sound, namespace};
use crate::admin::{
    DeliveryFilter, DeliveryLine, HeldNote, OutgoingPage, Problem, TestOutcome, WaitingLine, WebhookFields,
    WebhookFormPage, WebhookLine, WebhookPage, WebhooksPage, outgoing, webhook, webhook_form, webhooks,
};

fn held() -> HeldNote {
    HeldNote { since: "20 Nov 2026, 15:03 UTC".to_owned() }
}

fn delivery(state: &'static str, first: Option<&str>, last: Option<&str>) -> DeliveryLine {
    DeliveryLine {
        event: format!("evt_{state}"),
        kind: "response.begun".to_owned(),
        at: "20 Nov 2026, 15:03 UTC".to_owned(),
        state,
        attempts: 2,
        sent: Some("20 Nov 2026, 15:04 UTC".to_owned()),
        due: None,
        status: Some(500),
        reply: Some(HOSTILE.to_owned()),
        first_error: first.map(str::to_owned),
        last_error: last.map(str::to_owned),
    }
}

fn page() -> WebhookPage {
    let filter = |label, is_shown| DeliveryFilter { label, count: Some(1200), href: "/list".to_owned(), is_shown };
    WebhookPage {
        namespace: namespace(),
        id: "abc".to_owned(),
        host: HOSTILE.to_owned(),
        state: "failing",
        facts: vec![("Address", HOSTILE.to_owned())],
        secret: None,
        tested: None,
        held: None,
        filters: vec![filter("All", true), filter("Failed", false)],
        deliveries: vec![
            delivery("failed", Some("first"), Some("last")),
            delivery("waiting", Some("same"), Some("same")),
        ],
        first: None,
        next: None,
        since: "2026-11-20T15:03".to_owned(),
        problems: Vec::new(),
    }
}

#[test]
fn a_webhook_shows_its_deliveries_with_the_first_error_and_a_last_one_that_differs() {
    let html = webhook(context(), page());
    is_sound(&html);
    assert!(html.contains("Status 500. First error: first. Last error: last."), "{html}");
    assert!(html.contains("Status 500. First error: same.<"), "{html}");
    assert!(html.contains("Failed (1,200)") && html.matches("aria-current=\"true\"").count() == 1, "{html}");
    assert_eq!(html.matches("/deliveries/evt_failed/send\"").count(), 1);
    assert!(!html.contains("shown-once"), "{html}");
}

#[test]
fn a_secret_and_the_outcome_of_a_test_are_shown_once() {
    let html = webhook(context(), WebhookPage { secret: Some("whsec_abc".to_owned()), held: Some(held()), ..page() });
    is_sound(&html);
    assert!(html.contains("whsec_abc") && html.contains("/webhooks/held\""), "{html}");
    let tested = TestOutcome { status: None, reply: None, error: Some(HOSTILE.to_owned()) };
    let html = webhook(context(), WebhookPage { tested: Some(tested), ..page() });
    is_sound(&html);
    assert!(html.contains("The test event did not arrive") && html.contains("shown-once"), "{html}");
    let tested = TestOutcome { status: Some(204), reply: Some(HOSTILE.to_owned()), error: None };
    let html = webhook(context(), WebhookPage { tested: Some(tested), ..page() });
    is_sound(&html);
    assert!(html.contains("The test event arrived") && html.contains("Status 204."), "{html}");
}

#[test]
fn webhooks_are_listed_with_what_is_left() {
    let line = |id: &str, failed| WebhookLine {
        id: id.to_owned(),
        url: HOSTILE.to_owned(),
        description: HOSTILE.to_owned(),
        state: "on",
        events: "All".to_owned(),
        quizzes: "2 quizzes".to_owned(),
        last_success: None,
        last_failure: Some("20 Nov 2026, 15:03 UTC".to_owned()),
        waiting: 0,
        failed,
        held: 0,
    };
    let page = |webhooks, held| WebhooksPage { namespace: namespace(), webhooks, held };
    let html = webhooks(context(), page(vec![line("a", 1200), line("b", 0)], Some(held())));
    is_sound(&html);
    assert!(html.contains(">1,200</td>") && html.matches("Never").count() == 2, "{html}");
    let html = webhooks(context(), page(Vec::new(), None));
    is_sound(&html);
    assert!(html.contains("No webhook yet") && !html.contains("/held\""), "{html}");
}

#[test]
fn the_form_never_shows_values_of_headers_that_are_stored() {
    let form = |id: Option<&str>, names: &[&str], problems| WebhookFormPage {
        namespace: namespace(),
        id: id.map(str::to_owned),
        fields: WebhookFields {
            url: HOSTILE.to_owned(),
            events: vec!["quiz.opened".to_owned()],
            headers: HOSTILE.to_owned(),
            ..WebhookFields::default()
        },
        types: &["quiz.opened", "quiz.closed"],
        quizzes: vec![("one".to_owned(), HOSTILE.to_owned())],
        has_more_quizzes: true,
        header_names: names.iter().map(|name| (*name).to_owned()).collect(),
        once: "1".to_owned(),
        problems,
    };
    let html = webhook_form(context(), form(None, &[], Vec::new()));
    is_sound(&html);
    assert!(html.contains("Create webhook") && !html.contains("name=\"state\"") && html.contains("name=\"page\""));
    assert_eq!(html.matches(" checked").count(), 1, "{html}");
    let problems = ["url", "headers", "events", "quizzes", "description"]
        .map(|field| Problem { field: field.to_owned(), message: HOSTILE.to_owned() });
    let html = webhook_form(context(), form(Some("abc"), &["Authorization"], problems.to_vec()));
    is_sound(&html);
    assert!(html.contains("It sends Authorization.") && html.contains("Remove all headers"), "{html}");
    assert!(html.contains("name=\"state\"") && html.contains("/webhooks/abc/change\""), "{html}");
}

#[test]
fn what_is_held_is_released_by_administrators_of_all_namespaces() {
    let waiting = WaitingLine {
        event: "evt_1".to_owned(),
        kind: "quiz.opened".to_owned(),
        at: "20 Nov 2026, 15:03 UTC".to_owned(),
        webhook_id: "abc".to_owned(),
        url: HOSTILE.to_owned(),
    };
    let page = |held, may_release| OutgoingPage {
        namespace: namespace(),
        held,
        may_release,
        waiting: vec![waiting.clone()],
        first: None,
        next: Some("/next".to_owned()),
    };
    let html = outgoing(context(), page(Some(held()), true));
    is_sound(&html);
    assert!(html.contains("/admin/outgoing/release") && html.contains("/admin/outgoing/drop"), "{html}");
    let html = outgoing(context(), page(Some(held()), false));
    is_sound(&html);
    assert!(!html.contains("/admin/outgoing/") && html.contains("evt_1"), "{html}");
    let html = outgoing(context(), page(None, true));
    is_sound(&html);
    assert!(html.contains("Nothing is held.") && !html.contains("evt_1"), "{html}");
}
