//! The tallies as rows, updated by the writes that change records and read by the insights.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    Category, Day, Decimal, DurationBucket, Language, Name, OptionId, Points, QuestionId, QuizId, Tally, TallyChanges,
};

use super::{Connection, Sql, Texts, sql};
use crate::store::Result;

static ADD: Sql = Sql::of(Texts {
    sqlite: "INSERT INTO tallies (quiz_id, dimension, bucket, n) VALUES ($1, $2, $3, $4)
             ON CONFLICT (quiz_id, dimension, bucket) DO UPDATE SET n = tallies.n + excluded.n",
    postgres: "INSERT INTO tallies (quiz_id, dimension, bucket, n)
               SELECT given.value ->> 0, given.value ->> 1, given.value ->> 2, CAST(given.value ->> 3 AS BIGINT)
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               ON CONFLICT (quiz_id, dimension, bucket) DO UPDATE SET n = tallies.n + excluded.n",
});

/// Updates the tallies of quizzes, within the write that changes their records.
pub(super) async fn apply(
    connection: &mut Connection<'_>,
    quizzes: &BTreeMap<&QuizId, TallyChanges>,
) -> Result<(), sqlx::Error> {
    let rows: Vec<(&str, &str, String, i64)> = quizzes
        .iter()
        .flat_map(|(quiz, changes)| changes.iter().map(|(tally, by)| (quiz.as_str(), tally, by)))
        .map(|(quiz, tally, by)| {
            let (dimension, bucket) = to_row(tally);
            (quiz, dimension, bucket, by)
        })
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    connection.execute_each(&ADD, &rows).await?;
    for (quiz, changes) in quizzes {
        if changes.iter().any(|(_, by)| by < 0) {
            let delete = sql!("DELETE FROM tallies WHERE quiz_id = $1 AND n = 0");
            connection.execute(delete.bind(*quiz)).await?;
        }
    }
    Ok(())
}

pub(super) async fn differ(
    connection: &mut Connection<'_>,
    quiz: &QuizId,
    expected: &TallyChanges,
) -> Result<bool, sqlx::Error> {
    let select = sql!("SELECT dimension, bucket, n FROM tallies WHERE quiz_id = $1 AND n <> 0").bind(quiz);
    let stored: Vec<(String, String, i64)> = connection.rows(select).await?;
    let row = |(tally, n): (&Tally, i64)| {
        let (dimension, bucket) = to_row(tally);
        (dimension.to_owned(), bucket, n)
    };
    let expected: BTreeSet<_> = expected.iter().map(row).collect();
    Ok(stored.into_iter().collect::<BTreeSet<_>>() != expected)
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

/// Returns `None` for a row that no release has written.
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
