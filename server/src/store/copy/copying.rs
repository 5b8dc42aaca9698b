//! The copy itself: rows in the order of their keys, in atomic batches, then a comparison of both ends.

use anyhow::{Context, ensure};
use futures_util::TryStreamExt;

use super::{
    batch::Batch,
    database::{Database, Row},
    digest::{Copied, digest},
    mark,
    tables::{Column, CopiedTable, Kind, REPLACED, TABLES},
};
use crate::store::{postgres, sql::Value, sqlite};

#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// Copying of a table begins, with this number of rows.
    Copying(&'static str, u64),
    Checking(&'static str, u64),
    Rows(u64),
}

pub(super) type Report<'a> = &'a mut (dyn FnMut(Step) + Send);

/// Copies everything from a database with this release's schema to an empty one, or continues an earlier copy of the
/// same database. Both must be out of use. Fails if the target turns out to differ from the source, and then keeps the
/// target's mark. At the end, the source is marked with the `note` of where its data has gone, if there is one.
pub async fn copy(
    from: &str,
    to: &str,
    note: &(dyn Fn() -> Option<String> + Sync),
    mut report: impl FnMut(Step) + Send,
) -> anyhow::Result<Vec<Copied>> {
    let mut source = Database::connect(from).await.context("cannot copy --from this database")?;
    let copied = match Database::connect(to).await.context("cannot copy --to this database") {
        Ok(mut target) => {
            let copied = between(&mut source, &mut target, to, &mut report).await;
            // If it were only dropped, a file would leave its log behind.
            let closed = target.close().await;
            copied.and_then(|copied| Ok(closed.map(|()| copied)?))
        }
        Err(error) => Err(error),
    };
    let noted = match (&copied, note()) {
        (Ok(_), Some(note)) => {
            let noted = mark::note_move(&mut source, note).await;
            noted.context("the copy is complete, but --from cannot be marked as moved: keep servers from opening it")
        }
        _ => Ok(()),
    };
    let closed = source.close().await;
    noted?;
    copied.and_then(|copied| Ok(closed.map(|()| copied)?))
}

async fn between(
    source: &mut Database,
    target: &mut Database,
    to: &str,
    report: Report<'_>,
) -> anyhow::Result<Vec<Copied>> {
    source.freeze().await?;
    let identity = identity(source).await?;
    mark::prepare(target, to, &identity).await?;
    let mut sizes = Vec::with_capacity(TABLES.len());
    for table in TABLES {
        let size = count(source, table).await?;
        report(Step::Copying(table.name, size));
        let copied = copy_table(source, target, table, report).await;
        copied.with_context(|| format!("cannot copy the table {}", table.name))?;
        sizes.push(size);
    }
    let mut all = Vec::with_capacity(TABLES.len());
    for (table, size) in TABLES.iter().zip(sizes) {
        report(Step::Checking(table.name, 2 * size));
        let read = digest(source, table, report).await?;
        let written = digest(target, table, report).await?;
        ensure!(
            read == written,
            "the table {} is not the same in both databases ({} and {} rows): the source was changed since the copy \
             began, or something else wrote to the target; copy to an empty database",
            table.name,
            read.rows,
            written.rows
        );
        all.push(read);
    }
    mark::remove(target).await.context("cannot remove the mark of the copy")?;
    Ok(all)
}

/// Differs between installations, and between releases with different schemas.
async fn identity(source: &mut Database) -> anyhow::Result<String> {
    let secrets = TABLES.iter().find(|table| table.name == REPLACED).context("a table of secrets")?;
    let secrets = digest(source, secrets, &mut |_| {}).await?;
    Ok(format!("{} {}/{}", secrets.checksum, sqlite::latest(), postgres::latest()))
}

async fn count(of: &mut Database, table: &CopiedTable) -> Result<u64, sqlx::Error> {
    let row = of.row(format!("SELECT count(*) FROM {}", table.name), vec![Kind::Integer]).await?;
    Ok(match row.as_deref() {
        Some([Value::Integer(Some(count))]) => count.unsigned_abs(),
        _ => 0,
    })
}

async fn copy_table(
    source: &mut Database,
    target: &mut Database,
    table: &CopiedTable,
    report: Report<'_>,
) -> anyhow::Result<()> {
    let (own, others) = (table.columns(source).await?, table.columns(target).await?);
    let forms = |columns: &[Column]| -> Vec<_> { columns.iter().map(|own| (own.name.clone(), own.kind)).collect() };
    ensure!(forms(&own) == forms(&others), "its columns differ: {own:?} and {others:?}");
    // Batches are atomic, so the missing rows come after the last existing one.
    let after = last(target, table, &others).await?;
    let mut batch = Batch::of(table, &others, target.dialect());
    let (sql, kinds) = table.select(&own, source.dialect(), after.is_some());
    let mut rows = source.rows(sql, after.unwrap_or_default(), kinds);
    while let Some(row) = rows.try_next().await? {
        batch.push(row);
        if batch.is_full() {
            report(Step::Rows(batch.write(target).await?));
        }
    }
    report(Step::Rows(batch.write(target).await?));
    Ok(())
}

async fn last(of: &mut Database, table: &CopiedTable, columns: &[Column]) -> anyhow::Result<Option<Row>> {
    let order = table.order(columns, of.dialect()).join(" DESC, ");
    let names = table.order.join(", ");
    let kind = |name: &&str| columns.iter().find(|column| column.name == *name).map(|column| column.kind);
    let kinds: Option<Vec<Kind>> = table.order.iter().map(kind).collect();
    let kinds = kinds.context("a column that it is ordered by is not there")?;
    Ok(of.row(format!("SELECT {names} FROM {} ORDER BY {order} DESC LIMIT 1", table.name), kinds).await?)
}
