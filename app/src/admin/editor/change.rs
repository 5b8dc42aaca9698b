//! Turns the editor's fields into a change of the quiz.

use domain::{Definition, OptionId, OptionInput, QuestionInput, Quiz, QuizChange, Settings};

use super::{EditorFields, OptionFields, QuestionFields};
use crate::admin::Problem;

impl EditorFields {
    /// The change that saving these fields makes.
    pub fn change(&self) -> Result<QuizChange, Problem> {
        let retry_after = match self.retry_after.as_str() {
            "" => None,
            days => Some(days.parse().map_err(|_| Problem {
                field: "retry-after".to_owned(),
                message: "The days until it may be taken again must be a whole number.".to_owned(),
            })?),
        };
        let origins = self.origins.lines().map(str::trim).filter(|origin| !origin.is_empty());
        Ok(QuizChange {
            name: Some(self.name.text().unwrap_or_else(|| self.name.by_language())),
            description: Some(self.description.text()),
            language: Some(self.language),
            primary_colour: Some(Some(self.colour.clone()).filter(|colour| !colour.is_empty())),
            retry_after: Some(retry_after),
            about: Some(self.about.input()),
            allowed_origins: Some(origins.map(str::to_owned).collect()),
            questions: Some(self.questions.iter().map(question).collect()),
            ..QuizChange::default()
        })
    }

    /// The settings and the definition after saving these fields.
    pub fn check(
        &self,
        quiz: &Quiz,
        new_option_id: impl FnMut() -> OptionId,
    ) -> Result<(Settings, Definition), Vec<Problem>> {
        let change = self.change().map_err(|problem| vec![problem])?;
        change.apply(quiz, new_option_id).map_err(|invalid| self.problems(&invalid))
    }
}

fn question(fields: &QuestionFields) -> QuestionInput {
    let is_built_in = fields.indicator().is_some();
    QuestionInput {
        id: fields.id.clone(),
        required: Some(fields.required),
        text: fields.text.text(),
        help: fields.help.text(),
        options: (!is_built_in).then(|| fields.options.iter().map(option).collect()),
        ..QuestionInput::default()
    }
}

fn option(fields: &OptionFields) -> OptionInput {
    OptionInput::new(
        Some(fields.id.clone()).filter(|id| !id.is_empty()),
        fields.label.text().unwrap_or_else(|| fields.label.by_language()),
    )
}
