//! `copy`: everything from one database to another.

use anyhow::{Context, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::output::Printer;
use crate::{
    clock,
    config::Installation,
    file_permissions::{key_beside, resolved},
    service::Caller,
    store::{self, Copied, Step},
};

#[derive(Args, Debug)]
pub(super) struct Copy {
    /// The database to read, which nothing else may use: `sqlite:PATH`, or `postgres://USER@HOST/NAME`
    #[arg(long, env = "QA_FROM", value_name = "URL", hide_env_values = true)]
    from: String,

    /// The database to fill: an empty one, or one that an earlier run of the same copy left unfinished
    #[arg(long, env = "QA_TO", value_name = "URL", hide_env_values = true, required_unless_present = "undo")]
    to: Option<String>,

    /// Leave --from in use: the copy is to try something out. Without this, --from is only read from then on
    #[arg(long)]
    trial: bool,

    /// Copy nothing: take --from into use again after its data was copied away
    #[arg(long, conflicts_with = "trial")]
    undo: bool,
}

impl Copy {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        let from = installation.on(&self.from);
        from.lock("copy").context("cannot copy --from this database")?;
        if self.undo {
            let undone = undo(&from, printer).await;
            from.close().await;
            return undone;
        }
        let url = self.to.as_deref().context("give --to")?;
        let to = installation.on(url);
        if to.is_file() && from.is_file() {
            let is_same = resolved(&to.database()?) == resolved(&from.database()?);
            ensure!(!is_same, "--from and --to are the same database");
        }
        to.lock("copy").context("cannot copy --to this database")?;
        // Also brings it up to date, and refuses another secret key than its own.
        let opened = from.open().await.map(|service| service.secret_key_fingerprint().to_owned());
        from.close().await;
        let fingerprint = opened.context("cannot copy --from this database")?;
        let place = from.secret_key_place()?;
        let key = if to.is_file() {
            let own = key_beside(&to.database()?);
            format!("the secret key {fingerprint} of {place}: put it into {}, or give --secret-key-file", own.display())
        } else {
            format!("the secret key {fingerprint} of {place}: give --secret-key-file")
        };
        let target = to.place()?;
        let note = || (!self.trial).then(|| format!("{target} at {}", clock::to_rfc3339(clock::now())));
        let bar = ProgressBar::no_length();
        bar.set_style(ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {per_sec} {eta}")?);
        let copied = store::copy(&self.from, url, &note, |step| show(&bar, step, printer)).await;
        bar.finish_and_clear();
        for Copied { table, rows, checksum } in copied? {
            let json = json!({ "table": table, "rows": rows, "checksum": checksum });
            printer.print(format_args!("{table}\t{rows}\t{checksum}"), json)?;
        }
        let left = if self.trial { "--from stays in use" } else { "--from is only read from now on" };
        printer.tell(
            format_args!("both databases are the same, and {left}; webhooks wait on --to for `webhook release` or `webhook drop`; the servers on --to need {key}"),
            json!({ "secretKey": fingerprint, "secretKeyPlace": place.to_string(), "trial": self.trial }),
        )
    }
}

async fn undo(from: &Installation, printer: Printer) -> anyhow::Result<()> {
    let is_undone = from.open_moved().await?.undo_move(&Caller::Operator).await?;
    ensure!(is_undone, "--from is in use: its data was not copied away, or that was undone already");
    let told = "--from may be served and changed again: stop the servers on the copy, and delete it";
    printer.tell(told, json!({ "undone": true }))
}

/// A bar on a terminal, elsewhere a line for each table.
fn show(bar: &ProgressBar, step: Step, printer: Printer) {
    let (verb, table, rows) = match step {
        Step::Rows(rows) => return bar.inc(rows),
        Step::Copying(table, rows) => ("copying", table, rows),
        Step::Checking(table, rows) => ("checking", table, rows),
    };
    if bar.is_hidden() && rows > 0 && !printer.is_json {
        eprintln!("{verb} {table}");
    }
    bar.set_message(format!("{verb} {table}"));
    bar.set_length(rows);
    bar.set_position(0);
}
