//! Invited people.

use std::collections::HashSet;

use domain::{AnswersRecord, InvitedId, Quiz, QuizKind, Timestamp, UserId};

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, invited_id, odd_texts, record, submitted},
};
use crate::{
    SearchText,
    store::{
        Invitation, InvitationFilter, InvitationGroup, InvitationSearch, InvitationState, Mailed, Page, StoreError,
    },
};

#[apply(contract!)]
async fn an_invitation_comes_back_as_it_was_stored(store: TestStore) -> TestResult {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    let odd = |(number, odd): (u8, String)| Invitation {
        email: Some(odd.clone()),
        custom_data: Some(odd.clone()),
        ..invitation(&quiz, number, &odd)
    };
    let bare = Invitation { name: None, email: None, custom_data: None, ..invitation(&quiz, 1, "") };
    let given: Vec<Invitation> = [bare].into_iter().chain((2..).zip(odd_texts()).map(odd)).collect();
    store.add_invitations(given.clone()).await?;
    for one in given {
        assert_eq!(store.invitation(&quiz.id, &one.id).await?, Some(one));
    }
    Ok(())
}

#[apply(contract!)]
async fn an_invitation_holds_for_its_own_quiz(store: TestStore) -> TestResult {
    let (own, other) = (store.quiz_of(QuizKind::Invited, 1).await?, store.quiz_of(QuizKind::Invited, 2).await?);
    store.add_invitations(vec![invitation(&own, 1, "Ana")]).await?;
    assert_eq!(store.invitation(&other.id, &invited_id(1)).await?, None);
    assert_eq!(store.invitation(&own.id, &invited_id(2)).await?, None);
    Ok(())
}

#[apply(contract!)]
async fn a_taken_invitation_id_is_a_conflict_and_none_is_stored(store: TestStore) -> TestResult {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    let first = invitation(&quiz, 1, "Ana");
    store.add_invitations(vec![first.clone()]).await?;
    let more = [2, 1, 3].map(|number| invitation(&quiz, number, "Bea")).to_vec();
    assert!(matches!(store.add_invitations(more).await, Err(StoreError::Conflict)));
    assert_eq!(store.invitation(&quiz.id, &invited_id(1)).await?, Some(first));
    assert_eq!(store.invitation(&quiz.id, &invited_id(2)).await?, None);
    assert_eq!(store.invitation(&quiz.id, &invited_id(3)).await?, None);
    Ok(())
}

#[apply(contract!)]
async fn invitations_are_listed_newest_first_with_how_far_each_person_has_come(store: TestStore) -> TestResult {
    let (quiz, other) = (store.quiz_of(QuizKind::Invited, 1).await?, store.quiz_of(QuizKind::Invited, 2).await?);
    let given =
        [1, 2, 3].map(|number| Invitation { created_at: at(i64::from(number)), ..invitation(&quiz, number, "Ana") });
    store.add_invitations(given.to_vec()).await?;
    store.add_invitations(vec![invitation(&other, 9, "Ana")]).await?;
    let user = |number| UserId::Invited(invited_id(number));
    store.begin(record(&quiz, &user(1), 10)).await?;
    let begun = store.begin(record(&quiz, &user(2), 20)).await?;
    assert!(store.replace_record(submitted(begun, 30), at(20)).await?);
    let [first, second, third] = given;
    assert_eq!(
        store.invitations(&quiz.id, &InvitationFilter::default(), Page { after: None, limit: 10 }).await?,
        [(third, InvitationState::Invited), (second, InvitationState::Submitted), (first, InvitationState::Begun)]
    );
    Ok(())
}

#[apply(contract!)]
async fn who_has_submitted_once_stays_so_while_taking_the_quiz_again(store: TestStore) -> TestResult {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    store.add_invitations(vec![invitation(&quiz, 1, "Ana")]).await?;
    let user = UserId::Invited(invited_id(1));
    let begun = store.begin(record(&quiz, &user, 20)).await?;
    assert!(store.replace_record(submitted(begun, 30), at(20)).await?);
    let next = AnswersRecord { attempt: 2, ..record(&quiz, &user, 40) };
    assert!(store.begin_again(next, at(30)).await?.is_some());
    let found = store.invitations(&quiz.id, &InvitationFilter::default(), Page { after: None, limit: 10 }).await?;
    assert_eq!(found[0].1, InvitationState::Submitted);
    Ok(())
}

#[apply(contract!)]
async fn pages_of_any_size_show_every_invitation_once_also_those_of_one_moment(store: TestStore) -> TestResult {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    let given =
        (1..=7).map(|number| Invitation { created_at: at(i64::from(number / 3)), ..invitation(&quiz, number, "Ana") });
    store.add_invitations(given.collect()).await?;
    let expected = [7, 6, 5, 4, 3, 2, 1].map(invited_id);
    for limit in 1..=8 {
        let mut after: Option<(Timestamp, InvitedId)> = None;
        let mut seen = Vec::new();
        loop {
            let page =
                store.invitations(&quiz.id, &InvitationFilter::default(), Page { after: after.clone(), limit }).await?;
            let Some((last, _)) = page.last() else { break };
            after = Some((last.created_at, last.id.clone()));
            seen.extend(page.into_iter().map(|(invitation, _)| invitation.id));
        }
        assert_eq!(seen, expected, "{limit}");
    }
    Ok(())
}

#[apply(contract!)]
async fn a_link_is_revoked_restored_and_replaced_before_it_is_used(store: TestStore) -> TestResult {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    store.add_invitations((1..=3).map(|number| invitation(&quiz, number, "Ana")).collect()).await?;
    store.begin(record(&quiz, &UserId::Invited(invited_id(2)), 1)).await?;
    for at in [Some(at(5)), None, Some(at(7))] {
        let id = quiz.id.clone();
        let set = store.transact(move |tx| Box::pin(async move { tx.set_revoked(&id, &invited_id(1), at).await }));
        assert!(set.await?);
        let found = store.invitation(&quiz.id, &invited_id(1)).await?;
        assert_eq!(found.and_then(|invitation| invitation.revoked_at), at);
    }
    let counts = store.invitation_counts(&quiz.id).await?;
    assert_eq!((counts.waiting, counts.begun, counts.submitted, counts.revoked), (2, 1, 0, 1));
    for (old, is_renewed) in [(1, true), (2, false), (9, false)] {
        let id = quiz.id.clone();
        let renew = store.transact(move |tx| {
            Box::pin(async move { tx.renew_invitation(&id, &invited_id(old), &invited_id(old + 20)).await })
        });
        assert_eq!(renew.await?, is_renewed, "{old}");
    }
    assert_eq!(store.invitation(&quiz.id, &invited_id(1)).await?, None);
    let new = store.invitation(&quiz.id, &invited_id(21)).await?;
    assert_eq!(new.map(|invitation| (invitation.revoked_at, invitation.name)), Some((None, Some("Ana".to_owned()))));
    Ok(())
}

#[apply(contract!)]
async fn addresses_that_are_invited_are_found_in_capitals_or_not(store: TestStore) -> TestResult {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    let loud = Invitation { email: Some("ANA@Bank.example".to_owned()), ..invitation(&quiz, 2, "Ana") };
    let accented = Invitation { email: Some("ÉLODIE@bank.example".to_owned()), ..invitation(&quiz, 3, "Élodie") };
    store.add_invitations(vec![invitation(&quiz, 1, "Ana"), loud, accented]).await?;
    let set = |addresses: &[&str]| addresses.iter().map(|address| (*address).to_owned()).collect::<HashSet<_>>();
    let asked = set(&["ana@bank.example", "person1@bank.example", "élodie@bank.example", "'); --", "x"]);
    let found = store.invited_addresses(&quiz.id, &asked).await?;
    assert_eq!(found, set(&["ana@bank.example", "person1@bank.example", "élodie@bank.example"]));
    assert_eq!(store.invited_addresses(&quiz.id, &HashSet::new()).await?, HashSet::new());
    Ok(())
}

#[apply(contract!)]
async fn invitations_are_searched_by_each_of_their_texts(store: TestStore) -> TestResult {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    let bare = Invitation { name: None, email: None, custom_data: None, ..invitation(&quiz, 3, "") };
    let accented = Invitation { email: None, custom_data: None, ..invitation(&quiz, 4, "Élodie Müller") };
    store.add_invitations(vec![invitation(&quiz, 1, "Ana"), invitation(&quiz, 2, "50%_off"), bare, accented]).await?;
    let own_id = invited_id(3);
    for (search, expected) in [
        ("ANA", vec![1]),
        ("Person2@", vec![2]),
        ("customer 1", vec![1]),
        ("bank", vec![2, 1]),
        (own_id.as_str(), vec![3]),
        ("PERSON2@bank.example", vec![2]),
        ("%_", vec![2]),
        ("élodie", vec![4]),
        ("elodie MULLER", vec![4]),
        ("MÜLLER", vec![4]),
        ("nobody", vec![]),
    ] {
        for is_in_ids in [true, false] {
            let wanted = Some(InvitationSearch { text: SearchText::new(search), is_in_ids });
            let wanted = InvitationFilter { search: wanted, group: None };
            let found = store.invitations(&quiz.id, &wanted, Page { after: None, limit: 10 }).await?;
            let found: Vec<InvitedId> = found.into_iter().map(|(invitation, _)| invitation.id).collect();
            let is_hidden = !is_in_ids && search == own_id.as_str();
            let expected = if is_hidden { &[][..] } else { &expected };
            assert_eq!(found, expected.iter().copied().map(invited_id).collect::<Vec<_>>(), "{search} {is_in_ids}");
        }
    }
    Ok(())
}

#[apply(contract!)]
async fn each_group_of_the_totals_is_a_list(store: TestStore) -> TestResult {
    let quiz = store.quiz_of(QuizKind::Invited, 1).await?;
    store.add_invitations((1..=4).map(|number| invitation(&quiz, number, "Ana")).collect()).await?;
    let user = |number| UserId::Invited(invited_id(number));
    store.begin(record(&quiz, &user(2), 20)).await?;
    let begun = store.begin(record(&quiz, &user(3), 30)).await?;
    assert!(store.replace_record(submitted(begun, 31), at(30)).await?);
    let id = quiz.id.clone();
    store.transact(move |tx| Box::pin(async move { tx.set_revoked(&id, &invited_id(3), Some(at(40))).await })).await?;
    store
        .execute(
            "UPDATE invitations SET mail_state = CASE WHEN email LIKE '%1@%' THEN 'sent' WHEN email LIKE '%2@%' THEN 'bounced'
             WHEN email LIKE '%3@%' THEN 'unknown' ELSE 'refused' END",
        )
        .await?;
    let counts = store.invitation_counts(&quiz.id).await?;
    let groups = InvitationGroup::ALL.map(|group| {
        (
            group,
            match group {
                InvitationGroup::Of(InvitationState::Invited) => (vec![4, 1], counts.waiting),
                InvitationGroup::Of(InvitationState::Begun) => (vec![2], counts.begun),
                InvitationGroup::Of(InvitationState::Submitted) => (vec![3], counts.submitted),
                InvitationGroup::Revoked => (vec![3], counts.revoked),
                InvitationGroup::Unreached => (vec![4, 2], counts.unreached),
            },
        )
    });
    for (group, (expected, count)) in groups {
        let filter = InvitationFilter { search: None, group: Some(group) };
        let mut found = Vec::new();
        // Pages of one, so that a page has to skip invitations that do not match.
        let mut after = None;
        while let Some((one, _)) = store.invitations(&quiz.id, &filter, Page { after, limit: 1 }).await?.pop() {
            after = Some((one.created_at, one.id.clone()));
            found.push(one.id);
        }
        assert_eq!(found, expected.into_iter().map(invited_id).collect::<Vec<_>>(), "{group:?}");
        assert_eq!(count, found.len() as u64, "{group:?}: as the total says");
        assert_eq!(InvitationGroup::parse(group.as_str()), Some(group));
    }
    assert_eq!(InvitationGroup::NAMES, InvitationGroup::ALL.map(InvitationGroup::as_str));
    Ok(())
}

fn invitation(quiz: &Quiz, number: u8, name: &str) -> Invitation {
    Invitation {
        id: invited_id(number),
        quiz_id: quiz.id.clone(),
        name: Some(name.to_owned()),
        email: Some(format!("person{number}@bank.example")),
        custom_data: Some(format!("customer {number}")),
        fields: domain::FieldValues::default(),
        created_at: at(1_700_000_000_123_456_789),
        revoked_at: None,
        language: None,
        mailed: Mailed::default(),
    }
}
