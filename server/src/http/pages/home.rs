//! `GET /`: an introduction, with the demo's quizzes.

use app::pages::{HomePage, QuizLink, Screen};
use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::Response,
};
use domain::{Language, QuizKind};
use serde::Deserialize;

use super::{
    super::state::Http,
    context::{language, page_context},
    extract::Query,
    reply,
};
use crate::{
    random,
    service::{Caller, ServiceError},
    store::Page,
};

const SHOWN: u32 = 20;

#[derive(Deserialize)]
pub(super) struct HomeQuery {
    lang: Option<String>,
}

pub(super) async fn home(State(http): State<Http>, Query(query): Query<HomeQuery>, headers: HeaderMap) -> Response {
    let language = language(query.lang.as_deref(), &headers, &Language::OF_PAGES);
    match quizzes(&http, language).await {
        Ok(quizzes) => {
            let cx = page_context(&http, "/", language, Language::OF_PAGES.to_vec(), None);
            let screen = Screen::Home(HomePage { quizzes, docs_href: "/docs".to_owned() });
            reply::page(cx, StatusCode::OK, screen, &[]).await
        }
        Err(error) => reply::problem(&http, &headers, "/", query.lang.as_deref(), reply::notice_for(error)).await,
    }
}

async fn quizzes(http: &Http, language: Language) -> Result<Vec<QuizLink>, ServiceError> {
    let Some(namespace) = &http.shown_namespace else { return Ok(Vec::new()) };
    let page = Page { after: None, limit: SHOWN };
    let listed = http.service.list_quizzes(&Caller::Operator, namespace, page).await?;
    let links = listed.items.into_iter().filter_map(|quiz| {
        let href = match quiz.kind {
            QuizKind::Open => format!("/aq/{namespace}/{}", quiz.id),
            // A new session id for every visit, as an embedding application would supply.
            QuizKind::InApp => format!("/app/{namespace}/{}?sessionId=visitor-{:016x}", quiz.id, random::bits() >> 64),
            QuizKind::Invited => return None,
        };
        let description = quiz.settings.description.as_ref();
        Some(QuizLink {
            name: quiz.settings.name.rendition(language, quiz.language),
            description: description.map(|text| text.rendition(language, quiz.language)),
            href,
            is_inapp: quiz.kind.is_inapp(),
        })
    });
    Ok(links.collect())
}
