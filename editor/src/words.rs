//! Names of kinds and languages, and error messages.

use domain::{FieldCode, KindName, Language, edit::Problem};

/// The names of the kinds of question, in the order of [`KindName::ALL`].
pub(crate) const KINDS: [&str; KindName::ALL.len()] =
    ["One choice", "Several choices", "Scale", "Number", "Text", "Date", "Ranking", "Table", "Statement", "Consent"];

/// English names of the most commonly added languages, by tag.
pub(crate) const LANGUAGES: [(&str, &str); 16] = [
    ("en", "English"),
    ("es", "Spanish"),
    ("de", "German"),
    ("fr", "French"),
    ("pt-BR", "Portuguese (Brazil)"),
    ("ar", "Arabic"),
    ("it", "Italian"),
    ("nl", "Dutch"),
    ("pl", "Polish"),
    ("ca", "Catalan"),
    ("tr", "Turkish"),
    ("uk", "Ukrainian"),
    ("zh", "Chinese"),
    ("ja", "Japanese"),
    ("hi", "Hindi"),
    ("sv", "Swedish"),
];

pub(crate) fn language(tag: &str) -> String {
    let known = LANGUAGES.iter().find(|(value, _)| *value == tag).map(|(_, name)| (*name).to_owned());
    known.unwrap_or_else(|| Language::parse(tag).map_or_else(|_| tag.to_owned(), |language| language.endonym()))
}

/// An error as a sentence, shown beside its control.
pub(crate) fn problem(problem: &Problem) -> String {
    if problem.place.steps() == ["scoring"] && problem.code == FieldCode::Required {
        return "Questions have points: score this quiz.".to_owned();
    }
    sentence(&problem.code)
}

pub(crate) fn sentence(code: &FieldCode) -> String {
    match code {
        FieldCode::Required | FieldCode::Empty => "Write something here.".to_owned(),
        FieldCode::Untranslated { language, .. } => {
            format!("A text or a label is missing in {}.", self::language(language.as_str()))
        }
        FieldCode::AlwaysTrue => "The condition always holds: remove it.".to_owned(),
        FieldCode::NeverTrue => "The condition never holds: change or remove it.".to_owned(),
        FieldCode::Unreachable => "This question is never shown: change the conditions before it.".to_owned(),
        FieldCode::NotEarlier(id) => {
            format!("“{id}” isn’t asked before: move it up, or choose an earlier question.")
        }
        FieldCode::UnknownQuestion(id) => format!("“{id}” is gone: choose another question."),
        FieldCode::UnknownOption(_) => "An option is gone: choose another one.".to_owned(),
        FieldCode::UnknownCategory(id) => format!("The category “{id}” is gone: choose another one."),
        FieldCode::UnknownBand(id) => format!("The band “{id}” is gone: remove its text."),
        FieldCode::WrongType(kind) => format!("Must be {kind}."),
        FieldCode::UnknownImage => "The picture is gone: choose another one.".to_owned(),
        FieldCode::NotUnique => "This id is used twice: choose another one.".to_owned(),
        code => {
            let text = code.to_string();
            let mut letters = text.chars();
            let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
            format!("{first}{}.", letters.as_str())
        }
    }
}

/// `1 problem`, `3 problems`
pub(crate) fn count(number: usize, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}
