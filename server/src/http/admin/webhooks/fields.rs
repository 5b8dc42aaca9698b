//! The fields of a webhook's form, as typed and as stored.

use app::admin::WebhookFields;
use domain::{FieldCode, FieldError, Invalid, NamespaceId, QuizId};

use super::super::Admin;
use crate::{
    service::{EndpointChange, EndpointInput, QuizSearch, ServiceError},
    store::{Endpoint, EndpointState, EventType},
};

const QUIZZES: u32 = 100;

pub(super) fn typed(fields: Vec<(String, String)>) -> (WebhookFields, String) {
    let (mut form, mut page) = (WebhookFields::default(), String::new());
    for (name, value) in fields {
        match name.as_str() {
            "url" => form.url = value.trim().to_owned(),
            "description" => form.description = value.trim().to_owned(),
            "events" => form.events.push(value),
            "quizzes" => form.quizzes.push(value),
            "answers" => form.with_answers = true,
            "headers" => form.headers = value,
            "remove_headers" => form.removes_headers = true,
            "state" => form.is_on = value == "on",
            "page" => page = value,
            _ => {}
        }
    }
    (form, page)
}

pub(super) fn stored(endpoint: &Endpoint) -> WebhookFields {
    WebhookFields {
        url: endpoint.url.clone(),
        description: endpoint.description.clone(),
        events: endpoint.types.iter().map(|kind| kind.as_str().to_owned()).collect(),
        quizzes: endpoint.quizzes.iter().map(QuizId::to_string).collect(),
        with_answers: endpoint.with_answers,
        headers: String::new(),
        removes_headers: false,
        is_on: endpoint.state == EndpointState::On,
    }
}

pub(super) fn input(form: &WebhookFields) -> Result<EndpointInput, Invalid> {
    let (types, quizzes, headers) = read(form)?;
    Ok(EndpointInput {
        url: form.url.clone(),
        description: form.description.clone(),
        types,
        quizzes,
        with_answers: form.with_answers,
        headers,
    })
}

/// The changes to a webhook. An unchanged URL is not checked again.
pub(super) fn change(form: &WebhookFields, known: &Endpoint) -> Result<EndpointChange, Invalid> {
    let (types, quizzes, headers) = read(form)?;
    Ok(EndpointChange {
        url: (form.url != known.url).then(|| form.url.clone()),
        description: Some(form.description.clone()),
        types: Some(types),
        quizzes: Some(quizzes),
        with_answers: Some(form.with_answers),
        headers: (form.removes_headers || !headers.is_empty()).then_some(headers),
        is_on: Some(form.is_on),
    })
}

type Read = (Vec<EventType>, Vec<QuizId>, Vec<(String, String)>);

fn read(form: &WebhookFields) -> Result<Read, Invalid> {
    let types = form.events.iter().map(|name| {
        EventType::parse(name).ok_or_else(|| FieldError::new("events", FieldCode::NotOneOf(EventType::NAMES)))
    });
    let quizzes = form
        .quizzes
        .iter()
        .map(|id| QuizId::parse(id).map_err(|error| FieldError::new("quizzes", FieldCode::Malformed(error))));
    let headers = form.headers.lines().map(str::trim).filter(|line| !line.is_empty()).map(|line| {
        let wrong =
            || FieldError::new("headers", FieldCode::WrongType("lines of a name, a colon and a value".to_owned()));
        line.split_once(':').map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).ok_or_else(wrong)
    });
    let one = |error| Invalid(vec![error]);
    let mut types = types.collect::<Result<Vec<_>, _>>().map_err(one)?;
    types.sort_unstable();
    types.dedup();
    let mut quizzes = quizzes.collect::<Result<Vec<_>, _>>().map_err(one)?;
    quizzes.sort_unstable();
    quizzes.dedup();
    Ok((types, quizzes, headers.collect::<Result<Vec<_>, _>>().map_err(one)?))
}

pub(super) fn types(endpoint: &Endpoint) -> String {
    if endpoint.types.is_empty() {
        return "All".to_owned();
    }
    endpoint.types.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(", ")
}

/// The newest quizzes of a namespace, by id.
pub(super) struct QuizNames {
    pub(super) all: Vec<(String, String)>,
    pub(super) has_more: bool,
}

impl QuizNames {
    pub(super) async fn read(admin: &Admin, namespace: &NamespaceId) -> Result<Self, ServiceError> {
        let search = QuizSearch { name: String::new(), status: None, after: None, limit: QUIZZES };
        let found = admin.service().search_quizzes(&admin.caller, namespace, &search).await?;
        let all = found.quizzes.into_iter().map(|(quiz, _)| (quiz.id.to_string(), quiz.name().to_owned()));
        Ok(Self { all: all.collect(), has_more: found.next.is_some() })
    }

    /// A quiz that is not among them is shown by its id.
    pub(super) fn list(&self, ids: &[QuizId]) -> Vec<String> {
        let name = |id: &QuizId| {
            let found = self.all.iter().find(|(own, _)| own == id.as_str());
            found.map_or_else(|| id.to_string(), |(_, name)| name.clone())
        };
        ids.iter().map(name).collect()
    }

    /// Adds the selected quizzes that are not among them.
    pub(super) fn with_chosen(mut self, chosen: &[String]) -> Self {
        for id in chosen {
            if QuizId::parse(id).is_ok() && !self.all.iter().any(|(own, _)| own == id) {
                self.all.push((id.clone(), id.clone()));
            }
        }
        self
    }
}
