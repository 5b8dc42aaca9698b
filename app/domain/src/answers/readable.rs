//! Answers as the respondent reads them, with the labels of options.

use crate::{Answer, Decimal, Item, Journey, Kind, Language, OptionId, OwnOption, Question, Rendition};

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ReadableQuestion {
    /// Set on the first shown question of a part of the quiz.
    pub part: Option<Rendition>,
    pub question: Rendition,
    /// The rows of a matrix, or the answer and the text beside an option.
    pub parts: Vec<ReadablePart>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ReadablePart {
    /// The row's text, or the label of the option that the text belongs to.
    pub name: Option<Rendition>,
    pub answer: Option<ReadableAnswer>,
}

/// An answer in words. Pages add those that depend on the language of the page.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ReadableAnswer {
    Label(Rendition),
    Labels(Vec<Rendition>),
    /// Best first.
    Ranking(Vec<Rendition>),
    /// With the unit, or the label that a scale has at this number.
    Number {
        number: Decimal,
        unit: Option<Rendition>,
        label: Option<Rendition>,
    },
    /// `YYYY-MM-DD`
    Date(String),
    Text(String),
    Consent,
}

impl Journey<'_> {
    pub fn readable(&self, language: Language) -> Vec<ReadableQuestion> {
        let default = self.definition.language;
        let mut told: Vec<(&Question, ReadableQuestion)> = Vec::new();
        let (mut questions, mut begun) = (self.definition.questions.iter(), None);
        for item in &self.items {
            let answer = self.answer(item).and_then(|answer| item.readable(answer, language, default));
            // The text beside an option is optional.
            if answer.is_none() && !item.beside.is_empty() {
                continue;
            }
            let part = ReadablePart { name: item.name(language, default), answer };
            match told.last_mut() {
                Some((question, told)) if question.id == item.question.id => told.parts.push(part),
                _ => {
                    // A part begins with the first of its questions that is shown.
                    for question in questions.by_ref() {
                        begun = question.part.as_ref().or(begun);
                        if question.id == item.question.id {
                            break;
                        }
                    }
                    let begins = begun.take().map(|name| name.rendition(language, default));
                    let question = item.question.rendition(language, default);
                    told.push((item.question, ReadableQuestion { part: begins, question, parts: vec![part] }));
                }
            }
        }
        told.into_iter().map(|(_, told)| told).collect()
    }

    pub fn readable_answer(&self, id: &crate::QuestionId, language: Language) -> Option<ReadableAnswer> {
        let item = self.items.iter().find(|item| item.id == *id)?;
        item.readable(self.answer(item)?, language, self.definition.language)
    }
}

impl Item<'_> {
    /// `None` if the question does not have the option.
    pub fn readable(&self, answer: &Answer, language: Language, default: Language) -> Option<ReadableAnswer> {
        let label = |id: &OptionId| self.label(id, language, default);
        let labels = |ids: &[OptionId]| ids.iter().map(label).collect::<Option<Vec<_>>>();
        Some(match (self.kind, answer) {
            (_, Answer::Option(id)) => ReadableAnswer::Label(label(id)?),
            (Kind::Ranking { .. }, Answer::Options(ids)) => ReadableAnswer::Ranking(labels(ids)?),
            (_, Answer::Options(ids)) => ReadableAnswer::Labels(labels(ids)?),
            (Kind::Number(asked), Answer::Number(number)) => {
                let unit = asked.unit.as_ref().map(|unit| unit.rendition(language, default));
                ReadableAnswer::Number { number: *number, unit, label: None }
            }
            (Kind::Scale(scale), Answer::Number(number)) => {
                let label = scale.labels.get(&number.to_string()).map(|label| label.rendition(language, default));
                ReadableAnswer::Number { number: *number, unit: None, label }
            }
            (_, Answer::Number(number)) => ReadableAnswer::Number { number: *number, unit: None, label: None },
            (Kind::Date { .. }, Answer::Text(date)) => ReadableAnswer::Date(date.clone()),
            (_, Answer::Text(text)) => ReadableAnswer::Text(text.clone()),
            (_, Answer::Consent) => ReadableAnswer::Consent,
        })
    }

    fn label(&self, id: &OptionId, language: Language, default: Language) -> Option<Rendition> {
        if self.question.indicator().is_some() {
            let options = self.question.options(language, default);
            let label = options.into_iter().find(|option| option.id == *id)?.label;
            return Some(Rendition { text: label, foreign: language.foreign_to_built_in() });
        }
        let option: &OwnOption = self.kind.options().iter().find(|option| option.id == *id)?;
        Some(option.label.rendition(language, default))
    }

    /// The row's text, or the label of the option that the text belongs to.
    pub fn name(&self, language: Language, default: Language) -> Option<Rendition> {
        let text = match self.question.kind() {
            Kind::Matrix { rows, .. } => {
                let is_own = |id: &str| self.question.part(id).as_ref() == Some(&self.id);
                rows.iter().find(|row| is_own(row.id.as_str())).map(|row| &row.text)
            }
            kind => kind.options().iter().find(|option| self.beside.contains(&&option.id)).map(|option| &option.label),
        };
        text.map(|text| text.rendition(language, default))
    }
}

impl Question {
    /// As [`Question::text`], with its language.
    pub fn rendition(&self, language: Language, default: Language) -> Rendition {
        match self.own() {
            Some(own) => own.text.rendition(language, default),
            None => {
                Rendition { text: self.text(language, default).to_owned(), foreign: language.foreign_to_built_in() }
            }
        }
    }
}

impl Language {
    /// The language of built-in questions and cards for readers of this language; `None` if it is the same.
    pub(crate) fn foreign_to_built_in(self) -> Option<Self> {
        self.of_content().language().foreign_to(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answers, Definition, Indicator, built_in_options};

    #[test]
    fn a_built_in_answer_is_told_in_the_words_of_its_reader() {
        let definition = Definition::built_in();
        let id = Indicator::Fhn1.question_id();
        let answers = Answers::from([(id.clone(), built_in_options(Indicator::Fhn1)[0].clone().into())]);
        let journey = definition.journey(&answers, "en");
        for language in Language::OF_CONTENT {
            let label = definition.questions[0].options(language, language).remove(0).label;
            let told = ReadableAnswer::Label(Rendition { text: label, foreign: None });
            assert_eq!(journey.readable_answer(&id, language), Some(told));
        }
        let told = journey.readable(Language::EN);
        assert_eq!(told.len(), 8);
        assert!(told[1..].iter().all(|told| matches!(&told.parts[..], [ReadablePart { name: None, answer: None }])));
        assert_eq!(journey.readable(Language::DE)[0].question.foreign, Some(Language::EN));
        let other = Language::parse("tlh").expect("a tag");
        assert_eq!(
            journey.readable(other)[0].question.foreign,
            Some(Language::EN),
            "the page may be in the owner's words"
        );
    }
}
