//! Finds and repairs rows that servers of earlier releases write into a database that was migrated meanwhile.
//!
//! They store whole points where scores are kept in tenths, and know neither the rows that lists by score are read from nor
//! the numbers of changes. A record's answers tell what its scores have to be, and the records what follows from them.

use std::collections::BTreeMap;

use domain::{AnswersRecord, Definition, NamespaceId, QuizId, TallyChanges};
use macro_rules_attribute::derive;

use super::{
    Connection, Sql, Texts,
    damage::{self, Damage, Examined},
    record_row::RecordRow,
    replacements,
    rows::columns,
    sql, submitted_scores, tallies,
    transaction::decode,
};
use crate::store::{Divergence, Result, Store, StoreError, Transaction};

/// Records read in one piece, each with all attempts.
const PIECE: i64 = 500;

static GIVE_NUMBERS: Sql = Sql::of(Texts {
    sqlite: "UPDATE records SET
                 changed = 1 + max((SELECT coalesce(max(r.changed), 0) FROM records AS r WHERE r.quiz_id = $1),
                           (SELECT coalesce(max(e.changed), 0) FROM erased_records AS e WHERE e.quiz_id = $1))
             WHERE quiz_id = $1 AND user_id = $2",
    postgres: "UPDATE records SET
                   changed = given.key
                       + coalesce((SELECT c.first FROM change_numbers AS c WHERE c.quiz_id = given.value ->> 0), 0)
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               WHERE quiz_id = given.value ->> 0 AND user_id = given.value ->> 1",
});

static GIVE_SCORES: Sql = Sql::of(Texts {
    sqlite: "UPDATE past_attempts SET score = $4, own_scores = NULL
             WHERE quiz_id = $1 AND user_id = $2 AND attempt = $3",
    postgres: "UPDATE past_attempts SET score = CAST(given.value ->> 3 AS BIGINT), own_scores = NULL
               FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key)
               WHERE quiz_id = given.value ->> 0 AND user_id = given.value ->> 1
                   AND attempt = CAST(given.value ->> 2 AS BIGINT)",
});

impl Store {
    /// The quizzes with something to be put right, and what only a backup can put right. Reads all records.
    pub async fn examine_answers(&self) -> Result<Examined> {
        let select = sql!("SELECT namespace_id, id FROM quizzes WHERE deleted_at IS NULL ORDER BY namespace_id, id");
        let quizzes: Vec<(String, String)> = self.rows(select).await?;
        let mut examined = Examined::default();
        for (namespace, quiz) in quizzes {
            let damaged = |_| StoreError::Internal(format!("the quiz {quiz} of {namespace} has a damaged id"));
            let id = QuizId::parse(&quiz).map_err(damaged)?;
            match self.examine(&id).await {
                Ok((divergence, damage)) => {
                    examined.damage.extend(damage);
                    if divergence != Divergence::default() {
                        let namespace = NamespaceId::parse(&namespace).map_err(damaged)?;
                        examined.diverging.push((namespace, id, divergence));
                    }
                }
                Err(StoreError::Internal(what)) => examined.damage.push(Damage { quiz: id, user: None, what }),
                Err(error) => return Err(error),
            }
        }
        Ok(examined)
    }

    /// What diverges in a quiz as far as its records can be read, and what is damaged. Reads all of them.
    pub async fn examine(&self, quiz: &QuizId) -> Result<(Divergence, Vec<Damage>)> {
        let quiz = quiz.clone();
        self.snapshot(move |mut connection| Box::pin(async move { examine(&mut connection, &quiz).await })).await
    }
}

impl Transaction<'_> {
    /// Puts right what diverges in a quiz, and returns what that was. Fails where something is damaged.
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

/// Some records with all attempts, as far as they can be read.
struct Piece {
    records: Vec<Checked>,
    earlier: Vec<Checked>,
    /// Users whose record has no number among the changes.
    unnumbered: Vec<String>,
    damage: Vec<Damage>,
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
        let rows: Vec<Result<NumberedRow, _>> =
            connection.fetch(select.bind(&self.quiz).bind(&self.last).bind(PIECE)).await?;
        // Of a row that cannot be read, this still tells whose it is.
        let select = sql!("SELECT user_id FROM records WHERE quiz_id = $1 AND user_id > $2 ORDER BY user_id LIMIT $3");
        let users: Vec<(String,)> = connection.rows(select.bind(&self.quiz).bind(&self.last).bind(PIECE)).await?;
        let Some((last,)) = users.last().cloned() else { return Ok(None) };
        let select = sql!(
            "SELECT {record} FROM past_attempts AS records WHERE quiz_id = $1 AND user_id > $2 AND user_id <= $3
             ORDER BY user_id, attempt"
        );
        let earlier: Vec<Result<RecordRow, _>> =
            connection.fetch(select.bind(&self.quiz).bind(&self.last).bind(&last)).await?;
        self.last = last;
        let (mut unnumbered, mut damage) = (Vec::new(), Vec::new());
        let mut records = Vec::with_capacity(rows.len());
        for (row, (user,)) in rows.into_iter().zip(users) {
            if row.as_ref().is_ok_and(|row| row.changed == 0) {
                unnumbered.push(user.clone());
            }
            records.extend(self.check(row.map(|row| row.record), Some(user), &mut damage));
        }
        let earlier = earlier.into_iter().filter_map(|row| self.check(row, None, &mut damage)).collect();
        Ok(Some(Piece { records, earlier, unnumbered, damage }))
    }

    /// The record, if it can be read. Adds what is damaged.
    fn check(
        &self,
        row: Result<RecordRow, sqlx::Error>,
        user: Option<String>,
        damage: &mut Vec<Damage>,
    ) -> Option<Checked> {
        let user = user.or_else(|| Some(row.as_ref().ok()?.user_id.clone()));
        let (what, checked) = match row {
            Ok(row) => {
                let (meant, answers) = (row.in_points(), row.answers.clone());
                let meant = meant.and_then(|meant| meant.read().ok()).filter(|meant| self.has_its_scores(meant));
                match (row.read(), meant) {
                    (Ok(record), Some(meant)) if meant != record => {
                        return Some(Checked { record: meant, is_falsified: true });
                    }
                    (Ok(record), _) => (self.fault(&record), Some(Checked { record, is_falsified: false })),
                    (Err(column), _) => (Some(damage::of_row(column, &answers)), None),
                }
            }
            Err(error) => (Some(error.to_string()), None),
        };
        damage.extend(what.map(|what| Damage { quiz: self.quiz.clone(), user, what }));
        checked
    }

    fn fault(&self, record: &AnswersRecord) -> Option<String> {
        let definition = |version| self.definitions.get(&version);
        match (definition(record.version), definition(record.scored_version())) {
            (Some(asked), Some(scored)) => record.fault(asked, scored).map(|fault| fault.to_string()),
            _ => Some("the version of the quiz that it names is not there".to_owned()),
        }
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

async fn examine(connection: &mut Connection<'_>, quiz: &QuizId) -> Result<(Divergence, Vec<Damage>), sqlx::Error> {
    let (mut found, mut damage) = (Divergence::default(), Vec::new());
    let mut figures = TallyChanges::default();
    let (mut expected, mut present) = (0, 0);
    let appended = submitted_scores::appended(connection, quiz).await?;
    let mut pieces = Pieces::of(connection, quiz).await?;
    while let Some(mut piece) = pieces.next(connection).await? {
        for checked in [&piece.records, &piece.earlier] {
            found.scores += Piece::falsified(checked).count() as u64;
        }
        found.unnumbered += piece.unnumbered.len() as u64;
        damage.append(&mut piece.damage);
        piece.count(&mut figures);
        expected += submitted_scores::expected(piece.records());
        present += submitted_scores::present(connection, piece.records(), &appended).await?;
    }
    found.has_other_lists =
        present != expected || submitted_scores::count(connection, quiz, &appended).await? != expected;
    found.has_other_figures = tallies::differ(connection, quiz, &figures).await?;
    Ok((found, damage))
}

async fn repair(connection: &mut Connection<'_>, quiz: &QuizId) -> Result<Divergence, sqlx::Error> {
    // Holds back the changes of others.
    connection.number_changes(quiz.as_str(), 1).await?;
    let (found, damage) = examine(connection, quiz).await?;
    if let Some(damage) = damage.first() {
        return Err(sqlx::Error::Decode(damage.to_string().into()));
    }
    if found == Divergence::default() {
        return Ok(found);
    }
    let mut figures = TallyChanges::default();
    for delete in [
        sql!("DELETE FROM submitted_scores WHERE quiz_id = $1"),
        sql!("DELETE FROM tally_changes WHERE quiz_id = $1"),
        sql!("DELETE FROM tallies WHERE quiz_id = $1"),
    ] {
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
        let scores = submitted_scores::changes([].into_iter(), piece.records());
        tallies::apply(connection, &BTreeMap::new(), &scores).await?;
        piece.count(&mut figures);
    }
    tallies::apply(connection, &BTreeMap::from([(quiz, figures)]), &BTreeMap::new()).await?;
    tallies::fold(connection, Some(quiz)).await?;
    Ok(found)
}

/// Quiz, user, attempt and overall score in tenths.
fn score_of(record: &AnswersRecord) -> (&str, &str, u32, Option<i64>) {
    let overall = record.submission.as_ref().and_then(|submission| submission.scores.overall.as_ref());
    (record.quiz_id.as_str(), record.user.as_str(), record.attempt, overall.map(|overall| overall.score.tenths()))
}
