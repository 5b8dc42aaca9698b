//! The answers of a quiz as a table.

use std::fmt::Write;

use app::admin::{AnswerLine, AnswersFilter, AnswersPage, Problem, QuizTab};
use axum::{extract::State, response::Response};
use domain::{AnswersRecord, Category, NamespaceId, QuizId};
use serde::Deserialize;

use super::{
    super::{
        api::v1::cursor,
        pages::{Path, Query},
        record_filter::FilterParams,
        state::Http,
    },
    context::{context_after, namespace_nav, quiz_nav},
    dates, reply,
    visitor::Visitor,
};
use crate::{
    service::{QuizPath, ServiceError},
    store::{RecordOrder, RecordPlace, RecordQuery},
};

/// Rows on a page.
const ROWS: u32 = 50;

#[derive(Deserialize)]
pub(super) struct Where {
    cursor: Option<String>,
    said: Option<String>,
}

pub(super) async fn show(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, quiz)): Path<(NamespaceId, QuizId)>,
    Query(filter): Query<FilterParams>,
    Query(place): Query<Where>,
) -> Response {
    let path = format!("/admin/ns/{namespace}/quizzes/{quiz}/answers");
    match page(&http, &visitor, &QuizPath { namespace, quiz }, &filter, place.cursor.as_deref()).await {
        Ok(page) => {
            let cx = context_after(&http, &visitor, &path, place.said.as_deref());
            reply::page(&cx, app::admin::answers(&cx, &page))
        }
        Err(error) => reply::failed(&http, Some(&visitor.0), &path, error),
    }
}

async fn page(
    http: &Http,
    visitor: &Visitor,
    path: &QuizPath,
    params: &FilterParams,
    cursor: Option<&str>,
) -> Result<AnswersPage, ServiceError> {
    let caller = visitor.caller();
    let namespace = namespace_nav(http, visitor, &path.namespace).await?;
    let (quiz, counts) = http.service.quiz(&caller, path).await?;
    let here = namespace.quiz_href(quiz.id.as_str(), QuizTab::Answers);
    let link = |cursor: Option<String>| {
        let filter = serde_urlencoded::to_string(params).unwrap_or_default();
        let cursor = cursor.map(|cursor| format!("cursor={cursor}"));
        let query: Vec<String> = [filter].into_iter().chain(cursor).filter(|part| !part.is_empty()).collect();
        if query.is_empty() { here.clone() } else { format!("{here}?{}", query.join("&")) }
    };
    let mut page = AnswersPage {
        quiz: quiz_nav(&quiz),
        filter: as_typed(params),
        problems: Vec::new(),
        rows: Vec::new(),
        is_scored: quiz.definition.questions.iter().any(|question| question.indicator().is_some()),
        started: counts.started,
        first: None,
        next: None,
        namespace,
    };
    let (filter, order) = match params.read(RecordOrder::Newest) {
        Ok(read) => read,
        Err(bad) => {
            page.problems = vec![Problem { field: bad.name.to_owned(), message: bad.sentence() }];
            return Ok(page);
        }
    };
    // A cursor of another filter, such as from a bookmark: the list begins anew.
    let after = cursor.and_then(|cursor| cursor::read_place(cursor, &filter, order));
    page.first = after.is_some().then(|| link(None));
    let query = RecordQuery { filter, order, after, limit: ROWS + 1 };
    let (_, found) = http.service.list_answers(&caller, path, &query).await?;
    let (found, next) =
        cursor::cut(found, ROWS, |record| cursor::at_place(&RecordPlace::of(record, order), &filter, order));
    page.next = next.map(|cursor| link(Some(cursor)));
    page.rows = found.into_iter().map(|record| line(record, &here)).collect();
    Ok(page)
}

fn line(record: AnswersRecord, here: &str) -> AnswerLine {
    let scores = record.submission.as_ref().map(|submission| &submission.scores);
    AnswerLine {
        href: person_href(here, record.user.as_str()),
        user: record.user.to_string(),
        started: dates::clock(record.started_at),
        submitted: record.submission.as_ref().map(|submission| dates::clock(submission.at)),
        score: scores.and_then(|scores| scores.overall),
        categories: Category::ALL.map(|category| scores.and_then(|scores| scores.category(category))),
        custom_data: record.custom_data,
    }
}

/// The page of a person; ids of other applications may hold anything but a slash.
pub(super) fn person_href(list: &str, user: &str) -> String {
    let mut href = format!("{list}/");
    for byte in user.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            href.push(char::from(byte));
        } else {
            let _ = write!(href, "%{byte:02X}");
        }
    }
    href
}

fn as_typed(params: &FilterParams) -> AnswersFilter {
    let FilterParams { state, from, to, score_min, score_max, band, sort } = params.clone();
    AnswersFilter { state, from, to, score_min, score_max, band, sort }
}
