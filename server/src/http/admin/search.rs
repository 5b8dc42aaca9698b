//! Search for quizzes by name in all namespaces of the visitor, and the page of shortcuts.

use app::admin::{FoundQuiz, HelpPage, QuizTab, SearchPage};
use serde::Deserialize;

use super::{Admin, AdminResult, Query};
use crate::{
    clock,
    service::{QuizSearch, REQUESTS, ServiceError},
};

/// Quizzes that are shown.
const MOST: usize = 50;
/// Namespaces that are searched.
const NAMESPACES: usize = 100;

#[derive(Deserialize)]
pub(super) struct SearchQuery {
    #[serde(default)]
    q: String,
}

pub(super) async fn show(admin: Admin, Query(SearchQuery { q }): Query<SearchQuery>) -> AdminResult {
    let name = q.trim().to_owned();
    let found = if name.is_empty() {
        Vec::new()
    } else {
        let (http, signed_in, caller) = (admin.http.clone(), admin.signed_in.clone(), admin.caller.clone());
        let wanted = name.clone();
        let work = async move {
            let mut found = Vec::new();
            let now = clock::now();
            for namespace in http.service.namespaces_of(&signed_in.standing).await?.into_iter().take(NAMESPACES) {
                if found.len() >= MOST {
                    break;
                }
                // Its pages lead the visitor to set one up first.
                if http.service.lacks_second_factor(&namespace.id, &signed_in).await? {
                    continue;
                }
                let limit = u32::try_from(MOST - found.len()).unwrap_or_default();
                let search = QuizSearch { name: wanted.clone(), status: None, after: None, limit };
                let (quizzes, _) = http.service.search_quizzes(&caller, &namespace.id, &search).await?;
                found.extend(quizzes.into_iter().map(|quiz| FoundQuiz {
                    href: QuizTab::Overview.href(&namespace.id, &quiz.id),
                    name: quiz.name().to_owned(),
                    namespace: namespace.name.clone(),
                    status: quiz.settings.status_at(now),
                    completed: quiz.counts.completed,
                }));
            }
            Ok::<_, ServiceError>(found)
        };
        REQUESTS.run_future("", work).await??
    };
    Ok(admin.page(app::admin::search, SearchPage { search: name, found }))
}

pub(super) async fn help(admin: Admin) -> AdminResult {
    Ok(admin.page(app::admin::help, HelpPage))
}
