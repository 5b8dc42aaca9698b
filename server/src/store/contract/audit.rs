//! The audit log: lines in a chain, filters, pages.

use std::collections::BTreeMap;

use domain::Quiz;
use futures_util::future::try_join_all;

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, namespace, namespace_id, odd_texts, person, quiz_id, record},
};
use crate::SearchText;
use crate::store::{
    Actor, ActorKind, AuditAction, AuditEntry, AuditEvent, AuditFilter, Page, Reading, Store, is_pseudonym,
};

#[apply(contract!)]
async fn a_line_comes_back_as_it_was_written(store: TestStore) -> TestResult {
    for kind in ActorKind::ALL {
        let actor = Actor { kind, ..event("quiz.create").actor };
        comes_back(&store, AuditEvent { actor, ..event("quiz.create") }).await?;
    }
    for odd in odd_texts() {
        let actor = Actor { kind: ActorKind::Key, id: odd.clone(), name: odd.clone() };
        let (subject, details) = (Some(odd.clone()), Some(odd.clone()));
        comes_back(&store, AuditEvent { actor, action: odd, subject, details, ..event("") }).await?;
    }
    comes_back(&store, AuditEvent { namespace_id: None, quiz_id: None, subject: None, details: None, ..event("a") })
        .await?;
    are_chains(&lines(&store).await?, ActorKind::ALL.len() + odd_texts().len() + 1);
    Ok(())
}

async fn comes_back(store: &TestStore, given: AuditEvent) -> TestResult {
    store.append_audit(given.clone()).await?;
    assert_eq!(lines(store).await?.pop().map(|line| line.event), Some(given));
    Ok(())
}

#[apply(contract!)]
async fn each_line_follows_from_the_one_before_it(store: TestStore) -> TestResult {
    for number in 0..5 {
        store.append_audit(AuditEvent { at: at(number), ..event("quiz.change") }).await?;
    }
    are_chains(&lines(&store).await?, 5);
    Ok(())
}

#[apply(contract!)]
async fn each_namespace_has_a_chain_and_so_have_the_events_of_none(store: TestStore) -> TestResult {
    try_join_all((0..60).map(|number| {
        let namespace_id = [None, Some("acme"), Some("zoo")][number % 3].map(namespace_id);
        store.append_audit(AuditEvent { namespace_id, ..event("a") })
    }))
    .await?;
    are_chains(&lines(&store).await?, 60);
    Ok(())
}

#[apply(contract!)]
async fn the_chain_holds_when_many_write_at_once_and_after_a_restart(store: TestStore) -> TestResult {
    try_join_all((0..200).map(|number| store.append_audit(AuditEvent { at: at(number), ..event("a") }))).await?;
    are_chains(&lines(&store).await?, 200);
    let store = store.reopened().await?;
    store.append_audit(event("b")).await?;
    are_chains(&lines(&store).await?, 201);
    Ok(())
}

#[apply(contract!)]
async fn readings_at_the_same_time_are_lines_of_their_chains(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.begin(record(&quiz, &person(1), 1)).await?;
    store.begin(record(&quiz, &person(2), 1)).await?;
    store.add_namespace(namespace("zoo")).await?;
    let beside = store.beside().await?;
    let readings = (0..150).map(async |number| {
        let namespace = if number % 3 == 0 { namespace_id("zoo") } else { quiz.namespace_id.clone() };
        let reading = Reading { namespace, ..reading(&quiz, 1 + number % 2) };
        let servers: [&Store; 2] = [&*store, &*beside];
        servers[number % 2].record_reading(reading).await
    });
    let units =
        (0..20).map(|_| store.append_audit(AuditEvent { namespace_id: Some(namespace_id("demo")), ..event("a") }));
    let (read, written) = tokio::join!(try_join_all(readings), try_join_all(units));
    read?;
    written?;
    are_chains(&lines(&store).await?, 170);
    let all = store.audit(&AuditFilter::default(), Page { after: None, limit: 200 }).await?;
    let of = |user: &str| all.iter().filter(|line| line.event.subject.as_deref() == Some(user)).count();
    assert_eq!([of(person(1).as_str()), of(person(2).as_str())], [75, 75]);
    Ok(())
}

#[apply(contract!)]
async fn a_reading_of_a_respondent_who_is_gone_leads_to_no_person(store: TestStore) -> TestResult {
    let quiz = store.a_quiz().await?;
    store.begin(record(&quiz, &person(1), 1)).await?;
    store.record_reading(reading(&quiz, 1)).await?;
    store.erase_user(&quiz.id, &person(1)).await?;
    store.record_reading(reading(&quiz, 1)).await?;
    let found = store.audit(&AuditFilter::default(), Page { after: None, limit: 9 }).await?;
    assert_eq!(found.len(), 2);
    for line in found {
        assert!(line.event.subject.as_deref().is_some_and(is_pseudonym), "{line:?}");
    }
    Ok(())
}

fn reading(quiz: &Quiz, respondent: usize) -> Reading {
    Reading {
        at: at(1),
        actor: event("").actor,
        action: AuditAction::ReadAnswers,
        namespace: quiz.namespace_id.clone(),
        quiz: quiz.id.clone(),
        user: person(respondent),
        details: None,
        salt: [u8::try_from(respondent).unwrap_or_default(); 16],
    }
}

#[apply(contract!)]
async fn a_filter_narrows_by_each_of_its_parts(store: TestStore) -> TestResult {
    let named = |name: &str| Actor { kind: ActorKind::Administrator, id: "1".to_owned(), name: name.to_owned() };
    for (moment, namespace, name, action) in [
        (10, Some("acme"), "Ana@Bank.example", "quiz.create"),
        (20, Some("zoo"), "ben@bank.example", "quiz.create"),
        (30, None, "ana@bank.example", "administrator.sign_in"),
        (40, Some("acme"), "50%_off, Élodie", "quiz.delete"),
    ] {
        let namespace_id = namespace.map(namespace_id);
        let given = AuditEvent { at: at(moment), namespace_id, actor: named(name), ..event(action) };
        store.append_audit(given).await?;
    }
    let found = async |filter: AuditFilter| -> anyhow::Result<Vec<u64>> {
        let found = store.audit(&filter, Page { after: None, limit: 10 }).await?;
        Ok(found.into_iter().map(|line| line.seq).collect())
    };
    let all = AuditFilter::default;
    let text = |text: &str| Some(text.to_owned());
    let part = |text: &str| Some(SearchText::new(text));
    assert_eq!(found(all()).await?, [4, 3, 2, 1]);
    assert_eq!(found(AuditFilter { namespace: Some(namespace_id("acme")), ..all() }).await?, [4, 1]);
    assert_eq!(found(AuditFilter { action: text("quiz.create"), ..all() }).await?, [2, 1]);
    assert!(found(AuditFilter { action: text("quiz"), ..all() }).await?.is_empty(), "an action is whole");
    assert_eq!(found(AuditFilter { actor: part("ANA@"), ..all() }).await?, [3, 1]);
    assert_eq!(found(AuditFilter { actor: part("%_"), ..all() }).await?, [4], "nothing in it is a pattern");
    assert_eq!(found(AuditFilter { actor: part("ELODIE"), ..all() }).await?, [4], "as people read it");
    assert_eq!(found(AuditFilter { from: Some(at(20)), ..all() }).await?, [4, 3, 2]);
    assert_eq!(found(AuditFilter { until: Some(at(20)), ..all() }).await?, [1]);
    let narrow = AuditFilter { actor: part("bank"), from: Some(at(15)), until: Some(at(25)), ..all() };
    assert_eq!(found(narrow).await?, [2]);
    Ok(())
}

#[apply(contract!)]
async fn pages_of_any_size_show_every_line_once_newest_first(store: TestStore) -> TestResult {
    for number in 0..7 {
        store.append_audit(AuditEvent { at: at(number), ..event("a") }).await?;
    }
    for limit in 1..=8 {
        let (mut after, mut seen) = (None, Vec::new());
        loop {
            let page = store.audit(&AuditFilter::default(), Page { after, limit }).await?;
            let Some(last) = page.last() else { break };
            after = Some(last.seq);
            seen.extend(page.iter().map(|line| line.seq));
        }
        assert_eq!(seen, [7, 6, 5, 4, 3, 2, 1], "{limit}");
        let piece = store.audit_lines(Page { after: Some(2), limit }).await?;
        let numbers: Vec<u64> = piece.iter().map(|line| line.seq).collect();
        assert_eq!(numbers, (3..=7).take(limit as usize).collect::<Vec<u64>>(), "{limit}");
    }
    Ok(())
}

async fn lines(store: &TestStore) -> anyhow::Result<Vec<AuditEntry>> {
    Ok(store.audit_lines(Page { after: None, limit: 1000 }).await?)
}

#[track_caller]
fn are_chains(lines: &[AuditEntry], length: usize) {
    assert_eq!(lines.len(), length);
    let mut ends = BTreeMap::new();
    for (number, line) in (1..).zip(lines) {
        assert_eq!(line.seq, number);
        let (count, hash) = ends.entry(&line.event.namespace_id).or_insert((0, [0; 32]));
        *count += 1;
        assert_eq!(line.chain_seq, Some(*count));
        assert_eq!(line.hash, line.event.hash(*count, hash), "line {number}");
        *hash = line.hash;
    }
}

fn event(action: &str) -> AuditEvent {
    AuditEvent {
        at: at(1_700_000_000_123_456_789),
        actor: Actor { kind: ActorKind::Administrator, id: "ana".to_owned(), name: "ana@bank.example".to_owned() },
        action: action.to_owned(),
        namespace_id: Some(namespace_id("acme")),
        quiz_id: Some(quiz_id(1)),
        subject: Some("somebody".to_owned()),
        details: Some("more".to_owned()),
    }
}
