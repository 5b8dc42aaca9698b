//! Notices of changed quizzes and replaced scores, which the database sends to all servers.

use std::time::Duration;

use domain::QuizId;
use futures_util::stream::{self, BoxStream, StreamExt};
use sqlx::{
    Acquire, PgConnection,
    postgres::{PgConnectOptions, PgListener, PgPoolOptions},
};
use tokio::time::{sleep, timeout};

use crate::store::QuizNotice;

/// Idle time after which the connection is tested: a peer that has vanished is silent, too.
const SILENCE: Duration = Duration::from_secs(15);
/// Timeout of the test, and pause before reconnecting.
const PATIENCE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(500);

/// Prefix of the id of a quiz whose scores were replaced.
const RESCORED: &str = "rescored ";

/// Checks that the connection leads to a primary. The text is unique, because `pg_stat_activity` shows the last
/// statement, by which servers are counted.
pub(super) const STILL_LISTENING: &str = "/* LISTEN */ SHOW transaction_read_only";

/// Never ends. Changes while the connection is broken are missed.
pub(super) fn notices(options: PgConnectOptions) -> BoxStream<'static, QuizNotice> {
    let state = (options, None::<PgListener>);
    let notices = stream::unfold(state, |(options, mut connected)| async move {
        loop {
            let mut listener = if let Some(listener) = connected.take() {
                listener
            } else {
                let Ok(listener) = listen(&options).await else {
                    sleep(PAUSE).await;
                    continue;
                };
                listener
            };
            match timeout(SILENCE, listener.try_recv()).await {
                Ok(Ok(Some(told))) => {
                    if let Some(notice) = read(told.payload()) {
                        return Some((notice, (options, Some(listener))));
                    }
                    connected = Some(listener);
                }
                Ok(Ok(None) | Err(_)) => sleep(PAUSE).await,
                Err(_) => {
                    connected = timeout(PATIENCE, answers(&mut listener)).await.is_ok_and(|ok| ok).then_some(listener);
                }
            }
        }
    });
    notices.boxed()
}

/// Sends the notice when the transaction commits. Releases that do not know it ignore it.
pub(in crate::store) async fn announce_scores(connection: &mut PgConnection, quiz: &QuizId) -> Result<(), sqlx::Error> {
    let notify = sqlx::query("SELECT pg_notify('quiz-answers/' || current_schema(), $1)");
    notify.bind(format!("{RESCORED}{quiz}")).execute(connection).await.map(drop)
}

fn read(payload: &str) -> Option<QuizNotice> {
    match payload.strip_prefix(RESCORED) {
        Some(id) => QuizId::parse(id).ok().map(QuizNotice::Rescored),
        None => QuizId::parse(payload).ok().map(QuizNotice::Changed),
    }
}

/// A connection in a pool of its own: the listener returns a broken connection without waiting for its end.
async fn listen(options: &PgConnectOptions) -> Result<PgListener, sqlx::Error> {
    let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(PATIENCE).connect_lazy_with(options.clone());
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.eager_reconnect(false);
    let schema: String = sqlx::query_scalar("SELECT current_schema()::text").fetch_one(&mut listener).await?;
    listener.listen(&format!("quiz-answers/{schema}")).await?;
    Ok(listener)
}

async fn answers(listener: &mut PgListener) -> bool {
    match listener.acquire().await {
        Ok(connection) => {
            let is_read_only = sqlx::query_scalar::<_, String>(STILL_LISTENING).fetch_one(connection).await;
            is_read_only.is_ok_and(|is_read_only| is_read_only == "off")
        }
        Err(_) => false,
    }
}
