//! The figures of a quiz.

use std::sync::Arc;

use domain::{Asked, Insights, Language, Permission, Quiz, Stops, everything_asked};

use super::{Caller, QuizPath, Service, ServiceError};

/// People whose place in the quiz is looked at. Their records have to be read, so this bounds the work: more than that
/// many would take longer than a page may.
const STOPS: u32 = 10_000;

/// The figures of a quiz and what they are about.
#[derive(Clone, Debug)]
pub struct QuizInsights {
    pub quiz: Arc<Quiz>,
    /// The questions of all versions.
    pub questions: Vec<Asked>,
    pub figures: Insights,
    /// Of the 10,000 who began last among those who have not submitted.
    pub stops: Stops,
}

impl Service {
    /// With questions and options in `language`, or in the quiz's own.
    pub async fn insights(
        &self,
        caller: &Caller,
        path: &QuizPath,
        language: Option<Language>,
    ) -> Result<QuizInsights, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        // One after the other: a page takes one of the few connections that read, however many look at it.
        let figures = self.store.insights(&quiz.id).await?;
        let stops = self.store.stops(&quiz.id, STOPS).await?;
        let versions = self.store.definitions(&quiz.id).await?;
        let questions = everything_asked(&versions, language.unwrap_or(quiz.definition.language));
        Ok(QuizInsights { quiz, questions, figures, stops })
    }
}
