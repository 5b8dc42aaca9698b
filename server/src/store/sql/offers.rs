//! Offers of a role in a namespace.

use domain::{Email, NamespaceId, Role};
use macro_rules_attribute::derive;

use super::{
    Reads,
    rows::{Stored, columns, damaged, moment},
    sql,
};
use crate::store::{Actor, ActorKind, Offer, Result, Transaction};

#[derive(columns!)]
pub(in crate::store) struct OfferRow {
    id: String,
    namespace_id: String,
    email: String,
    role: String,
    token_hash: Vec<u8>,
    actor_kind: String,
    actor_id: String,
    actor_name: String,
    message: Option<String>,
    created_at: i64,
    expires_at: i64,
}

impl Stored for Offer {
    type Row = OfferRow;

    fn read(row: OfferRow) -> Result<Self> {
        let what = format!("offer {}", row.id);
        let damaged = || damaged(&what);
        Ok(Self {
            id: row.id,
            namespace: NamespaceId::parse(&row.namespace_id).map_err(|_| damaged())?,
            email: Email::parse(&row.email).map_err(|_| damaged())?,
            role: Role::parse(&row.role).ok_or_else(damaged)?,
            token_hash: row.token_hash.try_into().map_err(|_| damaged())?,
            by: Actor {
                kind: ActorKind::parse(&row.actor_kind).ok_or_else(damaged)?,
                id: row.actor_id,
                name: row.actor_name,
            },
            message: row.message,
            created_at: moment(row.created_at),
            expires_at: moment(row.expires_at),
        })
    }
}

impl Reads<'_> {
    /// Ordered by e-mail address.
    pub async fn offers(&self, namespace: &NamespaceId) -> Result<Vec<Offer>> {
        let select = sql!("SELECT {offer} FROM member_offers WHERE namespace_id = $1 ORDER BY email");
        self.list(select.bind(namespace)).await
    }

    /// May return an expired offer.
    pub async fn offer(&self, token_hash: &[u8; 32]) -> Result<Option<Offer>> {
        self.find(sql!("SELECT {offer} FROM member_offers WHERE token_hash = $1").bind(token_hash.as_slice())).await
    }
}

impl Transaction<'_> {
    /// Replaces an offer to the same address in the same namespace.
    pub async fn put_offer(&mut self, offer: &Offer) -> Result<()> {
        let delete = sql!("DELETE FROM member_offers WHERE namespace_id = $1 AND email = $2");
        self.execute(delete.bind(&offer.namespace).bind(&offer.email)).await?;
        let insert = sql!("INSERT INTO member_offers ({offer}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)")
            .bind(&offer.id)
            .bind(&offer.namespace)
            .bind(&offer.email)
            .bind(offer.role.as_str())
            .bind(offer.token_hash.as_slice())
            .bind(offer.by.kind.as_str())
            .bind(&offer.by.id)
            .bind(&offer.by.name)
            .bind(offer.message.clone())
            .bind(offer.created_at)
            .bind(offer.expires_at);
        self.execute(insert).await.map(drop)
    }

    /// Returns the ended offer, if there was one.
    pub async fn end_offer(&mut self, namespace: &NamespaceId, id: &str) -> Result<Option<Offer>> {
        let delete = sql!("DELETE FROM member_offers WHERE namespace_id = $1 AND id = $2 RETURNING {offer}");
        self.find(delete.bind(namespace).bind(id)).await
    }
}
