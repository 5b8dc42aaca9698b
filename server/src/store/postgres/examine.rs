//! The settings of the database server and the rights of the program's account, for the operator.

use anyhow::Context;
use sqlx::{Connection, PgConnection};

use super::{
    PostgresDatabase,
    listener::STILL_LISTENING,
    open::{APPLICATION, connect, options},
};

/// The settings without which a crash loses acknowledged writes.
static DURABLE: [&str; 3] = ["fsync", "full_page_writes", "synchronous_commit"];

/// A database server, as this program's account sees it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DatabaseServer {
    pub role: String,
    pub is_superuser: bool,
    /// Tables in this program's schema, including the program's own, that the role cannot change.
    pub tables_of_others: i64,
    pub may_create_tables: bool,
    /// Connections that the role may open to this database, if nothing else uses them.
    pub allowed_connections: i32,
    /// Connected servers of this program.
    pub servers: i64,
    /// Those of `fsync`, `full_page_writes` and `synchronous_commit` that are off for the role.
    pub unsafe_settings: Vec<String>,
}

impl PostgresDatabase {
    /// Examines the server of a `postgres:` URL. Changes nothing.
    pub async fn examine(url: &str) -> anyhow::Result<DatabaseServer> {
        let mut connection = connect(&options(url)?).await?;
        let examined = examine(&mut connection).await.context("cannot read the settings of the database's server");
        connection.close().await?;
        examined
    }
}

async fn examine(connection: &mut PgConnection) -> Result<DatabaseServer, sqlx::Error> {
    // Each server of this program has one listening connection.
    let found = sqlx::query_as(
        "SELECT own.rolname::text, own.rolsuper,
                (SELECT count(*) FROM pg_class
                 WHERE relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('_sqlx_migrations'))
                   AND relkind IN ('r', 'p') AND NOT pg_has_role(relowner, 'USAGE')),
                coalesce(has_schema_privilege(current_schema()::text, 'CREATE'), FALSE),
                least(
                    current_setting('max_connections')::int
                        - current_setting('superuser_reserved_connections')::int
                        - coalesce(current_setting('reserved_connections', TRUE)::int, 0),
                    nullif(own.rolconnlimit, -1),
                    nullif((SELECT datconnlimit FROM pg_database WHERE datname = current_database()), -1)
                ),
                (SELECT count(*) FROM pg_stat_activity
                 WHERE datname = current_database() AND split_part(application_name, '/', 1) = $1
                   AND (query LIKE 'LISTEN %' OR query = $2))
         FROM pg_roles own WHERE own.rolname = current_user",
    );
    let (role, is_superuser, tables_of_others, may_create_tables, allowed_connections, servers) =
        found.bind(APPLICATION).bind(STILL_LISTENING).fetch_one(&mut *connection).await?;
    let unsafe_settings = unsafe_settings(connection).await?;
    Ok(DatabaseServer {
        role,
        is_superuser,
        tables_of_others,
        may_create_tables,
        allowed_connections,
        servers,
        unsafe_settings,
    })
}

pub(super) async fn unsafe_settings(connection: &mut PgConnection) -> Result<Vec<String>, sqlx::Error> {
    let off = sqlx::query_scalar("SELECT name FROM pg_settings WHERE name = ANY($1) AND setting = 'off' ORDER BY name");
    off.bind(&DURABLE[..]).fetch_all(connection).await
}
