//! Maps validation errors of a quiz to the fields of the editor.

use domain::{ContentLanguage, FieldCode, FieldError, Invalid};

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
        let (field, message) = match error.path.as_str() {
            "name" => (format!("name-{language}"), format!("The name {message}.")),
            "description" => (format!("description-{language}"), format!("The description {message}.")),
            "primaryColor" => ("colour".to_owned(), format!("The colour cannot be read: {message}.")),
            "respondentsMayErase" => ("may-erase".to_owned(), format!("Deleting one’s own answers {message}.")),
            "retryAfterDays" => ("retry-after".to_owned(), format!("The days until it may be taken again: {message}.")),
            path if path.starts_with("about.") => self.about_problem(path, &message),
            path if path.starts_with("allowedOrigins") => ("origins".to_owned(), self.origin(path, &error.code)),
            path => {
                let (place, what) = place(path);
                match (place, &error.code) {
                    (Some((question, option)), code) => self.at(question, option, what, code),
                    (None, FieldCode::TooFew { min, max } | FieldCode::TooMany { min, max }) => {
                        ("add-question".to_owned(), format!("A quiz has {min} to {max} questions."))
                    }
                    (None, _) => ("add-question".to_owned(), format!("{message}.")),
                }
            }
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

    fn about_problem(&self, path: &str, message: &str) -> (String, String) {
        let (field, what) = match path {
            "about.runBy" => ("runby", "Run by:".to_owned()),
            "about.seenBy" => ("seenby", "Answers are seen by:".to_owned()),
            "about.kept" => ("kept", "Answers are kept:".to_owned()),
            "about.contact" => ("contact", "Contact link:".to_owned()),
            "about.privacy" => ("privacy", "Privacy notice:".to_owned()),
            path => {
                let line = path.split(['[', ']']).nth(1).and_then(|index| index.parse::<usize>().ok());
                let is_label = matches!(path.rsplit_once('.'), Some((_, "label")));
                let what = if is_label { "label" } else { "address" };
                (
                    "help",
                    line.map_or_else(|| "Help links:".to_owned(), |line| format!("Help link {}: the {what}", line + 1)),
                )
            }
        };
        (format!("about-{field}-{}", self.language), format!("{what} {message}."))
    }

    fn origin(&self, path: &str, code: &FieldCode) -> String {
        let mut origins = self.origins.lines().map(str::trim).filter(|origin| !origin.is_empty());
        let index = path.split(['[', ']']).nth(1).and_then(|index| index.parse().ok());
        match (index.and_then(|index| origins.nth(index)), code) {
            (Some(origin), _) => format!("The origin {origin} {}.", rule(code)),
            (None, FieldCode::TooMany { max, .. }) => format!("The list of origins: at most {max} are allowed."),
            (None, _) => format!("The list of origins {}.", rule(code)),
        }
    }
}

/// `questions[2].options[1].label` → question 2, option 1, `label`
fn place(path: &str) -> (Option<(usize, Option<usize>)>, &str) {
    let numbers: Vec<usize> = path.split(['[', ']']).filter_map(|part| part.parse().ok()).collect();
    let what = path.rsplit_once("].").map_or("", |(_, what)| what);
    (numbers.first().map(|question| (*question, numbers.get(1).copied())), what)
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
