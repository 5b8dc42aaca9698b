//! Previews of a quiz for its editors. Answers are not stored.

use std::sync::Arc;

use app::pages::{ByMail, PreviewNote, QuestionPage, ResultPage, Retake, Screen, StartPage};
use axum::{
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::Response,
};
use domain::{Answers, ApiTarget, Definition, Language, Outlook, QuestionId, Quiz};

use super::{
    super::state::Http,
    context::{language, page_context, quiz_view},
    dates, reply,
};
use crate::{clock, zone};

pub(in crate::http) struct Preview<'a> {
    pub(in crate::http) quiz: &'a Quiz,
    /// The preview's own path, for its forms and links.
    pub(in crate::http) path: String,
    pub(in crate::http) note: &'static str,
    pub(in crate::http) page: Previewed,
    pub(in crate::http) language: Option<&'a str>,
}

pub(in crate::http) enum Previewed {
    Start,
    Question(QuestionId),
    /// Computed from sample answers.
    Result,
}

/// Only pages of this service may frame the preview.
pub(in crate::http) async fn preview(http: &Http, headers: &HeaderMap, preview: Preview<'_>) -> Response {
    let Preview { quiz, path, note, page, language: asked } = preview;
    let definition = &quiz.definition;
    let spoken = definition.languages_of_pages();
    let language = language(asked, headers, &spoken);
    let mut cx = page_context(http, &path, language, spoken, Some(definition));
    cx.preview = Some(PreviewNote {
        text: note,
        start_href: format!("{path}?lang={language}"),
        result_href: format!("{path}?page=result&lang={language}"),
        back_href: path.trim_end_matches("/preview").to_owned(),
    });
    // The island would send answers to the API.
    Arc::make_mut(&mut cx.assets).script = None;
    let view = quiz_view(http, quiz, definition, language);
    let screen = match page {
        Previewed::Question(current) if definition.question(&current).is_some() => {
            let page = QuestionPage {
                quiz: view,
                definition: definition.clone(),
                answers: Answers::new(),
                helps_that_quote: definition.helps_that_quote(&current),
                current,
                errors: Vec::new(),
                full: Vec::new(),
                goes_page_by_page: definition.goes_page_by_page(),
                typed: None,
                is_review: false,
                action: path,
                next_href: None,
                review_href: None,
                api: ApiTarget {
                    answers_url: String::new(),
                    submit_url: String::new(),
                    user_field: None,
                    user: String::new(),
                },
                earlier_href: None,
                own_link: None,
                place: None,
                may_erase: quiz.settings.respondents_may_erase,
                drawn: None,
            };
            Screen::Question(page)
        }
        Previewed::Result => {
            let answers = made_up(definition, language);
            let now = clock::now();
            let page = Box::new(ResultPage {
                quiz: view,
                definition: definition.clone(),
                scores: definition.journey(&answers, language.as_str()).scores(language.as_str()),
                scored_by: definition.clone(),
                // Made-up answers raise nothing, whatever they are.
                helps: Vec::new(),
                answers,
                answered_in: language,
                submitted_at: dates::moment(now, quiz, language),
                submission: "preview".to_owned(),
                link: format!("{}{path}?page=result", http.base_url),
                by_mail: ByMail::default(),
                erase_href: quiz.settings.respondents_may_erase.then(|| path.clone()),
                action: path,
                reminder_href: None,
                retake: zone::retake_from(quiz, now)
                    .map(|from| Retake::From { moment: dates::moment(from, quiz, language), reminder_href: None }),
                earlier: None,
                latest_href: None,
                over_time: None,
                benchmarks: Vec::new(),
                start_link: None,
                start_href: None,
                drawn: None,
            });
            Screen::Result(page)
        }
        Previewed::Start | Previewed::Question(_) => Screen::Start(StartPage {
            quiz: view,
            outlook: Outlook::of(quiz, definition),
            definition: definition.clone(),
            action: path,
            full: None,
            name: None,
            drawn: None,
        }),
    };
    let mut response = reply::page(cx, StatusCode::OK, screen, &["'self'".to_owned()]).await;
    // The dashboard checks the origin of forms.
    response.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    response
}

/// Sample answers that alternate between first, middle and last options or numbers, so that the result shows focus
/// areas and strengths.
fn made_up(definition: &Definition, language: Language) -> Answers {
    let places = [0.0, 0.5, 1.0].into_iter().cycle();
    let given = definition.items().zip(places).filter_map(|(item, place)| Some((item.id.clone(), item.sample(place)?)));
    definition.journey(&given.collect(), language.as_str()).answers
}
