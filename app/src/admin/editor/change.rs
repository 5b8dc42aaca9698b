//! Turns the editor's fields into a change of the quiz, which leaves everything that the form does not show as it is.

use domain::{
    Definition, OptionId, OptionInput, OwnQuestion, Question, QuestionId, QuestionInput, Quiz, QuizChange, Settings,
};

use super::{EditorFields, OptionFields, QuestionFields};
use crate::admin::Problem;

impl EditorFields {
    /// The change that saving these fields makes of `quiz`.
    pub fn change(&self, quiz: &Quiz) -> Result<QuizChange, Problem> {
        let shown = Self::of(quiz);
        let retry_after = match self.retry_after.as_str() {
            "" => None,
            days => Some(days.parse().map_err(|_| Problem {
                field: "retry-after".to_owned(),
                message: "The days until it may be taken again must be a whole number.".to_owned(),
            })?),
        };
        let name = || self.name.text().unwrap_or_else(|| self.name.by_language());
        let colour = || Some(self.colour.clone()).filter(|colour| !colour.is_empty());
        let origins = || self.origins.lines().map(str::trim).filter(|origin| !origin.is_empty()).map(str::to_owned);
        let questions = || self.questions.iter().map(|fields| question(fields, quiz)).collect();
        Ok(QuizChange {
            name: (self.name != shown.name).then(name),
            description: (self.description != shown.description).then(|| self.description.text()),
            language: (self.language != shown.language).then_some(self.language),
            primary_colour: (self.colour != shown.colour).then(colour),
            retry_after: (self.retry_after != shown.retry_after).then_some(retry_after),
            respondents_may_erase: (self.may_erase != shown.may_erase).then_some(self.may_erase),
            about: (self.about != shown.about)
                .then(|| self.about.input(&quiz.settings.about, quiz.definition.language)),
            allowed_origins: (self.origins != shown.origins).then(|| origins().collect()),
            questions: (self.questions != shown.questions).then(questions),
            ..QuizChange::default()
        })
    }

    /// The settings and the definition after saving these fields.
    pub fn check(
        &self,
        quiz: &Quiz,
        new_option_id: impl FnMut() -> OptionId,
    ) -> Result<(Settings, Definition), Vec<Problem>> {
        let change = self.change(quiz).map_err(|problem| vec![problem])?;
        change.apply(quiz, new_option_id).map_err(|invalid| self.problems(&invalid))
    }
}

fn question(fields: &QuestionFields, quiz: &Quiz) -> QuestionInput {
    let (id, required) = (fields.id.clone(), Some(fields.required));
    if fields.indicator().is_some() {
        return QuestionInput { id, required, ..QuestionInput::default() };
    }
    let stored = stored(fields, &quiz.definition);
    let own = stored.and_then(Question::own);
    let language = quiz.definition.language;
    QuestionInput {
        id,
        required,
        text: fields.text.over(own.map(|own| &own.text), language),
        help: fields.help.over(own.and_then(|own| own.help.as_ref()), language),
        options: Some(fields.options.iter().map(|fields| option(fields, own, quiz)).collect()),
        ..stored.filter(|_| own.is_some()).map(QuestionInput::from).unwrap_or_default()
    }
}

/// The question that these fields edit.
fn stored<'d>(fields: &QuestionFields, definition: &'d Definition) -> Option<&'d Question> {
    let id = if fields.was.is_empty() { &fields.id } else { &fields.was };
    definition.question(&QuestionId::parse(id).ok()?)
}

fn option(fields: &OptionFields, question: Option<&OwnQuestion>, quiz: &Quiz) -> OptionInput {
    let options = question.map_or(&[][..], |own| own.kind.options());
    let stored = options.iter().find(|option| option.id.as_str() == fields.id);
    let label = fields.label.over(stored.map(|option| &option.label), quiz.definition.language);
    let label = label.unwrap_or_else(|| fields.label.by_language());
    match stored {
        Some(stored) => OptionInput { label, ..OptionInput::from(stored) },
        None => OptionInput::new(Some(fields.id.clone()).filter(|id| !id.is_empty()), label),
    }
}
