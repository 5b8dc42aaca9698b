//! What an owner writes to invited people, and how it looks to them.

use domain::{FieldCode, Invalid, Language, Permission};

use super::{
    Caller, Conflict, Missing, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    invitations::require_invited,
    mails::to_administrator,
    person_letters::{Written, usual_text},
};
use crate::{
    clock,
    mail::Letter,
    store::{AuditAction, Invitation, MailKind, MailText, NewMail},
};

/// Characters of a subject and of a message.
const SUBJECT: usize = 200;
const BODY: usize = 5000;

impl Service {
    /// The messages to some people as they would be sent now; in the texts given, if any are.
    pub async fn show_mails(
        &self,
        caller: &Caller,
        path: &QuizPath,
        kind: MailKind,
        people: &[Invitation],
        texts: Option<Vec<MailText>>,
    ) -> Result<Vec<Letter>, ServiceError> {
        caller.require(Permission::Edit, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let namespace = self.store.namespace(&path.namespace).await?.ok_or(Missing::Namespace)?;
        let texts = match texts {
            Some(texts) => texts,
            None => self.store.mail_texts(&quiz.id).await?,
        };
        let base_url = self.mailing.as_ref().and_then(|mailing| mailing.base_url.as_deref()).unwrap_or_default();
        let written = Written { quiz: &quiz, namespace: &namespace, texts: &texts, base_url, until: None };
        let letter = |person: &Invitation| {
            let address = self.opt_out_links().hash(person.email.as_deref().unwrap_or_default());
            let stop = self.opt_out_links().link(base_url, &quiz, &address);
            Letter {
                to: person.email.clone().unwrap_or_default(),
                ..written.letter(kind, person, person.language, &written.link(person.id.as_str()), &stop)
            }
        };
        Ok(people.iter().map(letter).collect())
    }

    /// Sends the caller, an administrator, a message as people get it, with a link to the preview.
    pub async fn send_mail_to_oneself(
        &self,
        caller: &Caller,
        path: &QuizPath,
        kind: MailKind,
    ) -> Result<(), ServiceError> {
        let target = self.target(caller, Permission::Edit, path).await?;
        require_invited(&target.known)?;
        if !self.mails_links() {
            return Err(Conflict::NoMail.into());
        }
        let Caller::Administrator(rights) = caller else { return Err(Missing::Administrator.into()) };
        let id = rights.id.clone();
        self.transact(caller, target.right(), path.scope(), move |tx, _| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                let administrator = tx.administrator(&id).await?.ok_or(Missing::Administrator)?;
                let mail = to_administrator(kind, &administrator, clock::now());
                let namespace = Some(quiz.namespace_id.clone());
                tx.add_mail(&NewMail { namespace, quiz: Some(quiz.id.clone()), ..mail }).await?;
                Ok(())
            })
        })
        .await
    }

    /// What the owner writes to a quiz's people.
    pub async fn mail_texts(&self, caller: &Caller, path: &QuizPath) -> Result<Vec<MailText>, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        Ok(self.store.mail_texts(&quiz.id).await?)
    }

    /// The usual words of this kind and language.
    pub fn usual_mail_text(&self, kind: MailKind, language: Language) -> MailText {
        usual_text(kind, language)
    }

    /// Replaces what is written in one language; empty texts bring the usual ones back. What waits is sent in the new words.
    pub async fn set_mail_text(&self, caller: &Caller, path: &QuizPath, text: MailText) -> Result<(), ServiceError> {
        // A subject is one line.
        let subject = text.subject.split_whitespace().collect::<Vec<_>>().join(" ");
        let body = text.body.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim().to_owned();
        let text = MailText { subject, body, ..text };
        let target = self.target(caller, Permission::Edit, path).await?;
        require_invited(&target.known)?;
        check_text(&text)?;
        self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                tx.put_mail_text(&quiz.id, &text).await?;
                let what = format!("{}, {}", text.kind.as_str(), text.language.as_str());
                let draft = AuditDraft::of_quiz(AuditAction::WriteMailText, &target.path);
                record_audit(tx, &caller, draft.with(what)).await
            })
        })
        .await
    }
}

/// What stands for something in an owner's text; in a subject, all but the moment of closing, which a quiz may not have.
const PLACEHOLDERS: &[&str] = &["name", "quiz", "link", "closes"];
const IN_SUBJECT: &[&str] = &["name", "quiz"];

/// True if a text has something else in braces, such as a mistyped placeholder.
fn has_unknown(text: &str, known: &[&str]) -> bool {
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        rest = &rest[start + 1..];
        let Some(end) = rest.find('}') else { return false };
        if !known.contains(&&rest[..end]) {
            return true;
        }
        rest = &rest[end + 1..];
    }
    false
}

fn check_text(text: &MailText) -> Result<(), Invalid> {
    if text.subject.is_empty() && text.body.is_empty() {
        return Ok(());
    }
    for (field, value, max) in [("subject", &text.subject, SUBJECT), ("body", &text.body, BODY)] {
        if value.trim().is_empty() {
            return Err(Invalid::one(field, FieldCode::Required));
        }
        if let Some(code) = FieldCode::of_text(value, max) {
            return Err(Invalid::one(field, code));
        }
    }
    for (field, value, known) in [("subject", &text.subject, IN_SUBJECT), ("body", &text.body, PLACEHOLDERS)] {
        if has_unknown(value, known) {
            return Err(Invalid::one(field, FieldCode::UnknownPlaceholder(known)));
        }
    }
    Ok(())
}
