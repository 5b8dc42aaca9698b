//! Tests of PostgreSQL only: broken connections, read-only servers, and the keys of the schema.

use std::time::{Duration, Instant};

use domain::QuizKind;
use futures_util::future::{BoxFuture, join_all, poll_immediate};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, PgPool, Row};

use super::{
    super::open::{oldest_connected, options},
    database,
};
use crate::store::{
    Actor, ActorKind, AuditAction, AuditEvent, Namespace, Page, PostgresDatabase, Reading, Store, StoreError,
    StoredRecord, WorkScope,
    contract::{
        database::{empty_database, empty_schema},
        eventually,
        samples::{at, namespace, namespace_id, person, quiz, record},
    },
    migrations::{POSTGRES as MIGRATIONS, POSTGRES_BASE as BASE},
};

type TestResult = anyhow::Result<()>;

async fn add_namespace(store: &Store, namespace: Namespace) -> Result<(), StoreError> {
    store.transact(WorkScope::Installation, move |tx| Box::pin(async move { tx.add_namespace(&namespace).await })).await
}

/// Fails if a transaction is open on one of the pool's connections.
async fn has_no_open_transaction(pool: &PgPool) -> TestResult {
    let mut connections = Vec::new();
    while let Some(mut connection) = pool.try_acquire() {
        // In a transaction, `now` stands still.
        let row = sqlx::raw_sql("SELECT now() = statement_timestamp()").fetch_one(&mut *connection).await?;
        let is_free: bool = row.try_get(0)?;
        assert!(is_free, "a transaction is open");
        connections.push(connection);
    }
    assert!(!connections.is_empty());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn callers_that_hang_up_leave_no_transaction_behind() -> TestResult {
    let store = Store::open(&empty_schema().await?).await?;
    let cut_off = (0..2000_u64).map(|number| {
        let write = database(&store).writer.write(move |connection| {
            Box::pin(async move {
                let insert = sqlx::query("INSERT INTO namespaces (id, name, created_at) VALUES ($1, '', 0)");
                insert.bind(format!("n-{number}")).execute(connection).await.map(drop)
            })
        });
        tokio::time::timeout(Duration::from_micros(number * 100), write)
    });
    let left = join_all(cut_off).await.iter().filter(|outcome| outcome.is_err()).count();
    assert!(left > 0, "all callers stayed to the end");
    let all = Page { after: None, limit: 3000 };
    eventually(async || Ok(store.namespaces(all.clone()).await?.len() == 2000)).await?;
    has_no_open_transaction(&database(&store).writer.pool).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_whose_connection_breaks_is_not_acknowledged_and_the_next_one_goes_on() -> TestResult {
    let store = Store::open(&empty_schema().await?).await?;
    let broken: Result<(), StoreError> = database(&store)
        .writer
        .write(|connection| {
            Box::pin(async move {
                connection.execute("INSERT INTO namespaces (id, name, created_at) VALUES ('half', '', 0)").await?;
                connection.execute("SELECT pg_terminate_backend(pg_backend_pid())").await.map(drop)
            })
        })
        .await;
    assert!(matches!(broken, Err(StoreError::Unavailable(_))), "{broken:?}");
    add_namespace(&store, namespace("whole")).await?;
    assert_eq!(store.namespaces(Page { after: None, limit: 9 }).await?, [namespace("whole")]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_hangs_within_a_write_holds_up_the_others_for_seconds_only() -> TestResult {
    let url = empty_schema().await?;
    let (hanging, store) = (Store::open(&url).await?, Store::open(&url).await?);
    let hang = database(&hanging).writer.write(|connection| {
        Box::pin(async move {
            connection.execute("SELECT name FROM work_turns FOR UPDATE").await?;
            tokio::time::sleep(Duration::from_secs(7)).await;
            connection.execute("SELECT 1").await.map(drop)
        })
    });
    let go_on = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let begun = Instant::now();
        add_namespace(&store, namespace("next")).await.map(|()| begun.elapsed())
    };
    let (held, waited) = tokio::join!(hang, go_on);
    let waited = waited?;
    assert!(waited < Duration::from_secs(5), "{waited:?}");
    assert!(matches!(held, Err(StoreError::Unavailable(_))), "{held:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_unit_of_work_holds_up_its_own_namespace_alone() -> TestResult {
    let url = empty_schema().await?;
    let (holding, store) = (Store::open(&url).await?, Store::open(&url).await?);
    for id in ["acme", "zoo"] {
        add_namespace(&store, namespace(id)).await?;
    }
    let (began, mut has_begun) = tokio::sync::mpsc::channel(1);
    let (release, held) = tokio::sync::watch::channel(());
    let unit = tokio::spawn(async move {
        let scope = WorkScope::Namespace(namespace_id("acme"));
        let unit = holding.transact(scope, move |tx| {
            Box::pin(async move {
                tx.append_audit(&event_in("acme")).await?;
                let _ = began.send(()).await;
                let _ = held.clone().changed().await;
                Ok::<_, StoreError>(())
            })
        });
        unit.await
    });
    has_begun.recv().await;
    let append = |id| {
        let scope = WorkScope::Namespace(namespace_id(id));
        let event = event_in(id);
        store.transact(scope, move |tx| Box::pin(async move { tx.append_audit(&event).await }))
    };
    let soon = Duration::from_secs(2);
    let mut own: BoxFuture<'_, Result<_, StoreError>> = Box::pin(append("acme"));
    let mut own_reading = Box::pin(store.record_reading(reading_in("acme")));
    tokio::time::timeout(soon, append("zoo")).await??;
    tokio::time::timeout(soon, store.record_reading(reading_in("zoo"))).await??;
    tokio::time::timeout(soon, add_namespace(&store, namespace("next"))).await??;
    assert!(poll_immediate(&mut own).await.is_none());
    assert!(poll_immediate(&mut own_reading).await.is_none());
    drop(release);
    unit.await??;
    own.await?;
    Ok(own_reading.await?)
}

fn event_in(id: &str) -> AuditEvent {
    let actor = Actor { kind: ActorKind::Operator, id: String::new(), name: "operator".to_owned() };
    AuditEvent { namespace_id: Some(namespace_id(id)), ..AuditEvent::new(at(1), actor, AuditAction::CreateQuiz) }
}

fn reading_in(id: &str) -> Reading {
    Reading {
        at: at(1),
        actor: event_in(id).actor,
        action: AuditAction::ReadAnswers,
        namespace: namespace_id(id),
        quiz: quiz(QuizKind::InApp, 1).id,
        user: person(1),
        details: None,
        salt: [7; 16],
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_whose_connection_breaks_is_not_acknowledged() -> TestResult {
    let url = empty_schema().await?;
    let store = Store::open(&url).await?;
    add_namespace(&store, namespace("demo")).await?;
    let mut other = PgConnection::connect(&url).await?;
    other
        .execute(
            "CREATE FUNCTION end_it() RETURNS trigger LANGUAGE plpgsql AS
                 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
             CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON namespaces DEFERRABLE INITIALLY DEFERRED
                 FOR EACH ROW EXECUTE FUNCTION end_it()",
        )
        .await?;
    let broken = add_namespace(&store, namespace("acme")).await;
    assert!(matches!(broken, Err(StoreError::Unavailable(_))), "{broken:?}");
    other.execute("DROP TRIGGER at_commit ON namespaces").await?;
    add_namespace(&store, namespace("acme")).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_was_demoted_is_neither_read_nor_written() -> TestResult {
    let url = empty_schema().await?;
    let mut other = PgConnection::connect(&url).await?;
    let role = format!("role_{}", std::process::id());
    let run = |sql: String| AssertSqlSafe(sql);
    other.execute(run(format!("DROP ROLE IF EXISTS {role}; CREATE ROLE {role} LOGIN SUPERUSER"))).await?;
    let store = Store::open(&url.replace("test@", &format!("{role}@"))).await?;
    add_namespace(&store, namespace("demo")).await?;
    store.namespace(&namespace_id("demo")).await?;
    // Open connections stay open, as at a demotion.
    for pool in [&database(&store).readers, &database(&store).writer.pool] {
        while pool.num_idle() < usize::try_from(pool.size())? {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let mut open = Vec::new();
        while let Some(mut connection) = pool.try_acquire() {
            connection.execute("SET default_transaction_read_only = on").await?;
            open.push(connection);
        }
        assert!(!open.is_empty());
    }
    other.execute(run(format!("ALTER ROLE {role} SET default_transaction_read_only = on"))).await?;
    let begun = Instant::now();
    let unready = store.check().await;
    // The error comes from the check of the connection, or from the write if the connection was just in use.
    let is_told = |cause: &str| cause.contains("no primary") || cause.contains("read-only transaction");
    assert!(matches!(&unready, Err(StoreError::Unavailable(cause)) if is_told(cause)), "{unready:?}");
    assert!(begun.elapsed() < Duration::from_secs(4), "noticed after {:?}", begun.elapsed());
    let demo = namespace_id("demo");
    let (read, write) = tokio::join!(store.namespace(&demo), add_namespace(&store, namespace("late")));
    assert!(matches!(read, Err(StoreError::Unavailable(_))), "{read:?}");
    assert!(matches!(write, Err(StoreError::Unavailable(_))), "{write:?}");
    other.execute(run(format!("ALTER ROLE {role} RESET default_transaction_read_only"))).await?;
    add_namespace(&store, namespace("late")).await?;
    assert!(store.namespace(&namespace_id("late")).await?.is_some());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_starts_while_there_is_no_primary_waits_for_one() -> TestResult {
    let url = empty_schema().await?;
    let mut other = PgConnection::connect(&url).await?;
    let role = format!("starting_{}", std::process::id());
    let run = |sql: String| AssertSqlSafe(sql);
    other.execute(run(format!("DROP ROLE IF EXISTS {role}; CREATE ROLE {role} LOGIN SUPERUSER"))).await?;
    other.execute(run(format!("ALTER ROLE {role} SET default_transaction_read_only = on"))).await?;
    let url = url.replace("test@", &format!("{role}@"));
    let recover = async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        other.execute(run(format!("ALTER ROLE {role} RESET default_transaction_read_only"))).await
    };
    let (store, recovered) = tokio::join!(Store::open(&url), recover);
    recovered?;
    store?.check().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schema_that_is_older_fails_the_check_and_a_newer_one_is_refused() -> TestResult {
    let url = empty_schema().await?;
    let store = Store::open(&url).await?;
    store.check().await?;
    let mut other = PgConnection::connect(&url).await?;
    other.execute("UPDATE _sqlx_migrations SET version = version + 9000").await?;
    let refused = Store::open(&url).await.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused.contains("was made by a newer release"), "{refused}");
    other.execute("DELETE FROM _sqlx_migrations").await?;
    tokio::time::sleep(Duration::from_millis(2100)).await;
    assert!(matches!(store.check().await, Err(StoreError::Unavailable(_))));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_without_our_tables_is_not_taken_for_an_existing_one() -> TestResult {
    let url = empty_schema().await?;
    let refused = Store::open_existing(&url).await.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused.contains("there is no data of this program"), "{refused}");
    Store::open(&url).await?;
    Store::open_existing(&url).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_itself_refuses_to_change_or_remove_a_line_of_the_audit_log() -> TestResult {
    let url = empty_schema().await?;
    let store = Store::open(&url).await?;
    let actor = Actor { kind: ActorKind::Operator, id: String::new(), name: "operator".to_owned() };
    let event = AuditEvent::new(at(1), actor, AuditAction::CreateQuiz);
    let append: Result<_, StoreError> =
        store.transact(WorkScope::Installation, move |tx| Box::pin(async move { tx.append_audit(&event).await })).await;
    append?;
    let lines = store.audit_lines(Page { after: None, limit: 10 }).await?;
    let mut other = PgConnection::connect(&url).await?;
    for sql in ["UPDATE audit_log SET details = 'x'", "DELETE FROM audit_log", "TRUNCATE audit_log"] {
        let refused = other.execute(sql).await.expect_err("a line is for good").to_string();
        assert!(refused.contains("append-only"), "{sql}: {refused}");
    }
    assert_eq!(lines.len(), 1);
    assert_eq!(store.audit_lines(Page { after: None, limit: 10 }).await?, lines);
    Ok(())
}

/// A table can be partitioned or distributed by a column that is part of each of its unique keys. Mail is one queue for
/// all quizzes.
#[tokio::test(flavor = "multi_thread")]
async fn every_key_of_a_table_that_grows_begins_with_the_quiz() -> TestResult {
    let url = empty_schema().await?;
    Store::open(&url).await?;
    let keys: Vec<(String, String)> = sqlx::query_as(
        "SELECT CAST(indexrelid AS regclass)::text, coalesce(attname, '')::text
         FROM pg_index LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
         WHERE indisunique AND indrelid IN (
             SELECT attrelid FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
             WHERE attname = 'quiz_id' AND relkind = 'r' AND relnamespace = CAST(current_schema() AS regnamespace)
                 AND relname NOT IN ('audit_log', 'mails'))",
    )
    .fetch_all(&mut PgConnection::connect(&url).await?)
    .await?;
    assert!(keys.len() > 10, "{keys:?}");
    for (key, column) in keys {
        assert_eq!(column, "quiz_id", "{key}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scan_whose_receiver_goes_leaves_its_connection_to_none() -> TestResult {
    let store = Store::open(&empty_schema().await?).await?;
    let quiz = quiz(QuizKind::InApp, 1);
    add_namespace(&store, namespace("demo")).await?;
    let stored = quiz.clone();
    let added: Result<(), StoreError> =
        store.transact(WorkScope::Installation, move |tx| Box::pin(async move { tx.add_quiz(&stored).await })).await;
    added?;
    store.add_records((0..3000).map(|number| record(&quiz, &person(number), 1)).collect()).await?;
    // More often than there are connections.
    for _ in 0..12 {
        let (sender, mut pieces) = tokio::sync::mpsc::channel(1);
        let receive = async move { pieces.recv().await.map_or(0, |piece: Vec<StoredRecord>| piece.len()) };
        let (scan, first) = tokio::join!(store.scan_records(&quiz.id, sender), receive);
        scan?;
        assert_eq!(first, 256);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_schema_is_upgraded_unless_servers_are_connected_that_could_not_go_on() -> TestResult {
    let url = empty_database().await?;
    let connect = async |name: &str| options(&url)?.application_name(name).connect().await.map_err(anyhow::Error::from);
    let mut older = PgConnection::connect(&url).await?;
    MIGRATIONS.run_to(BASE.version, &mut older).await?;
    for refused in [Store::open(&url).await, Store::open_existing(&url).await] {
        let refused = refused.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(refused.contains("was made by an older release"), "{refused}");
    }
    let server = connect("quiz-answers/18").await?;
    let refused = Store::upgrade(&url).await.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused.contains("stop them all first"), "{refused}");
    let (pending, allowed) = PostgresDatabase::pending(&url).await?;
    let steps = i64::try_from(pending.steps.len())?;
    assert!(pending.present == BASE.version && BASE.version + steps == pending.latest, "{pending:?}");
    assert!(allowed.is_err_and(|error| error.to_string().contains("stop them all first")));
    server.close().await?;
    let version: i64 = sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations").fetch_one(&mut older).await?;
    assert_eq!(version, BASE.version);
    // A server that has ended leaves the list a moment later.
    eventually(async || Ok(oldest_connected(&mut connect("psql").await?, 99).await? == 99)).await?;
    // These fit. A server that does not report its version is assumed to be of the present one.
    let _servers = [connect("quiz-answers/19").await?, connect("quiz-answers/21").await?, connect("psql").await?];
    let mut own = connect("psql").await?;
    assert_eq!(oldest_connected(&mut own, 20).await?, 19);
    let unnamed = connect("quiz-answers").await?;
    assert_eq!(oldest_connected(&mut own, 18).await?, 18);
    drop(unnamed);
    eventually(async || Ok(oldest_connected(&mut connect("psql").await?, 18).await? == 19)).await?;
    assert!(PostgresDatabase::pending(&url).await?.1.is_ok());
    assert!(Store::upgrade(&url).await?);
    assert!(!Store::upgrade(&url).await?, "there is nothing to do any more");
    assert!(PostgresDatabase::pending(&url).await?.0.steps.is_empty());
    Store::open_existing(&url).await?.check().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_migration_that_waits_for_a_lock_lets_others_pass() -> TestResult {
    let url = empty_schema().await?;
    let mut older = PgConnection::connect(&url).await?;
    MIGRATIONS.run_to(BASE.version, &mut older).await?;
    older
        .execute(
            "INSERT INTO namespaces (id, name, created_at) VALUES ('demo', '', 0);
             INSERT INTO quizzes (id, namespace_id, kind, settings, version, created_at, updated_at)
             VALUES ('a', 'demo', 'inapp', '{}', 1, 0, 0), ('b', 'demo', 'inapp', '{}', 1, 0, 0)",
        )
        .await?;
    let mut long = PgConnection::connect(&url).await?;
    long.execute("BEGIN; UPDATE quizzes SET updated_at = 1 WHERE id = 'a'").await?;
    let others = async {
        // These writes queue behind the migration.
        for _ in 0..3 {
            tokio::time::sleep(Duration::from_millis(500)).await;
            let write = older.execute("UPDATE quizzes SET updated_at = 2 WHERE id = 'b'");
            tokio::time::timeout(Duration::from_secs(8), write).await??;
        }
        long.execute("COMMIT").await?;
        anyhow::Ok(())
    };
    let (opened, passed) = tokio::join!(Store::upgrade(&url), others);
    passed?;
    opened.map(drop)
}
