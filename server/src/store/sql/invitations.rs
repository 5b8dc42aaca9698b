//! Invited people.

use std::collections::BTreeMap;

use async_trait::async_trait;
use domain::{AnswersRecord, InvitedId, QuizId, Timestamp, UserId};

use super::{
    SqlConnection, SqlStore, SqlTransaction, query,
    records::erase,
    replacements::rescore,
    statement::containing,
    usage::{ROW, adding, length},
};
use crate::store::{
    Invitation, InvitationState, InvitationStore, Page, RespondentTransaction, StoreError, pseudonym,
    rows::invitation_columns,
};

#[async_trait]
impl<S: SqlStore> InvitationStore for S {
    async fn invitation(&self, quiz: &QuizId, id: &InvitedId) -> Result<Option<Invitation>, StoreError> {
        let sql = concat!("SELECT ", invitation_columns!(), " FROM invitations WHERE id = $1 AND quiz_id = $2");
        self.find(query(sql).bind(id.as_str()).bind(quiz.as_str())).await
    }

    async fn invitations(
        &self,
        quiz: &QuizId,
        search: Option<&str>,
        page: Page<(Timestamp, InvitedId)>,
    ) -> Result<Vec<(Invitation, InvitationState)>, StoreError> {
        let (moment, id) = page.after.map_or((i64::MAX, None), |(at, id)| (at.nanoseconds(), Some(id)));
        let select = query(concat!(
            "SELECT ",
            invitation_columns!(),
            // The person's record tells if it, or an attempt before it, was submitted.
            ", (SELECT r.submitted_at IS NOT NULL OR r.attempt > 1 FROM records r
                WHERE r.quiz_id = i.quiz_id AND r.user_id = i.id) AS is_submitted
             FROM invitations i
             WHERE quiz_id = $1
               AND (created_at, id) < ($2, coalesce($3, '~'))
               AND ($4 IS NULL
                 OR lower(name) LIKE $4 ESCAPE '!'
                 OR lower(email) LIKE $4 ESCAPE '!'
                 OR lower(custom_data) LIKE $4 ESCAPE '!'
                 OR id LIKE $4 ESCAPE '!')
             ORDER BY created_at DESC, id DESC LIMIT $5"
        ))
        .bind(quiz.as_str())
        .bind(moment)
        .bind(id.as_ref().map(InvitedId::as_str))
        .bind(search.map(|text| containing(&text.to_ascii_lowercase())))
        .bind(i64::from(page.limit));
        self.list(select).await
    }
}

#[async_trait]
impl<C: SqlConnection> RespondentTransaction for SqlTransaction<'_, C> {
    async fn add_invitations(&mut self, invitations: &[Invitation]) -> Result<(), StoreError> {
        for invitation in invitations {
            let insert =
                query(concat!("INSERT INTO invitations (", invitation_columns!(), ") VALUES ($1, $2, $3, $4, $5, $6)"))
                    .bind(invitation.id.as_str())
                    .bind(invitation.quiz_id.as_str())
                    .bind(&invitation.name)
                    .bind(&invitation.email)
                    .bind(&invitation.custom_data)
                    .bind(invitation.created_at.nanoseconds());
            self.execute(insert).await?;
        }
        let mut bytes: BTreeMap<&QuizId, i64> = BTreeMap::new();
        for Invitation { quiz_id, name, email, custom_data, .. } in invitations {
            let texts = [name, email, custom_data].into_iter().flatten();
            *bytes.entry(quiz_id).or_default() += texts.fold(ROW, |sum, text| sum + length(text));
        }
        self.execute(adding(C::DIALECT, bytes)).await.map(drop)
    }

    async fn pseudonym(&mut self, quiz: &QuizId, user: &str, salt: [u8; 16]) -> Result<String, StoreError> {
        let insert = query(
            "INSERT INTO audit_subjects (pseudonym, quiz_id, user_id, salt) SELECT $1, $2, $3, $4
             WHERE EXISTS (SELECT 1 FROM records WHERE quiz_id = $2 AND user_id = $3)
                OR EXISTS (SELECT 1 FROM invitations WHERE quiz_id = $2 AND id = $3)
             ON CONFLICT (quiz_id, user_id) DO NOTHING",
        );
        let fresh = pseudonym(&salt, quiz, user);
        self.execute(insert.bind(&fresh).bind(quiz.as_str()).bind(user).bind(salt.to_vec())).await?;
        let select = query("SELECT pseudonym FROM audit_subjects WHERE quiz_id = $1 AND user_id = $2");
        Ok(self.find(select.bind(quiz.as_str()).bind(user)).await?.unwrap_or(fresh))
    }

    async fn erase_user(&mut self, quiz: &QuizId, user: &UserId, now: Timestamp) -> Result<bool, StoreError> {
        let (quiz, user) = (quiz.clone(), user.clone());
        self.with(move |connection| Box::pin(async move { erase(connection, &quiz, &user, now).await })).await
    }

    async fn rescore(&mut self, quiz: &QuizId, records: &[(AnswersRecord, AnswersRecord)]) -> Result<u32, StoreError> {
        let (quiz, records) = (quiz.clone(), records.to_vec());
        self.with(move |connection| Box::pin(async move { rescore(connection, &quiz, records).await })).await
    }
}
