//! A worker in a separate process, running the program's own code, that can be stopped at a step.

use std::{
    env,
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::Duration,
};

use domain::{NamespaceId, QuizId};
use server::{
    SecretKey,
    export::{ExportFormat, ExportStep, Watch},
    jobs::ExportFiles,
    service::{Caller, QuizPath, Service},
    store::Store,
};

use super::quiz::Exported;

const WHERE: &str = "EXPORT_WORKER";
const QUIZ: &str = "EXPORT_WORKER_QUIZ";
const DATA: &str = "EXPORT_WORKER_DATA";

/// Pieces written before it stops in the middle.
const PIECES: u32 = 3;

/// Starts a worker that requests an export of the quiz and creates it. It aborts at `queued`, `claimed`, `writing`,
/// `written`, `synced` or `kept`; at `slow` it continues slowly.
pub(super) fn start(quiz: &Exported<'_>, step: &str) -> Child {
    Command::new(env::current_exe().expect("this program"))
        .args(["--exact", "exports::worker::the_worker"])
        .env(WHERE, step)
        .env(QUIZ, &quiz.id)
        .env(DATA, quiz.program.folder())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts")
}

/// The worker process that [`start`] runs; as a test it does nothing.
#[test]
fn the_worker() {
    let Ok(step) = env::var(WHERE) else { return };
    tokio::runtime::Runtime::new().expect("a runtime").block_on(work(&step)).expect("it works until it is stopped");
}

async fn work(step: &str) -> anyhow::Result<()> {
    let folder = std::path::PathBuf::from(env::var(DATA)?);
    let store = Store::open(&format!("sqlite:{}", folder.join("quiz-answers.db").display())).await?;
    let key = std::fs::read_to_string(folder.join("quiz-answers.key"))?;
    let service = Service::start(Arc::new(store), &SecretKey::parse(&key)?).await?;
    let path = QuizPath { namespace: NamespaceId::parse("acme")?, quiz: QuizId::parse(&env::var(QUIZ)?)? };
    service.request_export(&Caller::Operator, &path, ExportFormat::Csv).await?;
    if step == "queued" {
        std::process::abort();
    }
    let files = ExportFiles::in_data_dir(&folder);
    Box::pin(service.runner(files, Duration::from_hours(1)).watched(watch(step)).run()).await;
    Ok(())
}

fn watch(step: &str) -> Watch {
    let fatal = match step {
        "claimed" => ExportStep::Claimed,
        "writing" | "slow" => ExportStep::Writing,
        "written" => ExportStep::Written,
        "synced" => ExportStep::Synced,
        "kept" => ExportStep::Kept,
        other => panic!("{other} is not a step"),
    };
    let (is_slow, pieces) = (step == "slow", AtomicU32::new(0));
    Arc::new(move |now| {
        if now != fatal {
            return;
        }
        if is_slow {
            thread::sleep(Duration::from_millis(400));
        } else if now != ExportStep::Writing || pieces.fetch_add(1, Ordering::Relaxed) + 1 == PIECES {
            std::process::abort();
        }
    })
}
