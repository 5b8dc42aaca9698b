//! Inviting a list of respondents, typed or uploaded.

use app::admin::{Flash, LineProblem, QuizTab};
use axum::{
    extract::{FromRequest, Multipart, Request},
    http::StatusCode,
};
use domain::{FieldError, Part};

use super::super::{Admin, AdminError, AdminResult, Http, QuizHead, SMALL, apart, reply};
use super::people::{self, People};
use super::show::{Refused, refuse};
use crate::service::ServiceError;

/// More than the form has.
const FIELDS: usize = 8;

#[derive(Default)]
pub(in crate::http::admin) struct InviteForm {
    typed: String,
    file: Vec<u8>,
}

impl FromRequest<Http> for InviteForm {
    type Rejection = AdminError;

    async fn from_request(request: Request, http: &Http) -> Result<Self, AdminError> {
        let bad_request = || AdminError::Unreadable(StatusCode::BAD_REQUEST);
        let mut multipart = Multipart::from_request(request, http).await.map_err(|_| bad_request())?;
        let mut form = Self::default();
        for _ in 0..FIELDS {
            let field = multipart.next_field().await.map_err(|error| AdminError::Unreadable(error.status()))?;
            let Some(field) = field else { return Ok(form) };
            let name = field.name().unwrap_or_default().to_owned();
            let bytes = field.bytes().await.map_err(|error| AdminError::Unreadable(error.status()))?;
            match name.as_str() {
                "people" => form.typed = String::from_utf8(bytes.to_vec()).map_err(|_| bad_request())?,
                "file" => form.file = bytes.to_vec(),
                _ => {}
            }
        }
        Err(bad_request())
    }
}

impl InviteForm {
    /// The text of the field or of the file, but not of both.
    fn text(self) -> Result<String, Refused> {
        let problem = |typed: String, message: &str| Refused {
            typed,
            problems: vec![LineProblem { line: None, message: message.to_owned() }],
        };
        if self.file.is_empty() {
            return Ok(self.typed);
        }
        if !self.typed.trim().is_empty() {
            return Err(problem(self.typed, "Give the people in the field or in a file, not in both."));
        }
        String::from_utf8(self.file)
            .map_err(|_| problem(String::new(), "The file is not UTF-8 text: save it as “CSV UTF-8”."))
    }
}

pub(in crate::http::admin) async fn invite(admin: Admin, head: QuizHead, form: InviteForm) -> AdminResult {
    let text = match form.text() {
        Ok(text) => text,
        Err(refused) => return refuse(&admin, head, refused).await,
    };
    let (read, text) = apart(text.len() > SMALL, move || (people::read(&text), text)).await;
    let People { lines, people } = match read {
        Ok(people) => people,
        Err(problems) => return refuse(&admin, head, Refused { typed: text, problems }).await,
    };
    match admin.service().invite(&admin.caller, &head.path, people).await {
        Ok(_) => Ok(reply::see(&head.href(QuizTab::Share), Flash::Invited)),
        Err(ServiceError::Invalid(invalid)) => {
            let problems = invalid.0.into_iter().map(|error| placed(&error, &lines)).collect();
            refuse(&admin, head, Refused { typed: text, problems }).await
        }
        Err(error) => Err(error.into()),
    }
}

/// Maps `users[3].name` to the line of the fourth invitee.
fn placed(error: &FieldError, lines: &[u64]) -> LineProblem {
    let (index, what) = match error.path.parts()[..] {
        [_, Part::Item(index), Part::Field("name")] => (Some(index), "The name"),
        [_, Part::Item(index), Part::Field("email")] => (Some(index), "The e-mail address"),
        [_, Part::Item(index), Part::Field("customData")] => (Some(index), "The custom data"),
        _ => (None, "The list"),
    };
    let line = index.and_then(|index| lines.get(index).copied());
    LineProblem { line, message: format!("{what} {}.", error.code) }
}
