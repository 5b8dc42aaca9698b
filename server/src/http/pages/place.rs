//! Where a respondent's page is: which quiz, whose, and how to come back to it.

use domain::{NamespaceId, QuizId};

use crate::service::{QuizPath, Respondent};

/// One person's page of one quiz.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) quiz: QuizPath,
    pub(super) who: Respondent,
    /// The path, as the browser has it.
    pub(super) path: String,
    /// What must stay in the query from page to page, beside the question.
    pub(super) query: Vec<(&'static str, String)>,
    pub(super) custom_data: Option<String>,
}

impl Place {
    /// The page itself, with no question named: the first open one, or the result.
    pub(super) fn url(&self) -> String {
        self.with(&[])
    }

    /// The page of one question, in the language asked for if one was.
    pub(super) fn url_of(&self, question: &str, language: Option<&str>) -> String {
        match language {
            Some(language) => self.with(&[("q", question), ("lang", language)]),
            None => self.with(&[("q", question)]),
        }
    }

    /// The result of an earlier attempt.
    pub(super) fn url_of_attempt(&self, attempt: u32) -> String {
        self.with(&[("attempt", &attempt.to_string())])
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

/// The quiz that two segments of a page's path name, if they can name one.
pub(super) fn quiz_path(namespace: &str, quiz: &str) -> Option<QuizPath> {
    Some(QuizPath { namespace: NamespaceId::parse(namespace).ok()?, quiz: QuizId::parse(quiz).ok()? })
}
