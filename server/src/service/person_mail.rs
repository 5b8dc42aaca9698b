//! Writing to invited people, and what became of the messages.

use std::{collections::HashMap, sync::Arc};

use domain::{InvitedId, Permission, Quiz, QuizStatus, Timestamp};

use super::{
    Caller, Conflict, Missing, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    invitations::require_invited,
    mail_plans::{MailPlan, Mailshot, SHOWN, Standing},
    rights::Right,
};
use crate::{
    clock,
    store::{
        AuditAction, BounceStatus, InvitationFilter, Listed, Mail, MailKind, MailState, OccasionFilter, OccasionState,
        Page,
    },
};

/// People of one transaction.
const PIECE: u32 = 1000;

impl Service {
    async fn standing(&self, quiz: &Quiz) -> Result<Standing, ServiceError> {
        Ok(Standing {
            pending: self.store.pending_mails(&quiz.id).await?,
            opted_out: self.store.opt_outs(&quiz.namespace_id, &quiz.id).await?,
            opt_outs: self.opt_out_links(),
            due: match quiz.settings.series {
                Some(_) => Some(self.due_in(quiz).await?),
                None => None,
            },
            now: clock::now(),
        })
    }

    /// Returns the people of a series with an occasion that is open and not answered, and true for those who have begun.
    async fn due_in(&self, quiz: &Quiz) -> Result<HashMap<String, bool>, ServiceError> {
        let (mut due, mut after) = (HashMap::new(), None);
        let filter = OccasionFilter { state: Some(OccasionState::Due), number: None };
        loop {
            let page = Page { after, limit: PIECE };
            let Listed { items, is_more } = self.store.occasions(&quiz.id, filter, clock::now(), page).await?;
            after = items.last().map(|last| last.id.clone());
            due.extend(items.into_iter().map(|occasion| (occasion.user, occasion.attempt.is_some())));
            if !is_more {
                return Ok(due);
            }
        }
    }

    /// Fails where messages cannot be sent now.
    fn require_mail(&self, quiz: &Quiz) -> Result<(), ServiceError> {
        require_invited(quiz)?;
        if !self.mails_links() {
            return Err(Conflict::NoMail.into());
        }
        match quiz.status(clock::now()) {
            QuizStatus::Open => Ok(()),
            QuizStatus::Draft => Err(Conflict::NotOpenYet.into()),
            QuizStatus::Closed => Err(Conflict::Closed.into()),
        }
    }

    /// Who would get messages of this kind now, and who not.
    pub async fn mail_plan(&self, caller: &Caller, path: &QuizPath, kind: MailKind) -> Result<MailPlan, ServiceError> {
        caller.require(Permission::Edit, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        require_invited(&quiz)?;
        let (standing, mut plan, mut after) = (self.standing(&quiz).await?, MailPlan::default(), None);
        loop {
            let page = Page { after, limit: PIECE };
            let piece = self.store.invitations(&quiz.id, &InvitationFilter::default(), page).await?;
            for (person, state) in &piece {
                match standing.address(kind, person, *state) {
                    None => {}
                    Some(Err(why)) => *plan.left_out.entry(why).or_default() += 1,
                    Some(Ok(_)) => {
                        plan.people += 1;
                        if plan.first.len() < SHOWN {
                            plan.first.push(person.clone());
                        }
                    }
                }
            }
            after = piece.last().map(|(last, _)| (last.created_at, last.id.clone()));
            if piece.len() < PIECE as usize {
                return Ok(plan);
            }
        }
    }

    /// Writes to everyone who is to get a message of this kind; returns who they were. A call that is repeated writes to no
    /// person twice.
    pub async fn write_to_people(
        &self,
        caller: &Caller,
        path: &QuizPath,
        shot: Mailshot,
    ) -> Result<MailPlan, ServiceError> {
        shot.check()?;
        let target = Arc::new(self.target(caller, Permission::Edit, path).await?);
        self.require_mail(&target.known)?;
        let mut plan = self.mail_plan(caller, path, shot.kind).await?;
        if plan.people == 0 {
            return Ok(plan);
        }
        let details = format!("{}, {} people", shot.kind.as_str(), plan.people);
        let (standing, shot) = (Arc::new(self.standing(&target.known).await?), Arc::new(shot));
        let (mut after, mut details) = (None, Some(details));
        plan.people = 0;
        loop {
            let (target, standing, shot) = (Arc::clone(&target), Arc::clone(&standing), Arc::clone(&shot));
            let (from, line) = (after.take(), details.take());
            let written = self.transact(caller, target.right(), path.scope(), move |tx, caller| {
                Box::pin(async move {
                    let quiz = target.quiz(tx).await?;
                    let page = Page { after: from, limit: PIECE };
                    let piece = tx.invitations(&quiz.id, &InvitationFilter::default(), page).await?;
                    let mut people = 0;
                    for (person, state) in &piece {
                        let Some(Ok(email)) = standing.address(shot.kind, person, *state) else { continue };
                        for mail in standing.mails(&shot, &quiz, person, &email) {
                            let is_written = tx.add_mail(&mail).await?;
                            people += u64::from(is_written && mail.kind == shot.kind);
                        }
                    }
                    if let Some(line) = line {
                        let draft = AuditDraft::of_quiz(AuditAction::MailUsers, &target.path);
                        record_audit(tx, &caller, draft.with(line)).await?;
                    }
                    let last = piece.last().map(|(last, _)| (last.created_at, last.id.clone()));
                    Ok((people, last.filter(|_| piece.len() == PIECE as usize)))
                })
            });
            let (people, last): (u64, Option<(Timestamp, InvitedId)>) = written.await?;
            plan.people += people;
            if last.is_none() {
                return Ok(plan);
            }
            after = last;
        }
    }

    /// The messages to a quiz's people, the newest first.
    pub async fn mails_of_quiz(
        &self,
        caller: &Caller,
        path: &QuizPath,
        state: Option<MailState>,
        page: Page<String>,
    ) -> Result<Listed<Mail>, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        Ok(self.store.mails_of_quiz(&quiz.id, state, page).await?)
    }

    /// Gives up all that waits for a quiz's people; returns the number.
    pub async fn cancel_mails_of_quiz(&self, caller: &Caller, path: &QuizPath) -> Result<u64, ServiceError> {
        let target = self.target(caller, Permission::Edit, path).await?;
        self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                let cancelled = tx.cancel_mails_of(&quiz.id, clock::now()).await?;
                if cancelled > 0 {
                    let draft = AuditDraft::of_quiz(AuditAction::CancelUserMails, &target.path);
                    record_audit(tx, &caller, draft.with(format!("{cancelled} messages"))).await?;
                }
                Ok(cancelled)
            })
        })
        .await
    }

    /// Sends a message to one of a quiz's people again, as [`Service::resend_mail`].
    pub async fn resend_mail_of_quiz(&self, caller: &Caller, path: &QuizPath, id: &str) -> Result<(), ServiceError> {
        let target = self.target(caller, Permission::Edit, path).await?;
        let id = id.to_owned();
        self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                let mail = tx.mail(&id).await?;
                let is_theirs = mail.is_some_and(|mail| mail.new.kind.is_to_person() && mail.new.quiz == Some(quiz.id));
                if !is_theirs || !tx.resend_mail(&id, clock::now()).await? {
                    return Err(Missing::Mail.into());
                }
                record_audit(tx, &caller, AuditDraft::of_quiz(AuditAction::ResendMail, &target.path).on(&id)).await
            })
        })
        .await
    }

    /// The same for a message of any quiz.
    pub async fn note_bounce(&self, caller: &Caller, mail: &str, status: BounceStatus) -> Result<bool, ServiceError> {
        let Some(found) = self.store.mail(mail).await? else { return Ok(false) };
        let (Some(namespace), Some(quiz)) = (found.new.namespace, found.new.quiz) else { return Ok(false) };
        self.note_bounce_of(caller, &QuizPath { namespace, quiz }, mail, status).await
    }

    /// Notes that a message to a quiz's people came back; false if it is none of these.
    pub async fn note_bounce_of(
        &self,
        caller: &Caller,
        path: &QuizPath,
        mail: &str,
        status: BounceStatus,
    ) -> Result<bool, ServiceError> {
        caller.require(Permission::Edit, &path.namespace)?;
        let is_of_quiz = self.store.mail(mail).await?.is_some_and(|mail| mail.new.quiz.as_ref() == Some(&path.quiz));
        if !is_of_quiz {
            return Ok(false);
        }
        self.read_quiz(path).await?;
        let path = path.clone();
        let (right, mail) = (Right::Quiz(Permission::Edit, path.namespace.clone()), mail.to_owned());
        self.transact(caller, right, path.scope(), move |tx, caller| {
            Box::pin(async move {
                if tx.note_bounce(&mail, status, clock::now()).await?.is_none() {
                    return Ok(false);
                }
                let draft = AuditDraft::of_quiz(AuditAction::NoteBounce, &path);
                record_audit(tx, &caller, draft.with(status.to_string())).await?;
                Ok(true)
            })
        })
        .await
    }
}
