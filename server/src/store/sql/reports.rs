//! Shared reports.

use domain::{NamespaceId, QuizId};
use macro_rules_attribute::derive;

use super::{
    Connection, Reads,
    quizzes::json,
    rows::{Stored, columns, damaged, moment},
    sql,
    transaction::decode,
};
use crate::store::{Report, ReportFigures, Result, Transaction};

#[derive(columns!)]
pub(in crate::store) struct ReportRow {
    id: String,
    quiz_id: String,
    token_hash: Vec<u8>,
    title: String,
    tables: String,
    created_at: i64,
    expires_at: i64,
}

impl Stored for Report {
    type Row = ReportRow;

    fn read(row: ReportRow) -> Result<Self> {
        let damaged = || damaged("report");
        Ok(Self {
            quiz: QuizId::parse(&row.quiz_id).map_err(|_| damaged())?,
            token_hash: row.token_hash.try_into().map_err(|_| damaged())?,
            tables: serde_json::from_str(&row.tables).map_err(|_| damaged())?,
            id: row.id,
            title: row.title,
            created_at: moment(row.created_at),
            expires_at: moment(row.expires_at),
        })
    }
}

impl Stored for ReportFigures {
    type Row = (String,);

    fn read((figures,): (String,)) -> Result<Self> {
        serde_json::from_str(&figures).map_err(|_| damaged("report's figures"))
    }
}

impl Reads<'_> {
    /// Those of a quiz, the oldest first, at most a hundred.
    pub async fn reports(&self, quiz: &QuizId) -> Result<Vec<Report>> {
        let select = sql!(
            "SELECT id, quiz_id, token_hash, title, tables, created_at, expires_at FROM reports
             WHERE quiz_id = $1 ORDER BY created_at, id LIMIT 100"
        );
        self.list(select.bind(quiz)).await
    }

    /// The report may have expired.
    pub async fn report(&self, token_hash: &[u8; 32]) -> Result<Option<Report>> {
        let select = sql!(
            "SELECT id, quiz_id, token_hash, title, tables, created_at, expires_at FROM reports WHERE token_hash = $1"
        );
        self.find(select.bind(token_hash.as_slice())).await
    }

    /// The namespace of a report's quiz; the report may have expired.
    pub async fn namespace_of_report(&self, token_hash: &[u8; 32]) -> Result<Option<NamespaceId>> {
        let select = sql!(
            "SELECT q.namespace_id FROM reports r JOIN quizzes q ON q.id = r.quiz_id
             WHERE r.token_hash = $1 AND q.deleted_at IS NULL"
        );
        self.find(select.bind(token_hash.as_slice())).await
    }

    /// `None` before the first report of the quiz.
    pub async fn report_figures(&self, quiz: &QuizId) -> Result<Option<ReportFigures>> {
        self.find(sql!("SELECT figures FROM report_figures WHERE quiz_id = $1").bind(quiz)).await
    }
}

impl Transaction<'_> {
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

    /// Returns `false` if it was not there.
    pub async fn end_report(&mut self, quiz: &QuizId, id: &str) -> Result<bool> {
        let delete = sql!("DELETE FROM reports WHERE quiz_id = $1 AND id = $2").bind(quiz).bind(id);
        Ok(self.execute(delete).await? > 0)
    }

    pub async fn put_report_figures(&mut self, quiz: &QuizId, figures: &ReportFigures) -> Result<()> {
        let insert = sql!(
            "INSERT INTO report_figures (quiz_id, figures) VALUES ($1, $2)
             ON CONFLICT (quiz_id) DO UPDATE SET figures = excluded.figures"
        );
        self.execute(insert.bind(quiz).bind(json(figures)?)).await.map(drop)
    }
}

/// Counts the erasure that was noted last as noticed: it took nothing from what reports count. One that was not noticed
/// before it stays so.
pub(super) async fn pass_over_erasure(connection: &mut Connection<'_>, quiz: &QuizId) -> Result<(), sqlx::Error> {
    let select = sql!("SELECT figures FROM report_figures WHERE quiz_id = $1").bind(quiz);
    let Some(row) = connection.rows(select).await?.pop() else { return Ok(()) };
    let mut figures: ReportFigures = decode(row)?;
    let select = sql!("SELECT changed FROM erased_records WHERE quiz_id = $1 ORDER BY changed DESC LIMIT 2");
    let last: Vec<(i64,)> = connection.rows(select.bind(quiz)).await?;
    let before = last.get(1).map_or(0, |(changed,)| *changed);
    let Some((now,)) = last.first().filter(|_| figures.erased == before) else { return Ok(()) };
    figures.erased = *now;
    let figures = json(&figures).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let update = sql!("UPDATE report_figures SET figures = $2 WHERE quiz_id = $1").bind(quiz).bind(figures);
    connection.execute(update).await.map(drop)
}
