use std::sync::Arc;

use domain::{AnswersRecord, Email, QuizId, QuizKind, Series, Settings};
use futures_util::future::BoxFuture;

use super::*;
use crate::{
    clock::parse_rfc3339,
    jobs::{Teller, look_at_series, tell_due},
    store::{
        MailOutcome, MailState, Mailed, NewMail, StoreError, Transaction, WorkScope,
        contract::samples::{invited_id, namespace, quiz, record, submitted},
    },
};

const DAILY: &str = r#"{"every":"P1D","times":30,"open":"P1D","mail":true}"#;
const REMINDING: &str = r#"{"every":"P1W","times":9,"open":"P6D","remind":["P2D","P4D"],"mail":true}"#;
const BASE: &str = "https://quiz.example";

fn at(text: &str) -> Timestamp {
    parse_rfc3339(text).expect("a moment")
}

fn series(number: u8, plan: &str, zone: &str) -> Quiz {
    let quiz = quiz(QuizKind::Invited, number);
    let series: Series = serde_json::from_str(plan).expect("a series");
    let time_zone = domain::TimeZoneName::parse(zone).expect("a name");
    let name = format!("Quiz {number}").as_str().into();
    let settings = Settings { name, series: Some(series), had_series: true, time_zone, ..quiz.settings.clone() };
    Quiz { settings, ..quiz }
}

type Work<'t> = BoxFuture<'t, Result<(), StoreError>>;

struct World {
    _folder: tempfile::TempDir,
    store: Arc<Store>,
    opt_outs: OptOuts,
}

impl World {
    async fn new(quizzes: &[Quiz]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite:{}", folder.path().join("test.db").display());
        let store = Arc::new(Store::open(&url).await.expect("a store"));
        let world = Self { _folder: folder, store, opt_outs: OptOuts::new([1; 32]) };
        let (namespace, quizzes) = (namespace("demo"), quizzes.to_vec());
        world
            .write(move |tx| {
                Box::pin(async move {
                    tx.add_namespace(&namespace).await?;
                    for quiz in &quizzes {
                        tx.add_quiz(quiz).await?;
                    }
                    Ok(())
                })
            })
            .await;
        world
    }

    async fn write(&self, work: impl for<'t> FnOnce(&'t mut Transaction<'_>) -> Work<'t> + Send + 'static) {
        self.store.transact::<(), StoreError, _>(WorkScope::Everything, work).await.expect("stored");
    }

    /// Invites a person with this address; the number is in the link.
    async fn invite(&self, quiz: &Quiz, number: u8, name: &str, now: &str) {
        self.invite_at(quiz, number, name, name, now).await;
    }

    async fn invite_at(&self, quiz: &Quiz, number: u8, name: &str, address: &str, now: &str) {
        let (quiz, now) = (quiz.id.clone(), at(now));
        let invitation = Invitation {
            id: invited_id(number),
            quiz_id: quiz.clone(),
            name: Some(name.to_owned()),
            email: Some(format!("{address}@example.com")),
            custom_data: None,
            fields: domain::FieldValues::default(),
            language: None,
            created_at: now,
            revoked_at: None,
            mailed: Mailed::default(),
        };
        self.write(move |tx| {
            Box::pin(async move {
                tx.add_invitations(std::slice::from_ref(&invitation)).await?;
                tx.enrol(&quiz, &[invitation.id.as_str()], now).await
            })
        })
        .await;
    }

    async fn tell(&self, now: &str) {
        let teller = Teller { base_url: Some(BASE.to_owned()), sends_mail: true };
        tell_due(&self.store, &teller, at(now)).await.expect("told");
    }

    /// Sends all that is due, and returns the addresses with the numbers of the persons in the links.
    async fn send(&self, now: &str) -> Vec<String> {
        let letters = self.letters(now).await;
        letters.iter().map(|letter| format!("{} {}", letter.to.replace("@example.com", ""), persons(letter))).collect()
    }

    async fn letters(&self, now: &str) -> Vec<Letter> {
        let (now, mut letters) = (at(now), Vec::new());
        loop {
            let due = self.store.due_mails_of_namespace("demo", true, now, &[], 99).await.expect("a list");
            let Some((id, _)) = due.first() else { break };
            let lease = now.later_by(30);
            let claimed = self.store.claim_mail(id, &format!("<{id}@x>"), now, lease).await.expect("a claim");
            let mail = claimed.expect("no other server");
            let outcome =
                match compose(&self.store, &self.opt_outs, Some(BASE), &mail, now).await.expect("a composed message") {
                    Composed::Letter(letter) => {
                        letters.push(*letter);
                        MailOutcome::Accepted
                    }
                    Composed::Unwanted(why) => MailOutcome::Cancelled(why.to_owned()),
                    Composed::NotBefore(at, why) => MailOutcome::Later(at, why.to_owned()),
                };
            assert!(self.store.note_mail(&mail, &outcome, now).await.expect("noted"));
        }
        letters.sort_by(|one, other| one.to.cmp(&other.to));
        letters
    }

    async fn day(&self, now: &str) -> Vec<String> {
        self.tell(now).await;
        self.send(now).await
    }

    async fn mails(&self) -> Vec<Mail> {
        let page = crate::store::Page { after: None, limit: 99 };
        self.store.mails(None, page).await.expect("a list").items
    }

    async fn errors(&self) -> Vec<String> {
        let mails = self.mails().await.into_iter().filter(|mail| mail.state == MailState::Cancelled);
        mails.map(|mail| mail.error.unwrap_or_default()).collect()
    }

    async fn begin(&self, quiz: &Quiz, number: u8, occasion: u32, is_submitted: bool) {
        let id = UserId::Invited(invited_id(number));
        let begun = AnswersRecord { occasion: Some(occasion), ..record(quiz, &id, 10) };
        let (quiz, done) = (quiz.id.clone(), submitted(begun.clone(), 20));
        self.write(move |tx| {
            Box::pin(async move {
                tx.begin(&begun, None).await?;
                tx.begin_occasion(&quiz, id.as_str(), occasion, 1).await.map(drop)
            })
        })
        .await;
        if is_submitted {
            let seen = Timestamp::from_nanoseconds(10);
            assert!(self.store.replace_record(done, seen).await.expect("stored"));
        }
    }

    async fn change(&self, quiz: &Quiz, change: impl FnOnce(&mut Settings)) {
        let mut new = self.store.quiz(&quiz.id).await.expect("read").expect("it is there");
        change(&mut new.settings);
        self.write(move |tx| Box::pin(async move { tx.update_quiz(&new, None).await })).await;
    }

    async fn stop(&self, quiz: Option<&QuizId>, name: &str) {
        let (quiz, address) = (quiz.cloned(), self.opt_outs.hash(&format!("{name}@example.com")));
        self.write(move |tx| {
            Box::pin(async move {
                tx.opt_out(&namespace("demo").id, quiz.as_ref(), &address, at("2026-03-01T00:00:00Z")).await.map(drop)
            })
        })
        .await;
    }
}

/// The numbers of the persons whose links are in a message, in their order.
fn persons(letter: &Letter) -> String {
    let text = letter.layout.plain();
    let links = text.lines().filter_map(|line| line.strip_prefix("https://quiz.example/aq/demo/"));
    let number = |link: &str| {
        let id = link.split('/').nth(1).unwrap_or_default();
        (1..9).find(|number| invited_id(*number).as_str() == id).map_or("?".to_owned(), |number| number.to_string())
    };
    links.map(number).collect::<Vec<_>>().join("+")
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_is_due_for_an_address_on_a_day_is_one_message_at_seven() {
    let (madrid, utc) = (series(1, DAILY, "Europe/Madrid"), series(2, DAILY, "UTC"));
    let world = World::new(&[madrid.clone(), utc.clone()]).await;
    world.invite(&madrid, 1, "ana", "2026-03-01T10:00:00Z").await;
    world.invite(&utc, 2, "ana", "2026-03-01T10:00:20Z").await;
    world.invite(&utc, 3, "ben", "2026-03-01T10:00:20Z").await;
    world.tell("2026-03-01T10:00:20Z").await;
    assert_eq!(world.send("2026-03-01T10:00:30Z").await, [""; 0], "others may come");
    assert_eq!(world.send("2026-03-01T10:01:20Z").await, ["ana 1+2", "ben 3"]);
    for now in ["2026-03-01T22:00:00Z", "2026-03-02T00:00:00Z", "2026-03-02T05:59:00Z"] {
        assert_eq!(world.day(now).await, [""; 0], "{now}");
    }
    // Seven in Madrid. What is due an hour later in UTC goes with it.
    assert_eq!(world.day("2026-03-02T06:00:00Z").await, ["ana 1+2"]);
    assert_eq!(world.day("2026-03-02T07:00:00Z").await, ["ben 3"]);
    assert_eq!(world.day("2026-03-02T20:00:00Z").await, [""; 0]);
    assert_eq!(world.mails().await.iter().filter(|mail| mail.state == MailState::Accepted).count(), 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_has_the_link_the_last_day_and_the_way_out_in_the_language_of_the_person() {
    let (one, two) = (series(1, REMINDING, "Europe/Madrid"), series(2, REMINDING, "Europe/Madrid"));
    let world = World::new(&[one.clone(), two.clone()]).await;
    world.invite(&one, 1, "ana", "2026-03-01T10:00:00Z").await;
    world.tell("2026-03-01T10:00:00Z").await;
    let letters = world.letters("2026-03-01T10:01:00Z").await;
    let [letter] = letters.as_slice() else { panic!("{letters:?}") };
    let text = letter.layout.plain();
    let link = format!("{BASE}/aq/demo/{}/{}", one.id, invited_id(1));
    for part in ["Hello ana,", "Quiz 1: time to answer", "Last day: 6 March 2026.", link.as_str()] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let stop = letter.unsubscribe.clone().expect("a way out");
    assert!(stop.starts_with(&format!("{BASE}/mail/demo/{}/", one.id)) && !stop.contains('?'), "{stop}");
    assert_eq!(text.matches(&stop).count(), 1);

    world.invite(&two, 2, "ana", "2026-03-03T01:00:00Z").await;
    world.tell("2026-03-03T01:00:00Z").await;
    let letters = world.letters("2026-03-03T06:00:00Z").await;
    let [letter] = letters.as_slice() else { panic!("{letters:?}") };
    let text = letter.layout.plain();
    for part in ["Quiz 1\n", "Quiz 2\n", "Last day: 6 March 2026.", "Last day: 8 March 2026.", "Several questionnaires"]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
    let stop = letter.unsubscribe.clone().expect("a way out");
    assert!(stop.ends_with("?of=all") && text.matches(&stop).count() == 1, "{text}");
    let (html, plain) = (letter.layout.html(), persons(letter));
    assert_eq!((html.matches("class=\"button\"").count(), plain.as_str()), (2, "1+2"));
}

#[tokio::test(flavor = "multi_thread")]
async fn reminders_go_to_those_who_have_not_answered() {
    let quiz = series(1, REMINDING, "UTC");
    let world = World::new(std::slice::from_ref(&quiz)).await;
    for (number, name) in [(1, "ana"), (2, "ben"), (3, "cy")] {
        world.invite(&quiz, number, name, "2026-03-01T01:00:00Z").await;
    }
    world.tell("2026-03-01T01:00:00Z").await;
    assert_eq!(world.send("2026-03-01T07:00:00Z").await, ["ana 1", "ben 2", "cy 3"]);
    world.begin(&quiz, 1, 1, true).await;
    world.tell("2026-03-03T00:00:00Z").await;
    // After it was planned.
    world.begin(&quiz, 2, 1, true).await;
    assert_eq!(world.send("2026-03-03T07:00:00Z").await, ["cy 3"]);
    assert_eq!(world.errors().await, ["the occasion is answered or over"]);
    assert_eq!(world.day("2026-03-05T07:00:00Z").await, [""; 0], "it waits for a minute");
    assert_eq!(world.send("2026-03-05T07:01:00Z").await, ["cy 3"]);
    world.tell("2026-03-08T00:00:00Z").await;
    assert_eq!(world.send("2026-03-08T07:00:00Z").await, ["ana 1", "ben 2", "cy 3"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn whether_it_is_wanted_is_decided_when_it_is_sent() {
    let quizzes: Vec<Quiz> = (1..=8).map(|number| series(number, DAILY, "UTC")).collect();
    let world = World::new(&quizzes).await;
    for (number, quiz) in (1..).zip(&quizzes) {
        world.invite(quiz, number, &format!("p{number}"), "2026-03-01T01:00:00Z").await;
    }
    world.tell("2026-03-01T01:00:00Z").await;
    world.stop(Some(&quizzes[0].id), "p1").await;
    world.stop(None, "p2").await;
    let (id, revoked) = (quizzes[2].id.clone(), at("2026-03-01T02:00:00Z"));
    world
        .write(move |tx| Box::pin(async move { tx.set_revoked(&id, &invited_id(3), Some(revoked)).await.map(drop) }))
        .await;
    world.change(&quizzes[3], |settings| settings.status = domain::QuizStatus::Closed).await;
    world.change(&quizzes[4], |settings| settings.series.as_mut().expect("a plan").mail = false).await;
    world.begin(&quizzes[5], 6, 1, false).await;
    let email = Email::parse("p7@example.com").expect("an address");
    let invitation = NewMail {
        namespace: Some(quizzes[6].namespace_id.clone()),
        quiz: Some(quizzes[6].id.clone()),
        user: Some(invited_id(7).to_string()),
        reference: Some("0".to_owned()),
        ..NewMail::of(MailKind::Invitation, &email, at("2026-03-01T02:00:00Z"))
    };
    let sent = invitation.clone();
    world.write(move |tx| Box::pin(async move { tx.add_mail(&sent).await.map(drop) })).await;
    let now = at("2026-03-01T03:00:00Z");
    let claimed = world.store.claim_mail(&invitation.id, "<1@x>", now, now).await.expect("a claim").expect("claimed");
    assert!(world.store.note_mail(&claimed, &MailOutcome::Accepted, now).await.expect("noted"));
    assert_eq!(world.send("2026-03-01T07:00:00Z").await, ["p8 8"]);
    let mut errors = world.errors().await;
    errors.sort();
    assert_eq!(
        errors,
        [
            "another message has brought the link since the occasion came",
            "the link is revoked",
            "the person has started",
            "the person wants no messages",
            "the person wants no messages",
            "the quiz is not open",
            "the series sends no mail",
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_slept_for_a_week_sends_only_what_is_open() {
    let (daily, weekly) = (series(1, DAILY, "UTC"), series(2, REMINDING, "UTC"));
    let world = World::new(&[daily.clone(), weekly.clone()]).await;
    world.invite(&daily, 1, "ana", "2026-03-01T10:00:00Z").await;
    world.invite(&weekly, 2, "ana", "2026-03-01T10:00:00Z").await;
    world.tell("2026-03-01T10:00:00Z").await;
    // Told, and not sent. Then no server for a week.
    world.tell("2026-03-06T10:00:00Z").await;
    assert_eq!(world.day("2026-03-09T10:00:00Z").await, ["ana 1+2"]);
    assert_eq!(world.send("2026-03-09T10:01:00Z").await, [""; 0]);
    let mails = world.mails().await;
    let sent = mails.iter().filter(|mail| mail.state == MailState::Accepted);
    let mut sent: Vec<_> = sent.map(|mail| mail.new.occasion()).collect();
    sent.sort();
    assert_eq!(sent, [Some((2, 0)), Some((9, 0))]);
    assert!(mails.iter().all(|mail| mail.ended_at.is_some()), "{mails:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_after_the_message_of_the_day_goes_the_next_morning_unless_it_is_over_then() {
    let (weekly, other, daily) = (series(1, REMINDING, "UTC"), series(2, REMINDING, "UTC"), series(3, DAILY, "UTC"));
    let world = World::new(&[weekly.clone(), other.clone(), daily.clone()]).await;
    world.invite(&weekly, 1, "ana", "2026-03-01T10:00:00Z").await;
    world.tell("2026-03-01T10:00:00Z").await;
    assert_eq!(world.send("2026-03-01T10:01:00Z").await, ["ana 1"]);
    world.invite(&other, 2, "ana", "2026-03-01T12:00:00Z").await;
    world.tell("2026-03-01T12:00:00Z").await;
    assert_eq!(world.send("2026-03-01T12:01:00Z").await, [""; 0]);
    let waits = world.mails().await.into_iter().find(|mail| mail.state == MailState::Queued).expect("it waits");
    assert_eq!(waits.new.due_at, at("2026-03-02T07:00:00Z"));
    assert_eq!(waits.error.as_deref(), Some("the address has had the message of the day"));
    // Open for today alone: all that waits goes along.
    world.invite(&daily, 3, "ana", "2026-03-01T15:00:00Z").await;
    world.tell("2026-03-01T15:00:00Z").await;
    assert_eq!(world.send("2026-03-01T15:01:00Z").await, ["ana 3+2"]);
    assert_eq!(world.day("2026-03-02T06:00:00Z").await, [""; 0]);
    assert_eq!(world.send("2026-03-02T07:00:00Z").await, ["ana 3"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_without_mail_writes_none_and_one_about_an_occasion_has_the_newest_reminder() {
    let (silent, loud) = (series(1, &REMINDING.replace("true", "false"), "UTC"), series(2, REMINDING, "UTC"));
    let world = World::new(&[silent.clone(), loud.clone()]).await;
    world.invite(&silent, 1, "ana", "2026-03-01T10:00:00Z").await;
    world.invite(&loud, 2, "ben", "2026-03-01T10:00:00Z").await;
    for day in ["01", "03", "05"] {
        world.tell(&format!("2026-03-{day}T10:00:00Z")).await;
    }
    assert_eq!(world.mails().await.len(), 3, "of the one alone");
    assert_eq!(world.send("2026-03-05T11:00:00Z").await, ["ben 2"]);
    assert_eq!(world.errors().await, ["a later message tells of the occasion"; 2]);
}

/// What a kill undoes is written by the next look, and by one of several servers.
#[tokio::test(flavor = "multi_thread")]
async fn several_servers_write_each_message_once_and_a_look_that_is_undone_none() {
    let quiz = series(1, DAILY, "UTC");
    let world = World::new(std::slice::from_ref(&quiz)).await;
    world.invite(&quiz, 1, "ana", "2026-03-01T10:00:00Z").await;
    let (now, of) = (at("2026-03-01T10:00:00Z"), quiz.clone());
    let undone = world.store.transact::<(), StoreError, _>(WorkScope::Everything, move |tx| {
        Box::pin(async move {
            let teller = Teller { base_url: None, sends_mail: true };
            look_at_series(tx, &of, invited_id(1).as_str(), Some(&teller), now).await?;
            assert!(tx.has_mails_to_send().await?);
            Err(StoreError::Busy)
        })
    });
    assert!(undone.await.is_err());
    assert_eq!(world.mails().await, []);
    for day in ["01", "02"] {
        let now = format!("2026-03-{day}T10:00:00Z");
        futures_util::future::join_all((0..6).map(|_| world.tell(&now))).await;
    }
    let mut told: Vec<_> = world.mails().await.iter().map(|mail| mail.new.occasion()).collect();
    told.sort();
    assert_eq!(told, [Some((1, 0)), Some((2, 0))]);
}

#[tokio::test]
async fn persons_who_share_an_address_are_told_apart() {
    let quiz = series(1, DAILY, "UTC");
    let world = World::new(std::slice::from_ref(&quiz)).await;
    for (number, name) in [(1, "ana"), (2, "ben")] {
        world.invite_at(&quiz, number, name, "parents", "2026-03-01T10:00:00Z").await;
    }
    world.tell("2026-03-01T10:00:00Z").await;
    let letters = world.letters("2026-03-01T10:02:00Z").await;
    let [letter] = letters.as_slice() else { panic!("{} messages", letters.len()) };
    let mut titles: Vec<&str> = letter.layout.sections.iter().map(|section| &*section.title).collect();
    titles.sort_unstable();
    assert_eq!(titles, ["Quiz 1: ana", "Quiz 1: ben"]);
    assert!(letter.layout.paragraphs[0].starts_with("Hello,"), "{:?}", letter.layout.paragraphs);
}
