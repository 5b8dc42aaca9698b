//! The people who run quizzes.

use async_trait::async_trait;
use domain::{Email, NamespaceId, Role, Timestamp};
use sqlx::{FromRow, SqliteConnection};

use super::{SqliteStore, error::classify};
use crate::store::{AdminStore, Administrator, Member, SignInLink, StoreError, Totp};

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

macro_rules! columns {
    () => {
        "id, email, name, password_hash, totp_secret, totp_step, is_everywhere, created_at"
    };
}

#[async_trait]
impl AdminStore for SqliteStore {
    async fn add_administrator(&self, administrator: Administrator) -> Result<(), StoreError> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query(
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
                    .bind(administrator.created_at.nanoseconds())
                    .execute(connection)
                    .await
                    .map(drop)
                })
            })
            .await
    }

    async fn administrator(&self, id: &str) -> Result<Option<Administrator>, StoreError> {
        let row: Option<Row> = sqlx::query_as(concat!("SELECT ", columns!(), " FROM administrators WHERE id = $1"))
            .bind(id)
            .fetch_optional(&self.readers)
            .await
            .map_err(classify)?;
        row.map(Administrator::try_from).transpose()
    }

    async fn administrator_by_email(&self, email: &Email) -> Result<Option<Administrator>, StoreError> {
        let row: Option<Row> = sqlx::query_as(concat!("SELECT ", columns!(), " FROM administrators WHERE email = $1"))
            .bind(email.as_str())
            .fetch_optional(&self.readers)
            .await
            .map_err(classify)?;
        row.map(Administrator::try_from).transpose()
    }

    async fn administrators(&self) -> Result<Vec<Administrator>, StoreError> {
        let rows: Vec<Row> = sqlx::query_as(concat!("SELECT ", columns!(), " FROM administrators ORDER BY email"))
            .fetch_all(&self.readers)
            .await
            .map_err(classify)?;
        rows.into_iter().map(Administrator::try_from).collect()
    }

    async fn update_administrator(&self, administrator: Administrator) -> Result<bool, StoreError> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let done = sqlx::query(
                        "UPDATE administrators SET name = $2, password_hash = $3, totp_secret = $4, totp_step = $5
                         WHERE id = $1",
                    )
                    .bind(&administrator.id)
                    .bind(&administrator.name)
                    .bind(&administrator.password_hash)
                    .bind(administrator.totp.as_ref().map(|totp| totp.secret.as_slice()))
                    .bind(administrator.totp.as_ref().map_or(0, |totp| totp.last_step.cast_signed()))
                    .execute(connection)
                    .await?;
                    Ok(done.rows_affected() > 0)
                })
            })
            .await
    }

    async fn use_totp_step(&self, id: &str, step: u64) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let done = sqlx::query(
                        "UPDATE administrators SET totp_step = $2
                         WHERE id = $1 AND totp_secret IS NOT NULL AND totp_step < $2",
                    )
                    .bind(id)
                    .bind(step.cast_signed())
                    .execute(connection)
                    .await?;
                    Ok(done.rows_affected() > 0)
                })
            })
            .await
    }

    async fn delete_administrator(&self, id: &str) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let done =
                        sqlx::query("DELETE FROM administrators WHERE id = $1").bind(id).execute(connection).await?;
                    Ok(done.rows_affected() > 0)
                })
            })
            .await
    }

    async fn set_role(&self, id: &str, namespace: &NamespaceId, role: Option<Role>) -> Result<(), StoreError> {
        let (id, namespace) = (id.to_owned(), namespace.clone());
        self.writer
            .write(move |connection| Box::pin(async move { set_role(connection, &id, &namespace, role).await }))
            .await
    }

    async fn set_role_if_owned(
        &self,
        id: &str,
        namespace: &NamespaceId,
        role: Option<Role>,
    ) -> Result<bool, StoreError> {
        let (id, namespace) = (id.to_owned(), namespace.clone());
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let is_owned: bool = sqlx::query_scalar(
                        "SELECT $3
                            OR EXISTS (SELECT 1 FROM memberships
                                       WHERE namespace_id = $2 AND role = 'owner' AND admin_id <> $1)
                            OR EXISTS (SELECT 1 FROM administrators WHERE is_everywhere)
                            OR NOT EXISTS (SELECT 1 FROM memberships WHERE namespace_id = $2 AND role = 'owner')",
                    )
                    .bind(&id)
                    .bind(namespace.as_str())
                    .bind(role == Some(Role::Owner))
                    .fetch_one(&mut *connection)
                    .await?;
                    if is_owned {
                        set_role(connection, &id, &namespace, role).await?;
                    }
                    Ok(is_owned)
                })
            })
            .await
    }

    async fn roles(&self, id: &str) -> Result<Vec<(NamespaceId, Role)>, StoreError> {
        let rows: Vec<(String, String)> =
            sqlx::query_as("SELECT namespace_id, role FROM memberships WHERE admin_id = $1 ORDER BY namespace_id")
                .bind(id)
                .fetch_all(&self.readers)
                .await
                .map_err(classify)?;
        rows.into_iter()
            .map(|(namespace, role)| {
                let namespace = NamespaceId::parse(&namespace).map_err(|_| damaged(id))?;
                Ok((namespace, Role::parse(&role).ok_or_else(|| damaged(id))?))
            })
            .collect()
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
        rows.into_iter()
            .map(|row| {
                let role = Role::parse(&row.role).ok_or_else(|| damaged(&row.row.id))?;
                Ok(Member { administrator: row.row.try_into()?, role })
            })
            .collect()
    }

    async fn add_sign_in_link(&self, link: SignInLink) -> Result<(), StoreError> {
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("INSERT INTO sign_in_links (token_hash, admin_id, expires_at) VALUES ($1, $2, $3)")
                        .bind(link.token_hash.as_slice())
                        .bind(&link.admin_id)
                        .bind(link.expires_at.nanoseconds())
                        .execute(connection)
                        .await
                        .map(drop)
                })
            })
            .await
    }

    async fn sign_in_link(&self, token_hash: &[u8; 32]) -> Result<Option<SignInLink>, StoreError> {
        let row: Option<(Option<String>, i64)> =
            sqlx::query_as("SELECT admin_id, expires_at FROM sign_in_links WHERE token_hash = $1")
                .bind(token_hash.as_slice())
                .fetch_optional(&self.readers)
                .await
                .map_err(classify)?;
        Ok(row.map(|(admin_id, expires_at)| SignInLink {
            token_hash: *token_hash,
            admin_id,
            expires_at: Timestamp::from_nanoseconds(expires_at),
        }))
    }

    async fn spend_sign_in_link(&self, token_hash: &[u8; 32]) -> Result<bool, StoreError> {
        let token_hash = *token_hash;
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    let done = sqlx::query(
                        "DELETE FROM sign_in_links
                         WHERE token_hash = $1 OR (admin_id IS NULL AND EXISTS
                             (SELECT 1 FROM sign_in_links WHERE token_hash = $1 AND admin_id IS NULL))",
                    )
                    .bind(token_hash.as_slice())
                    .execute(connection)
                    .await?;
                    Ok(done.rows_affected() > 0)
                })
            })
            .await
    }

    async fn end_sign_in_links(&self, admin_id: &str) -> Result<(), StoreError> {
        let admin_id = admin_id.to_owned();
        self.writer
            .write(move |connection| {
                Box::pin(async move {
                    sqlx::query("DELETE FROM sign_in_links WHERE admin_id = $1")
                        .bind(admin_id)
                        .execute(connection)
                        .await
                        .map(drop)
                })
            })
            .await
    }
}

async fn set_role(
    connection: &mut SqliteConnection,
    id: &str,
    namespace: &NamespaceId,
    role: Option<Role>,
) -> Result<(), sqlx::Error> {
    let query = match role {
        Some(role) => sqlx::query(
            "INSERT INTO memberships (admin_id, namespace_id, role) VALUES ($1, $2, $3)
             ON CONFLICT (admin_id, namespace_id) DO UPDATE SET role = excluded.role",
        )
        .bind(id)
        .bind(namespace.as_str())
        .bind(role.as_str()),
        None => sqlx::query("DELETE FROM memberships WHERE admin_id = $1 AND namespace_id = $2")
            .bind(id)
            .bind(namespace.as_str()),
    };
    query.execute(connection).await.map(drop)
}
