//! The use-cases: one method each, the only place with rules about who may do what.

mod answering;
mod caller;
mod delivery;
mod downloads;
mod error;
mod exports;
mod insights;
mod invitations;
mod keys;
mod namespaces;
mod quiz_cache;
mod quizzes;
mod respondent;
mod results;
mod retakes;
mod root;
mod seal;

pub use answering::{Extras, Respondent};
pub use caller::{Caller, Grant};
pub use downloads::{Download, DownloadLink};
pub use error::{Missing, ServiceError};
pub use exports::{Export, ExportState};
pub use insights::QuizInsights;
pub use invitations::Invitee;
pub use keys::IssuedKey;
pub use respondent::Seat;
pub use root::{QuizPath, Service};
