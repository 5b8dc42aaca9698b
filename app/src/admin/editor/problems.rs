//! Maps validation errors of a quiz to the fields of the editor.

use domain::{ContentLanguage, FieldCode, FieldError, Invalid, Part};

use super::EditorFields;
use crate::admin::{Problem, words::rule};

impl EditorFields {
    /// Messages make sense without their field, since the summary lists them too.
    pub(super) fn problems(&self, invalid: &Invalid) -> Vec<Problem> {
        let unsaid = self.unsaid();
        // The rules report missing texts once per question, the editor at each field.
        let is_said = |error: &&FieldError| matches!(error.code, FieldCode::Untranslated { .. });
        let is_kept = |error: &&FieldError| unsaid.is_empty() || !is_said(error);
        let others = invalid.0.iter().filter(is_kept).map(|error| self.problem(error));
        let mut all: Vec<Problem> = others.collect();
        all.extend(unsaid);
        all
    }

    /// Texts that exist, but not in the quiz's own language.
    fn unsaid(&self) -> Vec<Problem> {
        let language = self.language;
        let is_unsaid = |wording: &super::Wording| wording.lacks(language) && !wording.is_empty() && !wording.is_same;
        let mut found = Vec::new();
        let mut add = |field: String, what: String| {
            let message = format!("{what} is missing in {}, the quiz's own language.", name(language));
            found.push(Problem { field: format!("{field}-{language}"), message });
        };
        for (index, question) in self.questions.iter().enumerate() {
            let number = index + 1;
            if is_unsaid(&question.text) {
                add(format!("q{index}-text"), format!("Question {number}: the text"));
            }
            for (at, option) in question.options.iter().enumerate() {
                if is_unsaid(&option.label) {
                    add(format!("q{index}-o{at}-label"), format!("Question {number}, option {}: the label", at + 1));
                }
            }
        }
        found
    }

    fn problem(&self, error: &FieldError) -> Problem {
        let (language, message) = (self.language, rule(&error.code));
        let (field, message) = match error.path.parts()[..] {
            [Part::Field("name")] => (format!("name-{language}"), format!("The name {message}.")),
            [Part::Field("description")] => (format!("description-{language}"), format!("The description {message}.")),
            [Part::Field("primaryColor")] => ("colour".to_owned(), format!("The colour cannot be read: {message}.")),
            [Part::Field("respondentsMayErase")] => {
                ("may-erase".to_owned(), format!("Deleting one’s own answers {message}."))
            }
            [Part::Field("retryAfterDays")] => {
                ("retry-after".to_owned(), format!("The days until it may be taken again: {message}."))
            }
            [Part::Field("about"), ref rest @ ..] => self.about_problem(rest, &message),
            [Part::Field("allowedOrigins"), ref rest @ ..] => ("origins".to_owned(), self.origin(rest, &error.code)),
            [Part::Field("questions"), Part::Item(question), Part::Field("options"), Part::Item(option), ..] => {
                self.at(question, Some(option), "label", &error.code)
            }
            [Part::Field("questions"), Part::Item(question), ref rest @ ..] => {
                let what = if let [Part::Field(what)] = *rest { what } else { "" };
                self.at(question, None, what, &error.code)
            }
            _ => match error.code {
                FieldCode::TooFew { min, max } | FieldCode::TooMany { min, max } => {
                    ("add-question".to_owned(), format!("A quiz has {min} to {max} questions."))
                }
                _ => ("add-question".to_owned(), format!("{message}.")),
            },
        };
        Problem { field, message: capital(&message) }
    }

    fn at(&self, question: usize, option: Option<usize>, what: &str, code: &FieldCode) -> (String, String) {
        let (language, number, message) = (self.language, question + 1, rule(code));
        match (option, what) {
            (Some(option), _) => {
                let field = format!("q{question}-o{option}-label-{language}");
                (field, format!("Question {number}, option {}: the label {message}.", option + 1))
            }
            (None, "text" | "help") => {
                (format!("q{question}-{what}-{language}"), format!("Question {number}: the {what} {message}."))
            }
            (None, "options") => {
                let message = match code {
                    FieldCode::TooFew { min, max } | FieldCode::TooMany { min, max } => {
                        format!("a question has {min} to {max} options")
                    }
                    _ => message,
                };
                (format!("q{question}-add-option"), format!("Question {number}: {message}."))
            }
            (None, _) => {
                let message = if *code == FieldCode::NotUnique { "the id is used twice".to_owned() } else { message };
                (format!("q{question}-id"), format!("Question {number}: {message}."))
            }
        }
    }

    fn about_problem(&self, path: &[Part<'_>], message: &str) -> (String, String) {
        let (field, what) = match *path {
            [Part::Field("runBy")] => ("runby", "Run by:".to_owned()),
            [Part::Field("seenBy")] => ("seenby", "Answers are seen by:".to_owned()),
            [Part::Field("kept")] => ("kept", "Answers are kept:".to_owned()),
            [Part::Field("contact")] => ("contact", "Contact link:".to_owned()),
            [Part::Field("privacy")] => ("privacy", "Privacy notice:".to_owned()),
            [_, Part::Item(index), Part::Field("label")] => ("help", format!("Help link {}: the label", index + 1)),
            [_, Part::Item(index), ..] => ("help", format!("Help link {}: the address", index + 1)),
            _ => ("help", "Help links:".to_owned()),
        };
        (format!("about-{field}-{}", self.language), format!("{what} {message}."))
    }

    fn origin(&self, path: &[Part<'_>], code: &FieldCode) -> String {
        let mut origins = self.origins.lines().map(str::trim).filter(|origin| !origin.is_empty());
        let origin = if let [Part::Item(index)] = *path { origins.nth(index) } else { None };
        match (origin, code) {
            (Some(origin), _) => format!("The origin {origin} {}.", rule(code)),
            (None, FieldCode::TooMany { max, .. }) => format!("The list of origins: at most {max} are allowed."),
            (None, _) => format!("The list of origins {}.", rule(code)),
        }
    }
}

fn name(language: domain::Language) -> &'static str {
    match language.of_content() {
        ContentLanguage::En => "English",
        ContentLanguage::Es => "Spanish",
    }
}

fn capital(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}
