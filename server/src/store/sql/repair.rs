//! Finds and repairs derived data that diverges from a quiz's records: the rows behind lists by score, and the figures.
//! Damaged records are reported and left unchanged.

use std::collections::BTreeMap;

use domain::{AnswersRecord, Definition, NamespaceId, QuizId, TallyChanges};

use super::{
    Connection,
    damage::{self, Damage, Examined},
    record_row::RecordRow,
    sql, submitted_scores, tallies,
    transaction::decode,
};
use crate::store::{Divergence, Result, Store, StoreError, Transaction};

/// Records per batch, each with all attempts.
const PIECE: i64 = 500;

impl Store {
    /// Returns the quizzes that need a repair, and the damage that only a backup can undo. Reads all records.
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

    /// Returns the divergence, as far as the quiz's records can be read, and the damage. Reads all of them.
    pub async fn examine(&self, quiz: &QuizId) -> Result<(Divergence, Vec<Damage>)> {
        let quiz = quiz.clone();
        self.snapshot(move |mut connection| Box::pin(async move { examine(&mut connection, &quiz).await })).await
    }
}

impl Transaction<'_> {
    /// Repairs the divergence of a quiz and returns it. Fails if anything is damaged.
    pub async fn repair(&mut self, quiz: &QuizId) -> Result<Divergence> {
        let repaired = repair(&mut *self.connection().await, quiz).await;
        self.noted(repaired)
    }
}

struct Piece {
    records: Vec<AnswersRecord>,
    earlier: Vec<AnswersRecord>,
    damage: Vec<Damage>,
}

/// Reads the records of a quiz in the order of user ids.
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
        let select = sql!("SELECT {record} FROM records WHERE quiz_id = $1 AND user_id > $2 ORDER BY user_id LIMIT $3");
        let rows: Vec<Result<RecordRow, _>> =
            connection.fetch(select.bind(&self.quiz).bind(&self.last).bind(PIECE)).await?;
        // Identifies the owner of a row that cannot be read.
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
        let mut damage = Vec::new();
        let rows = rows.into_iter().zip(users);
        let records = rows.filter_map(|(row, (user,))| self.check(row, Some(user), &mut damage)).collect();
        let earlier = earlier.into_iter().filter_map(|row| self.check(row, None, &mut damage)).collect();
        Ok(Some(Piece { records, earlier, damage }))
    }

    /// Decodes the record if it can be read, and collects damage.
    fn check(
        &self,
        row: Result<RecordRow, sqlx::Error>,
        user: Option<String>,
        damage: &mut Vec<Damage>,
    ) -> Option<AnswersRecord> {
        let user = user.or_else(|| Some(row.as_ref().ok()?.user_id.clone()));
        let (what, record) = match row {
            Ok(row) => {
                let answers = row.answers.clone();
                match row.read() {
                    Ok(record) => (self.fault(&record), Some(record)),
                    Err(column) => (Some(damage::of_row(column, &answers)), None),
                }
            }
            Err(error) => (Some(error.to_string()), None),
        };
        damage.extend(what.map(|what| Damage { quiz: self.quiz.clone(), user, what }));
        record
    }

    fn fault(&self, record: &AnswersRecord) -> Option<String> {
        let definition = |version| self.definitions.get(&version);
        match (definition(record.version), definition(record.scored_version())) {
            (Some(asked), Some(scored)) => record.fault(asked, scored).map(|fault| fault.to_string()),
            _ => Some("the version of the quiz that it names is not there".to_owned()),
        }
    }
}

impl Piece {
    /// Counts each respondent by the latest submitted attempt.
    fn count(&self, changes: &mut TallyChanges) {
        let mut last: BTreeMap<&str, &AnswersRecord> = BTreeMap::new();
        last.extend(self.earlier.iter().map(|earlier| (earlier.user.as_str(), earlier)));
        for record in &self.records {
            let earlier = last.get(record.user.as_str()).filter(|_| record.submission.is_none());
            changes.add(earlier.copied().unwrap_or(record));
        }
    }
}

async fn examine(connection: &mut Connection<'_>, quiz: &QuizId) -> Result<(Divergence, Vec<Damage>), sqlx::Error> {
    let (mut found, mut damage) = (Divergence::default(), Vec::new());
    let mut figures = TallyChanges::default();
    let (mut expected, mut present) = (0, 0);
    let mut pieces = Pieces::of(connection, quiz).await?;
    while let Some(mut piece) = pieces.next(connection).await? {
        damage.append(&mut piece.damage);
        piece.count(&mut figures);
        expected += submitted_scores::expected(piece.records.iter());
        present += submitted_scores::present(connection, piece.records.iter()).await?;
    }
    found.has_other_lists = present != expected || submitted_scores::count(connection, quiz).await? != expected;
    found.has_other_figures = tallies::differ(connection, quiz, &figures).await?;
    Ok((found, damage))
}

async fn repair(connection: &mut Connection<'_>, quiz: &QuizId) -> Result<Divergence, sqlx::Error> {
    // Blocks concurrent changes.
    connection.number_changes(quiz.as_str(), 1).await?;
    let (found, damage) = examine(connection, quiz).await?;
    if let Some(damage) = damage.first() {
        return Err(sqlx::Error::Decode(damage.to_string().into()));
    }
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
        submitted_scores::replace(connection, [].into_iter(), piece.records.iter()).await?;
        piece.count(&mut figures);
    }
    tallies::apply(connection, &BTreeMap::from([(quiz, figures)])).await?;
    Ok(found)
}
