//! Administrators and their roles.

use domain::{Email, NamespaceId, Role};
use macro_rules_attribute::derive;

use super::{
    Reads,
    rows::{Stored, columns, count, damaged, moment},
    sql,
};
use crate::store::{Administrator, Member, Page, Result, Totp, Transaction};

#[derive(columns!)]
pub(in crate::store) struct AdminRow {
    id: String,
    email: String,
    name: String,
    password_hash: Option<String>,
    totp_secret: Option<Vec<u8>>,
    totp_step: i64,
    is_everywhere: bool,
    created_at: i64,
}

impl Stored for Administrator {
    type Row = AdminRow;

    fn read(row: AdminRow) -> Result<Self> {
        let what = format!("administrator {}", row.id);
        let last_step = count(row.totp_step, &what)?;
        Ok(Self {
            id: row.id,
            email: Email::parse(&row.email).map_err(|_| damaged(&what))?,
            name: row.name,
            password_hash: row.password_hash,
            totp: row.totp_secret.map(|secret| Totp { secret, last_step }),
            is_everywhere: row.is_everywhere,
            created_at: moment(row.created_at),
        })
    }
}

#[derive(columns!)]
pub(in crate::store) struct MemberRow {
    role: String,
    administrator: AdminRow,
}

impl Stored for Member {
    type Row = MemberRow;

    fn read(MemberRow { role, administrator }: MemberRow) -> Result<Self> {
        let role = Role::parse(&role).ok_or_else(|| damaged(format!("role of {}", administrator.id)))?;
        Ok(Self { administrator: Administrator::read(administrator)?, role })
    }
}

#[derive(columns!)]
pub(in crate::store) struct MembershipRow {
    namespace_id: String,
    role: String,
}

impl Stored for (NamespaceId, Role) {
    type Row = MembershipRow;

    fn read(row: MembershipRow) -> Result<Self> {
        let namespace = NamespaceId::parse(&row.namespace_id).ok();
        namespace.zip(Role::parse(&row.role)).ok_or_else(|| damaged("role"))
    }
}

impl Reads<'_> {
    pub async fn administrator(&self, id: &str) -> Result<Option<Administrator>> {
        self.find(sql!("SELECT {admin} FROM administrators WHERE id = $1").bind(id)).await
    }

    pub async fn administrator_by_email(&self, email: &Email) -> Result<Option<Administrator>> {
        self.find(sql!("SELECT {admin} FROM administrators WHERE email = $1").bind(email)).await
    }

    /// Ordered by e-mail address.
    pub async fn administrators(&self) -> Result<Vec<Administrator>> {
        self.list(sql!("SELECT {admin} FROM administrators ORDER BY email")).await
    }

    /// Returns the number of unused codes.
    pub async fn recovery_codes(&self, id: &str) -> Result<u64> {
        let count = sql!("SELECT count(*) FROM recovery_codes WHERE admin_id = $1").bind(id);
        Ok(self.number(count).await?.cast_unsigned())
    }

    pub async fn roles(&self, id: &str) -> Result<Vec<(NamespaceId, Role)>> {
        let select = sql!("SELECT namespace_id, role FROM memberships WHERE admin_id = $1 ORDER BY namespace_id");
        self.list(select.bind(id)).await
    }

    /// Ordered by e-mail address, without administrators of all namespaces. A page begins after an account's id and is
    /// empty if that account is gone.
    pub async fn members(&self, namespace: &NamespaceId, page: Page<String>) -> Result<Vec<Member>> {
        let select = sql!(
            "SELECT role, {admin} FROM memberships JOIN administrators ON id = admin_id
             WHERE namespace_id = $1 AND ($2 = '' OR email > (SELECT a.email FROM administrators a WHERE a.id = $2))
             ORDER BY email LIMIT $3"
        );
        let after = page.after.unwrap_or_default();
        self.list(select.bind(namespace).bind(after).bind(i64::from(page.limit))).await
    }

    pub async fn has_administrators(&self) -> Result<bool> {
        let found: Option<String> = self.find(sql!("SELECT id FROM administrators LIMIT 1")).await?;
        Ok(found.is_some())
    }

    pub async fn administrators_everywhere(&self) -> Result<i64> {
        self.number(sql!("SELECT CAST(count(*) AS BIGINT) FROM administrators WHERE is_everywhere")).await
    }

    /// Returns the ids of the namespace's owners, including administrators of all namespaces.
    pub async fn owners(&self, namespace: &NamespaceId) -> Result<Vec<String>> {
        let select = sql!(
            "SELECT admin_id FROM memberships WHERE namespace_id = $1 AND role = 'owner'
             UNION
             SELECT id FROM administrators WHERE is_everywhere
             ORDER BY 1",
        );
        self.list(select.bind(namespace)).await
    }

    pub(super) async fn list_administrators_everywhere(&self) -> Result<Vec<Administrator>> {
        self.list(sql!("SELECT {admin} FROM administrators WHERE is_everywhere ORDER BY id")).await
    }

    pub async fn member_by_email(&self, namespace: &NamespaceId, email: &Email) -> Result<Option<Member>> {
        let select = sql!(
            "SELECT role, {admin} FROM memberships JOIN administrators ON id = admin_id
             WHERE namespace_id = $1 AND email = $2"
        );
        self.find(select.bind(namespace).bind(email)).await
    }
}

impl Transaction<'_> {
    /// Fails with a conflict if the e-mail address is taken.
    pub async fn add_administrator(&mut self, administrator: &Administrator) -> Result<()> {
        let insert = sql!("INSERT INTO administrators ({admin}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")
            .bind(&administrator.id)
            .bind(&administrator.email)
            .bind(&administrator.name)
            .bind(&administrator.password_hash)
            .bind(administrator.totp.as_ref().map(|totp| totp.secret.as_slice()))
            .bind(administrator.totp.as_ref().map_or(0, |totp| totp.last_step.cast_signed()))
            .bind(administrator.is_everywhere)
            .bind(administrator.created_at);
        self.execute(insert).await.map(drop)
    }

    pub async fn set_password(&mut self, id: &str, hash: Option<&str>) -> Result<()> {
        let update = sql!("UPDATE administrators SET password_hash = $2 WHERE id = $1").bind(id).bind(hash);
        self.execute(update).await.map(drop)
    }

    pub async fn set_second_factor(&mut self, id: &str, totp: Option<&Totp>) -> Result<()> {
        let update = sql!("UPDATE administrators SET totp_secret = $2, totp_step = $3 WHERE id = $1")
            .bind(id)
            .bind(totp.map(|totp| totp.secret.as_slice()))
            .bind(totp.map_or(0, |totp| totp.last_step.cast_signed()));
        self.execute(update).await.map(drop)
    }

    pub async fn set_recovery_codes(&mut self, id: &str, hashes: &[[u8; 32]]) -> Result<()> {
        self.execute(sql!("DELETE FROM recovery_codes WHERE admin_id = $1").bind(id)).await?;
        for hash in hashes {
            let insert = sql!("INSERT INTO recovery_codes (admin_id, code_hash) VALUES ($1, $2)");
            self.execute(insert.bind(id).bind(hash.as_slice())).await?;
        }
        Ok(())
    }

    /// Returns `false` if the account no longer has this code.
    pub async fn spend_recovery_code(&mut self, id: &str, hash: &[u8; 32]) -> Result<bool> {
        let delete = sql!("DELETE FROM recovery_codes WHERE admin_id = $1 AND code_hash = $2");
        Ok(self.execute(delete.bind(id).bind(hash.as_slice())).await? > 0)
    }

    /// Also deletes the account's roles, sessions and links.
    pub async fn delete_administrator(&mut self, id: &str) -> Result<()> {
        self.execute(sql!("DELETE FROM administrators WHERE id = $1").bind(id)).await.map(drop)
    }

    pub async fn set_role(&mut self, id: &str, namespace: &NamespaceId, role: Option<Role>) -> Result<()> {
        let statement = if let Some(role) = role {
            let upsert = sql!(
                "INSERT INTO memberships (admin_id, namespace_id, role) VALUES ($1, $2, $3)
                 ON CONFLICT (admin_id, namespace_id) DO UPDATE SET role = excluded.role",
            );
            upsert.bind(id).bind(namespace).bind(role.as_str())
        } else {
            sql!("DELETE FROM memberships WHERE admin_id = $1 AND namespace_id = $2").bind(id).bind(namespace)
        };
        self.execute(statement).await.map(drop)
    }
}
