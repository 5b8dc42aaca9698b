//! People of a namespace: found in all its quizzes by an index, and erased from all of them at once.

use std::collections::BTreeSet;

use domain::{NamespaceId, Permission};

use super::{
    Caller, Missing, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    rights::Right,
};
use crate::{
    WordSearch, clock,
    store::{AuditAction, ErasedBy, FoundPerson, PersonKey, WorkScope},
};

impl Service {
    /// Returns up to `limit` people whose id, name, address or custom data has words that begin with those of `search`,
    /// and `true` if there may be more. Callers who may not see ids find none by them.
    pub async fn find_people(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        search: &str,
        limit: usize,
    ) -> Result<(Vec<FoundPerson>, bool), ServiceError> {
        caller.require(Permission::Read, namespace)?;
        let Some(search) = WordSearch::new(search) else { return Ok((Vec::new(), false)) };
        let (people, is_more) = self.store.people(namespace, &search, !caller.sees_ids(namespace), limit).await?;
        if !people.is_empty() {
            let right = Right::Namespace(Permission::Read, namespace.clone());
            let draft = AuditDraft::of_namespace(AuditAction::FindPeople, namespace);
            self.record_audit(caller, right, draft.with(format!("{} people", people.len()))).await?;
        }
        Ok((people, is_more))
    }

    /// Returns each quiz of a namespace in which a person is.
    pub async fn quizzes_of_person(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        key: &PersonKey,
    ) -> Result<Vec<FoundPerson>, ServiceError> {
        caller.require(Permission::Edit, namespace)?;
        Ok(self.store.quizzes_of_person(namespace, key).await?)
    }

    /// Erases a person from all quizzes of a namespace, all or none, as [`erase_user`](Self::erase_user) does from one.
    /// Returns the number of quizzes. Busy while people of an earlier release are not all known yet: one of them could be
    /// missed.
    pub async fn erase_person(
        &self,
        caller: &Caller,
        namespace: &NamespaceId,
        key: PersonKey,
    ) -> Result<usize, ServiceError> {
        let right = Right::Namespace(Permission::Edit, namespace.clone());
        let of = namespace.clone();
        let erased = self.transact(caller, right, WorkScope::Namespace(namespace.clone()), move |tx, caller| {
            Box::pin(async move {
                if !tx.knows_all_people().await? {
                    return Err(ServiceError::Busy);
                }
                let found = tx.quizzes_of_person(&of, &key).await?;
                if found.is_empty() {
                    return Err(Missing::User.into());
                }
                let quizzes: BTreeSet<&str> = found.iter().map(|person| person.quiz.as_str()).collect();
                let count = quizzes.len();
                let details = format!("{count} quizzes: {}", quizzes.into_iter().collect::<Vec<_>>().join(", "));
                let draft = AuditDraft::of_namespace(AuditAction::ErasePerson, &of);
                record_audit(tx, &caller, draft.with(details)).await?;
                for FoundPerson { quiz, user, .. } in &found {
                    tx.erase_user(quiz, user, ErasedBy::Namespace, clock::now()).await?;
                }
                Ok(count)
            })
        });
        let erased = erased.await?;
        self.store.scrub();
        Ok(erased)
    }
}
