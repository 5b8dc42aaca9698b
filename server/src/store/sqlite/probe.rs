//! Readiness: reopens the file and writes to it.

use super::{SqliteConnection, connection::Way, error::unavailable, readers::apart, schema::latest, writer::Writer};
use crate::store::{StoreError, sql::sql};

type Probed = Result<(), StoreError>;

pub(super) async fn read_and_write(reading: Way, writer: Writer) -> Probed {
    read(reading).await?;
    write(&writer).await
}

/// A new connection reads the file's header and schema, which open connections keep in memory.
async fn read(way: Way) -> Probed {
    let reading = apart(move || {
        let select = sql!("SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success");
        let rows: Vec<(i64,)> = SqliteConnection::open(&way)?.rows(&select)?;
        Ok(rows.first().map_or(0, |(version,)| *version))
    });
    let found = reading.await?.map_err(|error| unavailable(&error))?;
    if found < latest() {
        return Err(StoreError::Unavailable("the schema is older than this program".to_owned()));
    }
    Ok(())
}

/// The value changes each time, because SQLite does not write an unchanged page.
async fn write(writer: &Writer) -> Probed {
    if let Some(damage) = writer.recent_damage() {
        return Err(StoreError::Unavailable(damage));
    }
    let change = sql!(
        "INSERT INTO installation_secrets (name, value) VALUES ('probe', randomblob(8))
         ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    );
    let run = writer.write(move |mut connection| Box::pin(async move { connection.execute(change).await }));
    run.await.map(drop).map_err(|error| match error {
        StoreError::Internal(cause) => StoreError::Unavailable(cause),
        error => error,
    })
}
