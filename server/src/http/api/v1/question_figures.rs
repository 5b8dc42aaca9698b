//! The figures of a question as JSON.

use domain::{Decimal, Item, KindName, MergedQuestion, Missing};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{http::figures::mean_rank, service::QuizInsights};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct QuestionFigures {
    #[schema(value_type = domain::QuestionId)]
    id: String,
    /// In the quiz's own language, as the newest version that asks it has it.
    text: String,
    /// False when only earlier versions asked it.
    is_current: bool,
    /// Records with an answer to the question.
    answered: u64,
    /// Those to choose from: of a `choice` or a `multiple`
    options: Vec<OptionFigures>,
    /// Answers to a `scale` by number, to a `number` by the ranges of its points or in ten equal parts. Of numbers with
    /// more digits than four, the first four count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    ranges: Vec<RangeFigures>,
    /// Of numeric answers, as are the three below. Absent without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    least: Option<Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    median: Option<Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    mean: Option<Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    greatest: Option<Decimal>,
    /// The standard deviation of a sample. Absent of fewer than two.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    deviation: Option<Decimal>,
    /// Of a `ranking`, where it was counted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    ranking: Vec<RankFigures>,
    /// Of a `date`, where it was counted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    months: Vec<MonthFigures>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OptionFigures {
    #[schema(value_type = domain::OptionId)]
    id: String,
    label: String,
    /// False when only earlier versions offered it.
    is_current: bool,
    /// Records with this option chosen.
    chosen: u64,
    /// The kind of not answering that it stands for
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    missing: Option<Missing>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RangeFigures {
    /// The first number of the range
    #[schema(value_type = f64)]
    pub(super) from: Decimal,
    /// The first number beyond the range. Absent in the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    pub(super) below: Option<Decimal>,
    pub(super) count: u64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RankFigures {
    #[schema(value_type = domain::OptionId)]
    id: String,
    label: String,
    /// Records that rank it first, second, and so on
    ranks: Vec<u64>,
    /// Absent where none ranks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    mean_rank: Option<Decimal>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MonthFigures {
    /// `YYYY-MM`
    month: String,
    count: u64,
}

impl QuestionFigures {
    pub(super) fn new(question: &MergedQuestion, item: Option<&Item<'_>>, insights: &QuizInsights) -> Self {
        let QuizInsights { figures, detail, .. } = insights;
        let parts = item.map(Item::parts).unwrap_or_default();
        let ranges = parts.iter().enumerate().map(|(at, from)| {
            let below = parts.get(at + 1).copied();
            RangeFigures { from: *from, below, count: figures.between(&question.id, *from, below) }
        });
        let is_chosen = question.kind != KindName::Ranking;
        let options = question.options.iter().filter(|_| is_chosen).map(|option| OptionFigures {
            id: option.id.to_string(),
            label: option.label.clone(),
            is_current: option.is_current,
            chosen: figures.chosen(&question.id, &option.id),
            missing: option.missing,
        });
        let summary = figures.number_summary(&question.id);
        let ranked = detail.as_ref().filter(|_| !is_chosen);
        let ranking = ranked.into_iter().flat_map(|detail| {
            question.options.iter().map(|option| {
                let ranks = detail.ranks(&question.id, &option.id).to_vec();
                let mean_rank = mean_rank(&ranks);
                RankFigures { id: option.id.to_string(), label: option.label.clone(), ranks, mean_rank }
            })
        });
        let months = detail.iter().flat_map(|detail| detail.months(&question.id));
        let months = months.map(|(month, count)| MonthFigures { month: month.to_owned(), count });
        Self {
            id: question.id.to_string(),
            text: question.text.clone(),
            is_current: question.is_current,
            answered: figures.answered(&question.id),
            options: options.collect(),
            ranges: ranges.collect(),
            least: summary.map(|summary| summary.least),
            median: summary.map(|summary| summary.median),
            mean: summary.map(|summary| summary.mean),
            greatest: summary.map(|summary| summary.greatest),
            deviation: summary.and_then(|summary| summary.deviation),
            ranking: ranking.collect(),
            months: months.collect(),
        }
    }
}
