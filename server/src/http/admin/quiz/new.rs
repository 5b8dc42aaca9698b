//! Making a quiz: from the built-in questions, from one of one's own, or from a definition.

use app::admin::{NewQuizFields, NewQuizPage, Problem};
use axum::{
    extract::{Multipart, State, multipart::MultipartRejection},
    http::StatusCode,
    response::Response,
};
use domain::{Language, NamespaceId, OptionInput, QuestionInput, QuizInput, QuizKind, Text};
use serde::Deserialize;

use super::{
    super::{
        super::{pages::Path, state::Http},
        context::{context, namespace_nav},
        form::Form,
        reply,
        visitor::Visitor,
    },
    definition, overview,
};
use crate::service::{QuizPath, ServiceError};

#[derive(Deserialize)]
pub(super) struct NewForm {
    name: String,
    #[serde(default)]
    begin: String,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    language: String,
}

/// What the page shows again after something was wrong.
#[derive(Default)]
struct Again {
    form: Option<NewForm>,
    definition: String,
    problems: Vec<Problem>,
    import_problems: Vec<Problem>,
}

pub(super) async fn show(State(http): State<Http>, visitor: Visitor, Path(namespace): Path<NamespaceId>) -> Response {
    page(&http, &visitor, &namespace, StatusCode::OK, Again::default()).await
}

pub(super) async fn create(
    State(http): State<Http>,
    visitor: Visitor,
    Path(namespace): Path<NamespaceId>,
    Form(form): Form<NewForm>,
) -> Response {
    let (again, input) = match input(&form) {
        Ok(input) => (Again { form: Some(form), ..Again::default() }, input),
        Err(why) => {
            let problems = vec![Problem { field: why.to_owned(), message: "Choose one of these.".to_owned() }];
            let again = Again { form: Some(form), problems, ..Again::default() };
            return page(&http, &visitor, &namespace, StatusCode::UNPROCESSABLE_ENTITY, again).await;
        }
    };
    make(&http, &visitor, &namespace, input, |problems| Again { problems, ..again }).await
}

pub(super) async fn import(
    State(http): State<Http>,
    visitor: Visitor,
    Path(namespace): Path<NamespaceId>,
    parts: Result<Multipart, MultipartRejection>,
) -> Response {
    let here = format!("/admin/ns/{namespace}/quizzes/new");
    let text = match parts {
        Ok(parts) => given(parts).await,
        Err(_) => Err(StatusCode::BAD_REQUEST),
    };
    let text = match text {
        Ok(text) => text,
        Err(status) => return reply::unreadable(&http, &here, status == StatusCode::PAYLOAD_TOO_LARGE),
    };
    let again = |problems| Again { import_problems: problems, definition: text.clone(), ..Again::default() };
    if text.trim().is_empty() {
        let message = "Paste a definition or choose a file.".to_owned();
        let problems = vec![Problem { field: "definition".to_owned(), message }];
        return page(&http, &visitor, &namespace, StatusCode::UNPROCESSABLE_ENTITY, again(problems)).await;
    }
    match definition::read(&text) {
        Ok(input) => make(&http, &visitor, &namespace, input, again).await,
        Err(ServiceError::Invalid { details, .. }) => {
            page(&http, &visitor, &namespace, StatusCode::UNPROCESSABLE_ENTITY, again(problems(details))).await
        }
        Err(error) => reply::failed(&http, Some(&visitor.0), &here, error),
    }
}

/// The file if one was chosen, else what was pasted.
async fn given(mut parts: Multipart) -> Result<String, StatusCode> {
    let (mut pasted, mut file) = (String::new(), String::new());
    while let Some(part) = parts.next_field().await.map_err(|error| error.status())? {
        let is_file = part.name() == Some("file");
        let bytes = part.bytes().await.map_err(|error| error.status())?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if is_file { file = text } else { pasted = text }
    }
    // Some editors put a byte order mark before a file's text.
    let file = file.trim_start_matches('\u{feff}');
    Ok(if file.is_empty() { pasted } else { file.to_owned() })
}

async fn make(
    http: &Http,
    visitor: &Visitor,
    namespace: &NamespaceId,
    input: QuizInput,
    again: impl FnOnce(Vec<Problem>) -> Again,
) -> Response {
    match http.service.create_unopened_quiz(&visitor.caller(), namespace.clone(), input).await {
        Ok(quiz) => {
            let path = QuizPath { namespace: quiz.namespace_id, quiz: quiz.id };
            reply::see(&overview::href(&path), "made")
        }
        Err(ServiceError::Invalid { details, .. }) => {
            page(http, visitor, namespace, StatusCode::UNPROCESSABLE_ENTITY, again(problems(details))).await
        }
        Err(error) => reply::failed(http, Some(&visitor.0), &format!("/admin/ns/{namespace}/quizzes/new"), error),
    }
}

fn problems(details: Vec<domain::FieldError>) -> Vec<Problem> {
    details.into_iter().map(|error| Problem { field: error.path, message: error.message }).collect()
}

/// What the form asks for, or the field that says nothing known.
fn input(form: &NewForm) -> Result<QuizInput, &'static str> {
    let kind = QuizKind::parse(&form.kind).ok_or("kind-open")?;
    let language = Language::ALL.into_iter().find(|one| one.as_str() == form.language).ok_or("language-en")?;
    let questions = match form.begin.as_str() {
        "template" => None,
        "own" => Some(vec![first_question()]),
        _ => return Err("begin-template"),
    };
    Ok(QuizInput {
        name: form.name.trim().to_owned(),
        description: None,
        anonymous: kind.is_anonymous(),
        inapp: kind.is_inapp(),
        language,
        primary_colour: None,
        opens_at: None,
        closes_at: None,
        retry_after: None,
        allowed_origins: Vec::new(),
        questions,
    })
}

/// Something to write over: a quiz has at least one question.
fn first_question() -> QuestionInput {
    let both =
        |en: &str, es: &str| Text::ByLanguage([(Language::En, en.to_owned()), (Language::Es, es.to_owned())].into());
    let option = |en: &str, es: &str| OptionInput { id: None, label: both(en, es) };
    QuestionInput {
        id: "q1".to_owned(),
        required: Some(true),
        text: Some(both("Your first question?", "¿Tu primera pregunta?")),
        help: None,
        options: Some(vec![option("Yes", "Sí"), option("No", "No")]),
    }
}

async fn page(http: &Http, visitor: &Visitor, namespace: &NamespaceId, status: StatusCode, again: Again) -> Response {
    let here = format!("/admin/ns/{namespace}/quizzes/new");
    let nav = match namespace_nav(http, visitor, namespace).await {
        Ok(nav) => nav,
        Err(error) => return reply::failed(http, Some(&visitor.0), &here, error),
    };
    let typed = match again.form {
        Some(form) => NewQuizFields { name: form.name, kind: form.kind, language: form.language, begin: form.begin },
        None => NewQuizFields {
            name: String::new(),
            kind: "open".to_owned(),
            language: "en".to_owned(),
            begin: "template".to_owned(),
        },
    };
    let cx = context(http, Some(&visitor.0), &here);
    let page = NewQuizPage {
        namespace: nav,
        typed,
        definition: again.definition,
        problems: again.problems,
        import_problems: again.import_problems,
    };
    reply::page_with(&cx, status, app::admin::new_quiz(&cx, &page))
}
