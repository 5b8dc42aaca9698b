//! Writes of a test, each in a transaction of its own.

use domain::{AnswersRecord, NamespaceId, Quiz, QuizId, Role, Timestamp, UserId};

use super::{TestStore, samples::at};
use crate::store::{
    Administrator, ApiKey, AuditEvent, Draft, ErasedBy, Invitation, Job, JobKind, Namespace, Offer, Schedule, Session,
    SignInLink, StoreError, Totp, WorkScope,
};

type Result<T> = std::result::Result<T, StoreError>;

impl TestStore {
    pub(super) async fn add_namespace(&self, namespace: Namespace) -> Result<()> {
        self.transact(move |tx| Box::pin(async move { tx.add_namespace(&namespace).await })).await
    }

    pub(super) async fn add_quiz(&self, quiz: Quiz) -> Result<()> {
        self.transact(move |tx| Box::pin(async move { tx.add_quiz(&quiz).await })).await
    }

    pub(super) async fn update_quiz(&self, quiz: Quiz) -> Result<()> {
        self.transact(move |tx| {
            Box::pin(async move {
                let definition = serde_json::to_string(&*quiz.definition).expect("a definition is JSON");
                tx.update_quiz(&quiz, Some(&definition)).await
            })
        })
        .await
    }

    pub(super) async fn quiz_in_unit_again(&self, known: Quiz) -> Result<Option<Quiz>> {
        self.transact(move |tx| Box::pin(async move { tx.quiz_again(&known).await })).await
    }

    pub(super) async fn delete_quiz(&self, id: &QuizId, now: Timestamp) -> Result<bool> {
        let id = id.clone();
        let is_marked = self.transact(move |tx| Box::pin(async move { tx.mark_deleted(&id, now).await })).await?;
        self.purge_deleted().await?;
        Ok(is_marked)
    }

    pub(super) async fn put_draft(&self, draft: Draft) -> Result<()> {
        self.transact(move |tx| Box::pin(async move { tx.put_draft(&draft).await })).await
    }

    pub(super) async fn keep_earlier_draft(&self, draft: Draft, keep: u32) -> Result<()> {
        self.transact(move |tx| Box::pin(async move { tx.keep_earlier_draft(&draft, keep).await })).await
    }

    pub(super) async fn delete_draft(&self, quiz: &QuizId) -> Result<()> {
        let quiz = quiz.clone();
        self.transact(move |tx| Box::pin(async move { tx.delete_draft(&quiz).await })).await
    }

    pub(super) async fn add_invitations(&self, invitations: Vec<Invitation>) -> Result<()> {
        self.transact(move |tx| Box::pin(async move { tx.add_invitations(&invitations).await })).await
    }

    pub(super) async fn erase_user(&self, quiz: &QuizId, user: &UserId) -> Result<bool> {
        self.erase_by(quiz, user, ErasedBy::Namespace, at(900)).await
    }

    pub(super) async fn erase_by(&self, quiz: &QuizId, user: &UserId, by: ErasedBy, now: Timestamp) -> Result<bool> {
        let (quiz, user) = (quiz.clone(), user.clone());
        self.transact(move |tx| Box::pin(async move { tx.erase_user(&quiz, &user, by, now).await })).await
    }

    pub(super) async fn rescore(&self, quiz: &QuizId, records: Vec<(AnswersRecord, AnswersRecord)>) -> Result<u32> {
        let quiz = quiz.clone();
        self.transact(move |tx| Box::pin(async move { tx.rescore(&quiz, &records).await })).await
    }

    pub(super) async fn enqueue(&self, job: Job) -> Result<bool> {
        self.transact(move |tx| Box::pin(async move { tx.enqueue(&job).await })).await
    }

    pub(super) async fn drop_replacement(&self, kind: JobKind, quiz: &QuizId) -> Result<()> {
        let quiz = quiz.clone();
        self.transact(move |tx| Box::pin(async move { tx.drop_replacement(kind, &quiz).await })).await
    }

    pub(super) async fn remove_older_exports(
        &self,
        kind: JobKind,
        quiz: &QuizId,
        keep: u32,
        now: Timestamp,
    ) -> Result<()> {
        let quiz = quiz.clone();
        self.transact(move |tx| Box::pin(async move { tx.remove_older_exports(kind, &quiz, keep, now).await })).await
    }

    pub(super) async fn forget_removed_exports(&self, quiz: &QuizId, keep: u32, now: Timestamp) -> Result<()> {
        let quiz = quiz.clone();
        self.transact(move |tx| Box::pin(async move { tx.forget_removed_exports(&quiz, keep, now).await })).await
    }

    pub(super) async fn cancel_job(&self, id: &str, now: Timestamp) -> Result<bool> {
        let id = id.to_owned();
        self.transact(move |tx| Box::pin(async move { tx.cancel_job(&id, now).await })).await
    }

    pub(super) async fn add_schedule(&self, schedule: Schedule) -> Result<()> {
        self.transact(move |tx| Box::pin(async move { tx.add_schedule(&schedule).await })).await
    }

    pub(super) async fn delete_schedule(&self, id: &str) -> Result<()> {
        let id = id.to_owned();
        self.transact(move |tx| Box::pin(async move { tx.delete_schedule(&id).await })).await
    }

    pub(super) async fn add_key(&self, key: ApiKey) -> Result<()> {
        self.transact(move |tx| Box::pin(async move { tx.add_key(&key).await })).await
    }

    pub(super) async fn rename_key(&self, id: &str, label: &str) -> Result<()> {
        let (id, label) = (id.to_owned(), label.to_owned());
        self.transact(move |tx| Box::pin(async move { tx.rename_key(&id, &label).await })).await
    }

    pub(super) async fn revoke_key(&self, id: &str, now: Timestamp) -> Result<()> {
        let id = id.to_owned();
        self.transact(move |tx| Box::pin(async move { tx.revoke_key(&id, now).await })).await
    }

    pub(super) async fn add_administrator(&self, administrator: Administrator) -> Result<()> {
        self.transact(move |tx| Box::pin(async move { tx.add_administrator(&administrator).await })).await
    }

    pub(super) async fn set_password(&self, id: &str, hash: Option<&str>) -> Result<()> {
        let (id, hash) = (id.to_owned(), hash.map(ToOwned::to_owned));
        self.transact(move |tx| Box::pin(async move { tx.set_password(&id, hash.as_deref()).await })).await
    }

    pub(super) async fn set_second_factor(&self, id: &str, totp: Option<Totp>) -> Result<()> {
        let id = id.to_owned();
        self.transact(move |tx| Box::pin(async move { tx.set_second_factor(&id, totp.as_ref()).await })).await
    }

    pub(super) async fn delete_administrator(&self, id: &str) -> Result<()> {
        let id = id.to_owned();
        self.transact(move |tx| Box::pin(async move { tx.delete_administrator(&id).await })).await
    }

    pub(super) async fn owners(&self, namespace: &NamespaceId) -> Result<Vec<String>> {
        let namespace = namespace.clone();
        self.transact(move |tx| Box::pin(async move { tx.owners(&namespace).await })).await
    }

    pub(super) async fn set_role(&self, id: &str, namespace: &NamespaceId, role: Option<Role>) -> Result<()> {
        let (id, namespace) = (id.to_owned(), namespace.clone());
        self.transact(move |tx| Box::pin(async move { tx.set_role(&id, &namespace, role).await })).await
    }

    pub(super) async fn put_offer(&self, offer: &Offer) -> Result<()> {
        let offer = offer.clone();
        self.transact(move |tx| Box::pin(async move { tx.put_offer(&offer).await })).await
    }

    pub(super) async fn end_offer(&self, namespace: &NamespaceId, id: &str) -> Result<Option<Offer>> {
        let (namespace, id) = (namespace.clone(), id.to_owned());
        self.transact(move |tx| Box::pin(async move { tx.end_offer(&namespace, &id).await })).await
    }

    pub(super) async fn add_session(&self, session: Session) -> Result<()> {
        self.transact(move |tx| Box::pin(async move { tx.add_session(&session).await })).await
    }

    pub(super) async fn end_session(&self, admin_id: &str, id: &str) -> Result<bool> {
        let (admin_id, id) = (admin_id.to_owned(), id.to_owned());
        self.transact(move |tx| Box::pin(async move { tx.end_session(&admin_id, &id).await })).await
    }

    pub(super) async fn end_sessions(&self, admin_id: &str, but: Option<&str>) -> Result<()> {
        let (admin_id, but) = (admin_id.to_owned(), but.map(ToOwned::to_owned));
        self.transact(move |tx| Box::pin(async move { tx.end_sessions(&admin_id, but.as_deref()).await })).await
    }

    pub(super) async fn add_sign_in_link(&self, link: SignInLink) -> Result<()> {
        self.transact(move |tx| Box::pin(async move { tx.add_sign_in_link(&link).await })).await
    }

    pub(super) async fn end_sign_in_links(&self, admin_id: Option<&str>) -> Result<()> {
        let admin_id = admin_id.map(ToOwned::to_owned);
        self.transact(move |tx| Box::pin(async move { tx.end_sign_in_links(admin_id.as_deref()).await })).await
    }

    pub(super) async fn forget_expired(&self, before: Timestamp) -> Result<()> {
        self.transact(move |tx| Box::pin(async move { tx.forget_expired(before).await })).await
    }

    pub(super) async fn append_audit(&self, event: AuditEvent) -> Result<()> {
        let scope = WorkScope::of(event.namespace_id.as_ref());
        (**self).transact(scope, move |tx| Box::pin(async move { tx.append_audit(&event).await })).await
    }
}
