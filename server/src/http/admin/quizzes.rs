//! The quizzes of a namespace.

use app::admin::{QuizLine, QuizzesPage};
use axum::{extract::State, response::Response};
use domain::{NamespaceId, QuizStatus};
use serde::Deserialize;

use super::{
    super::{
        pages::{Path, Query},
        state::Http,
    },
    context::{context_after, namespace_nav},
    dates, reply,
    visitor::Visitor,
};
use crate::{
    clock,
    service::{QuizSearch, ServiceError},
};

/// Rows on a page.
const ROWS: u32 = 50;

#[derive(Deserialize)]
pub(super) struct QuizzesQuery {
    #[serde(default)]
    search: String,
    #[serde(default)]
    status: String,
    /// The quiz that the page begins after.
    after: Option<String>,
    said: Option<String>,
}

pub(super) async fn show(
    State(http): State<Http>,
    visitor: Visitor,
    Path(namespace): Path<NamespaceId>,
    Query(query): Query<QuizzesQuery>,
) -> Response {
    let path = format!("/admin/ns/{namespace}");
    match page(&http, &visitor, &namespace, &query).await {
        Ok(page) => {
            let cx = context_after(&http, &visitor, &path, query.said.as_deref());
            reply::page(&cx, app::admin::quizzes(&cx, &page))
        }
        Err(error) => reply::failed(&http, Some(&visitor.0), &path, error),
    }
}

async fn page(
    http: &Http,
    visitor: &Visitor,
    namespace: &NamespaceId,
    query: &QuizzesQuery,
) -> Result<QuizzesPage, ServiceError> {
    let nav = namespace_nav(http, visitor, namespace).await?;
    let search = QuizSearch {
        name: query.search.trim().to_owned(),
        status: QuizStatus::parse(&query.status),
        after: query.after.as_deref().and_then(|id| domain::QuizId::parse(id).ok()),
        limit: ROWS,
    };
    let (found, is_more) = http.service.search_quizzes(&visitor.caller(), namespace, &search).await?;
    let link = |after: Option<&str>| {
        let pairs = [("search", Some(&*query.search)), ("status", Some(&*query.status)), ("after", after)];
        let pairs: Vec<_> =
            pairs.into_iter().filter(|(_, value)| value.is_some_and(|value| !value.is_empty())).collect();
        let text = serde_urlencoded::to_string(pairs).unwrap_or_default();
        if text.is_empty() { nav.href() } else { format!("{}?{text}", nav.href()) }
    };
    let next = found.last().filter(|_| is_more).map(|(quiz, _)| link(Some(quiz.id.as_str())));
    let first = query.after.as_ref().map(|_| link(None));
    let now = clock::now();
    let quizzes = found
        .into_iter()
        .map(|(quiz, counts)| QuizLine {
            id: quiz.id.to_string(),
            kind: quiz.kind.as_str(),
            status: quiz.status(now).as_str(),
            started: counts.started,
            completed: counts.completed,
            created: dates::day(quiz.created_at),
            name: quiz.settings.name,
        })
        .collect();
    Ok(QuizzesPage { quizzes, search: query.search.clone(), status: query.status.clone(), first, next, namespace: nav })
}
