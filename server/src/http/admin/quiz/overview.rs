//! The overview of a quiz.

use app::admin::{Problem, QuizPage};
use domain::{Language, Permission, Quiz, QuizKind, QuizStatus, Timestamp};

use super::super::{Admin, AdminResult, QuizHead, answers_view::Zone, editor::note, problem, qr};
use super::{dates_form, figures, glance};
use crate::{
    clock,
    service::{EditorDraft, QuizPath, ServiceError},
};

pub(super) async fn draft(admin: &Admin, path: &QuizPath) -> Result<Option<EditorDraft>, ServiceError> {
    admin.service().editor_draft(&admin.caller, path).await
}

pub(super) struct TypedDates {
    pub(super) opens_at: String,
    pub(super) closes_at: String,
    pub(super) problems: Vec<Problem>,
}

pub(super) async fn show(admin: Admin, head: QuizHead) -> AdminResult {
    page(&admin, head, None).await
}

pub(super) async fn refused(admin: &Admin, head: QuizHead, message: &str) -> AdminResult {
    let problems = vec![problem("state", message)];
    let (settings, zone) = (&head.quiz.settings, admin.zone().await?);
    let [opens_at, closes_at] = [settings.opens_at, settings.closes_at].map(|at| dates_form::write(at, &zone));
    page(admin, head, Some(TypedDates { opens_at, closes_at, problems })).await
}

pub(super) async fn page(admin: &Admin, head: QuizHead, typed: Option<TypedDates>) -> AdminResult {
    let glance = glance::glance(admin, &head, &admin.zone().await?).await?;
    let QuizHead { path, nav, quiz, .. } = head;
    let may_edit = nav.namespace.role.allows(Permission::Edit);
    let draft = if may_edit { draft(admin, &path).await? } else { None };
    let (settings, zone) = (&quiz.settings, admin.zone().await?);
    let typed = typed.unwrap_or_else(|| TypedDates {
        opens_at: dates_form::write(settings.opens_at, &zone),
        closes_at: dates_form::write(settings.closes_at, &zone),
        problems: Vec::new(),
    });
    let now = clock::now();
    let found = admin.service().quiz_figures(&admin.caller, &path).await?;
    let is_shared = quiz.kind == QuizKind::Open && quiz.status(now) == QuizStatus::Open;
    let link = is_shared.then(|| format!("{}/aq/{}/{}", admin.http.base_url, path.namespace, path.quiz));
    let page = QuizPage {
        quiz: nav,
        kind: quiz.kind,
        state: state(&quiz, now, &zone),
        open: opening(&quiz, now, &zone),
        can_close: settings.status == QuizStatus::Open && quiz.status(now) != QuizStatus::Closed,
        figures: figures::part(&path, &found, now, &zone),
        glance,
        questions: quiz.definition.questions.len(),
        version: quiz.version,
        languages: quiz.definition.languages().iter().map(language).collect::<Vec<_>>().join(", "),
        created: zone.minute(quiz.created_at),
        changed: zone.minute(quiz.updated_at),
        qr: link.as_deref().and_then(qr::svg),
        link,
        draft: draft.map(|draft| note(draft, &zone)),
        opens_at: typed.opens_at,
        closes_at: typed.closes_at,
        problems: typed.problems,
        zone: zone.name,
    };
    Ok(admin.form_page(!page.problems.is_empty(), app::admin::quiz, page))
}

fn state(quiz: &Quiz, now: Timestamp, zone: &Zone) -> String {
    let settings = &quiz.settings;
    let on = |at: Option<Timestamp>| at.map(|at| zone.minute(at)).unwrap_or_default();
    let ahead = settings.opens_at.filter(|start| now < *start);
    match (settings.status, quiz.status(now)) {
        (QuizStatus::Draft, _) if ahead.is_some() => {
            format!("Not open yet. Once opened, it waits for {}.", on(ahead))
        }
        (QuizStatus::Draft, _) => "Not open yet. Open it to start collecting responses.".to_owned(),
        (QuizStatus::Open, QuizStatus::Draft) => format!("It opens by itself on {}.", on(ahead)),
        (QuizStatus::Open, QuizStatus::Closed) => {
            format!("It closed by itself on {}. Results can still be read.", on(settings.closes_at))
        }
        (QuizStatus::Open, _) if settings.closes_at.is_some() => {
            format!("People can answer. It closes by itself on {}.", on(settings.closes_at))
        }
        (QuizStatus::Open, _) => "People can answer.".to_owned(),
        (QuizStatus::Closed, _) => "Respondents can’t start or go on. Results can still be read.".to_owned(),
    }
}

/// The label of the button that opens the quiz, unless it is already open.
fn opening(quiz: &Quiz, now: Timestamp, zone: &Zone) -> Option<String> {
    let settings = &quiz.settings;
    let ahead = settings.opens_at.filter(|start| now < *start);
    Some(match (settings.status, ahead) {
        (QuizStatus::Draft, Some(start)) => format!("Let it open on {}", zone.minute(start)),
        (QuizStatus::Draft, None) => "Open the quiz".to_owned(),
        (QuizStatus::Open, Some(_)) => "Open it now".to_owned(),
        (QuizStatus::Open, None) if quiz.status(now) == QuizStatus::Open => return None,
        (QuizStatus::Open | QuizStatus::Closed, _) => "Open it again".to_owned(),
    })
}

fn language(language: &Language) -> &str {
    match *language {
        Language::EN => "English",
        Language::ES => "Spanish",
        _ => language.as_str(),
    }
}
