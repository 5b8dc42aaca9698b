//! Connections that break at the worst moments: during a commit, and repeatedly under load.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use domain::{Indicator, Quiz, QuizKind};
use futures_util::future::join_all;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

use crate::store::{
    Store, StoreError, WorkScope,
    contract::{
        database::empty_schema,
        samples::{answer, namespace, person, quiz, record},
    },
};

async fn with_quiz(url: &str) -> anyhow::Result<(Store, Quiz)> {
    let store = Store::open(url).await?;
    let quiz = quiz(QuizKind::InApp, 1);
    let stored = quiz.clone();
    let added: Result<(), StoreError> = store
        .transact(WorkScope::Installation, move |tx| {
            Box::pin(async move {
                tx.add_namespace(&namespace("demo")).await?;
                tx.add_quiz(&stored).await
            })
        })
        .await;
    added?;
    Ok((store, quiz))
}

/// A proxy that, once `cuts` is set, cuts the next connection that commits: the database receives the commit, and the
/// client no reply. Returns its port.
async fn proxy(database: String, cuts: Arc<AtomicBool>) -> anyhow::Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let (database, cuts) = (database.clone(), Arc::clone(&cuts));
            tokio::spawn(async move {
                let server = TcpStream::connect(database).await?;
                let ((mut from_client, mut to_client), (mut from_server, mut to_server)) =
                    (client.into_split(), server.into_split());
                let mut back = tokio::spawn(async move { tokio::io::copy(&mut from_server, &mut to_client).await });
                let (mut bytes, mut is_prepared) = (vec![0; 65536], false);
                loop {
                    let length = from_client.read(&mut bytes).await?;
                    // A statement is prepared first and run by the client's next message.
                    let is_cut = is_prepared && cuts.swap(false, Ordering::SeqCst);
                    is_prepared = bytes[..length].windows(6).any(|part| part == b"COMMIT");
                    if is_cut || length == 0 {
                        back.abort();
                        let _ = (&mut back).await;
                    }
                    to_server.write_all(&bytes[..length]).await?;
                    if is_cut || length == 0 {
                        return Ok::<(), std::io::Error>(());
                    }
                }
            });
        }
    });
    Ok(port)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_whose_reply_is_lost_is_not_acknowledged_and_its_repetition_has_no_second_effect() -> anyhow::Result<()>
{
    let url = empty_schema().await?;
    let (direct, quiz) = with_quiz(&url).await?;
    let (_, rest) = url.split_once('@').expect("an account");
    let (address, _) = rest.split_once('/').expect("a database");
    let cuts = Arc::new(AtomicBool::new(false));
    let port = proxy(address.to_owned(), Arc::clone(&cuts)).await?;
    let store = Store::open(&url.replace(address, &format!("127.0.0.1:{port}"))).await?;
    cuts.store(true, Ordering::SeqCst);
    let new = record(&quiz, &person(1), 1);
    let lost = store.begin(new.clone()).await;
    assert!(matches!(lost, Err(StoreError::Unavailable(_))), "{lost:?}");
    // The commit stands nevertheless.
    let stands = async || anyhow::Ok(direct.record(&quiz.id, &person(1)).await?.is_some());
    let until = Instant::now() + Duration::from_secs(5);
    while !stands().await? {
        assert!(Instant::now() < until, "the database has got no commit");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(store.begin(new.clone()).await?, new);
    assert_eq!(direct.counts(&quiz.id).await?.started, 1);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_are_ended_again_and_again_lose_and_double_nothing() -> anyhow::Result<()> {
    const PEOPLE: usize = 32;
    let url = empty_schema().await?;
    let mut other = PgConnection::connect(&url).await?;
    let role = format!("load_{}", std::process::id());
    let run = |sql: String| AssertSqlSafe(sql);
    other.execute(run(format!("DROP ROLE IF EXISTS {role}; CREATE ROLE {role} LOGIN SUPERUSER"))).await?;
    let (store, quiz) = with_quiz(&url.replace("test@", &format!("{role}@"))).await?;
    let is_over = AtomicBool::new(false);
    // Each answers in turn and repeats unacknowledged requests. Returns the longest time to an acknowledgement.
    let respond = async |number: usize| {
        let (user, mut longest, mut code) = (person(number), Duration::ZERO, 0);
        while !is_over.load(Ordering::SeqCst) {
            let asked = Instant::now();
            while let Err(error) = store.begin(record(&quiz, &user, 1)).await {
                assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
            }
            code = code % 4 + 1;
            let saved = loop {
                match store.save_answer(answer(&quiz, &user, Indicator::Fhn1, code, 2)).await {
                    Ok(saved) => break saved.expect("it was begun"),
                    Err(error) => assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}"),
                }
            };
            longest = longest.max(asked.elapsed());
            assert_eq!(store.record(&quiz.id, &user).await.ok().flatten().unwrap_or(saved.clone()), saved);
        }
        longest
    };
    let end_connections = async {
        for _ in 0..50 {
            tokio::time::sleep(Duration::from_millis(60)).await;
            let end = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{role}'");
            other.execute(run(end)).await.expect("ended");
        }
        is_over.store(true, Ordering::SeqCst);
    };
    let (longest, ()) = tokio::join!(join_all((0..PEOPLE).map(respond)), end_connections);
    assert!(longest.iter().all(|longest| *longest < Duration::from_secs(10)), "{longest:?}");
    let counts = loop {
        match store.counts(&quiz.id).await {
            Ok(counts) => break counts,
            // Each connection that was cut last fails the next read on it.
            Err(error) => assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}"),
        }
    };
    assert_eq!(counts.started, PEOPLE as u64);
    while let Err(error) = store.check().await {
        assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    }
    store.close().await;
    Ok(())
}
