//! The audit log from inside: it is append-only, and lines of a namespace are found without reading the others.

use tempfile::tempdir;

use super::{open, other_program};
use crate::store::{
    Actor, ActorKind, AuditAction, AuditEvent, AuditFilter, Page, StoreError, WorkScope,
    contract::samples::{at, namespace_id},
    sql::{Dialect, page_of},
};

#[tokio::test(flavor = "multi_thread")]
async fn the_database_itself_refuses_to_change_or_remove_a_line() -> anyhow::Result<()> {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let event = event();
    let append: Result<_, StoreError> =
        store.transact(WorkScope::Installation, move |tx| Box::pin(async move { tx.append_audit(&event).await })).await;
    append?;
    let lines = store.audit_lines(Page { after: None, limit: 10 }).await?;
    let changes: [&[&str]; 3] = [
        &["UPDATE audit_log SET details = 'x'"],
        &["DELETE FROM audit_log"],
        &["UPDATE audit_log SET seq = 2 WHERE seq = 1"],
    ];
    for sql in changes {
        let refused = store.run(sql).await;
        let error = format!("{:?}", refused.expect_err("a line is for good"));
        assert!(error.contains("append-only"), "{sql:?}: {error}");
    }
    assert_eq!(lines.len(), 1);
    assert_eq!(store.audit_lines(Page { after: None, limit: 10 }).await?, lines);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_a_namespace_reads_no_line_of_another() -> anyhow::Result<()> {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let filter = AuditFilter { namespace: Some(namespace_id("acme")), ..AuditFilter::default() };
    drop(store);
    let explain = format!("EXPLAIN QUERY PLAN {}", page_of(&filter).text(Dialect::Sqlite));
    let (connection, mut steps) = (other_program(folder.path())?, Vec::new());
    let mut explain = connection.prepare(&explain)?;
    let mut rows = explain.raw_query();
    while let Some(row) = rows.next()? {
        steps.push(row.get::<_, String>(3)?);
    }
    let search = "SEARCH audit_log USING INDEX audit_log_by_namespace (namespace_id=? AND ";
    assert!(steps.iter().any(|step| step.starts_with(search)), "{steps:?}");
    assert!(!steps.iter().any(|step| step.contains("B-TREE")), "{steps:?}");
    Ok(())
}

fn event() -> AuditEvent {
    let actor = Actor { kind: ActorKind::Operator, id: String::new(), name: "operator".to_owned() };
    AuditEvent::new(at(1), actor, AuditAction::CreateQuiz)
}
