//! Erasing a person from all quizzes of a namespace.

use std::collections::{BTreeMap, BTreeSet};

use app::admin::{Area, Confirmation, Flash, Section};
use domain::NamespaceId;
use serde::{Deserialize, Serialize};

use super::{Admin, AdminResult, Form, NamespaceHead, Query, list_href, person_ids::called, reply};
use crate::{
    service::{Missing, ServiceError},
    store::{FoundPerson, PersonKey},
};

/// Maximum number of quizzes that the page names.
const NAMED: usize = 20;

/// One of the two.
#[derive(Default, Deserialize, Serialize)]
pub(super) struct PersonQuery {
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
}

impl PersonQuery {
    fn of(key: &PersonKey) -> Self {
        match key {
            PersonKey::Email(address) => Self { email: Some(address.clone()), id: None },
            PersonKey::Id(id) => Self { email: None, id: Some(id.clone()) },
        }
    }

    fn key(self) -> Result<PersonKey, ServiceError> {
        let email = self.email.map(PersonKey::Email);
        email.or_else(|| self.id.map(PersonKey::Id)).ok_or_else(|| Missing::User.into())
    }
}

/// The page that asks first.
pub(super) fn erase_href(namespace: &NamespaceId, key: &PersonKey) -> String {
    list_href(&action(namespace), &PersonQuery::of(key), None)
}

fn action(namespace: &NamespaceId) -> String {
    format!("/admin/ns/{namespace}/people/erase")
}

pub(super) async fn ask(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Query(query): Query<PersonQuery>,
) -> AdminResult {
    let key = query.key()?;
    let people = admin.service().quizzes_of_person(&admin.caller, &namespace.id, &key).await?;
    if people.is_empty() {
        return Err(ServiceError::from(Missing::User).into());
    }
    let name =
        |person: &FoundPerson| person.invitation.as_ref().and_then(called).unwrap_or(person.user.as_str()).to_owned();
    // Several people may share an address.
    let names: BTreeSet<String> = people.iter().map(name).collect();
    let of_quizzes: BTreeMap<&str, &str> =
        people.iter().map(|person| (person.quiz.as_str(), person.quiz_name.as_str())).collect();
    let mut quizzes: Vec<String> = of_quizzes.values().take(NAMED).map(|name| format!("“{name}”")).collect();
    if of_quizzes.len() > NAMED {
        quizzes.push(format!("{} others", of_quizzes.len() - NAMED));
    }
    let (typed, value) = match &key {
        PersonKey::Email(address) => ("email", address.clone()),
        PersonKey::Id(id) => ("id", id.clone()),
    };
    let by = names.iter().cloned().collect::<Vec<_>>().join(", ");
    let by = if value == by { by } else { format!("{by} ({value})") };
    let count = if of_quizzes.len() == 1 { "1 quiz".to_owned() } else { format!("{} quizzes", of_quizzes.len()) };
    let whom = if names.len() == 1 { "this person".to_owned() } else { format!("these {} people", names.len()) };
    let page = Confirmation {
        title: format!("Erase {whom} from {count}?"),
        text: format!(
            "{by}: {}. Their answers, earlier attempts and invitations go at once, also from the figures. Exports that may \
             hold them are deleted, too. It cannot be undone.",
            quizzes.join(", ")
        ),
        action: action(&namespace.id),
        fields: vec![(typed, value)],
        button: if names.len() == 1 { "Erase the person" } else { "Erase them all" },
        back: "/admin/search".to_owned(),
        section: Section::Namespace(namespace, Area::Quizzes),
    };
    Ok(admin.page(app::admin::confirmation, page))
}

pub(super) async fn erase(
    admin: Admin,
    NamespaceHead(namespace): NamespaceHead,
    Form(query): Form<PersonQuery>,
) -> AdminResult {
    admin.service().erase_person(&admin.caller, &namespace.id, query.key()?).await?;
    Ok(reply::see(&Area::Quizzes.href(&namespace.id), Flash::ErasedEverywhere))
}
