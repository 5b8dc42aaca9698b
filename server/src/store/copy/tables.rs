//! The tables to copy, and their columns in each database.

use anyhow::{Context, bail};
use futures_util::TryStreamExt;

use super::database::{Database, Row};
use crate::store::sql::{Dialect, Value};

/// A table and the columns that order its rows, which together are unique.
pub(super) struct CopiedTable {
    pub(super) name: &'static str,
    pub(super) order: &'static [&'static str],
}

macro_rules! tables {
    ($($name:ident($($order:ident),+))+) => {
        &[$(CopiedTable { name: stringify!($name), order: &[$(stringify!($order)),+] }),+]
    };
}

/// Each table comes after those that it refers to. Columns are not listed: the copy takes all.
pub(super) const TABLES: &[CopiedTable] = tables! {
    installation_secrets(name)
    namespaces(id)
    retention(namespace_id)
    quotas(namespace_id)
    administrators(id)
    memberships(admin_id, namespace_id)
    recovery_codes(admin_id, code_hash)
    sign_in_links(token_hash)
    member_offers(namespace_id, email)
    sessions(token_hash)
    api_keys(id)
    audit_log(seq)
    quizzes(id)
    quiz_versions(quiz_id, version)
    quiz_drafts(quiz_id)
    earlier_drafts(quiz_id, updated_at)
    quiz_images(quiz_id, id)
    answer_columns(quiz_id, admin_id)
    answer_views(quiz_id, name)
    reports(quiz_id, id)
    report_figures(quiz_id)
    report_snapshots(quiz_id, report_id)
    session_secrets(quiz_id)
    invitations(quiz_id, id)
    person_words(quiz_id, word, user_id)
    person_words_left(part)
    // Respondents of the same period are stored on the same pages, and exports read in this order.
    records(quiz_id, started_at, user_id)
    past_attempts(quiz_id, user_id, attempt)
    submitted_scores(quiz_id, category, score, started_at, user_id)
    erased_records(quiz_id, changed)
    tallies(quiz_id, dimension, bucket)
    quiz_usage(namespace_id, quiz_id)
    audit_subjects(quiz_id, user_id)
    schedules(quiz_id, id)
    jobs(quiz_id, id)
    export_files(name)
    kept_replies(request)
    webhook_endpoints(id)
    events(quiz_id, id)
    webhook_deliveries(quiz_id, event_id, endpoint_id)
    alerts(quiz_id, user_id, attempt, alert)
    series(quiz_id, user_id)
    occasions(quiz_id, user_id, number)
    mails(id)
    result_mails(quiz_id, user_id, attempt)
    mail_texts(quiz_id, kind, language)
    quiz_opt_outs(quiz_id, address)
    namespace_opt_outs(namespace_id, address)
};

/// The only table that may have rows in an empty database. The source's rows replace them.
pub(super) const REPLACED: &str = "installation_secrets";

/// The next change numbers, PostgreSQL only. SQLite derives them from the records.
pub(super) const NUMBERS: &str = "INSERT INTO change_numbers (quiz_id, first, next)
    SELECT quiz_id, max(changed), max(changed) + 1
    FROM (SELECT quiz_id, changed FROM records UNION ALL SELECT quiz_id, changed FROM erased_records) AS changes
    GROUP BY quiz_id";

/// New lines of the audit log are numbered after the copied ones.
pub(super) const LINES: &str = "SELECT setval('audit_log_lines', coalesce(max(seq), 0) + 1, false) FROM audit_log";

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    Text,
    Integer,
    Bytes,
}

#[derive(Debug)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// The column's own type if it differs from the kind's.
    own_type: Option<&'static str>,
}

impl Column {
    /// The expression that reads the column as its kind.
    pub(super) fn read(&self) -> String {
        let name = &self.name;
        match self.own_type {
            Some("boolean") => format!("CAST(CAST({name} AS integer) AS bigint)"),
            Some(_) => format!("CAST({name} AS bigint)"),
            None => name.clone(),
        }
    }

    /// The expression that converts a parameter of the kind to the column's type.
    pub(super) fn write(&self, parameter: &str) -> String {
        match self.own_type {
            Some("boolean") => format!("CAST(CAST({parameter} AS integer) AS boolean)"),
            Some(other) => format!("CAST({parameter} AS {other})"),
            None => parameter.to_owned(),
        }
    }
}

impl CopiedTable {
    /// In the order of their names, which is the same in both databases.
    pub(super) async fn columns(&self, of: &mut Database) -> anyhow::Result<Vec<Column>> {
        let list = match of.dialect() {
            Dialect::Sqlite => format!("SELECT name, lower(type) FROM pragma_table_info('{}')", self.name),
            Dialect::Postgres => format!(
                "SELECT CAST(column_name AS text), CAST(data_type AS text) FROM information_schema.columns
                 WHERE table_schema = current_schema() AND table_name = '{}'",
                self.name
            ),
        };
        let rows: Vec<Row> = of.rows(list, Row::new(), vec![Kind::Text; 2]).try_collect().await?;
        let columns = rows.into_iter().map(|row| match <[Value; 2]>::try_from(row) {
            Ok([Value::Text(Some(name)), Value::Text(Some(own_type))]) => column(name, &own_type),
            _ => bail!("a column without a name"),
        });
        let columns = columns.collect::<anyhow::Result<Vec<_>>>();
        let mut columns = columns.with_context(|| format!("cannot copy the table {}", self.name))?;
        columns.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(columns)
    }

    /// Selects all rows in order, or those after the parameters, which stand for the order columns.
    pub(super) fn select(&self, columns: &[Column], dialect: Dialect, is_after: bool) -> (String, Vec<Kind>) {
        let read: Vec<String> = columns.iter().map(Column::read).collect();
        let order = self.order(columns, dialect);
        let places: Vec<String> = (1..=order.len()).map(|number| format!("${number}")).collect();
        let (read, order, places) = (read.join(", "), order.join(", "), places.join(", "));
        let after = if is_after { format!("WHERE ({order}) > ({places})") } else { String::new() };
        let kinds = columns.iter().map(|column| column.kind).collect();
        (format!("SELECT {read} FROM {} {after} ORDER BY {order}", self.name), kinds)
    }

    /// The ORDER BY columns. PostgreSQL's default collation depends on the server's language, unlike SQLite's.
    pub(super) fn order(&self, columns: &[Column], dialect: Dialect) -> Vec<String> {
        let is_text = |name: &str| columns.iter().any(|column| column.name == name && column.kind == Kind::Text);
        let by_bytes = |name: &str| dialect == Dialect::Postgres && is_text(name);
        let part = |name: &&str| if by_bytes(name) { format!("{name} COLLATE \"C\"") } else { (*name).to_owned() };
        self.order.iter().map(part).collect()
    }
}

fn column(name: String, own_type: &str) -> anyhow::Result<Column> {
    let (kind, own_type) = match own_type {
        "text" => (Kind::Text, None),
        "integer" | "bigint" => (Kind::Integer, None),
        "smallint" => (Kind::Integer, Some("smallint")),
        "boolean" => (Kind::Integer, Some("boolean")),
        "blob" | "bytea" => (Kind::Bytes, None),
        other => bail!("{name} has the type {other}"),
    };
    Ok(Column { name, kind, own_type })
}
