//! Administrators' view of an endpoint's deliveries, and of those held after a restore or on a copy.

use domain::{NamespaceId, QuizId, Timestamp};
use macro_rules_attribute::derive;

use super::{
    Reads, Room,
    rows::{Stored, columns, damaged, moment},
    sql,
};
use crate::store::{EndpointHistory, Listed, Page, Result, WaitingDelivery};

#[derive(columns!)]
pub(in crate::store) struct WaitingRow {
    event_id: String,
    kind: String,
    at: i64,
    quiz_id: String,
    endpoint_id: String,
    url: String,
}

impl Stored for WaitingDelivery {
    type Row = WaitingRow;

    fn read(row: WaitingRow) -> Result<Self> {
        Ok(Self {
            quiz_id: QuizId::parse(&row.quiz_id).map_err(|_| damaged(format!("delivery of {}", row.event_id)))?,
            event_id: row.event_id,
            kind: row.kind,
            at: moment(row.at),
            endpoint_id: row.endpoint_id,
            url: row.url,
        })
    }
}

impl Reads<'_> {
    /// Reads the latest thousand events, which bounds the cost.
    pub async fn endpoint_history(&self, endpoint: &str) -> Result<EndpointHistory> {
        let select = sql!(
            "SELECT max(CASE WHEN state = 'delivered' THEN sent_at END),
                 max(CASE WHEN first_error IS NULL THEN NULL WHEN last_error IS NULL THEN at ELSE coalesce(sent_at, at) END)
             FROM (
                 SELECT state, at, sent_at, first_error, last_error FROM webhook_deliveries
                 WHERE endpoint_id = $1 ORDER BY event_id DESC LIMIT 1000
             ) AS newest"
        );
        let rows: Vec<(Option<i64>, Option<i64>)> = self.rows(select.bind(endpoint)).await?;
        let (success, failure) = rows.into_iter().next().unwrap_or_default();
        Ok(EndpointHistory { last_success: success.map(moment), last_failure: failure.map(moment) })
    }

    /// Returns waiting deliveries of a namespace, of events until a moment, newest first. A place is an event and an
    /// endpoint.
    pub async fn waiting_since_before(
        &self,
        namespace: &NamespaceId,
        until: Timestamp,
        page: Page<(String, String)>,
    ) -> Result<Listed<WaitingDelivery>> {
        let room = Room::of_page(page.limit);
        // Greater than every id.
        let (event, endpoint) = page.after.unwrap_or_else(|| ("~".to_owned(), String::new()));
        let select = sql!(
            "SELECT d.event_id, ev.type AS kind, d.at, d.quiz_id, d.endpoint_id, e.url
             FROM webhook_endpoints AS e CROSS JOIN webhook_deliveries AS d CROSS JOIN events AS ev
             WHERE e.namespace_id = $1 AND d.endpoint_id = e.id AND d.state = 'waiting' AND d.at <= $2
                 AND (d.event_id, d.endpoint_id) < ($3, $4) AND ev.quiz_id = d.quiz_id AND ev.id = d.event_id
             ORDER BY d.event_id DESC, d.endpoint_id DESC LIMIT $5"
        );
        self.part(select.bind(namespace).bind(until).bind(event).bind(endpoint).bind(room.limit()), room).await
    }
}
