//! Offers of a role. Accepting an offer makes an administrator a member of a namespace.

use domain::{Email, FieldCode, Invalid, NamespaceId, Permission, Role};

use super::{
    AdminRights, Caller, GivenRole, Missing, Origin, Service, ServiceError, Unauthorized,
    account::own,
    audit::{AuditDraft, record_audit},
    mails::{LinkTokens, send_offer},
    members::set_role,
    rights::{Permitted, Right},
    sessions::{hash, later},
};
use crate::{
    clock,
    store::{ActorKind, Administrator, AuditAction, MailKind, Namespace, Offer, Reads, Transaction, WorkScope},
};

/// Validity of an offer, in nanoseconds.
const VALID: i64 = 7 * 86_400 * 1_000_000_000;
/// Characters of the words beside an offer.
const MESSAGE: usize = 500;

#[derive(Clone, Debug)]
pub struct OpenOffer {
    pub offer: Offer,
    pub namespace: Namespace,
}

impl Service {
    /// Returns the open offers, ordered by e-mail address.
    pub async fn offers(&self, caller: &Caller, namespace: &NamespaceId) -> Result<Vec<Offer>, ServiceError> {
        caller.require(Permission::Manage, namespace)?;
        self.require_namespace(namespace).await?;
        let mut offers = self.store.offers(namespace).await?;
        let now = clock::now();
        offers.retain(|offer| offer.expires_at > now);
        Ok(offers)
    }

    pub async fn withdraw_offer(&self, caller: &Caller, namespace: &NamespaceId, id: &str) -> Result<(), ServiceError> {
        let right = Right::Namespace(Permission::Manage, namespace.clone());
        let (namespace, id) = (namespace.clone(), id.to_owned());
        self.transact(caller, right, WorkScope::Namespace(namespace.clone()), move |tx, caller| {
            Box::pin(async move {
                let offer = tx.end_offer(&namespace, &id).await?.ok_or(Missing::Offer)?;
                record(tx, &caller, AuditAction::WithdrawOffer, &offer).await
            })
        })
        .await
    }

    /// Returns the offer of a link without spending it. It does not reveal if the address has an account.
    pub async fn look_at_offer(&self, token: &str) -> Result<OpenOffer, ServiceError> {
        let offer = valid(self.store.offer(&hash(token)).await?)?;
        let namespace = self.store.namespace(&offer.namespace).await?.ok_or(Missing::Link)?;
        Ok(OpenOffer { offer, namespace })
    }

    /// Makes the signed-in administrator, whose address the offer must name, a member. Returns the namespace.
    pub async fn accept_offer(
        &self,
        rights: &AdminRights,
        token: &str,
        origin: &Origin,
    ) -> Result<NamespaceId, ServiceError> {
        let namespace = self.find_offer(token, origin).await?.namespace;
        let (id, token_hash) = (rights.id.clone(), hash(token));
        self.transact(&own(rights), Right::Account, WorkScope::Both(namespace), move |tx, _| {
            Box::pin(async move {
                let offer = spend_standing(tx, &token_hash).await?;
                let administrator = addressee(tx, &offer, &id).await?;
                // This administrator already owns all namespaces.
                if administrator.is_everywhere {
                    return Err(Missing::Link.into());
                }
                join(tx, &offer, &administrator).await?;
                Ok(offer.namespace)
            })
        })
        .await
    }

    pub async fn decline_offer(&self, rights: &AdminRights, token: &str, origin: &Origin) -> Result<(), ServiceError> {
        let namespace = self.find_offer(token, origin).await?.namespace;
        let (id, token_hash) = (rights.id.clone(), hash(token));
        self.transact(&own(rights), Right::Account, WorkScope::Namespace(namespace), move |tx, caller| {
            Box::pin(async move {
                let offer = spend(tx, &token_hash).await?;
                addressee(tx, &offer, &id).await?;
                record(tx, &caller, AuditAction::DeclineOffer, &offer).await
            })
        })
        .await
    }

    /// Returns the offer of a link that is about to be spent. Attempts are counted by address.
    async fn find_offer(&self, token: &str, origin: &Origin) -> Result<Offer, ServiceError> {
        self.throttle.count(None, origin.address)?;
        Ok(valid(self.store.offer(&hash(token)).await?)?)
    }
}

/// A role to be offered.
pub(super) struct NewOffer<'o> {
    pub(super) email: &'o Email,
    pub(super) role: Role,
    pub(super) message: Option<String>,
}

/// Returns `None` for a blank message.
pub(super) fn offer_message(message: Option<String>) -> Result<Option<String>, Invalid> {
    let message = message.map(|message| message.trim().replace("\r\n", "\n")).filter(|message| !message.is_empty());
    match message.as_deref().and_then(|message| FieldCode::of_text(message, MESSAGE)) {
        Some(code) => Err(Invalid::one("message", code)),
        None => Ok(message),
    }
}

pub(super) async fn new_offer(
    tx: &mut Transaction<'_>,
    caller: &Permitted,
    namespace: &NamespaceId,
    NewOffer { email, role, message }: NewOffer<'_>,
    tokens: LinkTokens,
) -> Result<GivenRole, ServiceError> {
    let (id, now) = (uuid::Uuid::new_v4().to_string(), clock::now());
    let token = tokens.token(MailKind::Offer, &id);
    let offer = Offer {
        id,
        namespace: namespace.clone(),
        email: email.clone(),
        role,
        token_hash: hash(&token),
        by: caller.actor().ok_or(Unauthorized::NoKey)?,
        message,
        created_at: now,
        expires_at: later(now, VALID),
    };
    tx.forget_expired(now).await?;
    tx.put_offer(&offer).await?;
    if tokens.is_mailed {
        send_offer(tx, namespace, email, &offer.id).await?;
    }
    record(tx, caller, AuditAction::OfferRole, &offer).await?;
    Ok(GivenRole::Offered(offer, token))
}

pub(super) fn valid(offer: Option<Offer>) -> Result<Offer, Missing> {
    offer.filter(|offer| offer.expires_at > clock::now()).ok_or(Missing::Link)
}

/// Returns a valid offer whose maker may still give roles.
pub(super) async fn standing(reads: &Reads<'_>, token_hash: &[u8; 32]) -> Result<Offer, ServiceError> {
    let offer = valid(reads.offer(token_hash).await?)?;
    if is_maker_in_power(reads, &offer).await? { Ok(offer) } else { Err(Missing::Link.into()) }
}

/// Ends an offer that can be accepted.
pub(super) async fn spend_standing(tx: &mut Transaction<'_>, token_hash: &[u8; 32]) -> Result<Offer, ServiceError> {
    standing(tx, token_hash).await?;
    spend(tx, token_hash).await
}

async fn spend(tx: &mut Transaction<'_>, token_hash: &[u8; 32]) -> Result<Offer, ServiceError> {
    let offer = valid(tx.offer(token_hash).await?)?;
    tx.end_offer(&offer.namespace, &offer.id).await?.ok_or(Missing::Link)?;
    Ok(offer)
}

/// Returns the account of this id, if it has the offer's address.
async fn addressee(tx: &mut Transaction<'_>, offer: &Offer, id: &str) -> Result<Administrator, ServiceError> {
    let administrator = tx.administrator(id).await?.ok_or(Unauthorized::AccountGone)?;
    if administrator.email == offer.email { Ok(administrator) } else { Err(Missing::Link.into()) }
}

/// False if the maker's right to give roles was revoked: an offer that was kept for later would undo that. The expiry
/// of a key revokes nothing.
async fn is_maker_in_power(reads: &Reads<'_>, offer: &Offer) -> Result<bool, ServiceError> {
    let Offer { namespace, by, .. } = offer;
    Ok(match by.kind {
        ActorKind::Administrator => match reads.administrator(&by.id).await? {
            Some(maker) => Permitted::of_account(reads, &maker).await?.require(Permission::Manage, namespace).is_ok(),
            None => false,
        },
        ActorKind::Key => reads.key(&by.id).await?.is_some_and(|key| key.revoked_at.is_none()),
        ActorKind::Operator | ActorKind::System => true,
    })
}

/// Gives the role, and ends the account's password links, whose holders would also gain access.
pub(super) async fn join(
    tx: &mut Transaction<'_>,
    offer: &Offer,
    administrator: &Administrator,
) -> Result<(), ServiceError> {
    tx.end_sign_in_links(Some(&administrator.id)).await?;
    set_role(tx, &offer.namespace, administrator, Some(offer.role)).await?;
    let caller = Permitted::of_account(tx, administrator).await?;
    record(tx, &caller, AuditAction::AcceptOffer, offer).await
}

async fn record(
    tx: &mut Transaction<'_>,
    caller: &Permitted,
    action: AuditAction,
    offer: &Offer,
) -> Result<(), ServiceError> {
    let draft = AuditDraft::of_namespace(action, &offer.namespace);
    record_audit(tx, caller, draft.on(offer.email.as_str()).with(offer.role.as_str().to_owned())).await
}
