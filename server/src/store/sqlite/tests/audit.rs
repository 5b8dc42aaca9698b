//! The audit log from inside: lines are only ever added.

use tempfile::tempdir;

use super::open;
use crate::store::{
    Actor, ActorKind, AuditAction, AuditEvent, AuditStore, Page, Store, StoreError, contract::samples::at,
};

#[tokio::test(flavor = "multi_thread")]
async fn the_database_itself_refuses_to_change_or_remove_a_line() -> anyhow::Result<()> {
    let folder = tempdir()?;
    let store = open(folder.path()).await?;
    let append: Result<_, StoreError> =
        (&store as &dyn Store).transact(event(), |event, tx| Box::pin(tx.append_audit(event))).await;
    let line = append?;
    for sql in
        ["UPDATE audit_log SET details = 'x'", "DELETE FROM audit_log", "UPDATE audit_log SET seq = 2 WHERE seq = 1"]
    {
        let refused: Result<(), _> = store
            .writer
            .write(move |connection| Box::pin(async move { sqlx::query(sql).execute(connection).await.map(drop) }))
            .await;
        let error = format!("{:?}", refused.expect_err("a line is for good"));
        assert!(error.contains("append-only"), "{sql}: {error}");
    }
    assert_eq!(store.audit_lines(Page { after: None, limit: 10 }).await?, [line]);
    Ok(())
}

fn event() -> AuditEvent {
    let actor = Actor { kind: ActorKind::Operator, id: String::new(), name: "operator".to_owned() };
    AuditEvent::new(at(1), actor, AuditAction::CreateQuiz)
}
