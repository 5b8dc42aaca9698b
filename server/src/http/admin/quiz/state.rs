//! Opening, closing and duplicating a quiz.

use app::admin::Problem;
use axum::{extract::State, response::Response};
use domain::{NamespaceId, QuizChange, QuizId};
use serde::Deserialize;

use super::{
    super::{
        super::{pages::Path, state::Http},
        form::Form,
        reply,
        visitor::Visitor,
    },
    dates_form,
    overview::{self, TypedDates},
};
use crate::{
    clock,
    service::{QuizPath, ServiceError},
};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DatesForm {
    #[serde(default)]
    opens_at: String,
    #[serde(default)]
    closes_at: String,
}

pub(super) async fn open(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, quiz)): Path<(NamespaceId, QuizId)>,
) -> Response {
    let path = QuizPath { namespace, quiz };
    let done = match http.service.quiz(&visitor.caller(), &path).await {
        Ok((quiz, _)) => change(&http, &visitor, &path, QuizChange::opening(&quiz, clock::now())).await,
        Err(error) => Err(error),
    };
    after(&http, &visitor, &path, done, "opened")
}

pub(super) async fn close(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, quiz)): Path<(NamespaceId, QuizId)>,
) -> Response {
    let path = QuizPath { namespace, quiz };
    let done = change(&http, &visitor, &path, QuizChange::closing()).await;
    after(&http, &visitor, &path, done, "closed")
}

pub(super) async fn set_dates(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, quiz)): Path<(NamespaceId, QuizId)>,
    Form(form): Form<DatesForm>,
) -> Response {
    let path = QuizPath { namespace, quiz };
    let (opens_at, closes_at) = (dates_form::read(&form.opens_at), dates_form::read(&form.closes_at));
    let problem = |field: &str, message: String| Problem { field: field.to_owned(), message };
    let problems = match (opens_at, closes_at) {
        (Ok(opens_at), Ok(closes_at)) => {
            let dates = QuizChange { opens_at: Some(opens_at), closes_at: Some(closes_at), ..QuizChange::default() };
            match change(&http, &visitor, &path, dates).await {
                Err(ServiceError::Invalid { details, .. }) => details
                    .into_iter()
                    .map(|error| problem(&error.path, error.message.replace("opensAt", "the date it opens")))
                    .collect(),
                done => return after(&http, &visitor, &path, done, "dates"),
            }
        }
        (opens, closes) => [("opensAt", opens.err()), ("closesAt", closes.err())]
            .into_iter()
            .filter_map(|(field, message)| Some(problem(field, message?.to_owned())))
            .collect::<Vec<_>>(),
    };
    let typed = TypedDates { opens_at: form.opens_at, closes_at: form.closes_at, problems };
    overview::page(&http, &visitor, &path, None, Some(typed)).await
}

pub(super) async fn duplicate(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, quiz)): Path<(NamespaceId, QuizId)>,
) -> Response {
    let path = QuizPath { namespace, quiz };
    match http.service.duplicate_quiz(&visitor.caller(), &path).await {
        Ok(copy) => {
            let path = QuizPath { namespace: copy.namespace_id, quiz: copy.id };
            reply::see(&overview::href(&path), "duplicated")
        }
        Err(error) => reply::failed(&http, Some(&visitor.0), &overview::href(&path), error),
    }
}

async fn change(http: &Http, visitor: &Visitor, path: &QuizPath, change: QuizChange) -> Result<(), ServiceError> {
    http.service.change_quiz(&visitor.caller(), path, change).await.map(drop)
}

fn after(http: &Http, visitor: &Visitor, path: &QuizPath, done: Result<(), ServiceError>, said: &str) -> Response {
    let here = overview::href(path);
    match done {
        Ok(()) => reply::see(&here, said),
        Err(error) => reply::failed(http, Some(&visitor.0), &here, error),
    }
}
