//! `export`: the same CSV as the job's, to a file or to standard output.

use std::{
    fs::File,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::{Context, bail};
use clap::Args;
use domain::{NamespaceId, QuizId};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::{
    config::GlobalOptions,
    jobs::{ExportFormat, ExportOutcome},
    service::{Caller, QuizPath, Service},
};

#[derive(Args, Debug)]
pub(super) struct Export {
    #[arg(long, value_name = "NS")]
    namespace: String,
    #[arg(long, value_name = "ID")]
    quiz: String,
    /// The file to write, which appears only when it is whole; `-` writes to standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Export {
    pub(super) async fn run(self, options: &GlobalOptions) -> anyhow::Result<()> {
        let path = QuizPath { namespace: NamespaceId::parse(&self.namespace)?, quiz: QuizId::parse(&self.quiz)? };
        let service = options.open().await?;
        let (_, counts) = service.quiz(&Caller::Operator, &path).await?;
        let progress = Arc::new(AtomicU64::new(0));
        let bar = tokio::spawn(show(counts.started, Arc::clone(&progress)));
        let written = if self.out.as_os_str() == "-" {
            stream(&service, &path, io::stdout(), progress).await.map(|(outcome, _)| outcome)
        } else {
            to_file(&service, &path, &self.out, progress).await
        };
        bar.abort();
        let outcome = written?;
        eprintln!("{} rows, {} bytes, SHA-256 {}", outcome.rows, outcome.bytes, outcome.sha256);
        Ok(())
    }
}

async fn stream<W: Write + Send + 'static>(
    service: &Service,
    path: &QuizPath,
    out: W,
    progress: Arc<AtomicU64>,
) -> anyhow::Result<(ExportOutcome, W)> {
    service.stream_export(&Caller::Operator, path, ExportFormat::Csv, out, progress).await
}

/// Written beside its place and renamed, so that nobody ever reads half of it.
async fn to_file(
    service: &Service,
    path: &QuizPath,
    out: &Path,
    progress: Arc<AtomicU64>,
) -> anyhow::Result<ExportOutcome> {
    let Some(name) = out.file_name() else { bail!("{} is not the name of a file", out.display()) };
    let mut part_name = name.to_owned();
    part_name.push(".part");
    let part = out.with_file_name(part_name);
    let file = File::create(&part).with_context(|| format!("cannot write {}", part.display()))?;
    let written = async {
        let (outcome, file) = stream(service, path, file, progress).await?;
        file.sync_all()?;
        std::fs::rename(&part, out).with_context(|| format!("cannot write {}", out.display()))?;
        Ok(outcome)
    };
    let outcome = written.await;
    if outcome.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    outcome
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
