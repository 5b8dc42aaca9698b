//! The quizzes of a namespace.

use app::admin::{QuizLine, QuizzesPage};
use domain::QuizStatus;
use serde::{Deserialize, Serialize};

use super::{Admin, AdminResult, NamespaceHead, Query, list_href};
use crate::{
    clock,
    http::api::v1::cursor,
    service::{FoundQuizzes, QuizSearch},
};

const ROWS: u32 = 50;

#[derive(Deserialize)]
pub(super) struct QuizzesQuery {
    #[serde(flatten)]
    filter: QuizzesFilter,
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
        after: after.as_deref().and_then(cursor::read_quiz),
        limit: ROWS,
    };
    let FoundQuizzes { quizzes, next } = admin.service().search_quizzes(&admin.caller, &nav.id, &search).await?;
    let link = |after: Option<&str>| list_href(&nav.href(), &filter, after.map(|after| ("after", after)));
    let next = next.map(|(created_at, id)| link(Some(&cursor::at(created_at, id.as_str()))));
    let first = after.map(|_| link(None));
    let (now, zone) = (clock::now(), admin.zone().await?);
    let quizzes = quizzes
        .into_iter()
        .map(|(quiz, counts)| QuizLine {
            kind: quiz.kind,
            status: quiz.status_at(now),
            started: counts.started,
            completed: counts.completed,
            created: zone.day(quiz.created_at),
            name: quiz.name().to_owned(),
            id: quiz.id,
        })
        .collect();
    let page = QuizzesPage { quizzes, search: filter.search, status: filter.status, first, next, namespace: nav };
    Ok(admin.page(app::admin::quizzes, page))
}
