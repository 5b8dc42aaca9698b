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
    let steps: Vec<&str> = problem.place.steps().iter().map(String::as_str).collect();
    let own = match (&steps[..], &problem.code) {
        (["scoring"], FieldCode::Required) => "Questions have points: score this quiz.",
        ([.., "change"], FieldCode::NotOneOf(_)) => {
            "Give a standard deviation and a reliability, or else points or per cent."
        }
        ([.., "change"], FieldCode::Required) => "An alert looks at change: say what counts as one.",
        ([.., "norms", _], FieldCode::NotOneOf(_)) => {
            "Give a mean and a standard deviation, or else a table of percentiles."
        }
        ([.., "percentiles", _], FieldCode::NotAscending) => "Scores and percentiles must rise from line to line.",
        (steps, FieldCode::WrongType(_)) if steps.contains(&"percentiles") => {
            "Each line must have two numbers: a score and its percentile."
        }
        (["alerts", ..], FieldCode::NoScoreYet) => {
            "There is no score before all is sent: let it rise then, or ask for answers alone."
        }
        ([.., "when"], FieldCode::NoScoreYet) => "Only alerts look at bands and change.",
        (["alerts", _, "when"], FieldCode::Required) => "Add the condition on which it rises.",
        (["alerts", _, "when"], FieldCode::TooFew { .. }) => "Choose at least one band or verdict.",
        (["series", "times"], FieldCode::Required) => "Give a number of times or a last day.",
        (["series", ..], FieldCode::Beside("times")) => "Give a number of times or a last day, not both.",
        (["series", ..], FieldCode::Beside("inapp")) => "Users of another application have no addresses here.",
        (["series" | "retryAfterDays"], FieldCode::Beside(_)) => "A series and retakes exclude each other.",
        (["series"], FieldCode::NotForOpen) => "Only quizzes by invitation and in-app quizzes have a series.",
        (["series", ..], FieldCode::TooLongFor("every")) => {
            "This must not be longer than from one occasion to the next."
        }
        (["series", ..], FieldCode::TooLongFor(_)) => "A reminder comes before the time to begin is over.",
        (["series", ..], FieldCode::NotAscending) => "Each reminder comes after the one before.",
        (["alerts", ..], FieldCode::UnknownBand(id)) => return format!("The band “{id}” is gone: choose another one."),
        _ => return sentence(&problem.code),
    };
    own.to_owned()
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
