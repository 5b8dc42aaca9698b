//! Opening, closing and duplicating a quiz.

use app::admin::{Flash, QuizTab};
use domain::QuizChange;
use serde::Deserialize;

use super::super::{Admin, AdminResult, Form, Path, QuizHead, problem, problems, quiz_href, reply};
use super::dates_form;
use super::overview::{self, TypedDates};
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

pub(super) async fn open(admin: Admin, head: QuizHead) -> AdminResult {
    let change = QuizChange::opening(&head.quiz, clock::now());
    admin.service().change_quiz(&admin.caller, &head.path, change, |_| true).await?;
    Ok(reply::see(&head.href(QuizTab::Overview), Flash::Opened))
}

pub(super) async fn close(admin: Admin, Path(path): Path<QuizPath>) -> AdminResult {
    admin.service().change_quiz(&admin.caller, &path, QuizChange::closing(), |_| true).await?;
    Ok(reply::see(&quiz_href(&path, QuizTab::Overview), Flash::Closed))
}

pub(super) async fn set_dates(admin: Admin, head: QuizHead, Form(form): Form<DatesForm>) -> AdminResult {
    let problems = match (dates_form::read(&form.opens_at), dates_form::read(&form.closes_at)) {
        (Ok(opens_at), Ok(closes_at)) => {
            let dates = QuizChange { opens_at: Some(opens_at), closes_at: Some(closes_at), ..QuizChange::default() };
            match admin.service().change_quiz(&admin.caller, &head.path, dates, |_| true).await {
                Ok(_) => return Ok(reply::see(&head.href(QuizTab::Overview), Flash::Dates)),
                Err(ServiceError::Invalid(invalid)) => problems(invalid),
                Err(error) => return Err(error.into()),
            }
        }
        (opens, closes) => [("opensAt", opens.err()), ("closesAt", closes.err())]
            .into_iter()
            .filter_map(|(field, message)| Some(problem(field, message?)))
            .collect(),
    };
    let typed = TypedDates { opens_at: form.opens_at, closes_at: form.closes_at, problems };
    overview::page(&admin, head, Some(typed)).await
}

pub(super) async fn duplicate(admin: Admin, Path(path): Path<QuizPath>) -> AdminResult {
    let copy = admin.service().duplicate_quiz(&admin.caller, &path).await?;
    Ok(reply::see(&QuizTab::Overview.href(&copy.namespace_id, &copy.id), Flash::Duplicated))
}
