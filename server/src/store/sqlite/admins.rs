//! Administrators and their roles.

use async_trait::async_trait;
use domain::{Email, NamespaceId, Role, Timestamp};
use sqlx::FromRow;

use super::{
    SqliteStore,
    error::classify,
    sessions::link,
    transaction::{Select, SqliteTransaction},
};
use crate::store::{AdminStore, AdminTransaction, Administrator, Member, SignInLink, StoreError, Totp};

#[derive(FromRow)]
struct Row {
    id: String,
    email: String,
    name: String,
    password_hash: Option<String>,
    totp_secret: Option<Vec<u8>>,
    totp_step: i64,
    is_everywhere: bool,
    created_at: i64,
}

#[derive(FromRow)]
struct MemberRow {
    role: String,
    #[sqlx(flatten)]
    row: Row,
}

#[derive(FromRow)]
struct RoleRow {
    namespace_id: String,
    role: String,
}

fn damaged(what: &str) -> StoreError {
    StoreError::Internal(format!("the stored administrator {what} is damaged"))
}

impl TryFrom<Row> for Administrator {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let last_step = u64::try_from(row.totp_step).map_err(|_| damaged(&row.id))?;
        Ok(Self {
            email: Email::parse(&row.email).map_err(|_| damaged(&row.id))?,
            id: row.id,
            name: row.name,
            password_hash: row.password_hash,
            totp: row.totp_secret.map(|secret| Totp { secret, last_step }),
            is_everywhere: row.is_everywhere,
            created_at: Timestamp::from_nanoseconds(row.created_at),
        })
    }
}

impl TryFrom<MemberRow> for Member {
    type Error = StoreError;

    fn try_from(MemberRow { role, row }: MemberRow) -> Result<Self, StoreError> {
        let role = Role::parse(&role).ok_or_else(|| damaged(&row.id))?;
        Ok(Self { administrator: row.try_into()?, role })
    }
}

impl RoleRow {
    fn read(self, admin_id: &str) -> Result<(NamespaceId, Role), StoreError> {
        let namespace = NamespaceId::parse(&self.namespace_id).map_err(|_| damaged(admin_id))?;
        Ok((namespace, Role::parse(&self.role).ok_or_else(|| damaged(admin_id))?))
    }
}

macro_rules! columns {
    () => {
        "id, email, name, password_hash, totp_secret, totp_step, is_everywhere, created_at"
    };
}

fn by_id(id: &str) -> Select<Row> {
    sqlx::query_as(concat!("SELECT ", columns!(), " FROM administrators WHERE id = $1")).bind(id.to_owned())
}

fn by_email(email: &Email) -> Select<Row> {
    sqlx::query_as(concat!("SELECT ", columns!(), " FROM administrators WHERE email = $1"))
        .bind(email.as_str().to_owned())
}

fn roles(id: &str) -> Select<RoleRow> {
    sqlx::query_as("SELECT namespace_id, role FROM memberships WHERE admin_id = $1 ORDER BY namespace_id")
        .bind(id.to_owned())
}

#[async_trait]
impl AdminStore for SqliteStore {
    async fn administrator(&self, id: &str) -> Result<Option<Administrator>, StoreError> {
        let row = by_id(id).fetch_optional(&self.readers).await.map_err(classify)?;
        row.map(Administrator::try_from).transpose()
    }

    async fn administrator_by_email(&self, email: &Email) -> Result<Option<Administrator>, StoreError> {
        let row = by_email(email).fetch_optional(&self.readers).await.map_err(classify)?;
        row.map(Administrator::try_from).transpose()
    }

    async fn administrators(&self) -> Result<Vec<Administrator>, StoreError> {
        let rows: Vec<Row> = sqlx::query_as(concat!("SELECT ", columns!(), " FROM administrators ORDER BY email"))
            .fetch_all(&self.readers)
            .await
            .map_err(classify)?;
        rows.into_iter().map(Administrator::try_from).collect()
    }

    async fn roles(&self, id: &str) -> Result<Vec<(NamespaceId, Role)>, StoreError> {
        let rows = roles(id).fetch_all(&self.readers).await.map_err(classify)?;
        rows.into_iter().map(|row| row.read(id)).collect()
    }

    async fn members(&self, namespace: &NamespaceId) -> Result<Vec<Member>, StoreError> {
        let rows: Vec<MemberRow> = sqlx::query_as(concat!(
            "SELECT role, ",
            columns!(),
            " FROM memberships JOIN administrators ON id = admin_id WHERE namespace_id = $1 ORDER BY email"
        ))
        .bind(namespace.as_str())
        .fetch_all(&self.readers)
        .await
        .map_err(classify)?;
        rows.into_iter().map(Member::try_from).collect()
    }

    async fn sign_in_link(&self, token_hash: &[u8; 32]) -> Result<Option<SignInLink>, StoreError> {
        let row = link(token_hash).fetch_optional(&self.readers).await.map_err(classify)?;
        row.map(SignInLink::try_from).transpose()
    }
}

#[async_trait]
impl AdminTransaction for SqliteTransaction<'_> {
    async fn has_administrators(&mut self) -> Result<bool, StoreError> {
        let any: Option<(i64,)> = self.fetch(sqlx::query_as("SELECT 1 FROM administrators LIMIT 1")).await?;
        Ok(any.is_some())
    }

    async fn administrator(&mut self, id: &str) -> Result<Option<Administrator>, StoreError> {
        self.fetch(by_id(id)).await?.map(Administrator::try_from).transpose()
    }

    async fn administrator_by_email(&mut self, email: &Email) -> Result<Option<Administrator>, StoreError> {
        self.fetch(by_email(email)).await?.map(Administrator::try_from).transpose()
    }

    async fn add_administrator(&mut self, administrator: &Administrator) -> Result<(), StoreError> {
        let insert = sqlx::query(
            "INSERT INTO administrators
                 (id, email, name, password_hash, totp_secret, totp_step, is_everywhere, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
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

    async fn delete_administrator(&mut self, id: &str) -> Result<(), StoreError> {
        self.execute(sqlx::query("DELETE FROM administrators WHERE id = $1").bind(id)).await.map(drop)
    }

    async fn roles(&mut self, id: &str) -> Result<Vec<(NamespaceId, Role)>, StoreError> {
        self.fetch_all(roles(id)).await?.into_iter().map(|row| row.read(id)).collect()
    }

    async fn owners(&mut self, namespace: &NamespaceId) -> Result<Vec<String>, StoreError> {
        let select = sqlx::query_as(
            "SELECT admin_id FROM memberships WHERE namespace_id = $1 AND role = 'owner'
             UNION
             SELECT id FROM administrators WHERE is_everywhere",
        );
        let rows: Vec<(String,)> = self.fetch_all(select.bind(namespace.as_str().to_owned())).await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
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
        let statement = match role {
            Some(role) => statement.bind(role.as_str()),
            None => statement,
        };
        self.execute(statement).await.map(drop)
    }
}
