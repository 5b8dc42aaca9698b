//! A quiz as its respondents will see it, for those who edit it: nothing is stored by answering in it.

use app::pages::{ApiTarget, QuestionPage, StartPage};
use axum::{
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::Response,
};
use domain::{QuestionId, Quiz};

use super::{
    super::state::Http,
    context::{language, page_context, quiz_view},
    reply,
};

/// What a preview shows.
pub(in crate::http) struct Preview<'a> {
    pub(in crate::http) quiz: &'a Quiz,
    /// Of the preview itself: its forms and links lead there.
    pub(in crate::http) path: String,
    /// What this is, said above the page.
    pub(in crate::http) note: &'static str,
    /// `None` for the start page.
    pub(in crate::http) question: Option<QuestionId>,
    pub(in crate::http) language: Option<&'a str>,
}

/// The page, which only pages of this service may show in a frame.
pub(in crate::http) fn preview(http: &Http, headers: &HeaderMap, preview: Preview<'_>) -> Response {
    let Preview { quiz, path, note, question, language: asked } = preview;
    let spoken = quiz.definition.languages();
    let language = language(asked, headers, &spoken);
    let mut cx = page_context(http, &path, language, spoken);
    cx.preview = Some(note);
    // The program of the page would send answers to the API.
    cx.assets.script = None;
    let view = quiz_view(http, quiz, quiz.definition.questions.len(), language);
    let html = match question.filter(|id| quiz.definition.question(id).is_some()) {
        None => app::pages::start(&cx, &StartPage { quiz: view, action: path, name: None }),
        Some(current) => {
            let page = QuestionPage {
                quiz: view,
                definition: quiz.definition.clone(),
                answers: std::collections::BTreeMap::new(),
                current,
                error: false,
                action: path,
                api: ApiTarget {
                    answers_url: String::new(),
                    submit_url: String::new(),
                    user_field: None,
                    user: String::new(),
                },
                earlier_href: None,
            };
            app::pages::question(&cx, &page)
        }
    };
    let mut response = reply::page(&cx, StatusCode::OK, html, &["'self'".to_owned()]);
    // Its forms come back to a door that asks where they come from.
    response.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    response
}
