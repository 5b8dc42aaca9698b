//! Cards as a result shows them, of either author.

use crate::{
    Category, Definition, HelpLink, HelpLinkText, Language, Name, QuestionId, Recommendation, Rendition, ShownCard,
    Subject, Text,
};

/// A card in the words of its reader.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Advice {
    /// Unique in a result.
    pub id: String,
    /// Written by the owner of the quiz.
    pub is_own: bool,
    /// True for a focus area, false for a strength.
    pub is_focus: bool,
    /// The question that it is about, if it is about one.
    pub question: Option<QuestionId>,
    pub area: Option<AreaName>,
    pub title: Rendition,
    pub sub_title: Option<Rendition>,
    /// What may leave no time for any step.
    pub urgent: Option<Rendition>,
    pub steps_title: Option<Rendition>,
    pub steps: Vec<Rendition>,
    /// The index of the step that sends the reader to outside help.
    pub help_step: Option<usize>,
    pub boost: Option<Rendition>,
    pub links: Vec<HelpLinkText>,
}

/// A category: of the service, whose pages have its name, or of the owner.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum AreaName {
    BuiltIn(Category),
    Own(Rendition),
}

impl Definition {
    pub(super) fn own_advice(&self, shown: &ShownCard<'_>, language: Language) -> Advice {
        let words = |text: &Text| text.rendition(language, self.language);
        let link = |link: &HelpLink| HelpLinkText {
            label: words(&link.label),
            url: link.url.in_language(language, self.language).to_owned(),
        };
        let (question, area) = match &shown.card.about {
            Subject::Question(id) => (Some(id.clone()), None),
            Subject::Category(id) => (None, self.area(id, language)),
            Subject::Score => (None, None),
        };
        Advice {
            id: format!("card-{}", shown.card.id),
            is_own: true,
            is_focus: shown.is_focus,
            question,
            area,
            title: words(&shown.card.title),
            sub_title: shown.text.sub_title.as_ref().map(words),
            urgent: None,
            steps_title: shown.text.steps_title.as_ref().map(words),
            steps: shown.text.steps.iter().map(words).collect(),
            help_step: None,
            boost: shown.text.boost.as_ref().map(words),
            links: shown.text.links.iter().map(link).collect(),
        }
    }

    /// The name of a category; `None` for an id that is none's.
    pub fn area(&self, id: &Name, language: Language) -> Option<AreaName> {
        let built_in = Category::ALL.into_iter().find(|category| category.as_str() == id.as_str());
        let own = || {
            let mut own = self.scoring.iter().flat_map(|scoring| &scoring.categories);
            own.find(|category| category.id == *id).map(|own| own.name.rendition(language, self.language))
        };
        built_in.map(AreaName::BuiltIn).or_else(|| own().map(AreaName::Own))
    }
}

impl Advice {
    pub(super) fn built_in(card: &Recommendation, language: Language) -> Self {
        let foreign = language.foreign_to_built_in();
        let words = |text: &str| Rendition { text: text.to_owned(), foreign };
        Self {
            id: card.indicator.as_str().to_owned(),
            is_own: false,
            is_focus: card.show_required,
            question: Some(card.indicator.question_id()),
            area: Some(AreaName::BuiltIn(card.category)),
            title: words(card.title),
            sub_title: Some(words(card.sub_title)),
            urgent: card.urgent.map(words),
            steps_title: Some(words(card.steps_title)),
            steps: card.steps.iter().map(|step| words(step)).collect(),
            help_step: card.help_step,
            boost: Some(words(card.boost)),
            links: Vec::new(),
        }
    }
}
