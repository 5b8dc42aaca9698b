//! A question in replies. `help` and `options` are always present.

use domain::QuestionInput;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct QuestionBody {
    #[serde(flatten)]
    question: QuestionInput,
    #[serde(rename = "help", skip_serializing_if = "Option::is_none")]
    no_help: Option<()>,
}

impl From<QuestionInput> for QuestionBody {
    fn from(question: QuestionInput) -> Self {
        let no_help = question.help.is_none().then_some(());
        Self { question, no_help }
    }
}
