//! Finds and repairs rows that servers of earlier releases write into a database that was migrated meanwhile.
//!
//! They store whole points where scores are kept in tenths, and know neither the rows that lists by score are read from nor
//! the numbers of changes. A record's answers tell what its scores have to be, and the records what follows from them.

use std::collections::BTreeMap;

use domain::{AnswersRecord, Definition, QuizId, TallyChanges};
use macro_rules_attribute::derive;

use super::{
    Connection, Sql, record_row::RecordRow, replacements, rows::columns, sql, submitted_scores, tallies,
    transaction::decode,
};
use crate::store::{Divergence, Result, Store, Transaction};

/// Records read in one piece, each with all attempts.
const PIECE: i64 = 500;

static GIVE_NUMBERS: Sql = Sql::each(
    "UPDATE records SET changed = given.key + {next_change_of_given}
     FROM {given} WHERE quiz_id = given.value ->> 0 AND user_id = given.value ->> 1",
);

static GIVE_SCORES: Sql = Sql::each(
    "UPDATE past_attempts SET score = CAST(given.value ->> 3 AS BIGINT), own_scores = NULL
     FROM {given} WHERE quiz_id = given.value ->> 0 AND user_id = given.value ->> 1
     AND attempt = CAST(given.value ->> 2 AS BIGINT)",
);

impl Store {
    /// Reads all records of the quiz.
    pub async fn divergence(&self, quiz: &QuizId) -> Result<Divergence> {
        let quiz = quiz.clone();
        self.snapshot(|mut connection| Box::pin(async move { examine(&mut connection, &quiz).await })).await
    }
}

impl Transaction<'_> {
    /// Puts right what diverges in a quiz, and returns what that was.
    pub async fn repair(&mut self, quiz: &QuizId) -> Result<Divergence> {
        let repaired = repair(&mut *self.connection().await, quiz).await;
        self.noted(repaired)
    }
}

#[derive(columns!)]
struct NumberedRow {
    record: RecordRow,
    changed: i64,
}

/// A record or an earlier attempt as it has to be.
struct Checked {
    record: AnswersRecord,
    /// True if its scores are stored in another way.
    is_falsified: bool,
}

/// Some records with all attempts.
struct Piece {
    records: Vec<Checked>,
    earlier: Vec<Checked>,
    /// Users whose record has no number among the changes.
    unnumbered: Vec<String>,
}

/// Reads the records of a quiz in the order of their users.
struct Pieces {
    quiz: QuizId,
    definitions: BTreeMap<u32, Definition>,
    last: String,
}

impl Pieces {
    async fn of(connection: &mut Connection<'_>, quiz: &QuizId) -> Result<Self, sqlx::Error> {
        let select = sql!("SELECT quiz_id, version, definition FROM quiz_versions WHERE quiz_id = $1");
        let versions = connection.rows(select.bind(quiz)).await?;
        let definitions = versions.into_iter().map(decode).collect::<Result<_, _>>()?;
        Ok(Self { quiz: quiz.clone(), definitions, last: String::new() })
    }

    async fn next(&mut self, connection: &mut Connection<'_>) -> Result<Option<Piece>, sqlx::Error> {
        let select =
            sql!("SELECT {record}, changed FROM records WHERE quiz_id = $1 AND user_id > $2 ORDER BY user_id LIMIT $3");
        let select = select.bind(&self.quiz).bind(&self.last).bind(PIECE);
        let rows: Vec<NumberedRow> = connection.rows(select).await?;
        let Some(last) = rows.last() else { return Ok(None) };
        let last = last.record.user_id.clone();
        let select = sql!(
            "SELECT {record} FROM past_attempts AS records WHERE quiz_id = $1 AND user_id > $2 AND user_id <= $3
             ORDER BY user_id, attempt"
        );
        let select = select.bind(&self.quiz).bind(&self.last).bind(&last);
        let earlier: Vec<RecordRow> = connection.rows(select).await?;
        self.last = last;
        let unnumbered = rows.iter().filter(|row| row.changed == 0).map(|row| row.record.user_id.clone()).collect();
        Ok(Some(Piece {
            records: rows.into_iter().map(|row| self.check(row.record)).collect::<Result<_, _>>()?,
            earlier: earlier.into_iter().map(|row| self.check(row)).collect::<Result<_, _>>()?,
            unnumbered,
        }))
    }

    fn check(&self, row: RecordRow) -> Result<Checked, sqlx::Error> {
        let meant = row.in_points();
        let record: AnswersRecord = decode(row)?;
        let Some(meant) = meant else { return Ok(Checked { record, is_falsified: false }) };
        let meant: AnswersRecord = decode(meant)?;
        let is_falsified = meant != record && self.has_its_scores(&meant);
        Ok(Checked { record: if is_falsified { meant } else { record }, is_falsified })
    }

    /// True if these are the scores that the record's answers give.
    fn has_its_scores(&self, record: &AnswersRecord) -> bool {
        let Some(submission) = &record.submission else { return false };
        let Some(definition) = self.definitions.get(&record.version) else { return false };
        let language = record.language.as_str();
        definition.journey(&record.answers, language).scores(language) == submission.scores
    }
}

impl Piece {
    fn falsified(checked: &[Checked]) -> impl Iterator<Item = &AnswersRecord> {
        checked.iter().filter(|checked| checked.is_falsified).map(|checked| &checked.record)
    }

    fn records(&self) -> impl Iterator<Item = &AnswersRecord> {
        self.records.iter().map(|checked| &checked.record)
    }

    /// Counts each respondent by the latest attempt that was submitted.
    fn count(&self, changes: &mut TallyChanges) {
        let mut last: BTreeMap<&str, &AnswersRecord> = BTreeMap::new();
        last.extend(self.earlier.iter().map(|earlier| (earlier.record.user.as_str(), &earlier.record)));
        for record in self.records() {
            let earlier = last.get(record.user.as_str()).filter(|_| record.submission.is_none());
            changes.add(earlier.copied().unwrap_or(record));
        }
    }
}

async fn examine(connection: &mut Connection<'_>, quiz: &QuizId) -> Result<Divergence, sqlx::Error> {
    let mut found = Divergence::default();
    let mut figures = TallyChanges::default();
    let (mut expected, mut present) = (0, 0);
    let mut pieces = Pieces::of(connection, quiz).await?;
    while let Some(piece) = pieces.next(connection).await? {
        for checked in [&piece.records, &piece.earlier] {
            found.scores += Piece::falsified(checked).count() as u64;
        }
        found.unnumbered += piece.unnumbered.len() as u64;
        piece.count(&mut figures);
        expected += submitted_scores::expected(piece.records());
        present += submitted_scores::present(connection, piece.records()).await?;
    }
    found.has_other_lists = present != expected || submitted_scores::count(connection, quiz).await? != expected;
    found.has_other_figures = tallies::differ(connection, quiz, &figures).await?;
    Ok(found)
}

async fn repair(connection: &mut Connection<'_>, quiz: &QuizId) -> Result<Divergence, sqlx::Error> {
    // Holds back the changes of others.
    connection.number_changes(quiz.as_str(), 1).await?;
    let found = examine(connection, quiz).await?;
    if found == Divergence::default() {
        return Ok(found);
    }
    let mut figures = TallyChanges::default();
    for delete in
        [sql!("DELETE FROM submitted_scores WHERE quiz_id = $1"), sql!("DELETE FROM tallies WHERE quiz_id = $1")]
    {
        connection.execute(delete.bind(quiz)).await?;
    }
    let mut pieces = Pieces::of(connection, quiz).await?;
    while let Some(piece) = pieces.next(connection).await? {
        let falsified: Vec<_> = Piece::falsified(&piece.records).collect();
        connection.number_changes(quiz.as_str(), falsified.len()).await?;
        replacements::store(connection, &falsified).await?;
        let earlier: Vec<_> = Piece::falsified(&piece.earlier).map(score_of).collect();
        connection.execute_each(&GIVE_SCORES, &earlier).await?;
        let is_left = |user: &&String| !falsified.iter().any(|record| record.user.as_str() == user.as_str());
        let unnumbered: Vec<_> = piece.unnumbered.iter().filter(is_left).map(|user| (quiz.as_str(), user)).collect();
        connection.number_changes(quiz.as_str(), unnumbered.len()).await?;
        connection.execute_each(&GIVE_NUMBERS, &unnumbered).await?;
        submitted_scores::replace(connection, [].into_iter(), piece.records()).await?;
        piece.count(&mut figures);
    }
    tallies::apply(connection, &BTreeMap::from([(quiz, figures)])).await?;
    Ok(found)
}

/// Quiz, user, attempt and overall score in tenths.
fn score_of(record: &AnswersRecord) -> (&str, &str, u32, Option<i64>) {
    let overall = record.submission.as_ref().and_then(|submission| submission.scores.overall.as_ref());
    (record.quiz_id.as_str(), record.user.as_str(), record.attempt, overall.map(|overall| overall.score.tenths()))
}
