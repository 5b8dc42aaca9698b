//! Messages about alerts: each alert is told of once, to those who may read it and want to know.

use domain::{Quiz, QuizKind, Role};

use super::{
    TestResult, TestStore,
    admins::administrator,
    alerts::submit,
    apply, contract,
    samples::{at, person},
};
use crate::store::{AlertMail, MailChoices, MailKind, MailTimes, Page, QuizCount};

const TEN_MINUTES: i64 = 600 * 1_000_000_000;

impl TestStore {
    async fn tell_of_alerts(&self, quiz: &Quiz, now: i64) -> TestResult {
        let quiz = quiz.clone();
        Ok(self.transact(move |tx| Box::pin(async move { tx.tell_of_alerts(&quiz, at(now)).await })).await?)
    }

    async fn choose_alerts(&self, name: &str, alerts: Option<AlertMail>, due: Option<i64>) -> TestResult {
        let choices = MailChoices { failures: true, digest: None, alerts };
        let (id, times) = (administrator(name).id, MailTimes { digest: None, alerts: due.map(at) });
        Ok(self.transact(move |tx| Box::pin(async move { tx.set_mail_choices(&id, choices, times).await })).await?)
    }

    /// The addresses of messages about new alerts of a quiz.
    async fn told_of_alerts(&self, quiz: &Quiz) -> anyhow::Result<Vec<String>> {
        let mails = self.mails_told().await?.into_iter();
        let of_quiz = |(kind, _, reference): &(MailKind, String, String)| {
            *kind == MailKind::AlertsRaised && reference == quiz.id.as_str()
        };
        Ok(mails.filter(of_quiz).map(|(_, to, _)| to).collect())
    }
}

#[apply(contract!)]
async fn those_who_may_read_a_quiz_are_told_of_its_alerts_unless_they_choose_otherwise(store: TestStore) -> TestResult {
    let (quiz, other) = (store.quiz_of(QuizKind::InApp, 1).await?, store.quiz_of(QuizKind::InApp, 2).await?);
    let viewer = Some(Role::Viewer);
    store.add_members(&[("ana", viewer), ("ben", viewer), ("cleo", viewer), ("dora", None)]).await?;
    store.add_administrator(administrator("eve")).await?;
    store.choose_alerts("ben", Some(AlertMail::Daily), Some(50)).await?;
    store.choose_alerts("cleo", None, None).await?;
    assert_eq!(store.quizzes_with_untold_alerts(at(9)).await?, []);
    submit(&store, &quiz, &person(1), &["low", "worse"], 5).await?;
    submit(&store, &quiz, &person(2), &["low"], 6).await?;
    assert_eq!(store.quizzes_with_untold_alerts(at(9)).await?, std::slice::from_ref(&quiz.id));
    let (one, another) = tokio::join!(store.tell_of_alerts(&quiz, 9), store.tell_of_alerts(&quiz, 9));
    one?;
    another?;
    store.tell_of_alerts(&other, 9).await?;
    let address = |name: &str| administrator(name).email.to_string();
    assert_eq!(store.told_of_alerts(&quiz).await?, [address("ana"), address("dora")]);
    assert_eq!(store.told_of_alerts(&other).await?, Vec::<String>::new());
    Ok(())
}

#[apply(contract!)]
async fn alerts_that_follow_wait_for_ten_minutes_and_none_is_told_once_it_is_acknowledged(
    store: TestStore,
) -> TestResult {
    let (quiz, other) = (store.quiz_of(QuizKind::InApp, 1).await?, store.quiz_of(QuizKind::InApp, 2).await?);
    store.add_members(&[("ana", Some(Role::Viewer))]).await?;
    submit(&store, &quiz, &person(1), &["low"], 5).await?;
    store.tell_of_alerts(&quiz, 10).await?;
    submit(&store, &quiz, &person(2), &["low"], 11).await?;
    submit(&store, &other, &person(3), &["low"], 11).await?;
    let now = 10 + TEN_MINUTES;
    assert_eq!(store.quizzes_with_untold_alerts(at(now - 1)).await?, std::slice::from_ref(&other.id));
    assert_eq!(store.quizzes_with_untold_alerts(at(now)).await?.len(), 2);
    assert_eq!(store.quizzes_with_untold_alerts(at(9)).await?.len(), 2, "the clock was ahead");
    for quiz in [&quiz, &other] {
        let open = store.alerts(&quiz.id, None, Page { after: None, limit: 10 }).await?.items;
        for alert in open {
            let of = quiz.id.clone();
            let done = store.transact(move |tx| {
                Box::pin(async move { tx.acknowledge_alert(&of, &alert.id, "ana", None, at(12)).await })
            });
            assert!(done.await?);
        }
    }
    assert_eq!(store.quizzes_with_untold_alerts(at(now)).await?, []);
    submit(&store, &quiz, &person(4), &["low"], 13).await?;
    assert!(store.delete_quiz(&quiz.id, at(14)).await?);
    assert_eq!(store.quizzes_with_untold_alerts(at(now)).await?, []);
    Ok(())
}

#[apply(contract!)]
async fn open_alerts_are_told_once_a_day_for_two_servers(store: TestStore) -> TestResult {
    let (quiz, other) = (store.quiz_of(QuizKind::InApp, 1).await?, store.quiz_of(QuizKind::InApp, 2).await?);
    store.add_members(&[("ana", Some(Role::Viewer)), ("ben", None)]).await?;
    store.add_administrator(administrator("cleo")).await?;
    submit(&store, &quiz, &person(1), &["low"], 5).await?;
    submit(&store, &other, &person(2), &["low", "worse"], 5).await?;
    let of = |quiz: &Quiz, count| QuizCount { quiz: quiz.id.clone(), count };
    for name in ["ana", "ben"] {
        let open = store.open_alerts_for(&administrator(name).id).await?;
        assert_eq!(open, [of(&other, 2), of(&quiz, 1)], "{name}");
    }
    assert_eq!(store.open_alerts_for(&administrator("cleo").id).await?, []);
    store.choose_alerts("ana", Some(AlertMail::Daily), Some(20)).await?;
    assert_eq!(store.due_alert_mails(at(19)).await?, []);
    let due = store.due_alert_mails(at(20)).await?.remove(0);
    let begin = async |next| {
        let due = due.clone();
        store.transact(move |tx| Box::pin(async move { tx.begin_next_alert_mail(&due, at(next)).await })).await
    };
    let (one, another) = tokio::join!(begin(40), begin(41));
    assert!(one? ^ another?);
    assert_eq!(store.due_alert_mails(at(39)).await?, []);
    assert_eq!(store.due_alert_mails(at(41)).await?.len(), 1);
    store.choose_alerts("ana", Some(AlertMail::AtOnce), None).await?;
    assert!(!begin(60).await?, "another choice meanwhile");
    Ok(())
}
