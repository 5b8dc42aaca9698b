//! What one person answered, and erasing it.

use app::admin::{AttemptLine, ErasePage, PersonPage, QuizTab};
use axum::{extract::State, response::Response};
use domain::{NamespaceId, Permission, QuizId};

use super::{
    super::{pages::Path, state::Http},
    answers::person_href,
    context::{context, namespace_nav, quiz_nav},
    dates, reply,
    visitor::Visitor,
};
use crate::service::{QuizPath, ServiceError};

type PersonPath = Path<(NamespaceId, QuizId, String)>;

pub(super) async fn show(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, quiz, user)): PersonPath,
) -> Response {
    let path = QuizPath { namespace, quiz };
    let here = here(&path, &user);
    match page(&http, &visitor, &path, &user).await {
        Ok(page) => {
            let cx = context(&http, Some(&visitor.0), &here);
            reply::page(&cx, app::admin::person(&cx, &page))
        }
        Err(error) => reply::failed(&http, Some(&visitor.0), &here, error),
    }
}

async fn page(http: &Http, visitor: &Visitor, path: &QuizPath, user: &str) -> Result<PersonPage, ServiceError> {
    let namespace = namespace_nav(http, visitor, &path.namespace).await?;
    let found = http.service.person(&visitor.caller(), path, user).await?;
    let attempts = found.attempts.iter().filter_map(|attempt| {
        let submission = attempt.submission.as_ref()?;
        Some(AttemptLine {
            number: attempt.attempt,
            submitted: dates::minute(submission.at),
            score: submission.scores.overall,
        })
    });
    let erase = namespace.role.allows(Permission::Edit).then(|| {
        let list = namespace.quiz_href(found.quiz.id.as_str(), QuizTab::Answers);
        format!("{}/erase", person_href(&list, found.record.user.as_str()))
    });
    Ok(PersonPage {
        quiz: quiz_nav(&found.quiz),
        definition: found.definition,
        started: dates::minute(found.record.started_at),
        submitted: found.record.submission.as_ref().map(|submission| dates::minute(submission.at)),
        activity: dates::minute(found.record.activity_at),
        attempts: attempts.collect(),
        record: found.record,
        erase,
        namespace,
    })
}

/// The question before erasing.
pub(super) async fn ask(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, quiz, user)): PersonPath,
) -> Response {
    let path = QuizPath { namespace, quiz };
    let here = here(&path, &user);
    let found = async {
        let namespace = namespace_nav(&http, &visitor, &path.namespace).await?;
        let (quiz, _) = http.service.quiz(&visitor.caller(), &path).await?;
        Ok::<_, ServiceError>(ErasePage { namespace, quiz: quiz_nav(&quiz), user: user.clone(), back: here.clone() })
    };
    match found.await {
        Ok(page) => {
            let cx = context(&http, Some(&visitor.0), &format!("{here}/erase"));
            reply::page(&cx, app::admin::erase_person(&cx, &page))
        }
        Err(error) => reply::failed(&http, Some(&visitor.0), &here, error),
    }
}

pub(super) async fn erase(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, quiz, user)): PersonPath,
) -> Response {
    let path = QuizPath { namespace, quiz };
    match http.service.erase_user(&visitor.caller(), &path, &user).await {
        Ok(()) => reply::see(&list(&path), "erased"),
        Err(error) => reply::failed(&http, Some(&visitor.0), &here(&path, &user), error),
    }
}

fn list(path: &QuizPath) -> String {
    format!("/admin/ns/{}/quizzes/{}/answers", path.namespace, path.quiz)
}

fn here(path: &QuizPath, user: &str) -> String {
    person_href(&list(path), user)
}
