//! The questions of a quiz as an administrator types them, and their checks.

use std::collections::BTreeSet;

use crate::{
    FieldCode, Indicator, Language, OptionId, OwnOption, Question, QuestionBody, QuestionId, Text, validation::Errors,
};

const QUESTIONS: std::ops::RangeInclusive<usize> = 1..=200;
const OPTIONS: std::ops::RangeInclusive<usize> = 2..=30;
const QUESTION_TEXT: usize = 1000;
const LABEL: usize = 300;

/// A question as it was typed: a built-in one has an id and perhaps `required`, nothing else.
#[derive(Clone, Debug)]
pub struct QuestionInput {
    pub id: String,
    pub required: Option<bool>,
    pub text: Option<Text>,
    pub help: Option<Text>,
    pub options: Option<Vec<OptionInput>>,
}

#[derive(Clone, Debug)]
pub struct OptionInput {
    /// Made by the server when absent.
    pub id: Option<String>,
    pub label: Text,
}

pub(crate) fn check_questions(
    inputs: Vec<QuestionInput>,
    mut new_option_id: impl FnMut() -> OptionId,
    errors: &mut Errors,
) -> Vec<Question> {
    if !errors.check_count("questions", inputs.len(), &QUESTIONS) {
        return Vec::new();
    }
    let mut seen = BTreeSet::new();
    let mut questions = Vec::new();
    for (index, input) in inputs.into_iter().enumerate() {
        let path = format!("questions[{index}]");
        let id = match QuestionId::parse(&input.id) {
            Ok(id) => id,
            Err(error) => {
                errors.add(format!("{path}.id"), FieldCode::Malformed(error));
                continue;
            }
        };
        if !seen.insert(id.clone()) {
            errors.add(format!("{path}.id"), FieldCode::NotUnique);
        }
        let body = match Indicator::of_question(&id) {
            Some(indicator) => check_built_in(indicator, &input, &path, errors),
            None => check_own(input.text, input.help, input.options, &path, &mut new_option_id, errors),
        };
        if let Some(body) = body {
            questions.push(Question { id, required: input.required.unwrap_or(true), body });
        }
    }
    questions
}

/// The quiz's own language must be complete; the others may fall back to it.
pub(crate) fn check_languages(questions: &[Question], language: Language, errors: &mut Errors) {
    for question in questions.iter().filter(|question| !question.speaks(language)) {
        errors.add("questions", FieldCode::Untranslated { question: question.id.clone(), language });
    }
}

fn check_built_in(
    indicator: Indicator,
    input: &QuestionInput,
    path: &str,
    errors: &mut Errors,
) -> Option<QuestionBody> {
    if input.text.is_some() || input.help.is_some() || input.options.is_some() {
        errors.add(path, FieldCode::FixedWords(indicator));
        return None;
    }
    Some(QuestionBody::BuiltIn(indicator))
}

fn check_own(
    text: Option<Text>,
    help: Option<Text>,
    options: Option<Vec<OptionInput>>,
    path: &str,
    new_option_id: &mut impl FnMut() -> OptionId,
    errors: &mut Errors,
) -> Option<QuestionBody> {
    let text = errors.check_wordings(&format!("{path}.text"), text, QUESTION_TEXT);
    for wording in help.iter().flat_map(Text::wordings) {
        errors.check_text(&format!("{path}.help"), wording, 0, QUESTION_TEXT);
    }
    let inputs = options.unwrap_or_default();
    if !errors.check_count(&format!("{path}.options"), inputs.len(), &OPTIONS) {
        return None;
    }
    let mut seen = BTreeSet::new();
    let mut options = Vec::new();
    for (index, input) in inputs.into_iter().enumerate() {
        let path = format!("{path}.options[{index}]");
        let id = match input.id.as_deref().map(OptionId::parse) {
            None => new_option_id(),
            Some(Ok(id)) => id,
            Some(Err(error)) => {
                errors.add(format!("{path}.id"), FieldCode::Malformed(error));
                continue;
            }
        };
        if !seen.insert(id.clone()) {
            errors.add(format!("{path}.id"), FieldCode::NotUnique);
        }
        if let Some(label) = errors.check_wordings(&format!("{path}.label"), Some(input.label), LABEL) {
            options.push(OwnOption { id, label });
        }
    }
    Some(QuestionBody::Own { text: text?, help, options })
}
