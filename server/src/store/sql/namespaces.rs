//! Namespaces.

use domain::NamespaceId;
use macro_rules_attribute::derive;

use super::{
    Reads,
    rows::{Stored, columns, damaged, moment},
    sql,
};
use crate::store::{Namespace, Page, Result, Transaction};

#[derive(columns!)]
pub(in crate::store) struct NamespaceRow {
    id: String,
    name: String,
    created_at: i64,
    requires_second_factor: bool,
}

impl Stored for NamespaceId {
    type Row = (String,);

    fn read((id,): (String,)) -> Result<Self> {
        Self::parse(&id).map_err(|_| damaged("namespace's id"))
    }
}

impl Stored for Namespace {
    type Row = NamespaceRow;

    fn read(row: NamespaceRow) -> Result<Self> {
        Ok(Self {
            id: NamespaceId::parse(&row.id).map_err(|_| damaged(format!("namespace {}", row.id)))?,
            name: row.name,
            created_at: moment(row.created_at),
            requires_second_factor: row.requires_second_factor,
        })
    }
}

impl Reads<'_> {
    pub async fn namespace(&self, id: &NamespaceId) -> Result<Option<Namespace>> {
        let select = sql!("SELECT id, name, created_at, requires_second_factor FROM namespaces WHERE id = $1");
        self.find(select.bind(id)).await
    }

    /// Ordered by id.
    pub async fn namespaces(&self, page: Page<NamespaceId>) -> Result<Vec<Namespace>> {
        let select = sql!(
            "SELECT id, name, created_at, requires_second_factor FROM namespaces WHERE id > $1 ORDER BY id LIMIT $2"
        )
        .bind(page.after.as_ref().map_or("", NamespaceId::as_str))
        .bind(i64::from(page.limit));
        self.list(select).await
    }

    pub async fn requires_second_factor_somewhere(&self) -> Result<bool> {
        let select = sql!("SELECT id FROM namespaces WHERE requires_second_factor LIMIT 1");
        Ok(self.find::<String>(select).await?.is_some())
    }

    /// True if the audit log has lines of a namespace with this id, which may be deleted.
    pub async fn has_been_namespace(&self, id: &NamespaceId) -> Result<bool> {
        let count =
            sql!("SELECT CAST(count(*) AS BIGINT) FROM (SELECT 1 FROM audit_log WHERE namespace_id = $1 LIMIT 1) a");
        Ok(self.number(count.bind(id)).await? > 0)
    }
}

impl Transaction<'_> {
    /// Fails with a conflict if the id is taken.
    pub async fn add_namespace(&mut self, namespace: &Namespace) -> Result<()> {
        let insert =
            sql!("INSERT INTO namespaces (id, name, created_at, requires_second_factor) VALUES ($1, $2, $3, $4)")
                .bind(&namespace.id)
                .bind(&namespace.name)
                .bind(namespace.created_at)
                .bind(namespace.requires_second_factor);
        self.execute(insert).await.map(drop)
    }

    pub async fn rename_namespace(&mut self, id: &NamespaceId, name: &str) -> Result<()> {
        let update = sql!("UPDATE namespaces SET name = $2 WHERE id = $1");
        self.execute(update.bind(id).bind(name)).await.map(drop)
    }

    pub async fn require_second_factor(&mut self, id: &NamespaceId, is_required: bool) -> Result<()> {
        let update = sql!("UPDATE namespaces SET requires_second_factor = $2 WHERE id = $1");
        self.execute(update.bind(id).bind(is_required)).await.map(drop)
    }

    /// Also deletes its keys, roles and endpoints. Returns `false` if it has quizzes or does not exist; the caller must
    /// not commit then.
    pub async fn delete_namespace(&mut self, id: &NamespaceId) -> Result<bool> {
        self.execute(sql!("DELETE FROM api_keys WHERE namespace_id = $1").bind(id)).await?;
        self.execute(sql!("DELETE FROM webhook_endpoints WHERE namespace_id = $1").bind(id)).await?;
        let delete = sql!(
            "DELETE FROM namespaces WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM quizzes WHERE namespace_id = $1)",
        );
        Ok(self.execute(delete.bind(id)).await? > 0)
    }
}
