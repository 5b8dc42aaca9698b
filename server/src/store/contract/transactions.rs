//! Units of work: atomic and serialized.

use domain::Role;
use futures_util::{
    StreamExt,
    future::{LocalBoxFuture, join_all, poll_immediate, try_join_all},
    stream::FuturesUnordered,
};
use tokio::sync::{mpsc, watch};

use super::{
    TestResult, TestStore,
    admins::{administrator, email, session},
    apply, contract, eventually,
    samples::{at, namespace, namespace_id},
};
use crate::store::{Actor, ActorKind, Administrator, AuditAction, AuditEntry, AuditEvent, Page, StoreError};

/// The error that rolled back a unit of work; `None` for a requested rollback.
type Refusal = Option<StoreError>;

#[apply(contract!)]
async fn an_error_rolls_everything_back_and_the_next_write_goes_on(store: TestStore) -> TestResult {
    store.add_administrator(administrator("ben")).await?;
    store.add_session(session(1, "ben")).await?;
    let refused = store.transact(|tx| {
        Box::pin(async move {
            tx.add_administrator(&administrator("ana")).await?;
            tx.end_sessions("ben", None).await?;
            tx.append_audit(&event()).await?;
            Err::<(), Refusal>(None)
        })
    });
    assert!(matches!(refused.await, Err(None)));
    assert_eq!(store.administrators().await?, [administrator("ben")]);
    assert_eq!(store.sessions("ben").await?.len(), 1);
    assert_eq!(store.audit_lines(Page { after: None, limit: 10 }).await?, []);
    store.append_audit(event()).await?;
    Ok(())
}

#[apply(contract!)]
async fn a_unit_of_work_reads_what_it_wrote(store: TestStore) -> TestResult {
    store.add_namespace(namespace("acme")).await?;
    let read = store.transact(|tx| {
        Box::pin(async move {
            assert!(!tx.has_administrators().await?);
            tx.add_administrator(&administrator("ana")).await?;
            tx.set_role("ana", &namespace_id("acme"), Some(Role::Owner)).await?;
            assert!(tx.has_administrators().await?);
            assert_eq!(tx.administrator_by_email(&email("ana")).await?, Some(administrator("ana")));
            assert_eq!(tx.namespace(&namespace_id("zoo")).await?, None);
            assert_eq!(tx.key("k1").await?, None);
            Ok::<_, StoreError>((tx.administrator("ana").await?, tx.roles("ana").await?))
        })
    });
    let (found, roles) = read.await?;
    assert_eq!((found, roles), (Some(administrator("ana")), vec![(namespace_id("acme"), Role::Owner)]));
    Ok(())
}

#[apply(contract!)]
async fn a_unit_of_work_with_a_failed_statement_does_not_commit(store: TestStore) -> TestResult {
    store.add_administrator(administrator("ana")).await?;
    let swallowed = store.transact(|tx| {
        Box::pin(async move {
            tx.append_audit(&event()).await?;
            let taken = Administrator { email: email("ana"), ..administrator("ben") };
            assert!(matches!(tx.add_administrator(&taken).await, Err(StoreError::Conflict)));
            Ok::<_, StoreError>(())
        })
    });
    assert!(matches!(swallowed.await, Err(StoreError::Conflict)));
    assert_eq!(store.audit_lines(Page { after: None, limit: 10 }).await?, []);
    Ok(())
}

#[apply(contract!)]
async fn of_many_who_look_and_write_at_once_each_sees_those_before_it(store: TestStore) -> TestResult {
    let first = |number: u8| {
        store.transact(move |tx| {
            Box::pin(async move {
                if tx.has_administrators().await? {
                    return Err(None);
                }
                Ok::<_, Refusal>(tx.add_administrator(&administrator(&format!("admin{number}"))).await?)
            })
        })
    };
    let outcomes = join_all((0..32).map(first)).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    assert!(outcomes.iter().all(|outcome| matches!(outcome, Ok(()) | Err(None))));
    assert_eq!(store.administrators().await?.len(), 1);
    Ok(())
}

#[apply(contract!)]
async fn a_unit_of_work_that_fails_takes_none_beside_it_along(store: TestStore) -> TestResult {
    let work = |number: i64| {
        store.transact(move |tx| {
            Box::pin(async move {
                tx.append_audit(&AuditEvent { at: at(number), ..event() }).await?;
                if number % 2 == 0 { Ok::<_, Refusal>(true) } else { Err(None) }
            })
        })
    };
    let outcomes = join_all((0..100).map(work)).await;
    assert_eq!(outcomes.iter().filter(|outcome| matches!(outcome, Ok(true))).count(), 50);
    let lines = store.audit_lines(Page { after: None, limit: 1000 }).await?;
    assert_eq!(lines.iter().map(AuditEntry::number).collect::<Vec<_>>(), (1..=50).collect::<Vec<_>>());
    assert!(lines.iter().all(|line| line.event.at.nanoseconds() % 2 == 0));
    Ok(())
}

async fn held(store: &TestStore) -> (LocalBoxFuture<'_, Result<(), StoreError>>, watch::Sender<()>) {
    let (begin, mut has_begun) = mpsc::channel(1);
    let (release, held) = watch::channel(());
    let mut unit: LocalBoxFuture<'_, _> = Box::pin(store.transact(move |tx| {
        Box::pin(async move {
            let _ = begin.send(()).await;
            let _ = held.clone().changed().await;
            tx.add_administrator(&administrator("held")).await
        })
    }));
    tokio::select! {
        _ = &mut unit => panic!("it ended before it was let go"),
        _ = has_begun.recv() => (unit, release),
    }
}

#[apply(contract!)]
async fn a_unit_of_work_that_has_begun_goes_on_when_its_caller_is_gone(store: TestStore) -> TestResult {
    let (unit, release) = held(&store).await;
    drop(unit);
    drop(release);
    eventually(async || Ok(store.administrator("held").await?.is_some())).await?;
    try_join_all((0..4).map(|_| store.append_audit(event()))).await?;
    Ok(())
}

#[apply(contract!)]
async fn a_unit_of_work_whose_caller_leaves_before_its_turn_is_not_begun(store: TestStore) -> TestResult {
    let (unit, release) = held(&store).await;
    let mut left: Vec<_> = (0..9).map(|n| Box::pin(store.add_administrator(administrator(&format!("{n}"))))).collect();
    for waiting in &mut left {
        assert!(poll_immediate(waiting).await.is_none());
    }
    drop(left);
    drop(release);
    unit.await?;
    store.add_administrator(administrator("last")).await?;
    assert_eq!(store.administrators().await?.len(), 2);
    Ok(())
}

#[apply(contract!)]
async fn a_namespace_with_many_units_of_work_does_not_hold_up_another(store: TestStore) -> TestResult {
    for id in ["busy", "quiet"] {
        store.add_namespace(namespace(id)).await?;
    }
    let (unit, release) = held(&store).await;
    let in_namespace = |id: &str| store.append_audit(AuditEvent { namespace_id: Some(namespace_id(id)), ..event() });
    let mut busy: FuturesUnordered<_> = (0..200).map(|_| in_namespace("busy")).collect();
    assert!(poll_immediate(busy.next()).await.is_none());
    let mut quiet = Box::pin(in_namespace("quiet"));
    assert!(poll_immediate(&mut quiet).await.is_none());
    drop(release);
    unit.await?;
    let mut before = 0;
    loop {
        tokio::select! {
            biased;
            done = &mut quiet => break done?,
            Some(done) = busy.next() => before += usize::from(done.is_ok()),
        }
    }
    assert!(before < 100, "{before} of 200 units of the other namespace came first");
    while let Some(done) = busy.next().await {
        done?;
    }
    Ok(())
}

#[apply(contract!)]
async fn an_event_outside_the_scope_of_its_unit_of_work_is_refused(store: TestStore) -> TestResult {
    let foreign = AuditEvent { namespace_id: Some(namespace_id("acme")), ..event() };
    let event = foreign;
    let refused = store.transact(move |tx| Box::pin(async move { tx.append_audit(&event).await })).await;
    assert!(matches!(refused, Err(StoreError::Internal(_))), "{refused:?}");
    assert_eq!(store.audit_lines(Page { after: None, limit: 10 }).await?, []);
    Ok(())
}

fn event() -> AuditEvent {
    let actor = Actor { kind: ActorKind::Operator, id: String::new(), name: "operator".to_owned() };
    AuditEvent::new(at(1), actor, AuditAction::CreateAdministrator)
}
