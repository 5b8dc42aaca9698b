//! `/namespaces/{namespaceId}/quizzes`

pub(super) mod change;
pub(super) mod create;
pub(super) mod delete;
pub(super) mod insights;
pub(super) mod list;
mod path;
pub(super) mod public;
mod public_cache;
pub(super) mod show;

pub(super) use path::{NamespaceParams, QuizParams};
pub use public_cache::PublicCache;
