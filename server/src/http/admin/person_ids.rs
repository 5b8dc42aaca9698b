//! Respondents on a page: their names, URLs and places in a list. Readers who may not see ids get them sealed.

use std::collections::{BTreeMap, HashMap};

use app::admin::brief;
use domain::{InvitedId, UserId};

use super::{Admin, answers::person_href};
use crate::{
    service::{Caller, QuizPath, Service, ServiceError},
    store::Invitation,
};

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

    pub(super) fn are_open(&self) -> bool {
        self.is_open
    }

    pub(super) fn href(&self, list: &str, user: &UserId) -> String {
        person_href(list, &self.sealed(user.to_string()))
    }

    /// The name of a respondent, and the URL of the answers under that of their list.
    pub(super) fn named(
        &self,
        list: &str,
        user: &UserId,
        invitations: &HashMap<InvitedId, Invitation>,
    ) -> (String, String) {
        let invitation = if let UserId::Invited(id) = user { invitations.get(id) } else { None };
        (self.name(user, invitation), self.href(list, user))
    }

    /// The name or e-mail address of an invited respondent, otherwise the beginning of the id, or of the sealed one.
    pub(super) fn name(&self, user: &UserId, invitation: Option<&Invitation>) -> String {
        match (invitation.and_then(called), user) {
            (Some(name), _) => brief(name),
            (None, _) if !self.is_open => {
                let sealed = self.sealed(user.to_string());
                format!("Person {}", sealed.get(..6).unwrap_or_default())
            }
            (None, UserId::InApp(id)) => brief(id.as_str()),
            // All begin with the same five letters.
            (None, UserId::Anonymous(id)) => id.as_str().chars().take(12).collect(),
            (None, UserId::Invited(id)) => id.as_str().chars().take(8).collect(),
        }
    }

    /// Returns the names or e-mail addresses of those respondents who have one. Empty if ids are hidden, because a name
    /// would reveal the owner of an id.
    pub(super) async fn names(&self, users: impl Iterator<Item = &str> + Send) -> Result<Names, ServiceError> {
        if !self.is_open {
            return Ok(Names::new());
        }
        let found = self.service.invitations_of(self.caller, self.path, users).await?.into_values();
        let named = found.map(|invitation| (invitation.id.to_string(), called(&invitation).map(str::to_owned)));
        Ok(named.filter_map(|(id, name)| Some((id, name?))).collect())
    }

    /// Seals an id, or a list place that contains one, for a URL.
    pub(super) fn sealed(&self, text: String) -> String {
        if self.is_open { text } else { self.service.seal_id(&self.path.quiz, &text) }
    }

    /// Opens an id or a list place from a URL. If ids are hidden, only sealed ones are accepted: a plain one would
    /// reveal if it exists, and the row after a made-up place would reveal how an id continues.
    pub(super) fn opened(&self, given: &str) -> Option<String> {
        let opened = self.service.open_id(&self.path.quiz, given);
        opened.or_else(|| self.is_open.then(|| given.to_owned()))
    }
}

/// The name of an invited respondent, otherwise the address.
pub(super) fn called(invitation: &Invitation) -> Option<&str> {
    invitation.name.as_deref().or(invitation.email.as_deref())
}
