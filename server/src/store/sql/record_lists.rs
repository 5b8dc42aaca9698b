//! Lists of records by state, day and score, in several orders; a page takes the same time in a quiz of any size.
//!
//! Indexes hold the records in the order of their starts: all of them, and those not submitted. Of those submitted, a
//! table holds the scores, overall and by category, and a quiz has few different ones: its records stand in lanes, one for
//! each score and one for those without, each in the order of its starts. A page of a filter or an order by score takes
//! no more than one page from each lane.

use async_trait::async_trait;
use domain::{AnswersRecord, Decimal, Name, QuizId, Timestamp};

use super::{
    Room, SqlStore,
    dialect::{given, in_dialect, indexed_by, page_of_records},
    query as statement,
    quizzes::json,
    submitted_scores::{OVERALL, WITHOUT_SCORE},
};
use crate::store::{
    Listed, RecordListStore, RecordOrder, RecordPlace, RecordQuery, RecordState, StoreError, rows::record_columns,
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
type Lane = (i64, i64, i64, String);

#[async_trait]
impl<S: SqlStore> RecordListStore for S {
    async fn list_records(&self, quiz: &QuizId, query: &RecordQuery) -> Result<Listed<AnswersRecord>, StoreError> {
        let room = Room::of_page(query.limit);
        let is_by_score = query.order.is_by_score();
        match query.filter.state {
            RecordState::Started if query.filter.is_by_score() => Ok(Listed::NONE),
            RecordState::Started => unfinished(self, quiz, query, room).await,
            RecordState::All if !is_by_score && !query.filter.is_by_score() => every(self, quiz, query).await,
            RecordState::All if !query.filter.is_by_score() => {
                let mut listed = submitted(self, quiz, query).await?;
                if !listed.is_more {
                    let left = query.limit.saturating_sub(u32::try_from(listed.items.len()).unwrap_or(u32::MAX));
                    let others = unfinished(self, quiz, query, Room { rows: left, ..room }).await?;
                    listed.items.extend(others.items);
                    listed.is_more = others.is_more;
                }
                Ok(listed)
            }
            RecordState::All | RecordState::Completed => submitted(self, quiz, query).await,
        }
    }
}

/// Records in the order of their starts: from which index, under which condition, in which direction.
macro_rules! by_start {
    ($dialect:ident, $index:literal, $condition:literal, $direction:literal) => {
        page_of_records!(
            $dialect,
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

/// At most a page of each lane is found, those are put in order, and the first page of them is read.
macro_rules! by_lane {
    ($dialect:ident, $direction:literal, $beyond:literal, $within:literal) => {
        page_of_records!($dialect, of_lanes!($dialect, $direction, $beyond, $within))
    };
}

macro_rules! of_lanes {
    (sqlite, $direction:literal, $beyond:literal, $within:literal) => {
        concat!(
            "WITH lanes AS MATERIALIZED (
                 SELECT value ->> 0 AS rank, value ->> 1 AS score, value ->> 2 AS started_at, value ->> 3 AS user_id
                 FROM json_each($1)
             ),
             pages AS MATERIALIZED (
                 SELECT lanes.*, (
                     SELECT json_array(started_at, user_id) FROM submitted_scores AS lane
                     WHERE quiz_id = $2 AND category = $5 AND score = lanes.score
                         AND (lane.started_at, lane.user_id) ",
            $beyond,
            " (lanes.started_at, lanes.user_id) AND (lane.started_at, lane.user_id) ",
            $within,
            " ($3, '')
                     ORDER BY lane.started_at ",
            $direction,
            ", lane.user_id ",
            $direction,
            " LIMIT 1 OFFSET $4 - 1
                 ) AS last
                 FROM lanes
             ),
             found AS MATERIALIZED (
                 SELECT lane.user_id AS id, pages.rank AS rank
                 FROM pages CROSS JOIN submitted_scores AS lane
                     ON lane.quiz_id = $2 AND lane.category = $5 AND lane.score = pages.score
                     AND (lane.started_at, lane.user_id) ",
            $beyond,
            " (pages.started_at, pages.user_id)
                     AND (lane.started_at, lane.user_id) ",
            $within,
            "= (coalesce(last ->> 0, $3), coalesce(last ->> 1, ''))
                 ORDER BY pages.rank, lane.started_at ",
            $direction,
            ", lane.user_id ",
            $direction,
            " LIMIT $4
             ) ",
            records_found!($direction)
        )
    };
    (postgres, $direction:literal, $beyond:literal, $within:literal) => {
        concat!(
            "WITH found AS MATERIALIZED (
                 SELECT lane.user_id AS id, CAST(given.value ->> 0 AS BIGINT) AS rank
                 FROM ",
            given!(postgres),
            " CROSS JOIN LATERAL (
                     SELECT started_at, user_id FROM submitted_scores AS lane
                     WHERE lane.quiz_id = $2 AND lane.category = $5 AND lane.score = CAST(given.value ->> 1 AS BIGINT)
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
                 ) AS lane
                 ORDER BY 2, lane.started_at ",
            $direction,
            ", lane.user_id ",
            $direction,
            " LIMIT $4
             ) ",
            records_found!($direction)
        )
    };
}

macro_rules! records_found {
    ($direction:literal) => {
        concat!(
            "SELECT ",
            record_columns!(),
            " FROM found CROSS JOIN records WHERE records.quiz_id = $2 AND records.user_id = found.id
             ORDER BY found.rank, started_at ",
            $direction,
            ", user_id ",
            $direction
        )
    };
}

/// The scores of a category that occur, found one after the other in the order of the rows, however many have each.
const SCORES: &str = "WITH RECURSIVE scores (score) AS (
         SELECT min(score) FROM submitted_scores WHERE quiz_id = $1 AND category = $2
         UNION ALL
         SELECT (
             SELECT min(next.score) FROM submitted_scores AS next
             WHERE next.quiz_id = $1 AND next.category = $2 AND next.score > scores.score
         )
         FROM scores WHERE scores.score IS NOT NULL
     )
     SELECT score FROM scores WHERE score IS NOT NULL";

async fn every<S: SqlStore>(
    store: &S,
    quiz: &QuizId,
    query: &RecordQuery,
) -> Result<Listed<AnswersRecord>, StoreError> {
    let sql = match query.order {
        RecordOrder::Oldest => in_dialect!(S::DIALECT, every, "ASC"),
        _ => in_dialect!(S::DIALECT, every, "DESC"),
    };
    between(store, sql, quiz, span(query, 0), Room::of_page(query.limit)).await
}

/// Those that are not submitted.
async fn unfinished<S: SqlStore>(
    store: &S,
    quiz: &QuizId,
    query: &RecordQuery,
    room: Room,
) -> Result<Listed<AnswersRecord>, StoreError> {
    let sql = match query.order {
        RecordOrder::Oldest => in_dialect!(S::DIALECT, unfinished, "ASC"),
        _ => in_dialect!(S::DIALECT, unfinished, "DESC"),
    };
    let rank = if query.order.is_by_score() { RecordPlace::NOT_SUBMITTED } else { 0 };
    between(store, sql, quiz, span(query, rank), room).await
}

async fn between<S: SqlStore>(
    store: &S,
    sql: &'static str,
    quiz: &QuizId,
    span: Span,
    room: Room,
) -> Result<Listed<AnswersRecord>, StoreError> {
    let select = statement(sql).bind(quiz.as_str()).bind(span.low.0).bind(span.low.1);
    store.part(select.bind(span.high.0).bind(span.high.1).bind(room.limit()), room).await
}

async fn submitted<S: SqlStore>(
    store: &S,
    quiz: &QuizId,
    query: &RecordQuery,
) -> Result<Listed<AnswersRecord>, StoreError> {
    let is_rising = query.order == RecordOrder::Oldest;
    let (sql, end) = if is_rising {
        let end = query.filter.before.map_or(i64::MAX, Timestamp::nanoseconds);
        (in_dialect!(S::DIALECT, by_lane, "ASC", ">", "<"), end)
    } else {
        let end = query.filter.from.map_or(i64::MIN, Timestamp::nanoseconds);
        (in_dialect!(S::DIALECT, by_lane, "DESC", "<", ">"), end)
    };
    let category = query.filter.category.as_ref().map_or(OVERALL, Name::as_str);
    let rows = store.rows::<(i64,)>(statement(SCORES).bind(quiz.as_str()).bind(category)).await?;
    let scores: Vec<i64> = rows.into_iter().map(|(score,)| score).collect();
    let lanes = json(&lanes(query, &scores, is_rising))?;
    let room = Room::of_page(query.limit);
    store.part(statement(sql).bind(lanes).bind(quiz.as_str()).bind(end).bind(room.limit()).bind(category), room).await
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

/// The lanes that the page can come from, of all `scores` in tenths.
fn lanes(query: &RecordQuery, scores: &[i64], is_rising: bool) -> Vec<Lane> {
    let fits = |score: &&i64| {
        let Some((low, high)) = query.filter.scores else { return true };
        **score != WITHOUT_SCORE && low.tenths() <= **score && **score <= high.tenths()
    };
    scores
        .iter()
        .filter(fits)
        .map(|score| (query.order.rank(Decimal::from_tenths(*score)), score))
        .filter(|(rank, _)| query.after.as_ref().is_none_or(|after| after.rank <= *rank))
        .map(|(rank, score)| {
            let Span { low, high } = span(query, rank);
            let (started_at, user) = if is_rising { low } else { high };
            (rank, *score, started_at, user)
        })
        .collect()
}
