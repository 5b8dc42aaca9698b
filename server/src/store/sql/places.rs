//! Places that respondents have taken, counted by the tallies, which the same write changes.

use std::collections::{BTreeMap, HashMap};

use domain::{AnswersRecord, Limit, LimitedTo, OptionId, QuestionId, QuizId, TallyChanges};

use super::{Connection, Reads, Statement, sql};
use crate::store::Result;

/// The places taken before a group of writes, by what is limited.
#[derive(Default)]
pub(super) struct Taken(BTreeMap<LimitedTo, i64>);

impl Taken {
    /// Returns the first of the limits that the record would exceed. `earlier` are the changes of the group so far. On
    /// PostgreSQL, the write has to hold the quiz's row of change numbers, which lets in one at a time.
    pub(super) async fn find_full(
        &mut self,
        connection: &mut Connection<'_>,
        limits: &[Limit],
        (old, new): (&AnswersRecord, &AnswersRecord),
        earlier: &TallyChanges,
    ) -> Result<Option<LimitedTo>, sqlx::Error> {
        if limits.is_empty() {
            return Ok(None);
        }
        let mut own = TallyChanges::default();
        own.subtract(old);
        own.add(new);
        for Limit { of, most } in limits {
            let more = added(&own, of);
            let before = match self.0.get(of) {
                Some(before) => *before,
                None => {
                    let rows: Vec<(i64,)> = connection.rows(select(&new.quiz_id, of)).await?;
                    *self.0.entry(of.clone()).or_insert(rows.first().map_or(0, |(taken,)| *taken))
                }
            };
            // Respondents who take the quiz again keep their place.
            if more > 0 && before + added(earlier, of) + more > i64::from(*most) {
                return Ok(Some(of.clone()));
            }
        }
        Ok(None)
    }
}

impl Reads<'_> {
    pub async fn places_taken(&self, quiz: &QuizId, of: &LimitedTo) -> Result<u32> {
        let rows: Vec<(i64,)> = self.rows(select(quiz, of)).await?;
        Ok(rows.first().map_or(0, |(taken,)| number(*taken)))
    }

    /// The number of respondents who chose each option of a question.
    pub async fn options_taken(&self, quiz: &QuizId, question: &QuestionId) -> Result<HashMap<OptionId, u32>> {
        // Behind the slash comes the zero.
        let select = sql!(
            "SELECT bucket, n FROM tallies
             WHERE quiz_id = $1 AND dimension IN ('answer', 'chosen') AND bucket > $2 AND bucket < $3"
        );
        let select = select.bind(quiz).bind(format!("{question}/")).bind(format!("{question}0"));
        let mut taken = HashMap::new();
        for (bucket, n) in self.rows::<(String, i64)>(select).await? {
            let option = bucket.split_once('/').and_then(|(_, option)| OptionId::parse(option).ok());
            if let Some(option) = option {
                *taken.entry(option).or_default() += number(n);
            }
        }
        Ok(taken)
    }
}

fn number(taken: i64) -> u32 {
    u32::try_from(taken).unwrap_or_default()
}

fn added(changes: &TallyChanges, of: &LimitedTo) -> i64 {
    changes.iter().filter(|(tally, _)| of.is_counted_by(tally)).map(|(_, by)| by).sum()
}

fn select(quiz: &QuizId, of: &LimitedTo) -> Statement {
    match of {
        LimitedTo::Quiz => sql!(
            "SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM tallies WHERE quiz_id = $1 AND dimension = 'completed'"
        )
        .bind(quiz),
        LimitedTo::Option(question, option) => sql!(
            "SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM tallies
             WHERE quiz_id = $1 AND dimension IN ('answer', 'chosen') AND bucket = $2"
        )
        .bind(quiz)
        .bind(format!("{question}/{option}")),
    }
}
