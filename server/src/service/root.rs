//! State shared by the use cases.

use std::{sync::Arc, time::Duration};

use domain::{NamespaceId, Permission, Quiz, QuizId, Quota, Timestamp};
use futures_util::{StreamExt, future::BoxFuture};
use serde::Deserialize;
use tokio::sync::Notify;

use super::{
    BeginLimit, Caller, ServiceError,
    audit::{AuditDraft, record_audit},
    benchmarks::KeptBenchmarks,
    counts::Counts,
    days::Days,
    downloads::Downloads,
    error::Missing,
    idempotency::Replies,
    large_records::LargeRecords,
    mails::Mailing,
    occasion_counts::KeptOccasionCounts,
    quiz_cache::QuizCache,
    quotas::FullNamespaces,
    refusals::Refusals,
    request_turns::RequestTurns,
    rights::{self, Permitted, Right},
    seal::Seal,
    sealed_ids::SealedIds,
    throttle::Throttle,
    vault::{self, Vault},
};
use crate::{
    clock,
    clock_watch::{self, ClockState, ClockWatch},
    jobs::{self, ExportFiles, Runner},
    random,
    secret_key::SecretKey,
    store::{
        ApiKey, AuditAction, MOVED, OUTGOING_HELD, QuizNotice, SecretOf, Store, StoreFigures, Transaction, WorkScope,
    },
    webhooks::{Client, Rules},
};

/// The name of [`Service::changes_epoch`] in the store. Not encrypted.
const CHANGES_EPOCH: &str = "changes-epoch";

pub struct Service {
    pub(super) store: Arc<Store>,
    pub(super) vault: Arc<Vault>,
    pub(super) quizzes: QuizCache,
    pub(super) counts: Arc<Counts>,
    pub(super) benchmarks: Arc<KeptBenchmarks>,
    pub(super) occasion_counts: Arc<KeptOccasionCounts>,
    pub(super) days: Days,
    pub(super) seal: Seal,
    pub(super) sealed_ids: Arc<SealedIds>,
    pub(super) throttle: Throttle,
    pub(super) refusals: Refusals,
    pub(super) request_turns: Arc<RequestTurns>,
    pub(super) downloads: Downloads,
    pub(super) replies: Arc<Replies>,
    pub(super) begin_limit: Option<BeginLimit>,
    pub(super) quota: Quota,
    pub(super) full: FullNamespaces,
    pub(super) large_records: LargeRecords,
    pub(super) clock: Arc<ClockWatch>,
    pub(super) link_key: [u8; 32],
    /// Notified when a job is queued.
    pub(super) job_queued: Arc<Notify>,
    pub(super) outgoing: Arc<Client>,
    /// Sends mail, if it is configured.
    pub(super) mailing: Option<Mailing>,
}

/// Information for the operator after a restore.
#[derive(Clone, Debug)]
pub struct AfterRestore {
    /// Valid keys only.
    pub keys: Vec<ApiKey>,
    /// True if nothing is sent to other systems for now.
    pub holds_outgoing: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub struct QuizPath {
    pub namespace: NamespaceId,
    pub quiz: QuizId,
}

impl QuizPath {
    pub(super) fn scope(&self) -> WorkScope {
        WorkScope::Namespace(self.namespace.clone())
    }
}

impl Service {
    /// Fails if the secrets in the store are encrypted with another key.
    pub async fn start(store: Arc<Store>, key: &SecretKey) -> Result<Self, ServiceError> {
        let vault = Vault::open(&store, key).await?;
        let seal = Seal::new(vault.own(&store, vault::ANON_ID_SEAL).await?);
        let link_key = vault.own(&store, vault::DOWNLOAD_LINKS).await?;
        let replies = Arc::new(Replies::new(vault.own(&store, vault::KEPT_REPLIES).await?));
        Ok(Self {
            store,
            vault,
            quizzes: QuizCache::default(),
            counts: Arc::default(),
            benchmarks: Arc::default(),
            occasion_counts: Arc::default(),
            days: Days::default(),
            seal,
            sealed_ids: Arc::new(SealedIds::new(&link_key)),
            throttle: Throttle::default(),
            refusals: Refusals::default(),
            request_turns: Arc::default(),
            downloads: Downloads::default(),
            replies,
            begin_limit: None,
            large_records: LargeRecords::default(),
            quota: Quota::default(),
            full: FullNamespaces::default(),
            clock: Arc::default(),
            link_key,
            job_queued: Arc::default(),
            outgoing: Arc::new(Client::new(Rules::default())),
            mailing: None,
        })
    }

    pub fn with_begin_limit(self, begin_limit: Option<BeginLimit>) -> Self {
        Self { begin_limit, ..self }
    }

    /// Counts that take longer than `from` stay valid for `serves` times their duration after records have changed.
    #[must_use]
    pub fn with_long_counts(self, from: Duration, serves: u32) -> Self {
        Self { counts: Arc::new(Counts::new(from, serves)), ..self }
    }

    pub async fn check(&self) -> Result<(), ServiceError> {
        Ok(self.store.check().await?)
    }

    /// The clock as this server saw it last; see [`ClockState`].
    pub fn clock_seen(&self) -> ClockState {
        self.clock.seen()
    }

    /// Compares the clock with the stored data at the start of a server.
    pub(crate) async fn watch_clock(&self) -> Result<Arc<ClockWatch>, ServiceError> {
        let state = self.judge_clock().await?;
        if matches!(state, ClockState::Behind { .. }) {
            tracing::warn!("{state}");
        }
        self.clock.look(&self.store).await?;
        Ok(Arc::clone(&self.clock))
    }

    /// Compares the clock with the stored data. Changes nothing.
    pub async fn judge_clock(&self) -> Result<ClockState, ServiceError> {
        Ok(clock_watch::judge(&self.store, clock::now()).await?)
    }

    /// Confirms that the clock is right, so that expired data may be erased. Returns the state before.
    pub async fn confirm_clock(&self, caller: &Caller) -> Result<ClockState, ServiceError> {
        let before = self.judge_clock().await?;
        let right = Right::Everywhere(Permission::Manage);
        self.transact(caller, right, WorkScope::Installation, move |tx, caller| {
            Box::pin(async move {
                tx.record_moment(clock::now()).await?;
                record_audit(tx, &caller, AuditDraft::new(AuditAction::ConfirmClock).with(before.to_string())).await
            })
        })
        .await?;
        self.clock.look(&self.store).await?;
        Ok(before)
    }

    /// For the service manager's watchdog; see [`Store::writer_rounds`].
    pub fn writer_rounds(&self) -> Option<u64> {
        self.store.writer_rounds()
    }

    pub async fn figures(&self) -> Result<StoreFigures, ServiceError> {
        Ok(self.store.figures().await?)
    }

    /// Returns the worker for this installation's jobs. Exported files are removed after `keep`.
    pub fn runner(&self, files: ExportFiles, keep: Duration) -> Runner {
        Runner::new(Arc::clone(&self.store), files, Arc::clone(&self.job_queued), Arc::clone(&self.clock), keep)
            .mailing_failures(self.sends_mail())
    }

    /// Runs a use case in one transaction, in which the caller still has the right; see [`Store`]'s `transact`.
    pub(super) async fn transact<T: Send + 'static>(
        &self,
        caller: &Caller,
        right: Right,
        scope: WorkScope,
        work: impl for<'t> FnOnce(&'t mut Transaction<'_>, Permitted) -> BoxFuture<'t, Result<T, ServiceError>>
        + Send
        + 'static,
    ) -> Result<T, ServiceError> {
        rights::transact(&self.store, caller, right, scope, work).await
    }

    /// Like [`transact`](Self::transact), without a caller: for respondents, for holders of passwords and links, which
    /// the work verifies itself, and for the service's own work.
    pub(super) async fn transact_unasked<T: Send + 'static>(
        &self,
        scope: WorkScope,
        work: impl for<'t> FnOnce(&'t mut Transaction<'_>) -> BoxFuture<'t, Result<T, ServiceError>> + Send + 'static,
    ) -> Result<T, ServiceError> {
        self.store.transact(scope, work).await
    }

    /// Drops cached data when other servers change it, until it is dropped.
    pub async fn follow_changes(&self) {
        let mut notices = self.store.notices();
        while let Some(notice) = notices.next().await {
            match notice {
                QuizNotice::Changed(id) => self.quizzes.forget(&id),
                QuizNotice::Rescored(id) => self.counts.rescored(&id),
            }
        }
    }

    /// Finishes work that a crash interrupted.
    pub async fn tidy(&self) -> Result<(), ServiceError> {
        Ok(self.store.purge_deleted().await?)
    }

    /// Fills in the index of people after an upgrade.
    pub async fn fill_person_words(&self) {
        jobs::fill_person_words(&self.store).await;
    }

    /// Must be called once on a restored database.
    ///
    /// Marks ended exports as removed, because their files are not part of the backup. Invalidates earlier positions in
    /// the list of changes, because their numbers will be reused. Holds outgoing deliveries. Signs all administrators
    /// out, and ends offers and links to choose a password, because some of them may have been ended after the backup.
    /// Returns the valid keys for the same reason.
    pub async fn begin_after_restore(&self) -> Result<AfterRestore, ServiceError> {
        let end_of_time = Timestamp::from_nanoseconds(i64::MAX);
        self.store.remove_exports(end_of_time, clock::now()).await?;
        let begin = self.transact_unasked(WorkScope::Installation, move |tx| {
            Box::pin(async move {
                begin_changes_anew(tx).await?;
                let holds_outgoing = hold_outgoing(tx).await?;
                tx.forget_expired(end_of_time).await?;
                record_audit(tx, &Permitted::OPERATOR, AuditDraft::new(AuditAction::RestoreDatabase)).await?;
                Ok(holds_outgoing)
            })
        });
        let holds_outgoing = begin.await?;
        let (mut keys, now) = (self.store.keys().await?, clock::now());
        keys.retain(|key| key.revoked_at.is_none() && key.expires_at.is_none_or(|end| end > now));
        Ok(AfterRestore { keys, holds_outgoing })
    }

    /// Removes the mark that this database's data was moved away by a copy. Returns `false` if there is none.
    pub async fn undo_move(&self, caller: &Caller) -> Result<bool, ServiceError> {
        let right = Right::Everywhere(Permission::Manage);
        self.transact(caller, right, WorkScope::Installation, move |tx, caller| {
            Box::pin(async move {
                let note = tx.installation_secret(MOVED).await?.unwrap_or_default();
                if note.is_empty() {
                    return Ok(false);
                }
                tx.put_secret(&SecretOf::Installation(MOVED.to_owned()), b"").await?;
                let details = format!("moved to {}", String::from_utf8_lossy(&note));
                record_audit(tx, &caller, AuditDraft::new(AuditAction::UndoMove).with(details)).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Distinguishes the changes of this database from those that a restore has undone. Empty before the first restore.
    pub async fn changes_epoch(&self) -> Result<String, ServiceError> {
        let epoch = self.store.installation_secret(CHANGES_EPOCH).await?.unwrap_or_default();
        Ok(String::from_utf8_lossy(&epoch).into_owned())
    }

    pub fn has_large_quizzes(&self) -> bool {
        self.quizzes.has_large()
    }

    /// Returns the namespace of a quiz that was so large when last read that requests for it are costly.
    pub fn namespace_of_large(&self, quiz: &QuizId) -> Option<NamespaceId> {
        self.quizzes.namespace_of_large(quiz)
    }

    /// Returns the quiz at a path, at most a second old.
    pub(super) async fn find_quiz(&self, path: &QuizPath) -> Result<Arc<Quiz>, ServiceError> {
        match self.quizzes.get(&path.quiz).filter(|quiz| quiz.namespace_id == path.namespace) {
            Some(quiz) => Ok(quiz),
            None => self.read_quiz(path).await,
        }
    }

    pub(super) async fn read_quiz(&self, path: &QuizPath) -> Result<Arc<Quiz>, ServiceError> {
        let read = match self.quizzes.last(&path.quiz) {
            Some(known) => self.store.quiz_again(&known).await?,
            None => self.store.quiz(&path.quiz).await?,
        };
        let quiz = read.map(|quiz| self.quizzes.put(quiz));
        match quiz.filter(|quiz| quiz.namespace_id == path.namespace) {
            Some(quiz) => Ok(quiz),
            None => Err(self.missing_in(&path.namespace).await?.into()),
        }
    }

    /// Tells which one is missing, the quiz or its namespace.
    pub async fn missing_in(&self, namespace: &NamespaceId) -> Result<Missing, ServiceError> {
        let found = self.store.namespace(namespace).await?;
        Ok(if found.is_some() { Missing::Quiz } else { Missing::Namespace })
    }

    pub(super) async fn require_namespace(&self, id: &NamespaceId) -> Result<(), ServiceError> {
        self.store.namespace(id).await?.map(drop).ok_or_else(|| Missing::Namespace.into())
    }
}

/// Holds deliveries to other systems and mail until an administrator releases them, because they may have been sent
/// already. Returns `false` if there is nothing to send.
async fn hold_outgoing(tx: &mut Transaction<'_>) -> Result<bool, ServiceError> {
    if !tx.has_endpoints().await? && !tx.has_mails_to_send().await? {
        return Ok(false);
    }
    let since = clock::to_rfc3339(clock::now());
    tx.put_secret(&SecretOf::Installation(OUTGOING_HELD.to_owned()), since.as_bytes()).await?;
    Ok(true)
}

/// Invalidates earlier positions in the list of changes.
pub(super) async fn begin_changes_anew(tx: &mut Transaction<'_>) -> Result<(), ServiceError> {
    let epoch = hex::encode(random::bits().to_be_bytes());
    Ok(tx.put_secret(&SecretOf::Installation(CHANGES_EPOCH.to_owned()), epoch.as_bytes()).await?)
}

/// A quiz as read before a unit of work on it. The unit shares its definition: reading a large one takes long, and
/// others wait for the unit.
#[derive(Clone)]
pub(super) struct Target {
    pub(super) path: QuizPath,
    permission: Permission,
    pub(super) known: Arc<Quiz>,
}

impl Service {
    /// Returns the quiz at a path, if the caller has the permission.
    pub(super) async fn target(
        &self,
        caller: &Caller,
        permission: Permission,
        path: &QuizPath,
    ) -> Result<Target, ServiceError> {
        caller.require(permission, &path.namespace)?;
        Ok(Target { path: path.clone(), permission, known: self.read_quiz(path).await? })
    }
}

impl Target {
    pub(super) fn right(&self) -> Right {
        Right::Quiz(self.permission, self.path.namespace.clone())
    }

    pub(super) async fn quiz(&self, tx: &mut Transaction<'_>) -> Result<Quiz, ServiceError> {
        Ok(tx.quiz_again(&self.known).await?.ok_or(Missing::Quiz)?)
    }
}
