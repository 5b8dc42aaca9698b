//! The URLs of a respondent's pages.

use domain::{Language, NamespaceId, QuizId};

use crate::service::{QuizPath, Respondent};

const FROM_REVIEW: (&str, &str) = ("from", "review");

#[derive(Clone, Debug)]
pub(super) struct PageAddress {
    pub(super) quiz: QuizPath,
    pub(super) who: Respondent,
    pub(super) path: String,
    /// Query parameters to keep from page to page, except the question.
    pub(super) query: Vec<(&'static str, String)>,
    pub(super) custom_data: Option<String>,
}

impl PageAddress {
    /// The URL without a question, for the first unanswered one or the result.
    pub(super) fn url(&self) -> String {
        self.with(&[])
    }

    /// The URL of one question, in the requested language if any. `is_review` leads back to the page that shows all
    /// answers.
    pub(super) fn url_of(&self, question: &str, language: Option<&str>, is_review: bool) -> String {
        let pairs =
            [Some(("q", question)), language.map(|language| ("lang", language)), is_review.then_some(FROM_REVIEW)];
        self.with(&pairs.into_iter().flatten().collect::<Vec<_>>())
    }

    /// The URL that shows all answers before they are submitted.
    pub(super) fn url_of_review(&self, language: Option<&str>) -> String {
        let pairs = [Some(("review", "1")), language.map(|language| ("lang", language))];
        self.with(&pairs.into_iter().flatten().collect::<Vec<_>>())
    }

    pub(super) fn url_of_attempt(&self, attempt: u32) -> String {
        self.with(&[("attempt", &attempt.to_string())])
    }

    /// The URL of a calendar entry, in the language of the linking page.
    pub(super) fn url_of_calendar(&self, entry: &str, language: Language) -> String {
        self.with(&[("calendar", entry), ("lang", language.as_str())])
    }

    /// The URL that asks if all answers are to be erased, in the language of the linking page.
    pub(super) fn url_of_erasure(&self, language: Language) -> String {
        self.with(&[("erase", "ask"), ("lang", language.as_str())])
    }

    pub(super) fn url_of_erased(&self, language: Option<&str>) -> String {
        let erased = ("erase", "done");
        language.map_or_else(|| self.with(&[erased]), |language| self.with(&[erased, ("lang", language)]))
    }

    /// The address of the result after it was to be mailed.
    pub(super) fn url_of_mailed(&self, outcome: &str, language: Option<&str>) -> String {
        let pairs = [Some(("mailed", outcome)), language.map(|language| ("lang", language))];
        format!("{}#send", self.with(&pairs.into_iter().flatten().collect::<Vec<_>>()))
    }

    fn with(&self, more: &[(&str, &str)]) -> String {
        let pairs: Vec<(&str, &str)> =
            self.query.iter().map(|(name, value)| (*name, value.as_str())).chain(more.iter().copied()).collect();
        match serde_urlencoded::to_string(pairs) {
            Ok(query) if !query.is_empty() => format!("{}?{query}", self.path),
            _ => self.path.clone(),
        }
    }
}

pub(super) fn quiz_path(namespace: &str, quiz: &str) -> Option<QuizPath> {
    Some(QuizPath { namespace: NamespaceId::parse(namespace).ok()?, quiz: QuizId::parse(quiz).ok()? })
}
