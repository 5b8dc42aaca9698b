//! Creating a quiz from a template, from scratch or from a definition.

use app::admin::{Flash, NamespaceNav, NewQuizFields, NewQuizPage, Problem, QuizTab};
use axum::{
    extract::{Multipart, multipart::MultipartRejection},
    http::StatusCode,
    response::Response,
};
use domain::{Language, QuizInput, QuizKind};
use serde::Deserialize;

use super::super::{Admin, AdminError, AdminResult, Form, NamespaceHead, SMALL, offload, problem, problems, reply};
use super::definition;
use crate::{service::ServiceError, templates::TEMPLATES};

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

/// The contents of both forms after one was rejected.
#[derive(Default)]
struct Again {
    form: Option<NewForm>,
    definition: String,
    problems: Vec<Problem>,
    import_problems: Vec<Problem>,
}

pub(super) async fn show(admin: Admin, NamespaceHead(nav): NamespaceHead) -> AdminResult {
    Ok(page(&admin, nav, Again::default()).await)
}

pub(super) async fn create(admin: Admin, NamespaceHead(nav): NamespaceHead, Form(form): Form<NewForm>) -> AdminResult {
    let (again, input) = match input(&form) {
        Ok(input) => (Again { form: Some(form), ..Again::default() }, input),
        Err(field) => {
            let problems = vec![problem(field, "Choose one of these.")];
            let again = Again { form: Some(form), problems, ..Again::default() };
            return Ok(page(&admin, nav, again).await);
        }
    };
    make(&admin, nav, input, |problems| Again { problems, ..again }).await
}

pub(super) async fn import(
    admin: Admin,
    NamespaceHead(nav): NamespaceHead,
    parts: Result<Multipart, MultipartRejection>,
) -> AdminResult {
    let parts = parts.map_err(|_| AdminError::Unreadable(StatusCode::BAD_REQUEST))?;
    let text = given(parts).await.map_err(AdminError::Unreadable)?;
    let (read, text) = offload(text.len() > SMALL, move || (definition::read(&text), text)).await;
    let again = |problems| Again { import_problems: problems, definition: text.clone(), ..Again::default() };
    if text.trim().is_empty() {
        let problems = vec![problem("definition", "Paste a definition or choose a file.")];
        return Ok(page(&admin, nav, again(problems)).await);
    }
    match read {
        // Pictures of another quiz do not exist in this one.
        Ok(input) => make(&admin, nav, input.without_images(), again).await,
        Err(ServiceError::Invalid(invalid)) => Ok(page(&admin, nav, again(problems(invalid))).await),
        Err(error) => Err(error.into()),
    }
}

/// Number of problems that are rendered in well below a millisecond.
const FEW: usize = 50;
/// More fields than the form has.
const FIELDS: usize = 8;

/// Returns the uploaded file if there is one, or else the pasted text.
async fn given(mut parts: Multipart) -> Result<String, StatusCode> {
    let (mut pasted, mut file) = (String::new(), String::new());
    for _ in 0..FIELDS {
        let Some(part) = parts.next_field().await.map_err(|error| error.status())? else {
            // Some editors write a byte order mark.
            let file = file.trim_start_matches('\u{feff}');
            return Ok(if file.is_empty() { pasted } else { file.to_owned() });
        };
        let is_file = part.name() == Some("file");
        let bytes = part.bytes().await.map_err(|error| error.status())?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if is_file { file = text } else { pasted = text }
    }
    Err(StatusCode::BAD_REQUEST)
}

async fn make(
    admin: &Admin,
    namespace: NamespaceNav,
    input: QuizInput,
    again: impl FnOnce(Vec<Problem>) -> Again,
) -> AdminResult {
    match admin.service().create_unopened_quiz(&admin.caller, namespace.id.clone(), input).await {
        Ok(quiz) => {
            // Without questions there is nothing to see yet.
            let is_unwritten = quiz.definition.questions.is_empty();
            let tab = if is_unwritten { QuizTab::Edit } else { QuizTab::Overview };
            Ok(reply::see(&tab.href(&quiz.namespace_id, &quiz.id), Flash::Made))
        }
        Err(ServiceError::Invalid(invalid)) => Ok(page(admin, namespace, again(problems(invalid))).await),
        Err(error) => Err(error.into()),
    }
}

/// Fails with the id of the field that has an unknown value.
fn input(form: &NewForm) -> Result<QuizInput, &'static str> {
    let kind = QuizKind::parse(&form.kind).ok_or("kind-open")?;
    let language = Language::OF_CONTENT.into_iter().find(|one| one.as_str() == form.language).ok_or("language-en")?;
    let new = QuizInput::new(form.name.trim().into(), kind, language);
    Ok(match form.begin.as_str() {
        "template" => new,
        "own" => QuizInput { questions: Some(Vec::new()), ..new },
        begin => {
            let (_, text) = TEMPLATES.iter().find(|(name, _)| *name == begin).ok_or("begin-template")?;
            let template = definition::read(text).map_err(|_| "begin-template")?;
            let QuizInput { name, anonymous, inapp, language, .. } = new;
            QuizInput { name, anonymous, inapp, language, ..template }
        }
    })
}

async fn page(admin: &Admin, namespace: NamespaceNav, again: Again) -> Response {
    let is_large = again.definition.len() > SMALL || again.import_problems.len() > FEW;
    let typed = match again.form {
        Some(form) => NewQuizFields { name: form.name, kind: form.kind, language: form.language, begin: form.begin },
        None => NewQuizFields {
            name: String::new(),
            kind: "open".to_owned(),
            language: "en".to_owned(),
            begin: "template".to_owned(),
        },
    };
    let page = NewQuizPage {
        namespace,
        typed,
        definition: again.definition,
        problems: again.problems,
        import_problems: again.import_problems,
    };
    let is_refused = !(page.problems.is_empty() && page.import_problems.is_empty());
    let status = if is_refused { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    admin.page_apart(is_large, status, app::admin::new_quiz, page).await
}
