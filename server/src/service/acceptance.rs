//! Accepting an offer with a password: that of the address's account, or a new one that creates the account.
//!
//! Until then the owner who made the offer, who may also hold its link, must not learn if the address has an account:
//! both ways look the same, count the same attempts, wait in the same queue, and hash one password.

use std::sync::Arc;

use domain::NamespaceId;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::{
    Conflict, Entrance, Origin, Service, ServiceError,
    administrators::add_administrator,
    mails::tell,
    offers::{join, spend_standing, standing, valid},
    passwords::{self, STRANGERS},
    second_factor,
    sessions::{REFUSED, begin_session, hash},
};
use crate::{
    clock,
    store::{Administrator, MailKind, Offer, WorkScope},
};

/// Seconds for which a proof replaces the password.
const PROVEN: i64 = 600;

/// The outcome of accepting an offer's link with a password.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Acceptance {
    /// The administrator is a member of this namespace and is signed in.
    Joined(NamespaceId, Entrance),
    /// The account owns all namespaces and is signed in. The offer stays open.
    OwnsAll(Entrance),
    /// The password is correct, and the account's second factor is required too. The proof replaces the password in
    /// [`Service::accept_offer_with_code`].
    CodeNext { proof: String },
}

impl Service {
    /// Signs in to the account of the offer's address, or creates it with this password, and accepts.
    pub async fn accept_offer_with_password(
        &self,
        token: &str,
        password: &str,
        origin: &Origin,
    ) -> Result<Acceptance, ServiceError> {
        let offer = self.tried_offer(token, origin).await?;
        passwords::check(password, offer.email.as_str())?;
        let accepted = match self.store.administrator_by_email(&offer.email).await? {
            Some(account) => self.accept_as(&offer, account, password, origin).await,
            None => self.accept_as_newcomer(&offer, password, origin).await,
        };
        match accepted {
            // The account was created in the meantime.
            Err(ServiceError::Conflict(Conflict::EmailTaken)) => Err(REFUSED),
            Err(refused @ ServiceError::Unauthorized(_)) => {
                self.note_sign_in(Some(&offer.email), &refused).await;
                // An offer that has ended meanwhile is reported as ended in both ways.
                standing(&self.store, &offer.token_hash).await?;
                Err(refused)
            }
            accepted => accepted,
        }
    }

    pub async fn accept_offer_with_code(
        &self,
        token: &str,
        proof: &str,
        code: &str,
        origin: &Origin,
    ) -> Result<Acceptance, ServiceError> {
        let offer = self.tried_offer(token, origin).await?;
        let account = self.store.administrator_by_email(&offer.email).await?;
        let account = account.filter(|account| self.is_proven(&offer, account, proof)).ok_or(REFUSED)?;
        self.throttle.count_code(&account.email)?;
        let accepted = self.enter(&offer, account, Some(code.to_owned()), origin).await;
        if let Err(refused) = &accepted {
            self.note_sign_in(Some(&offer.email), refused).await;
        }
        accepted
    }

    /// Returns the offer of a link that is about to be spent. Attempts count as sign-ins to the account do, even if
    /// there is none.
    async fn tried_offer(&self, token: &str, origin: &Origin) -> Result<Offer, ServiceError> {
        let offer = valid(self.store.offer(&hash(token)).await?);
        let email = offer.as_ref().ok().map(|offer| &offer.email);
        if let Err(refused) = self.throttle.count(email, origin.address) {
            self.note_sign_in(email, &refused).await;
            return Err(refused);
        }
        standing(&self.store, &offer?.token_hash).await
    }

    async fn accept_as(
        &self,
        offer: &Offer,
        account: Administrator,
        password: &str,
        origin: &Origin,
    ) -> Result<Acceptance, ServiceError> {
        if !passwords::is_right(password, account.password_hash.as_deref(), STRANGERS).await? {
            return Err(REFUSED);
        }
        if account.totp.is_some() {
            return Ok(Acceptance::CodeNext { proof: self.proof(offer, &account, clock::now().seconds() + PROVEN) });
        }
        self.enter(offer, account, None, origin).await
    }

    async fn enter(
        &self,
        offer: &Offer,
        account: Administrator,
        code: Option<String>,
        origin: &Origin,
    ) -> Result<Acceptance, ServiceError> {
        let known = origin.browser.as_deref().is_some_and(|browser| self.knows_browser(browser, &account));
        let is_new = !known && self.sends_mail();
        let browser = self.new_browser(&account.id, account.password_hash.as_deref());
        let (vault, client, token_hash) = (Arc::clone(&self.vault), origin.client.clone(), offer.token_hash);
        let owns_all = account.is_everywhere;
        let session = self.transact_unasked(WorkScope::Both(offer.namespace.clone()), move |tx| {
            Box::pin(async move {
                // The password may have been changed during the comparison.
                let found = tx.administrator(&account.id).await?;
                let found = found.filter(|found| found.password_hash == account.password_hash).ok_or(REFUSED)?;
                if found.is_everywhere != owns_all
                    || !second_factor::spend(tx, &vault, &found, code.as_deref().unwrap_or_default()).await?
                {
                    return Err(REFUSED);
                }
                if !owns_all {
                    let offer = spend_standing(tx, &token_hash).await?;
                    join(tx, &offer, &found).await?;
                }
                tell(tx, is_new, MailKind::NewBrowser, &found).await?;
                begin_session(tx, &found, &client).await
            })
        });
        let entrance = Entrance { session: session.await?, browser };
        Ok(if owns_all { Acceptance::OwnsAll(entrance) } else { Acceptance::Joined(offer.namespace.clone(), entrance) })
    }

    async fn accept_as_newcomer(
        &self,
        offer: &Offer,
        password: &str,
        origin: &Origin,
    ) -> Result<Acceptance, ServiceError> {
        let password_hash = passwords::hash(password, STRANGERS).await?;
        let (token_hash, client, chosen) = (offer.token_hash, origin.client.clone(), password_hash.clone());
        let made = self.transact_unasked(WorkScope::Both(offer.namespace.clone()), move |tx| {
            Box::pin(async move {
                let offer = spend_standing(tx, &token_hash).await?;
                let newcomer = add_administrator(tx, None, &offer.email, Some(&chosen), false).await?;
                join(tx, &offer, &newcomer).await?;
                Ok((begin_session(tx, &newcomer, &client).await?, newcomer.id))
            })
        });
        let (session, id) = made.await?;
        let browser = self.new_browser(&id, Some(&password_hash));
        Ok(Acceptance::Joined(offer.namespace.clone(), Entrance { session, browser }))
    }

    fn proof(&self, offer: &Offer, account: &Administrator, until: i64) -> String {
        format!("{until}.{}", hex::encode(self.proof_mac(offer, account, until).finalize().into_bytes()))
    }

    fn is_proven(&self, offer: &Offer, account: &Administrator, proof: &str) -> bool {
        let Some((until, signature)) = proof.split_once('.') else { return false };
        let (Ok(until), Ok(signature)) = (until.parse(), hex::decode(signature)) else { return false };
        until > clock::now().seconds() && self.proof_mac(offer, account, until).verify_slice(&signature).is_ok()
    }

    /// Covers this offer and the account's current password.
    fn proof_mac(&self, offer: &Offer, account: &Administrator, until: i64) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.link_key).expect("HMAC takes a key of any length");
        let password_hash = account.password_hash.as_deref().unwrap_or_default();
        mac.update(format!("proof {} {} {until} {password_hash}", offer.id, account.id).as_bytes());
        mac
    }
}
