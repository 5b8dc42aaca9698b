//! `/result/{namespace}/{quiz}/{token}`: the result that a message leads to. The link ends, and does nothing but show it.

use app::pages::Notice;
use axum::{
    extract::State,
    http::{HeaderMap, Uri},
    response::Response,
};
use serde::Deserialize;

use super::{
    super::state::Http,
    extract::{Path, Query},
    place::{PageAddress, quiz_path},
    reply,
    result::{self, SubmittedRecord},
    show::Selection,
};
use crate::service::{Missing, Respondent, ServiceError};

#[derive(Deserialize)]
pub(super) struct MailedQuery {
    lang: Option<String>,
}

pub(super) async fn show(
    State(http): State<Http>,
    uri: Uri,
    Path((namespace, quiz, token)): Path<(String, String, String)>,
    Query(MailedQuery { lang }): Query<MailedQuery>,
    headers: HeaderMap,
) -> Response {
    let problem = |what: Notice| reply::problem(&http, &headers, uri.path(), lang.as_deref(), what);
    let Some(path) = quiz_path(&namespace, &quiz) else { return problem(Notice::QuizNotFound).await };
    let place = PageAddress {
        quiz: path,
        // Nothing is looked up by it.
        who: Respondent::Any(String::new()),
        path: uri.path().to_owned(),
        query: Vec::new(),
        custom_data: None,
    };
    let selection = Selection { language: lang.clone(), ..Selection::default() };
    let page = async {
        let (participation, until) = http.service.result_of_link(&place.quiz, &token).await?;
        let done = SubmittedRecord::of(&participation).ok_or(Missing::Link)?;
        result::mailed(&http, &place, &selection, &done, until).await
    };
    match page.await {
        Ok(page) => page,
        Err(ServiceError::Missing(Missing::Link)) => problem(Notice::LinkNotValid { start_href: None }).await,
        Err(error) => problem(reply::notice_for(error)).await,
    }
}
