//! Shared reports.

use domain::{NamespaceId, QuizId, Timestamp};
use macro_rules_attribute::derive;

use super::{
    Connection, Reads,
    quizzes::json,
    rows::{Stored, columns, damaged, moment},
    sql,
};
use crate::store::{Publication, Report, ReportFigures, ReportRules, Result, SharedReport, Snapshot, Transaction};

#[derive(columns!)]
pub(in crate::store) struct ReportRow {
    id: String,
    quiz_id: String,
    token_hash: Vec<u8>,
    title: String,
    tables: String,
    created_at: i64,
    expires_at: i64,
    published_at: Option<i64>,
    published_until: Option<i64>,
    withdrawals: i64,
    withheld: String,
}

impl Stored for Report {
    type Row = ReportRow;

    fn read(row: ReportRow) -> Result<Self> {
        let damaged = || damaged("report");
        Ok(Self {
            quiz: QuizId::parse(&row.quiz_id).map_err(|_| damaged())?,
            token_hash: row.token_hash.try_into().map_err(|_| damaged())?,
            tables: serde_json::from_str(&row.tables).map_err(|_| damaged())?,
            published: match row.published_at.zip(row.published_until) {
                Some((at, until)) => Some(Publication {
                    at: moment(at),
                    until: moment(until),
                    withdrawals: row.withdrawals,
                    withheld: serde_json::from_str(&row.withheld).map_err(|_| damaged())?,
                }),
                None => None,
            },
            id: row.id,
            title: row.title,
            created_at: moment(row.created_at),
            expires_at: moment(row.expires_at),
        })
    }
}

#[derive(columns!)]
pub(in crate::store) struct SharedRow {
    id: String,
    quiz_id: String,
    namespace_id: String,
    title: String,
    expires_at: i64,
    published_at: Option<i64>,
}

impl Stored for SharedReport {
    type Row = SharedRow;

    fn read(row: SharedRow) -> Result<Self> {
        let damaged = || damaged("report");
        Ok(Self {
            quiz: QuizId::parse(&row.quiz_id).map_err(|_| damaged())?,
            namespace: NamespaceId::parse(&row.namespace_id).map_err(|_| damaged())?,
            id: row.id,
            title: row.title,
            expires_at: moment(row.expires_at),
            published_at: row.published_at.map(moment),
        })
    }
}

impl Stored for ReportFigures {
    type Row = (String, i64);

    fn read((rules, withdrawals): (String, i64)) -> Result<Self> {
        Ok(Self { rules: serde_json::from_str(&rules).map_err(|_| damaged("report's figures"))?, withdrawals })
    }
}

impl Stored for Snapshot {
    type Row = (String,);

    fn read((snapshot,): (String,)) -> Result<Self> {
        serde_json::from_str(&snapshot).map_err(|_| damaged("report's snapshot"))
    }
}

impl Reads<'_> {
    /// Oldest first, at most a hundred, including expired ones.
    pub async fn reports(&self, quiz: &QuizId) -> Result<Vec<Report>> {
        let select = sql!(
            "SELECT id, quiz_id, token_hash, title, tables, created_at, expires_at, published_at, published_until,
                 withdrawals, withheld FROM reports WHERE quiz_id = $1 ORDER BY created_at, id LIMIT 100"
        );
        self.list(select.bind(quiz)).await
    }

    /// May return an expired report.
    pub async fn shared_report(&self, token_hash: &[u8; 32]) -> Result<Option<SharedReport>> {
        let select = sql!(
            "SELECT r.id, r.quiz_id, q.namespace_id, r.title, r.expires_at,
                 CASE WHEN r.withdrawals >= f.withdrawals THEN r.published_at END AS published_at
             FROM reports r
             JOIN quizzes q ON q.id = r.quiz_id AND q.deleted_at IS NULL
             JOIN report_figures f ON f.quiz_id = r.quiz_id
             WHERE r.token_hash = $1"
        );
        self.find(select.bind(token_hash.as_slice())).await
    }

    /// Returns the figures of a report, or `None` if it is not published.
    pub async fn report_snapshot(&self, quiz: &QuizId, id: &str) -> Result<Option<Snapshot>> {
        let select = sql!("SELECT snapshot FROM report_snapshots WHERE quiz_id = $1 AND report_id = $2");
        self.find(select.bind(quiz).bind(id)).await
    }

    /// Returns `None` before the first report of the quiz.
    pub async fn report_figures(&self, quiz: &QuizId) -> Result<Option<ReportFigures>> {
        self.find(sql!("SELECT rules, withdrawals FROM report_figures WHERE quiz_id = $1").bind(quiz)).await
    }
}

impl Transaction<'_> {
    /// Adds an unpublished report.
    pub async fn add_report(&mut self, report: &Report) -> Result<()> {
        let insert = sql!(
            "INSERT INTO reports (id, quiz_id, token_hash, title, tables, created_at, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)"
        );
        let insert = insert
            .bind(&report.id)
            .bind(&report.quiz)
            .bind(report.token_hash.as_slice())
            .bind(&report.title)
            .bind(json(&report.tables)?)
            .bind(report.created_at)
            .bind(report.expires_at);
        self.execute(insert).await.map(drop)
    }

    pub async fn end_report(&mut self, quiz: &QuizId, id: &str) -> Result<bool> {
        let delete = sql!("DELETE FROM reports WHERE quiz_id = $1 AND id = $2").bind(quiz).bind(id);
        Ok(self.execute(delete).await? > 0)
    }

    /// Sets the rules that the next publication of any of the quiz's reports starts from. Withdrawals stay unchanged.
    pub async fn put_report_rules(&mut self, quiz: &QuizId, rules: &ReportRules) -> Result<()> {
        let insert = sql!(
            "INSERT INTO report_figures (quiz_id, rules, withdrawals) VALUES ($1, $2, 0)
             ON CONFLICT (quiz_id) DO UPDATE SET rules = excluded.rules"
        );
        self.execute(insert.bind(quiz).bind(json(rules)?)).await.map(drop)
    }

    pub async fn publish_report(
        &mut self,
        (quiz, id): (&QuizId, &str),
        publication: &Publication,
        snapshot: &Snapshot,
        expires_at: Timestamp,
    ) -> Result<bool> {
        let update = sql!(
            "UPDATE reports SET published_at = $3, published_until = $4, withdrawals = $5, withheld = $6, expires_at = $7
             WHERE quiz_id = $1 AND id = $2"
        );
        let update = update
            .bind(quiz)
            .bind(id)
            .bind(publication.at)
            .bind(publication.until)
            .bind(publication.withdrawals)
            .bind(json(&publication.withheld)?)
            .bind(expires_at);
        if self.execute(update).await? == 0 {
            return Ok(false);
        }
        let insert = sql!(
            "INSERT INTO report_snapshots (quiz_id, report_id, snapshot) VALUES ($1, $2, $3)
             ON CONFLICT (quiz_id, report_id) DO UPDATE SET snapshot = excluded.snapshot"
        );
        self.execute(insert.bind(quiz).bind(id).bind(json(snapshot)?)).await?;
        Ok(true)
    }
}

/// Hides the published figures of a quiz's reports until the owner publishes them again.
pub(super) async fn withdraw(connection: &mut Connection<'_>, quiz: &QuizId) -> Result<(), sqlx::Error> {
    let update = sql!("UPDATE report_figures SET withdrawals = withdrawals + 1 WHERE quiz_id = $1");
    connection.execute(update.bind(quiz)).await.map(drop)
}
