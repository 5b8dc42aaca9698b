//! What administrators want to hear by mail: choices, failures, and new responses.

use domain::{QuizKind, Role};

use super::{
    TestResult, TestStore,
    admins::administrator,
    apply, contract,
    samples::{at, namespace_id, person, record, submitted},
};
use crate::store::{
    Administrator, AlertMail, DigestInterval, DueDigest, Job, JobKind, MailChoices, MailKind, MailTimes, Page,
    QuizCount, StoreError,
};

const USUAL: MailChoices = MailChoices { failures: true, digest: None, alerts: Some(AlertMail::AtOnce) };
const DAILY: MailChoices =
    MailChoices { failures: true, digest: Some(DigestInterval::Daily), alerts: Some(AlertMail::Daily) };
const NOTHING: MailChoices = MailChoices { failures: false, digest: None, alerts: None };
const HOUR: i64 = 3600 * 1_000_000_000;

impl TestStore {
    pub(super) async fn choose(
        &self,
        name: &str,
        choices: MailChoices,
        digest: Option<(i64, i64)>,
    ) -> Result<(), StoreError> {
        let (id, digest) = (administrator(name).id, digest.map(|(from, due)| (at(from), at(due))));
        let times = MailTimes { digest, alerts: None };
        self.transact(move |tx| Box::pin(async move { tx.set_mail_choices(&id, choices, times).await })).await
    }

    async fn begin_next(&self, ended: &DueDigest, from: i64, next: i64) -> Result<bool, StoreError> {
        let ended = ended.clone();
        self.transact(move |tx| Box::pin(async move { tx.begin_next_digest(&ended, at(from), at(next)).await })).await
    }

    pub(super) async fn add_members(&self, roles: &[(&str, Option<Role>)]) -> TestResult {
        for (name, role) in roles {
            let is_everywhere = role.is_none();
            self.add_administrator(Administrator { is_everywhere, ..administrator(name) }).await?;
            self.set_role(&administrator(name).id, &namespace_id("demo"), *role).await?;
        }
        Ok(())
    }

    /// Gives a job up at a moment.
    async fn give_up(&self, id: &str, kind: JobKind, moment: i64) -> TestResult {
        let quiz = super::samples::quiz_id(1);
        self.enqueue(Job::new(id.to_owned(), kind, quiz, "{}".to_owned(), at(moment))).await?;
        let claim = self.claim_job(kind, at(moment), at(moment + 10)).await?.expect("due").claim();
        assert!(self.fail_job_told(claim, "why".to_owned(), None, None, true, at(moment)).await?);
        Ok(())
    }

    /// Kind, address and reference of each message, the oldest first.
    pub(super) async fn mails_told(&self) -> anyhow::Result<Vec<(MailKind, String, String)>> {
        let mails = self.mails(None, Page { after: None, limit: 100 }).await?.items;
        let of = |mail: crate::store::Mail| {
            (mail.new.kind, mail.new.recipient.to_string(), mail.new.reference.unwrap_or_default())
        };
        let mut told: Vec<_> = mails.into_iter().map(of).collect();
        told.sort_by(|(_, one, of_one), (_, other, of_other)| (of_one, one).cmp(&(of_other, other)));
        Ok(told)
    }
}

#[apply(contract!)]
async fn failures_are_told_until_an_administrator_chooses_otherwise(store: TestStore) -> TestResult {
    let ana = administrator("ana").id;
    store.add_administrator(administrator("ana")).await?;
    assert_eq!(store.mail_choices(&ana).await?, Some(USUAL));
    for (choices, digest) in [(DAILY, Some((1, 2))), (NOTHING, None), (USUAL, None)] {
        store.choose("ana", choices, digest).await?;
        assert_eq!(store.mail_choices(&ana).await?, Some(choices));
        assert_eq!(store.due_digests(at(5)).await?.len(), usize::from(digest.is_some()));
    }
    assert_eq!(store.mail_choices("another").await?, None);
    Ok(())
}

#[apply(contract!)]
async fn the_time_of_a_message_ends_once_for_two_servers(store: TestStore) -> TestResult {
    store.add_administrator(administrator("ana")).await?;
    store.choose("ana", DAILY, Some((10, 20))).await?;
    assert_eq!(store.due_digests(at(19)).await?, []);
    let due = store.due_digests(at(20)).await?;
    let [digest] = &due[..] else { panic!("{due:?}") };
    assert_eq!((digest.from, digest.due, &digest.zone), (at(10), at(20), &None));
    let (one, other) = tokio::join!(store.begin_next(digest, 21, 40), store.begin_next(digest, 22, 41));
    assert!(one? ^ other?);
    let next = store.due_digests(at(50)).await?;
    assert!([at(21), at(22)].contains(&next[0].from), "{next:?}");
    // Another choice meanwhile.
    store.choose("ana", MailChoices { digest: Some(DigestInterval::Weekly), ..DAILY }, Some((30, 40))).await?;
    assert!(!store.begin_next(&next[0], 50, 60).await?);
    Ok(())
}

#[apply(contract!)]
async fn another_choice_loses_nothing_and_a_clock_that_was_wrong_delays_nothing(store: TestStore) -> TestResult {
    store.add_administrator(administrator("ana")).await?;
    store.choose("ana", DAILY, Some((10, 20))).await?;
    store.choose("ana", MailChoices { digest: Some(DigestInterval::Weekly), ..NOTHING }, Some((15, 40))).await?;
    let due = store.due_digests(at(40)).await?;
    assert_eq!((due[0].from, due[0].due), (at(10), at(40)));
    store.choose("ana", NOTHING, None).await?;
    store.choose("ana", DAILY, Some((50, 60))).await?;
    assert_eq!(store.due_digests(at(60)).await?[0].from, at(50), "a new beginning");
    // The clock said 900 for a moment.
    let ended = store.due_digests(at(60)).await?.remove(0);
    assert!(store.begin_next(&ended, 900, 1000).await?);
    assert_eq!(store.due_digests(at(70)).await?.len(), 1);
    Ok(())
}

#[apply(contract!)]
async fn new_responses_are_those_of_quizzes_that_one_may_read(store: TestStore) -> TestResult {
    let (first, second) = (store.quiz_of(QuizKind::InApp, 1).await?, store.quiz_of(QuizKind::InApp, 2).await?);
    for (quiz, number, moment) in [(&first, 1, 100), (&second, 1, 100), (&second, 2, 150), (&second, 3, 200)] {
        let begun = store.begin(record(quiz, &person(number), 1)).await?;
        assert!(store.replace_record(submitted(begun, moment), at(1)).await?);
    }
    store.begin(record(&first, &person(9), 100)).await?;
    store.add_members(&[("ana", Some(Role::Viewer)), ("ben", None)]).await?;
    store.add_administrator(administrator("cleo")).await?;
    let count = async |name: &str, from, until| store.new_responses(&administrator(name).id, at(from), at(until)).await;
    let of = |quiz: &domain::Quiz, count| QuizCount { quiz: quiz.id.clone(), count };
    for name in ["ana", "ben"] {
        assert_eq!(count(name, 100, 200).await?, [of(&second, 2), of(&first, 1)], "{name}");
        assert_eq!(count(name, 200, 300).await?, [of(&second, 1)], "{name}");
    }
    assert_eq!(count("cleo", 0, 300).await?, []);
    assert!(store.delete_quiz(&second.id, at(300)).await?);
    assert_eq!(count("ana", 100, 200).await?, [of(&first, 1)]);
    Ok(())
}

#[apply(contract!)]
async fn owners_hear_of_exports_and_operators_of_deliveries(store: TestStore) -> TestResult {
    store.quiz_of(QuizKind::Open, 1).await?;
    store
        .add_members(&[
            ("ana", Some(Role::Owner)),
            ("ben", Some(Role::Editor)),
            ("cleo", Some(Role::Owner)),
            ("dora", None),
        ])
        .await?;
    store.choose("cleo", NOTHING, None).await?;
    store.give_up("a", JobKind::Export, 10).await?;
    store.give_up("b", JobKind::Delivery, 20).await?;
    // Within an hour of the one before.
    store.give_up("c", JobKind::Export, 30).await?;
    store.give_up("d", JobKind::Selection, 11 + HOUR).await?;
    let address = |name: &str| administrator(name).email.to_string();
    let (export, delivery) = (MailKind::ExportFailed, MailKind::DeliveryFailed);
    let expected = [
        (export, address("ana"), "a"),
        (export, address("dora"), "a"),
        (delivery, address("dora"), "b"),
        (export, address("ana"), "d"),
        (export, address("dora"), "d"),
    ];
    assert_eq!(store.mails_told().await?, expected.map(|(kind, to, reference)| (kind, to, reference.to_owned())));
    Ok(())
}
