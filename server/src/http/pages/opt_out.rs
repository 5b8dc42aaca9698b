//! `/mail/{namespace}/{quiz}/{token}`: ending messages to an invited person. A GET only shows the page, because
//! programs follow the links in mail. A POST ends them, also from a mail program, which shows no page (RFC 8058).

use app::pages::{Notice, OptOutPage, Screen};
use axum::{
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
    response::Response,
};
use domain::Language;
use serde::Deserialize;

use super::{
    super::state::Http,
    context::{language, page_context},
    extract::{Path, Query},
    place::quiz_path,
    reply,
};
use crate::service::{Missing, OptOut, OptOutWords, ServiceError, opt_out_words};

const ALL: &str = "all";

enum Shows {
    Choice,
    /// Of a message about several quizzes, which ends all of them.
    All,
    Done,
}

type Place = (String, String, String);

#[derive(Default, Deserialize)]
pub(super) struct OptOutQuery {
    lang: Option<String>,
    /// `all` in messages about several quizzes.
    #[serde(default)]
    of: String,
}

/// Mail programs send other fields.
#[derive(Default, Deserialize)]
struct OptOutForm {
    #[serde(default)]
    of: String,
    lang: Option<String>,
}

pub(super) async fn show(
    State(http): State<Http>,
    uri: Uri,
    Path((namespace, quiz, token)): Path<Place>,
    Query(query): Query<OptOutQuery>,
    headers: HeaderMap,
) -> Response {
    let asked = query.lang.as_deref();
    let Some(path) = quiz_path(&namespace, &quiz) else {
        return reply::problem(&http, &headers, uri.path(), asked, Notice::QuizNotFound).await;
    };
    let found = http.service.opt_out_page(&path, &token).await;
    page(&http, &uri, &headers, asked, found, if query.of == ALL { Shows::All } else { Shows::Choice }).await
}

pub(super) async fn end(
    State(http): State<Http>,
    uri: Uri,
    Path((namespace, quiz, token)): Path<Place>,
    Query(query): Query<OptOutQuery>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let form: OptOutForm = serde_urlencoded::from_bytes(&body).unwrap_or_default();
    let asked = form.lang.as_deref();
    let Some(path) = quiz_path(&namespace, &quiz) else {
        return reply::problem(&http, &headers, uri.path(), asked, Notice::QuizNotFound).await;
    };
    let ended = http.service.opt_out(&path, &token, form.of == ALL || query.of == ALL).await;
    page(&http, &uri, &headers, asked, ended, Shows::Done).await
}

async fn page(
    http: &Http,
    uri: &Uri,
    headers: &HeaderMap,
    asked: Option<&str>,
    found: Result<OptOut, ServiceError>,
    shows: Shows,
) -> Response {
    let OptOut { quiz, namespace } = match found {
        Ok(found) => found,
        Err(error) => {
            let what = match error {
                ServiceError::Missing(Missing::Link) => Notice::LinkNotValid { start_href: None },
                error => reply::notice_for(error),
            };
            return reply::problem(http, headers, uri.path(), asked, what).await;
        }
    };
    let spoken = Language::OF_PAGES.to_vec();
    let language = language(asked, headers, &spoken);
    let cx = page_context(http, uri.path(), language, spoken, None);
    let OptOutWords { title, text, text_of_all, of_quiz, of_all, done_title, done_text } =
        opt_out_words(language.of_pages());
    let named = |text: &str| text.replace("{quiz}", quiz.name_in(language)).replace("{from}", &namespace);
    let all = (ALL, named(of_all));
    let is_of_all = matches!(shows, Shows::All);
    let (title, text, choices) = match shows {
        Shows::Choice => (title, text, vec![("quiz", named(of_quiz)), all]),
        Shows::All => (title, text_of_all, vec![all]),
        Shows::Done => (done_title, done_text, Vec::new()),
    };
    // Other languages lead to the same page.
    let href = if is_of_all { format!("{}?of={ALL}", uri.path()) } else { uri.path().to_owned() };
    let page = OptOutPage { title: named(title), text: named(text), href, choices };
    reply::page(cx, StatusCode::OK, Screen::OptOut(page), &[]).await
}
