//! `copy`: everything from one database to another.

use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::output::Printer;
use crate::{
    config::Installation,
    permissions::key_beside,
    store::{self, Copied, Step},
};

#[derive(Args, Debug)]
pub(super) struct Copy {
    /// The database to read, which nothing else may use: `sqlite:PATH`, or `postgres://USER@HOST/NAME`
    #[arg(long, env = "QA_FROM", value_name = "URL", hide_env_values = true)]
    from: String,

    /// The database to fill: an empty one, or one that an earlier run of the same copy left unfinished
    #[arg(long, env = "QA_TO", value_name = "URL", hide_env_values = true)]
    to: String,
}

impl Copy {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        let (from, to) = (installation.on(&self.from), installation.on(&self.to));
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
        let bar = ProgressBar::no_length();
        bar.set_style(ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {per_sec} {eta}")?);
        let copied = store::copy(&self.from, &self.to, |step| show(&bar, step)).await;
        bar.finish_and_clear();
        for Copied { table, rows, checksum } in copied? {
            let json = json!({ "table": table, "rows": rows, "checksum": checksum });
            printer.print(format_args!("{table}\t{rows}\t{checksum}"), json)?;
        }
        printer.tell(
            format_args!("both databases are the same; the servers on --to need {key}"),
            json!({ "secretKey": fingerprint, "secretKeyPlace": place.to_string() }),
        )
    }
}

fn show(bar: &ProgressBar, step: Step) {
    let (verb, table, rows) = match step {
        Step::Rows(rows) => return bar.inc(rows),
        Step::Copying(table, rows) => ("copying", table, rows),
        Step::Checking(table, rows) => ("checking", table, rows),
    };
    bar.set_message(format!("{verb} {table}"));
    bar.set_length(rows);
    bar.set_position(0);
}
