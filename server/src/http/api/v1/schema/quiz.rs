//! The quiz record, for administrators.

use std::collections::BTreeMap;

use domain::{Definition, Language, Question, Quiz, Text};
use serde::Serialize;
use utoipa::ToSchema;

use super::{AboutBody, LocalizedText, export::ExportFields, names};
use crate::{clock, service::ExportState, store::Counts};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuizBody {
    #[schema(value_type = names::QuizId)]
    pub id: String,
    #[schema(value_type = names::NamespaceId)]
    pub namespace_id: String,
    pub name: LocalizedText,
    pub description: Option<LocalizedText>,
    #[schema(value_type = names::QuizKind)]
    pub kind: &'static str,
    pub anonymous: bool,
    pub inapp: bool,
    /// As it is now.
    #[schema(value_type = names::QuizStatus)]
    pub status: &'static str,
    #[schema(value_type = names::Language)]
    pub language: &'static str,
    #[schema(value_type = Option<names::Colour>)]
    pub primary_color: Option<String>,
    pub questions: Vec<QuestionBody>,
    /// Counts from 1; a change of questions or language makes the next one.
    pub version: u32,
    #[schema(format = DateTime)]
    pub created_at: String,
    #[schema(format = DateTime)]
    pub updated_at: String,
    #[schema(format = DateTime)]
    pub opens_at: Option<String>,
    #[schema(format = DateTime)]
    pub closes_at: Option<String>,
    /// Days after which it may be taken again; null where it is taken once.
    #[schema(maximum = 3650)]
    pub retry_after_days: Option<u16>,
    pub allowed_origins: Vec<String>,
    /// What respondents are told; null while nothing is set.
    pub about: Option<AboutBody>,
    pub responses: Responses,
    /// null before the first export, then `uploading`, then `done` or `failed`.
    #[schema(value_type = Option<names::ExportStatus>)]
    pub csv_export_status: Option<&'static str>,
    /// Where to fetch the file, for 15 minutes; renewed by every Get Quiz.
    pub csv_export_path: Option<String>,
    /// Why it failed.
    pub csv_export_error: Option<String>,
    /// Records in the file.
    pub csv_export_rows: Option<u64>,
    /// 0 to 1 while it is made.
    #[schema(minimum = 0, maximum = 1)]
    pub csv_export_progress: Option<f64>,
    #[schema(value_type = Option<names::Sha256>)]
    pub csv_export_sha256: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Responses {
    pub started: u64,
    pub completed: u64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuestionBody {
    #[schema(value_type = names::QuestionId)]
    pub id: String,
    /// One of `fhn1` to `fhn8`: fixed words, scored.
    pub built_in: bool,
    pub required: bool,
    pub text: LocalizedText,
    pub help: Option<LocalizedText>,
    pub options: Vec<OptionBody>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OptionBody {
    #[schema(value_type = names::OptionId)]
    pub id: String,
    /// 1 for the first option, and so on.
    #[schema(minimum = 1)]
    pub code: usize,
    pub label: LocalizedText,
    /// What the answer is worth, 0 to 100; built-in questions only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 100, nullable = false)]
    pub points: Option<u8>,
}

impl QuizBody {
    pub fn new(quiz: &Quiz, counts: Counts, export: &ExportState, base_url: &str) -> Self {
        let export = ExportFields::new(export, base_url);
        let settings = &quiz.settings;
        Self {
            id: quiz.id.to_string(),
            namespace_id: quiz.namespace_id.to_string(),
            name: settings.name.clone().into(),
            description: settings.description.clone().map(LocalizedText::from),
            kind: quiz.kind.as_str(),
            anonymous: quiz.kind.is_anonymous(),
            inapp: quiz.kind.is_inapp(),
            status: quiz.status(clock::now()).as_str(),
            language: quiz.definition.language.as_str(),
            primary_color: settings.primary_colour.clone().map(String::from),
            questions: quiz.definition.questions.iter().map(|q| QuestionBody::new(q, &quiz.definition)).collect(),
            version: quiz.version,
            created_at: clock::to_rfc3339(quiz.created_at),
            updated_at: clock::to_rfc3339(quiz.updated_at),
            opens_at: settings.opens_at.map(clock::to_rfc3339),
            closes_at: settings.closes_at.map(clock::to_rfc3339),
            retry_after_days: settings.retry_after.map(domain::RetryAfter::get),
            allowed_origins: settings.allowed_origins.clone(),
            about: AboutBody::of(&settings.about),
            responses: Responses { started: counts.started, completed: counts.completed },
            csv_export_status: export.status,
            csv_export_path: export.path,
            csv_export_error: export.error,
            csv_export_rows: export.rows,
            csv_export_progress: export.progress,
            csv_export_sha256: export.sha256,
        }
    }
}

impl QuestionBody {
    fn new(question: &Question, definition: &Definition) -> Self {
        let (text, help, labels) = match &question.body {
            domain::QuestionBody::BuiltIn(_) => built_in_words(question),
            domain::QuestionBody::Own { text, help, options } => (
                text.clone().into(),
                help.clone().map(LocalizedText::from),
                options.iter().map(|option| option.label.clone().into()).collect(),
            ),
        };
        let options =
            question.option_ids().into_iter().zip(labels).enumerate().map(|(index, (id, label))| OptionBody {
                points: question.points_of(&id, definition.scheme).map(domain::Points::get),
                id: id.into(),
                code: index + 1,
                label,
            });
        Self {
            id: question.id.to_string(),
            built_in: question.indicator().is_some(),
            required: question.required,
            text,
            help,
            options: options.collect(),
        }
    }
}

/// The words of a built-in question in every language.
fn built_in_words(question: &Question) -> (LocalizedText, Option<LocalizedText>, Vec<LocalizedText>) {
    let by_language = |words: &dyn Fn(Language) -> String| -> LocalizedText {
        Text::ByLanguage(Language::ALL.into_iter().map(|l| (l, words(l))).collect::<BTreeMap<_, _>>()).into()
    };
    let text = by_language(&|l| question.text(l, l).to_owned());
    let help = by_language(&|l| question.help(l, l).unwrap_or_default().to_owned());
    let labels = (0..question.option_ids().len())
        .map(|index| by_language(&|l| question.options(l, l)[index].label.clone()))
        .collect();
    (text, Some(help), labels)
}
