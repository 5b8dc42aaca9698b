//! Version 1 of the API: every operation once, with its documentation.

mod alerts;
mod answering;
mod answers;
mod audit;
mod change_figures;
mod changes;
pub(in crate::http) mod cursor;
mod document;
mod exports;
mod idempotency;
mod images;
mod insights;
mod insights_body;
mod invitations;
mod keys;
mod mails;
mod members;
pub(crate) mod names;
mod namespaces;
mod occasions;
mod offers;
mod outgoing;
mod people;
mod public;
mod question_body;
mod question_figures;
mod quizzes;
mod rescoring;
mod responses;
mod retention;
mod revision;
mod selections;
mod session_secret;
mod versions;
mod way;
mod webhook_deliveries;
mod webhook_events;
mod webhooks;

pub use document::{ApiDocument, complete_operations};
pub(crate) use keys::KeyBody;
pub(crate) use namespaces::NamespaceBody;
pub(crate) use outgoing::HeldEventBody;
pub use public::PublicCache;
pub(crate) use quizzes::{ListedQuiz, QuizBody};
pub(crate) use rescoring::RescoredBody;
pub(crate) use responses::{ErrorBody, ErrorDetail};
pub(crate) use webhook_deliveries::DeliveryBody;
pub(crate) use webhooks::WebhookBody;

use axum::routing::get;
use utoipa_axum::{router::OpenApiRouter, routes};

use self::{
    cursor::{ListParams, PageBody, cut, page_of},
    idempotency::{IdempotentJson, Made},
    quizzes::{NamespaceParams, QuizParams},
    responses::{AdminErrors, ReadingErrors},
};
use super::super::state::Http;
use crate::http::{
    middleware::auth::{Auth, Editor, Exporter, Keyed, Manager},
    reply::error::{ApiError, RequestError},
    request::extract::{self, Path, Query},
};

/// All operations, relative to `/api/v1`. An operation with a key waits for the turn of the key's owner. The others are
/// for respondents and answer immediately, so they must be cheap unless the quiz is large.
pub fn routes() -> OpenApiRouter<Http> {
    OpenApiRouter::new()
        .routes(routes!(namespaces::list, namespaces::create))
        .routes(routes!(namespaces::show, namespaces::change, namespaces::delete))
        .routes(routes!(retention::show, retention::set))
        .routes(routes!(retention::preview))
        .routes(routes!(people::erase))
        .routes(routes!(members::list, members::put))
        .routes(routes!(members::link))
        .routes(routes!(members::remove))
        .routes(routes!(offers::list))
        .routes(routes!(offers::withdraw))
        .routes(routes!(keys::list, keys::create))
        .routes(routes!(keys::revoke))
        .routes(routes!(keys::own))
        .routes(routes!(webhooks::list, webhooks::create))
        .routes(routes!(webhooks::show, webhooks::change, webhooks::delete))
        .routes(routes!(webhooks::renew_secret))
        .routes(routes!(webhooks::test))
        .routes(routes!(webhook_deliveries::list))
        .routes(routes!(webhook_deliveries::send))
        .routes(routes!(webhook_deliveries::send_left))
        .routes(routes!(outgoing::list))
        .routes(routes!(outgoing::release))
        .routes(routes!(outgoing::give_up))
        .routes(routes!(audit::namespace))
        .routes(routes!(audit::all))
        .routes(routes!(quizzes::list, quizzes::create))
        .routes(routes!(quizzes::show, quizzes::change, quizzes::delete))
        .routes(routes!(versions::list))
        .routes(routes!(versions::show))
        .routes(routes!(images::list, images::add))
        .routes(routes!(images::delete))
        .routes(routes!(session_secret::make, session_secret::remove))
        .routes(routes!(insights::insights))
        .routes(routes!(insights::figure))
        .routes(routes!(change_figures::changes))
        .routes(routes!(public::public))
        .routes(routes!(exports::csv_export))
        .routes(routes!(exports::list, selections::export_selection))
        .routes(routes!(exports::cancel))
        .routes(routes!(exports::download))
        .routes(routes!(answers::list_answers))
        .routes(routes!(alerts::list))
        .routes(routes!(alerts::acknowledge))
        .routes(routes!(occasions::list))
        .routes(routes!(occasions::figures))
        .routes(routes!(rescoring::rescore))
        .routes(routes!(invitations::list_invited, invitations::invite))
        .routes(routes!(invitations::erase))
        .routes(routes!(mails::list, mails::send, mails::cancel))
        .routes(routes!(mails::bounce))
        .routes(routes!(mails::send_again))
        .routes(routes!(mails::texts, mails::put_text))
        .routes(routes!(answering::gen_id))
        .routes(routes!(answering::init_quiz))
        .routes(routes!(answering::init_quiz_inapp))
        .routes(routes!(answering::init_quiz_invited))
        .routes(routes!(answering::post_answer))
        .routes(routes!(answering::post_answer_inapp))
        .routes(routes!(answers::answers, answering::post_answer_of_user))
        .routes(routes!(answers::attempts))
        .routes(routes!(answering::submit))
        .routes(routes!(answering::submit_inapp))
        .routes(routes!(answering::submit_of_user))
        // `anonymous` and `inapp` are also possible session ids, whose paths the operations above take.
        .route("/namespaces/{namespaceId}/quizzes/{quizId}/users/anonymous/answers", get(answers::answers))
        .route("/namespaces/{namespaceId}/quizzes/{quizId}/users/inapp/answers", get(answers::answers))
}
