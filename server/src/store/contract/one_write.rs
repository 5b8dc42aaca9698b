//! Writes that a test makes in a transaction each.

use domain::{AnswersRecord, NamespaceId, Quiz, QuizId, Role, Timestamp, UserId};

use super::{TestStore, samples::at};
use crate::store::{
    Administrator, ApiKey, AuditEntry, AuditEvent, Draft, Invitation, Job, JobKind, Namespace, Offer, Schedule,
    Session, SignInLink, StoreError, Totp, WorkScope,
};

type Result<T> = std::result::Result<T, StoreError>;

impl TestStore {
    pub(super) async fn add_namespace(&self, namespace: Namespace) -> Result<()> {
        self.transact(namespace, |namespace, tx| Box::pin(tx.add_namespace(namespace))).await
    }

    pub(super) async fn add_quiz(&self, quiz: Quiz) -> Result<()> {
        self.transact(quiz, |quiz, tx| Box::pin(tx.add_quiz(quiz))).await
    }

    pub(super) async fn update_quiz(&self, quiz: Quiz) -> Result<()> {
        self.transact(quiz, |quiz, tx| {
            Box::pin(async move {
                let definition = serde_json::to_string(&*quiz.definition).expect("a definition is JSON");
                tx.update_quiz(quiz, Some(&definition)).await
            })
        })
        .await
    }

    /// Reads a quiz as a unit of work does.
    pub(super) async fn quiz_in_unit_again(&self, known: Quiz) -> Result<Option<Quiz>> {
        self.transact(known, |known, tx| Box::pin(tx.quiz_again(known))).await
    }

    /// Deletes a quiz as the service does.
    pub(super) async fn delete_quiz(&self, id: &QuizId, now: Timestamp) -> Result<bool> {
        let is_marked = self.transact(id.clone(), move |id, tx| Box::pin(tx.mark_deleted(id, now))).await?;
        self.purge_deleted().await?;
        Ok(is_marked)
    }

    pub(super) async fn put_draft(&self, draft: Draft) -> Result<()> {
        self.transact(draft, |draft, tx| Box::pin(tx.put_draft(draft))).await
    }

    pub(super) async fn keep_earlier_draft(&self, draft: Draft, keep: u32) -> Result<()> {
        self.transact(draft, move |draft, tx| Box::pin(tx.keep_earlier_draft(draft, keep))).await
    }

    pub(super) async fn delete_draft(&self, quiz: &QuizId) -> Result<()> {
        self.transact(quiz.clone(), |quiz, tx| Box::pin(tx.delete_draft(quiz))).await
    }

    pub(super) async fn add_invitations(&self, invitations: Vec<Invitation>) -> Result<()> {
        self.transact(invitations, |invitations, tx| Box::pin(tx.add_invitations(invitations))).await
    }

    pub(super) async fn erase_user(&self, quiz: &QuizId, user: &UserId) -> Result<bool> {
        let input = (quiz.clone(), user.clone());
        self.transact(input, |(quiz, user), tx| Box::pin(tx.erase_user(quiz, user, at(900)))).await
    }

    pub(super) async fn rescore(&self, quiz: &QuizId, records: Vec<(AnswersRecord, AnswersRecord)>) -> Result<u32> {
        self.transact((quiz.clone(), records), |(quiz, records), tx| Box::pin(tx.rescore(quiz, records))).await
    }

    pub(super) async fn enqueue(&self, job: Job) -> Result<bool> {
        self.transact(job, |job, tx| Box::pin(tx.enqueue(job))).await
    }

    pub(super) async fn exports_with(&self, quiz: &QuizId, user: &UserId) -> Result<Vec<Job>> {
        let input = (quiz.clone(), user.clone());
        self.transact(input, |(quiz, user), tx| Box::pin(tx.exports_with(quiz, user))).await
    }

    pub(super) async fn drop_postponed(&self, kind: JobKind, quiz: &QuizId, now: Timestamp) -> Result<()> {
        self.transact(quiz.clone(), move |quiz, tx| Box::pin(tx.drop_postponed(kind, quiz, now))).await
    }

    pub(super) async fn remove_older_exports(&self, quiz: &QuizId, keep: u32, now: Timestamp) -> Result<()> {
        self.transact(quiz.clone(), move |quiz, tx| Box::pin(tx.remove_older_exports(quiz, keep, now))).await
    }

    pub(super) async fn forget_removed_exports(&self, quiz: &QuizId, keep: u32) -> Result<()> {
        self.transact(quiz.clone(), move |quiz, tx| Box::pin(tx.forget_removed_exports(quiz, keep))).await
    }

    pub(super) async fn cancel_job(&self, id: &str, now: Timestamp) -> Result<bool> {
        self.transact(id.to_owned(), move |id, tx| Box::pin(tx.cancel_job(id, now))).await
    }

    pub(super) async fn add_schedule(&self, schedule: Schedule) -> Result<()> {
        self.transact(schedule, |schedule, tx| Box::pin(tx.add_schedule(schedule))).await
    }

    pub(super) async fn delete_schedule(&self, id: &str) -> Result<()> {
        self.transact(id.to_owned(), |id, tx| Box::pin(tx.delete_schedule(id))).await
    }

    pub(super) async fn add_key(&self, key: ApiKey) -> Result<()> {
        self.transact(key, |key, tx| Box::pin(tx.add_key(key))).await
    }

    pub(super) async fn revoke_key(&self, id: &str, now: Timestamp) -> Result<()> {
        self.transact(id.to_owned(), move |id, tx| Box::pin(tx.revoke_key(id, now))).await
    }

    pub(super) async fn add_administrator(&self, administrator: Administrator) -> Result<()> {
        self.transact(administrator, |administrator, tx| Box::pin(tx.add_administrator(administrator))).await
    }

    pub(super) async fn set_password(&self, id: &str, hash: Option<&str>) -> Result<()> {
        let input = (id.to_owned(), hash.map(ToOwned::to_owned));
        self.transact(input, |(id, hash), tx| Box::pin(tx.set_password(id, hash.as_deref()))).await
    }

    pub(super) async fn set_second_factor(&self, id: &str, totp: Option<Totp>) -> Result<()> {
        let input = (id.to_owned(), totp);
        self.transact(input, |(id, totp), tx| Box::pin(tx.set_second_factor(id, totp.as_ref()))).await
    }

    pub(super) async fn delete_administrator(&self, id: &str) -> Result<()> {
        self.transact(id.to_owned(), |id, tx| Box::pin(tx.delete_administrator(id))).await
    }

    pub(super) async fn owners(&self, namespace: &NamespaceId) -> Result<Vec<String>> {
        self.transact(namespace.clone(), |namespace, tx| Box::pin(tx.owners(namespace))).await
    }

    pub(super) async fn set_role(&self, id: &str, namespace: &NamespaceId, role: Option<Role>) -> Result<()> {
        let input = (id.to_owned(), namespace.clone());
        self.transact(input, move |(id, namespace), tx| Box::pin(tx.set_role(id, namespace, role))).await
    }

    pub(super) async fn put_offer(&self, offer: &Offer) -> Result<()> {
        self.transact(offer.clone(), |offer, tx| Box::pin(tx.put_offer(offer))).await
    }

    pub(super) async fn end_offer(&self, namespace: &NamespaceId, id: &str) -> Result<Option<Offer>> {
        let input = (namespace.clone(), id.to_owned());
        self.transact(input, |(namespace, id), tx| Box::pin(tx.end_offer(namespace, id))).await
    }

    pub(super) async fn add_session(&self, session: Session) -> Result<()> {
        self.transact(session, |session, tx| Box::pin(tx.add_session(session))).await
    }

    pub(super) async fn end_session(&self, admin_id: &str, id: &str) -> Result<bool> {
        let input = (admin_id.to_owned(), id.to_owned());
        self.transact(input, |(admin_id, id), tx| Box::pin(tx.end_session(admin_id, id))).await
    }

    pub(super) async fn end_sessions(&self, admin_id: &str, but: Option<&str>) -> Result<()> {
        let input = (admin_id.to_owned(), but.map(ToOwned::to_owned));
        self.transact(input, |(admin_id, but), tx| Box::pin(tx.end_sessions(admin_id, but.as_deref()))).await
    }

    pub(super) async fn add_sign_in_link(&self, link: SignInLink) -> Result<()> {
        self.transact(link, |link, tx| Box::pin(tx.add_sign_in_link(link))).await
    }

    pub(super) async fn end_sign_in_links(&self, admin_id: Option<&str>) -> Result<()> {
        let input = admin_id.map(ToOwned::to_owned);
        self.transact(input, |admin_id, tx| Box::pin(tx.end_sign_in_links(admin_id.as_deref()))).await
    }

    pub(super) async fn forget_expired(&self, before: Timestamp) -> Result<()> {
        self.transact(before, |before, tx| Box::pin(tx.forget_expired(*before))).await
    }

    pub(super) async fn append_audit(&self, event: AuditEvent) -> Result<AuditEntry> {
        let scope = WorkScope::of(event.namespace_id.as_ref());
        (**self).transact(scope, event, |event, tx| Box::pin(tx.append_audit(event))).await
    }
}
