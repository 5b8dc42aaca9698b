//! Values that are valid by construction, and errors of parsing them.

pub(crate) mod base62;
pub(crate) mod email;
pub(crate) mod error_code;
pub(crate) mod ids;
pub(crate) mod path;
pub(crate) mod string_enum;
pub(crate) mod timestamp;
pub(crate) mod validation;

pub use base62::base62;
pub use email::Email;
pub use ids::{AnonId, IdError, ImageId, InvitedId, Name, NamespaceId, OptionId, QuestionId, QuizId, SessionId};
pub use path::{Part, Path, Segment};
pub use timestamp::Timestamp;
pub use validation::{DateMistake, FieldCode, FieldError, Invalid};
