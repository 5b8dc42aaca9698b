//! The changes of a quiz's records, in the order of their commits.

use domain::{AnswersRecord, QuizId};

use super::{
    Reads, Room, Sql, Texts,
    record_row::RecordRow,
    rows::{Cells, Columns, Field, Stored},
};
use crate::store::{Listed, RecordChange, Result, Revision, StoreError};

pub(in crate::store) struct ChangeRow {
    number: i64,
    erased_user: Option<String>,
    /// Missing if the record was erased.
    record: Option<RecordRow>,
}

impl Field for ChangeRow {
    fn take(row: &mut Cells<'_>, _: &str) -> Result<Self, sqlx::Error> {
        let (number, erased_user): (i64, Option<String>) = Field::take(row, "")?;
        let record = if erased_user.is_none() { Some(Field::take(row, "")?) } else { None };
        Ok(Self { number, erased_user, record })
    }
}

impl Columns for ChangeRow {}

impl Stored for (u64, RecordChange) {
    type Row = ChangeRow;

    fn bytes(row: &ChangeRow) -> usize {
        row.record.as_ref().map_or(0, AnswersRecord::bytes)
    }

    fn read(ChangeRow { number, erased_user, record }: ChangeRow) -> Result<Self> {
        let damaged = || StoreError::Internal("a stored change is damaged".to_owned());
        let change = match (erased_user, record) {
            (Some(user), _) => RecordChange::Erased { user },
            (None, record) => RecordChange::Stored(Box::new(AnswersRecord::read(record.ok_or_else(damaged)?)?)),
        };
        Ok((u64::try_from(number).map_err(|_| damaged())?, change))
    }
}

// Each part has its own LIMIT, without which PostgreSQL would read and sort all changes of both.
static CHANGES: Sql = Sql::records(
    &[],
    Texts {
        sqlite: "WITH changes AS MATERIALIZED (
                     SELECT * FROM (
                         SELECT changed AS number, user_id AS changed_user, NULL AS erased_user
                         FROM records INDEXED BY records_by_change WHERE quiz_id = $1 AND changed > $2 ORDER BY changed LIMIT $3
                     ) AS stored
                     UNION ALL
                     SELECT * FROM (
                         SELECT changed, NULL, user_id FROM erased_records
                         WHERE quiz_id = $1 AND changed > $2 ORDER BY changed LIMIT $3
                     ) AS erased
                     ORDER BY 1 LIMIT $3
                 )
                 SELECT changes.number, changes.erased_user, {record}
                 FROM changes LEFT JOIN records ON records.quiz_id = $1 AND records.user_id = changes.changed_user
                 ORDER BY changes.number",
        postgres: "WITH changes AS MATERIALIZED (
                       SELECT * FROM (
                           SELECT changed AS number, user_id AS changed_user, NULL AS erased_user
                           FROM records WHERE quiz_id = $1 AND changed > $2 ORDER BY changed LIMIT $3
                       ) AS stored
                       UNION ALL
                       SELECT * FROM (
                           SELECT changed, NULL, user_id FROM erased_records
                           WHERE quiz_id = $1 AND changed > $2 ORDER BY changed LIMIT $3
                       ) AS erased
                       ORDER BY 1 LIMIT $3
                   )
                   SELECT changes.number, changes.erased_user, {record}
                   FROM changes LEFT JOIN records ON records.quiz_id = $1 AND records.user_id = changes.changed_user
                   ORDER BY changes.number",
    },
);

static REVISION: Sql = Sql::new(
    "SELECT
         (SELECT coalesce(max(changed), 0) FROM records WHERE quiz_id = $1),
         (SELECT coalesce(max(changed), 0) FROM erased_records WHERE quiz_id = $1)",
);

impl Reads<'_> {
    pub async fn revision(&self, quiz: &QuizId) -> Result<Revision> {
        let rows: Vec<(i64, i64)> = self.rows(REVISION.statement().bind(quiz)).await?;
        let (stored, erased) = rows.first().copied().unwrap_or_default();
        Ok(Revision { stored, erased })
    }

    /// Returns the changes of a quiz after a given one, in the order of commits: each record once, in its current
    /// state, with the number of its last change. A reader that continues after the highest number it has seen misses
    /// nothing.
    pub async fn changes(&self, quiz: &QuizId, after: u64, limit: u32) -> Result<Listed<(u64, RecordChange)>> {
        let room = Room::of_page(limit);
        let select = CHANGES.statement().bind(quiz).bind(i64::try_from(after).unwrap_or(i64::MAX)).bind(room.limit());
        self.part(select, room).await
    }
}
