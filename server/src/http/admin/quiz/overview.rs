//! One quiz at a glance.

use app::admin::{Opening, Problem, QuizPage};
use axum::{extract::State, http::StatusCode, response::Response};
use domain::{Language, NamespaceId, Quiz, QuizId, QuizKind, QuizStatus, Timestamp};
use serde::Deserialize;

use super::{
    super::{
        super::{
            pages::{Path, Query},
            state::Http,
        },
        context::{context_after, namespace_nav, quiz_nav},
        dates, reply,
        visitor::Visitor,
    },
    dates_form,
};
use crate::{
    clock,
    service::{QuizPath, ServiceError},
};

#[derive(Deserialize)]
pub(super) struct OverviewQuery {
    said: Option<String>,
}

/// What was typed into the form of dates.
pub(super) struct TypedDates {
    pub(super) opens_at: String,
    pub(super) closes_at: String,
    pub(super) problems: Vec<Problem>,
}

pub(super) async fn show(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, quiz)): Path<(NamespaceId, QuizId)>,
    Query(query): Query<OverviewQuery>,
) -> Response {
    page(&http, &visitor, &QuizPath { namespace, quiz }, query.said.as_deref(), None).await
}

/// The page; with `typed` because something is wrong there.
pub(super) async fn page(
    http: &Http,
    visitor: &Visitor,
    path: &QuizPath,
    said: Option<&str>,
    typed: Option<TypedDates>,
) -> Response {
    let here = href(path);
    let status = if typed.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    match content(http, visitor, path, typed).await {
        Ok(page) => {
            let cx = context_after(http, visitor, &here, said);
            reply::page_with(&cx, status, app::admin::quiz(&cx, &page))
        }
        Err(error) => reply::failed(http, Some(&visitor.0), &here, error),
    }
}

pub(super) fn href(path: &QuizPath) -> String {
    format!("/admin/ns/{}/quizzes/{}", path.namespace, path.quiz)
}

async fn content(
    http: &Http,
    visitor: &Visitor,
    path: &QuizPath,
    typed: Option<TypedDates>,
) -> Result<QuizPage, ServiceError> {
    let namespace = namespace_nav(http, visitor, &path.namespace).await?;
    let caller = visitor.caller();
    let (quiz, counts) = http.service.quiz(&caller, path).await?;
    let may_edit = namespace.role.allows(domain::Permission::Edit);
    let has_draft = may_edit && http.service.editor_draft(&caller, path).await?.is_some();
    let settings = &quiz.settings;
    let typed = typed.unwrap_or_else(|| TypedDates {
        opens_at: dates_form::write(settings.opens_at),
        closes_at: dates_form::write(settings.closes_at),
        problems: Vec::new(),
    });
    let now = clock::now();
    Ok(QuizPage {
        namespace,
        quiz: quiz_nav(&quiz),
        kind: quiz.kind.as_str(),
        state: state(&quiz, now),
        open: opening(&quiz, now),
        can_close: settings.status == QuizStatus::Open && quiz.status(now) != QuizStatus::Closed,
        started: counts.started,
        completed: counts.completed,
        questions: quiz.definition.questions.len(),
        version: quiz.version,
        languages: quiz.definition.languages().into_iter().map(language).collect::<Vec<_>>().join(", "),
        created: dates::minute(quiz.created_at),
        changed: dates::minute(quiz.updated_at),
        link: (quiz.kind == QuizKind::Open).then(|| format!("{}/aq/{}/{}", http.base_url, path.namespace, path.quiz)),
        has_draft,
        opens_at: typed.opens_at,
        closes_at: typed.closes_at,
        problems: typed.problems,
    })
}

/// What the quiz's state means, in a sentence or two.
fn state(quiz: &Quiz, now: Timestamp) -> String {
    let settings = &quiz.settings;
    let on = |at: Option<Timestamp>| at.map(dates::minute).unwrap_or_default();
    let ahead = settings.opens_at.filter(|start| now < *start);
    match (settings.status, quiz.status(now)) {
        (QuizStatus::Draft, _) if ahead.is_some() => {
            format!("Nobody can answer yet. Once opened it waits for {}.", on(ahead))
        }
        (QuizStatus::Draft, _) => "Nobody can answer yet. Opening it makes its page answerable.".to_owned(),
        (QuizStatus::Open, QuizStatus::Draft) => format!("It opens by itself on {}.", on(ahead)),
        (QuizStatus::Open, QuizStatus::Closed) => {
            format!("It closed by itself on {}. Results can still be read.", on(settings.closes_at))
        }
        (QuizStatus::Open, _) if settings.closes_at.is_some() => {
            format!("People can answer. It closes by itself on {}.", on(settings.closes_at))
        }
        (QuizStatus::Open, _) => "People can answer.".to_owned(),
        (QuizStatus::Closed, _) => "Nobody can begin or go on. Results can still be read.".to_owned(),
    }
}

/// What opening it would do now, unless it is open.
fn opening(quiz: &Quiz, now: Timestamp) -> Option<Opening> {
    let settings = &quiz.settings;
    let ahead = settings.opens_at.filter(|start| now < *start);
    let label = match (settings.status, ahead) {
        (QuizStatus::Draft, Some(start)) => format!("Let it open on {}", dates::minute(start)),
        (QuizStatus::Draft, None) => "Open the quiz".to_owned(),
        (QuizStatus::Open, Some(_)) => "Open it now".to_owned(),
        (QuizStatus::Open, None) if quiz.status(now) == QuizStatus::Open => return None,
        (QuizStatus::Open | QuizStatus::Closed, _) => "Open it again".to_owned(),
    };
    Some(Opening { label })
}

fn language(language: Language) -> &'static str {
    match language {
        Language::En => "English",
        Language::Es => "Spanish",
    }
}
