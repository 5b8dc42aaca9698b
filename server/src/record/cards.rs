//! Cards in an answers record: the published ones, and those of the quiz's owner.

use std::sync::OnceLock;

use domain::{
    AnswersRecord, CARD_TEXTS, Category, Definition, HelpLink, Indicator, Language, Recommendation, ShownCard, Subject,
    Text,
};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use utoipa::ToSchema;

use super::quoting;

/// The amount of recommendations in the reply.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RecommendationsType {
    #[default]
    None,
    Min,
    Full,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecommendationCard {
    id: Indicator,
    /// 1 is the most pressing.
    priority: usize,
    /// True for a focus area, false for a strength.
    #[serde(rename = "show_required")]
    show_required: bool,
    #[schema(value_type = Vec<String>)]
    steps: &'static RawValue,
    /// This and the fields below: `full` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    category: Option<Category>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, nullable = false)]
    title: Option<&'static RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, nullable = false)]
    sub_title: Option<&'static RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, nullable = false)]
    steps_title: Option<&'static RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, nullable = false)]
    boost: Option<&'static RawValue>,
}

/// The words of a built-in card as JSON. They are most of a reply, and finding what to escape would take most of its time.
struct Words {
    title: Box<RawValue>,
    sub_title: Box<RawValue>,
    steps_title: Box<RawValue>,
    steps: Box<RawValue>,
    boost: Box<RawValue>,
}

type OfCard = [OnceLock<Words>; CARD_TEXTS];
type OfLanguage = [OfCard; Indicator::ALL.len()];

impl Words {
    /// Encoded when the first reply needs them.
    fn of(card: &Recommendation, language: Language) -> &'static Self {
        static WORDS: [OfLanguage; Language::OF_CONTENT.len()] =
            [const { [const { [const { OnceLock::new() }; CARD_TEXTS] }; Indicator::ALL.len()] };
                Language::OF_CONTENT.len()];
        WORDS[language.of_content() as usize][card.indicator.index()][card.place].get_or_init(|| Self {
            title: json(card.title),
            // The published card has no line of its own for it.
            sub_title: json(&[Some(card.sub_title), card.urgent].into_iter().flatten().collect::<Vec<_>>().join(" ")),
            steps_title: json(card.steps_title),
            steps: json(card.steps),
            boost: json(card.boost),
        })
    }
}

fn json<T: Serialize + ?Sized>(words: &T) -> Box<RawValue> {
    to_raw_value(words).expect("texts and lists of texts are JSON")
}

/// Advice that the owner of the quiz wrote, chosen by the band of a score.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CardBody {
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
    #[schema(value_type = domain::QuestionId, required = false)]
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
pub(crate) struct CardLink {
    label: String,
    url: String,
}

impl RecommendationCard {
    pub(crate) fn new(card: &Recommendation, language: Language, wanted: RecommendationsType) -> Self {
        let full = wanted == RecommendationsType::Full;
        let words = Words::of(card, language);
        Self {
            id: card.indicator,
            priority: card.priority,
            show_required: card.show_required,
            steps: &words.steps,
            category: full.then_some(card.category),
            title: full.then_some(&*words.title),
            sub_title: full.then_some(&*words.sub_title),
            steps_title: full.then_some(&*words.steps_title),
            boost: full.then_some(&*words.boost),
        }
    }
}

/// The cards of the quiz's owner, of a submitted record.
pub(crate) fn of_owner(
    record: &AnswersRecord,
    definition: &Definition,
    wanted: RecommendationsType,
) -> Option<Vec<CardBody>> {
    let submission = record.submission.as_ref().filter(|_| definition.scoring.is_some())?;
    let quoting = quoting(definition, record, Some(definition), record.language);
    let definition = quoting.as_ref().unwrap_or(definition);
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
