//! Webhook endpoints.

use domain::{NamespaceId, QuizId, Timestamp};
use macro_rules_attribute::derive;

use super::{
    Reads,
    rows::{Stored, columns, damaged, moment},
    sql,
};
use crate::store::{Endpoint, EndpointState, EventType, Listener, MailKind, Result, Store, Transaction, WorkScope};

#[derive(columns!)]
pub(in crate::store) struct EndpointRow {
    id: String,
    namespace_id: String,
    url: String,
    description: String,
    types: String,
    quizzes: String,
    with_answers: bool,
    header_names: String,
    sealed: Vec<u8>,
    state: String,
    failing_since: Option<i64>,
    created_by: String,
    created_at: i64,
    updated_at: i64,
}

impl Stored for Endpoint {
    type Row = EndpointRow;

    fn read(row: EndpointRow) -> Result<Self> {
        let what = format!("endpoint {}", row.id);
        let heard = listener((row.namespace_id, row.types, row.quizzes, row.with_answers))?;
        Ok(Self {
            id: row.id,
            namespace_id: heard.namespace,
            url: row.url,
            description: row.description,
            types: heard.types,
            quizzes: heard.quizzes,
            with_answers: heard.with_answers,
            header_names: row.header_names.lines().map(ToOwned::to_owned).collect(),
            sealed: row.sealed,
            state: EndpointState::parse(&row.state).ok_or_else(|| damaged(&what))?,
            failing_since: row.failing_since.map(moment),
            created_by: row.created_by,
            created_at: moment(row.created_at),
            updated_at: moment(row.updated_at),
        })
    }
}

/// Names separated and enclosed by spaces, as statements match them.
fn between_spaces<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let mut text = String::new();
    for name in names {
        if text.is_empty() {
            text.push(' ');
        }
        text.push_str(name);
        text.push(' ');
    }
    text
}

pub(super) fn listener((namespace, types, quizzes, with_answers): (String, String, String, bool)) -> Result<Listener> {
    let damaged = || damaged(format!("endpoint of {namespace}"));
    Ok(Listener {
        namespace: NamespaceId::parse(&namespace).map_err(|_| damaged())?,
        types: types.split_whitespace().map(EventType::parse).collect::<Option<_>>().ok_or_else(damaged)?,
        quizzes: quizzes
            .split_whitespace()
            .map(QuizId::parse)
            .collect::<std::result::Result<_, _>>()
            .map_err(|_| damaged())?,
        with_answers,
    })
}

impl Reads<'_> {
    pub async fn endpoint(&self, id: &str) -> Result<Option<Endpoint>> {
        let select = sql!(
            "SELECT id, namespace_id, url, description, types, quizzes, with_answers, header_names, sealed, state,
                 failing_since, created_by, created_at, updated_at
             FROM webhook_endpoints WHERE id = $1"
        );
        self.find(select.bind(id)).await
    }

    pub async fn has_endpoints(&self) -> Result<bool> {
        Ok(self.number(sql!("SELECT count(*) FROM webhook_endpoints")).await? > 0)
    }

    /// Newest first.
    pub async fn endpoints(&self, namespace: &NamespaceId) -> Result<Vec<Endpoint>> {
        let select = sql!(
            "SELECT id, namespace_id, url, description, types, quizzes, with_answers, header_names, sealed, state,
                 failing_since, created_by, created_at, updated_at
             FROM webhook_endpoints WHERE namespace_id = $1 ORDER BY created_at DESC, id"
        );
        self.list(select.bind(namespace)).await
    }
}

impl Store {
    /// Records a successful delivery. A stopped endpoint is turned on again, and its held deliveries are sent. Returns
    /// `true` in that case.
    pub async fn note_success(&self, id: &str, now: Timestamp) -> Result<bool> {
        let (id, rise) = (
            id.to_owned(),
            sql!(
                "UPDATE webhook_endpoints SET state = 'on', probe_at = NULL, failing_since = NULL
             WHERE id = $1 AND state = 'stopped'"
            ),
        );
        self.write(move |mut connection| {
            Box::pin(async move {
                if connection.execute(rise.bind(&id)).await? == 0 {
                    let clear = sql!(
                        "UPDATE webhook_endpoints SET failing_since = NULL
                         WHERE id = $1 AND failing_since IS NOT NULL AND state = 'on'"
                    );
                    connection.execute(clear.bind(&id)).await?;
                    return Ok(false);
                }
                let release = sql!(
                    "UPDATE webhook_deliveries SET state = 'waiting', due_at = $2, attempts = 0
                     WHERE endpoint_id = $1 AND state = 'held'"
                );
                connection.execute(release.bind(&id).bind(now)).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Records a failed delivery. An endpoint that has been failing since before `stops_if_since` stops, and its
    /// deliveries are held until it is on again. Returns `true` in that case, and with `is_told` mails the owners of
    /// its namespace. An endpoint that had already stopped is tried again at `probe_at`.
    pub async fn note_failure(
        &self,
        id: &str,
        now: Timestamp,
        stops_if_since: Timestamp,
        probe_at: Timestamp,
        is_told: bool,
    ) -> Result<bool> {
        let id = id.to_owned();
        self.transact(WorkScope::Installation, move |tx| {
            Box::pin(async move {
                let begin =
                    sql!("UPDATE webhook_endpoints SET failing_since = $2 WHERE id = $1 AND failing_since IS NULL");
                tx.execute(begin.bind(&id).bind(now)).await?;
                let stop = sql!(
                    "UPDATE webhook_endpoints SET state = 'stopped', probe_at = $3
                     WHERE id = $1 AND state = 'on' AND failing_since <= $2"
                );
                let has_stopped = tx.execute(stop.bind(&id).bind(stops_if_since).bind(probe_at)).await? > 0;
                // Includes probes to an endpoint that had already stopped.
                let hold = sql!(
                    "UPDATE webhook_deliveries SET state = 'held' WHERE endpoint_id = $1 AND state = 'waiting'
                         AND EXISTS (SELECT 1 FROM webhook_endpoints AS e WHERE e.id = $1 AND e.state <> 'on')"
                );
                tx.execute(hold.bind(&id)).await?;
                if has_stopped && is_told {
                    tx.tell_owners_of_endpoint(&id, now).await?;
                }
                Ok(has_stopped)
            })
        })
        .await
    }

    /// Turns off an endpoint that refuses further deliveries, and holds the waiting ones. With `is_told`, mails the
    /// owners of its namespace.
    pub async fn turn_off(&self, id: &str, now: Timestamp, is_told: bool) -> Result<()> {
        let id = id.to_owned();
        self.transact(WorkScope::Installation, move |tx| {
            Box::pin(async move {
                let off = sql!(
                    "UPDATE webhook_endpoints SET state = 'off', probe_at = NULL, updated_at = $2
                     WHERE id = $1 AND state <> 'off'"
                );
                let was_on = tx.execute(off.bind(&id).bind(now)).await? > 0;
                let hold =
                    sql!("UPDATE webhook_deliveries SET state = 'held' WHERE endpoint_id = $1 AND state = 'waiting'");
                tx.execute(hold.bind(&id)).await?;
                if was_on && is_told {
                    tx.tell_owners_of_endpoint(&id, now).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Claims stopped endpoints whose next probe is due, and sets the following one to `next`.
    pub async fn endpoints_to_probe(&self, now: Timestamp, next: Timestamp) -> Result<Vec<Endpoint>> {
        let due = sql!("SELECT id FROM webhook_endpoints WHERE state = 'stopped' AND probe_at <= $1");
        let due: Vec<String> = self.list(due.bind(now)).await?;
        let mut claimed = Vec::new();
        for id in due {
            let claim = sql!(
                "UPDATE webhook_endpoints SET probe_at = $3 WHERE id = $1 AND state = 'stopped' AND probe_at <= $2"
            );
            if self.execute(claim.bind(&id).bind(now).bind(next)).await? > 0 {
                claimed.extend(self.endpoint(&id).await?);
            }
        }
        Ok(claimed)
    }
}

impl Transaction<'_> {
    async fn tell_owners_of_endpoint(&mut self, id: &str, now: Timestamp) -> Result<()> {
        let Some(endpoint) = self.endpoint(id).await? else { return Ok(()) };
        self.tell_owners(MailKind::WebhookStopped, &endpoint.namespace_id, id, now).await
    }

    /// Adds an endpoint or replaces the one with the same id. Its state is changed only by
    /// [`set_endpoint_state`](Self::set_endpoint_state).
    pub async fn put_endpoint(&mut self, endpoint: &Endpoint) -> Result<()> {
        let put = sql!(
            "INSERT INTO webhook_endpoints (id, namespace_id, url, description, types, quizzes, with_answers,
                 header_names, sealed, state, created_by, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
             ON CONFLICT (id) DO UPDATE SET url = excluded.url, description = excluded.description,
                 types = excluded.types, quizzes = excluded.quizzes, with_answers = excluded.with_answers,
                 header_names = excluded.header_names, sealed = excluded.sealed, updated_at = excluded.updated_at"
        )
        .bind(&endpoint.id)
        .bind(&endpoint.namespace_id)
        .bind(&endpoint.url)
        .bind(&endpoint.description)
        .bind(between_spaces(endpoint.types.iter().map(|kind| kind.as_str())))
        .bind(between_spaces(endpoint.quizzes.iter().map(QuizId::as_str)))
        .bind(endpoint.with_answers)
        .bind(endpoint.header_names.join("\n"))
        .bind(endpoint.sealed.as_slice())
        .bind(endpoint.state.as_str())
        .bind(&endpoint.created_by)
        .bind(endpoint.created_at)
        .bind(endpoint.updated_at);
        self.execute(put).await.map(drop)
    }

    /// Turns an endpoint on or off. Waiting deliveries are held while it is off. Held ones stay held until they are
    /// sent again.
    pub async fn set_endpoint_state(&mut self, id: &str, is_on: bool, now: Timestamp) -> Result<()> {
        let state = if is_on { EndpointState::On } else { EndpointState::Off };
        let set = sql!(
            "UPDATE webhook_endpoints SET state = $2, failing_since = NULL, probe_at = NULL, updated_at = $3
             WHERE id = $1"
        );
        self.execute(set.bind(id).bind(state.as_str()).bind(now)).await?;
        if !is_on {
            let hold =
                sql!("UPDATE webhook_deliveries SET state = 'held' WHERE endpoint_id = $1 AND state = 'waiting'");
            self.execute(hold.bind(id)).await?;
        }
        Ok(())
    }

    /// Its deliveries are removed [later](Store::forget_deliveries).
    pub async fn delete_endpoint(&mut self, id: &str) -> Result<()> {
        self.execute(sql!("DELETE FROM webhook_endpoints WHERE id = $1").bind(id)).await.map(drop)
    }
}
