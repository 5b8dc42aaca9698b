//! The answers of one respondent, and erasing them.

use app::admin::{AttemptLine, ErasePage, Flash, PersonPage, QuizTab};
use domain::Permission;
use serde::Deserialize;

use super::{
    Admin, AdminResult, NamespaceHead, Path, QuizHead, answers::person_href, dates, quiz_href, quiz_nav, reply,
};
use crate::service::QuizPath;

#[derive(Deserialize)]
pub(super) struct ByUser {
    user: String,
}

pub(super) async fn show(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Path(path): Path<QuizPath>,
    Path(ByUser { user }): Path<ByUser>,
) -> AdminResult {
    let found = admin.service().person(&admin.caller, &path, &user).await?;
    let attempts = found.attempts.iter().filter_map(|attempt| {
        let submission = attempt.submission.as_ref()?;
        Some(AttemptLine {
            number: attempt.attempt,
            submitted: dates::minute(submission.at),
            score: submission.scores.overall.as_ref().map(|overall| overall.score),
        })
    });
    let erase = namespace.role.allows(Permission::Edit).then(|| {
        let list = quiz_href(&path, QuizTab::Answers);
        format!("{}/erase", person_href(&list, found.record.user.as_str()))
    });
    let page = PersonPage {
        quiz: quiz_nav(namespace, &found.quiz),
        definition: found.definition,
        scored_by: found.scored_by,
        started: dates::minute(found.record.started_at),
        submitted: found.record.submission.as_ref().map(|submission| dates::minute(submission.at)),
        activity: dates::minute(found.record.activity_at),
        attempts: attempts.collect(),
        record: found.record,
        erase,
    };
    Ok(admin.page(app::admin::person, page))
}

/// The confirmation page.
pub(super) async fn ask(admin: Admin, head: QuizHead, Path(ByUser { user }): Path<ByUser>) -> AdminResult {
    let back = person_href(&head.href(QuizTab::Answers), &user);
    let page = ErasePage { quiz: head.nav, user, back };
    Ok(admin.page(app::admin::erase_person, page))
}

pub(super) async fn erase(
    admin: Admin,
    Path(path): Path<QuizPath>,
    Path(ByUser { user }): Path<ByUser>,
) -> AdminResult {
    admin.service().erase_user(&admin.caller, &path, &user).await?;
    Ok(reply::see(&quiz_href(&path, QuizTab::Answers), Flash::Erased))
}
