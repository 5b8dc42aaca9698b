//! What this service has to tell administrators by mail: written with what it tells of, put into words when it is sent.

use std::sync::Arc;

use domain::{Email, NamespaceId, Timestamp};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::{
    Caller, Missing, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    mail_texts::{Composer, compose},
    rights::Right,
};
use crate::{
    clock,
    jobs::{Composing, MailSender},
    mail::{Layout, Letter, Post, Sent},
    random,
    store::{Administrator, AuditAction, Listed, Mail, MailKind, MailState, NewMail, Page, Transaction, WorkScope},
};
use domain::Permission;

/// How this server sends mail.
#[derive(Clone)]
pub struct Mailing {
    pub post: Arc<Post>,
    /// The address that the server is known by. Without it, no message has a link.
    pub base_url: Option<String>,
}

/// Makes the tokens of links, so that a message can hold the same link without its token being stored.
#[derive(Clone, Copy)]
pub(super) struct LinkTokens {
    key: [u8; 32],
    pub(super) is_mailed: bool,
}

impl LinkTokens {
    pub(super) fn new(key: [u8; 32], is_mailed: bool) -> Self {
        Self { key, is_mailed }
    }

    /// The token of a link with this reference, which no other has.
    pub(super) fn token(&self, kind: MailKind, reference: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).expect("HMAC takes a key of any length");
        mac.update(format!("mailed link {} {reference}", kind.as_str()).as_bytes());
        hex::encode(mac.finalize().into_bytes())
    }
}

/// A message to an administrator, about the account.
pub(super) fn to_administrator(kind: MailKind, administrator: &Administrator, at: Timestamp) -> NewMail {
    NewMail { admin: Some(administrator.id.clone()), ..NewMail::of(kind, &administrator.email, at) }
}

/// Tells an administrator, where mail is set up.
pub(super) async fn tell(
    tx: &mut Transaction<'_>,
    sends: bool,
    kind: MailKind,
    administrator: &Administrator,
) -> Result<(), ServiceError> {
    if sends {
        tx.add_mail(&to_administrator(kind, administrator, clock::now())).await?;
    }
    Ok(())
}

/// Sends the link of an offer to its address.
pub(super) async fn send_offer(
    tx: &mut Transaction<'_>,
    namespace: &NamespaceId,
    email: &Email,
    offer: &str,
) -> Result<(), ServiceError> {
    let mail = NewMail {
        namespace: Some(namespace.clone()),
        reference: Some(offer.to_owned()),
        ..NewMail::of(MailKind::Offer, email, clock::now())
    };
    tx.add_mail(&mail).await?;
    Ok(())
}

impl Service {
    #[must_use]
    pub fn mailing(self, mailing: Option<Mailing>) -> Self {
        Self { mailing, ..self }
    }

    pub fn sends_mail(&self) -> bool {
        self.mailing.is_some()
    }

    /// True if links are sent by mail, too.
    pub fn mails_links(&self) -> bool {
        self.mailing.as_ref().is_some_and(|mailing| mailing.base_url.is_some())
    }

    pub(super) fn link_tokens(&self) -> LinkTokens {
        LinkTokens::new(self.link_key, self.mails_links())
    }

    /// The worker that sends this installation's mail; `None` where mail is not set up.
    pub fn mail_sender(&self) -> Option<MailSender> {
        let mailing = self.mailing.clone()?;
        let post = Arc::clone(&mailing.post);
        let composer = Arc::new(Composer {
            store: Arc::clone(&self.store),
            tokens: self.link_tokens(),
            opt_outs: self.opt_out_links(),
            sealed_ids: Arc::clone(&self.sealed_ids),
            base_url: mailing.base_url,
        });
        let words = move |mail: Mail| {
            let composer = Arc::clone(&composer);
            let composed: Composing = Box::pin(async move { compose(&composer, &mail).await });
            composed
        };
        let bounces = self.bounces();
        Some(MailSender::new(Arc::clone(&self.store), post, Arc::new(words), bounces))
    }

    /// The newest first.
    pub async fn mails(
        &self,
        caller: &Caller,
        state: Option<MailState>,
        page: Page<String>,
    ) -> Result<Listed<Mail>, ServiceError> {
        caller.require_everywhere(Permission::Manage)?;
        Ok(self.store.mails(state, page).await?)
    }

    /// Gives up a message that waits to be sent.
    pub async fn cancel_mail(&self, caller: &Caller, id: &str) -> Result<(), ServiceError> {
        let (right, id) = (Right::Everywhere(Permission::Manage), id.to_owned());
        self.transact(caller, right, WorkScope::Installation, move |tx, caller| {
            Box::pin(async move {
                if !tx.cancel_mail(&id, clock::now()).await? {
                    return Err(Missing::Mail.into());
                }
                record_audit(tx, &caller, AuditDraft::new(AuditAction::CancelMail).on(&id)).await
            })
        })
        .await
    }

    /// Sends a message again that was refused or cancelled, or of which it is not known whether it has gone.
    pub async fn resend_mail(&self, caller: &Caller, id: &str) -> Result<(), ServiceError> {
        let (right, id) = (Right::Everywhere(Permission::Manage), id.to_owned());
        self.transact(caller, right, WorkScope::Installation, move |tx, caller| {
            Box::pin(async move {
                if !tx.resend_mail(&id, clock::now()).await? {
                    return Err(Missing::Mail.into());
                }
                record_audit(tx, &caller, AuditDraft::new(AuditAction::ResendMail).on(&id)).await
            })
        })
        .await
    }
}

/// Sends a message at once to try the settings, and tells of each step.
pub async fn try_mail(post: &Post, to: &Email, tell: &mut (dyn FnMut(&'static str, Result<(), &str>) + Send)) -> Sent {
    let layout = Layout {
        sender: "Quiz Answers".to_owned(),
        title: "Mail works".to_owned(),
        paragraphs: vec!["This message was sent from the command line, to try the settings for mail.".to_owned()],
        link: None,
        why: "The operator of the server has sent it to this address.".to_owned(),
        ..Layout::default()
    };
    let letter = Letter::new(to.as_str().to_owned(), layout);
    let message_id = post.message_id("test", random::bits());
    post.send(&letter, &message_id, None, tell).await
}
