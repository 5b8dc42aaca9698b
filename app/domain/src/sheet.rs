//! What a question page knows, and how it travels from the server to the browser: as text, one value a line.
//!
//! The form is made by hand: a JSON parser would weigh as much in the browser as the rest of its program.

use crate::{
    Language,
    lines::{Reader, Writer},
};

/// The questions of a quiz in one language, with the answers so far, and where answers are sent.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Sheet {
    pub quiz_name: String,
    /// Its tag.
    pub language: String,
    pub other_languages: Vec<OtherLanguage>,
    /// The address that forms are posted to. It also shows the result once everything is submitted.
    pub action: String,
    pub api: ApiTarget,
    pub words: Words,
    pub questions: Vec<SheetQuestion>,
    /// The question that the page opens with, counted from 0.
    pub current: usize,
    /// True when a form came back with nothing chosen.
    pub has_error: bool,
}

/// A language as links to the page in it name it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OtherLanguage {
    pub tag: String,
    pub name: String,
}

impl From<&Language> for OtherLanguage {
    fn from(language: &Language) -> Self {
        Self { tag: language.to_string(), name: language.endonym() }
    }
}

/// A question as its respondent sees it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SheetQuestion {
    pub id: String,
    pub text: String,
    pub help: Option<String>,
    pub is_required: bool,
    pub answer: Option<String>,
    pub options: Vec<SheetOption>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SheetOption {
    pub id: String,
    pub label: String,
}

/// The API's addresses for one respondent, and how its requests name them.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ApiTarget {
    pub answers_url: String,
    pub submit_url: String,
    /// `anon_id` or `sessionId`; `None` where the URL names the respondent.
    pub user_field: Option<String>,
    pub user: String,
}

/// Declares the page's words once, for the type, its writer and its reader.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// The words of a question page around its questions.
        #[derive(Clone, Debug, Default, Eq, PartialEq)]
        pub struct Words {
            $($(#[$doc])* pub $name: String),*
        }

        impl Words {
            fn write(&self, to: &mut Writer) {
                $(to.text(&self.$name);)*
            }

            fn read(from: &mut Reader<'_>) -> Self {
                Self { $($name: from.text()),* }
            }
        }
    };
}

words! {
    /// Label of the links to other languages.
    language_label,
    /// `#` stands for the number of the question, then for how many there are.
    progress,
    back,
    proceed,
    finish,
    skip,
    optional,
    error_prefix,
    error_choose,
    saving,
    saved,
    not_saved,
    /// In its place, once the submission waits.
    result_waits,
    retry,
    refused,
    reload,
    finishing,
}

impl Sheet {
    /// The text that [`Sheet::parse`] reads. It holds no `<`, so it can stand in an HTML script element.
    pub fn to_text(&self) -> String {
        let mut to = Writer::default();
        to.text(&self.quiz_name);
        to.text(&self.language);
        to.list(&self.other_languages, |to, language| {
            to.text(&language.tag);
            to.text(&language.name);
        });
        to.text(&self.action);
        to.text(&self.api.answers_url);
        to.text(&self.api.submit_url);
        to.option(self.api.user_field.as_deref());
        to.text(&self.api.user);
        self.words.write(&mut to);
        to.list(&self.questions, |to, question| {
            to.text(&question.id);
            to.text(&question.text);
            to.option(question.help.as_deref());
            to.flag(question.is_required);
            to.option(question.answer.as_deref());
            to.list(&question.options, |to, option| {
                to.text(&option.id);
                to.text(&option.label);
            });
        });
        to.number(self.current);
        to.flag(self.has_error);
        to.finish()
    }

    /// `None` for text that [`Sheet::to_text`] did not make, or whose `current` is no question.
    pub fn parse(text: &str) -> Option<Self> {
        let mut reader = Reader::new(text);
        let from = &mut reader;
        let sheet = Self {
            quiz_name: from.text(),
            language: from.text(),
            other_languages: from.list(|from| OtherLanguage { tag: from.text(), name: from.text() }),
            action: from.text(),
            api: ApiTarget {
                answers_url: from.text(),
                submit_url: from.text(),
                user_field: from.option(),
                user: from.text(),
            },
            words: Words::read(from),
            questions: from.list(|from| SheetQuestion {
                id: from.text(),
                text: from.text(),
                help: from.option(),
                is_required: from.flag(),
                answer: from.option(),
                options: from.list(|from| SheetOption { id: from.text(), label: from.text() }),
            }),
            current: from.number(),
            has_error: from.flag(),
        };
        (reader.finish() && sheet.current < sheet.questions.len()).then_some(sheet)
    }

    /// The line above a question that says how far along it is.
    pub fn progress(&self, index: usize) -> String {
        let mut parts = self.words.progress.split('#');
        let mut part = || parts.next().unwrap_or_default();
        [part(), &(index + 1).to_string(), part(), &self.questions.len().to_string(), part()].concat()
    }

    /// The window's title at a question, without the quiz's name.
    pub fn title(&self, index: usize, has_error: bool) -> String {
        let text = self.questions.get(index).map_or("", |question| question.text.as_str());
        let title = [self.progress(index).as_str(), ": ", text].concat();
        if has_error { [self.words.error_prefix.as_str(), " ", title.as_str()].concat() } else { title }
    }

    /// The address that opens the page with a question, in the language of a tag.
    pub fn address(&self, index: usize, language: &str) -> String {
        let id = self.questions.get(index).map_or("", |question| question.id.as_str());
        [self.action.as_str(), self.separator(), "q=", id, "&lang=", language].concat()
    }

    /// The address that shows the result once everything is submitted.
    pub fn result_address(&self) -> String {
        [self.action.as_str(), self.separator(), "lang=", self.language.as_str()].concat()
    }

    /// The question that an address with these parameters opens with.
    pub fn question_at(&self, query: &str) -> Option<usize> {
        let id = query.trim_start_matches('?').split('&').find_map(|parameter| parameter.strip_prefix("q="))?;
        self.questions.iter().position(|question| question.id == id)
    }

    fn separator(&self) -> &'static str {
        if self.action.contains('?') { "&" } else { "?" }
    }
}

impl SheetQuestion {
    /// The id of the page's element for an option, counted from 0.
    pub fn option_element_id(&self, index: usize) -> String {
        [self.id.as_str(), "-", &(index + 1).to_string()].concat()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sheet(text: &str) -> Sheet {
        let question = |id: &str, help: Option<&str>| SheetQuestion {
            id: id.to_owned(),
            text: text.to_owned(),
            help: help.map(str::to_owned),
            is_required: help.is_none(),
            answer: help.map(|_| "b".to_owned()),
            options: ["a", "b"].map(|id| SheetOption { id: id.to_owned(), label: text.to_owned() }).into(),
        };
        Sheet {
            quiz_name: text.to_owned(),
            language: "en".to_owned(),
            other_languages: vec![OtherLanguage { tag: "es".to_owned(), name: "Español".to_owned() }],
            action: "/app/demo/quiz?sessionId=12345".to_owned(),
            api: ApiTarget {
                answers_url: "/answers".to_owned(),
                submit_url: "/submit".to_owned(),
                user_field: Some("sessionId".to_owned()),
                user: text.to_owned(),
            },
            words: Words {
                progress: "Question # of #".to_owned(),
                error_prefix: "Error:".to_owned(),
                ..Words::default()
            },
            questions: vec![question("one", None), question("two", Some("")), question("three", Some(text))],
            current: 2,
            has_error: true,
        }
    }

    proptest! {
        #[test]
        fn any_text_arrives_as_it_left_and_closes_no_element(text in any::<String>()) {
            let sheet = sheet(&text);
            let sent = sheet.to_text();
            prop_assert!(!sent.contains(['<', '\r', '\0']));
            prop_assert_eq!(Sheet::parse(&sent), Some(sheet));
        }

        #[test]
        fn other_text_is_refused(text in any::<String>()) {
            prop_assert_eq!(Sheet::parse(&text), None);
        }
    }

    #[test]
    fn a_sheet_that_is_cut_short_is_refused() {
        let text = sheet("A\nB").to_text();
        for (end, _) in text.char_indices() {
            assert_eq!(Sheet::parse(&text[..end]), None, "{end}");
        }
    }

    #[test]
    fn addresses_keep_the_session_and_lead_back_to_their_question() {
        let sheet = sheet("?");
        assert_eq!(sheet.address(1, "es"), "/app/demo/quiz?sessionId=12345&q=two&lang=es");
        assert_eq!(sheet.result_address(), "/app/demo/quiz?sessionId=12345&lang=en");
        assert_eq!(sheet.question_at("?sessionId=12345&q=two&lang=es"), Some(1));
        assert_eq!(sheet.question_at("?q=four"), None);
        let open = Sheet { action: "/aq/demo/quiz/me".to_owned(), ..sheet };
        assert_eq!(open.address(0, "en"), "/aq/demo/quiz/me?q=one&lang=en");
        assert_eq!(open.result_address(), "/aq/demo/quiz/me?lang=en");
    }

    #[test]
    fn the_title_counts_from_one_and_names_an_error_first() {
        let sheet = sheet("Tea?");
        assert_eq!(sheet.title(0, false), "Question 1 of 3: Tea?");
        assert_eq!(sheet.title(2, true), "Error: Question 3 of 3: Tea?");
    }
}
