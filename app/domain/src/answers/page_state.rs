//! The state of a question page, and its text form between server and browser: one value a line.
//!
//! The format is hand-written because a JSON parser would double the size of the browser program.

use std::sync::Arc;

use super::lines::{Lines, Reader, Writer, lines};
use crate::{Answers, Definition, Language, QuestionId};

/// The questions with their conditions, the answers so far, the URLs to send answers to, and the texts that change.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct QuestionPageState {
    pub quiz_name: String,
    pub language: String,
    /// The URL that forms are posted to. It shows the result after submission.
    pub action: String,
    pub api: ApiTarget,
    pub words: Words,
    /// The browser's copy has no words and no points.
    pub definition: Arc<Definition>,
    pub answers: Answers,
    /// Index of the question that the page opens with.
    pub current: usize,
    /// True if the form was rejected.
    pub has_error: bool,
    /// The URL of the review page, if the quiz has one.
    pub review_href: Option<String>,
    /// True if the respondent came from the review page and returns to it.
    pub is_review: bool,
}

/// The API's URLs for one respondent, and how requests identify them.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ApiTarget {
    pub answers_url: String,
    pub submit_url: String,
    /// `anon_id` or `sessionId`; `None` if the URL identifies the respondent.
    pub user_field: Option<String>,
    pub user: String,
}

/// Declares the type of the page's words together with its lines.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// The texts of a question page around its questions.
        #[derive(Clone, Debug, Default, Eq, PartialEq)]
        pub struct Words {
            $($(#[$doc])* pub $name: String),*
        }

        lines! {
            struct Words { $($name),* }
        }
    };
}

words! {
    /// The first `#` stands for the number of the question, the second for the count.
    progress,
    proceed,
    finish,
    error_prefix,
    saving,
    saved,
    not_saved,
    /// Replaces `not_saved` once the submission is pending.
    result_waits,
    retry,
    refused,
    reload,
    finishing,
}

impl Words {
    /// The progress line above a question: its number among the shown questions, from 1, and their count. Empty for a
    /// statement, which has no number, and for the only question of a quiz.
    pub fn progress(&self, number: Option<usize>, count: usize) -> String {
        let Some(number) = number.filter(|_| count > 1) else { return String::new() };
        let mut parts = self.progress.split('#');
        let mut part = || parts.next().unwrap_or_default();
        [part(), &number.to_string(), part(), &count.to_string(), part()].concat()
    }

    /// The document title at a question, without the quiz's name.
    pub fn title(&self, progress: &str, question: &str, has_error: bool) -> String {
        let prefix = if has_error { [self.error_prefix.as_str(), " "].concat() } else { String::new() };
        let between = if progress.is_empty() { "" } else { ": " };
        [prefix.as_str(), progress, between, question].concat()
    }
}

lines! {
    struct QuestionPageState {
        quiz_name, language, action, api, words, definition, answers, current, has_error, review_href, is_review
    }
    struct ApiTarget { answers_url, submit_url, user_field, user }
}

impl QuestionPageState {
    /// The inverse of [`QuestionPageState::parse`]. The text has no `<`, so it is safe in an HTML script element.
    pub fn to_text(&self) -> String {
        let mut to = Writer::default();
        self.write(&mut to);
        to.finish()
    }

    /// `None` for malformed text or if `current` is out of range.
    pub fn parse(text: &str) -> Option<Self> {
        let mut reader = Reader::new(text);
        let sheet = Self::read(&mut reader);
        (reader.finish() && sheet.current < sheet.definition.questions.len()).then_some(sheet)
    }

    pub fn question_id(&self, index: usize) -> &QuestionId {
        &self.definition.questions[index].id
    }

    pub fn address(&self, index: usize, language: &str) -> String {
        [self.page_address(index).as_str(), "&lang=", language].concat()
    }

    /// The URL that opens a question in the respondent's own language.
    pub fn page_address(&self, index: usize) -> String {
        [self.action.as_str(), self.separator(), "q=", self.question_id(index).as_str()].concat()
    }

    pub fn result_address(&self) -> String {
        [self.action.as_str(), self.separator(), "lang=", self.language.as_str()].concat()
    }

    /// The index of the question that a query string opens.
    pub fn question_at(&self, query: &str) -> Option<usize> {
        let id = query.trim_start_matches('?').split('&').find_map(|parameter| parameter.strip_prefix("q="))?;
        self.definition.questions.iter().position(|question| question.id.as_str() == id)
    }

    fn separator(&self) -> &'static str {
        if self.action.bytes().any(|byte| byte == b'?') { "&" } else { "?" }
    }
}

impl Lines for Arc<Definition> {
    fn write(&self, to: &mut Writer) {
        self.questions.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        Self::new(Definition::of(Language::EN, Lines::read(from)))
    }
}

impl Lines for Answers {
    fn write(&self, to: &mut Writer) {
        to.number(self.len());
        for (id, answer) in self {
            id.write(to);
            answer.write(to);
        }
    }

    /// Inserts one by one: collecting would add a sorting algorithm to the bundle.
    fn read(from: &mut Reader<'_>) -> Self {
        let mut answers = Self::new();
        from.each(|from| {
            answers.insert(Lines::read(from), Lines::read(from));
        });
        answers
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Answer, Condition, Indicator, Question, QuestionId, answers::form, built_in_options, random::Random};

    /// A state as the browser has it: its questions have no words.
    fn sheet(text: &str) -> QuestionPageState {
        let id = |id: &str| QuestionId::parse(id).expect("an id");
        let asked = |written: &str| Question::choice(id(written), true, "".into(), Vec::new());
        let mut questions = vec![asked("one"), asked("fhn2"), asked("three")];
        questions[2].show_if = Some(Condition::Language(vec![text.to_owned()]));
        QuestionPageState {
            quiz_name: text.to_owned(),
            language: "en".to_owned(),
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
            definition: Arc::new(Definition::of(Language::EN, questions)),
            answers: Answers::from([(id("one"), Answer::Text(text.to_owned()))]),
            current: 2,
            has_error: true,
            review_href: Some(text.to_owned()),
            is_review: true,
        }
    }

    proptest! {
        #[test]
        fn any_text_arrives_as_it_left_and_closes_no_element(text in any::<String>()) {
            let sheet = sheet(&text);
            let sent = sheet.to_text();
            prop_assert!(!sent.contains(['<', '\r', '\0']));
            prop_assert_eq!(QuestionPageState::parse(&sent), Some(sheet));
        }

        #[test]
        fn other_text_is_refused(text in any::<String>()) {
            prop_assert_eq!(QuestionPageState::parse(&text), None);
        }
    }

    #[test]
    fn built_in_questions_come_with_their_options() {
        let sent = QuestionPageState { definition: Arc::new(Definition::built_in()), ..sheet("") };
        let sheet = QuestionPageState::parse(&sent.to_text()).expect("a sheet");
        for (asked, indicator) in sheet.definition.questions.iter().zip(Indicator::ALL) {
            assert_eq!((&asked.id, asked.required), (&indicator.question_id(), true));
            assert_eq!(asked.option_ids(), built_in_options(indicator));
        }
    }

    #[test]
    fn a_sheet_that_is_cut_short_is_refused() {
        let text = sheet("A\nB").to_text();
        for (end, _) in text.char_indices() {
            assert_eq!(QuestionPageState::parse(&text[..end]), None, "{end}");
        }
    }

    #[test]
    fn addresses_keep_the_session_and_lead_back_to_their_question() {
        let sheet = sheet("?");
        assert_eq!(sheet.address(1, "es"), "/app/demo/quiz?sessionId=12345&q=fhn2&lang=es");
        assert_eq!(sheet.result_address(), "/app/demo/quiz?sessionId=12345&lang=en");
        assert_eq!(sheet.question_at("?sessionId=12345&q=fhn2&lang=es"), Some(1));
        assert_eq!(sheet.question_at("?q=four"), None);
        let open = QuestionPageState { action: "/aq/demo/quiz/me".to_owned(), ..sheet };
        assert_eq!(open.address(0, "en"), "/aq/demo/quiz/me?q=one&lang=en");
        assert_eq!(open.result_address(), "/aq/demo/quiz/me?lang=en");
    }

    #[test]
    fn the_title_counts_from_one_and_names_an_error_first() {
        let words = sheet("").words;
        assert_eq!(words.title(&words.progress(Some(1), 3), "Tea?", false), "Question 1 of 3: Tea?");
        assert_eq!(words.title(&words.progress(Some(3), 3), "Tea?", true), "Error: Question 3 of 3: Tea?");
        assert_eq!(words.title(&words.progress(None, 3), "Please read", false), "Please read");
    }

    #[test]
    fn a_browser_goes_the_way_of_the_server_and_reads_forms_like_it() {
        for seed in 0..500 {
            let mut random = Random::new(seed);
            let (written, items) = random.definition();
            let definition: Arc<Definition> = Arc::new(serde_json::from_value(written).expect("a definition"));
            let mut answers = Answers::new();
            for item in &items {
                let id = QuestionId::parse(&item.id).expect("an id");
                let input = serde_json::from_value(random.answer(item)).expect("an input");
                answers.extend(definition.resolve(&id, &input).map(|answer| (id, answer)));
            }
            let sent =
                QuestionPageState { definition: definition.clone(), answers: answers.clone(), current: 0, ..sheet("") };
            let sheet = QuestionPageState::parse(&sent.to_text()).expect("a sheet");
            assert_eq!(sheet.answers, answers, "{seed}");
            let [here, there] = [&definition, &sheet.definition].map(|definition| {
                let journey = definition.journey(&answers, "en");
                let shown: Vec<_> = journey.shown.iter().map(|question| question.id.clone()).collect();
                let read = |question| form::read(question, &form::fill(question, &answers));
                let read: Vec<_> = definition.questions.iter().map(read).collect();
                (shown, journey.answers.clone(), journey.unanswered_required(), read)
            });
            assert_eq!(here, there, "{seed}");
        }
    }
}
