//! Search for quizzes by name in all namespaces of the visitor, and the page of shortcuts.

use app::admin::{FoundQuiz, HelpPage, QuizTab, SearchPage};
use serde::Deserialize;

use super::{Admin, AdminResult, Query};
use crate::{
    clock,
    service::{FoundQuizzes, QuizSearch, ServiceError},
    store::Page,
};

/// Maximum number of results.
const MOST: usize = 50;
/// Maximum number of searched namespaces.
const NAMESPACES: u32 = 100;

#[derive(Deserialize)]
pub(super) struct SearchQuery {
    #[serde(default)]
    q: String,
}

pub(super) async fn show(admin: Admin, Query(SearchQuery { q }): Query<SearchQuery>) -> AdminResult {
    let name = q.trim().to_owned();
    let (found, is_partial) = if name.is_empty() { (Vec::new(), false) } else { found(&admin, &name).await? };
    Ok(admin.page(app::admin::search, SearchPage { search: name, found, is_partial }))
}

/// Also returns `true` if the search ended before it had examined all quizzes.
async fn found(admin: &Admin, name: &str) -> Result<(Vec<FoundQuiz>, bool), ServiceError> {
    let Admin { http, signed_in, caller, .. } = admin;
    let now = clock::now();
    let of_search = Page { after: None, limit: NAMESPACES + 1 };
    let namespaces = http.service.namespaces_of(&signed_in.rights, of_search).await?;
    let mut is_partial = namespaces.len() > NAMESPACES as usize;
    let mut found = Vec::new();
    for namespace in namespaces.into_iter().take(NAMESPACES as usize) {
        // Its pages lead the visitor to set one up first.
        if http.service.lacks_second_factor(&namespace.id, signed_in).await? {
            continue;
        }
        let room = MOST - found.len();
        if room == 0 {
            is_partial = true;
            break;
        }
        let limit = u32::try_from(room).unwrap_or_default();
        let search = QuizSearch { name: name.to_owned(), status: None, after: None, limit };
        let FoundQuizzes { quizzes, next } = http.service.search_quizzes(caller, &namespace.id, &search).await?;
        is_partial |= next.is_some();
        found.extend(quizzes.into_iter().map(|(quiz, counts)| FoundQuiz {
            href: QuizTab::Overview.href(&namespace.id, &quiz.id),
            name: quiz.name().to_owned(),
            namespace: namespace.name.clone(),
            status: quiz.status_at(now),
            completed: counts.completed,
        }));
    }
    Ok((found, is_partial))
}

pub(super) async fn help(admin: Admin) -> AdminResult {
    Ok(admin.page(app::admin::help, HelpPage))
}
