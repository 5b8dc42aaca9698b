//! Namespaces.

use async_trait::async_trait;
use domain::NamespaceId;

use super::{SqlConnection, SqlStore, SqlTransaction, Statement, query};
use crate::store::{Namespace, NamespaceStore, NamespaceTransaction, Page, StoreError, rows::namespace_columns};

fn by_id(id: &NamespaceId) -> Statement {
    query(concat!("SELECT ", namespace_columns!(), " FROM namespaces WHERE id = $1")).bind(id.as_str())
}

#[async_trait]
impl<S: SqlStore> NamespaceStore for S {
    async fn namespace(&self, id: &NamespaceId) -> Result<Option<Namespace>, StoreError> {
        self.find(by_id(id)).await
    }

    async fn namespaces(&self, page: Page<NamespaceId>) -> Result<Vec<Namespace>, StoreError> {
        let select =
            query(concat!("SELECT ", namespace_columns!(), " FROM namespaces WHERE id > $1 ORDER BY id LIMIT $2"))
                .bind(page.after.as_ref().map_or("", NamespaceId::as_str))
                .bind(i64::from(page.limit));
        self.list(select).await
    }

    async fn requires_second_factor_somewhere(&self) -> Result<bool, StoreError> {
        let select = query("SELECT id FROM namespaces WHERE requires_second_factor LIMIT 1");
        Ok(self.find::<String>(select).await?.is_some())
    }
}

#[async_trait]
impl<C: SqlConnection> NamespaceTransaction for SqlTransaction<'_, C> {
    async fn namespace(&mut self, id: &NamespaceId) -> Result<Option<Namespace>, StoreError> {
        self.find(by_id(id)).await
    }

    async fn has_been_namespace(&mut self, id: &NamespaceId) -> Result<bool, StoreError> {
        let count =
            query("SELECT CAST(count(*) AS BIGINT) FROM (SELECT 1 FROM audit_log WHERE namespace_id = $1 LIMIT 1) a");
        Ok(self.number(count.bind(id.as_str())).await? > 0)
    }

    async fn add_namespace(&mut self, namespace: &Namespace) -> Result<(), StoreError> {
        let insert = query(concat!("INSERT INTO namespaces (", namespace_columns!(), ") VALUES ($1, $2, $3, $4)"))
            .bind(namespace.id.as_str())
            .bind(&namespace.name)
            .bind(namespace.created_at.nanoseconds())
            .bind(namespace.requires_second_factor);
        self.execute(insert).await.map(drop)
    }

    async fn require_second_factor(&mut self, id: &NamespaceId, is_required: bool) -> Result<(), StoreError> {
        let update = query("UPDATE namespaces SET requires_second_factor = $2 WHERE id = $1");
        self.execute(update.bind(id.as_str()).bind(is_required)).await.map(drop)
    }

    async fn delete_namespace(&mut self, id: &NamespaceId) -> Result<bool, StoreError> {
        self.execute(query("DELETE FROM api_keys WHERE namespace_id = $1").bind(id.as_str())).await?;
        let delete = query(
            "DELETE FROM namespaces WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM quizzes WHERE namespace_id = $1)",
        );
        Ok(self.execute(delete.bind(id.as_str())).await? > 0)
    }
}
