//! Opening, closing and duplicating a quiz.

use app::admin::{Confirmation, Flash, Problem, QuizTab, Section};
use domain::{Quiz, QuizChange, QuizStatus, Timestamp};
use serde::Deserialize;

use super::super::{
    Admin, AdminResult, Form, Path, QuizHead, answers_view::Zone, editor, problem, problems, quiz_href, reply,
};
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

/// The choice for unpublished changes.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Changes {
    Publish,
    Leave,
}

#[derive(Deserialize)]
pub(super) struct OpenForm {
    /// Absent on a page without unpublished changes.
    changes: Option<Changes>,
    draft: Option<i64>,
}

pub(super) async fn open(admin: Admin, head: QuizHead, Form(form): Form<OpenForm>) -> AdminResult {
    let draft = overview::draft(&admin, &head.path).await?.map(|draft| draft.at);
    match form.changes {
        Some(Changes::Publish) if draft.is_some() && draft == form.draft.map(Timestamp::from_nanoseconds) => {
            let revision = admin.service().editing(&admin.caller, &head.path).await?.revision();
            return editor::publish(&admin, &head.path, revision, true, QuizTab::Overview).await;
        }
        Some(Changes::Publish) => {
            let message = "Nothing was opened: the changes are not those that this page showed. Look at them first.";
            return overview::refused(&admin, head, message).await;
        }
        None if draft.is_some() => {
            let message =
                "Nothing was opened: there are changes that are not published. Choose whether to publish them.";
            return overview::refused(&admin, head, message).await;
        }
        Some(Changes::Leave) | None => {}
    }
    let change = QuizChange::opening(&head.quiz, clock::now());
    admin.service().change_quiz(&admin.caller, &head.path, change, |_| true).await?;
    Ok(reply::see(&head.href(QuizTab::Overview), Flash::Opened))
}

pub(super) async fn ask_close(admin: Admin, head: QuizHead) -> AdminResult {
    let back = head.href(QuizTab::Overview);
    let page = Confirmation {
        title: format!("Close {}?", head.nav.name),
        section: Section::Quiz(head.nav, QuizTab::Overview),
        text: "Respondents can no longer start, go on or submit. Results can still be read, and you can open the quiz \
               again."
            .to_owned(),
        action: format!("{back}/close"),
        fields: Vec::new(),
        button: "Close quiz",
        back,
    };
    Ok(admin.page(app::admin::confirmation, page))
}

pub(super) async fn close(admin: Admin, Path(path): Path<QuizPath>) -> AdminResult {
    admin.service().change_quiz(&admin.caller, &path, QuizChange::closing(), |_| true).await?;
    Ok(reply::see(&quiz_href(&path, QuizTab::Overview), Flash::Closed))
}

pub(super) async fn set_dates(admin: Admin, head: QuizHead, Form(form): Form<DatesForm>) -> AdminResult {
    let zone = admin.zone().await?;
    let problems = match (dates_form::read(&form.opens_at, &zone), dates_form::read(&form.closes_at, &zone)) {
        (Ok(opens_at), Ok(closes_at)) if !surprises(&head.quiz, opens_at, closes_at, &zone).is_empty() => {
            surprises(&head.quiz, opens_at, closes_at, &zone)
        }
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

/// Rejects dates that would end a quiz immediately, which has a button of its own.
fn surprises(quiz: &Quiz, opens_at: Option<Timestamp>, closes_at: Option<Timestamp>, zone: &Zone) -> Vec<Problem> {
    let now = clock::now();
    let is_offline = quiz.status(now) == QuizStatus::Open && opens_at.is_some_and(|at| at > now);
    // The form omits seconds.
    let is_new = dates_form::write(closes_at, zone) != dates_form::write(quiz.settings.closes_at, zone);
    let is_past = is_new && closes_at.is_some_and(|at| at <= now);
    let offline = is_offline.then(|| problem("opensAt", "would take the open quiz offline until then: close it first"));
    let past = is_past.then(|| problem("closesAt", "has passed: to end the quiz now, close it"));
    offline.into_iter().chain(past).collect()
}

pub(super) async fn duplicate(admin: Admin, Path(path): Path<QuizPath>) -> AdminResult {
    let copy = admin.service().duplicate_quiz(&admin.caller, &path).await?;
    Ok(reply::see(&QuizTab::Overview.href(&copy.namespace_id, &copy.id), Flash::Duplicated))
}
