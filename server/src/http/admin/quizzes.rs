//! The quizzes of a namespace.

use app::admin::{QuizLine, QuizzesPage};
use domain::{QuizId, QuizStatus};
use serde::Deserialize;

use super::{super::pages::Query, admin::Admin, dates, error::AdminResult, page_head::NamespaceHead};
use crate::{clock, service::QuizSearch};

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
}

pub(super) async fn show(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Query(query): Query<QuizzesQuery>,
) -> AdminResult {
    let search = QuizSearch {
        name: query.search.trim().to_owned(),
        status: QuizStatus::parse(&query.status),
        after: query.after.as_deref().and_then(|id| QuizId::parse(id).ok()),
        limit: ROWS,
    };
    let (found, is_more) = admin.service().search_quizzes(&admin.caller, &nav.id, &search).await?;
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
            kind: quiz.kind.as_str(),
            status: quiz.status(now).as_str(),
            started: counts.started,
            completed: counts.completed,
            created: dates::day(quiz.created_at),
            name: quiz.name().to_owned(),
            id: quiz.id,
        })
        .collect();
    let page = QuizzesPage { quizzes, search: query.search, status: query.status, first, next, namespace: nav };
    Ok(admin.page(app::admin::quizzes, &page))
}
