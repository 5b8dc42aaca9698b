//! Lists of records by state, day and score, in several orders; a page takes the same time in a quiz of any size.
//!
//! Indexes hold the records in the order of their starts: all of them, and those not submitted. Of those submitted
//! there is an index by score, and a quiz has few different scores: its records stand in lanes, one for each score and
//! one for those without, each in the order of its starts. A page of a filter or an order by score takes no more than one
//! page from each lane.

use std::collections::BTreeSet;

use async_trait::async_trait;
use domain::{AnswersRecord, Decimal, QuizId, Timestamp};

use super::{
    SqlStore,
    dialect::{given, in_dialect, indexed_by},
    query as statement,
    quizzes::json,
};
use crate::store::{
    RecordListStore, RecordOrder, RecordPlace, RecordQuery, RecordState, StoreError, rows::record_columns,
};

/// A start and a user's id.
type Position = (i64, String);

/// The records between two places, without the ends.
#[derive(Clone, Debug)]
struct Span {
    low: Position,
    high: Position,
}

/// Submitted records of one score, and where to begin with them.
///
/// The rank in the order, the score in tenths, and the position.
type Lane = (i64, Option<i64>, i64, String);

#[async_trait]
impl<S: SqlStore> RecordListStore for S {
    async fn list_records(&self, quiz: &QuizId, query: &RecordQuery) -> Result<Vec<AnswersRecord>, StoreError> {
        let is_by_score = query.order.is_by_score();
        match query.filter.state {
            RecordState::Started if query.filter.scores.is_some() => Ok(Vec::new()),
            RecordState::Started => unfinished(self, quiz, query, query.limit).await,
            RecordState::All if !is_by_score && query.filter.scores.is_none() => every(self, quiz, query).await,
            RecordState::All if query.filter.scores.is_none() => {
                let mut records = submitted(self, quiz, query).await?;
                let left = query.limit.saturating_sub(u32::try_from(records.len()).unwrap_or(u32::MAX));
                records.extend(unfinished(self, quiz, query, left).await?);
                Ok(records)
            }
            RecordState::All | RecordState::Completed => submitted(self, quiz, query).await,
        }
    }
}

/// Records in the order of their starts: from which index, under which condition, in which direction.
macro_rules! by_start {
    ($dialect:ident, $index:literal, $condition:literal, $direction:literal) => {
        concat!(
            "SELECT ",
            record_columns!(),
            " FROM records",
            indexed_by!($dialect, $index),
            " WHERE quiz_id = $1",
            $condition,
            " AND (started_at, user_id) > ($2, $3) AND (started_at, user_id) < ($4, $5)
             ORDER BY started_at ",
            $direction,
            ", user_id ",
            $direction,
            " LIMIT $6"
        )
    };
}

macro_rules! every {
    ($dialect:ident, $direction:literal) => {
        by_start!($dialect, "records_by_start", "", $direction)
    };
}

macro_rules! unfinished {
    ($dialect:ident, $direction:literal) => {
        by_start!($dialect, "records_unfinished", " AND submitted_at IS NULL", $direction)
    };
}

/// At most a page of each lane is found in the index, those are put in order, and the first page of them is read.
macro_rules! by_lane {
    (sqlite, $direction:literal, $beyond:literal, $within:literal) => {
        concat!(
            "WITH lanes AS MATERIALIZED (
                 SELECT value ->> 0 AS rank, value ->> 1 AS score, value ->> 2 AS started_at, value ->> 3 AS user_id
                 FROM json_each($1)
             ),
             pages AS MATERIALIZED (
                 SELECT lanes.*, (
                     SELECT rowid FROM records INDEXED BY records_by_score
                     WHERE quiz_id = $2 AND submitted_at IS NOT NULL AND score IS lanes.score
                         AND (records.started_at, records.user_id) ",
            $beyond,
            " (lanes.started_at, lanes.user_id) AND (records.started_at, records.user_id) ",
            $within,
            " ($3, '')
                     ORDER BY records.started_at ",
            $direction,
            ", records.user_id ",
            $direction,
            " LIMIT 1 OFFSET $4 - 1
                 ) AS last
                 FROM lanes
             ),
             found AS MATERIALIZED (
                 SELECT records.rowid AS id, pages.rank AS rank
                 FROM pages
                 LEFT JOIN records AS last ON last.rowid = pages.last
                 CROSS JOIN records INDEXED BY records_by_score
                     ON records.quiz_id = $2 AND records.submitted_at IS NOT NULL AND records.score IS pages.score
                     AND (records.started_at, records.user_id) ",
            $beyond,
            " (pages.started_at, pages.user_id)
                     AND (records.started_at, records.user_id) ",
            $within,
            "= (coalesce(last.started_at, $3), coalesce(last.user_id, ''))
                 ORDER BY pages.rank, records.started_at ",
            $direction,
            ", records.user_id ",
            $direction,
            " LIMIT $4
             )
             SELECT ",
            record_columns!(),
            " FROM found CROSS JOIN records ON records.rowid = found.id
             ORDER BY found.rank, started_at ",
            $direction,
            ", user_id ",
            $direction
        )
    };
    // Where the score is absent the index has a number below every score, because `IS NOT DISTINCT FROM` uses no index.
    (postgres, $direction:literal, $beyond:literal, $within:literal) => {
        concat!(
            "SELECT ",
            record_columns!(),
            " FROM ",
            given!(postgres),
            " CROSS JOIN LATERAL (
                 SELECT * FROM records AS lane
                 WHERE lane.quiz_id = $2 AND lane.submitted_at IS NOT NULL
                     AND coalesce(lane.score, -9223372036854775807)
                         = coalesce(CAST(given.value ->> 1 AS BIGINT), -9223372036854775807)
                     AND (lane.started_at, lane.user_id) ",
            $beyond,
            " (CAST(given.value ->> 2 AS BIGINT), given.value ->> 3)
                     AND (lane.started_at, lane.user_id) ",
            $within,
            " ($3, '')
                 ORDER BY lane.started_at ",
            $direction,
            ", lane.user_id ",
            $direction,
            " LIMIT $4
             ) AS records
             ORDER BY CAST(given.value ->> 0 AS BIGINT), started_at ",
            $direction,
            ", user_id ",
            $direction,
            " LIMIT $4"
        )
    };
}

async fn every<S: SqlStore>(store: &S, quiz: &QuizId, query: &RecordQuery) -> Result<Vec<AnswersRecord>, StoreError> {
    let sql = match query.order {
        RecordOrder::Oldest => in_dialect!(S::DIALECT, every, "ASC"),
        _ => in_dialect!(S::DIALECT, every, "DESC"),
    };
    between(store, sql, quiz, span(query, 0), query.limit).await
}

/// At most `limit` of those that are not submitted.
async fn unfinished<S: SqlStore>(
    store: &S,
    quiz: &QuizId,
    query: &RecordQuery,
    limit: u32,
) -> Result<Vec<AnswersRecord>, StoreError> {
    let sql = match query.order {
        RecordOrder::Oldest => in_dialect!(S::DIALECT, unfinished, "ASC"),
        _ => in_dialect!(S::DIALECT, unfinished, "DESC"),
    };
    let rank = if query.order.is_by_score() { RecordPlace::NOT_SUBMITTED } else { 0 };
    between(store, sql, quiz, span(query, rank), limit).await
}

async fn between<S: SqlStore>(
    store: &S,
    sql: &'static str,
    quiz: &QuizId,
    span: Span,
    limit: u32,
) -> Result<Vec<AnswersRecord>, StoreError> {
    let select = statement(sql).bind(quiz.as_str()).bind(span.low.0).bind(span.low.1);
    store.list(select.bind(span.high.0).bind(span.high.1).bind(limit)).await
}

async fn submitted<S: SqlStore>(
    store: &S,
    quiz: &QuizId,
    query: &RecordQuery,
) -> Result<Vec<AnswersRecord>, StoreError> {
    let is_rising = query.order == RecordOrder::Oldest;
    let (sql, end) = if is_rising {
        let end = query.filter.before.map_or(i64::MAX, Timestamp::nanoseconds);
        (in_dialect!(S::DIALECT, by_lane, "ASC", ">", "<"), end)
    } else {
        let end = query.filter.from.map_or(i64::MIN, Timestamp::nanoseconds);
        (in_dialect!(S::DIALECT, by_lane, "DESC", "<", ">"), end)
    };
    let lanes = json(&lanes(query, &scores(store, quiz).await?, is_rising))?;
    store.list(statement(sql).bind(lanes).bind(quiz.as_str()).bind(end).bind(query.limit)).await
}

/// Selects the records of a rank by filter, after the previous page.
fn span(query: &RecordQuery, rank: i64) -> Span {
    let low = (query.filter.from.map_or(i64::MIN, Timestamp::nanoseconds), String::new());
    let high = (query.filter.before.map_or(i64::MAX, Timestamp::nanoseconds), String::new());
    let Some(after) = query.after.as_ref().filter(|after| after.rank >= rank) else { return Span { low, high } };
    let after = (after.started_at.nanoseconds(), after.user.clone());
    match query.order {
        RecordOrder::Oldest => Span { low: low.max(after), high },
        _ => Span { low, high: high.min(after) },
    }
}

/// The scores that submitted records of the quiz may have: those of the built-in questions, and any others that occur.
async fn scores<S: SqlStore>(store: &S, quiz: &QuizId) -> Result<BTreeSet<Decimal>, StoreError> {
    let select = statement("SELECT bucket FROM tallies WHERE quiz_id = $1 AND dimension = 'score'");
    let tallied: Vec<String> = store.list(select.bind(quiz.as_str())).await?;
    Ok(tallied.iter().filter_map(|score| Decimal::parse(score)).chain((0..=100).map(Decimal::whole)).collect())
}

/// The lanes that the page can come from.
fn lanes(query: &RecordQuery, scores: &BTreeSet<Decimal>, is_rising: bool) -> Vec<Lane> {
    let scores: Vec<Option<Decimal>> = match query.filter.scores {
        Some((low, high)) => {
            scores.iter().filter(|score| low <= **score && **score <= high).copied().map(Some).collect()
        }
        None => scores.iter().copied().map(Some).chain([None]).collect(),
    };
    scores
        .into_iter()
        .map(|score| (query.order.rank(score), score))
        .filter(|(rank, _)| query.after.as_ref().is_none_or(|after| after.rank <= *rank))
        .map(|(rank, score)| {
            let Span { low, high } = span(query, rank);
            let (started_at, user) = if is_rising { low } else { high };
            (rank, score.map(Decimal::tenths), started_at, user)
        })
        .collect()
}
