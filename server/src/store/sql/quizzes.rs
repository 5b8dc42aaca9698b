//! Quizzes and their versions.

use std::sync::Arc;

use domain::{
    Definition, Edition, Language, NamespaceId, OptionCodes, Quiz, QuizId, QuizKind, QuizStatus, Retention,
    SessionSecret, Timestamp,
};
use macro_rules_attribute::derive;
use serde::de::DeserializeOwned;

use super::{
    PAGE, Reads, Room, Sql, Texts,
    rows::{Stored, columns, count, damaged, moment},
    sql,
    usage::{ROW, length},
};
use crate::store::{Counts, Listed, Page, QuizEntry, QuizSummary, Result, StoreError, Transaction};

#[derive(columns!)]
pub(in crate::store) struct QuizRow {
    id: String,
    namespace_id: String,
    kind: String,
    settings: String,
    version: i64,
    created_at: i64,
    updated_at: i64,
    definition: String,
    unfinished_days: Option<i64>,
    answers_days: Option<i64>,
    secret: Option<Vec<u8>>,
}

fn parsed<T: DeserializeOwned>(text: &str, what: &str, quiz: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|_| damaged(format!("{what} of the quiz {quiz}")))
}

impl Stored for Quiz {
    type Row = QuizRow;

    fn bytes(row: &QuizRow) -> usize {
        row.settings.len() + row.definition.len()
    }

    fn read(mut row: QuizRow) -> Result<Self> {
        let definition = parsed(&std::mem::take(&mut row.definition), "definition", &row.id)?;
        row.read_with(Arc::new(definition))
    }
}

impl QuizRow {
    /// Decodes the quiz, with the known definition if the row has none.
    pub(in crate::store) fn read_with(self, known: Arc<Definition>) -> Result<Quiz> {
        let what = format!("quiz {}", self.id);
        let damaged = || damaged(&what);
        let definition = if self.definition.is_empty() {
            known
        } else {
            Arc::new(parsed(&self.definition, "definition", &self.id)?)
        };
        Ok(Quiz {
            id: QuizId::parse(&self.id).map_err(|_| damaged())?,
            namespace_id: NamespaceId::parse(&self.namespace_id).map_err(|_| damaged())?,
            kind: QuizKind::parse(&self.kind).ok_or_else(damaged)?,
            settings: parsed(&self.settings, "settings", &self.id)?,
            version: count(self.version, &what)?,
            definition,
            retention: Retention::new(self.unfinished_days, self.answers_days).map_err(|_| damaged())?,
            session_secret: self.secret.map(SessionSecret::new),
            created_at: moment(self.created_at),
            updated_at: moment(self.updated_at),
        })
    }
}

#[derive(columns!)]
pub(in crate::store) struct CountsRow {
    started: i64,
    completed: i64,
}

impl Stored for Counts {
    type Row = CountsRow;

    fn read(row: CountsRow) -> Result<Self> {
        Ok(Self { started: count(row.started, "count")?, completed: count(row.completed, "count")? })
    }
}

#[derive(columns!)]
pub(in crate::store) struct SummaryRow {
    id: String,
    namespace_id: String,
    kind: String,
    settings: String,
    language: String,
    version: i64,
    created_at: i64,
    updated_at: i64,
}

#[derive(columns!)]
pub(in crate::store) struct ListedRow {
    counts: CountsRow,
    quiz: SummaryRow,
}

impl Stored for QuizSummary {
    type Row = ListedRow;

    fn bytes(row: &ListedRow) -> usize {
        row.quiz.settings.len()
    }

    fn read(ListedRow { quiz: row, counts }: ListedRow) -> Result<Self> {
        let what = format!("quiz {}", row.id);
        let damaged = || damaged(&what);
        Ok(Self {
            id: QuizId::parse(&row.id).map_err(|_| damaged())?,
            namespace_id: NamespaceId::parse(&row.namespace_id).map_err(|_| damaged())?,
            kind: QuizKind::parse(&row.kind).ok_or_else(damaged)?,
            settings: parsed(&row.settings, "settings", &row.id)?,
            language: Language::parse(&row.language).map_err(|_| damaged())?,
            version: count(row.version, &what)?,
            created_at: moment(row.created_at),
            updated_at: moment(row.updated_at),
            counts: Counts::read(counts)?,
        })
    }
}

#[derive(columns!)]
pub(in crate::store) struct EntryRow {
    id: String,
    kind: String,
    name: String,
    language: String,
    status: String,
    opens_at: Option<i64>,
    closes_at: Option<i64>,
    created_at: i64,
}

impl Stored for QuizEntry {
    type Row = EntryRow;

    fn bytes(row: &EntryRow) -> usize {
        row.name.len()
    }

    fn read(row: EntryRow) -> Result<Self> {
        let what = format!("quiz {}", row.id);
        let damaged = || damaged(&what);
        Ok(Self {
            id: QuizId::parse(&row.id).map_err(|_| damaged())?,
            kind: QuizKind::parse(&row.kind).ok_or_else(damaged)?,
            name: parsed(&row.name, "name", &row.id)?,
            language: Language::parse(&row.language).map_err(|_| damaged())?,
            status: QuizStatus::parse(&row.status).ok_or_else(damaged)?,
            opens_at: row.opens_at.map(moment),
            closes_at: row.closes_at.map(moment),
            created_at: moment(row.created_at),
        })
    }
}

#[derive(columns!)]
pub(in crate::store) struct VersionRow {
    quiz_id: String,
    version: i64,
    definition: String,
}

impl Stored for (u32, Definition) {
    type Row = VersionRow;

    fn bytes(row: &VersionRow) -> usize {
        row.definition.len()
    }

    fn read(row: VersionRow) -> Result<Self> {
        Ok((count(row.version, "version")?, parsed(&row.definition, "definition", &row.quiz_id)?))
    }
}

impl Stored for (NamespaceId, QuizId) {
    type Row = (String, String);

    fn read((namespace, id): (String, String)) -> Result<Self> {
        let known = NamespaceId::parse(&namespace).ok().zip(QuizId::parse(&id).ok());
        known.ok_or_else(|| damaged(format!("quiz {id}")))
    }
}

impl Stored for (u32, Timestamp) {
    type Row = (i64, i64);

    fn read((version, created_at): (i64, i64)) -> Result<Self> {
        Ok((count(version, "version")?, moment(created_at)))
    }
}

static OF_NAMESPACE: Sql = Sql::up_to(
    PAGE,
    "octet_length(settings)",
    Texts::same(
        "SELECT
         (SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM tallies
          WHERE quiz_id = q.id AND dimension = 'started') AS started,
         (SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM tallies
          WHERE quiz_id = q.id AND dimension = 'completed') AS completed,
         id, namespace_id, kind, settings, language, version, created_at, updated_at
     FROM quizzes q
     WHERE namespace_id = $1 AND (created_at, id) < ($2, $3) AND deleted_at IS NULL
     ORDER BY created_at DESC, id DESC LIMIT $4",
    ),
);

static ENTRIES: Sql = Sql::up_to(
    PAGE,
    "octet_length(name)",
    Texts {
        sqlite: "SELECT id, kind, CAST(settings -> 'name' AS TEXT) AS name, language, settings ->> 'status' AS status,
                     CAST(settings ->> 'opens_at' AS BIGINT) AS opens_at,
                     CAST(settings ->> 'closes_at' AS BIGINT) AS closes_at, created_at
                 FROM quizzes
                 WHERE namespace_id = $1 AND (created_at, id) < ($2, $3) AND deleted_at IS NULL
                 ORDER BY created_at DESC, id DESC LIMIT $4",
        postgres: "SELECT id, kind, CAST(CAST(settings AS json) -> 'name' AS TEXT) AS name, language, CAST(settings AS json) ->> 'status' AS status,
                       CAST(CAST(settings AS json) ->> 'opens_at' AS BIGINT) AS opens_at,
                       CAST(CAST(settings AS json) ->> 'closes_at' AS BIGINT) AS closes_at, created_at
                   FROM quizzes
                   WHERE namespace_id = $1 AND (created_at, id) < ($2, $3) AND deleted_at IS NULL
                   ORDER BY created_at DESC, id DESC LIMIT $4",
    },
);

static LATEST_VERSIONS: Sql = Sql::up_to(
    LATEST,
    "octet_length(definition)",
    Texts::same(
        "SELECT quiz_id, version, definition FROM quiz_versions WHERE quiz_id = $1 AND version < $2 ORDER BY version DESC",
    ),
);

/// Byte limit of the definitions that are read to find a quiz's past questions: many versions of a large quiz.
const LATEST: usize = 4 * 1024 * 1024;

pub(super) fn json<T: serde::Serialize>(value: &T) -> Result<String> {
    serde_json::to_string(value).map_err(|error| StoreError::Internal(error.to_string()))
}

const QUIZ: &str = "SELECT q.id, q.namespace_id, q.kind, q.settings, q.version, q.created_at, q.updated_at,
         {definition} AS definition, r.unfinished_days, r.answers_days, s.secret
     FROM quizzes q JOIN quiz_versions v ON v.quiz_id = q.id AND v.version = q.version
         LEFT JOIN retention r ON r.namespace_id = q.namespace_id
         LEFT JOIN session_secrets s ON s.quiz_id = q.id
     WHERE q.id = $1 AND q.deleted_at IS NULL";
static BY_ID: Sql = Sql::with(&[("{definition}", "v.definition")], QUIZ);
/// Omits the definition if the current version is the known one.
static AGAIN: Sql = Sql::with(&[("{definition}", "CASE WHEN q.version = $2 THEN '' ELSE v.definition END")], QUIZ);

impl Reads<'_> {
    /// With the definition of its current version.
    pub async fn quiz(&self, id: &QuizId) -> Result<Option<Quiz>> {
        self.find(BY_ID.statement().bind(id)).await
    }

    /// Same as [`quiz`](Self::quiz), but shares the definition of `known` if its version is still current.
    pub async fn quiz_again(&self, known: &Quiz) -> Result<Option<Quiz>> {
        let select = AGAIN.statement().bind(&known.id).bind(known.version);
        let Some(row) = self.rows::<QuizRow>(select).await?.pop() else { return Ok(None) };
        let known = Arc::clone(&known.definition);
        self.offload(Quiz::bytes(&row), move || row.read_with(known)).await.map(Some)
    }

    /// Returns quizzes whose current version has built-in questions, all in the wording of another edition.
    pub async fn quizzes_outside_edition(&self, edition: Edition) -> Result<Vec<(NamespaceId, QuizId)>> {
        let select = sql!(
            "SELECT q.namespace_id, q.id FROM quizzes q
                 JOIN quiz_versions v ON v.quiz_id = q.id AND v.version = q.version
             WHERE q.deleted_at IS NULL AND v.definition LIKE '%{\"id\":\"fhn_\",%' AND v.definition NOT LIKE $1 AND v.definition NOT LIKE $2
             ORDER BY q.namespace_id, q.id"
        );
        let [informal, formal] = edition.stored().map(|number| format!("%{{\"edition\":{number},%"));
        self.list(select.bind(informal).bind(formal)).await
    }

    pub async fn namespace_of_quiz(&self, id: &QuizId) -> Result<Option<NamespaceId>> {
        self.find(sql!("SELECT namespace_id FROM quizzes WHERE id = $1 AND deleted_at IS NULL").bind(id)).await
    }

    pub async fn definition(&self, id: &QuizId, version: u32) -> Result<Option<Definition>> {
        let select = sql!("SELECT quiz_id, version, definition FROM quiz_versions WHERE quiz_id = $1 AND version = $2");
        let found = self.find(select.bind(id).bind(i64::from(version))).await?;
        Ok(found.map(|(_, definition): (u32, _)| definition))
    }

    /// Versions and their creation times, newest first. A page begins after a version.
    pub async fn versions(&self, id: &QuizId, page: Page<u32>) -> Result<Vec<(u32, Timestamp)>> {
        let select = sql!(
            "SELECT version, created_at FROM quiz_versions WHERE quiz_id = $1 AND version < $2
             ORDER BY version DESC LIMIT $3"
        );
        let before = page.after.map_or(i64::MAX, i64::from);
        self.list(select.bind(id).bind(before).bind(i64::from(page.limit))).await
    }

    /// Newest first. A page begins after a quiz's creation and id.
    pub async fn quizzes(
        &self,
        namespace: &NamespaceId,
        page: Page<(Timestamp, QuizId)>,
    ) -> Result<Listed<QuizSummary>> {
        self.listed(&OF_NAMESPACE, namespace, &page).await
    }

    /// Same as [`quizzes`](Self::quizzes), with the fields that a search matches.
    pub async fn quiz_entries(
        &self,
        namespace: &NamespaceId,
        page: Page<(Timestamp, QuizId)>,
    ) -> Result<Listed<QuizEntry>> {
        self.listed(&ENTRIES, namespace, &page).await
    }

    async fn listed<T: Stored + 'static>(
        &self,
        sql: &'static Sql,
        namespace: &NamespaceId,
        page: &Page<(Timestamp, QuizId)>,
    ) -> Result<Listed<T>> {
        let (created_at, id) = match &page.after {
            Some((created_at, id)) => (created_at.nanoseconds(), id.as_str()),
            None => (i64::MAX, ""),
        };
        let room = Room::of_page(page.limit);
        self.part(sql.statement().bind(namespace).bind(created_at).bind(id).bind(room.limit()), room).await
    }

    /// Returns all versions, oldest first.
    pub async fn definitions(&self, id: &QuizId) -> Result<Vec<(u32, Definition)>> {
        let select = sql!("SELECT quiz_id, version, definition FROM quiz_versions WHERE quiz_id = $1 ORDER BY version");
        self.list(select.bind(id)).await
    }

    pub async fn latest_definitions(&self, id: &QuizId) -> Result<Listed<(u32, Definition)>> {
        self.definitions_before(id, None).await
    }

    async fn definitions_before(&self, id: &QuizId, version: Option<u32>) -> Result<Listed<(u32, Definition)>> {
        let select = LATEST_VERSIONS.statement().bind(id).bind(version.map_or(i64::MAX, i64::from));
        self.part(select, Room { rows: u32::MAX, bytes: LATEST }).await
    }

    /// Returns the option codes of all versions.
    pub async fn option_codes(&self, id: &QuizId) -> Result<OptionCodes> {
        let (mut codes, mut before) = (OptionCodes::default(), None);
        loop {
            let listed = self.definitions_before(id, before).await?;
            before = listed.next(|(version, _)| *version);
            let add = move || {
                listed.items.iter().for_each(|(_, definition)| codes.add(definition));
                Ok(codes)
            };
            codes = self.offload(LATEST, add).await?;
            if before.is_none() {
                return Ok(codes);
            }
        }
    }

    pub async fn counts(&self, id: &QuizId) -> Result<Counts> {
        let select = sql!(
            "SELECT CAST(coalesce(sum(n) FILTER (WHERE dimension = 'started'), 0) AS BIGINT) AS started,
                 CAST(coalesce(sum(n) FILTER (WHERE dimension = 'completed'), 0) AS BIGINT) AS completed
             FROM tallies WHERE quiz_id = $1 AND dimension IN ('started', 'completed')",
        );
        Ok(self.find(select.bind(id)).await?.unwrap_or_default())
    }

    /// In the order of `ids`.
    pub async fn counts_of(&self, ids: &[QuizId]) -> Result<Vec<Counts>> {
        let select = sql!(
            sqlite: "SELECT
                         (SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM tallies
                          WHERE quiz_id = given.value ->> 0 AND dimension = 'started') AS started,
                         (SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM tallies
                          WHERE quiz_id = given.value ->> 0 AND dimension = 'completed') AS completed
                     FROM json_each($1) AS given ORDER BY given.key",
            postgres: "SELECT
                           (SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM tallies
                            WHERE quiz_id = given.value ->> 0 AND dimension = 'started') AS started,
                           (SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM tallies
                            WHERE quiz_id = given.value ->> 0 AND dimension = 'completed') AS completed
                       FROM jsonb_array_elements(CAST($1 AS jsonb)) WITH ORDINALITY AS given (value, key) ORDER BY given.key",
        );
        let given: Vec<[&str; 1]> = ids.iter().map(|id| [id.as_str()]).collect();
        self.list(select.bind(json(&given)?)).await
    }
}

impl Transaction<'_> {
    /// Fails with a conflict if the id is taken.
    pub async fn add_quiz(&mut self, quiz: &Quiz) -> Result<()> {
        let settings = json(&quiz.settings)?;
        let insert = sql!(
            "INSERT INTO quizzes (id, namespace_id, kind, settings, version, created_at, updated_at, next_date)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(&quiz.id)
        .bind(&quiz.namespace_id)
        .bind(quiz.kind.as_str())
        .bind(&settings)
        .bind(i64::from(quiz.version))
        .bind(quiz.created_at)
        .bind(quiz.updated_at)
        .bind(quiz.settings.next_date(quiz.updated_at));
        self.execute(insert).await?;
        self.count_bytes(&quiz.id, ROW + length(&settings)).await?;
        self.add_version(quiz, &json(&*quiz.definition)?).await
    }

    /// Stores the settings and, for a new version, the definition's JSON. A due date that was not announced yet stays
    /// the next one.
    pub async fn update_quiz(&mut self, quiz: &Quiz, definition: Option<&str>) -> Result<()> {
        let select = sql!("SELECT CAST(octet_length(settings) AS BIGINT) FROM quizzes WHERE id = $1");
        let old = self.number(select.bind(&quiz.id)).await?;
        let settings = json(&quiz.settings)?;
        let update = sql!(
            "UPDATE quizzes SET settings = $2, version = $3, updated_at = $4,
                 next_date = CASE WHEN next_date <= $4 THEN next_date ELSE $5 END
             WHERE id = $1 AND deleted_at IS NULL",
        )
        .bind(&quiz.id)
        .bind(&settings)
        .bind(i64::from(quiz.version))
        .bind(quiz.updated_at)
        .bind(quiz.settings.next_date(quiz.updated_at));
        if self.execute(update).await? == 0 {
            return Ok(());
        }
        self.count_bytes(&quiz.id, length(&settings) - old).await?;
        match definition {
            Some(definition) => self.add_version(quiz, definition).await,
            None => Ok(()),
        }
    }

    /// Replaces the secret that signs sessions. With `None`, sessions need no signature.
    pub async fn set_session_secret(&mut self, id: &QuizId, secret: Option<&SessionSecret>) -> Result<()> {
        let statement = match secret {
            Some(secret) => sql!(
                "INSERT INTO session_secrets (quiz_id, secret) VALUES ($1, $2)
                 ON CONFLICT (quiz_id) DO UPDATE SET secret = excluded.secret",
            )
            .bind(id)
            .bind(secret.sealed()),
            None => sql!("DELETE FROM session_secrets WHERE quiz_id = $1").bind(id),
        };
        self.execute(statement).await.map(drop)
    }

    /// Hides a quiz until [`purge_deleted`](crate::store::Store::purge_deleted) erases it. Returns `false` if there is
    /// no such quiz.
    pub async fn mark_deleted(&mut self, id: &QuizId, now: Timestamp) -> Result<bool> {
        let update = sql!("UPDATE quizzes SET deleted_at = $2 WHERE id = $1 AND deleted_at IS NULL");
        Ok(self.execute(update.bind(id).bind(now)).await? > 0)
    }

    /// Stores the definition of a new version. A version never changes.
    async fn add_version(&mut self, quiz: &Quiz, definition: &str) -> Result<()> {
        let insert = sql!(
            "INSERT INTO quiz_versions (quiz_id, version, definition, created_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (quiz_id, version) DO NOTHING",
        )
        .bind(&quiz.id)
        .bind(i64::from(quiz.version))
        .bind(definition)
        .bind(quiz.updated_at);
        let is_new = self.execute(insert).await? > 0;
        if is_new { self.count_bytes(&quiz.id, ROW + length(definition)).await } else { Ok(()) }
    }
}
