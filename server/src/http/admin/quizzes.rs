//! The quizzes of a namespace.

use app::admin::{QuizLine, QuizzesPage};
use domain::{QuizId, QuizStatus};
use serde::{Deserialize, Serialize};

use super::{Admin, AdminResult, NamespaceHead, Query, dates, list_href};
use crate::{clock, service::QuizSearch};

/// Rows per page.
const ROWS: u32 = 50;

#[derive(Deserialize)]
pub(super) struct QuizzesQuery {
    #[serde(flatten)]
    filter: QuizzesFilter,
    /// The last quiz of the previous page.
    after: Option<String>,
}

#[derive(Deserialize, Serialize)]
struct QuizzesFilter {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    search: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    status: String,
}

pub(super) async fn show(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    Query(QuizzesQuery { filter, after }): Query<QuizzesQuery>,
) -> AdminResult {
    let search = QuizSearch {
        name: filter.search.trim().to_owned(),
        status: QuizStatus::parse(&filter.status),
        after: after.as_deref().and_then(|id| QuizId::parse(id).ok()),
        limit: ROWS,
    };
    let (found, is_more) = admin.service().search_quizzes(&admin.caller, &nav.id, &search).await?;
    let link = |after: Option<&QuizId>| list_href(&nav.href(), &filter, after.map(|id| ("after", id.as_str())));
    let next = found.last().filter(|_| is_more).map(|(quiz, _)| link(Some(&quiz.id)));
    let first = after.map(|_| link(None));
    let now = clock::now();
    let quizzes = found
        .into_iter()
        .map(|(quiz, counts)| QuizLine {
            kind: quiz.kind,
            status: quiz.status(now),
            started: counts.started,
            completed: counts.completed,
            created: dates::day(quiz.created_at),
            name: quiz.name().to_owned(),
            id: quiz.id,
        })
        .collect();
    let page = QuizzesPage { quizzes, search: filter.search, status: filter.status, first, next, namespace: nav };
    Ok(admin.page(app::admin::quizzes, page))
}
