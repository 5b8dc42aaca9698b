//! `/namespaces/{namespaceId}/quizzes/{quizId}/users`

pub(super) mod answers;
pub(super) mod attempts;
pub(super) mod erase;
pub(super) mod gen_id;
pub(super) mod init_quiz;
pub(super) mod invite;
pub(super) mod list_answers;
pub(super) mod list_invited;
mod path;
pub(super) mod post_answer;
pub(super) mod submit;

use path::{SessionParams, UserParams, require_same};
