//! Messages to invited people: their outcome is stored with the person and erased with the person.

use domain::{Email, InvitedId, Quiz, QuizKind, Role};

use super::{
    TestResult, TestStore,
    admins::administrator,
    apply, contract,
    endpoints::endpoint,
    samples::{at, invited_id},
};
use crate::store::{
    BounceStatus, Invitation, Mail, MailKind, MailOutcome, MailState, MailText, Mailed, MailedState, NewMail, Page,
    PendingMail, StoreError,
};

fn mail(quiz: &Quiz, number: u8, kind: MailKind, reference: &str, moment: i64) -> NewMail {
    let email = Email::parse(&format!("p{number}@example.com")).expect("an address");
    NewMail {
        namespace: Some(quiz.namespace_id.clone()),
        quiz: Some(quiz.id.clone()),
        user: Some(invited_id(number).to_string()),
        reference: Some(reference.to_owned()),
        ..NewMail::of(kind, &email, at(moment))
    }
}

impl TestStore {
    async fn invited(&self, numbers: &[u8]) -> anyhow::Result<Quiz> {
        let quiz = self.quiz_of(QuizKind::Invited, 1).await?;
        let person = |number: &u8| Invitation {
            id: invited_id(*number),
            quiz_id: quiz.id.clone(),
            name: None,
            email: None,
            custom_data: None,
            fields: domain::FieldValues::default(),
            language: None,
            created_at: at(1),
            revoked_at: None,
            mailed: Mailed::default(),
        };
        self.add_invitations(numbers.iter().map(person).collect()).await?;
        Ok(quiz)
    }

    async fn queue(&self, mail: &NewMail) -> Result<bool, StoreError> {
        let mail = mail.clone();
        self.transact(move |tx| Box::pin(async move { tx.add_mail(&mail).await })).await
    }

    async fn end(&self, new: &NewMail, outcome: MailOutcome, moment: i64) -> anyhow::Result<Mail> {
        let claimed = self.claim_mail(&new.id, &format!("<{}@x>", new.id), at(moment), at(moment + 9)).await?;
        let claimed = claimed.expect("it is claimed");
        assert!(self.note_mail(&claimed, &outcome, at(moment)).await?);
        Ok(claimed)
    }

    async fn mailed(&self, quiz: &Quiz, id: &InvitedId) -> anyhow::Result<Mailed> {
        Ok(self.invitation(&quiz.id, id).await?.expect("it is there").mailed)
    }
}

#[apply(contract!)]
async fn what_became_of_a_message_stands_beside_the_person(store: TestStore) -> TestResult {
    let quiz = store.invited(&[1]).await?;
    let id = invited_id(1);
    let expect =
        |state, at, error: Option<&str>, reminders| Mailed { state, at, error: error.map(str::to_owned), reminders };
    let steps = [
        (MailKind::Invitation, "0", MailOutcome::Later(at(90), "451".to_owned()), expect(None, None, None, 0)),
        (MailKind::Reminder, "1", MailOutcome::Cancelled("no".to_owned()), expect(None, None, None, 0)),
        (
            MailKind::Reminder,
            "1",
            MailOutcome::Refused("550".to_owned()),
            expect(Some(MailedState::Refused), None, Some("550"), 0),
        ),
        (MailKind::Reminder, "1", MailOutcome::Accepted, expect(Some(MailedState::Sent), Some(at(13)), None, 1)),
        (
            MailKind::ReminderToStart,
            "2",
            MailOutcome::Unknown("?".to_owned()),
            expect(Some(MailedState::Unknown), Some(at(14)), None, 2),
        ),
        (
            MailKind::Reminder,
            "3",
            MailOutcome::Refused("550".to_owned()),
            expect(Some(MailedState::Refused), Some(at(14)), Some("550"), 2),
        ),
    ];
    for (moment, (kind, reference, outcome, expected)) in (10..).zip(steps) {
        let new = mail(&quiz, 1, kind, reference, moment);
        assert!(store.queue(&new).await?);
        store.end(&new, outcome, moment).await?;
        assert_eq!(store.mailed(&quiz, &id).await?, expected, "{moment}");
    }
    Ok(())
}

#[apply(contract!)]
async fn a_message_of_a_number_is_written_once_unless_it_ended_unsent(store: TestStore) -> TestResult {
    let quiz = store.invited(&[1, 2]).await?;
    let first = mail(&quiz, 1, MailKind::Reminder, "1", 5);
    assert!(store.queue(&first).await?);
    assert!(!store.queue(&mail(&quiz, 1, MailKind::ReminderToStart, "1", 6)).await?);
    assert!(store.queue(&mail(&quiz, 1, MailKind::Reminder, "2", 6)).await?);
    assert!(store.queue(&mail(&quiz, 2, MailKind::Reminder, "1", 6)).await?);
    let pending = store.pending_mails(&quiz.id).await?;
    let expected = [(1, 5), (2, 6)].map(|(number, moment)| PendingMail {
        kind: MailKind::Reminder,
        number,
        due_at: at(moment),
        waits: true,
    });
    let mut found = pending[invited_id(1).as_str()].clone();
    found.sort_by_key(|mail| mail.due_at);
    assert_eq!(found, expected);
    let claimed = store.end(&first, MailOutcome::Refused("550".to_owned()), 7).await?;
    assert!(store.queue(&mail(&quiz, 1, MailKind::Reminder, "1", 8)).await?);
    let id = claimed.new.id.clone();
    let again: Result<bool, StoreError> =
        store.transact(move |tx| Box::pin(async move { tx.resend_mail(&id, at(9)).await })).await;
    assert!(matches!(again, Ok(false)), "another has its number: {again:?}");
    Ok(())
}

#[apply(contract!)]
async fn messages_about_occasions_to_an_address_are_claimed_and_end_as_one(store: TestStore) -> TestResult {
    let (quiz, other) = (store.invited(&[1, 2]).await?, store.quiz_of(QuizKind::Invited, 2).await?);
    let email = Email::parse("ana@example.com")?;
    let about = |quiz: &Quiz, number: u8, occasion, reminder, moment| {
        NewMail::about_occasion(quiz, invited_id(number).as_str(), occasion, reminder, &email, at(moment))
    };
    let first = about(&quiz, 1, 3, None, 5);
    assert_eq!((first.reference.as_deref(), first.occasion()), (Some("3000"), Some((3, 0))));
    assert!(store.queue(&first).await? && !store.queue(&about(&quiz, 1, 3, None, 6)).await?, "once");
    let reminder = NewMail { due_at: at(50), ..about(&quiz, 1, 3, Some(2), 6) };
    let beside = NewMail { due_at: at(90), ..about(&other, 1, 1, None, 7) };
    let elsewhere = mail(&quiz, 2, MailKind::Reminder, "1", 7);
    for mail in [&reminder, &beside, &elsewhere] {
        assert!(store.queue(mail).await?);
    }
    assert!(!store.waits_for_another(&quiz.id, invited_id(1).as_str(), 3, at(60)).await?, "no reminder on request");

    // Several servers, each with another one of them.
    let ids = [&first.id, &reminder.id, &beside.id];
    let claims = (0..9).map(|number: usize| {
        let (id, message_id) = (ids[number % 3].clone(), format!("<{number}@x>"));
        let store = &store;
        async move { store.claim_mail(&id, &message_id, at(100), at(110)).await }
    });
    let claims = futures_util::future::try_join_all(claims).await?;
    let claimed: Vec<Mail> = claims.into_iter().flatten().collect();
    let mut all = Vec::new();
    for mail in &claimed {
        all.extend(store.mails_sent_with(mail).await?.into_iter().map(|mail| mail.new.id));
    }
    all.sort();
    let mut expected = ids.map(Clone::clone);
    expected.sort();
    assert_eq!(all, expected, "each is in one message");
    for mail in &claimed {
        assert!(store.note_mail(mail, &MailOutcome::Later(at(120), "451".to_owned()), at(111)).await?);
    }

    let claimed = store.claim_mail(&beside.id, "<a@x>", at(130), at(140)).await?.expect("it is claimed");
    assert_eq!(store.mails_sent_with(&claimed).await?.len(), 3);
    assert_eq!(store.claim_mail(&first.id, "<b@x>", at(130), at(140)).await?, None);
    assert!(store.renew_mail(&claimed, at(150)).await?);
    assert_eq!(store.end_lost_mails(at(145), at(145)).await?, 0, "all are renewed");
    let late = about(&other, 2, 1, None, 131);
    assert!(store.queue(&late).await?);
    let late = store.claim_mail(&late.id, "<c@x>", at(131), at(140)).await?.expect("it is claimed");
    assert_eq!(store.sent_occasions_since(&late, at(0)).await?, Some(at(i64::MAX)), "one is being sent");
    assert!(store.cancel_claimed(&claimed, "no", at(132)).await?);
    assert!(store.note_mail(&claimed, &MailOutcome::Accepted, at(133)).await?);
    assert!(!store.note_mail(&claimed, &MailOutcome::Accepted, at(134)).await?, "once");
    for (id, state) in
        [(&beside.id, MailState::Cancelled), (&first.id, MailState::Accepted), (&reminder.id, MailState::Accepted)]
    {
        assert_eq!(store.mail(id).await?.expect("it is there").state, state);
    }
    assert_eq!(store.sent_occasions_since(&late, at(133)).await?, Some(at(133)));
    assert_eq!(store.sent_occasions_since(&late, at(134)).await?, None);
    let expected = Mailed { state: Some(MailedState::Sent), at: Some(at(133)), error: None, reminders: 0 };
    assert_eq!(store.mailed(&quiz, &invited_id(1)).await?, expected, "none of these counts");
    let status = BounceStatus::parse("5.1.1").expect("a status");
    let noted: Result<_, StoreError> =
        store.transact(move |tx| Box::pin(async move { tx.note_bounce(&claimed.new.id, status, at(135)).await })).await;
    assert_eq!(noted?, None, "the other quiz has not invited the person");
    assert_eq!(store.mailed(&quiz, &invited_id(1)).await?.state, Some(MailedState::Bounced));
    Ok(())
}

#[apply(contract!)]
async fn a_message_about_an_occasion_that_is_lost_is_no_reminder(store: TestStore) -> TestResult {
    let quiz = store.invited(&[1]).await?;
    let email = Email::parse("ana@example.com")?;
    let new = NewMail::about_occasion(&quiz, invited_id(1).as_str(), 1, Some(1), &email, at(5));
    store.queue(&new).await?;
    store.claim_mail(&new.id, "<1@x>", at(6), at(7)).await?.expect("it is claimed");
    assert_eq!(store.end_lost_mails(at(8), at(8)).await?, 1);
    let expected = Mailed { state: Some(MailedState::Unknown), at: Some(at(8)), error: None, reminders: 0 };
    assert_eq!(store.mailed(&quiz, &invited_id(1)).await?, expected);
    Ok(())
}

#[apply(contract!)]
async fn people_have_their_turns_by_namespace_and_administrators_go_before(store: TestStore) -> TestResult {
    let quiz = store.invited(&[1, 2]).await?;
    let (one, two) = (mail(&quiz, 1, MailKind::Invitation, "0", 5), mail(&quiz, 2, MailKind::Invitation, "0", 4));
    let address = Email::parse("ana@other.example").expect("an address");
    let own = NewMail::of(MailKind::PasswordLink, &address, at(9));
    let offer = NewMail { namespace: Some(quiz.namespace_id.clone()), ..NewMail::of(MailKind::Offer, &address, at(6)) };
    for mail in [&one, &two, &own, &offer] {
        assert!(store.queue(mail).await?);
    }
    let ids = |rows: Vec<(String, String)>| rows.into_iter().map(|(id, _)| id).collect::<Vec<_>>();
    assert_eq!(ids(store.due_mails(at(9), &[], 9).await?), std::slice::from_ref(&own.id));
    assert!(store.namespaces_with_due_mails(at(3)).await?.is_empty());
    let namespace = quiz.namespace_id.as_str();
    assert_eq!(store.namespaces_with_due_mails(at(4)).await?, [namespace]);
    let due = async |to_people, but: &[String], limit| {
        store.due_mails_of_namespace(namespace, to_people, at(9), but, limit).await.map(ids)
    };
    assert_eq!(due(true, &[], 9).await?, [two.id.clone(), one.id.clone()]);
    assert_eq!(due(true, &[], 1).await?, std::slice::from_ref(&two.id));
    assert_eq!(due(false, &[], 9).await?, std::slice::from_ref(&offer.id));
    assert!(due(true, &["example.com".to_owned()], 9).await?.is_empty());
    Ok(())
}

#[apply(contract!)]
async fn lost_claims_count_beside_the_person(store: TestStore) -> TestResult {
    let quiz = store.invited(&[1, 2]).await?;
    for (number, kind) in [(1, MailKind::Reminder), (2, MailKind::Invitation)] {
        let new = mail(&quiz, number, kind, "1", 5);
        store.queue(&new).await?;
        store.claim_mail(&new.id, "<1@x>", at(6), at(7)).await?.expect("it is claimed");
    }
    assert_eq!(store.end_lost_mails(at(8), at(8)).await?, 2);
    assert_eq!(store.end_lost_mails(at(9), at(9)).await?, 0);
    for (number, reminders) in [(1, 1), (2, 0)] {
        let expected = Mailed { state: Some(MailedState::Unknown), at: Some(at(8)), error: None, reminders };
        assert_eq!(store.mailed(&quiz, &invited_id(number)).await?, expected);
    }
    Ok(())
}

#[apply(contract!)]
async fn what_comes_back_ends_what_waits(store: TestStore) -> TestResult {
    let quiz = store.invited(&[1]).await?;
    let (sent, waits) = (mail(&quiz, 1, MailKind::Invitation, "0", 5), mail(&quiz, 1, MailKind::Reminder, "1", 50));
    for mail in [&sent, &waits] {
        store.queue(mail).await?;
    }
    store.end(&sent, MailOutcome::Accepted, 6).await?;
    let (id, status) = (sent.id.clone(), BounceStatus::parse("5.1.1").expect("a status"));
    let noted: Result<_, StoreError> =
        store.transact(move |tx| Box::pin(async move { tx.note_bounce(&id, status, at(7)).await })).await;
    assert_eq!(noted?, Some((quiz.id.clone(), invited_id(1).to_string())));
    let mailed = store.mailed(&quiz, &invited_id(1)).await?;
    assert_eq!((mailed.state, mailed.error.as_deref()), (Some(MailedState::Bounced), Some("5.1.1")));
    assert_eq!(store.mail(&waits.id).await?.expect("it is there").state, MailState::Cancelled);
    let none: Result<_, StoreError> =
        store.transact(move |tx| Box::pin(async move { tx.note_bounce("mail_0", status, at(7)).await })).await;
    assert_eq!(none?, None);
    Ok(())
}

#[apply(contract!)]
async fn texts_are_replaced_and_wishes_are_kept(store: TestStore) -> TestResult {
    let quiz = store.invited(&[1]).await?;
    let text = |subject: &str| MailText {
        kind: MailKind::Invitation,
        language: domain::Language::ES,
        subject: subject.to_owned(),
        body: format!("{subject} de {{name}}"),
    };
    for subject in ["Uno", "Dos"] {
        let (id, text) = (quiz.id.clone(), text(subject));
        let put: Result<(), StoreError> =
            store.transact(move |tx| Box::pin(async move { tx.put_mail_text(&id, &text).await })).await;
        put?;
    }
    assert_eq!(store.mail_texts(&quiz.id).await?, [text("Dos")]);
    for (of_quiz, address, is_new) in
        [(true, "aa", true), (true, "aa", false), (false, "bb", true), (false, "bb", false)]
    {
        let (namespace, id) = (quiz.namespace_id.clone(), quiz.id.clone());
        let told: Result<bool, StoreError> = store
            .transact(move |tx| {
                Box::pin(async move { tx.opt_out(&namespace, of_quiz.then_some(&id), address, at(3)).await })
            })
            .await;
        assert_eq!(told?, is_new, "{address}");
    }
    let other = store.quiz_of(QuizKind::Invited, 2).await?;
    for (of, address, expected) in
        [(&quiz, "aa", true), (&quiz, "bb", true), (&other, "aa", false), (&other, "bb", true)]
    {
        let found = store.has_opted_out(&of.namespace_id, &of.id, address).await?;
        assert_eq!(found, expected, "{address}");
        assert_eq!(store.opt_outs(&of.namespace_id, &of.id).await?.contains(address), expected);
    }
    let page = Page { after: None, limit: 9 };
    assert!(store.mails_of_quiz(&other.id, None, page).await?.items.is_empty());
    Ok(())
}

#[apply(contract!)]
async fn owners_are_told_once_that_a_webhook_was_turned_off(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.add_administrator(administrator("ana")).await?;
    store.add_administrator(administrator("ben")).await?;
    store.set_role("ana", &quiz.namespace_id, Some(Role::Owner)).await?;
    store.set_role("ben", &quiz.namespace_id, Some(Role::Editor)).await?;
    for id in ["one", "two"] {
        store.put(endpoint(id, &quiz)).await?;
    }
    store.note_failure("one", at(1), at(0), at(9), true).await?;
    assert!(store.note_failure("one", at(5), at(2), at(9), true).await?);
    assert!(!store.note_failure("one", at(6), at(2), at(9), true).await?);
    for _ in 0..2 {
        store.turn_off("two", at(7), true).await?;
    }
    let page = Page { after: None, limit: 9 };
    let mails = store.mails(None, page).await?.items;
    let told: Vec<_> = mails.iter().map(|mail| (mail.new.admin.as_deref(), mail.new.reference.as_deref())).collect();
    let ana = administrator("ana").id;
    assert_eq!(told, [(Some(ana.as_str()), Some("two")), (Some(ana.as_str()), Some("one"))]);
    Ok(())
}
