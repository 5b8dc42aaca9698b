//! The scoring of a quiz: its method, categories, bands, conversion tables and cards.

use serde::{Deserialize, Serialize};

use crate::{ChangeRule, Condition, Decimal, Name, Norm, OwnCard, Text, named};

/// Scoring in its author's terms.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Scoring {
    /// `average` when absent.
    #[serde(default)]
    pub method: Method,
    /// Decimal places of what is published: 0 or 1.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "schema", schema(maximum = 1))]
    pub decimals: u8,
    /// False: there is no overall score, only those of categories.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overall: Option<bool>,
    /// Unanswered questions that a score bears: the mean of the others stands in for them.
    #[serde(default, skip_serializing_if = "is_none_missing")]
    pub allow_missing: usize,
    /// The first whose condition holds converts the sum.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(max_items = 100))]
    pub tables: Vec<ConversionTable>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(max_items = 20))]
    pub categories: Vec<OwnCategory>,
    /// By lower bound, ascending. Of the overall score, and of every category without bands of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(max_items = 10))]
    pub bands: Vec<OwnBand>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(max_items = 100))]
    pub cards: Vec<OwnCard>,
    /// Judges changes of the overall score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<ChangeRule>,
    /// Of the overall score; the first whose condition holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(max_items = 100, required = false))]
    pub norms: Vec<Norm>,
    /// Respondents read how the overall score compares with those of everyone else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub benchmark: bool,
}

/// A weighted average of points from 0 to 100, a sum, or a sum converted by a table.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ScoringMethod))]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// The weighted average of points from 0 to 100.
    #[default]
    Average,
    /// The sum of points times weights.
    Sum,
    /// A sum, looked up in a table.
    Table,
}

/// A conversion table
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Table))]
#[serde(deny_unknown_fields)]
pub struct ConversionTable {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// For each sum from the least to the greatest.
    pub values: Vec<Decimal>,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ScoreCategory))]
#[serde(deny_unknown_fields)]
pub struct OwnCategory {
    pub id: Name,
    pub name: Text,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(max_items = 10, required = false))]
    pub bands: Vec<OwnBand>,
    /// Judges changes of its score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<ChangeRule>,
    /// Of its score; the first whose condition holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(max_items = 100, required = false))]
    pub norms: Vec<Norm>,
    /// Respondents read how its score compares with those of everyone else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub benchmark: bool,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ScoreBand))]
#[serde(deny_unknown_fields)]
pub struct OwnBand {
    pub id: Name,
    /// The lowest score
    pub from: Decimal,
    pub name: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    pub hue: Hue,
}

named! {
    /// The colour of a band, beside its name.
    #[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum Hue {
        Rose => "rose",
        Amber => "amber",
        Leaf => "leaf",
        Sky => "sky",
    }
}

impl Scoring {
    pub fn has_overall(&self) -> bool {
        self.overall != Some(false)
    }

    /// The bands of a category; the overall ones for `None` and for a category without any.
    pub fn bands_of(&self, category: Option<&Name>) -> &[OwnBand] {
        let own = category.and_then(|id| self.categories.iter().find(|category| category.id == *id));
        own.map(|category| category.bands.as_slice()).filter(|bands| !bands.is_empty()).unwrap_or(&self.bands)
    }
}

impl Scoring {
    /// The rule for changes of the overall score, or of a category.
    pub fn change_of(&self, category: Option<&Name>) -> Option<ChangeRule> {
        category.map_or(self.change, |id| self.category(id)?.change)
    }

    /// The norms of the overall score, or of a category.
    pub fn norms_of(&self, category: Option<&Name>) -> &[Norm] {
        let own = |id| self.category(id).map_or(&[][..], |category| &category.norms);
        category.map_or(&self.norms, own)
    }

    /// True if changes of a score are judged.
    pub fn judges_change(&self) -> bool {
        self.change.is_some() || self.categories.iter().any(|category| category.change.is_some())
    }

    /// True if a score has norms.
    pub fn has_norms(&self) -> bool {
        !self.norms.is_empty() || self.categories.iter().any(|category| !category.norms.is_empty())
    }

    /// True if respondents read how the score compares with those of others.
    pub fn is_benchmarked(&self, category: Option<&Name>) -> bool {
        category.map_or(self.benchmark, |id| self.category(id).is_some_and(|category| category.benchmark))
    }

    fn category(&self, id: &Name) -> Option<&OwnCategory> {
        self.categories.iter().find(|category| category.id == *id)
    }
}

/// The band of a score; `None` below the first.
pub(crate) fn band_of(bands: &[OwnBand], score: Decimal) -> Option<&OwnBand> {
    bands.iter().rev().find(|band| band.from <= score)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_none_missing(number: &usize) -> bool {
    *number == 0
}
