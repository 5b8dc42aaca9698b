//! Administrators and their roles.

use async_trait::async_trait;
use domain::{Email, NamespaceId, Role};

use super::{SqlConnection, SqlStore, SqlTransaction, Statement, query, sessions::link};
use crate::store::{
    AdminStore, AdminTransaction, Administrator, Member, SignInLink, StoreError, Totp,
    rows::{admin_columns, membership_columns},
};

fn by_id(id: &str) -> Statement {
    query(concat!("SELECT ", admin_columns!(), " FROM administrators WHERE id = $1")).bind(id)
}

fn by_email(email: &Email) -> Statement {
    query(concat!("SELECT ", admin_columns!(), " FROM administrators WHERE email = $1")).bind(email.as_str())
}

macro_rules! members {
    ($conditions:literal) => {
        concat!(
            "SELECT role, ",
            admin_columns!(),
            " FROM memberships JOIN administrators ON id = admin_id WHERE namespace_id = $1",
            $conditions
        )
    };
}

fn roles(id: &str) -> Statement {
    query(concat!("SELECT ", membership_columns!(), " FROM memberships WHERE admin_id = $1 ORDER BY namespace_id"))
        .bind(id)
}

#[async_trait]
impl<S: SqlStore> AdminStore for S {
    async fn administrator(&self, id: &str) -> Result<Option<Administrator>, StoreError> {
        self.find(by_id(id)).await
    }

    async fn administrator_by_email(&self, email: &Email) -> Result<Option<Administrator>, StoreError> {
        self.find(by_email(email)).await
    }

    async fn administrators(&self) -> Result<Vec<Administrator>, StoreError> {
        self.list(query(concat!("SELECT ", admin_columns!(), " FROM administrators ORDER BY email"))).await
    }

    async fn recovery_codes(&self, id: &str) -> Result<u64, StoreError> {
        let count = query("SELECT count(*) FROM recovery_codes WHERE admin_id = $1").bind(id);
        let counted: Vec<(i64,)> = self.rows(count).await?;
        Ok(counted.first().map_or(0, |(count,)| count.cast_unsigned()))
    }

    async fn roles(&self, id: &str) -> Result<Vec<(NamespaceId, Role)>, StoreError> {
        self.list(roles(id)).await
    }

    async fn members(&self, namespace: &NamespaceId) -> Result<Vec<Member>, StoreError> {
        self.list(query(members!(" ORDER BY email")).bind(namespace.as_str())).await
    }

    async fn sign_in_link(&self, token_hash: &[u8; 32]) -> Result<Option<SignInLink>, StoreError> {
        self.find(link(token_hash)).await
    }
}

#[async_trait]
impl<C: SqlConnection> AdminTransaction for SqlTransaction<'_, C> {
    async fn has_administrators(&mut self) -> Result<bool, StoreError> {
        let found: Option<String> = self.find(query("SELECT id FROM administrators LIMIT 1")).await?;
        Ok(found.is_some())
    }

    async fn administrators_everywhere(&mut self) -> Result<i64, StoreError> {
        self.number(query("SELECT CAST(count(*) AS BIGINT) FROM administrators WHERE is_everywhere")).await
    }

    async fn administrator(&mut self, id: &str) -> Result<Option<Administrator>, StoreError> {
        self.find(by_id(id)).await
    }

    async fn administrator_by_email(&mut self, email: &Email) -> Result<Option<Administrator>, StoreError> {
        self.find(by_email(email)).await
    }

    async fn add_administrator(&mut self, administrator: &Administrator) -> Result<(), StoreError> {
        let insert = query(concat!(
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
        let update = query("UPDATE administrators SET password_hash = $2 WHERE id = $1").bind(id).bind(hash);
        self.execute(update).await.map(drop)
    }

    async fn set_second_factor(&mut self, id: &str, totp: Option<&Totp>) -> Result<(), StoreError> {
        let update = query("UPDATE administrators SET totp_secret = $2, totp_step = $3 WHERE id = $1")
            .bind(id)
            .bind(totp.map(|totp| totp.secret.as_slice()))
            .bind(totp.map_or(0, |totp| totp.last_step.cast_signed()));
        self.execute(update).await.map(drop)
    }

    async fn set_recovery_codes(&mut self, id: &str, hashes: &[[u8; 32]]) -> Result<(), StoreError> {
        self.execute(query("DELETE FROM recovery_codes WHERE admin_id = $1").bind(id)).await?;
        for hash in hashes {
            let insert = query("INSERT INTO recovery_codes (admin_id, code_hash) VALUES ($1, $2)");
            self.execute(insert.bind(id).bind(hash.as_slice())).await?;
        }
        Ok(())
    }

    async fn spend_recovery_code(&mut self, id: &str, hash: &[u8; 32]) -> Result<bool, StoreError> {
        let delete = query("DELETE FROM recovery_codes WHERE admin_id = $1 AND code_hash = $2");
        Ok(self.execute(delete.bind(id).bind(hash.as_slice())).await? > 0)
    }

    async fn delete_administrator(&mut self, id: &str) -> Result<(), StoreError> {
        self.execute(query("DELETE FROM administrators WHERE id = $1").bind(id)).await.map(drop)
    }

    async fn roles(&mut self, id: &str) -> Result<Vec<(NamespaceId, Role)>, StoreError> {
        self.list(roles(id)).await
    }

    async fn owners(&mut self, namespace: &NamespaceId) -> Result<Vec<String>, StoreError> {
        let select = query(
            "SELECT admin_id FROM memberships WHERE namespace_id = $1 AND role = 'owner'
             UNION
             SELECT id FROM administrators WHERE is_everywhere
             ORDER BY 1",
        );
        self.list(select.bind(namespace.as_str())).await
    }

    async fn member_by_email(&mut self, namespace: &NamespaceId, email: &Email) -> Result<Option<Member>, StoreError> {
        self.find(query(members!(" AND email = $2")).bind(namespace.as_str()).bind(email.as_str())).await
    }

    async fn set_role(&mut self, id: &str, namespace: &NamespaceId, role: Option<Role>) -> Result<(), StoreError> {
        let statement = match role {
            Some(_) => query(
                "INSERT INTO memberships (admin_id, namespace_id, role) VALUES ($1, $2, $3)
                 ON CONFLICT (admin_id, namespace_id) DO UPDATE SET role = excluded.role",
            ),
            None => query("DELETE FROM memberships WHERE admin_id = $1 AND namespace_id = $2"),
        };
        let statement = statement.bind(id).bind(namespace.as_str());
        let statement = if let Some(role) = role { statement.bind(role.as_str()) } else { statement };
        self.execute(statement).await.map(drop)
    }
}
