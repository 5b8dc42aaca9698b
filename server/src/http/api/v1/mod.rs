//! Version 1 of the API: every operation once, with its documentation.

mod audit;
pub(in crate::http) mod cursor;
mod document;
mod exports;
mod keys;
mod members;
mod namespaces;
mod quizzes;
pub mod schema;
mod users;

pub use document::{ApiDocument, describe_error_codes};
pub use quizzes::PublicCache;

use axum::routing::get;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::super::state::Http;

/// All operations, relative to `/api/v1`.
pub fn routes() -> OpenApiRouter<Http> {
    OpenApiRouter::new()
        .routes(routes!(namespaces::list::list, namespaces::create::create))
        .routes(routes!(members::list::list, members::put::put))
        .routes(routes!(members::link::link))
        .routes(routes!(members::remove::remove))
        .routes(routes!(keys::list::list, keys::create::create))
        .routes(routes!(keys::revoke::revoke))
        .routes(routes!(audit::namespace::namespace))
        .routes(routes!(audit::all::all))
        .routes(routes!(quizzes::list::list, quizzes::create::create))
        .routes(routes!(quizzes::show::show, quizzes::change::change, quizzes::delete::delete))
        .routes(routes!(quizzes::insights::insights))
        .routes(routes!(quizzes::public::public))
        .routes(routes!(exports::csv_export::csv_export))
        .routes(routes!(exports::list::list))
        .routes(routes!(exports::cancel::cancel))
        .routes(routes!(exports::download::download))
        .routes(routes!(users::list_answers::list_answers))
        .routes(routes!(users::list_invited::list_invited, users::invite::invite))
        .routes(routes!(users::erase::erase))
        .routes(routes!(users::gen_id::gen_id))
        .routes(routes!(users::init_quiz::init_quiz))
        .routes(routes!(users::init_quiz::init_quiz_inapp))
        .routes(routes!(users::init_quiz::init_quiz_invited))
        .routes(routes!(users::post_answer::post_answer))
        .routes(routes!(users::post_answer::post_answer_inapp))
        .routes(routes!(users::answers::answers, users::post_answer::post_answer_of_user))
        .routes(routes!(users::attempts::attempts))
        .routes(routes!(users::submit::submit))
        .routes(routes!(users::submit::submit_inapp))
        .routes(routes!(users::submit::submit_of_user))
        // `anonymous` and `inapp` are also possible session ids; their paths are taken by the operations above.
        .route(
            "/namespaces/{namespaceId}/quizzes/{quizId}/users/anonymous/answers",
            get(users::answers::answers_of_anonymous),
        )
        .route("/namespaces/{namespaceId}/quizzes/{quizId}/users/inapp/answers", get(users::answers::answers_of_inapp))
}
