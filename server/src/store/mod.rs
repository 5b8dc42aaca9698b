//! Storage: the port that services use, and its implementations.

mod admins;
mod audit;
#[cfg(test)]
pub(crate) mod contract;
mod copy;
mod drafts;
mod error;
mod jobs;
mod port;
mod postgres;
mod record_query;
mod retention;
mod rows;
mod schedules;
mod secrets;
mod sql;
mod sqlite;
mod transaction;
mod types;

pub use admins::{Administrator, Member, Offer, Session, SignInLink, Totp};
pub use audit::{
    Actor, ActorKind, AuditAction, AuditEnd, AuditEntry, AuditEvent, AuditFilter, Reading, is_pseudonym, pseudonym,
};
pub use copy::{Copied, MOVED, Step, copy, require_unused};
pub use drafts::{Draft, EarlierDraft, Edition};
pub use error::StoreError;
pub use jobs::{Claim, Job, JobKind, JobState, NotedFile};
pub use port::{
    AdminStore, AttemptStore, AuditStore, ChangeStore, DraftStore, InsightStore, InstallationStore, InvitationStore,
    JobStore, KeyStore, NamespaceStore, OfferStore, QuizStore, QuotaStore, RecordListStore, RecordStore, RepairStore,
    ReplyStore, RetentionStore, ScheduleStore, SecretStore, SessionStore, Store, TransactionStore,
};
pub use postgres::{DatabaseServer, PostgresStore};
pub use record_query::{RecordFilter, RecordOrder, RecordPlace, RecordQuery, RecordState};
pub use retention::{Cutoffs, Expired, ExpiredAttempt, ExpiredCounts};
pub use schedules::{Schedule, Slot};
pub use secrets::SecretOf;
pub use sqlite::{Contents, Damaged, SqliteStore};
pub use transaction::{
    AdminTransaction, AuditTransaction, DraftTransaction, JobTransaction, KeyTransaction, NamespaceTransaction,
    OfferTransaction, QuizTransaction, QuotaTransaction, RepairTransaction, ReplyTransaction, RespondentTransaction,
    RetentionTransaction, SecretTransaction, SessionTransaction, Transaction, Work, WorkScope,
};
pub use types::{
    ApiKey, Counts, Divergence, Invitation, InvitationState, KeptReply, KeyScope, KeyScopes, Listed, Namespace,
    NewAnswer, Page, QuizSummary, RecordChange, StoreFigures, StoredRecord,
};
