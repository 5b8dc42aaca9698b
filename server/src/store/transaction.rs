//! The unit of work: a use-case reads, checks, writes and records its audit event in one transaction.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use domain::{
    AnswersRecord, Email, NamespaceId, OwnQuota, Quiz, QuizId, Retention, Role, SessionSecret, Timestamp, Usage, UserId,
};
use futures_util::future::BoxFuture;

use super::{
    Administrator, ApiKey, AuditEntry, AuditEvent, Divergence, Draft, Expired, ExpiredAttempt, Invitation, Job,
    JobKind, KeptReply, Member, Namespace, Offer, Page, Schedule, SecretOf, Session, SignInLink, Store, StoreError,
    Totp, port::sum,
};

type Result<T> = std::result::Result<T, StoreError>;

sum! {
    /// One transaction. A read sees the writes before it, and no other unit of work changes its scope in between.
    ///
    /// A transaction in which a statement failed cannot commit.
    Transaction:
    SecretTransaction,
    NamespaceTransaction,
    QuotaTransaction,
    QuizTransaction,
    DraftTransaction,
    RespondentTransaction,
    RetentionTransaction,
    RepairTransaction,
    JobTransaction,
    KeyTransaction,
    ReplyTransaction,
    AdminTransaction,
    OfferTransaction,
    SessionTransaction,
    AuditTransaction,
}

/// Secrets that the service encrypts.
#[async_trait]
pub trait SecretTransaction: Send {
    async fn installation_secret(&mut self, name: &'static str) -> Result<Option<Vec<u8>>>;
    /// Everything that [`SecretOf`] names, in no order.
    async fn secrets(&mut self) -> Result<Vec<(SecretOf, Vec<u8>)>>;
    /// Stores a secret of the installation, or replaces one that is there.
    async fn put_secret(&mut self, of: &SecretOf, value: &[u8]) -> Result<()>;
}

#[async_trait]
pub trait NamespaceTransaction: Send {
    async fn namespace(&mut self, id: &NamespaceId) -> Result<Option<Namespace>>;
    /// True if a namespace had this id and was deleted: the audit log has lines of it.
    async fn has_been_namespace(&mut self, id: &NamespaceId) -> Result<bool>;
    /// Conflict if the id is taken.
    async fn add_namespace(&mut self, namespace: &Namespace) -> Result<()>;
    async fn require_second_factor(&mut self, id: &NamespaceId, is_required: bool) -> Result<()>;
    /// Deletes its keys and roles too. False when it has quizzes, or is not there; then nothing may be committed.
    async fn delete_namespace(&mut self, id: &NamespaceId) -> Result<bool>;
}

#[async_trait]
pub trait QuotaTransaction: Send {
    /// With all that the transaction has written. See [`QuotaStore::usage`](super::QuotaStore::usage).
    async fn usage(&mut self, namespace: &NamespaceId) -> Result<(Usage, OwnQuota)>;
    async fn set_quota(&mut self, namespace: &NamespaceId, own: OwnQuota) -> Result<()>;
}

#[async_trait]
pub trait QuizTransaction: Send {
    /// With the definition of its current version.
    async fn quiz(&mut self, id: &QuizId) -> Result<Option<Quiz>>;
    /// See [`QuizStore::quiz_again`](super::QuizStore::quiz_again).
    async fn quiz_again(&mut self, known: &Quiz) -> Result<Option<Quiz>>;
    /// Conflict if the id is taken.
    async fn add_quiz(&mut self, quiz: &Quiz) -> Result<()>;
    /// Stores the settings, and where the version is new, the definition's JSON.
    async fn update_quiz(&mut self, quiz: &Quiz, definition: Option<&str>) -> Result<()>;
    /// Replaces the secret that sessions are signed with; with `None`, they need no signature.
    async fn set_session_secret(&mut self, id: &QuizId, secret: Option<&SessionSecret>) -> Result<()>;
    /// Takes a quiz out of sight, for [`QuizStore::purge_deleted`](super::QuizStore::purge_deleted) to erase. False when
    /// there is no such quiz.
    async fn mark_deleted(&mut self, id: &QuizId, now: Timestamp) -> Result<bool>;
}

/// Drafts of the editor.
#[async_trait]
pub trait DraftTransaction: Send {
    async fn draft(&mut self, quiz: &QuizId) -> Result<Option<Draft>>;
    /// Replaces the quiz's draft.
    async fn put_draft(&mut self, draft: &Draft) -> Result<()>;
    async fn delete_draft(&mut self, quiz: &QuizId) -> Result<()>;
    /// Adds a draft to the quiz's earlier ones, of which the newest `keep` stay.
    async fn keep_earlier_draft(&mut self, draft: &Draft, keep: u32) -> Result<()>;
}

/// Invited people, and the erasure of respondents.
#[async_trait]
pub trait RespondentTransaction: Send {
    async fn add_invitations(&mut self, invitations: &[Invitation]) -> Result<()>;
    /// The pseudonym of a respondent in the audit log, made with `salt` if there was none. That of a person who is not
    /// there is not kept.
    async fn pseudonym(&mut self, quiz: &QuizId, user: &str, salt: [u8; 16]) -> Result<String>;
    /// Erases a respondent's answers of all attempts, the invitation and the way from the pseudonym to the person, and
    /// removes the exports that may hold the answers. False when there are neither answers nor an invitation.
    async fn erase_user(&mut self, quiz: &QuizId, user: &UserId, now: Timestamp) -> Result<bool>;
    /// Replaces the scores of submitted records of a quiz, given as they were and as they are to be. Leaves out those
    /// that have changed, and returns the number of the others.
    async fn rescore(&mut self, quiz: &QuizId, records: &[(AnswersRecord, AnswersRecord)]) -> Result<u32>;
}

/// Rules about how long records are kept, and the erasure that follows from them.
#[async_trait]
pub trait RetentionTransaction: Send {
    /// The default where no rule was set.
    async fn retention(&mut self, namespace: &NamespaceId) -> Result<Retention>;
    async fn set_retention(&mut self, namespace: &NamespaceId, rule: Retention) -> Result<()>;
    /// Erases the respondent as [`RespondentTransaction::erase_user`] does. False when the record has changed.
    async fn erase_expired(&mut self, expired: &Expired, now: Timestamp) -> Result<bool>;
    /// False when it is gone.
    async fn erase_attempt(&mut self, expired: &ExpiredAttempt, now: Timestamp) -> Result<bool>;
}

#[async_trait]
pub trait RepairTransaction: Send {
    /// Puts right what diverges in a quiz, and returns what that was.
    async fn repair(&mut self, quiz: &QuizId) -> Result<Divergence>;
}

/// Jobs and their schedules.
#[async_trait]
pub trait JobTransaction: Send {
    async fn job(&mut self, id: &str) -> Result<Option<Job>>;
    /// Queues a job, due from `created_at` on, which may lie ahead. False when one of its kind is queued or running for the same quiz; of a schedule's
    /// run, when its slot has one, whatever became of it.
    async fn enqueue(&mut self, job: &Job) -> Result<bool>;
    /// The exports that [`RespondentTransaction::erase_user`] removes, newest first.
    async fn exports_with(&mut self, quiz: &QuizId, user: &UserId) -> Result<Vec<Job>>;
    /// Deletes a queued job of this kind that was made for a moment yet to come.
    async fn drop_postponed(&mut self, kind: JobKind, quiz: &QuizId, now: Timestamp) -> Result<()>;
    /// Marks the exports of a quiz that have ended as removed, except the newest few.
    async fn remove_older_exports(&mut self, quiz: &QuizId, keep: u32, now: Timestamp) -> Result<()>;
    /// Deletes what is left of removed exports of a quiz, except the newest few.
    async fn forget_removed_exports(&mut self, quiz: &QuizId, keep: u32) -> Result<()>;
    /// Ends a job that is queued or running; its worker's claim is lost. False when there is no such job.
    async fn cancel_job(&mut self, id: &str, now: Timestamp) -> Result<bool>;
    async fn schedule(&mut self, id: &str) -> Result<Option<Schedule>>;
    async fn add_schedule(&mut self, schedule: &Schedule) -> Result<()>;
    /// Deletes the schedule's runs too, one under way included.
    async fn delete_schedule(&mut self, id: &str) -> Result<()>;
}

#[async_trait]
pub trait KeyTransaction: Send {
    async fn key(&mut self, id: &str) -> Result<Option<ApiKey>>;
    /// Conflict if the id is taken.
    async fn add_key(&mut self, key: &ApiKey) -> Result<()>;
    /// Keeps the moment of the first revocation.
    async fn revoke_key(&mut self, id: &str, now: Timestamp) -> Result<()>;
}

#[async_trait]
pub trait ReplyTransaction: Send {
    async fn kept_reply(&mut self, request: &[u8; 32]) -> Result<Option<KeptReply>>;
    /// Replaces the request's earlier reply.
    async fn keep_reply(&mut self, reply: &KeptReply) -> Result<()>;
}

/// Administrators and their roles.
#[async_trait]
pub trait AdminTransaction: Send {
    async fn has_administrators(&mut self) -> Result<bool>;
    /// The number of administrators of all namespaces.
    async fn administrators_everywhere(&mut self) -> Result<i64>;
    async fn administrator(&mut self, id: &str) -> Result<Option<Administrator>>;
    async fn administrator_by_email(&mut self, email: &Email) -> Result<Option<Administrator>>;
    /// Conflict if the e-mail address is taken.
    async fn add_administrator(&mut self, administrator: &Administrator) -> Result<()>;
    async fn set_password(&mut self, id: &str, hash: Option<&str>) -> Result<()>;
    async fn set_second_factor(&mut self, id: &str, totp: Option<&Totp>) -> Result<()>;
    /// Replaces the account's recovery codes, given as hashes.
    async fn set_recovery_codes(&mut self, id: &str, hashes: &[[u8; 32]]) -> Result<()>;
    /// False when the account has no such code any more.
    async fn spend_recovery_code(&mut self, id: &str, hash: &[u8; 32]) -> Result<bool>;
    /// Deletes the account's roles, sessions and links too.
    async fn delete_administrator(&mut self, id: &str) -> Result<()>;
    /// By namespace.
    async fn roles(&mut self, id: &str) -> Result<Vec<(NamespaceId, Role)>>;
    /// The ids of all owners of a namespace, administrators of all namespaces included.
    async fn owners(&mut self, namespace: &NamespaceId) -> Result<Vec<String>>;
    /// The member of a namespace with this address.
    async fn member_by_email(&mut self, namespace: &NamespaceId, email: &Email) -> Result<Option<Member>>;
    /// Gives a role in a namespace, or takes it away.
    async fn set_role(&mut self, id: &str, namespace: &NamespaceId, role: Option<Role>) -> Result<()>;
}

/// Offers of a role in a namespace.
#[async_trait]
pub trait OfferTransaction: Send {
    /// The offer may have expired.
    async fn offer(&mut self, token_hash: &[u8; 32]) -> Result<Option<Offer>>;
    /// Replaces the offer to the same address in the same namespace.
    async fn put_offer(&mut self, offer: &Offer) -> Result<()>;
    /// Returns the offer that ended, if it was there.
    async fn end_offer(&mut self, namespace: &NamespaceId, id: &str) -> Result<Option<Offer>>;
}

/// Sessions, and the links that lead to them.
#[async_trait]
pub trait SessionTransaction: Send {
    async fn add_session(&mut self, session: &Session) -> Result<()>;
    /// False when the administrator has no such session.
    async fn end_session(&mut self, admin_id: &str, id: &str) -> Result<bool>;
    /// Ends all sessions of an administrator except `but`.
    async fn end_sessions(&mut self, admin_id: &str, but: Option<&str>) -> Result<()>;
    async fn add_sign_in_link(&mut self, link: &SignInLink) -> Result<()>;
    /// The link may have expired.
    async fn sign_in_link(&mut self, token_hash: &[u8; 32]) -> Result<Option<SignInLink>>;
    /// Removes all links of an administrator; with `None`, all links for the first administrator.
    async fn end_sign_in_links(&mut self, admin_id: Option<&str>) -> Result<()>;
    /// Removes sessions, links and offers that expired before a moment.
    async fn forget_expired(&mut self, before: Timestamp) -> Result<()>;
}

#[async_trait]
pub trait AuditTransaction: Send {
    /// Fails for an event outside the scope of the unit of work.
    async fn append_audit(&mut self, event: &AuditEvent) -> Result<AuditEntry>;
    /// From here on nothing else writes to the log until the transaction ends.
    async fn freeze_audit(&mut self) -> Result<()>;
    /// Lines in their order, as they are stored; a piece begins after a line's number.
    async fn audit_lines(&mut self, page: Page<u64>) -> Result<Vec<AuditEntry>>;
    /// Gives lines another subject and hash: the one exception to a log that is only added to.
    async fn rewrite_audit_lines(&mut self, lines: &[AuditEntry]) -> Result<()>;
}

/// The part of the installation that a unit of work has for itself: nothing else changes there until it has ended, on any
/// server. Units wait in turns by namespace.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum WorkScope {
    /// What belongs to a namespace, such as its quizzes, keys and roles, and the chain of its audit lines.
    Namespace(NamespaceId),
    /// What belongs to none, such as accounts, sessions and secrets, and the chain of audit lines of no namespace.
    Installation,
    Both(NamespaceId),
    /// Every namespace too, for the operator's own work.
    Everything,
}

impl WorkScope {
    /// The scope of what belongs to a namespace, or to none.
    pub fn of(namespace: Option<&NamespaceId>) -> Self {
        namespace.map_or(Self::Installation, |namespace| Self::Namespace(namespace.clone()))
    }

    pub(super) fn namespace(&self) -> Option<&NamespaceId> {
        match self {
            Self::Namespace(namespace) | Self::Both(namespace) => Some(namespace),
            Self::Installation | Self::Everything => None,
        }
    }

    pub(super) fn has_installation(&self) -> bool {
        !matches!(self, Self::Namespace(_))
    }

    /// True if the audit lines of a namespace, or of none, are within the scope.
    pub(super) fn has_chain(&self, namespace: Option<&NamespaceId>) -> bool {
        match (self, namespace) {
            (Self::Everything, _) => true,
            (_, Some(namespace)) => self.namespace() == Some(namespace),
            (_, None) => self.has_installation(),
        }
    }
}

/// A unit of work with its types hidden from the backend.
pub trait Work: Send + Sync {
    /// Returns true to commit and false to roll back. A backend may run it again after a rollback.
    fn run<'t>(&'t self, transaction: &'t mut dyn Transaction) -> BoxFuture<'t, bool>;
}

impl dyn Store {
    /// Runs `work` on `input` in one transaction: commits all of it on `Ok` and nothing on `Err`.
    ///
    /// The work may run more than once, so it must change nothing but the transaction; and it must not wait for
    /// anything else, because other writers wait for it. Once begun, it goes on if the caller stops waiting; a caller that
    /// leaves before takes it along.
    pub async fn transact<I, T, E, F>(&self, scope: WorkScope, input: I, work: F) -> std::result::Result<T, E>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        F: for<'t> Fn(&'t I, &'t mut dyn Transaction) -> BoxFuture<'t, std::result::Result<T, E>>
            + Send
            + Sync
            + 'static,
    {
        let outcome = Arc::default();
        self.run(scope, Box::new(UnitOfWork { input, work, outcome: Arc::clone(&outcome) })).await?;
        let outcome = outcome.lock().unwrap_or_else(PoisonError::into_inner).take();
        outcome.unwrap_or_else(|| Err(StoreError::Internal("a unit of work was not run".to_owned()).into()))
    }
}

struct UnitOfWork<I, T, E, F> {
    input: I,
    work: F,
    /// Of the last run.
    outcome: Arc<Mutex<Option<std::result::Result<T, E>>>>,
}

impl<I, T, E, F> Work for UnitOfWork<I, T, E, F>
where
    I: Send + Sync,
    T: Send,
    E: Send,
    F: for<'t> Fn(&'t I, &'t mut dyn Transaction) -> BoxFuture<'t, std::result::Result<T, E>> + Send + Sync,
{
    fn run<'t>(&'t self, transaction: &'t mut dyn Transaction) -> BoxFuture<'t, bool> {
        Box::pin(async move {
            let outcome = (self.work)(&self.input, transaction).await;
            let is_kept = outcome.is_ok();
            *self.outcome.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
            is_kept
        })
    }
}
