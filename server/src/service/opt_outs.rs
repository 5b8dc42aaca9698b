//! Addresses that want no messages: kept as keyed hashes, so that the wish outlives the person and tells of no address.

use std::{collections::HashSet, sync::Arc};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use domain::{InvitedId, NamespaceId, Permission, Quiz, QuizId};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::{
    Caller, Missing, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit_of_respondent},
};
use crate::{
    clock,
    mail::Bounces,
    store::{AuditAction, Invitation, WorkScope},
};

/// Bytes of an address's hash, and of the code by which a link is known to be one of ours.
const HASH: usize = 16;
const CODE: usize = 8;

/// Makes and reads the links that end messages. A link works for as long as the quiz is there, with or without the
/// person and the message.
#[derive(Clone, Copy)]
pub(super) struct OptOuts {
    key: [u8; 32],
}

/// What the page that ends messages shows.
pub struct OptOut {
    /// The quiz, and its namespace's name.
    pub quiz: Arc<Quiz>,
    pub namespace: String,
}

impl OptOuts {
    pub(super) fn new(key: [u8; 32]) -> Self {
        Self { key }
    }

    fn mac(&self, what: &[&[u8]]) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).expect("HMAC takes a key of any length");
        for part in what {
            mac.update(&part.len().to_be_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }

    /// The hash of an address, in hexadecimal; capitals do not count.
    pub(super) fn hash(&self, address: &str) -> String {
        hex::encode(&self.mac(&[b"address", address.trim().to_lowercase().as_bytes()])[..HASH])
    }

    fn code(&self, quiz: &QuizId, address: &str) -> [u8; CODE] {
        let mut code = [0; CODE];
        code.copy_from_slice(&self.mac(&[b"no messages", quiz.as_str().as_bytes(), address.as_bytes()])[..CODE]);
        code
    }

    /// The address of the page that ends messages to an address, as it was hashed.
    pub(super) fn link(&self, base_url: &str, quiz: &Quiz, address: &str) -> String {
        let mut token = hex::decode(address).unwrap_or_default();
        token.extend(self.code(&quiz.id, address));
        format!("{base_url}/mail/{}/{}/{}", quiz.namespace_id, quiz.id, BASE64_URL_SAFE_NO_PAD.encode(token))
    }

    /// The address, as it was hashed, that a link's token is for; `None` if it was not made here.
    fn open(&self, quiz: &QuizId, token: &str) -> Option<String> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(token).ok().filter(|bytes| bytes.len() == HASH + CODE)?;
        let address = hex::encode(&bytes[..HASH]);
        (self.code(quiz, &address) == bytes[HASH..]).then_some(address)
    }
}

impl Service {
    /// Knows messages that come back.
    pub fn bounces(&self) -> Bounces {
        Bounces::new(self.link_key)
    }

    pub(super) fn opt_out_links(&self) -> OptOuts {
        OptOuts::new(self.link_key)
    }

    /// Those of these invited people whose addresses want no messages.
    pub async fn wanting_no_mail(
        &self,
        caller: &Caller,
        path: &QuizPath,
        people: impl Iterator<Item = &Invitation> + Send,
    ) -> Result<HashSet<InvitedId>, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let opted_out = self.store.opt_outs(&path.namespace, &path.quiz).await?;
        let links = self.opt_out_links();
        let silent = people.filter(|person| {
            !opted_out.is_empty() && person.email.as_deref().is_some_and(|email| opted_out.contains(&links.hash(email)))
        });
        Ok(silent.map(|person| person.id.clone()).collect())
    }

    /// What the page of a link shows. Fails for a link that was not made here, and for a quiz that is gone.
    pub async fn opt_out_page(&self, path: &QuizPath, token: &str) -> Result<OptOut, ServiceError> {
        self.opt_out_links().open(&path.quiz, token).ok_or(Missing::Link)?;
        let quiz = self.read_quiz(path).await?;
        let namespace = self.store.namespace(&path.namespace).await?.ok_or(Missing::Namespace)?;
        Ok(OptOut { quiz, namespace: namespace.name })
    }

    /// The address of a link wants no more messages of the quiz, or with `of_all` of its namespace.
    pub async fn opt_out(&self, path: &QuizPath, token: &str, of_all: bool) -> Result<OptOut, ServiceError> {
        let address = self.opt_out_links().open(&path.quiz, token).ok_or(Missing::Link)?;
        let page = self.opt_out_page(path, token).await?;
        let path = path.clone();
        self.transact_unasked(WorkScope::Namespace(path.namespace.clone()), move |tx| {
            Box::pin(async move {
                let (namespace, quiz): (&NamespaceId, _) = (&path.namespace, (!of_all).then_some(&path.quiz));
                if tx.opt_out(namespace, quiz, &address, clock::now()).await? {
                    let what = if of_all { "all quizzes" } else { "this quiz" };
                    let draft = AuditDraft::of_quiz(AuditAction::OptOut, &path).with(what.to_owned());
                    record_audit_of_respondent(tx, draft).await?;
                }
                Ok(())
            })
        })
        .await?;
        Ok(page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_opens_for_its_quiz_and_its_address_alone() {
        let (links, quiz) = (OptOuts::new([1; 32]), QuizId::from_random(7));
        let address = links.hash(" Ana@Example.com ");
        assert_eq!(address, links.hash("ana@example.com"));
        assert_ne!(address, OptOuts::new([2; 32]).hash("ana@example.com"));
        let mut token = hex::decode(&address).expect("hexadecimal");
        token.extend(links.code(&quiz, &address));
        let written = BASE64_URL_SAFE_NO_PAD.encode(&token);
        assert_eq!(links.open(&quiz, &written), Some(address));
        assert_eq!(links.open(&QuizId::from_random(8), &written), None);
        for at in 0..token.len() {
            let mut other = token.clone();
            other[at] ^= 1;
            assert_eq!(links.open(&quiz, &BASE64_URL_SAFE_NO_PAD.encode(other)), None, "{at}");
        }
        assert_eq!(links.open(&quiz, ""), None);
    }
}
