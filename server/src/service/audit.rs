//! Who did what when. A deed is written down when it has been found allowed and valid, just before it is done: what
//! cannot be written down is not done.

use domain::{NamespaceId, Permission, QuizId};

use super::{Caller, QuizPath, Service, ServiceError};
use crate::{
    clock,
    store::{Actor, AuditEntry, AuditEvent, AuditFilter, Page},
};

/// Lines that are checked in one piece.
const PIECE: u32 = 1000;

/// What is written down, as far as people look for it.
pub const AUDIT_ACTIONS: [&str; 31] = [
    "administrator.change_password",
    "administrator.create",
    "administrator.reset",
    "administrator.second_factor_off",
    "administrator.second_factor_on",
    "administrator.set_password",
    "administrator.sign_in",
    "administrator.sign_out",
    "administrator.sign_out_everywhere",
    "answers.erase",
    "answers.read",
    "audit.export",
    "export.cancel",
    "export.download",
    "export.request",
    "export.stream",
    "key.create",
    "key.revoke",
    "member.link",
    "member.remove",
    "member.renew",
    "member.set",
    "namespace.create",
    "quiz.change",
    "quiz.create",
    "quiz.delete",
    "schedule.create",
    "schedule.delete",
    "schedule.run",
    "users.invite",
    "users.list_links",
];

/// What somebody is about to do.
#[derive(Clone, Debug)]
pub(super) struct Deed<'a> {
    pub(super) action: &'static str,
    pub(super) namespace: Option<&'a NamespaceId>,
    pub(super) quiz: Option<&'a QuizId>,
    pub(super) subject: Option<String>,
    pub(super) details: Option<String>,
}

/// How a check of the whole log ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum AuditCheck {
    /// So many lines, each following from the one before it; the hash of the last, to compare with one noted elsewhere.
    Whole { lines: u64, hash: [u8; 32] },
    /// The first line that does not follow from the one before it.
    BrokenAt(u64),
}

impl<'a> Deed<'a> {
    pub(super) fn new(action: &'static str) -> Self {
        Self { action, namespace: None, quiz: None, subject: None, details: None }
    }

    pub(super) fn of_namespace(action: &'static str, namespace: &'a NamespaceId) -> Self {
        Self { namespace: Some(namespace), ..Self::new(action) }
    }

    pub(super) fn of_quiz(action: &'static str, path: &'a QuizPath) -> Self {
        Self { namespace: Some(&path.namespace), quiz: Some(&path.quiz), ..Self::new(action) }
    }

    pub(super) fn on(self, subject: &str) -> Self {
        Self { subject: Some(subject.to_owned()), ..self }
    }

    pub(super) fn with(self, details: String) -> Self {
        Self { details: Some(details), ..self }
    }
}

impl Service {
    /// What respondents do is not written down here: it is in their records.
    pub(super) async fn write_down(&self, caller: &Caller, deed: Deed<'_>) -> Result<(), ServiceError> {
        match caller.actor() {
            Some(actor) => self.write_down_as(actor, deed).await,
            None => Ok(()),
        }
    }

    pub(super) async fn write_down_as(&self, actor: Actor, deed: Deed<'_>) -> Result<(), ServiceError> {
        let event = AuditEvent {
            at: clock::now(),
            actor,
            action: deed.action.to_owned(),
            namespace_id: deed.namespace.cloned(),
            quiz_id: deed.quiz.cloned(),
            subject: deed.subject,
            details: deed.details,
        };
        self.store.append_audit(event).await?;
        Ok(())
    }

    /// Newest first; a page begins before a line's number.
    ///
    /// # Errors
    /// When the caller may not manage the namespace of the filter, or all of them if it names none.
    pub async fn audit_log(
        &self,
        caller: &Caller,
        filter: &AuditFilter,
        page: Page<u64>,
    ) -> Result<Vec<AuditEntry>, ServiceError> {
        match &filter.namespace {
            Some(namespace) => caller.require(Permission::Manage, namespace)?,
            None => caller.require_everywhere(Permission::Manage)?,
        }
        Ok(self.store.audit(filter, page).await?)
    }

    /// Writes down that the caller takes a part of the log home.
    ///
    /// # Errors
    /// As [`Service::audit_log`].
    pub async fn begin_audit_export(&self, caller: &Caller, filter: &AuditFilter) -> Result<(), ServiceError> {
        match &filter.namespace {
            Some(namespace) => caller.require(Permission::Manage, namespace)?,
            None => caller.require_everywhere(Permission::Manage)?,
        }
        let namespace = filter.namespace.as_ref();
        self.write_down(caller, Deed { namespace, ..Deed::new("audit.export") }).await
    }

    /// Reads the whole log and follows its chain of hashes. What was cut off at its end shows only in comparison with
    /// an earlier check's number of lines and hash.
    ///
    /// # Errors
    /// When the caller may not manage all namespaces, or the database cannot be read.
    pub async fn check_audit_log(&self, caller: &Caller) -> Result<AuditCheck, ServiceError> {
        caller.require_everywhere(Permission::Manage)?;
        let (mut lines, mut hash) = (0, [0; 32]);
        loop {
            let piece = self.store.audit_lines(Page { after: Some(lines), limit: PIECE }).await?;
            for entry in &piece {
                lines += 1;
                if entry.seq != lines || entry.event.hash(lines, &hash) != entry.hash {
                    return Ok(AuditCheck::BrokenAt(lines));
                }
                hash = entry.hash;
            }
            if piece.is_empty() {
                return Ok(AuditCheck::Whole { lines, hash });
            }
        }
    }
}
