//! Namespaces, quizzes with their versions, and drafts of the editor.

use std::sync::Arc;

use domain::{Definition, Language, NamespaceId, OwnQuota, Quiz, QuizId, QuizKind, Retention, SessionSecret, Usage};
use serde::de::DeserializeOwned;

use super::{Stored, count, damaged, moment, row};
use crate::store::{Counts, Draft, EarlierDraft, Namespace, QuizSummary, StoreError};

row!(NamespaceRow, namespace_columns { id: String, name: String, created_at: i64, requires_second_factor: bool });

impl Stored for Namespace {
    type Row = NamespaceRow;

    fn read(row: NamespaceRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: NamespaceId::parse(&row.id).map_err(|_| damaged(format!("namespace {}", row.id)))?,
            name: row.name,
            created_at: moment(row.created_at),
            requires_second_factor: row.requires_second_factor,
        })
    }
}

#[derive(sqlx::FromRow)]
pub(in crate::store) struct UsageRow {
    used_quizzes: i64,
    used_bytes: i64,
    quizzes: Option<i64>,
    bytes: Option<i64>,
}

impl Stored for (Usage, OwnQuota) {
    type Row = UsageRow;

    fn read(row: UsageRow) -> Result<Self, StoreError> {
        // What a server of an earlier release stored was never added, and may be subtracted.
        let usage = Usage { quizzes: count(row.used_quizzes, "usage")?, bytes: row.used_bytes.max(0).cast_unsigned() };
        let bound = |bound: Option<i64>| bound.map(|bound| count(bound, "quota")).transpose();
        Ok((usage, OwnQuota { quizzes: bound(row.quizzes)?, bytes: bound(row.bytes)? }))
    }
}

#[derive(sqlx::FromRow)]
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

/// With the tables that the row is read from: `q` for the quiz, `v` for its version, `r` for the rule of its
/// namespace, `s` for its secret.
macro_rules! quiz_columns {
    ($definition:literal) => {
        concat!(
            "q.id, q.namespace_id, q.kind, q.settings, q.version, q.created_at, q.updated_at, ",
            $definition,
            ", r.unfinished_days, r.answers_days, s.secret
             FROM quizzes q JOIN quiz_versions v ON v.quiz_id = q.id AND v.version = q.version
                 LEFT JOIN retention r ON r.namespace_id = q.namespace_id
                 LEFT JOIN session_secrets s ON s.quiz_id = q.id "
        )
    };
}
pub(in crate::store) use quiz_columns;

fn json<T: DeserializeOwned>(text: &str, what: &str, quiz: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|_| damaged(format!("{what} of the quiz {quiz}")))
}

impl Stored for Quiz {
    type Row = QuizRow;

    fn bytes(row: &QuizRow) -> usize {
        row.settings.len() + row.definition.len()
    }

    fn read(mut row: QuizRow) -> Result<Self, StoreError> {
        let definition = json(&std::mem::take(&mut row.definition), "definition", &row.id)?;
        row.read_with(Arc::new(definition))
    }
}

impl QuizRow {
    /// The quiz, with this definition if the row came without one.
    pub(in crate::store) fn read_with(self, known: Arc<Definition>) -> Result<Quiz, StoreError> {
        let what = format!("quiz {}", self.id);
        let damaged = || damaged(&what);
        let definition =
            if self.definition.is_empty() { known } else { Arc::new(json(&self.definition, "definition", &self.id)?) };
        Ok(Quiz {
            id: QuizId::parse(&self.id).map_err(|_| damaged())?,
            namespace_id: NamespaceId::parse(&self.namespace_id).map_err(|_| damaged())?,
            kind: QuizKind::parse(&self.kind).ok_or_else(damaged)?,
            settings: json(&self.settings, "settings", &self.id)?,
            version: count(self.version, &what)?,
            definition,
            retention: Retention::new(self.unfinished_days, self.answers_days).map_err(|_| damaged())?,
            session_secret: self.secret.map(SessionSecret::new),
            created_at: moment(self.created_at),
            updated_at: moment(self.updated_at),
        })
    }
}

#[derive(sqlx::FromRow)]
pub(in crate::store) struct CountsRow {
    started: i64,
    completed: i64,
}

impl Stored for Counts {
    type Row = CountsRow;

    fn read(row: CountsRow) -> Result<Self, StoreError> {
        Ok(Self { started: count(row.started, "count")?, completed: count(row.completed, "count")? })
    }
}

#[derive(sqlx::FromRow)]
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

macro_rules! summary_columns {
    () => {
        "id, namespace_id, kind, settings, language, version, created_at, updated_at"
    };
}
pub(in crate::store) use summary_columns;

#[derive(sqlx::FromRow)]
pub(in crate::store) struct ListedRow {
    #[sqlx(flatten)]
    quiz: SummaryRow,
    #[sqlx(flatten)]
    counts: CountsRow,
}

impl Stored for QuizSummary {
    type Row = ListedRow;

    fn bytes(row: &ListedRow) -> usize {
        row.quiz.settings.len()
    }

    fn read(ListedRow { quiz: row, counts }: ListedRow) -> Result<Self, StoreError> {
        let what = format!("quiz {}", row.id);
        let damaged = || damaged(&what);
        Ok(Self {
            id: QuizId::parse(&row.id).map_err(|_| damaged())?,
            namespace_id: NamespaceId::parse(&row.namespace_id).map_err(|_| damaged())?,
            kind: QuizKind::parse(&row.kind).ok_or_else(damaged)?,
            settings: json(&row.settings, "settings", &row.id)?,
            language: Language::parse(&row.language).map_err(|_| damaged())?,
            version: count(row.version, &what)?,
            created_at: moment(row.created_at),
            updated_at: moment(row.updated_at),
            counts: Counts::read(counts)?,
        })
    }
}

row!(VersionRow, version_columns { quiz_id: String, version: i64, definition: String });

impl Stored for (u32, Definition) {
    type Row = VersionRow;

    fn bytes(row: &VersionRow) -> usize {
        row.definition.len()
    }

    fn read(row: VersionRow) -> Result<Self, StoreError> {
        Ok((count(row.version, "version")?, json(&row.definition, "definition", &row.quiz_id)?))
    }
}

row!(DraftRow, draft_columns { quiz_id: String, fields: String, based_on: i64, admin_id: String, updated_at: i64 });
row!(EarlierDraftRow, earlier_draft_columns { admin_id: String, updated_at: i64 });

impl Stored for Draft {
    type Row = DraftRow;

    fn read(row: DraftRow) -> Result<Self, StoreError> {
        Ok(Self {
            quiz_id: QuizId::parse(&row.quiz_id).map_err(|_| damaged("draft"))?,
            fields: row.fields,
            based_on: row.based_on.into(),
            admin_id: row.admin_id,
            updated_at: moment(row.updated_at),
        })
    }
}

impl Stored for EarlierDraft {
    type Row = EarlierDraftRow;

    fn read(EarlierDraftRow { admin_id, updated_at }: EarlierDraftRow) -> Result<Self, StoreError> {
        Ok(Self { admin_id, updated_at: moment(updated_at) })
    }
}
