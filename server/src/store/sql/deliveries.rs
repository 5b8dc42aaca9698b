//! Events on their way to endpoints.

use domain::{NamespaceId, QuizId, Timestamp};
use macro_rules_attribute::derive;

use super::{
    Reads, Room, Sql, Texts,
    rows::{Stored, columns, count, damaged, moment},
    sql,
};
use crate::store::{
    AfterAttempt, Attempt, ClaimedDelivery, DeliveryState, EventDelivery, Listed, Page, Result, Store, Transaction,
};

#[derive(columns!)]
pub(in crate::store) struct DeliveryRow {
    event_id: String,
    kind: String,
    at: i64,
    quiz_id: String,
    state: String,
    attempts: i64,
    due_at: i64,
    sent_at: Option<i64>,
    status: Option<i64>,
    reply: Option<String>,
    last_error: Option<String>,
    first_error: Option<String>,
}

impl Stored for EventDelivery {
    type Row = DeliveryRow;

    fn read(row: DeliveryRow) -> Result<Self> {
        let what = format!("delivery of {}", row.event_id);
        Ok(Self {
            quiz_id: QuizId::parse(&row.quiz_id).map_err(|_| damaged(&what))?,
            state: DeliveryState::parse(&row.state).ok_or_else(|| damaged(&what))?,
            attempts: count(row.attempts, &what)?,
            status: row.status.map(|status| count(status, &what)).transpose()?,
            event_id: row.event_id,
            kind: row.kind,
            at: moment(row.at),
            due_at: moment(row.due_at),
            sent_at: row.sent_at.map(moment),
            reply: row.reply,
            last_error: row.last_error,
            first_error: row.first_error,
        })
    }
}

/// Quiz, event, fence, attempts and body.
type ClaimedRow = (String, String, i64, i64, Option<String>);

/// Includes stopped endpoints, whose waiting deliveries are probes.
static DUE: Sql = Sql::new(
    "SELECT e.id, e.namespace_id FROM webhook_endpoints AS e
     WHERE EXISTS (
         SELECT 1 FROM webhook_deliveries AS d WHERE d.endpoint_id = e.id AND d.state = 'waiting' AND d.due_at <= $1
     )
     ORDER BY e.id",
);

// In PostgreSQL another server may be claiming the same deliveries. An array makes the inner query run once, which
// keeps its limit.
static CLAIM: Sql = Sql::of(Texts {
    sqlite: "UPDATE webhook_deliveries SET due_at = $3, fence = fence + 1
             WHERE endpoint_id = $1 AND state = 'waiting' AND event_id IN (
                 SELECT event_id FROM webhook_deliveries
                 WHERE endpoint_id = $1 AND state = 'waiting' AND due_at <= $2 ORDER BY due_at LIMIT $4)
             RETURNING quiz_id, event_id, fence, attempts,
                 (SELECT CASE WHEN is_full THEN coalesce(ev.full_body, ev.body) ELSE ev.body END
                  FROM events AS ev WHERE ev.quiz_id = webhook_deliveries.quiz_id AND ev.id = event_id)",
    postgres: "UPDATE webhook_deliveries SET due_at = $3, fence = fence + 1
               WHERE endpoint_id = $1 AND state = 'waiting' AND event_id = ANY (ARRAY(
                   SELECT event_id FROM webhook_deliveries
                   WHERE endpoint_id = $1 AND state = 'waiting' AND due_at <= $2 ORDER BY due_at LIMIT $4
                   FOR UPDATE SKIP LOCKED))
               RETURNING quiz_id, event_id, fence, attempts,
                   (SELECT CASE WHEN is_full THEN coalesce(ev.full_body, ev.body) ELSE ev.body END
                    FROM events AS ev WHERE ev.quiz_id = webhook_deliveries.quiz_id AND ev.id = event_id)",
});

impl Reads<'_> {
    pub async fn due_endpoints(&self, now: Timestamp) -> Result<Vec<(String, NamespaceId)>> {
        let rows: Vec<(String, String)> = self.rows(DUE.statement().bind(now)).await?;
        let read = |(id, namespace): (String, String)| {
            let namespace = NamespaceId::parse(&namespace).map_err(|_| damaged(format!("endpoint {id}")))?;
            Ok((id, namespace))
        };
        rows.into_iter().map(read).collect()
    }

    /// Returns an endpoint's deliveries, newest events first, optionally of one state.
    pub async fn deliveries(
        &self,
        endpoint: &str,
        state: Option<DeliveryState>,
        page: Page<String>,
    ) -> Result<Listed<EventDelivery>> {
        let room = Room::of_page(page.limit);
        // Greater than every id.
        let after = page.after.unwrap_or_else(|| "~".to_owned());
        let select = sql!(
            "SELECT d.event_id, ev.type AS kind, d.at, d.quiz_id, d.state, d.attempts, d.due_at, d.sent_at, d.status, d.reply,
                 d.last_error, d.first_error
             FROM webhook_deliveries AS d CROSS JOIN events AS ev
             WHERE d.endpoint_id = $1 AND d.event_id < $2 AND ev.quiz_id = d.quiz_id AND ev.id = d.event_id
                 AND ($3 = '' OR d.state = $3)
             ORDER BY d.event_id DESC LIMIT $4"
        );
        let select = select.bind(endpoint).bind(after).bind(state.map_or("", DeliveryState::as_str));
        self.part(select.bind(room.limit()), room).await
    }

    /// Counts the endpoint's undelivered events by state.
    pub async fn count_undelivered(&self, endpoint: &str) -> Result<Vec<(DeliveryState, u64)>> {
        let rows: Vec<(String, i64)> = self
            .rows(
                sql!(
                    "SELECT state, count(*) FROM webhook_deliveries
                     WHERE endpoint_id = $1 AND state = 'waiting' GROUP BY state
                     UNION ALL SELECT state, count(*) FROM webhook_deliveries
                     WHERE endpoint_id = $1 AND state IN ('failed', 'held') GROUP BY state"
                )
                .bind(endpoint),
            )
            .await?;
        Ok(rows.into_iter().filter_map(|(state, n)| Some((DeliveryState::parse(&state)?, n.unsigned_abs()))).collect())
    }
}

impl Store {
    /// Claims an endpoint's due deliveries, longest waiting first. They are due again at `lease_until`.
    pub async fn claim_deliveries(
        &self,
        endpoint: &str,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<ClaimedDelivery>> {
        let claim = CLAIM.statement().bind(endpoint).bind(now).bind(lease_until).bind(limit);
        let rows = self.write(|mut connection| Box::pin(async move { connection.rows(claim).await }));
        let rows: Vec<ClaimedRow> = rows.await?;
        let read = |(quiz, event_id, fence, attempts, body): ClaimedRow| {
            let attempts = count(attempts, "delivery")?;
            let quiz_id = QuizId::parse(&quiz).map_err(|_| damaged("delivery"))?;
            Ok(ClaimedDelivery { quiz_id, event_id, endpoint_id: endpoint.to_owned(), fence, attempts, body })
        };
        rows.into_iter().map(read).collect()
    }

    /// Records the outcome of a claimed delivery. Returns `false`, and changes nothing, if the delivery was claimed
    /// again or ended meanwhile.
    pub async fn note_attempt(
        &self,
        claimed: &ClaimedDelivery,
        attempt: &Attempt,
        after: AfterAttempt,
        now: Timestamp,
    ) -> Result<bool> {
        let (state, due_at) = match after {
            AfterAttempt::Delivered => (DeliveryState::Delivered, None),
            AfterAttempt::Retry(at) => (DeliveryState::Waiting, Some(at)),
            AfterAttempt::Failed | AfterAttempt::Gone => (DeliveryState::Failed, None),
        };
        let update = sql!(
            "UPDATE webhook_deliveries SET state = $4, attempts = attempts + 1, due_at = coalesce($5, due_at),
                 sent_at = $6, status = $7, reply = $8, last_error = $9, first_error = coalesce(first_error, $9)
             WHERE quiz_id = $10 AND event_id = $1 AND endpoint_id = $2 AND fence = $3 AND state = 'waiting'"
        );
        let update = update
            .bind(&claimed.event_id)
            .bind(&claimed.endpoint_id)
            .bind(claimed.fence)
            .bind(state.as_str())
            .bind(due_at)
            .bind(now)
            .bind(attempt.status.map(i64::from))
            .bind(&attempt.reply)
            .bind(&attempt.error)
            .bind(&claimed.quiz_id);
        Ok(self.execute(update).await? > 0)
    }

    /// Releases the oldest held delivery of a stopped endpoint as a probe. Returns `false` if none is held.
    pub async fn release_one(&self, endpoint: &str, now: Timestamp) -> Result<bool> {
        let release = sql!(
            "UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, due_at = $2
             WHERE endpoint_id = $1 AND event_id IN (
                 SELECT event_id FROM webhook_deliveries WHERE endpoint_id = $1 AND state = 'held' ORDER BY at LIMIT 1)"
        );
        Ok(self.execute(release.bind(endpoint).bind(now)).await? > 0)
    }
}

impl Transaction<'_> {
    /// Ends waiting deliveries without sending them.
    pub async fn drop_outgoing(&mut self) -> Result<()> {
        let end = sql!(
            "UPDATE webhook_deliveries SET state = 'failed', last_error = 'dropped after a restore or on a copy',
                 first_error = coalesce(first_error, 'dropped after a restore or on a copy')
             WHERE state = 'waiting'"
        );
        self.execute(end).await?;
        let cancel = sql!(
            "UPDATE mails SET state = 'cancelled', ended_at = due_at, error = 'dropped after a restore or on a copy'
             WHERE state = 'queued'"
        );
        self.execute(cancel).await.map(drop)
    }

    /// Queues a delivery again, whatever its state. Returns `false` if it does not exist or its body was erased.
    pub async fn send_again(&mut self, endpoint: &str, event: &str, now: Timestamp) -> Result<bool> {
        let again = sql!(
            "UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, due_at = $3, fence = fence + 1
             WHERE event_id = $2 AND endpoint_id = $1
                 AND EXISTS (SELECT 1 FROM events AS ev
                     WHERE ev.quiz_id = webhook_deliveries.quiz_id AND ev.id = $2 AND ev.body IS NOT NULL)"
        );
        Ok(self.execute(again.bind(endpoint).bind(event).bind(now)).await? > 0)
    }

    /// Queues up to `limit` failed and held deliveries of events since a moment, and returns their number.
    pub async fn send_left_again(
        &mut self,
        endpoint: &str,
        since: Timestamp,
        now: Timestamp,
        limit: u32,
    ) -> Result<u64> {
        let again = sql!(
            "UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, due_at = $3, fence = fence + 1
             WHERE endpoint_id = $1 AND event_id IN (
                 SELECT d.event_id FROM webhook_deliveries AS d CROSS JOIN events AS ev
                 WHERE d.endpoint_id = $1 AND d.state IN ('failed', 'held') AND d.at >= $2
                     AND ev.quiz_id = d.quiz_id AND ev.id = d.event_id AND ev.body IS NOT NULL
                 ORDER BY d.at LIMIT $4)"
        );
        self.execute(again.bind(endpoint).bind(since).bind(now).bind(limit)).await
    }
}
