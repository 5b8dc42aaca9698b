//! Where everything is kept: the port that the services speak to, and what stands behind it.

mod error;
mod port;
mod sqlite;
mod types;

pub use error::StoreError;
pub use port::{InstallationStore, InvitationStore, KeyStore, NamespaceStore, QuizStore, RecordStore, Store};
pub use sqlite::SqliteStore;
pub use types::{ApiKey, Counts, Invitation, KeyScope, Namespace, NewAnswer, Page};
