//! The tallies as rows: kept by the writes that change records, read by the insights.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    Category, Day, Decimal, DurationBucket, Language, Name, OptionId, Points, QuestionId, QuizId, Tally, TallyChanges,
};

use super::{Connection, Sql, Texts, sql, statement::json, submitted_scores};
use crate::store::{Result, Store, StoreError};

static ADD: Sql = Sql::of(Texts {
    sqlite: "INSERT INTO tallies (quiz_id, dimension, bucket, n) VALUES ($1, $2, $3, $4)
             ON CONFLICT (quiz_id, dimension, bucket) DO UPDATE SET n = tallies.n + excluded.n",
    postgres: "INSERT INTO tallies (quiz_id, dimension, bucket, n)
               SELECT given.value ->> 0, given.value ->> 1, given.value ->> 2, CAST(given.value ->> 3 AS BIGINT)
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               ON CONFLICT (quiz_id, dimension, bucket) DO UPDATE SET n = tallies.n + excluded.n",
});

static APPEND: Sql = Sql::of(Texts {
    sqlite: "INSERT INTO tally_changes (quiz_id, number, changes, scores)
             VALUES ($1, (SELECT coalesce(max(number), 0) + 1 FROM tally_changes WHERE quiz_id = $1), $2, $3)",
    postgres: "INSERT INTO tally_changes (quiz_id, changes, scores)
               SELECT given.value ->> 0, given.value ->> 1, given.value ->> 2
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)",
});

/// Changes that are added to the tallies in one transaction.
const FOLDED: usize = 1024;

/// Changes the tallies and the [scores](submitted_scores::changes) of quizzes, within the write that changes their records:
/// appends the changes, for [`fold`] to add up later.
pub(super) async fn apply(
    connection: &mut Connection<'_>,
    quizzes: &BTreeMap<&QuizId, TallyChanges>,
    scores: &BTreeMap<&QuizId, Vec<submitted_scores::Change<'_>>>,
) -> Result<(), sqlx::Error> {
    let changed: BTreeSet<&QuizId> = quizzes.keys().chain(scores.keys()).copied().collect();
    let mut rows = Vec::with_capacity(changed.len());
    for quiz in changed {
        let changes = quizzes.get(quiz).into_iter().flat_map(TallyChanges::iter);
        let changes: Vec<(&str, String, i64)> = changes
            .map(|(tally, by)| {
                let (dimension, bucket) = to_row(tally);
                (dimension, bucket, by)
            })
            .collect();
        let scores = scores.get(quiz).map_or(&[][..], Vec::as_slice);
        if !changes.is_empty() || !scores.is_empty() {
            rows.push((quiz.as_str(), json(&changes)?, json(scores)?));
        }
    }
    if rows.is_empty() { Ok(()) } else { connection.execute_each(&APPEND, &rows).await }
}

/// Adds what was appended, of one quiz or of all, to the tallies and the scores. Returns the number of rows that it took; there may be
/// more of all.
pub(super) async fn fold(connection: &mut Connection<'_>, quiz: Option<&QuizId>) -> Result<usize, sqlx::Error> {
    // Several servers lock in one order, and wait for one another: nothing is left out of a list that was added up first.
    let take = match quiz {
        Some(quiz) => sql!(
            sqlite: "DELETE FROM tally_changes WHERE quiz_id = $1 RETURNING quiz_id, changes, scores",
            postgres: "WITH taken AS MATERIALIZED (
                           SELECT quiz_id, number FROM tally_changes WHERE quiz_id = $1
                           ORDER BY quiz_id, number FOR UPDATE
                       )
                       DELETE FROM tally_changes AS own USING taken
                       WHERE own.quiz_id = taken.quiz_id AND own.number = taken.number
                       RETURNING own.quiz_id, own.changes, own.scores",
        )
        .bind(quiz),
        None => sql!(
            sqlite: "DELETE FROM tally_changes WHERE (quiz_id, number) IN
                         (SELECT quiz_id, number FROM tally_changes ORDER BY quiz_id, number LIMIT $1)
                     RETURNING quiz_id, changes, scores",
            postgres: "WITH taken AS MATERIALIZED (
                           SELECT quiz_id, number FROM tally_changes ORDER BY quiz_id, number LIMIT $1 FOR UPDATE
                       )
                       DELETE FROM tally_changes AS own USING taken
                       WHERE own.quiz_id = taken.quiz_id AND own.number = taken.number
                       RETURNING own.quiz_id, own.changes, own.scores",
        )
        .bind(i64::try_from(FOLDED).unwrap_or(i64::MAX)),
    };
    let taken: Vec<(String, String, String)> = connection.rows(take).await?;
    let damaged = |error: serde_json::Error| sqlx::Error::Decode(error.into());
    let mut scores = submitted_scores::Sums::default();
    // In the order of their keys, in which several servers lock them.
    let mut sums: BTreeMap<(&str, String, String), i64> = BTreeMap::new();
    for (quiz, changes, of_scores) in &taken {
        for (dimension, bucket, by) in parsed(changes).map_err(damaged)? {
            *sums.entry((quiz, dimension, bucket)).or_default() += by;
        }
        scores.add(quiz, of_scores).map_err(damaged)?;
    }
    scores.write(connection).await?;
    let rows: Vec<_> = sums
        .iter()
        .filter(|(_, by)| **by != 0)
        .map(|((quiz, dimension, bucket), by)| (quiz, dimension, bucket, by))
        .collect();
    if !rows.is_empty() {
        connection.execute_each(&ADD, &rows).await?;
    }
    let lessened: BTreeSet<_> = rows.iter().filter(|(.., by)| **by < 0).map(|(quiz, ..)| **quiz).collect();
    for quiz in lessened {
        let delete = sql!("DELETE FROM tallies WHERE quiz_id = $1 AND n = 0");
        connection.execute(delete.bind(quiz)).await?;
    }
    Ok(taken.len())
}

fn parsed(changes: &str) -> serde_json::Result<Vec<(String, String, i64)>> {
    serde_json::from_str(changes)
}

impl Store {
    /// Adds what writes have appended to the tallies of quizzes. Returns the number of rows that were taken.
    pub async fn fold_tallies(&self) -> Result<usize> {
        let is_there =
            self.number(sql!("SELECT count(*) FROM (SELECT 1 FROM tally_changes LIMIT 1) AS waiting")).await?;
        if is_there == 0 {
            return Ok(0);
        }
        self.write(|mut connection| Box::pin(async move { fold(&mut connection, None).await })).await
    }

    /// The same until nothing is left of what there was.
    pub(crate) async fn fold_all(&self) -> Result<()> {
        while self.fold_tallies().await? >= FOLDED {}
        Ok(())
    }
}

/// A row of the tallies, or with an empty dimension one of appended changes, which stand in the place of the bucket. A
/// statement that reads both sees one moment.
pub(super) type TallyRow = (String, String, i64);

/// The tallies of a quiz with what was appended to them, where the dimension is wanted.
pub(super) fn summed(rows: Vec<TallyRow>, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<(Tally, u64)>> {
    let damaged = || StoreError::Internal("a stored tally is damaged".to_owned());
    let (appended, stored): (Vec<TallyRow>, Vec<TallyRow>) =
        rows.into_iter().partition(|(dimension, ..)| dimension.is_empty());
    let mut added: BTreeMap<(String, String), i64> = BTreeMap::new();
    for (_, changes, _) in appended {
        for (dimension, bucket, by) in parsed(&changes).map_err(|_| damaged())? {
            if is_wanted(&dimension) {
                *added.entry((dimension, bucket)).or_default() += by;
            }
        }
    }
    let mut all = Vec::with_capacity(stored.len() + added.len());
    for (dimension, bucket, n) in stored {
        let key = (dimension, bucket);
        let more = if added.is_empty() { 0 } else { added.remove(&key).unwrap_or_default() };
        all.push((key, n + more));
    }
    all.extend(added);
    all.into_iter()
        .filter(|(_, n)| *n != 0)
        .map(|((dimension, bucket), n)| {
            let tally = from_row(&dimension, &bucket).ok_or_else(damaged)?;
            Ok((tally, u64::try_from(n).map_err(|_| damaged())?))
        })
        .collect()
}

/// True if other tallies are stored than these.
pub(super) async fn differ(
    connection: &mut Connection<'_>,
    quiz: &QuizId,
    expected: &TallyChanges,
) -> Result<bool, sqlx::Error> {
    let select = sql!(
        "SELECT '' AS dimension, changes AS bucket, CAST(0 AS BIGINT) AS n FROM tally_changes WHERE quiz_id = $1
         UNION ALL SELECT dimension, bucket, n FROM tallies WHERE quiz_id = $1 AND n <> 0"
    );
    let Ok(stored) = summed(connection.rows(select.bind(quiz)).await?, |_| true) else { return Ok(true) };
    let stored: BTreeMap<Tally, i64> = stored.into_iter().map(|(tally, n)| (tally, n.cast_signed())).collect();
    Ok(!expected.iter().map(|(tally, n)| (tally.clone(), n)).eq(stored))
}

/// Dimension and bucket.
fn to_row(tally: &Tally) -> (&'static str, String) {
    match tally {
        Tally::Started(day) => ("started", day.number().to_string()),
        Tally::Completed(day) => ("completed", day.number().to_string()),
        Tally::Score(score) => ("score", score.to_string()),
        Tally::CategoryScore(category, points) => (category.as_str(), points.get().to_string()),
        Tally::Duration(duration) => ("took", duration.seconds().to_string()),
        Tally::Language(language) => ("language", language.to_string()),
        Tally::Answer(question, option) => ("answer", format!("{question}/{option}")),
        Tally::Answered(question) => ("answered", question.to_string()),
        Tally::Chosen(question, option) => ("chosen", format!("{question}/{option}")),
        Tally::Number(question, number) => ("number", format!("{question}/{number}")),
        Tally::OwnScore(category, score) => ("category", format!("{category}/{score}")),
        Tally::Band(category, band) => {
            ("band", format!("{}/{band}", category.as_ref().map_or("", |category| category.as_str())))
        }
    }
}

/// `None` for a row that no release has written.
pub(super) fn from_row(dimension: &str, bucket: &str) -> Option<Tally> {
    let day = || bucket.parse().ok().map(Day::from_number);
    let points = || bucket.parse().ok().and_then(Points::new);
    let parts = || bucket.split_once('/');
    let question = || QuestionId::parse(parts()?.0).ok();
    let option = || OptionId::parse(parts()?.1).ok();
    let number = || Decimal::parse(parts()?.1);
    Some(match dimension {
        "started" => Tally::Started(day()?),
        "completed" => Tally::Completed(day()?),
        "score" => Tally::Score(Decimal::parse(bucket)?),
        "took" => Tally::Duration(DurationBucket::from_seconds(bucket.parse().ok()?)),
        "language" => Tally::Language(Language::parse(bucket).ok()?),
        "answered" => Tally::Answered(QuestionId::parse(bucket).ok()?),
        "answer" => Tally::Answer(question()?, option()?),
        "chosen" => Tally::Chosen(question()?, option()?),
        "number" => Tally::Number(question()?, number()?),
        "category" => Tally::OwnScore(Name::parse(parts()?.0).ok()?, number()?),
        "band" => {
            let (category, band) = parts()?;
            Tally::Band(
                Some(category).filter(|id| !id.is_empty()).map(Name::parse).transpose().ok()?,
                Name::parse(band).ok()?,
            )
        }
        category => {
            let category = Category::ALL.into_iter().find(|known| known.as_str() == category)?;
            Tally::CategoryScore(category, points()?)
        }
    })
}
