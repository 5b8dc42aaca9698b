//! Cards of the quiz's owner: advice about a question, a category or the overall score, by band.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Decimal, Definition, HelpLink, Name, QuestionId, Scores, Text, scoring::model::band_of};

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Card))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OwnCard {
    pub id: Name,
    pub about: Subject,
    /// The card marks a focus area below this score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focus_below: Option<Decimal>,
    pub title: Text,
    /// By band; a band without an entry, or with an entry without words, shows no card.
    pub bands: BTreeMap<Name, CardText>,
}

/// `score`, `{"question": id}` or `{"category": id}`
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = CardSubject))]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    Question(QuestionId),
    Category(Name),
    Score,
}

#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CardText {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sub_title: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps_title: Option<Text>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(max_items = 6))]
    pub steps: Vec<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boost: Option<Text>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<crate::HelpLinkInput>, max_items = 5, required = false))]
    pub links: Vec<HelpLink>,
}

impl CardText {
    fn is_empty(&self) -> bool {
        let Self { sub_title, steps_title: _, steps, boost, links } = self;
        sub_title.is_none() && steps.is_empty() && boost.is_none() && links.is_empty()
    }
}

/// A card that a result shows.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ShownCard<'d> {
    pub card: &'d OwnCard,
    pub band: &'d Name,
    pub text: &'d CardText,
    /// 1 is the most pressing; counts up without gaps.
    pub priority: usize,
    /// True for a focus area.
    pub is_focus: bool,
}

impl Definition {
    /// The owner's cards for these scores: the lowest band first, in the owner's order within a band.
    pub fn cards(&self, scores: &Scores) -> Vec<ShownCard<'_>> {
        let Some(scoring) = &self.scoring else { return Vec::new() };
        let of_card = |card: &'_ OwnCard| -> Option<(Decimal, Option<Name>)> {
            match &card.about {
                Subject::Question(id) => Some((*scores.questions.get(id)?, None)),
                Subject::Category(id) => Some((scores.categories.get(id)?.score, Some(id.clone()))),
                Subject::Score => Some((scores.overall.as_ref()?.score, None)),
            }
        };
        let mut ranked: Vec<(usize, ShownCard<'_>)> = scoring
            .cards
            .iter()
            .filter_map(|card| {
                let (score, category) = of_card(card)?;
                let bands = scoring.bands_of(category.as_ref());
                let band = band_of(bands, score)?;
                let rank = bands.iter().position(|known| known.id == band.id)?;
                let text = card.bands.get(&band.id).filter(|text| !text.is_empty())?;
                let is_focus = card.focus_below.is_some_and(|bound| score < bound);
                Some((rank, ShownCard { card, band: &band.id, text, priority: 0, is_focus }))
            })
            .collect();
        // The sort is stable, so cards of one band stay in the owner's order.
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked.into_iter().zip(1..).map(|((_, card), priority)| ShownCard { priority, ..card }).collect()
    }
}
