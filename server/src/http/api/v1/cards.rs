//! Cards in an answers record: the published ones, and those of the quiz's owner.

use domain::{AnswersRecord, Definition, HelpLink, Language, Recommendation, ShownCard, Subject, Text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::names;

/// The amount of recommendations in the reply.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum RecommendationsType {
    #[default]
    None,
    Min,
    Full,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecommendationCard {
    #[schema(value_type = names::BuiltInId)]
    id: &'static str,
    /// 1 is the most pressing.
    priority: usize,
    /// True for a focus area, false for a strength.
    #[serde(rename = "show_required")]
    show_required: bool,
    #[schema(value_type = Vec<String>)]
    steps: &'static [&'static str],
    /// This and the fields below: `full` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = names::Category, required = false)]
    category: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    title: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    sub_title: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    steps_title: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    boost: Option<&'static str>,
}

/// Advice that the owner of the quiz wrote, chosen by the band of a score.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CardBody {
    id: String,
    /// 1 is the most pressing.
    priority: usize,
    /// True for a focus area, false for a strength.
    #[serde(rename = "show_required")]
    show_required: bool,
    steps: Vec<String>,
    /// The band of the score that the card is about. This and the fields below: `full` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    band: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = names::QuestionId, required = false)]
    question: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    category: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    sub_title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    steps_title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    boost: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    links: Vec<CardLink>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CardLink {
    label: String,
    url: String,
}

impl RecommendationCard {
    pub(super) fn new(card: &Recommendation, wanted: RecommendationsType) -> Self {
        let full = wanted == RecommendationsType::Full;
        Self {
            id: card.indicator.as_str(),
            priority: card.priority,
            show_required: card.show_required,
            steps: card.steps,
            category: full.then_some(card.category.as_str()),
            title: full.then_some(card.title),
            sub_title: full.then_some(card.sub_title),
            steps_title: full.then_some(card.steps_title),
            boost: full.then_some(card.boost),
        }
    }
}

/// The cards of the quiz's owner, of a submitted record.
pub(super) fn of_owner(
    record: &AnswersRecord,
    definition: &Definition,
    wanted: RecommendationsType,
) -> Option<Vec<CardBody>> {
    let submission = record.submission.as_ref().filter(|_| definition.scoring.is_some())?;
    let cards = definition.cards(&submission.scores);
    let is_full = wanted == RecommendationsType::Full;
    Some(cards.iter().map(|card| CardBody::new(card, definition, record.language, is_full)).collect())
}

impl CardBody {
    fn new(shown: &ShownCard<'_>, definition: &Definition, language: Language, is_full: bool) -> Self {
        let words = |text: &Text| text.in_language(language, definition.language).to_owned();
        let text = shown.text;
        let (question, category) = match &shown.card.about {
            Subject::Question(id) => (Some(id.to_string()), None),
            Subject::Category(id) => (None, Some(id.to_string())),
            Subject::Score => (None, None),
        };
        let link = |link: &HelpLink| CardLink { label: words(&link.label), url: words(link.url.text()) };
        Self {
            id: shown.card.id.to_string(),
            priority: shown.priority,
            show_required: shown.is_focus,
            steps: text.steps.iter().map(words).collect(),
            band: is_full.then(|| shown.band.to_string()),
            question: question.filter(|_| is_full),
            category: category.filter(|_| is_full),
            title: is_full.then(|| words(&shown.card.title)),
            sub_title: text.sub_title.as_ref().filter(|_| is_full).map(words),
            steps_title: text.steps_title.as_ref().filter(|_| is_full).map(words),
            boost: text.boost.as_ref().filter(|_| is_full).map(words),
            links: text.links.iter().filter(|_| is_full).map(link).collect(),
        }
    }
}
