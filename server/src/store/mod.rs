//! Where everything is kept: the port that the services speak to, and what stands behind it.

mod admins;
#[cfg(test)]
mod contract;
mod error;
mod jobs;
mod port;
mod record_query;
mod schedules;
mod sqlite;
mod types;

pub use admins::{
    Actor, ActorKind, Administrator, AuditEntry, AuditEvent, AuditFilter, Draft, Member, Session, SignInLink, Totp,
};
pub use error::StoreError;
pub use jobs::{Claim, Job, JobKind, JobState};
pub use port::{
    AdminStore, AttemptStore, AuditStore, DraftStore, InsightStore, InstallationStore, InvitationStore, JobStore,
    KeyStore, NamespaceStore, QuizStore, RecordListStore, RecordStore, ScheduleStore, SessionStore, Store,
};
pub use record_query::{RecordFilter, RecordOrder, RecordPlace, RecordQuery, RecordState};
pub use schedules::{Schedule, Slot};
pub use sqlite::SqliteStore;
pub use types::{ApiKey, Counts, Invitation, InvitationState, KeyScope, Namespace, NewAnswer, Page, StoredRecord};
