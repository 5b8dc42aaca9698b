//! A slow receiver delays only its own namespace.

use std::time::{Duration, Instant};

use serde_json::json;
use server::store::KeyScope;

use crate::{
    support::{App, QuizAt, receiver::Receiver},
    webhooks::{Webhook, sending},
};

const LIMIT: Duration = Duration::from_secs(2);

/// An app with a second namespace whose receiver is fast, and a quiz there.
async fn with_another<'a>(app: &'a App, quick: &Receiver) -> QuizAt<'a> {
    app.namespace("other").await;
    let key = app.key_for(Some("other"), KeyScope::Admin).await;
    Webhook::in_namespace(app, "other", &key, quick, json!({ "events": ["response.begun"] })).await;
    app.quiz_in("other", &key, json!({ "name": "Other" })).await
}

async fn taking(time: Duration) -> Receiver {
    Receiver::answering(move |_| (200, Vec::new(), time)).await
}

#[tokio::test]
async fn a_namespace_has_sixteen_events_on_their_way_and_another_does_not_wait_for_them() {
    let (app, quick) = (sending().await, Receiver::start().await);
    let slow = taking(Duration::from_mins(1)).await;
    for _ in 0..5 {
        Webhook::new(&app, &slow, json!({ "events": ["response.begun"] })).await;
    }
    let (own, other) = (app.open_quiz().await, with_another(&app, &quick).await);
    for _ in 0..20 {
        own.begin().await;
    }
    slow.wait_for(16).await;
    // The response timeout is twenty seconds; then others follow.
    assert_eq!(slow.received().len(), 16, "sixteen at once to a namespace");
    for count in 1..=5 {
        let began = Instant::now();
        other.begin().await;
        quick.wait_for(count).await;
        assert!(began.elapsed() < LIMIT, "{:?}", began.elapsed());
    }
}

/// The 99th percentile of the time from a begin until another namespace's receiver has the event, while an endpoint
/// takes twenty seconds for each of `slow` events.
async fn delay(slow: usize, quick: usize, pause: Duration) -> Duration {
    let (app, receiver) = (sending().await, Receiver::start().await);
    let slow_receiver = taking(Duration::from_secs(20)).await;
    Webhook::new(&app, &slow_receiver, json!({ "events": ["response.begun"] })).await;
    let (own, other) = (app.open_quiz().await, with_another(&app, &receiver).await);
    for _ in 0..slow {
        own.begin().await;
    }
    slow_receiver.wait_for(4).await;
    let mut delays = Vec::new();
    for count in 1..=quick {
        let began = Instant::now();
        other.begin().await;
        receiver.wait_for(count).await;
        delays.push(began.elapsed());
        tokio::time::sleep(pause).await;
    }
    // The other namespace's events have arrived.
    let waiting = "SELECT event_id FROM webhook_deliveries WHERE state = 'waiting'";
    let waiting = app.database.connect().await.texts(waiting).await.len();
    assert!(waiting >= slow - 40, "{waiting} wait");
    delays.sort();
    println!("median {:?}, last {:?}", delays[quick / 2], delays[quick - 1]);
    delays[(quick * 99).div_ceil(100) - 1]
}

#[tokio::test]
async fn an_endpoint_that_takes_twenty_seconds_does_not_delay_another_namespace() {
    // More than can be in flight to all receivers together.
    let delay = delay(300, 30, Duration::ZERO).await;
    assert!(delay < LIMIT, "{delay:?}");
}

#[tokio::test]
#[ignore = "takes a minute: run it by name, with --ignored --nocapture, for the figures"]
async fn a_thousand_events_of_twenty_seconds_do_not_delay_another_namespace() {
    let delay = delay(1000, 300, Duration::from_millis(200)).await;
    println!("99th of 100: {delay:?}");
    assert!(delay < LIMIT, "{delay:?}");
}
