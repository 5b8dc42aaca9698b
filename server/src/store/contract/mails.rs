//! Messages: each claimed by one server, and not sent again if the server was lost while sending.

use domain::Email;

use super::{
    TestResult, TestStore,
    admins::administrator,
    apply, contract,
    samples::{at, namespace, namespace_id, odd_texts},
};
use crate::store::{Mail, MailKind, MailOutcome, MailState, NewMail, Page, StoreError};

fn mail(to: &str, moment: i64) -> NewMail {
    NewMail::of(MailKind::Offer, &Email::parse(to).expect("an address"), at(moment))
}

impl TestStore {
    async fn write_mail(&self, mail: &NewMail) -> Result<(), StoreError> {
        let mail = mail.clone();
        self.transact(move |tx| Box::pin(async move { tx.add_mail(&mail).await.map(drop) })).await
    }

    async fn mail_of(&self, new: &NewMail) -> anyhow::Result<Mail> {
        Ok(self.mail(&new.id).await?.expect("it is there"))
    }

    async fn mails_due(&self, moment: i64, but: &[String]) -> Result<Vec<String>, StoreError> {
        Ok(self.due_mails(at(moment), but, 10).await?.into_iter().map(|(id, _)| id).collect())
    }

    async fn resend(&self, new: &NewMail, moment: i64) -> Result<bool, StoreError> {
        let id = new.id.clone();
        self.transact(move |tx| Box::pin(async move { tx.resend_mail(&id, at(moment)).await })).await
    }

    async fn cancel(&self, new: &NewMail, moment: i64) -> Result<bool, StoreError> {
        let id = new.id.clone();
        self.transact(move |tx| Box::pin(async move { tx.cancel_mail(&id, at(moment)).await })).await
    }
}

#[apply(contract!)]
async fn a_message_comes_back_as_it_was_written(store: TestStore) -> TestResult {
    store.add_namespace(namespace("acme")).await?;
    store.add_administrator(administrator("ana")).await?;
    let quiz = store.a_quiz().await?;
    for text in odd_texts().into_iter().filter(|text| !text.contains('\0')) {
        let given = NewMail {
            namespace: Some(namespace_id("acme")),
            quiz: Some(quiz.id.clone()),
            user: Some(text.clone()),
            admin: Some(administrator("ana").id),
            reference: Some(text),
            ..mail("ana@example.com", 5)
        };
        store.write_mail(&given).await?;
        let found = store.mail_of(&given).await?;
        assert_eq!(found.new, given);
        assert_eq!(
            (found.state, found.attempts, found.new.due_at, found.message_id),
            (MailState::Queued, 0, at(5), None)
        );
    }
    assert_eq!(store.mail("mail_none").await?, None);
    Ok(())
}

#[apply(contract!)]
async fn a_message_is_claimed_by_one_server(store: TestStore) -> TestResult {
    let other = store.beside().await?;
    let given: Vec<NewMail> = (1..=20).map(|moment| mail("ana@example.com", moment)).collect();
    for mail in &given {
        store.write_mail(mail).await?;
    }
    for mail in &given {
        let claim = async |at_: &crate::store::Store, name: &str| at_.claim_mail(&mail.id, name, at(50), at(90)).await;
        let (one, two) = tokio::join!(claim(&store, "<1@x>"), claim(&other, "<2@x>"));
        let claimed: Vec<Mail> = [one?, two?].into_iter().flatten().collect();
        let [claimed] = &claimed[..] else { panic!("claimed by {}", claimed.len()) };
        let stored = store.mail_of(mail).await?;
        assert_eq!((&stored.message_id, stored.state), (&claimed.message_id, MailState::Claimed));
    }
    assert_eq!(store.mails_due(80, &[]).await?, Vec::<String>::new());
    Ok(())
}

#[apply(contract!)]
async fn messages_are_due_in_their_order_but_for_some_domains(store: TestStore) -> TestResult {
    let [first, second, third, later] =
        [mail("a@one.example", 1), mail("b@two.example", 2), mail("c@one.example", 3), mail("d@one.example", 30)];
    for mail in [&third, &later, &first, &second] {
        store.write_mail(mail).await?;
    }
    let ids = |mails: &[&NewMail]| mails.iter().map(|mail| mail.id.clone()).collect::<Vec<_>>();
    assert_eq!(store.mails_due(10, &[]).await?, ids(&[&first, &second, &third]));
    assert_eq!(store.mails_due(10, &["one.example".to_owned()]).await?, ids(&[&second]));
    let both = ["two.example".to_owned(), "one.example".to_owned()];
    assert_eq!(store.mails_due(40, &both).await?, ids(&[]));
    assert_eq!(store.due_mails(at(40), &[], 1).await?, [(first.id.clone(), "one.example".to_owned())]);
    let listed = store.mails(None, Page { after: None, limit: 3 }).await?;
    let found: Vec<String> = listed.items.iter().map(|mail| mail.new.id.clone()).collect();
    assert_eq!(found, ids(&[&later, &third, &second]), "the newest first");
    Ok(())
}

#[apply(contract!)]
async fn what_was_lost_while_it_was_sent_is_unknown_until_a_person_sends_it_again(store: TestStore) -> TestResult {
    let given = mail("ana@example.com", 1);
    store.write_mail(&given).await?;
    let claimed = store.claim_mail(&given.id, "<1@x>", at(2), at(10)).await?.expect("it is claimed");
    assert!(store.renew_mail(&claimed, at(20)).await?);
    assert_eq!(store.end_lost_mails(at(20), at(20)).await?, 0);
    assert_eq!(store.end_lost_mails(at(21), at(21)).await?, 1);
    assert!(!store.renew_mail(&claimed, at(30)).await?);
    let lost = store.mail_of(&given).await?;
    assert_eq!((lost.state, lost.ended_at), (MailState::Unknown, Some(at(21))));
    assert_eq!(store.mails_due(1000, &[]).await?, Vec::<String>::new());
    // The server with the claim was slow, and knows the outcome.
    assert!(store.note_mail(&claimed, &MailOutcome::Unknown("no reply".to_owned()), at(22)).await?);
    assert!(store.resend(&given, 30).await?);
    assert!(!store.note_mail(&claimed, &MailOutcome::Accepted, at(31)).await?, "of the claim before");
    assert_eq!(store.mails_due(30, &[]).await?, std::slice::from_ref(&given.id));
    let claimed = store.claim_mail(&given.id, "<2@x>", at(31), at(40)).await?.expect("it is claimed");
    assert!(store.note_mail(&claimed, &MailOutcome::Accepted, at(32)).await?);
    assert!(!store.note_mail(&claimed, &MailOutcome::Refused("550".to_owned()), at(33)).await?);
    assert!(!store.resend(&given, 34).await?, "it was accepted");
    assert!(!store.cancel(&given, 34).await?);
    Ok(())
}

#[apply(contract!)]
async fn each_outcome_is_noted_once(store: TestStore) -> TestResult {
    for (outcome, state, error) in [
        (MailOutcome::Accepted, MailState::Accepted, None),
        (MailOutcome::Refused("550".to_owned()), MailState::Refused, Some("550")),
        (MailOutcome::Unknown("lost".to_owned()), MailState::Unknown, Some("lost")),
        (MailOutcome::Cancelled("gone".to_owned()), MailState::Cancelled, Some("gone")),
    ] {
        let given = mail("ana@example.com", 1);
        store.write_mail(&given).await?;
        let claimed = store.claim_mail(&given.id, "<1@x>", at(2), at(10)).await?.expect("it is claimed");
        assert!(store.note_mail(&claimed, &outcome, at(3)).await?);
        let ended = store.mail_of(&given).await?;
        assert_eq!((ended.state, ended.ended_at, ended.error.as_deref()), (state, Some(at(3)), error));
    }
    let given = mail("ana@example.com", 1);
    store.write_mail(&given).await?;
    let claimed = store.claim_mail(&given.id, "<1@x>", at(2), at(10)).await?.expect("it is claimed");
    assert!(store.note_mail(&claimed, &MailOutcome::Later(at(60), "451".to_owned()), at(3)).await?);
    let waits = store.mail_of(&given).await?;
    assert_eq!((waits.state, waits.attempts, waits.new.due_at, waits.ended_at), (MailState::Queued, 1, at(60), None));
    assert_eq!(store.mails_due(59, &[]).await?, Vec::<String>::new());
    assert!(store.cancel(&given, 61).await? && !store.cancel(&given, 62).await?);
    assert!(store.resend(&given, 63).await? && !store.resend(&given, 64).await?);
    // Ended messages are removed after a while. Waiting ones stay.
    assert_eq!(store.forget_mails(at(4), 3).await?, 3);
    assert_eq!(store.forget_mails(at(4), 3).await?, 1);
    assert_eq!(store.forget_mails(at(1000), 3).await?, 0);
    assert!(store.has_mails_to_send().await?);
    Ok(())
}

#[apply(contract!)]
async fn messages_go_with_the_account_and_the_namespace_that_they_are_of(store: TestStore) -> TestResult {
    store.add_namespace(namespace("acme")).await?;
    let ana = administrator("ana");
    store.add_administrator(ana.clone()).await?;
    let of_account = NewMail { admin: Some(ana.id.clone()), ..mail("ana@example.com", 1) };
    let of_namespace = NewMail { namespace: Some(namespace_id("acme")), ..mail("ben@example.com", 1) };
    let other = mail("cem@example.com", 1);
    for mail in [&of_account, &of_namespace, &other] {
        store.write_mail(mail).await?;
    }
    let claimed = store.claim_mail(&of_account.id, "<1@x>", at(2), at(10)).await?.expect("it is claimed");
    let delete: Result<(), StoreError> =
        store.transact(move |tx| Box::pin(async move { tx.delete_administrator(&ana.id).await })).await;
    delete?;
    assert_eq!(store.mail(&of_account.id).await?, None);
    assert!(!store.note_mail(&claimed, &MailOutcome::Later(at(9), "451".to_owned()), at(3)).await?);
    let delete: Result<bool, StoreError> =
        store.transact(|tx| Box::pin(async move { tx.delete_namespace(&namespace_id("acme")).await })).await;
    assert!(delete?);
    assert_eq!(store.mail(&of_namespace.id).await?, None);
    let dropped: Result<(), StoreError> = store.transact(|tx| Box::pin(async move { tx.drop_outgoing().await })).await;
    dropped?;
    assert_eq!(store.mail_of(&other).await?.state, MailState::Cancelled);
    Ok(())
}
