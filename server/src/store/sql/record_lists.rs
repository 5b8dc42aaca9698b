//! Lists of records by state, day and score, in several orders; a page takes the same time in a quiz of any size.
//!
//! Indexes hold the records in the order of their starts: all of them, and those not submitted. Of those submitted, a
//! table holds the scores, overall and by category, and a quiz has few different ones: its records stand in lanes, one for
//! each score and one for those without, each in the order of its starts. A page of a filter or an order by score takes
//! no more than one page from each lane.

use domain::{AnswersRecord, Decimal, Name, QuizId, Timestamp};

use super::{
    Reads, Room, Sql, Words,
    quizzes::json,
    submitted_scores::{OVERALL, WITHOUT_SCORE},
};
use crate::store::{Listed, RecordOrder, RecordPlace, RecordQuery, RecordState, Result};

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

impl Reads<'_> {
    /// The records of a quiz that fit a filter, one page in an order.
    pub async fn list_records(&self, quiz: &QuizId, query: &RecordQuery) -> Result<Listed<AnswersRecord>> {
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

/// The words of an order.
const OLDEST: Words = &[("{order}", "ASC"), ("{beyond}", ">"), ("{within}", "<")];
const NEWEST: Words = &[("{order}", "DESC"), ("{beyond}", "<"), ("{within}", ">")];

const EVERY: &str = "SELECT {record} FROM records {by_start}
     WHERE quiz_id = $1 AND (started_at, user_id) > ($2, $3) AND (started_at, user_id) < ($4, $5)
     ORDER BY started_at {order}, user_id {order} LIMIT $6";
const UNFINISHED: &str = "SELECT {record} FROM records {unfinished}
     WHERE quiz_id = $1 AND submitted_at IS NULL
         AND (started_at, user_id) > ($2, $3) AND (started_at, user_id) < ($4, $5)
     ORDER BY started_at {order}, user_id {order} LIMIT $6";
/// At most a page of each lane is found, those are put in order, and the first page of them is read.
const BY_LANE: &str = "{found_in_lanes}
     SELECT {record} FROM found CROSS JOIN records WHERE records.quiz_id = $2 AND records.user_id = found.id
     ORDER BY found.rank, started_at {order}, user_id {order}";

static OLDEST_OF_ALL: Sql = Sql::records(OLDEST, EVERY);
static NEWEST_OF_ALL: Sql = Sql::records(NEWEST, EVERY);
static OLDEST_UNFINISHED: Sql = Sql::records(OLDEST, UNFINISHED);
static NEWEST_UNFINISHED: Sql = Sql::records(NEWEST, UNFINISHED);
static OLDEST_BY_LANE: Sql = Sql::records(OLDEST, BY_LANE);
static NEWEST_BY_LANE: Sql = Sql::records(NEWEST, BY_LANE);

/// The scores of a category that occur, found one after the other in the order of the rows, however many have each.
static SCORES: Sql = Sql::new(
    "WITH RECURSIVE scores (score) AS (
         SELECT min(score) FROM submitted_scores WHERE quiz_id = $1 AND category = $2
         UNION ALL
         SELECT (
             SELECT min(next.score) FROM submitted_scores AS next
             WHERE next.quiz_id = $1 AND next.category = $2 AND next.score > scores.score
         )
         FROM scores WHERE scores.score IS NOT NULL
     )
     SELECT score FROM scores WHERE score IS NOT NULL",
);

async fn every(store: &Reads<'_>, quiz: &QuizId, query: &RecordQuery) -> Result<Listed<AnswersRecord>> {
    let sql = match query.order {
        RecordOrder::Oldest => &OLDEST_OF_ALL,
        _ => &NEWEST_OF_ALL,
    };
    between(store, sql, quiz, span(query, 0), Room::of_page(query.limit)).await
}

/// Those that are not submitted.
async fn unfinished(
    store: &Reads<'_>,
    quiz: &QuizId,
    query: &RecordQuery,
    room: Room,
) -> Result<Listed<AnswersRecord>> {
    let sql = match query.order {
        RecordOrder::Oldest => &OLDEST_UNFINISHED,
        _ => &NEWEST_UNFINISHED,
    };
    let rank = if query.order.is_by_score() { RecordPlace::NOT_SUBMITTED } else { 0 };
    between(store, sql, quiz, span(query, rank), room).await
}

async fn between(
    store: &Reads<'_>,
    sql: &'static Sql,
    quiz: &QuizId,
    span: Span,
    room: Room,
) -> Result<Listed<AnswersRecord>> {
    let select = sql.statement().bind(quiz).bind(span.low.0).bind(span.low.1);
    store.part(select.bind(span.high.0).bind(span.high.1).bind(room.limit()), room).await
}

async fn submitted(store: &Reads<'_>, quiz: &QuizId, query: &RecordQuery) -> Result<Listed<AnswersRecord>> {
    let is_rising = query.order == RecordOrder::Oldest;
    let (sql, end) = if is_rising {
        let end = query.filter.before.map_or(i64::MAX, Timestamp::nanoseconds);
        (&OLDEST_BY_LANE, end)
    } else {
        let end = query.filter.from.map_or(i64::MIN, Timestamp::nanoseconds);
        (&NEWEST_BY_LANE, end)
    };
    let category = query.filter.category.as_ref().map_or(OVERALL, Name::as_str);
    let rows = store.rows::<(i64,)>(SCORES.statement().bind(quiz).bind(category)).await?;
    let scores: Vec<i64> = rows.into_iter().map(|(score,)| score).collect();
    let lanes = json(&lanes(query, &scores, is_rising))?;
    let room = Room::of_page(query.limit);
    store.part(sql.statement().bind(lanes).bind(quiz).bind(end).bind(room.limit()).bind(category), room).await
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
