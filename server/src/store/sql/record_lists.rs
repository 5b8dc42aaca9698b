//! Lists of records by state, day and score, in several orders. The time for a page does not depend on the size of the
//! quiz.
//!
//! Indexes hold all records and the unsubmitted ones in the order of their starts, and the submitted ones in the order
//! of their submissions. A table holds the scores of submitted records, overall and by category. A quiz has few
//! distinct scores: its records form lanes, one for each score and one for records without a score, each in the order
//! of starts. A page of a filter or an order by score reads at most one page of each lane.
//!
//! If a filter is about the last submitted attempt, respondents who are taking the quiz again come first, in the order
//! of the starts of their attempts under way.
//!
//! For any other filter, a bounded number of records is read in such an order, and each is examined.

use std::{cmp::Ordering, collections::HashMap};

use domain::{AnswersRecord, Decimal, Definition, InvitedId, Name, QuizId, Timestamp, UserId};

use super::{
    Reads, Room, Sql, Texts, Words,
    quizzes::json,
    submitted_scores::{OVERALL, WITHOUT_SCORE},
};
use crate::store::{
    Invitation, Listed, Matches, Raised, RecordFilter, RecordOrder, RecordPage, RecordPlace, RecordQuery, RecordState,
    Result, ScoreRange, Versions,
};

/// Records per batch where each must be examined, and batches per page or count: some tenths of a second.
const PIECE: u32 = 256;
const PIECES: u32 = 80;

/// A start or a submission, and a user's id.
type Position = (i64, String);

/// The records between two places, exclusive.
#[derive(Clone, Debug)]
struct Span {
    low: Position,
    high: Position,
}

/// Submitted records of one score, and where to begin with them.
///
/// The rank in the order, the score in tenths, and the position.
type Lane = (i64, i64, i64, String);

/// A part of a list that one statement reads in order.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Part {
    /// All records, by start.
    Every,
    /// Unsubmitted records, by start.
    Unfinished,
    /// Submitted records, by rank and start.
    Lanes,
    /// Submitted records, by submission.
    Submissions,
    /// Unsubmitted records that follow a submitted attempt, which is listed in their place.
    TakenAgain,
}

struct Walk<'q> {
    quiz: &'q QuizId,
    filter: &'q RecordFilter,
    order: RecordOrder,
    is_backward: bool,
    versions: Versions,
    raised: Raised,
}

impl Reads<'_> {
    pub async fn list_records(&self, quiz: &QuizId, query: &RecordQuery) -> Result<Listed<AnswersRecord>> {
        let RecordPage { items, end, .. } = self.page_of_records(quiz, query, false).await?;
        Ok(Listed { items, is_more: end.is_some() })
    }

    /// Returns a page of the records that match any filter: those after the query's place, or the last ones before it.
    pub async fn page_of_records(&self, quiz: &QuizId, query: &RecordQuery, is_backward: bool) -> Result<RecordPage> {
        let filter = by_index(&self.with_same_bands(quiz, &query.filter).await?, query.order);
        let (versions, raised) = (self.versions_of(quiz, &filter).await?, self.raised(quiz, &filter).await?);
        let walk = Walk { quiz, filter: &filter, order: query.order, is_backward, versions, raised };
        walk.page(self, query.after.clone(), query.limit).await
    }

    /// Counts the records that match a filter, within the limit on examined records.
    pub async fn count_records(&self, quiz: &QuizId, filter: &RecordFilter) -> Result<Matches> {
        if *filter == RecordFilter::default() {
            return Ok(Matches { number: self.counts(quiz).await?.started, is_exact: true });
        }
        let order = if filter.has_submitted() { RecordOrder::LastSubmitted } else { RecordOrder::Newest };
        let filter = by_index(&self.with_same_bands(quiz, filter).await?, order);
        let (versions, raised) = (self.versions_of(quiz, &filter).await?, self.raised(quiz, &filter).await?);
        let walk = Walk { quiz, filter: &filter, order, is_backward: false, versions, raised };
        if filter.is_plain() { walk.count_by_index(self).await } else { walk.count_by_looking(self).await }
    }

    /// Replaces bands that are the same in every version with their ranges of scores.
    async fn with_same_bands(&self, quiz: &QuizId, filter: &RecordFilter) -> Result<RecordFilter> {
        let mut filter = filter.clone();
        if filter.ranges.iter().any(|range| range.band.is_some()) {
            let Listed { items, is_more } = self.latest_definitions(quiz).await?;
            for range in &mut filter.ranges {
                let is_same = |definition: &Definition| {
                    let band = range.band.as_ref();
                    let of = band.and_then(|band| ScoreRange::of_band(definition, range.category.as_ref(), band));
                    of.as_ref() == Some(&*range)
                };
                if !is_more && items.iter().all(|(_, definition)| is_same(definition)) {
                    range.band = None;
                }
            }
        }
        Ok(filter)
    }

    /// The versions that a filter needs: none unless it is about where respondents stopped.
    pub async fn versions_of(&self, quiz: &QuizId, filter: &RecordFilter) -> Result<Versions> {
        if filter.stopped.is_none() {
            return Ok(Versions::new());
        }
        Ok(self.latest_definitions(quiz).await?.items.into_iter().collect())
    }

    /// Returns the invitations of those respondents who were invited.
    pub async fn invitations_of<'u>(
        &self,
        quiz: &QuizId,
        users: impl Iterator<Item = &'u UserId> + Send,
    ) -> Result<HashMap<InvitedId, Invitation>> {
        let invited = users.filter_map(|user| if let UserId::Invited(id) = user { Some([id.as_str()]) } else { None });
        let invited: Vec<_> = invited.collect();
        if invited.is_empty() {
            return Ok(HashMap::new());
        }
        let found: Vec<Invitation> = self.list(INVITED.statement().bind(json(&invited)?).bind(quiz)).await?;
        Ok(found.into_iter().map(|invitation| (invitation.id.clone(), invitation)).collect())
    }
}

/// Rewrites the filter so that an index serves it best: a plain range of scores selects the lanes, and further ranges
/// of the same score narrow it.
fn by_index(filter: &RecordFilter, order: RecordOrder) -> RecordFilter {
    let mut filter = filter.clone();
    if filter.stopped.is_some() && filter.state == RecordState::All {
        filter.state = RecordState::Started;
    }
    let fits = |range: &ScoreRange| range.band.is_none() && (!order.is_by_score() || range.category.is_none());
    if !filter.is_by_score()
        && let Some(at) = filter.ranges.iter().position(fits)
    {
        let range = filter.ranges.remove(at);
        filter.category = range.category;
        filter.scores = Some((range.low, range.high));
    }
    if filter.is_by_score() {
        let (category, scores) = (filter.category.clone(), &mut filter.scores);
        filter.ranges.retain(|range| {
            let is_of_lanes = range.band.is_none() && range.category == category;
            if is_of_lanes {
                let (low, high) = scores.unwrap_or((Decimal::MIN, Decimal::MAX));
                *scores = Some((low.max(range.low), high.min(range.high)));
            }
            !is_of_lanes
        });
    }
    filter
}

const OLDEST: Words = &[("{order}", "ASC"), ("{beyond}", ">"), ("{within}", "<")];
const NEWEST: Words = &[("{order}", "DESC"), ("{beyond}", "<"), ("{within}", ">")];

const EVERY: Texts = Texts {
    sqlite: "SELECT {record} FROM records INDEXED BY records_by_start
             WHERE quiz_id = $1 AND (started_at, user_id) > ($2, $3) AND (started_at, user_id) < ($4, $5)
             ORDER BY started_at {order}, user_id {order} LIMIT $6",
    postgres: "SELECT {record} FROM records
               WHERE quiz_id = $1 AND (started_at, user_id) > ($2, $3) AND (started_at, user_id) < ($4, $5)
               ORDER BY started_at {order}, user_id {order} LIMIT $6",
};
const UNFINISHED: Texts = Texts {
    sqlite: "SELECT {record} FROM records INDEXED BY records_unfinished
             WHERE quiz_id = $1 AND submitted_at IS NULL
                 AND (started_at, user_id) > ($2, $3) AND (started_at, user_id) < ($4, $5)
             ORDER BY started_at {order}, user_id {order} LIMIT $6",
    postgres: "SELECT {record} FROM records
               WHERE quiz_id = $1 AND submitted_at IS NULL
                   AND (started_at, user_id) > ($2, $3) AND (started_at, user_id) < ($4, $5)
               ORDER BY started_at {order}, user_id {order} LIMIT $6",
};
const TAKEN_AGAIN: Texts = Texts {
    sqlite: "SELECT {record} FROM records INDEXED BY records_unfinished
             WHERE quiz_id = $1 AND submitted_at IS NULL AND attempt > 1
                 AND (started_at, user_id) > ($2, $3) AND (started_at, user_id) < ($4, $5)
             ORDER BY started_at {order}, user_id {order} LIMIT $6",
    postgres: "SELECT {record} FROM records
               WHERE quiz_id = $1 AND submitted_at IS NULL AND attempt > 1
                   AND (started_at, user_id) > ($2, $3) AND (started_at, user_id) < ($4, $5)
               ORDER BY started_at {order}, user_id {order} LIMIT $6",
};
const SUBMISSIONS: Texts = Texts {
    sqlite: "SELECT {record} FROM records INDEXED BY records_by_submission
             WHERE quiz_id = $1 AND submitted_at IS NOT NULL
                 AND (submitted_at, user_id) > ($2, $3) AND (submitted_at, user_id) < ($4, $5)
             ORDER BY submitted_at {order}, user_id {order} LIMIT $6",
    postgres: "SELECT {record} FROM records
               WHERE quiz_id = $1 AND submitted_at IS NOT NULL
                   AND (submitted_at, user_id) > ($2, $3) AND (submitted_at, user_id) < ($4, $5)
               ORDER BY submitted_at {order}, user_id {order} LIMIT $6",
};
/// Finds at most a page of each lane, merges them, and reads the first page of the result.
const BY_LANE: Texts = Texts {
    sqlite: "WITH lanes AS MATERIALIZED (
                 SELECT value ->> 0 AS rank, value ->> 1 AS score, value ->> 2 AS started_at, value ->> 3 AS user_id
                 FROM json_each($1)
             ),
             pages AS MATERIALIZED (
                 SELECT lanes.*, (
                     SELECT json_array(started_at, user_id) FROM submitted_scores AS lane
                     WHERE quiz_id = $2 AND category = $5 AND score = lanes.score
                         AND (lane.started_at, lane.user_id) {beyond} (lanes.started_at, lanes.user_id)
                         AND (lane.started_at, lane.user_id) {within} ($3, '')
                     ORDER BY lane.started_at {order}, lane.user_id {order} LIMIT 1 OFFSET $4 - 1
                 ) AS last
                 FROM lanes
             ),
             found AS MATERIALIZED (
                 SELECT lane.user_id AS id, pages.rank AS rank
                 FROM pages CROSS JOIN submitted_scores AS lane
                     ON lane.quiz_id = $2 AND lane.category = $5 AND lane.score = pages.score
                     AND (lane.started_at, lane.user_id) {beyond} (pages.started_at, pages.user_id)
                     AND (lane.started_at, lane.user_id) {within}= (coalesce(last ->> 0, $3), coalesce(last ->> 1, ''))
                 ORDER BY pages.rank, lane.started_at {order}, lane.user_id {order} LIMIT $4
             )
             SELECT {record} FROM found CROSS JOIN records WHERE records.quiz_id = $2 AND records.user_id = found.id
             ORDER BY found.rank, started_at {order}, user_id {order}",
    postgres: "WITH found AS MATERIALIZED (
                   SELECT lane.user_id AS id, CAST(given.value ->> 0 AS BIGINT) AS rank
                   FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
                   CROSS JOIN LATERAL (
                       SELECT started_at, user_id FROM submitted_scores AS lane
                       WHERE lane.quiz_id = $2 AND lane.category = $5
                           AND lane.score = CAST(given.value ->> 1 AS BIGINT)
                           AND (lane.started_at, lane.user_id) {beyond}
                               (CAST(given.value ->> 2 AS BIGINT), given.value ->> 3)
                           AND (lane.started_at, lane.user_id) {within} ($3, '')
                       ORDER BY lane.started_at {order}, lane.user_id {order} LIMIT $4
                   ) AS lane
                   ORDER BY 2, lane.started_at {order}, lane.user_id {order} LIMIT $4
               )
               SELECT {record} FROM found CROSS JOIN records WHERE records.quiz_id = $2 AND records.user_id = found.id
               ORDER BY found.rank, started_at {order}, user_id {order}",
};

static OLDEST_OF_ALL: Sql = Sql::records(OLDEST, EVERY);
static NEWEST_OF_ALL: Sql = Sql::records(NEWEST, EVERY);
static OLDEST_UNFINISHED: Sql = Sql::records(OLDEST, UNFINISHED);
static NEWEST_UNFINISHED: Sql = Sql::records(NEWEST, UNFINISHED);
static OLDEST_TAKEN_AGAIN: Sql = Sql::records(OLDEST, TAKEN_AGAIN);
static NEWEST_TAKEN_AGAIN: Sql = Sql::records(NEWEST, TAKEN_AGAIN);
static FIRST_SUBMISSIONS: Sql = Sql::records(OLDEST, SUBMISSIONS);
static LAST_SUBMISSIONS: Sql = Sql::records(NEWEST, SUBMISSIONS);
static OLDEST_BY_LANE: Sql = Sql::records(OLDEST, BY_LANE);
static NEWEST_BY_LANE: Sql = Sql::records(NEWEST, BY_LANE);

/// Finds the distinct scores of a category by skipping through the index, however many rows have each.
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

static COUNT_OF_ALL: Sql = Sql::of(Texts {
    sqlite: "SELECT count(*) FROM (
                 SELECT 1 FROM records INDEXED BY records_by_start WHERE quiz_id = $1 AND started_at >= $2 AND started_at < $3 LIMIT $4
             ) AS found",
    postgres: "SELECT count(*) FROM (
                   SELECT 1 FROM records WHERE quiz_id = $1 AND started_at >= $2 AND started_at < $3 LIMIT $4
               ) AS found",
});
static COUNT_UNFINISHED: Sql = Sql::of(Texts {
    sqlite: "SELECT count(*) FROM (
                 SELECT 1 FROM records INDEXED BY records_unfinished
                 WHERE quiz_id = $1 AND submitted_at IS NULL AND started_at >= $2 AND started_at < $3 LIMIT $4
             ) AS found",
    postgres: "SELECT count(*) FROM (
                   SELECT 1 FROM records
                   WHERE quiz_id = $1 AND submitted_at IS NULL AND started_at >= $2 AND started_at < $3 LIMIT $4
               ) AS found",
});
static COUNT_IN_LANES: Sql = Sql::of(Texts {
    sqlite: "SELECT count(*) FROM (
                 SELECT 1 FROM json_each($1) AS given
                 CROSS JOIN submitted_scores AS lane
                 WHERE lane.quiz_id = $2 AND lane.category = $3 AND lane.score = CAST(given.value ->> 0 AS BIGINT)
                     AND lane.started_at >= $4 AND lane.started_at < $5 LIMIT $6
             ) AS found",
    postgres: "SELECT count(*) FROM (
                   SELECT 1 FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
                   CROSS JOIN submitted_scores AS lane
                   WHERE lane.quiz_id = $2 AND lane.category = $3 AND lane.score = CAST(given.value ->> 0 AS BIGINT)
                       AND lane.started_at >= $4 AND lane.started_at < $5 LIMIT $6
               ) AS found",
});

static INVITED: Sql = Sql::of(Texts {
    sqlite:
        "SELECT i.id, i.quiz_id, i.name, i.email, i.custom_data, i.fields, i.created_at, i.revoked_at, i.language, i.mail_state,
                 i.mailed_at, i.mail_error, i.reminders
             FROM json_each($1) AS given
             CROSS JOIN invitations AS i WHERE i.id = given.value ->> 0 AND i.quiz_id = $2",
    postgres:
        "SELECT i.id, i.quiz_id, i.name, i.email, i.custom_data, i.fields, i.created_at, i.revoked_at, i.language, i.mail_state,
                   i.mailed_at, i.mail_error, i.reminders
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               CROSS JOIN invitations AS i WHERE i.id = given.value ->> 0 AND i.quiz_id = $2",
});

impl Walk<'_> {
    fn parts(&self) -> Vec<Part> {
        let is_scored = self.filter.is_by_score();
        let needs_submission = is_scored || self.filter.has_submitted();
        let submitted = if self.order.is_by_submission() { Part::Submissions } else { Part::Lanes };
        let has_own_places = self.order.is_by_submission() || self.order.is_by_score();
        let mut parts = match self.filter.state {
            RecordState::Started if needs_submission => Vec::new(),
            RecordState::Started => vec![Part::Unfinished],
            RecordState::All if !needs_submission && !has_own_places => vec![Part::Every],
            RecordState::All if !needs_submission => vec![submitted, Part::Unfinished],
            RecordState::All | RecordState::Completed => vec![submitted],
        };
        if self.filter.last_submitted && self.filter.state != RecordState::Started {
            parts.insert(0, Part::TakenAgain);
        }
        if self.is_backward {
            parts.reverse();
        }
        parts
    }

    /// True if SQL alone applies the whole filter.
    fn is_served(&self) -> bool {
        let Walk { filter, order, .. } = self;
        let is_of_starts = filter.from.is_some() || filter.before.is_some() || filter.is_by_score();
        filter.is_plain() && !(order.is_by_submission() && is_of_starts)
    }

    async fn page(&self, store: &Reads<'_>, mut place: Option<RecordPlace>, limit: u32) -> Result<RecordPage> {
        let is_served = self.is_served();
        let (mut found, mut end) = (Vec::new(), None);
        let (mut pieces, mut looked_at) = (0, 0);
        'parts: for part in self.parts() {
            loop {
                let left = limit.saturating_sub(u32::try_from(found.len()).unwrap_or(u32::MAX));
                let room = Room::of_page(if is_served { left } else { PIECE });
                let (listed, is_more) = self.looked_at(store, part, place.as_ref(), room).await?;
                for (record, its_place, fits) in listed {
                    if fits && found.len() >= limit as usize {
                        end = found.last().map(|(_, place): &(AnswersRecord, RecordPlace)| place.clone());
                        break 'parts;
                    }
                    looked_at += 1;
                    place = Some(its_place.clone());
                    if fits {
                        found.push((record, its_place));
                    }
                }
                pieces += 1;
                if is_more && (is_served || pieces >= PIECES) {
                    end = place;
                    break 'parts;
                }
                if !is_more {
                    break;
                }
            }
        }
        if self.is_backward {
            found.reverse();
        }
        let ends = found.first().zip(found.last()).map(|((_, first), (_, last))| (first.clone(), last.clone()));
        Ok(RecordPage { items: found.into_iter().map(|(record, _)| record).collect(), ends, end, looked_at })
    }

    /// Returns some records of a part after a place, each with its place and a flag that says if it matches; and a flag
    /// for more.
    async fn looked_at(
        &self,
        store: &Reads<'_>,
        part: Part,
        after: Option<&RecordPlace>,
        room: Room,
    ) -> Result<(Vec<(AnswersRecord, RecordPlace, bool)>, bool)> {
        let Listed { items, is_more } = self.read(store, part, after, room).await?;
        // An attempt under way that another part replaces is skipped here, at the place of its row.
        let filter = RecordFilter { last_submitted: part == Part::TakenAgain, ..self.filter.clone() };
        let places: Vec<_> = items.iter().map(|record| RecordPlace::of(record, &filter, self.order)).collect();
        let items = if part == Part::TakenAgain { store.last_submitted(self.quiz, items).await? } else { items };
        let fits = self.fitting(store, &items).await?;
        let looked_at = items.into_iter().zip(places).zip(fits).map(|((record, place), fits)| (record, place, fits));
        Ok((looked_at.collect(), is_more))
    }

    async fn count_by_looking(&self, store: &Reads<'_>) -> Result<Matches> {
        let mut number = 0;
        let mut place = None;
        let mut pieces = 0;
        for part in self.parts() {
            loop {
                let (listed, is_more) = self.looked_at(store, part, place.as_ref(), Room::of_page(PIECE)).await?;
                number += u64::try_from(listed.iter().filter(|(_, _, fits)| *fits).count()).unwrap_or_default();
                pieces += 1;
                if number > Matches::MOST {
                    return Ok(Matches { number: Matches::MOST, is_exact: false });
                }
                if !is_more {
                    break;
                }
                if pieces >= PIECES {
                    return Ok(Matches { number, is_exact: false });
                }
                place = listed.into_iter().next_back().map(|(_, last, _)| last).or(place);
            }
        }
        Ok(Matches { number, is_exact: true })
    }

    async fn count_by_index(&self, store: &Reads<'_>) -> Result<Matches> {
        let from = self.filter.from.map_or(i64::MIN, Timestamp::nanoseconds);
        let before = self.filter.before.map_or(i64::MAX, Timestamp::nanoseconds);
        let most = i64::try_from(Matches::MOST).unwrap_or(i64::MAX);
        let mut number = 0;
        for part in self.parts() {
            let count = match part {
                // A filter with this part is not plain.
                Part::TakenAgain => continue,
                Part::Every => COUNT_OF_ALL.statement().bind(self.quiz),
                Part::Unfinished => COUNT_UNFINISHED.statement().bind(self.quiz),
                Part::Lanes | Part::Submissions => {
                    let lanes = json(&self.scores(store).await?.iter().map(|score| [score]).collect::<Vec<_>>())?;
                    COUNT_IN_LANES.statement().bind(lanes).bind(self.quiz).bind(self.category())
                }
            };
            number += store.number(count.bind(from).bind(before).bind(most + 1)).await?;
        }
        let number = u64::try_from(number).unwrap_or_default();
        Ok(Matches { number: number.min(Matches::MOST), is_exact: number <= Matches::MOST })
    }

    async fn fitting(&self, store: &Reads<'_>, records: &[AnswersRecord]) -> Result<Vec<bool>> {
        let is_named = self.filter.search.is_some();
        let invited = if is_named {
            store.invitations_of(self.quiz, records.iter().map(|record| &record.user)).await?
        } else {
            HashMap::new()
        };
        let invitation = |user: &UserId| if let UserId::Invited(id) = user { invited.get(id) } else { None };
        let fits =
            |record: &AnswersRecord| self.filter.fits(record, invitation(&record.user), &self.versions, &self.raised);
        Ok(records.iter().map(fits).collect())
    }

    async fn read(
        &self,
        store: &Reads<'_>,
        part: Part,
        place: Option<&RecordPlace>,
        room: Room,
    ) -> Result<Listed<AnswersRecord>> {
        if part == Part::Lanes {
            return self.lanes(store, place, room).await;
        }
        let rank = match part {
            Part::Unfinished => self.order.rank_of_unfinished(),
            Part::TakenAgain => RecordPlace::TAKEN_AGAIN,
            _ => 0,
        };
        let (from, before) = match part {
            // Earlier attempts began before these.
            Part::TakenAgain => (None, None),
            Part::Submissions => (self.filter.submitted_from, self.filter.submitted_before),
            _ => (self.filter.from, self.filter.before),
        };
        let is_rising = self.is_rising(part);
        let Some(Span { low, high }) = self.span(rank, from, before, place, is_rising) else {
            return Ok(Listed::NONE);
        };
        let sql = match (part, is_rising) {
            (Part::Every, true) => &OLDEST_OF_ALL,
            (Part::Every, false) => &NEWEST_OF_ALL,
            (Part::Submissions, true) => &FIRST_SUBMISSIONS,
            (Part::Submissions, false) => &LAST_SUBMISSIONS,
            (Part::TakenAgain, true) => &OLDEST_TAKEN_AGAIN,
            (Part::TakenAgain, false) => &NEWEST_TAKEN_AGAIN,
            (_, true) => &OLDEST_UNFINISHED,
            (_, false) => &NEWEST_UNFINISHED,
        };
        let select = sql.statement().bind(self.quiz).bind(low.0).bind(low.1).bind(high.0).bind(high.1);
        store.part(select.bind(room.limit()), room).await
    }

    async fn lanes(&self, store: &Reads<'_>, place: Option<&RecordPlace>, room: Room) -> Result<Listed<AnswersRecord>> {
        let is_rising = self.is_rising(Part::Lanes);
        let (sql, end) = if is_rising {
            (&OLDEST_BY_LANE, self.filter.before.map_or(i64::MAX, Timestamp::nanoseconds))
        } else {
            (&NEWEST_BY_LANE, self.filter.from.map_or(i64::MIN, Timestamp::nanoseconds))
        };
        let mut lanes: Vec<Lane> = Vec::new();
        for score in self.scores(store).await? {
            let rank = self.order.rank(Decimal::from_tenths(score).filter(|_| score != WITHOUT_SCORE));
            let span = self.span(rank, self.filter.from, self.filter.before, place, is_rising);
            if let Some(Span { low, high }) = span {
                let (at, user) = if is_rising { low } else { high };
                lanes.push((if self.is_backward { -rank } else { rank }, score, at, user));
            }
        }
        let select = sql.statement().bind(json(&lanes)?).bind(self.quiz).bind(end).bind(room.limit());
        store.part(select.bind(self.category()), room).await
    }

    fn category(&self) -> &str {
        self.filter.category.as_ref().map_or(OVERALL, Name::as_str)
    }

    /// Returns the distinct scores in tenths that match.
    async fn scores(&self, store: &Reads<'_>) -> Result<Vec<i64>> {
        let rows = store.rows::<(i64,)>(SCORES.statement().bind(self.quiz).bind(self.category())).await?;
        let fits = |score: &i64| {
            let Some((low, high)) = self.filter.scores else { return true };
            *score != WITHOUT_SCORE && low.tenths() <= *score && *score <= high.tenths()
        };
        Ok(rows.into_iter().map(|(score,)| score).filter(fits).collect())
    }

    /// True if a part is read in ascending order of time.
    fn is_rising(&self, part: Part) -> bool {
        let is_rising = match part {
            Part::Submissions => self.order == RecordOrder::FirstSubmitted,
            _ => self.order == RecordOrder::Oldest,
        };
        is_rising != self.is_backward
    }

    /// The records of a rank between two moments, after a place. `None` if there can be none.
    fn span(
        &self,
        rank: i64,
        from: Option<Timestamp>,
        before: Option<Timestamp>,
        place: Option<&RecordPlace>,
        is_rising: bool,
    ) -> Option<Span> {
        let low = (from.map_or(i64::MIN, Timestamp::nanoseconds), String::new());
        let high = (before.map_or(i64::MAX, Timestamp::nanoseconds), String::new());
        let Some(place) = place else { return Some(Span { low, high }) };
        let ahead = if self.is_backward { place.rank.cmp(&rank) } else { rank.cmp(&place.rank) };
        let position = (place.at.nanoseconds(), place.user.clone());
        match ahead {
            Ordering::Less => None,
            Ordering::Greater => Some(Span { low, high }),
            Ordering::Equal if is_rising => Some(Span { low: low.max(position), high }),
            Ordering::Equal => Some(Span { low, high: high.min(position) }),
        }
    }
}
