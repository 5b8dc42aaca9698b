//! Where everything is kept: the port that the services speak to, and what stands behind it.

#[cfg(test)]
mod contract;
mod error;
mod jobs;
mod port;
mod record_query;
mod sqlite;
mod types;

pub use error::StoreError;
pub use jobs::{Claim, Job, JobKind, JobState};
pub use port::{
    AttemptStore, InsightStore, InstallationStore, InvitationStore, JobStore, KeyStore, NamespaceStore, QuizStore,
    RecordListStore, RecordStore, Store,
};
pub use record_query::{RecordFilter, RecordOrder, RecordPlace, RecordQuery, RecordState};
pub use sqlite::SqliteStore;
pub use types::{ApiKey, Counts, Invitation, KeyScope, Namespace, NewAnswer, Page};
