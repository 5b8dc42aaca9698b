//! Taking a list of people, typed or uploaded.

use app::admin::{LineProblem, QuizTab};
use axum::{
    extract::{FromRequest, Multipart, Request, State},
    http::StatusCode,
    response::Response,
};

use super::{
    super::{
        super::{pages::Path, state::Http},
        quiz_page::{QuizIds, address, path_of},
        reply,
        visitor::Visitor,
    },
    people::{self, People},
    show::{Refused, refuse},
};
use crate::service::ServiceError;

/// What the form sent.
#[derive(Default)]
pub(in crate::http::admin) struct InviteForm {
    typed: String,
    file: Vec<u8>,
}

impl FromRequest<Http> for InviteForm {
    type Rejection = Response;

    async fn from_request(request: Request, http: &Http) -> Result<Self, Response> {
        let path = request.uri().path().to_owned();
        let unreadable = |status: StatusCode| reply::unreadable(http, &path, status == StatusCode::PAYLOAD_TOO_LARGE);
        let mut multipart =
            Multipart::from_request(request, http).await.map_err(|_| unreadable(StatusCode::BAD_REQUEST))?;
        let mut form = Self::default();
        loop {
            let field = match multipart.next_field().await {
                Ok(Some(field)) => field,
                Ok(None) => return Ok(form),
                Err(error) => return Err(unreadable(error.status())),
            };
            let name = field.name().unwrap_or_default().to_owned();
            let bytes = field.bytes().await.map_err(|error| unreadable(error.status()))?;
            match name.as_str() {
                "people" => {
                    let text = String::from_utf8(bytes.to_vec());
                    form.typed = text.map_err(|_| unreadable(StatusCode::BAD_REQUEST))?;
                }
                "file" => form.file = bytes.to_vec(),
                _ => {}
            }
        }
    }
}

impl InviteForm {
    /// The list, wherever it is; a file that is not right is shown in the field, to be put right there.
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

pub(in crate::http::admin) async fn invite(
    State(http): State<Http>,
    visitor: Visitor,
    Path(ids): Path<QuizIds>,
    form: InviteForm,
) -> Response {
    let path = path_of(ids);
    let text = match form.text() {
        Ok(text) => text,
        Err(refused) => return refuse(&http, &visitor, &path, refused).await,
    };
    let People { lines, people } = match people::read(&text) {
        Ok(people) => people,
        Err(problems) => return refuse(&http, &visitor, &path, Refused { typed: text, problems }).await,
    };
    let address = address(&path, QuizTab::Share);
    match http.service.invite(&visitor.caller(), &path, people).await {
        Ok(_) => reply::see(&address, "invited"),
        Err(ServiceError::Invalid { details, .. }) => {
            let problems = details.into_iter().map(|error| placed(&error.path, &error.message, &lines)).collect();
            refuse(&http, &visitor, &path, Refused { typed: text, problems }).await
        }
        Err(error) => reply::failed(&http, Some(&visitor.0), &address, error),
    }
}

/// `users[3].name` is about the fourth person's line.
fn placed(path: &str, message: &str, lines: &[u64]) -> LineProblem {
    let place = path.strip_prefix("users[").and_then(|rest| rest.split_once(']'));
    let line = place.and_then(|(index, _)| lines.get(index.parse::<usize>().ok()?).copied());
    let what = match place.map(|(_, field)| field) {
        Some(".name") => "The name",
        Some(".email") => "The e-mail address",
        Some(".customData") => "The custom data",
        _ => "The list",
    };
    LineProblem { line, message: format!("{what} {message}.") }
}
