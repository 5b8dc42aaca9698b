use domain::{Series, Settings};

use super::*;
use crate::{
    clock::parse_rfc3339,
    store::{
        Endpoint, EndpointState, Invitation, Mailed,
        contract::samples::{invited_id, namespace, quiz},
    },
};

const PLAN: &str = r#"{"every":"P1D","times":10,"open":"P1D","remind":[]}"#;
const REMINDING: &str = r#"{"every":"P1M","times":4,"open":"P5D","remind":["P2D"]}"#;

fn at(text: &str) -> Timestamp {
    parse_rfc3339(text).expect("a moment")
}

fn teller() -> Teller {
    Teller { base_url: Some("https://quiz.example".to_owned()), sends_mail: true }
}

fn series(plan: &str, zone: &str) -> Quiz {
    let quiz = quiz(QuizKind::Invited, 1);
    let series: Series = serde_json::from_str(plan).expect("a series");
    let time_zone = domain::TimeZoneName::parse(zone).expect("a name");
    let settings = Settings { series: Some(series), had_series: true, time_zone, ..quiz.settings.clone() };
    Quiz { settings, ..quiz }
}

async fn open(folder: &tempfile::TempDir) -> Arc<Store> {
    let url = format!("sqlite:{}", folder.path().join("test.db").display());
    Arc::new(Store::open(&url).await.expect("a store"))
}

async fn changed(store: &Arc<Store>, work: impl for<'t> FnOnce(&'t mut Transaction<'_>) -> Work<'t> + Send + 'static) {
    store.transact::<(), StoreError, _>(WorkScope::Everything, work).await.expect("stored");
}

type Work<'t> = futures_util::future::BoxFuture<'t, Result<(), StoreError>>;

/// A person who was invited at a moment, and an endpoint that takes all events.
async fn invited(store: &Arc<Store>, quiz: &Quiz, now: &str) -> String {
    let id = invited_id(7);
    let user = id.to_string();
    let (namespace, stored, now) = (namespace("demo"), quiz.clone(), at(now));
    let endpoint = Endpoint {
        id: "all".to_owned(),
        namespace_id: quiz.namespace_id.clone(),
        url: "https://example.com/hooks".to_owned(),
        description: String::new(),
        types: Vec::new(),
        quizzes: Vec::new(),
        with_answers: false,
        header_names: Vec::new(),
        sealed: Vec::new(),
        state: EndpointState::On,
        failing_since: None,
        created_by: String::new(),
        created_at: now,
        updated_at: now,
    };
    let invitation = Invitation {
        id,
        quiz_id: quiz.id.clone(),
        name: None,
        email: None,
        custom_data: None,
        fields: domain::FieldValues::default(),
        language: None,
        created_at: now,
        revoked_at: None,
        mailed: Mailed::default(),
    };
    changed(store, move |tx| {
        Box::pin(async move {
            tx.add_namespace(&namespace).await?;
            tx.add_quiz(&stored).await?;
            tx.put_endpoint(&endpoint).await?;
            tx.add_invitations(std::slice::from_ref(&invitation)).await?;
            tx.enrol(&stored.id, &[invitation.id.as_str()], now).await
        })
    })
    .await;
    user
}

async fn revoked(store: &Arc<Store>, quiz: &Quiz, user: &str, at: Option<Timestamp>) {
    let (quiz, id) = (quiz.id.clone(), InvitedId::parse(user).expect("an id"));
    changed(store, move |tx| Box::pin(async move { tx.set_revoked(&quiz, &id, at).await.map(drop) })).await;
}

/// Number, reminder and link of each event.
async fn told(store: &Store, quiz: &Quiz) -> Vec<String> {
    let bodies = store.event_bodies(&quiz.id).await.expect("events");
    let of = |body: String| {
        let event: serde_json::Value = serde_json::from_str(&body).expect("JSON");
        assert!(event["data"]["link"].as_str().is_some_and(|link| link.starts_with("https://quiz.example/aq/demo/")));
        match &event["data"]["reminder"] {
            serde_json::Value::Null => event["data"]["occasion"].to_string(),
            reminder => format!("{} reminder {reminder}", event["data"]["occasion"]),
        }
    };
    bodies.into_iter().filter(|(kind, _)| kind == "occasion.due").filter_map(|(_, body)| body).map(of).collect()
}

async fn states(store: &Store, quiz: &Quiz, user: &str, now: Timestamp) -> Vec<&'static str> {
    let occasions = store.occasions_of(&quiz.id, user).await.expect("occasions");
    occasions.iter().map(|occasion| occasion.state(now).as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_occasion_is_told_once_and_within_its_window() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, quiz) = (open(&folder).await, series(REMINDING, "Europe/Madrid"));
    // In Madrid it is the last day of January already.
    let user = invited(&store, &quiz, "2028-01-30T23:30:00Z").await;
    for (now, expected) in [
        ("2028-01-30T23:30:00Z", &["1"][..]),
        ("2028-02-01T22:59:59Z", &["1"]),
        ("2028-02-01T23:00:00Z", &["1", "1 reminder 1"]),
        ("2028-02-28T22:59:59Z", &["1", "1 reminder 1"]),
        // The last day of February in a leap year.
        ("2028-02-28T23:00:00Z", &["1", "1 reminder 1", "2"]),
        ("2028-03-01T23:00:00Z", &["1", "1 reminder 1", "2", "2 reminder 1"]),
        // Summer time has begun.
        ("2028-03-30T21:59:59Z", &["1", "1 reminder 1", "2", "2 reminder 1"]),
        ("2028-03-30T22:00:00Z", &["1", "1 reminder 1", "2", "2 reminder 1", "3"]),
        ("2028-04-29T22:00:00Z", &["1", "1 reminder 1", "2", "2 reminder 1", "3", "4"]),
        ("2028-12-31T22:00:00Z", &["1", "1 reminder 1", "2", "2 reminder 1", "3", "4"]),
    ] {
        for _ in 0..2 {
            tell_due(&store, &teller(), at(now)).await.expect("told");
            assert_eq!(told(&store, &quiz).await, expected, "{now}");
        }
    }
    let now = at("2028-12-31T22:00:00Z");
    assert_eq!(states(&store, &quiz, &user, now).await, ["missed"; 4]);
    assert_eq!(store.due_series(Timestamp::from_nanoseconds(i64::MAX), 9).await.expect("a list"), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_slept_for_a_week_tells_only_of_what_is_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, quiz) = (open(&folder).await, series(PLAN, "UTC"));
    let user = invited(&store, &quiz, "2026-03-01T10:00:00Z").await;
    let now = at("2026-03-08T10:00:00Z");
    tell_due(&store, &teller(), now).await.expect("told");
    assert_eq!(told(&store, &quiz).await, ["8"]);
    let states = states(&store, &quiz, &user, now).await;
    assert_eq!((states.len(), states.last(), states.contains(&"due")), (8, Some(&"due"), true));
    assert_eq!(states.iter().filter(|state| **state == "missed").count(), 7);
}

#[tokio::test(flavor = "multi_thread")]
async fn several_servers_that_look_at_once_tell_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, beside, quiz) = (open(&folder).await, open(&folder).await, series(PLAN, "UTC"));
    let user = invited(&store, &quiz, "2026-03-01T10:00:00Z").await;
    for (day, expected) in [("01", &["1"][..]), ("02", &["1", "2"]), ("05", &["1", "2", "5"])] {
        let now = at(&format!("2026-03-{day}T10:00:00Z"));
        let teller = teller();
        let looks = (0..8).map(|number| tell_due(if number % 2 == 0 { &store } else { &beside }, &teller, now));
        futures_util::future::try_join_all(looks).await.expect("told");
        assert_eq!(told(&store, &quiz).await, expected);
    }
    assert_eq!(store.occasions_of(&quiz.id, &user).await.expect("occasions").len(), 5);
}

/// A look that is undone before its end leaves nothing behind, and the next one tells all.
#[tokio::test(flavor = "multi_thread")]
async fn a_look_that_a_kill_ends_is_made_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, quiz) = (open(&folder).await, series(PLAN, "UTC"));
    let user = invited(&store, &quiz, "2026-03-01T10:00:00Z").await;
    let now = at("2026-03-01T10:00:00Z");
    let (looked_at, of) = (quiz.clone(), user.clone());
    let undone = store.transact::<(), StoreError, _>(WorkScope::Everything, move |tx| {
        Box::pin(async move {
            look(tx, &looked_at, &of, Some(&teller()), now).await?;
            Err(StoreError::Busy)
        })
    });
    assert!(undone.await.is_err());
    assert_eq!((told(&store, &quiz).await, states(&store, &quiz, &user, now).await), (vec![], vec![]));
    tell_due(&store, &teller(), now).await.expect("told");
    assert_eq!(told(&store, &quiz).await, ["1"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_stopped_is_told_nothing_until_the_link_works_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, quiz) = (open(&folder).await, series(PLAN, "UTC"));
    let user = invited(&store, &quiz, "2026-03-01T10:00:00Z").await;
    let look = async |day: &str| {
        tell_due(&store, &teller(), at(&format!("2026-03-{day}T10:00:00Z"))).await.expect("told");
        told(&store, &quiz).await
    };
    assert_eq!(look("01").await, ["1"]);
    revoked(&store, &quiz, &user, Some(at("2026-03-01T11:00:00Z"))).await;
    assert_eq!(look("02").await, ["1"]);
    revoked(&store, &quiz, &user, None).await;
    assert_eq!(look("03").await, ["1", "3"]);
    assert_eq!(states(&store, &quiz, &user, at("2026-03-03T10:00:00Z")).await, ["missed", "stopped", "due"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_comes_while_a_quiz_is_not_open_and_the_first_occasion_is_the_day_it_opens() {
    let folder = tempfile::tempdir().expect("a folder");
    let quiz = series(PLAN, "UTC");
    let settings = Settings { opens_at: Some(at("2026-03-10T12:00:00Z")), ..quiz.settings.clone() };
    let (store, quiz) = (open(&folder).await, Quiz { settings, ..quiz });
    let user = invited(&store, &quiz, "2026-03-01T10:00:00Z").await;
    tell_due(&store, &teller(), at("2026-03-05T10:00:00Z")).await.expect("told");
    assert_eq!(told(&store, &quiz).await, [""; 0]);
    // The server slept for a day after the quiz opened.
    tell_due(&store, &teller(), at("2026-03-11T12:30:00Z")).await.expect("told");
    assert_eq!(told(&store, &quiz).await, ["2"]);
    let occasions = store.occasions_of(&quiz.id, &user).await.expect("occasions");
    assert_eq!(occasions.iter().map(|one| clock::to_date(one.due)).collect::<Vec<_>>(), ["2026-03-10", "2026-03-11"]);
}
