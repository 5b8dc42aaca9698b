//! Invited people.

use std::collections::{BTreeMap, HashSet};

use domain::{AnswersRecord, InvitedId, Language, QuizId, Timestamp, UserId};
use macro_rules_attribute::derive;

use super::{
    Reads, person_words,
    record_row::{fields_column, read_fields},
    records::erase,
    replacements::rescore,
    rows::{Stored, columns, count, damaged, moment},
    sql, usage,
};
use crate::store::{
    ErasedBy, Invitation, InvitationCounts, InvitationFilter, InvitationSearch, InvitationState, Mailed, MailedState,
    NewEvent, Page, Result, StoreError, Transaction, pseudonym,
};

#[derive(columns!)]
pub(in crate::store) struct InvitationRow {
    id: String,
    quiz_id: String,
    name: Option<String>,
    email: Option<String>,
    custom_data: Option<String>,
    fields: Option<String>,
    created_at: i64,
    revoked_at: Option<i64>,
    language: Option<String>,
    mail_state: Option<String>,
    mailed_at: Option<i64>,
    mail_error: Option<String>,
    reminders: i64,
}

impl Stored for Invitation {
    type Row = InvitationRow;

    fn read(row: InvitationRow) -> Result<Self> {
        let what = format!("invitation {}", row.id);
        let ids = InvitedId::parse(&row.id).ok().zip(QuizId::parse(&row.quiz_id).ok());
        let (id, quiz_id) = ids.ok_or_else(|| damaged(&what))?;
        let state = row.mail_state.map(|state| MailedState::parse(&state).ok_or_else(|| damaged(&what)));
        let language = row.language.map(|language| Language::parse(&language).map_err(|_| damaged(&what)));
        Ok(Self {
            id,
            quiz_id,
            name: row.name,
            email: row.email,
            custom_data: row.custom_data,
            fields: read_fields(row.fields.as_deref()).ok_or_else(|| damaged(&what))?,
            language: language.transpose()?,
            created_at: moment(row.created_at),
            revoked_at: row.revoked_at.map(moment),
            mailed: Mailed {
                state: state.transpose()?,
                at: row.mailed_at.map(moment),
                error: row.mail_error,
                reminders: count(row.reminders, &what)?,
            },
        })
    }
}

#[derive(columns!)]
pub(in crate::store) struct ListedRow {
    invitation: InvitationRow,
    /// NULL if the invited person has not begun.
    is_submitted: Option<bool>,
}

impl Stored for (Invitation, InvitationState) {
    type Row = ListedRow;

    fn read(row: ListedRow) -> Result<Self> {
        let state = match row.is_submitted {
            None => InvitationState::Invited,
            Some(false) => InvitationState::Begun,
            Some(true) => InvitationState::Submitted,
        };
        Ok((Invitation::read(row.invitation)?, state))
    }
}

#[derive(columns!)]
pub(in crate::store) struct CountsRow {
    invited: i64,
    begun: i64,
    submitted: i64,
    revoked: i64,
    unreached: i64,
}

impl Stored for InvitationCounts {
    type Row = CountsRow;

    fn read(CountsRow { invited, begun, submitted, revoked, unreached }: CountsRow) -> Result<Self> {
        Ok(Self {
            waiting: count(invited - begun, "count")?,
            begun: count(begun - submitted, "count")?,
            submitted: count(submitted, "count")?,
            revoked: count(revoked, "count")?,
            unreached: count(unreached, "count")?,
        })
    }
}

/// Invitations per batch where each must be examined.
const PIECE: u32 = 1000;

impl Reads<'_> {
    /// Returns those of these lowercase addresses that are already invited.
    pub async fn invited_addresses(&self, quiz: &QuizId, addresses: &HashSet<String>) -> Result<HashSet<String>> {
        let (mut found, mut after) = (HashSet::new(), None);
        while !addresses.is_empty() {
            let piece = self.piece_of_invitations(quiz, after, PIECE).await?;
            after = piece.last().map(place);
            let invited = piece.iter().filter_map(|(invitation, _)| Some(invitation.email.as_ref()?.to_lowercase()));
            found.extend(invited.filter(|address| addresses.contains(address)));
            if piece.len() < PIECE as usize {
                break;
            }
        }
        Ok(found)
    }

    pub async fn invitation_counts(&self, quiz: &QuizId) -> Result<InvitationCounts> {
        let select = sql!(
            "SELECT count(*) AS invited, count(r.user_id) AS begun,
                 count(CASE WHEN r.submitted_at IS NOT NULL OR r.attempt > 1 THEN 1 END) AS submitted,
                 count(i.revoked_at) AS revoked,
                 count(CASE WHEN i.mail_state IN ('bounced', 'refused') THEN 1 END) AS unreached
             FROM invitations i LEFT JOIN records r ON r.quiz_id = i.quiz_id AND r.user_id = i.id
             WHERE i.quiz_id = $1"
        );
        Ok(self.find(select.bind(quiz)).await?.unwrap_or_default())
    }

    pub async fn invitation(&self, quiz: &QuizId, id: &InvitedId) -> Result<Option<Invitation>> {
        let select = sql!("SELECT {invitation} FROM invitations WHERE id = $1 AND quiz_id = $2");
        self.find(select.bind(id).bind(quiz)).await
    }

    /// Returns the invitations that match a filter, newest first, with each person's progress. A page begins after an
    /// invitation's creation and id. A search for a whole id or address finds that person alone, by an index.
    pub async fn invitations(
        &self,
        quiz: &QuizId,
        filter: &InvitationFilter,
        page: Page<(Timestamp, InvitedId)>,
    ) -> Result<Vec<(Invitation, InvitationState)>> {
        let exact = match &filter.search {
            Some(search) => self.invitations_called(quiz, search).await?,
            None => Vec::new(),
        };
        if !exact.is_empty() {
            let is_after = |one: &Invitation| {
                let after = page.after.as_ref().map(|(at, id)| (*at, id.as_str()));
                after.is_none_or(|after| (one.created_at, one.id.as_str()) < after)
            };
            let fits = exact.into_iter().filter(|(one, state)| is_after(one) && filter.fits(one, *state));
            return Ok(fits.take(page.limit as usize).collect());
        }
        let (limit, mut after) = (page.limit as usize, page.after);
        let at_once = if filter.is_some() { page.limit.max(PIECE) } else { page.limit };
        let mut found = Vec::new();
        while found.len() < limit {
            let piece = self.piece_of_invitations(quiz, after, at_once).await?;
            after = piece.last().map(place);
            let is_last = piece.len() < at_once as usize;
            found.extend(piece.into_iter().filter(|(one, state)| filter.fits(one, *state)));
            if is_last {
                break;
            }
        }
        found.truncate(limit);
        Ok(found)
    }

    /// Returns the invitations with exactly this id or address, newest first.
    async fn invitations_called(
        &self,
        quiz: &QuizId,
        search: &InvitationSearch,
    ) -> Result<Vec<(Invitation, InvitationState)>> {
        let text = search.text.as_str();
        let mut found = Vec::new();
        if text.contains(char::is_whitespace) {
            return Ok(found);
        }
        let is_called = |one: &Invitation| {
            let has_address = one.email.as_ref().is_some_and(|own| own.to_lowercase() == text.to_lowercase());
            (has_address && text.contains('@')) || (search.is_in_ids && one.id.as_str() == text)
        };
        for user in self.users_called(quiz, text).await? {
            let select = sql!(
                "SELECT {invitation},
                     (SELECT r.submitted_at IS NOT NULL OR r.attempt > 1 FROM records r
                      WHERE r.quiz_id = i.quiz_id AND r.user_id = i.id) AS is_submitted
                 FROM invitations AS i WHERE quiz_id = $1 AND id = $2"
            );
            found.extend(self.list::<(Invitation, InvitationState)>(select.bind(quiz).bind(user)).await?);
        }
        found.retain(|(one, _)| is_called(one));
        found.sort_by(|(one, _), (other, _)| {
            (other.created_at, other.id.as_str()).cmp(&(one.created_at, one.id.as_str()))
        });
        Ok(found)
    }

    async fn piece_of_invitations(
        &self,
        quiz: &QuizId,
        after: Option<(Timestamp, InvitedId)>,
        limit: u32,
    ) -> Result<Vec<(Invitation, InvitationState)>> {
        let (moment, id) = after.map_or((i64::MAX, None), |(at, id)| (at.nanoseconds(), Some(id)));
        let select = sql!(
            // The record shows if it, or an earlier attempt, was submitted.
            "SELECT {invitation},
                 (SELECT r.submitted_at IS NOT NULL OR r.attempt > 1 FROM records r
                  WHERE r.quiz_id = i.quiz_id AND r.user_id = i.id) AS is_submitted
             FROM invitations AS i
             WHERE quiz_id = $1 AND (created_at, id) < ($2, coalesce($3, '~'))
             ORDER BY created_at DESC, id DESC LIMIT $4"
        );
        let select = select.bind(quiz).bind(moment).bind(id.as_ref().map(InvitedId::as_str));
        self.list(select.bind(i64::from(limit))).await
    }
}

fn place((invitation, _): &(Invitation, InvitationState)) -> (Timestamp, InvitedId) {
    (invitation.created_at, invitation.id.clone())
}

impl InvitationFilter {
    fn is_some(&self) -> bool {
        self.search.is_some() || self.group.is_some()
    }

    fn fits(&self, one: &Invitation, state: InvitationState) -> bool {
        self.group.is_none_or(|group| group.holds(one, state))
            && self.search.as_ref().is_none_or(|search| search.finds(one))
    }
}

impl InvitationSearch {
    fn finds(&self, invitation: &Invitation) -> bool {
        let texts = || invitation.texts().chain(self.is_in_ids.then_some(invitation.id.as_str()));
        self.text.is_in_any(texts)
    }
}

impl Transaction<'_> {
    pub async fn add_invitations(&mut self, invitations: &[Invitation]) -> Result<()> {
        for invitation in invitations {
            let insert = sql!(
                "INSERT INTO invitations (id, quiz_id, name, email, custom_data, created_at, language, fields)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
            )
            .bind(&invitation.id)
            .bind(&invitation.quiz_id)
            .bind(&invitation.name)
            .bind(&invitation.email)
            .bind(&invitation.custom_data)
            .bind(invitation.created_at)
            .bind(invitation.language.map(|language| language.as_str().to_owned()))
            .bind(fields_column(&invitation.fields).map_err(|error| StoreError::Internal(error.to_string()))?);
            self.execute(insert).await?;
        }
        let worded = person_words::add_invitations(&mut *self.connection().await, invitations).await;
        self.noted(worded)?;
        let mut bytes: BTreeMap<&QuizId, i64> = BTreeMap::new();
        for invitation in invitations {
            *bytes.entry(&invitation.quiz_id).or_default() += usage::of_invitation(invitation);
        }
        let added = usage::add(&mut *self.connection().await, bytes).await;
        self.noted(added)
    }

    /// Revokes an invitation link or restores it. Returns `false` if there is no such invitation.
    pub async fn set_revoked(&mut self, quiz: &QuizId, id: &InvitedId, at: Option<Timestamp>) -> Result<bool> {
        let update = sql!("UPDATE invitations SET revoked_at = $3 WHERE quiz_id = $1 AND id = $2");
        let update = update.bind(quiz).bind(id).bind(at.map(Timestamp::nanoseconds));
        Ok(self.execute(update).await? > 0)
    }

    /// Gives a person who has not begun a new id and link. The new link is valid and not mailed yet. Returns `false` in
    /// all other cases.
    pub async fn renew_invitation(&mut self, quiz: &QuizId, id: &InvitedId, new: &InvitedId) -> Result<bool> {
        let update = sql!(
            "UPDATE invitations SET id = $3, revoked_at = NULL, mail_state = NULL, mailed_at = NULL, mail_error = NULL
             WHERE quiz_id = $1 AND id = $2
               AND NOT EXISTS (SELECT 1 FROM records WHERE quiz_id = $1 AND user_id = $2)"
        );
        let is_renewed = self.execute(update.bind(quiz).bind(id).bind(new)).await? > 0;
        if is_renewed {
            for update in [
                sql!("UPDATE audit_subjects SET user_id = $3 WHERE quiz_id = $1 AND user_id = $2"),
                sql!("UPDATE series SET user_id = $3 WHERE quiz_id = $1 AND user_id = $2"),
                sql!("UPDATE occasions SET user_id = $3 WHERE quiz_id = $1 AND user_id = $2"),
            ] {
                self.execute(update.bind(quiz).bind(id).bind(new)).await?;
            }
            let renamed = person_words::rename(&mut *self.connection().await, quiz, id.as_str(), new.as_str()).await;
            self.noted(renamed)?;
            // Sent messages contain the old link.
            let ended =
                sql!("DELETE FROM mails WHERE quiz_id = $1 AND user_id = $2 AND state NOT IN ('queued', 'claimed')");
            self.execute(ended.bind(quiz).bind(id)).await?;
            let update = sql!("UPDATE mails SET user_id = $3 WHERE quiz_id = $1 AND user_id = $2");
            self.execute(update.bind(quiz).bind(id).bind(new)).await?;
        }
        Ok(is_renewed)
    }

    /// Returns the pseudonym of a respondent in the audit log, derived with `salt` if there is none yet. The pseudonym
    /// of a respondent who does not exist is not stored.
    pub async fn pseudonym(&mut self, quiz: &QuizId, user: &str, salt: [u8; 16]) -> Result<String> {
        let insert = sql!(
            "INSERT INTO audit_subjects (pseudonym, quiz_id, user_id, salt) SELECT $1, $2, $3, $4
             WHERE EXISTS (SELECT 1 FROM records WHERE quiz_id = $2 AND user_id = $3)
                OR EXISTS (SELECT 1 FROM invitations WHERE quiz_id = $2 AND id = $3)
             ON CONFLICT (quiz_id, user_id) DO NOTHING",
        );
        let fresh = pseudonym(&salt, quiz, user);
        self.execute(insert.bind(&fresh).bind(quiz).bind(user).bind(salt.to_vec())).await?;
        let select = sql!("SELECT pseudonym FROM audit_subjects WHERE quiz_id = $1 AND user_id = $2");
        Ok(self.find(select.bind(quiz).bind(user)).await?.unwrap_or(fresh))
    }

    /// Erases the answers of all attempts, the invitation, the link from the pseudonym to the respondent, and
    /// conditions of saved views and exports that identify the respondent. Ends the exports that may contain the
    /// answers.
    ///
    /// Erasing submitted answers withdraws the quiz's published reports, except if respondents erase themselves,
    /// because strangers could withdraw reports that way. Returns `false` if there are neither answers nor an
    /// invitation.
    pub async fn erase_user(&mut self, quiz: &QuizId, user: &UserId, by: ErasedBy, now: Timestamp) -> Result<bool> {
        let erased = erase(&mut *self.connection().await, quiz, user, by, now).await;
        self.noted(erased)
    }

    /// Rescores as [`rescore_told`](Self::rescore_told) does, without events.
    #[cfg(test)]
    pub async fn rescore(&mut self, quiz: &QuizId, records: &[(AnswersRecord, AnswersRecord)]) -> Result<u32> {
        self.rescore_told(quiz, records, &[]).await
    }

    /// Replaces the scores of submitted records, given as pairs of old and new. Skips records that have changed, with
    /// their events. Returns the number of rescored records.
    pub async fn rescore_told(
        &mut self,
        quiz: &QuizId,
        records: &[(AnswersRecord, AnswersRecord)],
        events: &[NewEvent],
    ) -> Result<u32> {
        let rescored = rescore(&mut *self.connection().await, quiz, records, events).await;
        self.noted(rescored)
    }
}
