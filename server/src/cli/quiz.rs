//! `quiz create`, `quiz show`, `quiz list`

use std::{io::Read, path::PathBuf};

use anyhow::Context;
use clap::Subcommand;
use domain::{NamespaceId, QuizId};
use serde::Deserialize;

use super::output::{print_line, printable, printable_json};
use crate::{
    config::Installation,
    http::{
        Tree,
        api::v1::{CreateQuiz, QuizBody},
    },
    service::{Caller, ExportState, QuizPath},
    store::{Counts, Page},
};

#[derive(Debug, Subcommand)]
pub(super) enum QuizCommand {
    /// Make a quiz from a file and print its record
    Create {
        #[arg(long, value_name = "NS")]
        namespace: String,
        /// JSON, the same as the body of Create Quiz in the API; `-` reads standard input
        file: PathBuf,
    },
    /// Print the record of a quiz
    Show {
        #[arg(long, value_name = "NS")]
        namespace: String,
        id: String,
    },
    /// List the quizzes of a namespace, newest first
    List {
        #[arg(long, value_name = "NS")]
        namespace: String,
    },
}

impl QuizCommand {
    pub(super) async fn run(self, installation: &Installation) -> anyhow::Result<()> {
        match self {
            Self::Create { namespace, file } => {
                let namespace = NamespaceId::parse(&namespace)?;
                let text = read(&file).with_context(|| format!("cannot read {}", file.display()))?;
                let not_a_quiz = || format!("{} is not a quiz", file.display());
                let tree: Tree = serde_json::from_str(&text).with_context(not_a_quiz)?;
                let body = CreateQuiz::deserialize(tree).with_context(not_a_quiz)?;
                let service = installation.open().await?;
                let made = service.create_quiz(&Caller::Operator, namespace, body.into()).await;
                let quiz = made.context("cannot make the quiz")?;
                print(&QuizBody::new(&quiz, Counts::default(), &ExportState::None, ""))
            }
            Self::Show { namespace, id } => {
                let path = QuizPath { namespace: NamespaceId::parse(&namespace)?, quiz: QuizId::parse(&id)? };
                let service = installation.open_to_read().await?;
                let (quiz, counts) = service.quiz(&Caller::Operator, &path).await?;
                let export = service.export_state(&Caller::Operator, &quiz).await?;
                print(&QuizBody::new(&quiz, counts, &export, ""))
            }
            Self::List { namespace } => {
                let namespace = NamespaceId::parse(&namespace)?;
                let service = installation.open_to_read().await?;
                let mut after = None;
                loop {
                    let page = Page { after, limit: 200 };
                    let quizzes = service.list_quizzes(&Caller::Operator, &namespace, page).await?;
                    for (quiz, counts) in &quizzes {
                        let status = quiz.status(crate::clock::now()).as_str();
                        let (kind, name) = (quiz.kind.as_str(), printable(quiz.name()));
                        print_line(format_args!(
                            "{}\t{kind}\t{status}\t{}/{}\t{name}",
                            quiz.id, counts.completed, counts.started
                        ))?;
                    }
                    after = quizzes.last().map(|(quiz, _)| (quiz.created_at, quiz.id.clone()));
                    if after.is_none() {
                        return Ok(());
                    }
                }
            }
        }
    }
}

fn read(file: &PathBuf) -> std::io::Result<String> {
    if file.as_os_str() == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        return Ok(text);
    }
    std::fs::read_to_string(file)
}

fn print(quiz: &QuizBody) -> anyhow::Result<()> {
    Ok(print_line(printable_json(&serde_json::to_string_pretty(quiz)?))?)
}
