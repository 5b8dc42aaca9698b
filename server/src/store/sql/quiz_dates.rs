//! Opening and closing dates of quizzes.

use domain::{NamespaceId, QuizId, Timestamp};
use macro_rules_attribute::derive;

use super::{
    Reads,
    rows::{Stored, columns, damaged, moment},
    sql,
};
use crate::store::{QuizDate, Result, Transaction};

#[derive(columns!)]
pub(in crate::store) struct QuizDateRow {
    namespace_id: String,
    id: String,
    next_date: i64,
}

impl Stored for QuizDate {
    type Row = QuizDateRow;

    fn read(row: QuizDateRow) -> Result<Self> {
        let damaged = || damaged(format!("quiz {}", row.id));
        Ok(Self {
            namespace: NamespaceId::parse(&row.namespace_id).map_err(|_| damaged())?,
            quiz: QuizId::parse(&row.id).map_err(|_| damaged())?,
            at: moment(row.next_date),
        })
    }
}

impl Reads<'_> {
    /// Due dates, longest waiting first.
    pub async fn due_dates(&self, now: Timestamp, limit: u32) -> Result<Vec<QuizDate>> {
        let select = sql!(
            "SELECT namespace_id, id, next_date FROM quizzes
             WHERE next_date IS NOT NULL AND next_date <= $1 AND deleted_at IS NULL ORDER BY next_date, id LIMIT $2"
        );
        self.list(select.bind(now).bind(i64::from(limit))).await
    }
}

impl Transaction<'_> {
    /// Clears and returns the quiz's next date if it is due, so that the caller announces it.
    pub async fn take_untold_date(&mut self, quiz: &QuizId, now: Timestamp) -> Result<Option<Timestamp>> {
        let select = sql!("SELECT next_date FROM quizzes WHERE id = $1 AND next_date <= $2");
        let found: Vec<(i64,)> = self.rows(select.bind(quiz).bind(now)).await?;
        let Some((date,)) = found.into_iter().next() else { return Ok(None) };
        self.execute(sql!("UPDATE quizzes SET next_date = NULL WHERE id = $1").bind(quiz)).await?;
        Ok(Some(moment(date)))
    }

    /// Returns `false` if the date is no longer the quiz's next one.
    pub async fn pass_date(&mut self, date: &QuizDate, next: Option<Timestamp>) -> Result<bool> {
        let update = sql!("UPDATE quizzes SET next_date = $3 WHERE id = $1 AND next_date = $2 AND deleted_at IS NULL");
        Ok(self.execute(update.bind(&date.quiz).bind(date.at).bind(next)).await? > 0)
    }
}
