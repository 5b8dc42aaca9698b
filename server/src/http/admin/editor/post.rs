//! The editor's form. Every button first keeps the fields as a draft, then does its own work.

use app::admin::{
    Flash, Problem, QuizTab,
    editor::{EditorAction, EditorFields, Posted},
};
use axum::{
    http::StatusCode,
    response::{IntoResponse, Redirect},
};
use domain::Timestamp;

use super::super::{Admin, AdminError, AdminResult, Form, Path, QuizHead, apart, problem, quiz_href, reply};
use super::show::{self, Returned};
use crate::service::{Conflict, QuizPath, ServiceError};

/// Fields that take well below a millisecond to read.
const FEW: usize = 1000;

/// One submission of the editor's form.
struct Submission<'a> {
    admin: &'a Admin,
    path: &'a QuizPath,
    /// The revision of the quiz that the form was based on.
    based_on: Timestamp,
    /// The revision of the draft that the page showed.
    seen: Option<Timestamp>,
}

pub(super) async fn post(
    admin: Admin,
    Path(path): Path<QuizPath>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> AdminResult {
    let here = quiz_href(&path, QuizTab::Edit);
    let read = apart(pairs.len() > FEW, move || {
        let value = |name: &str| pairs.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value);
        let moment = |name: &str| value(name).parse().ok().map(Timestamp::from_nanoseconds);
        let posted = Posted::read(&pairs);
        Some((posted.step(value("do"))?, moment("based-on")?, moment("seen"), posted))
    });
    let Some((step, based_on, seen, posted)) = read.await else {
        return Err(AdminError::Unreadable(StatusCode::BAD_REQUEST));
    };
    let submission = Submission { admin: &admin, path: &path, based_on, seen };
    let mut fields = posted.fields;
    match step {
        EditorAction::Discard => match admin.service().discard_draft(&admin.caller, &path).await {
            Ok(()) => Ok(reply::see(&here, Flash::Discarded)),
            Err(error) => submission.refuse(fields, error).await,
        },
        EditorAction::Save | EditorAction::SaveOver => submission.save(fields, step == EditorAction::SaveOver).await,
        step => {
            let focus = fields.take(step).map(|id| format!("#{id}")).unwrap_or_default();
            match submission.keep(&fields).await {
                Ok(()) => Ok(Redirect::to(&format!("{here}{focus}")).into_response()),
                Err(error) => submission.refuse(fields, error).await,
            }
        }
    }
}

impl Submission<'_> {
    async fn keep(&self, fields: &EditorFields) -> Result<(), ServiceError> {
        let (quiz, _) = self.admin.service().quiz(&self.admin.caller, self.path).await?;
        if !quiz.is_plain() {
            return Err(Conflict::OnlyByApi.into());
        }
        let text = serde_json::to_string(fields)
            .map_err(|error| ServiceError::Internal(format!("cannot serialise a draft: {error}")))?;
        let Self { admin, path, based_on, seen } = *self;
        admin.service().keep_draft(&admin.caller, path, text, based_on, seen).await
    }

    /// Keeps the draft first, so nothing typed is lost if saving fails.
    async fn save(&self, fields: EditorFields, is_over: bool) -> AdminResult {
        let (service, caller) = (self.admin.service(), &self.admin.caller);
        let present = match self.keep(&fields).await {
            Ok(()) => service.quiz(caller, self.path).await,
            Err(error) => Err(error),
        };
        let quiz = match present {
            Ok((quiz, _)) => quiz,
            Err(error) => return self.refuse(fields, error).await,
        };
        let seen = (!is_over).then_some(self.based_on);
        if seen.is_some_and(|seen| seen != quiz.updated_at) {
            // Before the fields are checked: they may be wrong only because the quiz is another one now.
            return self.refuse(fields, Conflict::Changed.into()).await;
        }
        if let Err(problems) = fields.check(&quiz, crate::random::option_id) {
            return self.again(fields, StatusCode::UNPROCESSABLE_ENTITY, problems).await;
        }
        let change = match fields.change() {
            Ok(change) => change,
            Err(problem) => return self.again(fields, StatusCode::UNPROCESSABLE_ENTITY, vec![problem]).await,
        };
        let saved = match service.save_edit(caller, self.path, change, seen).await {
            Ok((saved, _)) => saved,
            Err(error) => return self.refuse(fields, error).await,
        };
        let flash = if saved.version == quiz.version { Flash::Saved } else { Flash::SavedVersion };
        Ok(reply::see(&quiz_href(self.path, QuizTab::Edit), flash))
    }

    /// The form as it was sent, with its problems.
    async fn again(&self, fields: EditorFields, status: StatusCode, problems: Vec<Problem>) -> AdminResult {
        let returned = Returned { fields, based_on: self.based_on, status, problems };
        let head = QuizHead::load(self.admin, self.path.clone()).await?;
        show::page(self.admin, head, Some(returned)).await
    }

    async fn refuse(&self, fields: EditorFields, error: ServiceError) -> AdminResult {
        match error {
            ServiceError::Conflict(Conflict::Changed) => {
                let message = "Nothing is saved: the quiz was changed since you began. Look at what stands below.";
                self.again(fields, StatusCode::CONFLICT, vec![problem("draft-note", message)]).await
            }
            ServiceError::Conflict(why) => {
                let message = format!("Nothing is kept: {why}. What you typed is still on this page.");
                self.again(fields, StatusCode::CONFLICT, vec![problem("draft-note", message)]).await
            }
            error => Err(error.into()),
        }
    }
}
