//! Figures of a quiz.

use std::collections::HashMap;

use domain::{Answers, Definition, DropOff, Insights, OrderSeed, QuizId, Tally};
use indexmap::IndexMap;

use super::{Reads, Room, Sql, Statement, Texts, rows::Stored, sql, tallies};
use crate::store::{Listed, Result, StoreError};

impl Stored for (Tally, u64) {
    type Row = (String, String, i64);

    fn read((dimension, bucket, n): (String, String, i64)) -> Result<Self> {
        let tally = tallies::from_row(&dimension, &bucket).ok_or_else(|| damaged("tally"))?;
        Ok((tally, u64::try_from(n).map_err(|_| damaged("tally"))?))
    }
}

/// Maximum number of tallies to read: far more different answers than a page of figures can show.
const TALLIES: u32 = 200_000;
/// Budget for finding where respondents stop, in bytes of answers and in steps: about a tenth of a second.
const ROOM: usize = 8 * 1024 * 1024;
const STEPS: usize = 5_000_000;

static UNFINISHED: Sql = Sql::up_to(
    ROOM,
    "octet_length(answers)",
    Texts::same(
        "SELECT version, answers, language, CASE WHEN $3 = 1 THEN user_id END FROM records
         WHERE quiz_id = $1 AND submitted_at IS NULL AND attempt = 1
         ORDER BY started_at DESC, user_id DESC LIMIT $2",
    ),
);

/// The parts of an unfinished record that decide where it stopped.
#[derive(PartialEq, Eq, Hash)]
struct Begun {
    version: u32,
    answers: String,
    language: String,
    /// Where a version has another order for each respondent.
    user: Option<String>,
}

impl Stored for Begun {
    type Row = (i64, String, String, Option<String>);

    fn bytes((_, answers, ..): &Self::Row) -> usize {
        answers.len()
    }

    fn read((version, answers, language, user): Self::Row) -> Result<Self> {
        Ok(Self { version: u32::try_from(version).map_err(|_| damaged("version"))?, answers, language, user })
    }
}

impl Reads<'_> {
    /// Returns the current figures of a quiz. Each respondent counts by the latest submitted attempt. The figures of a
    /// missing quiz are empty.
    pub async fn insights(&self, quiz: &QuizId) -> Result<Insights> {
        let room = Room { rows: TALLIES, bytes: usize::MAX };
        let few = sql!(
            "SELECT dimension, bucket, n FROM tallies
             WHERE quiz_id = $1 AND dimension NOT IN ('answer', 'chosen', 'number', 'category') LIMIT $2"
        );
        // Tallies of distinct answers come last, as there may be many.
        let many = sql!(
            "SELECT dimension, bucket, n FROM tallies
             WHERE quiz_id = $1 AND dimension IN ('answer', 'chosen', 'number', 'category') LIMIT $2"
        );
        let select = |statement: Statement| statement.bind(quiz).bind(room.limit());
        let few: Listed<(Tally, u64)> = self.part(select(few), room).await?;
        let many: Listed<(Tally, u64)> = self.part(select(many), room).await?;
        let mut insights: Insights = few.items.into_iter().chain(many.items).collect();
        insights.is_partial = few.is_more || many.is_more;
        Ok(insights)
    }

    /// Returns the drop-off of unsubmitted records that were begun under one of these versions: the `limit` begun last,
    /// or as many as the budget of bytes and steps allows.
    pub async fn drop_off(&self, quiz: &QuizId, versions: &[(u32, Definition)], limit: u32) -> Result<DropOff> {
        let versions: HashMap<u32, &Definition> =
            versions.iter().map(|(version, definition)| (*version, definition)).collect();
        let room = Room { rows: limit, bytes: ROOM };
        let shuffles = versions.values().any(|definition| definition.shuffles());
        let select = UNFINISHED.statement().bind(quiz).bind(room.limit()).bind(i64::from(shuffles));
        let begun: Listed<Begun> = self.part(select, room).await?;
        // Many respondents give the same few answers.
        let mut alike: IndexMap<Begun, u64> = IndexMap::new();
        for begun in begun.items {
            *alike.entry(begun).or_default() += 1;
        }
        let (mut drop_off, mut spent) = (DropOff::default(), 0);
        for (Begun { version, answers, language, user }, count) in alike {
            let Some(definition) = versions.get(&version) else { continue };
            let answers: Answers = serde_json::from_str(&answers).map_err(|_| damaged("record's answers"))?;
            if spent > STEPS {
                drop_off.is_partial = true;
                break;
            }
            if definition.shuffles() {
                spent += definition.parts();
            }
            let seed = OrderSeed { quiz, user: user.as_deref().unwrap_or_default(), attempt: 1 };
            drop_off.add(&definition.in_order(seed).drop_off(&answers, &language, &mut spent), count);
        }
        drop_off.is_partial |= begun.is_more;
        Ok(drop_off)
    }
}

fn damaged(what: &str) -> StoreError {
    StoreError::Internal(format!("a stored {what} is damaged"))
}
