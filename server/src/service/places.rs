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
        Ok(self.store.places_taken(&quiz.id, &LimitedTo::Quiz).await? >= most)
    }

    /// Returns the options of a question of which no place is left.
    pub async fn full_options(&self, quiz: &Quiz, question: &QuestionId) -> Result<Vec<OptionId>, ServiceError> {
        let asked = quiz.definition.question(question);
        let options = asked.map_or(&[][..], |asked| asked.kind().options());
        let limited: Vec<_> = options.iter().filter_map(|option| Some((&option.id, option.places?))).collect();
        if limited.is_empty() {
            return Ok(Vec::new());
        }
        let taken = self.store.options_taken(&quiz.id, question).await?;
        let is_full = |(option, most): &(&OptionId, u32)| taken.get(*option).is_some_and(|taken| taken >= most);
        Ok(limited.into_iter().filter(is_full).map(|(option, _)| option.clone()).collect())
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
