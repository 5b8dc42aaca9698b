//! Offers of a role in a namespace.

use async_trait::async_trait;
use domain::NamespaceId;

use super::{SqlConnection, SqlStore, SqlTransaction, Statement, query};
use crate::store::{Offer, OfferStore, OfferTransaction, StoreError, rows::offer_columns};

fn by_token(token_hash: &[u8; 32]) -> Statement {
    let sql = concat!("SELECT ", offer_columns!(), " FROM member_offers WHERE token_hash = $1");
    query(sql).bind(token_hash.as_slice())
}

#[async_trait]
impl<S: SqlStore> OfferStore for S {
    async fn offers(&self, namespace: &NamespaceId) -> Result<Vec<Offer>, StoreError> {
        let select =
            query(concat!("SELECT ", offer_columns!(), " FROM member_offers WHERE namespace_id = $1 ORDER BY email"));
        self.list(select.bind(namespace.as_str())).await
    }

    async fn offer(&self, token_hash: &[u8; 32]) -> Result<Option<Offer>, StoreError> {
        self.find(by_token(token_hash)).await
    }
}

#[async_trait]
impl<C: SqlConnection> OfferTransaction for SqlTransaction<'_, C> {
    async fn offer(&mut self, token_hash: &[u8; 32]) -> Result<Option<Offer>, StoreError> {
        self.find(by_token(token_hash)).await
    }

    async fn put_offer(&mut self, offer: &Offer) -> Result<(), StoreError> {
        let delete = query("DELETE FROM member_offers WHERE namespace_id = $1 AND email = $2");
        self.execute(delete.bind(offer.namespace.as_str()).bind(offer.email.as_str())).await?;
        let insert = query(concat!(
            "INSERT INTO member_offers (",
            offer_columns!(),
            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
        ))
        .bind(&offer.id)
        .bind(offer.namespace.as_str())
        .bind(offer.email.as_str())
        .bind(offer.role.as_str())
        .bind(offer.token_hash.as_slice())
        .bind(offer.by.kind.as_str())
        .bind(&offer.by.id)
        .bind(&offer.by.name)
        .bind(offer.created_at.nanoseconds())
        .bind(offer.expires_at.nanoseconds());
        self.execute(insert).await.map(drop)
    }

    async fn end_offer(&mut self, namespace: &NamespaceId, id: &str) -> Result<Option<Offer>, StoreError> {
        let delete = query(concat!(
            "DELETE FROM member_offers WHERE namespace_id = $1 AND id = $2 RETURNING ",
            offer_columns!()
        ));
        self.find(delete.bind(namespace.as_str()).bind(id)).await
    }
}
