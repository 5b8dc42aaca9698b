//! The database of an app, as another process sees it: a SQLite file, or with `TEST_POSTGRES` a database in the test
//! run's PostgreSQL cluster.

use std::{collections::BTreeMap, env, path::Path, sync::Arc};

use server::store::Store;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, Row};

use super::template::{Copied, Template, copy_file};

#[derive(Clone)]
pub(crate) enum Database {
    Sqlite(String),
    Postgres(Arc<Copied>),
}

pub(crate) enum OtherProcess {
    Sqlite(rusqlite::Connection),
    Postgres(PgConnection),
}

impl Database {
    pub(crate) async fn empty(folder: &Path) -> Self {
        if env::var_os("TEST_POSTGRES").is_some() {
            Self::postgres().await
        } else {
            let file = folder.join("test.db");
            let prepare = async |url: &str| {
                Store::open(url).await?.close().await;
                Ok(())
            };
            copy_file(&file, prepare).await.expect("a database");
            Self::Sqlite(format!("sqlite:{}", file.display()))
        }
    }

    pub(crate) async fn postgres() -> Self {
        static TEMPLATE: Template = Template::new("whole");
        let prepare = async |url: &str| Store::open(url).await.map(drop);
        Self::Postgres(Arc::new(TEMPLATE.copy(prepare).await.expect("a database")))
    }

    pub(crate) async fn open(&self) -> Arc<Store> {
        Arc::new(Store::open(self.url()).await.expect("a new database opens"))
    }

    fn url(&self) -> &str {
        match self {
            Self::Sqlite(url) => url,
            Self::Postgres(database) => &database.url,
        }
    }

    pub(crate) fn file(&self) -> Option<&str> {
        match self {
            Self::Sqlite(url) => url.strip_prefix("sqlite:"),
            Self::Postgres(_) => None,
        }
    }

    /// Every column of every table, with a statement that reads its values in hexadecimal.
    pub(crate) async fn columns(&self) -> Vec<(String, String)> {
        let list = match self {
            Self::Sqlite(_) => {
                "SELECT m.name || '.' || c.name || '.' FROM sqlite_master AS m, pragma_table_info(m.name) AS c
                 WHERE m.type = 'table'"
            }
            Self::Postgres(_) => {
                "SELECT concat(table_name, '.', column_name, '.', data_type) FROM information_schema.columns
                 WHERE table_schema = current_schema()"
            }
        };
        let columns = self.connect().await.texts(list).await.into_iter().map(|column| {
            let [table, name, kind] = column.split('.').collect::<Vec<_>>().try_into().expect("three parts");
            let read = match kind {
                "" => format!("hex(CAST({name} AS BLOB))"),
                "bytea" => format!("encode({name}, 'hex')"),
                _ => format!("encode(convert_to(CAST({name} AS text), 'UTF8'), 'hex')"),
            };
            (format!("{table}.{name}"), format!("SELECT lower({read}) FROM {table} WHERE {name} IS NOT NULL"))
        });
        columns.collect()
    }

    pub(crate) async fn connect(&self) -> OtherProcess {
        match self {
            Self::Sqlite(_) => {
                let file = self.file().expect("a file");
                OtherProcess::Sqlite(rusqlite::Connection::open(file).expect("a connection"))
            }
            Self::Postgres(database) => {
                OtherProcess::Postgres(PgConnection::connect(&database.url).await.expect("a connection"))
            }
        }
    }
}

impl OtherProcess {
    pub(crate) async fn run(&mut self, sql: impl Into<String>) {
        let sql = sql.into();
        match self {
            Self::Sqlite(connection) => connection.execute_batch(&sql).expect("the statement runs"),
            Self::Postgres(connection) => {
                connection.execute(AssertSqlSafe(sql)).await.map(drop).expect("the statement runs");
            }
        }
    }

    pub(crate) async fn texts(&mut self, sql: impl Into<String>) -> Vec<String> {
        let sql = sql.into();
        match self {
            Self::Sqlite(connection) => {
                let mut select = connection.prepare(&sql).expect("a statement");
                let texts = select.query_map([], |row| row.get(0)).expect("the statement runs");
                texts.collect::<Result<_, _>>().expect("texts")
            }
            Self::Postgres(connection) => {
                let rows = connection.fetch_all(AssertSqlSafe(sql)).await.expect("the statement runs");
                rows.iter().map(|row| row.get(0)).collect()
            }
        }
    }

    /// The rows of every table, as this connection sees them.
    pub(crate) async fn contents(&mut self) -> BTreeMap<String, Vec<String>> {
        let tables = match self {
            Self::Sqlite(_) => "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
            Self::Postgres(_) => "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'",
        };
        let mut contents = BTreeMap::new();
        for table in self.texts(tables).await {
            let rows = match self {
                Self::Sqlite(_) => {
                    let columns = self.texts(format!("SELECT name FROM pragma_table_info('{table}')")).await;
                    let columns: Vec<_> = columns.iter().map(|column| format!("quote(\"{column}\")")).collect();
                    format!("SELECT {} FROM \"{table}\" ORDER BY 1", columns.join(" || ' ' || "))
                }
                Self::Postgres(_) => format!("SELECT one::text FROM \"{table}\" AS one ORDER BY 1"),
            };
            let rows = self.texts(rows).await;
            contents.insert(table, rows);
        }
        contents
    }
}
