//! A question with everything its form shows, and the ids of the form's parts.

use domain::{
    Answers, FieldCode, Item, Language, OptionId, OwnOption, OwnQuestion, Picture, Question, QuestionId, QuizPart,
    Rendition, Text,
    form::{self, Field},
};

use leptos::prelude::AnyView;

use super::{alert_help::FormHelp, picture};
use crate::{pages::PictureView, words::Texts};

#[derive(Clone)]
pub(crate) struct QuestionView<'p> {
    pub(crate) words: &'static Texts,
    pub(crate) language: Language,
    pub(crate) default: Language,
    pub(crate) question: &'p Question,
    /// The base URL of the quiz's pictures.
    pub(crate) images: &'p str,
    pub(crate) of_part: Option<PartView<'p>>,
    pub(crate) fields: Vec<Field>,
    pub(crate) errors: &'p [(QuestionId, FieldCode)],
    /// The answers of the journey, on which conditions of options depend.
    pub(crate) answers: &'p Answers,
    /// The options without a place left for this respondent.
    pub(crate) full: &'p [OptionId],
    pub(crate) action: &'p str,
    /// The label of the button at the last question.
    pub(crate) finish: &'static str,
    /// The text that says it may be skipped; empty if it may not.
    pub(crate) optional: String,
    pub(crate) is_current: bool,
    pub(crate) is_last: bool,
    /// True if it ends the quiz early: there is nothing to submit and nowhere to continue.
    pub(crate) cuts_short: bool,
    /// The help that answers of this form decide.
    pub(crate) helps: &'p [FormHelp],
    /// True if the respondent came from the review page and returns there.
    pub(crate) is_review: bool,
}

#[derive(Clone, Copy)]
pub(crate) struct PartView<'p> {
    pub(crate) part: QuizPart<'p>,
    /// For its first question, the seconds to the end of the quiz: without conditional questions, and with all.
    pub(crate) left: (usize, usize),
}

pub(crate) struct Choice {
    /// Counts from 1, including hidden options.
    pub(crate) number: usize,
    pub(crate) value: String,
    pub(crate) label: Rendition,
    pub(crate) picture: Option<PictureView>,
    pub(crate) is_hidden: bool,
    /// No place is left.
    pub(crate) is_full: bool,
    pub(crate) is_exclusive: bool,
    /// Opens the field beside it.
    pub(crate) opens: bool,
}

impl<'p> QuestionView<'p> {
    pub(crate) fn id(&self) -> &'p str {
        self.question.id.as_str()
    }

    pub(crate) fn part(&self, name: &str) -> String {
        [self.id(), "-", name].concat()
    }

    pub(crate) fn own(&self) -> Option<&'p OwnQuestion> {
        self.question.own()
    }

    pub(crate) fn rendition(&self, text: &Text) -> Rendition {
        text.rendition(self.language, self.default)
    }

    pub(crate) fn text(&self) -> Rendition {
        self.question.rendition(self.language, self.default)
    }

    pub(crate) fn help(&self) -> Option<Rendition> {
        match self.own() {
            Some(own) => own.help.as_ref().map(|help| self.rendition(help)),
            None => {
                let help = self.question.help(self.language, self.default)?;
                Some(Rendition { text: help.to_owned(), ..self.text() })
            }
        }
    }

    fn picture_of(&self, picture: &Picture) -> PictureView {
        PictureView::new(self.images, picture, self.language, self.default)
    }

    pub(crate) fn picture(&self) -> Option<AnyView> {
        let view = self.picture_of(self.question.image.as_deref()?);
        Some(picture(&view, "picture", self.is_current))
    }

    pub(crate) fn value(&self, name: &str) -> &str {
        form::value(&self.fields, name)
    }

    pub(crate) fn has(&self, name: &str, value: &str) -> bool {
        form::values(&self.fields, name).any(|held| held == value)
    }

    pub(crate) fn error(&self, item: &QuestionId) -> Option<&'p FieldCode> {
        self.errors.iter().find(|(id, _)| id == item).map(|(_, code)| code)
    }

    pub(crate) fn invalid(&self, item: &QuestionId) -> Option<&'static str> {
        self.error(item).map(|_| "true")
    }

    pub(crate) fn choices(&self) -> Vec<Choice> {
        let Some(own) = self.own() else {
            let options = self.question.options(self.language, self.default).into_iter();
            let text = self.text();
            let choice = |(option, number): (domain::QuestionOption, usize)| Choice {
                number,
                value: option.id.into(),
                label: Rendition { text: option.label.as_str().to_owned(), ..text.clone() },
                picture: None,
                is_hidden: false,
                is_full: false,
                is_exclusive: false,
                opens: false,
            };
            return options.zip(1..).map(choice).collect();
        };
        let choice = |(option, number): (&OwnOption, usize)| Choice {
            number,
            value: option.id.as_str().to_owned(),
            label: self.rendition(&option.label),
            picture: option.image.as_deref().map(|picture| self.picture_of(picture)),
            is_hidden: self.hides(option),
            is_full: self.full.contains(&option.id),
            is_exclusive: option.exclusive,
            opens: option.other,
        };
        own.kind.options().iter().zip(1..).map(choice).collect()
    }

    fn hides(&self, option: &OwnOption) -> bool {
        let is_shown = option.show_if.as_ref().is_none_or(|show| show.holds(self.answers, self.language.as_str()));
        !is_shown
    }

    /// The id of the control that a link to an item's error leads to.
    pub(crate) fn first_control(&self, item: &Item<'_>) -> String {
        let options = self.question.kind().options();
        let is_of_options = item.field_name() != "answer_other";
        let number =
            options.iter().position(|option| !self.hides(option)).filter(|_| is_of_options).unwrap_or_default();
        control_id(&item.id, number + 1)
    }
}

/// The id of an item's control. Options and fields are numbered from 1.
pub(crate) fn control_id(item: &QuestionId, number: usize) -> String {
    [item.as_str(), "-", &number.to_string()].concat()
}
