//! The editor's form: each of its buttons keeps what was typed, then does what it says.

use app::admin::{
    Problem,
    editor::{EditorFields, Posted, Step},
};
use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use domain::{NamespaceId, QuizId, Timestamp};

use super::{
    super::{
        super::{pages::Path, state::Http},
        form::Form,
        reply,
        visitor::Visitor,
    },
    show::{self, Returned},
};
use crate::service::{QuizPath, ServiceError};

/// Somebody at the editor of a quiz.
struct Desk<'a> {
    http: &'a Http,
    visitor: &'a Visitor,
    path: &'a QuizPath,
    /// The state of the quiz that was being edited.
    based_on: Timestamp,
    /// The state of the draft that was on the page.
    seen: Option<Timestamp>,
}

pub(super) async fn post(
    State(http): State<Http>,
    visitor: Visitor,
    Path((namespace, quiz)): Path<(NamespaceId, QuizId)>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Response {
    let path = QuizPath { namespace, quiz };
    let here = show::href(&path);
    let value = |name: &str| pairs.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value);
    let moment = |name: &str| value(name).parse().ok().map(Timestamp::from_nanoseconds);
    let posted = Posted::read(&pairs);
    let (Some(step), Some(based_on)) = (posted.step(value("do")), moment("based-on")) else {
        return reply::unreadable(&http, &here, false);
    };
    let desk = Desk { http: &http, visitor: &visitor, path: &path, based_on, seen: moment("seen") };
    let mut fields = posted.fields;
    match step {
        Step::Discard => match http.service.discard_draft(&visitor.caller(), &path).await {
            Ok(()) => reply::see(&here, "discarded"),
            Err(error) => desk.refuse(fields, error).await,
        },
        Step::Save | Step::SaveOver => desk.save(fields, step == Step::SaveOver).await,
        step => {
            let focus = fields.take(step).map(|id| format!("#{id}")).unwrap_or_default();
            match desk.keep(&fields).await {
                Ok(()) => Redirect::to(&format!("{here}{focus}")).into_response(),
                Err(error) => desk.refuse(fields, error).await,
            }
        }
    }
}

impl Desk<'_> {
    async fn keep(&self, fields: &EditorFields) -> Result<(), ServiceError> {
        let text = serde_json::to_string(fields)
            .map_err(|error| ServiceError::Internal(format!("cannot write down a draft: {error}")))?;
        self.http.service.keep_draft(&self.visitor.caller(), self.path, text, self.based_on, self.seen).await
    }

    /// Kept first: whatever stands in the way of saving, nothing typed is lost.
    async fn save(&self, fields: EditorFields, is_over: bool) -> Response {
        let caller = self.visitor.caller();
        let service = &self.http.service;
        let present = match self.keep(&fields).await {
            Ok(()) => service.quiz(&caller, self.path).await,
            Err(error) => Err(error),
        };
        let quiz = match present {
            Ok((quiz, _)) => quiz,
            Err(error) => return self.refuse(fields, error).await,
        };
        if quiz.updated_at != self.based_on && !is_over {
            let message = "Nothing is saved: the quiz was changed since you began. Look at what stands below.";
            let problems = vec![Problem { field: "draft-note".to_owned(), message: message.to_owned() }];
            return self.again(fields, StatusCode::CONFLICT, problems).await;
        }
        if let Err(problems) = fields.check(&quiz, crate::random::option_id) {
            return self.again(fields, StatusCode::UNPROCESSABLE_ENTITY, problems).await;
        }
        let change = match fields.change() {
            Ok(change) => change,
            Err(problem) => return self.again(fields, StatusCode::UNPROCESSABLE_ENTITY, vec![problem]).await,
        };
        let saved = match service.change_quiz(&caller, self.path, change).await {
            Ok((saved, _)) => saved,
            Err(error) => return self.refuse(fields, error).await,
        };
        if let Err(error) = service.discard_draft(&caller, self.path).await {
            return self.refuse(fields, error).await;
        }
        let said = if saved.version == quiz.version { "saved" } else { "saved-version" };
        reply::see(&show::href(self.path), said)
    }

    /// The form as it was sent, with what stands in its way.
    async fn again(&self, fields: EditorFields, status: StatusCode, problems: Vec<Problem>) -> Response {
        let returned = Returned { fields, based_on: self.based_on, status, problems };
        show::page(self.http, self.visitor, self.path, None, Some(returned)).await
    }

    async fn refuse(&self, fields: EditorFields, error: ServiceError) -> Response {
        match error {
            ServiceError::Conflict(why) => {
                let message = format!("Nothing is kept: {why}. What you typed is still on this page.");
                let problems = vec![Problem { field: "draft-note".to_owned(), message }];
                self.again(fields, StatusCode::CONFLICT, problems).await
            }
            error => reply::failed(self.http, Some(&self.visitor.0), &show::href(self.path), error),
        }
    }
}
