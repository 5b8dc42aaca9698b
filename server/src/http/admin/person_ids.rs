//! Respondents on a page: their names, addresses and places in a list. Readers to whom ids are closed get them sealed.

use std::collections::BTreeMap;

use app::admin::brief;
use domain::UserId;

use super::{Admin, answers::person_href};
use crate::{
    service::{Caller, QuizPath, Service, ServiceError},
    store::Invitation,
};

/// Names by id.
pub(super) type Names = BTreeMap<String, String>;

pub(super) struct PersonIds<'a> {
    service: &'a Service,
    caller: &'a Caller,
    path: &'a QuizPath,
    is_open: bool,
}

impl<'a> PersonIds<'a> {
    pub(super) fn of(admin: &'a Admin, path: &'a QuizPath) -> Self {
        let Admin { caller, .. } = admin;
        Self { service: admin.service(), caller, path, is_open: caller.sees_ids(&path.namespace) }
    }

    /// True if the page may show ids.
    pub(super) fn are_open(&self) -> bool {
        self.is_open
    }

    /// The address of a respondent's page.
    pub(super) fn href(&self, list: &str, user: &UserId) -> String {
        person_href(list, &self.sealed(user.to_string()))
    }

    /// The name or e-mail address of an invited person, otherwise the beginning of the id, or of the sealed one.
    pub(super) fn name(&self, user: &UserId, invitation: Option<&Invitation>) -> String {
        match (invitation.and_then(called), user) {
            (Some(name), _) => brief(name),
            (None, _) if !self.is_open => {
                let sealed = self.sealed(user.to_string());
                format!("Person {}", sealed.get(..6).unwrap_or_default())
            }
            // The application's own id.
            (None, UserId::InApp(id)) => brief(id.as_str()),
            // All begin with the same five letters.
            (None, UserId::Anonymous(id)) => id.as_str().chars().take(12).collect(),
            (None, UserId::Invited(id)) => id.as_str().chars().take(8).collect(),
        }
    }

    /// The names or e-mail addresses of those of these respondents who have such; none where ids are closed, since it would
    /// tell whose an id is.
    pub(super) async fn names(&self, users: impl Iterator<Item = &str> + Send) -> Result<Names, ServiceError> {
        if !self.is_open {
            return Ok(Names::new());
        }
        let found = self.service.invitations_of(self.caller, self.path, users).await?.into_values();
        let named = found.map(|invitation| (invitation.id.to_string(), called(&invitation).map(str::to_owned)));
        Ok(named.filter_map(|(id, name)| Some((id, name?))).collect())
    }

    /// An id, or a place in a list that holds one, as an address may have it.
    pub(super) fn sealed(&self, text: String) -> String {
        if self.is_open { text } else { self.service.seal_id(&self.path.quiz, &text) }
    }

    /// An id, or a place in a list, as an address has it. Readers to whom ids are closed have sealed ones alone: a plain one
    /// would tell them whether it exists, and what comes after a made-up place how an id goes on.
    pub(super) fn opened(&self, given: &str) -> Option<String> {
        let opened = self.service.open_id(&self.path.quiz, given);
        opened.or_else(|| self.is_open.then(|| given.to_owned()))
    }
}

/// The name of an invited person, otherwise the address.
pub(super) fn called(invitation: &Invitation) -> Option<&str> {
    invitation.name.as_deref().or(invitation.email.as_deref())
}
