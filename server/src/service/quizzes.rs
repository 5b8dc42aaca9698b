//! Changing and reading quizzes.

use std::sync::Arc;

use domain::{
    Definition, Measure, NamespaceId, OptionCodes, Permission, Quiz, QuizChange, QuizId, QuizStatus, Timestamp,
};

use super::{
    Caller, Conflict, Missing, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    drafts::require_seen,
    events::quiz_events,
    quiz_cache::LatestVersions,
    quiz_differences::{Changes, of_definitions, what_changed},
    quotas::require_room,
    rights,
    root::Target,
};
use crate::{
    SearchText, clock,
    jobs::date_events,
    low_priority::offload,
    random,
    store::{AuditAction, Counts, Listed, Page, QuizEntry, QuizImage, QuizSummary, Store, Transaction},
    zone,
};

/// Quizzes per batch of a search.
const SEARCHED: u32 = 200;
/// Batches per search before the rest is left to the next page.
const SEARCHES: usize = 50;

/// Attempts at a new definition while others are saved concurrently.
const TRIES: usize = 10;

#[derive(Clone, Debug)]
pub struct QuizSearch {
    /// Part of the name, ignoring case; empty for any.
    pub name: String,
    pub status: Option<QuizStatus>,
    /// The place after which the list begins.
    pub after: Option<(Timestamp, QuizId)>,
    pub limit: u32,
}

#[derive(Clone, Debug)]
pub struct FoundQuizzes {
    pub quizzes: Vec<(QuizEntry, Counts)>,
    /// Where the search continues, if it ended before the last quiz.
    pub next: Option<(Timestamp, QuizId)>,
}

impl Service {
    /// Returns the quiz as administrators see it. Keys with the export scope follow their export here.
    pub async fn quiz(&self, caller: &Caller, path: &QuizPath) -> Result<(Arc<Quiz>, Counts), ServiceError> {
        let quiz = self.readable_quiz(caller, path).await?;
        let counts = self.store.counts(&quiz.id).await?;
        Ok((quiz, counts))
    }

    pub async fn versions(
        &self,
        caller: &Caller,
        path: &QuizPath,
        page: Page<u32>,
    ) -> Result<Vec<(u32, Timestamp)>, ServiceError> {
        let quiz = self.readable_quiz(caller, path).await?;
        Ok(self.store.versions(&quiz.id, page).await?)
    }

    pub async fn version(
        &self,
        caller: &Caller,
        path: &QuizPath,
        version: u32,
    ) -> Result<Arc<Definition>, ServiceError> {
        let quiz = self.readable_quiz(caller, path).await?;
        if !(1..=quiz.version).contains(&version) {
            return Err(Missing::Version.into());
        }
        self.definition(&quiz, version).await
    }

    async fn readable_quiz(&self, caller: &Caller, path: &QuizPath) -> Result<Arc<Quiz>, ServiceError> {
        let exports = caller.require(Permission::Export, &path.namespace);
        exports.or_else(|_| caller.require(Permission::Read, &path.namespace))?;
        self.read_quiz(path).await
    }

    /// Returns the public part of the quiz, at most a second old.
    pub async fn public_quiz(&self, path: &QuizPath) -> Result<Arc<Quiz>, ServiceError> {
        self.find_quiz(path).await
    }

    /// Like [`public_quiz`](Self::public_quiz), but fails for a draft.
    pub async fn published_quiz(&self, path: &QuizPath) -> Result<Arc<Quiz>, ServiceError> {
        let quiz = self.find_quiz(path).await?;
        if quiz.settings.status == QuizStatus::Draft { Err(Conflict::NotOpenYet.into()) } else { Ok(quiz) }
    }

    /// True if pages of an origin may call the quiz's keyless operations. Without `may_read`, only the cache is
    /// consulted.
    pub async fn allows_origin(&self, path: &QuizPath, origin: &str, may_read: bool) -> bool {
        let quiz = match self.quizzes.get(&path.quiz) {
            None if may_read => self.read_quiz(path).await.ok(),
            known => known,
        };
        let quiz = quiz.filter(|quiz| quiz.namespace_id == path.namespace);
        quiz.is_some_and(|quiz| quiz.settings.allowed_origins.iter().any(|allowed| allowed == origin))
    }

    /// Newest first.
    pub async fn list_quizzes(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        page: Page<(Timestamp, QuizId)>,
    ) -> Result<Listed<QuizSummary>, ServiceError> {
        caller.require(Permission::Read, namespace)?;
        self.require_namespace(namespace).await?;
        Ok(self.store.quizzes(namespace, page).await?)
    }

    /// Returns quizzes whose name contains a text, of one status if given, newest first, with their response counts.
    pub async fn search_quizzes(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        search: &QuizSearch,
    ) -> Result<FoundQuizzes, ServiceError> {
        caller.require(Permission::Read, namespace)?;
        self.require_namespace(namespace).await?;
        let (name, now, most) = (SearchText::new(&search.name), clock::now(), search.limit as usize);
        let is_wanted = |quiz: &QuizEntry| {
            quiz.name.wordings().any(|wording| name.is_in(wording))
                && search.status.is_none_or(|status| quiz.status_at(now) == status)
        };
        let limit = if name.is_empty() && search.status.is_none() { search.limit + 1 } else { SEARCHED };
        let (mut found, mut after) = (Vec::new(), search.after.clone());
        for _ in 0..SEARCHES {
            let listed = self.store.quiz_entries(namespace, Page { after, limit }).await?;
            after = listed.next(QuizEntry::place);
            found.extend(listed.items.into_iter().filter(is_wanted));
            if found.len() > most {
                found.truncate(most);
                after = found.last().map(QuizEntry::place);
                break;
            }
            if after.is_none() {
                break;
            }
        }
        let ids: Vec<QuizId> = found.iter().map(|quiz| quiz.id.clone()).collect();
        let counts = self.store.counts_of(&ids).await?;
        Ok(FoundQuizzes { quizzes: found.into_iter().zip(counts).collect(), next: after })
    }

    /// Changes settings in place. A change of questions or language creates a new version. Refused unless the stored
    /// quiz satisfies `is_expected`.
    pub async fn change_quiz(
        &self,
        caller: &Caller,
        path: &QuizPath,
        change: QuizChange,
        is_expected: impl Fn(&Quiz) -> bool + Send + Sync + 'static,
    ) -> Result<(Quiz, Counts), ServiceError> {
        let change = move |old: &Quiz| {
            if !is_expected(old) {
                return Err(Conflict::Changed.into());
            }
            Ok(Some(change.clone().of(old, clock::now())?))
        };
        self.change_quiz_by(caller, path, None, change).await
    }

    /// Allows pages of an origin to embed the quiz.
    pub async fn allow_origin(&self, caller: &Caller, path: &QuizPath, origin: String) -> Result<(), ServiceError> {
        let change = move |old: &Quiz| {
            let present = &old.settings.allowed_origins;
            if present.contains(&origin) {
                return Ok(None);
            }
            let origins = [present.clone(), vec![origin.clone()]].concat();
            Ok(Some(QuizChange { allowed_origins: Some(origins), ..QuizChange::default() }))
        };
        self.change_quiz_by(caller, path, None, change).await.map(drop)
    }

    /// Applies the change that a function of the stored quiz returns, if any. With `ends_draft`, ends the draft of that
    /// revision.
    pub(super) async fn change_quiz_by(
        &self,
        caller: &Caller,
        path: &QuizPath,
        ends_draft: Option<Timestamp>,
        change: impl Fn(&Quiz) -> Result<Option<QuizChange>, ServiceError> + Send + Sync + 'static,
    ) -> Result<(Quiz, Counts), ServiceError> {
        let change = Arc::new(change);
        for _ in 0..TRIES {
            let target = self.target(caller, Permission::Edit, path).await?;
            let seen = &target.known;
            let checked = match change(seen)?.filter(QuizChange::redefines) {
                None => None,
                Some(change) => {
                    let (change, seen) = (Arc::new(change), Arc::clone(seen));
                    let asked = (Arc::clone(&change), Arc::clone(&seen));
                    let brings_options = offload(true, move || asked.0.brings_options(&asked.1)).await;
                    let codes = if brings_options { Some(self.store.option_codes(&seen.id).await?) } else { None };
                    let images = if change.brings_images() { Some(self.store.images(&seen.id).await?) } else { None };
                    let work = move || {
                        let codes = codes.unwrap_or_else(|| OptionCodes::of(&seen.definition));
                        Redefined::check(Arc::unwrap_or_clone(change), &seen, &codes, images.as_deref())
                    };
                    Some(offload(true, work).await?)
                }
            };
            let (change, quota, listeners) = (Arc::clone(&change), self.quota, Arc::clone(self.store.listeners()));
            let changed = self.transact(caller, target.right(), path.scope(), move |tx, caller| {
                Box::pin(async move {
                    let old = target.quiz(tx).await?;
                    let Some(change) = change(&old)? else { return Ok(Some(old)) };
                    if checked.is_some() && old.version != target.known.version {
                        return Ok(None);
                    }
                    let new = checked.as_ref().and_then(|checked| checked.new.as_ref());
                    // A picture that it shows may have been deleted meanwhile.
                    if let Some((definition, _)) = new
                        && !show_images(tx, &old.id, definition).await?
                    {
                        return Ok(None);
                    }
                    let definition = new.map_or(&old.definition, |(definition, _)| definition);
                    let mut settings = change.apply_settings(&old)?;
                    if settings.time_zone != old.settings.time_zone {
                        settings.time_zone = zone::known(&settings.time_zone)?;
                    }
                    let quiz = Quiz {
                        settings,
                        version: old.version + u32::from(new.is_some()),
                        definition: Arc::clone(definition),
                        updated_at: clock::now().max(old.updated_at.just_after()),
                        ..old.clone()
                    };
                    quiz.check_opening()?;
                    let untold = tx.take_untold_date(&quiz.id, quiz.updated_at).await?;
                    tx.update_quiz(&quiz, new.map(|(_, json)| json.as_str())).await?;
                    look_again(tx, &old, &quiz).await?;
                    let dates = untold.map(|untold| date_events(&old, untold, quiz.updated_at)).unwrap_or_default();
                    tx.add_events(&dates).await?;
                    tx.add_events(&quiz_events(&listeners, &old, &quiz, quiz.updated_at)).await?;
                    if ends_draft.is_some() {
                        require_seen(tx.draft(&quiz.id).await?, ends_draft)?;
                        tx.delete_draft(&quiz.id).await?;
                    }
                    // Opening, closing and similar changes need no room.
                    if quiz.version != old.version {
                        require_room(tx, &caller, quota, &quiz.namespace_id, &[Measure::Bytes]).await?;
                    }
                    let draft = AuditDraft::of_quiz(AuditAction::ChangeQuiz, &target.path);
                    let changes = checked.map(|checked| checked.changes).unwrap_or_default();
                    record_audit(tx, &caller, draft.with(what_changed(&old, &quiz, changes))).await?;
                    Ok(Some(quiz))
                })
            });
            let changed = changed.await;
            self.quizzes.forget(&path.quiz);
            if let Some(quiz) = changed? {
                let counts = self.store.counts(&quiz.id).await?;
                return Ok((quiz, counts));
            }
        }
        Err(Conflict::Changed.into())
    }

    /// Deletes the quiz, and erases all its answers before this returns.
    pub async fn delete_quiz(&self, caller: &Caller, path: &QuizPath) -> Result<(), ServiceError> {
        // A task of its own: erasing takes many writes, which continue if the caller stops waiting.
        let target = self.target(caller, Permission::Edit, path).await?;
        let deletion = tokio::spawn(delete(Arc::clone(&self.store), caller.clone(), target));
        let deleted = deletion.await.map_err(|error| ServiceError::Internal(error.to_string()))?;
        self.quizzes.forget(&path.quiz);
        deleted
    }

    pub(super) async fn latest_definitions(&self, quiz: &Quiz) -> Result<Arc<LatestVersions>, ServiceError> {
        if let Some(versions) = self.quizzes.latest(quiz) {
            return Ok(versions);
        }
        Ok(self.quizzes.put_latest(quiz, self.store.latest_definitions(&quiz.id).await?))
    }

    pub(super) async fn definition(&self, quiz: &Quiz, version: u32) -> Result<Arc<Definition>, ServiceError> {
        if quiz.version == version {
            return Ok(Arc::clone(&quiz.definition));
        }
        if let Some(definition) = self.quizzes.definition(&quiz.id, version) {
            return Ok(definition);
        }
        let stored = self.store.definition(&quiz.id, version).await?;
        let definition =
            stored.ok_or_else(|| ServiceError::Internal(format!("quiz {} lacks version {version}", quiz.id)))?;
        Ok(self.quizzes.put_definition(quiz, version, definition))
    }
}

async fn delete(store: Arc<Store>, caller: Caller, target: Target) -> Result<(), ServiceError> {
    let marked = rights::transact(&store, &caller, target.right(), target.path.scope(), move |tx, caller| {
        Box::pin(async move {
            let quiz = target.quiz(tx).await?;
            tx.mark_deleted(&quiz.id, clock::now()).await?;
            let draft = AuditDraft::of_quiz(AuditAction::DeleteQuiz, &target.path);
            record_audit(tx, &caller, draft.with(quiz.name().to_owned())).await
        })
    });
    marked.await?;
    Ok(store.purge_deleted().await?)
}

#[derive(Clone)]
struct Redefined {
    /// The definition and its JSON, if it has changed.
    new: Option<(Arc<Definition>, String)>,
    changes: Changes,
}

impl Redefined {
    /// `images` are the quiz's pictures, if the change names any.
    fn check(
        change: QuizChange,
        old: &Quiz,
        codes: &OptionCodes,
        images: Option<&[QuizImage]>,
    ) -> Result<Self, ServiceError> {
        let (_, mut definition) = change.apply(old, codes, random::option_id)?;
        if let Some(images) = images {
            definition.settle_images(|id| images.iter().find(|image| image.id == *id).map(|image| image.size))?;
        }
        if definition == *old.definition {
            return Ok(Self { new: None, changes: Changes::new() });
        }
        let json = serde_json::to_string(&definition).map_err(|error| ServiceError::Internal(error.to_string()))?;
        let changes = of_definitions(&old.definition, &definition);
        Ok(Self { new: Some((Arc::new(definition), json)), changes })
    }
}

/// A change of the plan, or of what it depends on, changes what is to come, and nothing that was.
async fn look_again(tx: &mut Transaction<'_>, old: &Quiz, new: &Quiz) -> Result<(), ServiceError> {
    let plan = |quiz: &Quiz| {
        let settings = &quiz.settings;
        (settings.series.clone(), settings.time_zone.clone(), settings.status, settings.opens_at, settings.closes_at)
    };
    if !new.settings.had_series || plan(old) == plan(new) {
        return Ok(());
    }
    let every = |quiz: &Quiz| quiz.settings.series.as_ref().map(|series| series.every);
    tx.look_again(&new.id, every(old) != every(new), new.updated_at).await?;
    if every(old).is_none() && every(new).is_some() {
        tx.enrol_invited(&new.id, new.updated_at).await?;
    }
    Ok(())
}

/// Records that a version shows its pictures. Returns `false` if the quiz does not have all of them.
async fn show_images(tx: &mut Transaction<'_>, quiz: &QuizId, definition: &Definition) -> Result<bool, ServiceError> {
    let shown = definition.images();
    if shown.is_empty() {
        return Ok(true);
    }
    let known = tx.images(quiz).await?;
    for id in shown {
        match known.iter().find(|image| image.id == *id) {
            None => return Ok(false),
            Some(image) if image.is_shown => {}
            Some(_) => tx.show_image(quiz, id).await?,
        }
    }
    Ok(true)
}
