//! The editor's form. Every button first keeps the fields as a draft, then does its own work.

use app::admin::{
    Flash, Problem, QuizTab,
    editor::{EditorAction, EditorFields, Posted},
};
use axum::{
    http::StatusCode,
    response::{IntoResponse, Redirect},
};
use domain::{Quiz, QuizChange, Timestamp};

use super::super::{Admin, AdminError, AdminResult, Form, Path, QuizHead, apart, problem, quiz_href, reply};
use super::{
    load,
    show::{self, Returned},
};
use crate::{
    clock, random,
    service::{Conflict, DraftInput, QuizPath, ServiceError},
    store::Edition,
};

/// Fields that take well below a millisecond to read.
const FEW: usize = 1000;

/// One submission of the editor's form.
struct Submission<'a> {
    admin: &'a Admin,
    path: &'a QuizPath,
    /// The quiz that the form was based on.
    based_on: Edition,
    /// The revision of the draft that the page was made from, and of the one that this submission keeps.
    seen: Option<Timestamp>,
    /// The fields are those of an earlier draft.
    is_earlier: bool,
    /// Takes the place of a draft on purpose, which is to stay among the earlier ones.
    replaces: bool,
    opens: bool,
}

pub(super) async fn post(
    admin: Admin,
    Path(path): Path<QuizPath>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> AdminResult {
    let here = quiz_href(&path, QuizTab::Edit);
    let read = apart(pairs.len() > FEW, move || {
        let value = |name: &str| pairs.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value);
        let number = |name: &str| value(name).parse::<i64>().ok();
        let posted = Posted::read(&pairs);
        let seen = number("seen").map(Timestamp::from_nanoseconds);
        Some((posted.step(value("do"))?, number("based-on")?.into(), seen, value("earlier") == "1", posted))
    });
    let Some((step, based_on, seen, is_earlier, posted)) = read.await else {
        return Err(AdminError::Unreadable(StatusCode::BAD_REQUEST));
    };
    let (replaces, opens) = (is_earlier, false);
    let mut submission = Submission { admin: &admin, path: &path, based_on, seen, is_earlier, replaces, opens };
    let mut fields = posted.fields;
    match step {
        EditorAction::Discard => match admin.service().discard_draft(&admin.caller, &path, seen).await {
            Ok(()) => Ok(reply::see(&here, Flash::Discarded)),
            Err(error) => submission.refuse(fields, error).await,
        },
        EditorAction::Save | EditorAction::SaveOver => submission.save(fields, step == EditorAction::SaveOver).await,
        step => {
            if let EditorAction::KeepOver(other) = step {
                submission.seen = other.map(Timestamp::from_nanoseconds);
                submission.replaces = true;
            }
            let focus = fields.take(step).map(|id| format!("#{id}")).unwrap_or_default();
            match submission.keep(&fields).await {
                // The script learns the revision from the address: the page may show a later one already.
                Ok(kept) => Ok(Redirect::to(&format!("{here}?kept={}{focus}", kept.nanoseconds())).into_response()),
                Err(error) => submission.refuse(fields, error).await,
            }
        }
    }
}

/// Saves the draft of that revision and opens the quiz.
pub(in super::super) async fn publish(admin: &Admin, head: &QuizHead, seen: Option<Timestamp>) -> AdminResult {
    let edited = load::load(admin, head).await?;
    let based_on = edited.based_on();
    let path = &head.path;
    let submission = Submission { admin, path, based_on, seen, is_earlier: false, replaces: false, opens: true };
    submission.save(edited.fields, false).await
}

impl Submission<'_> {
    /// Returns the revision of the draft.
    async fn keep(&self, fields: &EditorFields) -> Result<Timestamp, ServiceError> {
        let (quiz, _) = self.admin.service().quiz(&self.admin.caller, self.path).await?;
        if !quiz.fits_editor() {
            return Err(Conflict::NotForEditor.into());
        }
        let fields = serde_json::to_string(fields)
            .map_err(|error| ServiceError::Internal(format!("cannot serialise a draft: {error}")))?;
        let Self { admin, path, based_on, seen, replaces: keeps_replaced, .. } = *self;
        let input = DraftInput { fields, based_on, seen, keeps_replaced };
        admin.service().keep_draft(&admin.caller, path, input).await
    }

    /// Keeps the draft first, so nothing typed is lost if saving fails.
    async fn save(mut self, fields: EditorFields, is_over: bool) -> AdminResult {
        let (service, caller) = (self.admin.service(), &self.admin.caller);
        let kept = match self.keep(&fields).await {
            Ok(kept) => kept,
            Err(error) => return self.refuse(fields, error).await,
        };
        self.seen = Some(kept);
        let quiz = match service.quiz(caller, self.path).await {
            Ok((quiz, _)) => quiz,
            Err(error) => return self.refuse(fields, error).await,
        };
        let edition = if is_over { Edition::of(&quiz) } else { self.based_on };
        if !edition.is_of(&quiz) {
            // Before the fields are checked: they may be wrong only because the quiz is another one now.
            return self.refuse(fields, Conflict::Changed.into()).await;
        }
        if let Err(problems) = fields.check(&quiz, random::option_id) {
            return self.again(fields, StatusCode::UNPROCESSABLE_ENTITY, problems).await;
        }
        let change = match fields.change(&quiz) {
            Ok(change) => self.completed(change, &quiz),
            Err(problem) => return self.again(fields, StatusCode::UNPROCESSABLE_ENTITY, vec![problem]).await,
        };
        let saved = match service.save_edit(caller, self.path, change, edition, kept).await {
            Ok((saved, _)) => saved,
            Err(error) => return self.refuse(fields, error).await,
        };
        let (tab, flash) = match (self.opens, saved.version == quiz.version) {
            (true, _) => (QuizTab::Overview, Flash::SavedOpened),
            (false, true) => (QuizTab::Edit, Flash::Saved),
            (false, false) => (QuizTab::Edit, Flash::SavedVersion),
        };
        Ok(reply::see(&quiz_href(self.path, tab), flash))
    }

    fn completed(&self, change: QuizChange, quiz: &Quiz) -> QuizChange {
        if !self.opens {
            return change;
        }
        let QuizChange { status, opens_at, closes_at, .. } = QuizChange::opening(quiz, clock::now());
        QuizChange { status, opens_at, closes_at, ..change }
    }

    /// The form as it was sent, with its problems.
    async fn again(&self, fields: EditorFields, status: StatusCode, problems: Vec<Problem>) -> AdminResult {
        let Self { based_on, seen, is_earlier, .. } = *self;
        let returned = Returned { fields, based_on, seen, is_earlier, status, problems };
        let head = QuizHead::load(self.admin, self.path.clone()).await?;
        show::page(self.admin, head, Some(returned)).await
    }

    async fn refuse(&self, fields: EditorFields, error: ServiceError) -> AdminResult {
        let message = match error {
            ServiceError::Conflict(Conflict::Changed) => {
                "Nothing is saved: the quiz was changed since you began. Look at what stands below.".to_owned()
            }
            ServiceError::Conflict(Conflict::DraftChanged) => "Nothing is kept: the draft was changed since this page \
                was loaded, by another administrator or in another window. What you typed is still on this page."
                .to_owned(),
            ServiceError::Conflict(why) => format!("Nothing is kept: {why}. What you typed is still on this page."),
            error => return Err(error.into()),
        };
        self.again(fields, StatusCode::CONFLICT, vec![problem("draft-note", message)]).await
    }
}
