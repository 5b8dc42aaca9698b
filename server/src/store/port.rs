//! The port: what the services ask of a store, in the domain's own terms.
//!
//! Every write is on the disk when its call returns, is done whole or not at all, and goes on even if the caller stops
//! waiting for it. `None` and `false` mean that the thing is not there.

use async_trait::async_trait;
use domain::{
    AnswersRecord, Definition, Email, Insights, InvitedId, NamespaceId, OwnQuota, Quiz, QuizId, Retention, Role, Stops,
    Timestamp, Usage, UserId,
};
use futures_util::stream::BoxStream;
use tokio::sync::mpsc::Sender;

use super::{
    Administrator, ApiKey, AuditEnd, AuditEntry, AuditFilter, Claim, Counts, Cutoffs, Divergence, Draft, EarlierDraft,
    Expired, ExpiredAttempt, ExpiredCounts, Invitation, InvitationState, Job, JobKind, Listed, Member, Namespace,
    NewAnswer, NotedFile, Offer, Page, QuizSummary, Reading, RecordChange, RecordQuery, Schedule, Session, SignInLink,
    StoreError, StoreFigures, StoredRecord, Work, WorkScope,
};

type Result<T> = std::result::Result<T, StoreError>;

/// The installation as a whole.
#[async_trait]
pub trait InstallationStore: Send + Sync {
    /// Fails unless the database answers, has the schema of this release, and can be written. Asking often is cheap.
    async fn check(&self) -> Result<()>;

    /// The state of jobs, queues and file.
    async fn figures(&self) -> Result<StoreFigures>;

    /// Quizzes as any server changes them. A change may go untold, so it serves to see most of them at once.
    fn changed_quizzes(&self) -> BoxStream<'static, QuizId>;

    /// Begins to remove what was erased from the files, where copies of it may remain; returns at once.
    fn scrub(&self);

    /// Writes the files anew, so that nothing is left in them of what was replaced or deleted.
    async fn compact(&self) -> Result<()>;

    /// Finishes what was begun and lets go of the database: what is asked for afterwards is `Unavailable`.
    async fn close(&self);
}

/// Secrets that the service encrypts.
#[async_trait]
pub trait SecretStore: Send + Sync {
    async fn installation_secret(&self, name: &'static str) -> Result<Option<Vec<u8>>>;
}

/// Namespaces.
#[async_trait]
pub trait NamespaceStore: Send + Sync {
    async fn namespace(&self, id: &NamespaceId) -> Result<Option<Namespace>>;
    /// By id.
    async fn namespaces(&self, page: Page<NamespaceId>) -> Result<Vec<Namespace>>;
    /// True if any namespace requires a second factor.
    async fn requires_second_factor_somewhere(&self) -> Result<bool>;
}

/// What namespaces hold, and may hold.
#[async_trait]
pub trait QuotaStore: Send + Sync {
    /// Nothing for a namespace that is not there. Servers of the release before the first that counts leave out what they
    /// store while they go on beside it.
    async fn usage(&self, namespace: &NamespaceId) -> Result<(Usage, OwnQuota)>;
}

/// Quizzes and their versions.
#[async_trait]
pub trait QuizStore: Send + Sync {
    /// With the definition of its current version.
    async fn quiz(&self, id: &QuizId) -> Result<Option<Quiz>>;
    /// The same, sharing the definition of `known` if its version is still the current one.
    async fn quiz_again(&self, known: &Quiz) -> Result<Option<Quiz>>;
    async fn definition(&self, id: &QuizId, version: u32) -> Result<Option<Definition>>;
    /// Of a namespace, newest first; a page begins after a quiz's creation and id.
    async fn quizzes(&self, namespace: &NamespaceId, page: Page<(Timestamp, QuizId)>) -> Result<Listed<QuizSummary>>;
    /// Erases quizzes that are marked as deleted, with all answers.
    async fn purge_deleted(&self) -> Result<()>;
    /// All versions, oldest first.
    async fn definitions(&self, id: &QuizId) -> Result<Vec<(u32, Definition)>>;
    /// The latest versions, newest first.
    async fn latest_definitions(&self, id: &QuizId) -> Result<Listed<(u32, Definition)>>;
    async fn counts(&self, id: &QuizId) -> Result<Counts>;
}

/// Invited people.
#[async_trait]
pub trait InvitationStore: Send + Sync {
    async fn invitation(&self, quiz: &QuizId, id: &InvitedId) -> Result<Option<Invitation>>;
    /// Those whose name, address, custom data or id holds a text (letters of ASCII in capitals or not), newest first,
    /// with how far each person has come; a page begins after an invitation's creation and id.
    async fn invitations(
        &self,
        quiz: &QuizId,
        search: Option<&str>,
        page: Page<(Timestamp, InvitedId)>,
    ) -> Result<Vec<(Invitation, InvitationState)>>;
}

/// People's answers.
#[async_trait]
pub trait RecordStore: Send + Sync {
    /// Missing if the quiz is not there. Stores a new record, or returns the one that the user has; its custom data is completed if it had none, which is
    /// a change of the record like any other.
    async fn begin(&self, record: AnswersRecord) -> Result<AnswersRecord>;
    async fn record(&self, quiz: &QuizId, user: &UserId) -> Result<Option<AnswersRecord>>;
    /// Of several with the same custom data, the one that was active last.
    async fn record_by_custom_data(&self, quiz: &QuizId, custom_data: &str) -> Result<Option<AnswersRecord>>;
    /// All records as they are at this moment, in the order of their first activity, sent in pieces. Ends early when
    /// the receiver is dropped.
    async fn scan_records(&self, quiz: &QuizId, pieces: Sender<Vec<StoredRecord>>) -> Result<()>;
    /// The record after the answer; `None` when there is no open record of that user and version.
    async fn save_answer(&self, answer: NewAnswer) -> Result<Option<AnswersRecord>>;
    /// Stores a changed record. False when it is gone or has changed since `seen`, its `activity_at` when it was read.
    async fn replace_record(&self, record: AnswersRecord, seen: Timestamp) -> Result<bool>;
    /// Many finished records at once, for loading data; a record that exists is left as it is.
    async fn add_records(&self, records: Vec<AnswersRecord>) -> Result<()>;
}

/// Lists of records for people who look something up.
#[async_trait]
pub trait RecordListStore: Send + Sync {
    /// The records of a quiz that fit a filter, one page in an order.
    async fn list_records(&self, quiz: &QuizId, query: &RecordQuery) -> Result<Listed<AnswersRecord>>;
}

/// Changes of records, for callers that keep a copy.
#[async_trait]
pub trait ChangeStore: Send + Sync {
    /// What changed in a quiz after a change, in the order of commits: each record once, as it is now, with the number of
    /// its last change. A reader that goes on after the highest number it has seen misses nothing.
    async fn changes(&self, quiz: &QuizId, after: u64, limit: u32) -> Result<Listed<(u64, RecordChange)>>;
}

/// Figures of quizzes.
#[async_trait]
pub trait InsightStore: Send + Sync {
    /// The figures of a quiz at this moment. Each respondent counts by the latest attempt that was submitted. The figures
    /// of a missing quiz are empty.
    async fn insights(&self, quiz: &QuizId) -> Result<Insights>;
    /// Stops of records never submitted that were begun under one of these versions, among the `limit` begun last or as
    /// many of these as a budget of bytes and steps allows.
    async fn stops(&self, quiz: &QuizId, versions: &[(u32, Definition)], limit: u32) -> Result<Stops>;
}

/// Taking a quiz again.
#[async_trait]
pub trait AttemptStore: Send + Sync {
    /// Keeps the submitted record among the past attempts and puts `next`, the following one, in its place, with the
    /// custom data there was. `None` when the record is gone, or not submitted, or has changed since `seen`, its
    /// `activity_at` when it was read.
    async fn begin_again(&self, next: AnswersRecord, seen: Timestamp) -> Result<Option<AnswersRecord>>;
    /// All attempts of a person, newest first, the record itself among them; a page begins below an attempt's number.
    async fn attempts(&self, quiz: &QuizId, user: &UserId, page: Page<u32>) -> Result<Listed<AnswersRecord>>;
}

/// Rules about how long records are kept.
#[async_trait]
pub trait RetentionStore: Send + Sync {
    /// The default where no rule was set.
    async fn retention(&self, namespace: &NamespaceId) -> Result<Retention>;
    /// Records past their time, in no order.
    async fn expired(&self, namespace: &NamespaceId, cutoffs: &Cutoffs, limit: u32) -> Result<Vec<Expired>>;
    /// Past attempts submitted before a moment, without those that stand for a respondent in figures and lists.
    async fn expired_attempts(
        &self,
        namespace: &NamespaceId,
        before: Timestamp,
        limit: u32,
    ) -> Result<Vec<ExpiredAttempt>>;
    /// How many of both there are.
    async fn count_expired(&self, namespace: &NamespaceId, cutoffs: &Cutoffs) -> Result<ExpiredCounts>;
}

/// What servers of earlier releases leave behind that go on beside a newer one.
#[async_trait]
pub trait RepairStore: Send + Sync {
    /// Reads all records of the quiz.
    async fn divergence(&self, quiz: &QuizId) -> Result<Divergence>;
}

/// API keys.
#[async_trait]
pub trait KeyStore: Send + Sync {
    async fn key(&self, id: &str) -> Result<Option<ApiKey>>;
    /// All of them, newest first.
    async fn keys(&self) -> Result<Vec<ApiKey>>;
    async fn note_key_use(&self, id: &str, now: Timestamp) -> Result<()>;
}

/// Replies to requests that may be repeated.
#[async_trait]
pub trait ReplyStore: Send + Sync {
    /// Removes those kept before a moment.
    async fn forget_replies(&self, before: Timestamp) -> Result<()>;
}

/// Work that outlives a request.
#[async_trait]
pub trait JobStore: Send + Sync {
    /// The job of this kind that is due for the longest time: a queued one, or one whose worker let its lease run out.
    async fn claim_job(&self, kind: JobKind, now: Timestamp, lease_until: Timestamp) -> Result<Option<Job>>;
    /// Heartbeat and progress. This and the two below are false, and change nothing, when another worker has claimed
    /// the job since, or it is gone.
    async fn renew_claim(&self, claim: Claim, done: u64, total: u64, lease_until: Timestamp) -> Result<bool>;
    async fn finish_job(&self, claim: Claim, outcome: String, now: Timestamp) -> Result<bool>;
    /// Queued again for `retry_at`, or given up without it.
    async fn fail_job(&self, claim: Claim, error: String, retry_at: Option<Timestamp>, now: Timestamp) -> Result<bool>;
    /// The newest job of each of these quizzes that has any but removed ones, in no order.
    async fn latest_jobs(&self, kind: JobKind, quizzes: &[QuizId]) -> Result<Vec<Job>>;
    /// The newest first, removed ones too.
    async fn jobs(&self, kind: JobKind, quiz: &QuizId, limit: u32) -> Result<Vec<Job>>;
    async fn job(&self, id: &str) -> Result<Option<Job>>;
    /// Notes the name of a file that a worker is about to make. False, and nothing is noted, as with
    /// [`renew_claim`](Self::renew_claim).
    async fn note_export_file(&self, claim: Claim, name: String) -> Result<bool>;
    /// The files that were noted and not forgotten, also those whose job is gone, by name.
    async fn export_files(&self) -> Result<Vec<NotedFile>>;
    async fn forget_export_file(&self, name: &str) -> Result<()>;
    /// Marks the exports that ended before a moment as removed, and returns them.
    async fn remove_exports(&self, finished_before: Timestamp, now: Timestamp) -> Result<Vec<Job>>;
}

/// Jobs that come again and again. Those of a deleted quiz are not there.
#[async_trait]
pub trait ScheduleStore: Send + Sync {
    async fn schedule(&self, id: &str) -> Result<Option<Schedule>>;
    /// All of them, oldest first.
    async fn schedules(&self) -> Result<Vec<Schedule>>;
    /// Those whose next moment has come, the longest waiting first.
    async fn due_schedules(&self, now: Timestamp) -> Result<Vec<Schedule>>;
    /// False when the next moment is not the one that was seen any more, or the schedule is gone.
    async fn advance_schedule(&self, id: &str, seen: Timestamp, next: Timestamp) -> Result<bool>;
    /// Its runs, the latest moment first.
    async fn runs(&self, id: &str, limit: u32) -> Result<Vec<Job>>;
    /// Removes runs that have ended, except the latest few.
    async fn forget_runs(&self, id: &str, keep: u32) -> Result<()>;
}

/// Administrators, their roles, and the links by which they choose a password.
#[async_trait]
pub trait AdminStore: Send + Sync {
    async fn administrator(&self, id: &str) -> Result<Option<Administrator>>;
    async fn administrator_by_email(&self, email: &Email) -> Result<Option<Administrator>>;
    /// By e-mail address.
    async fn administrators(&self) -> Result<Vec<Administrator>>;
    /// Codes that are left.
    async fn recovery_codes(&self, id: &str) -> Result<u64>;
    /// By namespace.
    async fn roles(&self, id: &str) -> Result<Vec<(NamespaceId, Role)>>;
    /// By e-mail address; without administrators of all namespaces.
    async fn members(&self, namespace: &NamespaceId) -> Result<Vec<Member>>;
    /// The link may have expired.
    async fn sign_in_link(&self, token_hash: &[u8; 32]) -> Result<Option<SignInLink>>;
}

/// Offers of a role in a namespace; they may have expired.
#[async_trait]
pub trait OfferStore: Send + Sync {
    /// By e-mail address.
    async fn offers(&self, namespace: &NamespaceId) -> Result<Vec<Offer>>;
    async fn offer(&self, token_hash: &[u8; 32]) -> Result<Option<Offer>>;
}

/// Sessions of administrators.
#[async_trait]
pub trait SessionStore: Send + Sync {
    /// The session may have expired.
    async fn session(&self, token_hash: &[u8; 32]) -> Result<Option<Session>>;
    /// Of one administrator, the last seen first.
    async fn sessions(&self, admin_id: &str) -> Result<Vec<Session>>;
    async fn touch_session(&self, token_hash: &[u8; 32], now: Timestamp, expires_at: Timestamp) -> Result<()>;
}

/// Drafts of the editor.
#[async_trait]
pub trait DraftStore: Send + Sync {
    async fn draft(&self, quiz: &QuizId) -> Result<Option<Draft>>;
    /// Newest first.
    async fn earlier_drafts(&self, quiz: &QuizId) -> Result<Vec<EarlierDraft>>;
    /// The earlier draft last changed at a moment.
    async fn earlier_draft(&self, quiz: &QuizId, updated_at: Timestamp) -> Result<Option<Draft>>;
}

/// The audit log. Lines are only ever added.
#[async_trait]
pub trait AuditStore: Send + Sync {
    /// Newest first, with the ids of respondents who are known; a page begins before a line's number.
    async fn audit(&self, filter: &AuditFilter, page: Page<u64>) -> Result<Vec<AuditEntry>>;
    /// Records that answers were read; readings that come at the same time share a transaction.
    async fn record_reading(&self, reading: Reading) -> Result<()>;
    /// The last events of an account: what it did itself and what was done to it, apart from its work in namespaces.
    async fn audit_of_account(&self, account: &Administrator, limit: u32) -> Result<Vec<AuditEntry>>;
    async fn audit_end(&self) -> Result<AuditEnd>;
    /// All lines in their order, a piece at a time; a piece begins after a line's number.
    async fn audit_lines(&self, page: Page<u64>) -> Result<Vec<AuditEntry>>;
}

/// Units of work; see [`Store::transact`](trait.Store.html#method.transact).
#[async_trait]
pub trait TransactionStore: Send + Sync {
    /// Runs the work in a transaction until it commits or asks to roll back.
    async fn run(&self, scope: WorkScope, work: Box<dyn Work>) -> Result<()>;
}

/// Declares a trait that is the sum of others.
macro_rules! sum {
    ($(#[$about:meta])* $Sum:ident: $($Part:ident,)+) => {
        $(#[$about])*
        pub trait $Sum: $($Part +)+ {}

        impl<T: $($Part +)+> $Sum for T {}
    };
}
pub(super) use sum;

sum! {
    /// What the services hold.
    Store:
    InstallationStore,
    SecretStore,
    NamespaceStore,
    QuotaStore,
    QuizStore,
    InvitationStore,
    RecordStore,
    AttemptStore,
    RecordListStore,
    RetentionStore,
    RepairStore,
    ChangeStore,
    InsightStore,
    KeyStore,
    ReplyStore,
    JobStore,
    ScheduleStore,
    AdminStore,
    OfferStore,
    SessionStore,
    DraftStore,
    AuditStore,
    TransactionStore,
}
