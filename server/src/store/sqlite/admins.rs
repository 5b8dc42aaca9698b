//! Administrators and their roles.

use async_trait::async_trait;
use domain::{Email, NamespaceId, Role};
use sqlx::Row;

use super::{
    SqliteStore,
    error::classify,
    sessions::link,
    transaction::{SqliteTransaction, Statement},
};
use crate::store::{
    AdminStore, AdminTransaction, Administrator, Member, SignInLink, StoreError, Totp,
    rows::{admin_columns, membership_columns},
};

fn by_id(id: &str) -> Statement {
    sqlx::query(concat!("SELECT ", admin_columns!(), " FROM administrators WHERE id = $1")).bind(id)
}

fn by_email(email: &Email) -> Statement {
    sqlx::query(concat!("SELECT ", admin_columns!(), " FROM administrators WHERE email = $1")).bind(email.as_str())
}

fn roles(id: &str) -> Statement {
    sqlx::query(concat!(
        "SELECT ",
        membership_columns!(),
        " FROM memberships WHERE admin_id = $1 ORDER BY namespace_id"
    ))
    .bind(id)
}

#[async_trait]
impl AdminStore for SqliteStore {
    async fn administrator(&self, id: &str) -> Result<Option<Administrator>, StoreError> {
        self.find(by_id(id)).await
    }

    async fn administrator_by_email(&self, email: &Email) -> Result<Option<Administrator>, StoreError> {
        self.find(by_email(email)).await
    }

    async fn administrators(&self) -> Result<Vec<Administrator>, StoreError> {
        self.list(sqlx::query(concat!("SELECT ", admin_columns!(), " FROM administrators ORDER BY email"))).await
    }

    async fn recovery_codes(&self, id: &str) -> Result<u64, StoreError> {
        let count: i64 = sqlx::query_scalar("SELECT count(*) FROM recovery_codes WHERE admin_id = $1")
            .bind(id)
            .fetch_one(&self.readers)
            .await
            .map_err(classify)?;
        Ok(count.cast_unsigned())
    }

    async fn roles(&self, id: &str) -> Result<Vec<(NamespaceId, Role)>, StoreError> {
        self.list(roles(id)).await
    }

    async fn members(&self, namespace: &NamespaceId) -> Result<Vec<Member>, StoreError> {
        let select = sqlx::query(concat!(
            "SELECT role, ",
            admin_columns!(),
            " FROM memberships JOIN administrators ON id = admin_id WHERE namespace_id = $1 ORDER BY email"
        ));
        self.list(select.bind(namespace.as_str())).await
    }

    async fn sign_in_link(&self, token_hash: &[u8; 32]) -> Result<Option<SignInLink>, StoreError> {
        self.find(link(token_hash)).await
    }
}

#[async_trait]
impl AdminTransaction for SqliteTransaction<'_> {
    async fn has_administrators(&mut self) -> Result<bool, StoreError> {
        Ok(!self.rows(sqlx::query("SELECT 1 FROM administrators LIMIT 1")).await?.is_empty())
    }

    async fn administrator(&mut self, id: &str) -> Result<Option<Administrator>, StoreError> {
        self.find(by_id(id)).await
    }

    async fn administrator_by_email(&mut self, email: &Email) -> Result<Option<Administrator>, StoreError> {
        self.find(by_email(email)).await
    }

    async fn add_administrator(&mut self, administrator: &Administrator) -> Result<(), StoreError> {
        let insert = sqlx::query(concat!(
            "INSERT INTO administrators (",
            admin_columns!(),
            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
        ))
        .bind(&administrator.id)
        .bind(administrator.email.as_str())
        .bind(&administrator.name)
        .bind(&administrator.password_hash)
        .bind(administrator.totp.as_ref().map(|totp| totp.secret.as_slice()))
        .bind(administrator.totp.as_ref().map_or(0, |totp| totp.last_step.cast_signed()))
        .bind(administrator.is_everywhere)
        .bind(administrator.created_at.nanoseconds());
        self.execute(insert).await.map(drop)
    }

    async fn set_password(&mut self, id: &str, hash: Option<&str>) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE administrators SET password_hash = $2 WHERE id = $1").bind(id).bind(hash);
        self.execute(update).await.map(drop)
    }

    async fn set_second_factor(&mut self, id: &str, totp: Option<&Totp>) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE administrators SET totp_secret = $2, totp_step = $3 WHERE id = $1")
            .bind(id)
            .bind(totp.map(|totp| totp.secret.as_slice()))
            .bind(totp.map_or(0, |totp| totp.last_step.cast_signed()));
        self.execute(update).await.map(drop)
    }

    async fn set_recovery_codes(&mut self, id: &str, hashes: &[[u8; 32]]) -> Result<(), StoreError> {
        self.execute(sqlx::query("DELETE FROM recovery_codes WHERE admin_id = $1").bind(id)).await?;
        for hash in hashes {
            let insert = sqlx::query("INSERT INTO recovery_codes (admin_id, code_hash) VALUES ($1, $2)");
            self.execute(insert.bind(id).bind(hash.as_slice())).await?;
        }
        Ok(())
    }

    async fn spend_recovery_code(&mut self, id: &str, hash: &[u8; 32]) -> Result<bool, StoreError> {
        let delete = sqlx::query("DELETE FROM recovery_codes WHERE admin_id = $1 AND code_hash = $2");
        Ok(self.execute(delete.bind(id).bind(hash.as_slice())).await? > 0)
    }

    async fn delete_administrator(&mut self, id: &str) -> Result<(), StoreError> {
        self.execute(sqlx::query("DELETE FROM administrators WHERE id = $1").bind(id)).await.map(drop)
    }

    async fn roles(&mut self, id: &str) -> Result<Vec<(NamespaceId, Role)>, StoreError> {
        self.list(roles(id)).await
    }

    async fn owners(&mut self, namespace: &NamespaceId) -> Result<Vec<String>, StoreError> {
        let select = sqlx::query(
            "SELECT admin_id FROM memberships WHERE namespace_id = $1 AND role = 'owner'
             UNION
             SELECT id FROM administrators WHERE is_everywhere",
        );
        let rows = self.rows(select.bind(namespace.as_str())).await?;
        rows.iter().map(|row| row.try_get(0).map_err(classify)).collect()
    }

    async fn set_role(&mut self, id: &str, namespace: &NamespaceId, role: Option<Role>) -> Result<(), StoreError> {
        let statement = match role {
            Some(_) => sqlx::query(
                "INSERT INTO memberships (admin_id, namespace_id, role) VALUES ($1, $2, $3)
                 ON CONFLICT (admin_id, namespace_id) DO UPDATE SET role = excluded.role",
            ),
            None => sqlx::query("DELETE FROM memberships WHERE admin_id = $1 AND namespace_id = $2"),
        };
        let statement = statement.bind(id).bind(namespace.as_str());
        let statement = if let Some(role) = role { statement.bind(role.as_str()) } else { statement };
        self.execute(statement).await.map(drop)
    }
}
