//! The answers table: its rows, administrators' settings, and actions on selected rows.

use std::{
    collections::{BTreeMap, HashMap, btree_map::Entry},
    sync::Arc,
};

use domain::{AnswersRecord, Definition, FieldCode, FieldError, InvitedId, Permission, UserId};

use super::{
    Caller, Conflict, Missing, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    quiz_cache::LatestVersions,
};
use crate::{
    clock,
    store::{
        AuditAction, Invitation, Matches, RecordFilter, RecordOrder, RecordPage, RecordPlace, RecordQuery, SavedView,
    },
};

/// Number of records that a search looks at in a moment.
const LOOKED_AT_ONCE: u64 = 2_000;
/// Maximum number of people whom a search shows first, found by an index.
const PEOPLE: usize = 12;

const MOST_VIEWS: usize = 50;
/// Maximum length of a view's name in characters, and of its query in bytes.
const LONGEST_NAME: usize = 80;
const LONGEST_QUERY: usize = 4_000;

#[derive(Clone, Debug)]
pub struct AnswersTable {
    pub page: RecordPage,
    /// True if the page holds those that an index finds by beginnings of words. The following pages hold the others.
    pub is_by_index: bool,
    /// True if a search looks at some of many records for each page. Its pages lead only forwards.
    pub is_long: bool,
    pub matches: Matches,
    pub views: Vec<SavedView>,
    /// The invitations of the respondents on the page.
    pub invitations: HashMap<InvitedId, Invitation>,
    /// The versions under which the records on the page were answered.
    pub definitions: BTreeMap<u32, Arc<Definition>>,
}

#[derive(Clone, Debug, Default)]
pub struct TableSettings {
    pub columns: Option<Vec<String>>,
    pub time_zone: Option<String>,
}

/// Restricts the filter for callers who may not see ids: a search must not reveal part of an id, and a whole id matches
/// no record.
fn open_to(caller: &Caller, path: &QuizPath, filter: &RecordFilter) -> RecordFilter {
    let mut filter = filter.clone();
    if !caller.sees_ids(&path.namespace) {
        filter.hides_ids = filter.search.is_some();
        filter.users = filter.users.first().map(|_| String::new()).into_iter().collect();
    }
    filter
}

impl Service {
    pub async fn answers_table(
        &self,
        caller: &Caller,
        path: &QuizPath,
        query: &RecordQuery,
        is_backward: bool,
    ) -> Result<AnswersTable, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let query = &RecordQuery { filter: open_to(caller, path, &query.filter), ..query.clone() };
        // In a small quiz looking at all records takes no longer.
        let is_long = query.filter.search.is_some() && self.store.counts(&quiz.id).await?.started > LOOKED_AT_ONCE;
        let found = if is_long && !is_backward {
            self.store.records_of_found_people(&quiz.id, &query.filter, query.order, PEOPLE).await?
        } else {
            Vec::new()
        };
        let is_by_index = query.after.is_none() && !found.is_empty();
        let page = if is_by_index {
            RecordPage { items: found, end: Some(RecordPlace::start()), ..RecordPage::default() }
        } else {
            let mut page = self.store.page_of_records(&quiz.id, query, is_backward).await?;
            // They stand on the first page.
            page.items.retain(|record| found.iter().all(|known| known.user != record.user));
            page
        };
        let is_whole = query.after.is_none() && page.end.is_none();
        let number = u64::try_from(page.items.len()).unwrap_or_default();
        // Counting would look at all records for each page.
        let matches = if is_whole || is_long {
            Matches { number, is_exact: is_whole }
        } else {
            self.store.count_records(&quiz.id, &query.filter).await?
        };
        let invitations = self.store.invitations_of(&quiz.id, page.items.iter().map(|record| &record.user)).await?;
        let mut definitions = BTreeMap::new();
        for record in &page.items {
            if let Entry::Vacant(unknown) = definitions.entry(record.version) {
                unknown.insert(self.definition(&quiz, record.version).await?);
            }
        }
        let views = self.store.answer_views(&quiz.id).await?;
        Ok(AnswersTable { page, is_by_index, is_long, matches, views, invitations, definitions })
    }

    /// Returns the versions of the quiz, newest first, as many as a page can show.
    pub async fn versions_asked(&self, caller: &Caller, path: &QuizPath) -> Result<Arc<LatestVersions>, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        self.latest_definitions(&quiz).await
    }

    pub async fn count_answers(
        &self,
        caller: &Caller,
        path: &QuizPath,
        filter: &RecordFilter,
    ) -> Result<Matches, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        Ok(self.store.count_records(&quiz.id, &open_to(caller, path, filter)).await?)
    }

    /// Returns the records before and after one in a list.
    pub async fn neighbours(
        &self,
        caller: &Caller,
        path: &QuizPath,
        filter: &RecordFilter,
        order: RecordOrder,
        record: &AnswersRecord,
    ) -> Result<[Option<AnswersRecord>; 2], ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let after = Some(RecordPlace::of(record, filter, order));
        let query = RecordQuery { filter: open_to(caller, path, filter), order, after, limit: 1 };
        let mut found = [None, None];
        for (neighbour, is_backward) in found.iter_mut().zip([true, false]) {
            *neighbour = self.store.page_of_records(&path.quiz, &query, is_backward).await?.items.pop();
        }
        Ok(found)
    }

    pub async fn invitation_of(
        &self,
        caller: &Caller,
        path: &QuizPath,
        record: &AnswersRecord,
    ) -> Result<Option<Invitation>, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let found = self.store.invitations_of(&path.quiz, std::iter::once(&record.user)).await?;
        Ok(found.into_values().next())
    }

    pub async fn invitations_of(
        &self,
        caller: &Caller,
        path: &QuizPath,
        users: impl Iterator<Item = &str> + Send,
    ) -> Result<HashMap<InvitedId, Invitation>, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let users: Vec<_> = users.filter_map(|user| UserId::parse(quiz.kind, user)).collect();
        Ok(self.store.invitations_of(&quiz.id, users.iter()).await?)
    }

    /// Returns the caller's settings for the table. Callers other than administrators get the defaults.
    pub async fn table_settings(&self, caller: &Caller, path: &QuizPath) -> Result<TableSettings, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let Caller::Administrator(rights) = caller else { return Ok(TableSettings::default()) };
        let columns = self.store.answer_columns(&path.quiz, &rights.id).await?;
        Ok(TableSettings {
            columns: columns.and_then(|columns| serde_json::from_str(&columns).ok()),
            time_zone: self.time_zone(caller).await?,
        })
    }

    pub async fn keep_table_settings(
        &self,
        caller: &Caller,
        path: &QuizPath,
        columns: Vec<String>,
    ) -> Result<(), ServiceError> {
        let target = self.target(caller, Permission::Read, path).await?;
        let columns = serde_json::to_string(&columns).map_err(|error| ServiceError::Internal(error.to_string()))?;
        self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                let Caller::Administrator(rights) = &*caller else { return Err(Missing::Administrator.into()) };
                tx.put_answer_columns(&quiz.id, &rights.id, &columns).await?;
                record_audit(tx, &caller, AuditDraft::of_quiz(AuditAction::ArrangeAnswers, &target.path)).await
            })
        })
        .await
    }

    pub async fn saved_view(
        &self,
        caller: &Caller,
        path: &QuizPath,
        name: &str,
    ) -> Result<Option<SavedView>, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        Ok(self.store.answer_views(&quiz.id).await?.into_iter().find(|view| view.name == name))
    }

    /// Saves a view for all administrators of the quiz. Replaces one of the same name.
    pub async fn save_view(&self, caller: &Caller, path: &QuizPath, view: SavedView) -> Result<(), ServiceError> {
        let target = self.target(caller, Permission::Edit, path).await?;
        let length = view.name.chars().count();
        if !(1..=LONGEST_NAME).contains(&length) || view.name.chars().any(char::is_control) {
            return Err(FieldError::new("name", FieldCode::WrongLength { min: 1, max: LONGEST_NAME }).into());
        }
        if view.query.len() > LONGEST_QUERY {
            return Err(
                FieldError::new("query", FieldCode::TooLong { length: view.query.len(), max: LONGEST_QUERY }).into()
            );
        }
        self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                let views = tx.answer_views(&quiz.id).await?;
                if views.len() >= MOST_VIEWS && !views.iter().any(|known| known.name == view.name) {
                    return Err(Conflict::TooManyViews.into());
                }
                tx.put_answer_view(&quiz.id, &view, clock::now()).await?;
                let draft = AuditDraft::of_quiz(AuditAction::SaveView, &target.path);
                record_audit(tx, &caller, draft.with(view.name)).await
            })
        })
        .await
    }

    pub async fn delete_view(&self, caller: &Caller, path: &QuizPath, name: &str) -> Result<(), ServiceError> {
        let target = self.target(caller, Permission::Edit, path).await?;
        let name = name.to_owned();
        self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                if !tx.delete_answer_view(&quiz.id, &name).await? {
                    return Ok(());
                }
                let draft = AuditDraft::of_quiz(AuditAction::DeleteView, &target.path);
                record_audit(tx, &caller, draft.with(name)).await
            })
        })
        .await
    }

    /// Erases respondents one after the other. Returns the number of those who existed.
    pub async fn erase_users(&self, caller: &Caller, path: &QuizPath, users: &[String]) -> Result<u32, ServiceError> {
        let mut erased = 0;
        for user in users {
            match self.erase_user(caller, path, user).await {
                Ok(()) => erased += 1,
                // Erased by another administrator meanwhile.
                Err(ServiceError::Missing(Missing::User)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(erased)
    }
}
