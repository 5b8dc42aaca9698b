//! Alerts: written in the transaction that raises them, once for each attempt.

use std::collections::{HashMap, HashSet};

use domain::{AnswersRecord, Name, QuizId, Timestamp};
use macro_rules_attribute::derive;

use super::{
    Connection, Reads, RecordRow, Room, Sql, Texts, events,
    rows::{Stored, columns, count, damaged, moment},
    sql,
    transaction::decode,
};
use crate::store::{
    Acknowledged, Alert, AlertIs, AlertState, Listed, NewAlert, NewAnswer, Page, Raised, RecordFilter, Result,
    Transaction,
};

static RAISE: Sql = Sql::of(Texts {
    sqlite: "INSERT INTO alerts (quiz_id, user_id, attempt, alert, id, version, at, is_told)
             VALUES ($1, $2, $3, $4, $5, $6, $7, FALSE) ON CONFLICT DO NOTHING RETURNING id",
    postgres: "INSERT INTO alerts (quiz_id, user_id, attempt, alert, id, version, at, is_told)
               SELECT given.value ->> 0, given.value ->> 1, CAST(given.value ->> 2 AS BIGINT), given.value ->> 3,
                   given.value ->> 4, CAST(given.value ->> 5 AS BIGINT), CAST(given.value ->> 6 AS BIGINT),
                   FALSE
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               ON CONFLICT DO NOTHING RETURNING id",
});

/// Writes those that the attempts have not raised before, with their events.
pub(super) async fn raise(connection: &mut Connection<'_>, alerts: &[NewAlert]) -> Result<(), sqlx::Error> {
    if alerts.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = alerts
        .iter()
        .map(|new| {
            let at = new.at.nanoseconds();
            (new.quiz.as_str(), &new.user, new.attempt, new.alert.as_str(), &new.id, new.version, at)
        })
        .collect();
    let raised: Vec<(String,)> = connection.each(&RAISE, &rows).await?;
    let raised: HashSet<String> = raised.into_iter().map(|(id,)| id).collect();
    let told = alerts.iter().filter(|new| new.is_heard && raised.contains(&new.id));
    let told: Vec<_> = told.map(NewAlert::event).collect();
    events::add(connection, &told).await
}

/// Raises the early alerts that stored answers decide.
pub(super) async fn raise_early<'a>(
    connection: &mut Connection<'_>,
    stored: impl Iterator<Item = (&'a NewAnswer, &'a RecordRow)>,
) -> Result<(), sqlx::Error> {
    let mut alerts = Vec::new();
    for (answer, row) in stored {
        let Some(early) = &answer.early else { continue };
        let record: AnswersRecord = decode(row.clone())?;
        let raised = early.definition.raised_by_answers(&record.answers, record.language.as_str());
        let raised: Vec<_> = raised.into_iter().filter(|alert| alert.early).collect();
        alerts.extend(NewAlert::all(&answer.namespace_id, &record, &raised, answer.now, early.is_heard));
    }
    raise(connection, &alerts).await
}

/// Erases those of a respondent, or of one attempt.
pub(super) async fn erase(
    connection: &mut Connection<'_>,
    quiz: &QuizId,
    user: &str,
    attempt: Option<u32>,
) -> Result<(), sqlx::Error> {
    let delete = sql!("DELETE FROM alerts WHERE quiz_id = $1 AND user_id = $2 AND ($3 = 0 OR attempt = $3)");
    connection.execute(delete.bind(quiz).bind(user).bind(attempt.unwrap_or_default())).await.map(drop)
}

#[derive(columns!)]
pub(in crate::store) struct AlertRow {
    id: String,
    quiz_id: String,
    user_id: String,
    attempt: i64,
    alert: String,
    version: i64,
    at: i64,
    acknowledged_at: Option<i64>,
    acknowledged_by: Option<String>,
    note: Option<String>,
}

impl Stored for Alert {
    type Row = AlertRow;

    fn read(row: AlertRow) -> Result<Self> {
        let what = format!("alert {}", row.id);
        let acknowledged = row.acknowledged_at.map(|at| Acknowledged {
            at: moment(at),
            by: row.acknowledged_by.unwrap_or_default(),
            note: row.note,
        });
        Ok(Self {
            quiz: QuizId::parse(&row.quiz_id).map_err(|_| damaged(&what))?,
            alert: Name::parse(&row.alert).map_err(|_| damaged(&what))?,
            attempt: count(row.attempt, &what)?,
            version: count(row.version, &what)?,
            at: moment(row.at),
            user: row.user_id,
            id: row.id,
            acknowledged,
        })
    }
}

impl Reads<'_> {
    /// Newest first. A page begins below an id.
    pub async fn alerts(&self, quiz: &QuizId, state: Option<AlertState>, page: Page<String>) -> Result<Listed<Alert>> {
        let room = Room::of_page(page.limit);
        // Greater than every id.
        let after = page.after.unwrap_or_else(|| "~".to_owned());
        let select = match state {
            None => sql!("SELECT {alert} FROM alerts WHERE quiz_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3"),
            Some(AlertState::Open) => sql!(
                "SELECT {alert} FROM alerts WHERE quiz_id = $1 AND id < $2 AND acknowledged_at IS NULL
                 ORDER BY id DESC LIMIT $3"
            ),
            Some(AlertState::Acknowledged) => sql!(
                "SELECT {alert} FROM alerts WHERE quiz_id = $1 AND id < $2 AND acknowledged_at IS NOT NULL
                 ORDER BY id DESC LIMIT $3"
            ),
        };
        self.part(select.bind(quiz).bind(after).bind(room.limit()), room).await
    }

    pub async fn alert(&self, quiz: &QuizId, id: &str) -> Result<Option<Alert>> {
        self.find(sql!("SELECT {alert} FROM alerts WHERE quiz_id = $1 AND id = $2").bind(quiz).bind(id)).await
    }

    pub async fn open_alerts(&self, quiz: &QuizId) -> Result<u64> {
        let select = sql!("SELECT count(*) FROM alerts WHERE quiz_id = $1 AND acknowledged_at IS NULL");
        Ok(self.number(select.bind(quiz)).await?.unsigned_abs())
    }

    /// Those of a respondent, by attempt and in the order in which they rose.
    pub async fn alerts_of(&self, quiz: &QuizId, user: &str) -> Result<Vec<Alert>> {
        let select = sql!("SELECT {alert} FROM alerts WHERE quiz_id = $1 AND user_id = $2 ORDER BY attempt, id");
        self.list(select.bind(quiz).bind(user)).await
    }

    /// The attempts that a filter about alerts matches; empty for other filters.
    pub async fn raised(&self, quiz: &QuizId, filter: &RecordFilter) -> Result<Raised> {
        let alert = match &filter.alert {
            None => return Ok(Raised::new()),
            Some(AlertIs::Any) => "",
            Some(AlertIs::Named(name)) => name.as_str(),
        };
        let select = sql!("SELECT user_id, attempt FROM alerts WHERE quiz_id = $1 AND ($2 = '' OR alert = $2)");
        let rows: Vec<(String, i64)> = self.rows(select.bind(quiz).bind(alert)).await?;
        rows.into_iter().map(|(user, attempt)| Ok((user, count(attempt, "alert")?))).collect()
    }

    /// The ids in the definition of those that some respondents' attempts raised, by respondent and attempt.
    pub async fn alerts_of_all(&self, quiz: &QuizId, users: &[&str]) -> Result<HashMap<(String, u32), Vec<String>>> {
        let select = sql!(
            sqlite: "SELECT a.user_id, a.attempt, a.alert
                     FROM json_each($1) AS given CROSS JOIN alerts AS a
                     WHERE a.quiz_id = $2 AND a.user_id = given.value ->> 0 ORDER BY a.id",
            postgres: "SELECT a.user_id, a.attempt, a.alert
                       FROM jsonb_array_elements(CAST($1 AS jsonb)) AS given (value) CROSS JOIN alerts AS a
                       WHERE a.quiz_id = $2 AND a.user_id = given.value ->> 0 ORDER BY a.id"
        );
        let users = serde_json::json!(users.iter().map(|user| [user]).collect::<Vec<_>>()).to_string();
        let rows: Vec<(String, i64, String)> = self.rows(select.bind(users).bind(quiz)).await?;
        let mut all: HashMap<_, Vec<_>> = HashMap::new();
        for (user, attempt, alert) in rows {
            all.entry((user, count(attempt, "alert")?)).or_default().push(alert);
        }
        Ok(all)
    }
}

impl Transaction<'_> {
    /// Returns `false` if it is gone or was acknowledged before.
    pub async fn acknowledge_alert(
        &mut self,
        quiz: &QuizId,
        id: &str,
        by: &str,
        note: Option<&str>,
        now: Timestamp,
    ) -> Result<bool> {
        let update = sql!(
            "UPDATE alerts SET acknowledged_at = $3, acknowledged_by = $4, note = $5, is_told = TRUE
             WHERE quiz_id = $1 AND id = $2 AND acknowledged_at IS NULL"
        );
        let update = update.bind(quiz).bind(id).bind(now).bind(by).bind(note.map(str::to_owned));
        Ok(self.execute(update).await? > 0)
    }
}
