//! Limited places, in a quiz and of its options.

use domain::{Language, LimitedTo, OptionId, QuestionId, Quiz};

use super::{Conflict, Service, ServiceError};

impl Service {
    /// Fails if all places in the quiz are taken.
    pub(super) async fn require_place(&self, quiz: &Quiz, language: Language) -> Result<(), ServiceError> {
        if self.is_full(quiz).await? { Err(no_places(quiz, &LimitedTo::Quiz, language)) } else { Ok(()) }
    }

    /// True if all places in the quiz are taken.
    pub async fn is_full(&self, quiz: &Quiz) -> Result<bool, ServiceError> {
        let Some(most) = quiz.definition.most_submissions() else { return Ok(false) };
        let taken = self.store.places_taken(&quiz.id, &[LimitedTo::Quiz]).await?;
        Ok(taken.iter().all(|taken| *taken >= most))
    }

    /// Returns the options of which no place is left, with their questions.
    pub async fn full_options(&self, quiz: &Quiz) -> Result<Vec<(QuestionId, OptionId)>, ServiceError> {
        let (mut limited, mut most) = (Vec::new(), Vec::new());
        for limit in quiz.definition.limits().filter(|limit| limit.of != LimitedTo::Quiz) {
            limited.push(limit.of);
            most.push(limit.most);
        }
        let taken = self.store.places_taken(&quiz.id, &limited).await?;
        let full = limited.into_iter().zip(taken.into_iter().zip(most)).filter(|(_, (taken, most))| taken >= most);
        let option =
            |(of, _)| if let LimitedTo::Option(question, option) = of { Some((question, option)) } else { None };
        Ok(full.filter_map(option).collect())
    }
}

pub(super) fn no_places(quiz: &Quiz, of: &LimitedTo, language: Language) -> ServiceError {
    let definition = &quiz.definition;
    let of = match of {
        LimitedTo::Quiz => None,
        LimitedTo::Option(question, option) => definition.question(question).map(|asked| {
            let options = asked.options(language, definition.language);
            let label = options.into_iter().find(|known| known.id == *option).map(|known| known.label);
            (question.clone(), label.unwrap_or_default())
        }),
    };
    let words = definition.words_without_places(language).map(str::to_owned);
    Conflict::NoPlaces { of, words }.into()
}
