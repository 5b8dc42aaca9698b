//! `quiz create`, `quiz show`, `quiz list`, `quiz update`, `quiz open`, `quiz close`, `quiz delete`

use std::{
    io::Read,
    path::{Path, PathBuf},
};

use anyhow::{Context, ensure};
use clap::{Args, Subcommand};
use domain::{NamespaceId, Quiz, QuizChange, QuizId, QuizInput, json::Input};
use serde::de::DeserializeOwned;
use serde_json::json;

use super::output::{Printer, print_line, printable, printable_json};
use crate::{
    clock,
    config::Installation,
    http::api::v1::{ListedQuiz, QuizBody, RescoredBody},
    service::{Caller, ExportState, QuizPath, Rescored, Service},
    store::{Counts, Page, QuizSummary},
};

#[derive(Debug, Subcommand)]
pub(super) enum QuizCommand {
    /// Create a quiz from a file and print its record
    Create {
        #[arg(long, value_name = "NS")]
        namespace: String,
        /// JSON, the same as the body of Create Quiz in the API; `-` reads standard input
        file: PathBuf,
    },
    /// Print the record of a quiz
    Show(QuizArgs),
    /// List the quizzes of a namespace, newest first
    List {
        #[arg(long, value_name = "NS")]
        namespace: String,
    },
    /// Change a quiz from a file and print its record
    Update {
        #[command(flatten)]
        quiz: QuizArgs,
        /// JSON, the same as the body of Change Quiz in the API, or all that `quiz show` prints; `-` reads standard input
        file: PathBuf,
    },
    /// Open a quiz now, whatever its dates say
    Open(QuizArgs),
    /// Close a quiz now; what was answered stays
    Close(QuizArgs),
    /// Show what the current scoring makes of answers that were submitted under earlier versions
    Rescore {
        #[command(flatten)]
        quiz: QuizArgs,
        /// Replace the scores; those before are kept
        #[arg(long)]
        apply: bool,
    },
    /// Delete a quiz with everything answered in it; there is no way back
    Delete {
        #[command(flatten)]
        quiz: QuizArgs,
        /// Delete without asking; otherwise the command only tells what would be deleted
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Args, Debug)]
pub(super) struct QuizArgs {
    #[arg(long, value_name = "NS")]
    namespace: String,
    id: String,
}

impl QuizArgs {
    fn path(&self) -> anyhow::Result<QuizPath> {
        Ok(QuizPath { namespace: NamespaceId::parse(&self.namespace)?, quiz: QuizId::parse(&self.id)? })
    }
}

impl QuizCommand {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        let operator = Caller::Operator;
        match self {
            Self::Create { namespace, file } => {
                let namespace = NamespaceId::parse(&namespace)?;
                let input: QuizInput = read(&file)?;
                let service = installation.open().await?;
                let made = service.create_quiz(&operator, namespace, input).await;
                let quiz = made.context("cannot create the quiz")?;
                print(printer, &QuizBody::new(&quiz, Counts::default(), &ExportState::None, ""))
            }
            Self::Show(quiz) => {
                let service = installation.open_to_read().await?;
                let (quiz, counts) = service.quiz(&operator, &quiz.path()?).await?;
                show(&service, printer, &quiz, counts).await
            }
            Self::List { namespace } => list(installation, printer, &NamespaceId::parse(&namespace)?).await,
            Self::Update { quiz, file } => {
                let change: QuizChange = read(&file)?;
                let service = installation.open().await?;
                change_quiz(&service, printer, &quiz.path()?, change).await
            }
            Self::Open(quiz) => {
                let service = installation.open().await?;
                let path = quiz.path()?;
                let (quiz, _) = service.quiz(&operator, &path).await?;
                change_quiz(&service, printer, &path, QuizChange::opening(&quiz, clock::now())).await
            }
            Self::Close(quiz) => {
                let service = installation.open().await?;
                change_quiz(&service, printer, &quiz.path()?, QuizChange::closing()).await
            }
            Self::Rescore { quiz, apply } => rescore(&installation.open().await?, printer, &quiz.path()?, apply).await,
            Self::Delete { quiz, yes } => {
                let service = installation.open().await?;
                let path = quiz.path()?;
                let (stored, Counts { started, .. }) = service.quiz(&operator, &path).await?;
                ensure!(
                    yes,
                    "nothing was deleted: \"{}\" has the answers of {started} respondents, and there is no way back; add --yes \
                     to delete it",
                    stored.name()
                );
                service.delete_quiz(&operator, &path).await.context("cannot delete the quiz")?;
                printer.tell(format_args!("deleted {}", quiz.id), json!({ "id": quiz.id, "deleted": true }))
            }
        }
    }
}

async fn change_quiz(service: &Service, printer: Printer, path: &QuizPath, change: QuizChange) -> anyhow::Result<()> {
    let changed = service.change_quiz(&Caller::Operator, path, change, |_| true).await;
    let (quiz, counts) = changed.context("cannot change the quiz")?;
    show(service, printer, &quiz, counts).await
}

async fn rescore(service: &Service, printer: Printer, path: &QuizPath, applies: bool) -> anyhow::Result<()> {
    let (quiz, _) = service.quiz(&Caller::Operator, path).await?;
    let all = service.rescore_all(&Caller::Operator, path, quiz.version, applies, u64::MAX).await;
    let all = all.context("cannot go on; run it again")?;
    let body = RescoredBody::new(&all, quiz.version, applies);
    let Rescored { examined, changed, higher, lower, .. } = all;
    let verb = if applies { "changed" } else { "would change" };
    let text = format_args!("{changed} of {examined} records {verb}: {higher} higher, {lower} lower overall");
    printer.print(text, body)
}

async fn show(service: &Service, printer: Printer, quiz: &Quiz, counts: Counts) -> anyhow::Result<()> {
    let export = service.export_state(&Caller::Operator, quiz).await?;
    print(printer, &QuizBody::new(quiz, counts, &export, ""))
}

async fn list(installation: &Installation, printer: Printer, namespace: &NamespaceId) -> anyhow::Result<()> {
    let service = installation.open_to_read().await?;
    let mut after = None;
    loop {
        let quizzes = service.list_quizzes(&Caller::Operator, namespace, Page { after, limit: 200 }).await?;
        let ids: Vec<_> = quizzes.items.iter().map(|quiz| quiz.id.clone()).collect();
        after = quizzes.next(QuizSummary::place);
        let exports = service.export_states(&Caller::Operator, namespace, &ids).await?;
        for quiz in quizzes.items {
            let (id, kind, status) = (&quiz.id, quiz.kind.as_str(), quiz.settings.status_at(clock::now()).as_str());
            let (name, Counts { started, completed }) = (printable(quiz.name()), quiz.counts);
            let export = exports.get(id).unwrap_or(&ExportState::None);
            let line = format!("{id}\t{kind}\t{status}\t{completed}/{started}\t{name}");
            printer.print(line, ListedQuiz::new(quiz, export, ""))?;
        }
        if after.is_none() {
            return Ok(());
        }
    }
}

/// A body of the API in a file.
fn read<T: DeserializeOwned>(file: &Path) -> anyhow::Result<T> {
    let text = if file.as_os_str() == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(file)
    };
    let text = text.with_context(|| format!("cannot read {}", file.display()))?;
    let not_a_quiz = || format!("{} is not a quiz", file.display());
    let tree: Input = serde_json::from_str(&text).with_context(not_a_quiz)?;
    T::deserialize(tree).with_context(not_a_quiz)
}

/// On several lines for people.
fn print(printer: Printer, quiz: &QuizBody) -> anyhow::Result<()> {
    if printer.is_json {
        return printer.print("", quiz);
    }
    Ok(print_line(printable_json(&serde_json::to_string_pretty(quiz)?))?)
}
