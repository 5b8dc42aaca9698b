//! Series of persons, and the occasions that have come.

use domain::{Day, NamespaceId, QuizId, Timestamp, UserId};
use macro_rules_attribute::derive;

use super::{
    Connection, Reads, Room, Sql, Texts,
    rows::{Stored, columns, count, damaged, moment},
    sql,
};
use crate::store::{
    Base, DueSeries, Enrolled, Listed, Occasion, OccasionCounts, OccasionFilter, OccasionState, Page, Result,
    Transaction,
};

#[derive(columns!)]
pub(in crate::store) struct SeriesRow {
    quiz_id: String,
    user_id: String,
    base_day: Option<i64>,
    base_number: i64,
    number: i64,
    reminded: i64,
    next_at: Option<i64>,
}

impl Stored for Enrolled {
    type Row = SeriesRow;

    fn read(row: SeriesRow) -> Result<Self> {
        let what = format!("series of quiz {}", row.quiz_id);
        Ok(Self {
            quiz: QuizId::parse(&row.quiz_id).map_err(|_| damaged(&what))?,
            base: row.base_day.map(|day| Base { day: Day::from_number(day), number: row.base_number }),
            number: count(row.number, &what)?,
            reminded: count(row.reminded, &what)?,
            next_at: row.next_at.map(moment),
            user: row.user_id,
        })
    }
}

#[derive(columns!)]
pub(in crate::store) struct DueRow {
    namespace_id: String,
    quiz_id: String,
    user_id: String,
}

impl Stored for DueSeries {
    type Row = DueRow;

    fn read(row: DueRow) -> Result<Self> {
        let damaged = || damaged(format!("series of quiz {}", row.quiz_id));
        Ok(Self {
            namespace: NamespaceId::parse(&row.namespace_id).map_err(|_| damaged())?,
            quiz: QuizId::parse(&row.quiz_id).map_err(|_| damaged())?,
            user: row.user_id,
        })
    }
}

#[derive(columns!)]
pub(in crate::store) struct OccasionRow {
    id: String,
    quiz_id: String,
    user_id: String,
    number: i64,
    due_day: i64,
    opens_at: i64,
    closes_at: i64,
    is_stopped: i64,
    attempt: Option<i64>,
    is_answered: bool,
}

impl Stored for Occasion {
    type Row = OccasionRow;

    fn read(row: OccasionRow) -> Result<Self> {
        let what = format!("occasion {}", row.id);
        Ok(Self {
            quiz: QuizId::parse(&row.quiz_id).map_err(|_| damaged(&what))?,
            number: count(row.number, &what)?,
            due: Day::from_number(row.due_day),
            opens_at: moment(row.opens_at),
            closes_at: moment(row.closes_at),
            is_stopped: row.is_stopped != 0,
            attempt: row.attempt.map(|attempt| count(attempt, &what)).transpose()?,
            is_answered: row.is_answered,
            user: row.user_id,
            id: row.id,
        })
    }
}

static ENROL: Sql = Sql::of(Texts {
    sqlite: "INSERT INTO series (quiz_id, user_id, next_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    postgres: "INSERT INTO series (quiz_id, user_id, next_at)
               SELECT given.value ->> 0, given.value ->> 1, CAST(given.value ->> 2 AS BIGINT)
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               ON CONFLICT DO NOTHING",
});

static OCCASIONS: Sql = Sql::new(
    "SELECT {occasion} FROM occasions AS o
     WHERE quiz_id = $1 AND id < $3 AND ($5 = '' OR $5 = {occasion_state})
     ORDER BY id DESC LIMIT $4",
);

static OCCASIONS_OF_NUMBER: Sql = Sql::new(
    "SELECT {occasion} FROM occasions AS o
     WHERE quiz_id = $1 AND number = $6 AND id < $3 AND ($5 = '' OR $5 = {occasion_state})
     ORDER BY id DESC LIMIT $4",
);

/// Those that are open, of which there are few among all that have come.
static DUE: Sql = Sql::of(Texts {
    sqlite: "SELECT {occasion} FROM occasions AS o INDEXED BY occasions_by_end
             WHERE quiz_id = $1 AND closes_at > $2 AND id < $3 AND NOT {is_stopped} AND NOT {is_answered}
             ORDER BY id DESC LIMIT $4",
    postgres: "SELECT {occasion} FROM occasions AS o
               WHERE quiz_id = $1 AND closes_at > $2 AND id < $3 AND NOT {is_stopped} AND NOT {is_answered}
               ORDER BY id DESC LIMIT $4",
});

impl Reads<'_> {
    /// Those for whom something may be due, the longest waiting first.
    pub async fn due_series(&self, now: Timestamp, limit: u32) -> Result<Vec<DueSeries>> {
        let select = sql!(
            "SELECT q.namespace_id, s.quiz_id, s.user_id
             FROM series AS s JOIN quizzes AS q ON q.id = s.quiz_id
             WHERE s.next_at IS NOT NULL AND s.next_at <= $1 AND q.deleted_at IS NULL
             ORDER BY s.next_at LIMIT $2"
        );
        self.list(select.bind(now).bind(i64::from(limit))).await
    }

    pub async fn enrolled(&self, quiz: &QuizId, user: &str) -> Result<Option<Enrolled>> {
        let select = sql!(
            "SELECT quiz_id, user_id, base_day, base_number, number, reminded, next_at
             FROM series WHERE quiz_id = $1 AND user_id = $2"
        );
        self.find(select.bind(quiz).bind(user)).await
    }

    pub async fn occasion(&self, quiz: &QuizId, user: &str, number: u32) -> Result<Option<Occasion>> {
        let select = sql!("SELECT {occasion} FROM occasions AS o WHERE quiz_id = $1 AND user_id = $2 AND number = $3");
        self.find(select.bind(quiz).bind(user).bind(i64::from(number))).await
    }

    /// Those of a person, in their order.
    pub async fn occasions_of(&self, quiz: &QuizId, user: &str) -> Result<Vec<Occasion>> {
        let select = sql!("SELECT {occasion} FROM occasions AS o WHERE quiz_id = $1 AND user_id = $2 ORDER BY number");
        self.list(select.bind(quiz).bind(user)).await
    }

    /// The occasions of each number by state, the greatest number first.
    pub async fn occasion_counts(&self, quiz: &QuizId, now: Timestamp) -> Result<Vec<OccasionCounts>> {
        let select = sql!(
            "SELECT number, state, count(*), min(due_day), max(due_day)
             FROM (SELECT o.number, o.due_day, {occasion_state} AS state
                   FROM occasions AS o WHERE quiz_id = $1) AS come
             GROUP BY number, state ORDER BY number DESC"
        );
        let rows: Vec<(i64, String, i64, i64, i64)> = self.rows(select.bind(quiz).bind(now)).await?;
        let mut counts: Vec<OccasionCounts> = Vec::new();
        for (number, state, rows, first, last) in rows {
            let what = format!("occasions of quiz {quiz}");
            let (number, rows) = (count(number, &what)?, count(rows, &what)?);
            let days = (Day::from_number(first), Day::from_number(last));
            if counts.last().is_none_or(|last| last.number != number) {
                counts.push(OccasionCounts { number, days, due: 0, answered: 0, missed: 0, stopped: 0 });
            }
            let Some(counted) = counts.last_mut() else { continue };
            counted.days = (counted.days.0.min(days.0), counted.days.1.max(days.1));
            match OccasionState::parse(&state).ok_or_else(|| damaged(&what))? {
                OccasionState::Due => counted.due = rows,
                OccasionState::Answered => counted.answered = rows,
                OccasionState::Missed => counted.missed = rows,
                OccasionState::Stopped => counted.stopped = rows,
            }
        }
        Ok(counts)
    }

    /// The latest first. A page begins after an id.
    pub async fn occasions(
        &self,
        quiz: &QuizId,
        filter: OccasionFilter,
        now: Timestamp,
        page: Page<String>,
    ) -> Result<Listed<Occasion>> {
        let room = Room::of_page(page.limit);
        let after = page.after.unwrap_or_else(|| "~".to_owned());
        let state = filter.state.map_or("", OccasionState::as_str);
        let bound = |text: &'static Sql| text.statement().bind(quiz).bind(now).bind(after).bind(room.limit());
        let select = match filter {
            OccasionFilter { number: Some(number), .. } => {
                bound(&OCCASIONS_OF_NUMBER).bind(state).bind(i64::from(number))
            }
            OccasionFilter { state: Some(OccasionState::Due), .. } => bound(&DUE),
            OccasionFilter { .. } => bound(&OCCASIONS).bind(state),
        };
        self.part(select, room).await
    }
}

impl Transaction<'_> {
    /// Begins the series of these persons, unless it has begun, with a look at this moment.
    pub async fn enrol(&mut self, quiz: &QuizId, users: &[&str], now: Timestamp) -> Result<()> {
        let rows: Vec<_> = users.iter().map(|user| (quiz.as_str(), *user, now.nanoseconds())).collect();
        let enrolled = self.connection().await.execute_each(&ENROL, &rows).await;
        self.noted(enrolled)
    }

    /// Begins the series of all who are invited, unless it has begun.
    pub async fn enrol_invited(&mut self, quiz: &QuizId, now: Timestamp) -> Result<()> {
        let insert = sql!(
            "INSERT INTO series (quiz_id, user_id, next_at) SELECT quiz_id, id, CAST($2 AS BIGINT) FROM invitations
             WHERE quiz_id = $1 ON CONFLICT DO NOTHING"
        );
        self.execute(insert.bind(quiz).bind(now)).await.map(drop)
    }

    /// Looks again at what is to come for all persons of a quiz. With `is_anew`, days are counted from now on.
    pub async fn look_again(&mut self, quiz: &QuizId, is_anew: bool, now: Timestamp) -> Result<()> {
        let update = sql!(
            "UPDATE series SET next_at = $2, base_day = CASE WHEN $3 = 1 THEN NULL ELSE base_day END WHERE quiz_id = $1"
        );
        self.execute(update.bind(quiz).bind(now).bind(i64::from(is_anew))).await.map(drop)
    }

    /// Stores what has come of a look. Returns `false` if another one was made since `seen` was read.
    pub async fn pass_series(&mut self, seen: &Enrolled, new: &Enrolled) -> Result<bool> {
        let update = sql!(
            "UPDATE series SET base_day = $3, base_number = $4, number = $5, reminded = $6, next_at = $7
             WHERE quiz_id = $1 AND user_id = $2 AND number = $8 AND reminded = $9"
        )
        .bind(&seen.quiz)
        .bind(&seen.user)
        .bind(new.base.map(|base| base.day.number()))
        .bind(new.base.map_or(1, |base| base.number))
        .bind(i64::from(new.number))
        .bind(i64::from(new.reminded))
        .bind(new.next_at)
        .bind(i64::from(seen.number))
        .bind(i64::from(seen.reminded));
        Ok(self.execute(update).await? > 0)
    }

    pub async fn add_occasion(&mut self, occasion: &Occasion) -> Result<()> {
        let insert = sql!(
            "INSERT INTO occasions (quiz_id, user_id, number, id, due_day, opens_at, closes_at, is_stopped)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
        )
        .bind(&occasion.quiz)
        .bind(&occasion.user)
        .bind(i64::from(occasion.number))
        .bind(&occasion.id)
        .bind(occasion.due.number())
        .bind(occasion.opens_at)
        .bind(occasion.closes_at)
        .bind(i64::from(occasion.is_stopped));
        self.execute(insert).await.map(drop)
    }

    /// Notes the attempt that begins on an occasion. Returns `false` if one has begun before.
    pub async fn begin_occasion(&mut self, quiz: &QuizId, user: &str, number: u32, attempt: u32) -> Result<bool> {
        let update = sql!(
            "UPDATE occasions SET attempt = $4 WHERE quiz_id = $1 AND user_id = $2 AND number = $3 AND attempt IS NULL"
        );
        let update = update.bind(quiz).bind(user).bind(i64::from(number)).bind(i64::from(attempt));
        Ok(self.execute(update).await? > 0)
    }
}

/// Erases those of a respondent.
pub(super) async fn erase(connection: &mut Connection<'_>, quiz: &QuizId, user: &UserId) -> Result<(), sqlx::Error> {
    for delete in [
        sql!("DELETE FROM occasions WHERE quiz_id = $1 AND user_id = $2"),
        sql!("DELETE FROM series WHERE quiz_id = $1 AND user_id = $2"),
    ] {
        connection.execute(delete.bind(quiz).bind(user)).await?;
    }
    Ok(())
}
