//! `export`: the same CSV as the job's, to a file, to standard output or to another host; encrypted where that is asked.

use std::{
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use clap::{ArgGroup, Args};
use domain::{NamespaceId, QuizId};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use super::{
    destination::{EncryptTo, Sftp},
    output::Printer,
};
use crate::{
    clock,
    config::{Installation, Moved},
    delivery::{Delivered, DeliveryError, Source},
    export::{Delimiter, ExportForm, ExportFormat, ExportStyle, Guard},
    service::{Caller, QuizPath},
};

const STATUSES: &str = "\
Exit status: 0 only when the file is whole and has its name where it was to go
  1  the export could not be made, or not be written here
  2  the command is not right
  3  a key cannot be encrypted to
  4  the other host, its key, the account, the folder or `ssh` is not as it should be
  5  the connection did not come about or broke, three times, or the host was too slow";

#[derive(Args, Debug)]
#[command(after_help = STATUSES, group(ArgGroup::new("destination").required(true).args(["out", "sftp"])))]
pub(super) struct Export {
    #[arg(long, value_name = "NS")]
    namespace: String,
    #[arg(long, value_name = "ID")]
    quiz: String,
    #[command(flatten)]
    style: StyleArgs,
    /// The file to write, which appears only when it is whole; `-` writes to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    encrypt_to: EncryptTo,
    #[command(flatten)]
    sftp: Sftp,
}

impl Export {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        let path = QuizPath { namespace: NamespaceId::parse(&self.namespace)?, quiz: QuizId::parse(&self.quiz)? };
        // Refuse a bad key before opening anything.
        let recipients = self.encrypt_to.recipients()?;
        let target = self.sftp.target()?;
        // Where nothing can be written, or no more, the audit log cannot be either.
        let opened = if installation.is_writable()? { Some(installation.open().await) } else { None };
        let opened = opened.filter(|opened| !opened.as_ref().is_err_and(anyhow::Error::is::<Moved>));
        let is_recorded = opened.is_some();
        let service = match opened {
            Some(opened) => opened?,
            None => installation.open_to_read().await?,
        };
        let (_, counts) = service.quiz(&Caller::Operator, &path).await?;
        let progress = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&progress);
        let source =
            service.source(&Caller::Operator, &path, self.style.style(), recipients, counted, is_recorded).await?;
        let bar = tokio::spawn(show(counts.started, progress));
        let ended = match &target {
            Some(target) => source.send(target, &source.file_name(&clock::day(clock::now()))).await,
            None => write(&source, self.out.as_deref().expect("the command line demands one of the two")).await,
        };
        bar.abort();
        let Delivered { name, rows, bytes, sha256 } = ended?;
        let sent = target.map_or(String::new(), |target| format!("{name} is in {}: ", target.url));
        let text = format!("{sent}{rows} rows, {bytes} bytes, SHA-256 {sha256}");
        let json = json!({ "file": name, "rows": rows, "bytes": bytes, "sha256": sha256 });
        if self.out.is_some_and(|out| out.as_os_str() == "-") {
            // Standard output has the export itself.
            eprintln!("{}", if printer.is_json { json.to_string() } else { text });
            return Ok(());
        }
        printer.tell(text, json)
    }
}

/// What the file looks like.
#[derive(Args, Debug)]
pub(super) struct StyleArgs {
    /// csv, jsonl (an object a line) or xlsx (a spreadsheet)
    #[arg(long, default_value = "csv", value_parser = |text: &str| named(ExportFormat::parse, ExportFormat::NAMES, text))]
    format: ExportFormat,
    /// programs (ids, codes, UTC) or people (names, words, the quiz's time zone)
    #[arg(long, default_value = "programs", value_parser = |text: &str| named(ExportForm::parse, ExportForm::NAMES, text))]
    form: ExportForm,
    /// `off` leaves out the apostrophes before text that a spreadsheet would take for a formula (CSV for programs)
    #[arg(long, default_value = "on", value_parser = |text: &str| named(Guard::parse, Guard::NAMES, text))]
    guard: Guard,
    /// comma, or semicolon with decimal commas (CSV for people)
    #[arg(long, default_value = "comma", value_parser = |text: &str| named(Delimiter::parse, Delimiter::NAMES, text))]
    delimiter: Delimiter,
}

impl StyleArgs {
    pub(super) fn style(&self) -> ExportStyle {
        let Self { format, form, guard, delimiter } = *self;
        ExportStyle { format, form, guard, delimiter }
    }
}

fn named<T>(parse: fn(&str) -> Option<T>, names: &[&str], text: &str) -> Result<T, String> {
    parse(text).ok_or_else(|| format!("give one of: {}", names.join(", ")))
}

async fn write(source: &Source, out: &Path) -> Result<Delivered, DeliveryError> {
    if out.as_os_str() == "-" { source.stream(io::stdout()).await } else { source.save(out).await }
}

/// A bar on a terminal; nothing elsewhere.
async fn show(total: u64, progress: Arc<AtomicU64>) {
    if !io::stderr().is_terminal() {
        return;
    }
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {per_sec} {eta}") {
        bar.set_style(style);
    }
    loop {
        bar.set_position(progress.load(Ordering::Relaxed));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
