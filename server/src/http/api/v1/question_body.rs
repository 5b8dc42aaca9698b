//! A question in a quiz record.

use domain::{Condition, Decimal, Definition, Language, Question, QuestionInput, Text};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{LocalizedText, form, names};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct QuestionBody {
    #[schema(value_type = names::QuestionId)]
    id: String,
    /// One of `fhn1` to `fhn8`: fixed words, scored.
    built_in: bool,
    required: bool,
    #[schema(value_type = LocalizedText)]
    text: Text,
    #[schema(value_type = Option<LocalizedText>)]
    help: Option<Text>,
    options: Vec<OptionBody>,
    /// The fields of its kind, as they are written.
    #[serde(flatten)]
    #[schema(value_type = std::collections::BTreeMap<String, serde_json::Value>)]
    more: Map<String, Value>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OptionBody {
    #[schema(value_type = names::OptionId)]
    id: String,
    /// 1 for the first option, and so on.
    #[schema(minimum = 1)]
    code: usize,
    #[schema(value_type = LocalizedText)]
    label: Text,
    /// Points of the answer
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    points: Option<Decimal>,
    /// Not to be chosen with others
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    exclusive: bool,
    /// Opens a text field, answered as the question `<id>_other`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    other: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<form::Condition>, nullable = false)]
    show_if: Option<Condition>,
}

impl QuestionBody {
    pub(super) fn new(question: &Question, definition: &Definition) -> Self {
        let (text, help, labels) = match &question.body {
            domain::QuestionBody::BuiltIn(_) => built_in_words(question),
            domain::QuestionBody::Own(own) => (
                own.text.clone(),
                own.help.clone(),
                own.kind.options().iter().map(|option| option.label.clone()).collect(),
            ),
        };
        let options = question.option_ids().into_iter().zip(labels).enumerate().map(|(index, (id, label))| {
            let own = question.own().and_then(|own| own.kind.options().get(index));
            let built_in = question.points_of(&id, definition.scheme).map(Decimal::from);
            OptionBody {
                points: built_in.or(own.and_then(|own| own.points)),
                exclusive: own.is_some_and(|own| own.exclusive),
                other: own.is_some_and(|own| own.other),
                show_if: own.and_then(|own| own.show_if.clone()),
                id: id.into(),
                code: index + 1,
                label,
            }
        });
        Self {
            id: question.id.to_string(),
            built_in: question.indicator().is_some(),
            required: question.required,
            text,
            help,
            options: options.collect(),
            more: more_of(question),
        }
    }
}

/// The written fields of a question that have no place of their own in its record.
pub(super) fn more_of(question: &Question) -> Map<String, Value> {
    let Ok(Value::Object(mut written)) = serde_json::to_value(QuestionInput::from(question)) else { return Map::new() };
    for name in ["id", "required", "text", "help", "options"] {
        written.remove(name);
    }
    written
}

/// The words of a built-in question in every language.
fn built_in_words(question: &Question) -> (Text, Option<Text>, Vec<Text>) {
    let by_language = |words: &dyn Fn(Language) -> String| {
        Text::ByLanguage(Language::OF_CONTENT.into_iter().map(|l| (l, words(l))).collect())
    };
    let text = by_language(&|l| question.text(l, l).to_owned());
    let help = by_language(&|l| question.help(l, l).unwrap_or_default().to_owned());
    let labels = (0..question.option_ids().len())
        .map(|index| by_language(&|l| question.options(l, l)[index].label.clone()))
        .collect();
    (text, Some(help), labels)
}
