//! What a respondent may see of a quiz: never points, never counts.

use domain::{Language, Quiz, QuizStatus};
use serde::Serialize;
use utoipa::ToSchema;

use super::{PublicAbout, names};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicQuiz {
    #[schema(value_type = names::QuizId)]
    pub id: String,
    #[schema(value_type = names::NamespaceId)]
    pub namespace_id: String,
    pub name: String,
    pub description: Option<String>,
    /// What respondents are told of the quiz; null while nothing is set.
    pub about: Option<PublicAbout>,
    #[schema(value_type = names::QuizKind)]
    pub kind: &'static str,
    pub anonymous: bool,
    pub inapp: bool,
    #[schema(value_type = names::QuizStatus)]
    pub status: &'static str,
    /// The language of the texts below.
    #[schema(value_type = names::Language)]
    pub language: &'static str,
    /// The languages in which all of the quiz can be read.
    #[schema(value_type = Vec<names::Language>)]
    pub languages: Vec<&'static str>,
    #[schema(value_type = Option<names::Colour>)]
    pub primary_color: Option<String>,
    pub version: u32,
    pub questions: Vec<PublicQuestion>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PublicQuestion {
    #[schema(value_type = names::QuestionId)]
    pub id: String,
    pub text: String,
    pub help: Option<String>,
    pub required: bool,
    pub options: Vec<PublicOption>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PublicOption {
    #[schema(value_type = names::OptionId)]
    pub id: String,
    /// 1 for the first option, and so on.
    #[schema(minimum = 1)]
    pub code: usize,
    pub label: String,
}

impl PublicQuiz {
    pub fn new(quiz: &Quiz, status: QuizStatus, language: Language) -> Self {
        let definition = &quiz.definition;
        let default = definition.language;
        let about = &quiz.settings.about;
        let questions = definition.questions.iter().map(|question| PublicQuestion {
            id: question.id.to_string(),
            text: question.text(language, default).to_owned(),
            help: question.help(language, default).map(str::to_owned),
            required: question.required,
            options: question
                .options(language, default)
                .into_iter()
                .map(|option| PublicOption { id: option.id.into(), code: option.code, label: option.label })
                .collect(),
        });
        Self {
            id: quiz.id.to_string(),
            namespace_id: quiz.namespace_id.to_string(),
            name: quiz.name_in(language).to_owned(),
            description: quiz.settings.description.as_ref().map(|text| text.in_language(language, default).to_owned()),
            about: (!about.is_empty()).then(|| about.in_language(language, default).into()),
            kind: quiz.kind.as_str(),
            anonymous: quiz.kind.is_anonymous(),
            inapp: quiz.kind.is_inapp(),
            status: status.as_str(),
            language: language.as_str(),
            languages: definition.languages().into_iter().map(Language::as_str).collect(),
            primary_color: quiz.settings.primary_colour.clone().map(String::from),
            version: quiz.version,
            questions: questions.collect(),
        }
    }
}
