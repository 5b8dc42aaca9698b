//! The figures of a quiz as JSON.

use std::collections::{BTreeMap, HashMap};

use domain::{
    Band, Category, Decimal, Definition, Distribution, DurationBucket, GroupFigures, GroupScore, Item, ItemRest,
    Language, Name, OwnBand, Points, QuestionId, Reliability, Scoring,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::question_figures::{QuestionFigures, RangeFigures};
use crate::{
    clock,
    http::figures::{
        self, GroupValue, Score, all_scores, drop_off_by_question, groups_in_order, names_compared, score_bins,
    },
    service::QuizInsights,
};

/// The bands of the built-in scoring.
const BANDS: [(&str, Band); 3] =
    [("vulnerable", Band::Vulnerable), ("coping", Band::Coping), ("healthy", Band::Healthy)];

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct InsightsBody {
    /// People who began.
    started: u64,
    /// Of those, how many submitted. The figures below are of these, except where they say otherwise.
    completed: u64,
    /// From the start to the submission: half of all took so long or less. Exact up to ten minutes, in whole minutes up
    /// to a day, above that in whole hours. Null without submissions.
    median_seconds: Option<u32>,
    /// The days with at least one begun or submitted record, oldest first.
    days: Vec<DayBody>,
    /// The overall score, where it is a whole number from 0 to 100.
    score: DistributionBody,
    categories: CategoryScores,
    /// Of a scoring of the quiz's own: the overall score, then each category.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    own_scores: Vec<OwnFigures>,
    languages: Vec<LanguageBody>,
    /// Those of the newest version in their order, then those that only earlier versions asked.
    questions: Vec<QuestionFigures>,
    /// The questions at which unfinished records stopped.
    stops: StopsBody,
    /// Of the period before, where `from` and `to` are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    before: Option<BeforeBody>,
    /// If it was counted: the internal consistency of scores of three questions or more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    reliability: Vec<ReliabilityBody>,
    /// Submitted records by `rows` and `columns`; what none has is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    comparison: Option<Vec<CellBody>>,
    /// The scores of submitted records by `rows`, of at most 200 groups; what none has is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    groups: Option<Vec<GroupBody>>,
    /// The ids of the figures that Get a figure has.
    figures: Vec<String>,
    /// The moment at which a long count of these figures began, where records have changed since.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    counted_at: Option<String>,
    /// True if there are more versions, options or different answers than are counted above: the oldest versions are left
    /// out first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    partial: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BeforeBody {
    started: u64,
    completed: u64,
    median_seconds: Option<u32>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReliabilityBody {
    /// The id of the category. Null for the overall score.
    category: Option<String>,
    /// Records with points for all of its questions
    records: u64,
    /// Cronbach's alpha. Null if all answered alike.
    alpha: Option<f64>,
    items: Vec<ItemRestBody>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ItemRestBody {
    #[schema(value_type = domain::QuestionId)]
    question_id: String,
    /// The correlation of its points with the sum of the others'. Null if all answered alike.
    item_rest: Option<f64>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CellBody {
    /// An option's id, the first number of a range, a month, a band, or a language, version or attempt
    row: String,
    column: String,
    count: u64,
    /// Records of the row, in all columns
    of: u64,
    row_label: String,
    column_label: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DayBody {
    /// In the time zone of the quiz.
    #[schema(format = Date)]
    day: String,
    started: u64,
    completed: u64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DistributionBody {
    /// Records with a score. A score is absent if a question that it needs was left open.
    total: u64,
    /// The median score. Null without scores.
    #[schema(maximum = 100)]
    median: Option<u8>,
    /// Records by band: `vulnerable` (0 to 39), `coping` (40 to 79) and `healthy` (80 to 100), or the ids of the bands of a
    /// scoring of the quiz's own.
    bands: BTreeMap<String, u64>,
    /// Records with the score 0, 1, … 100.
    #[schema(min_items = 101, max_items = 101)]
    counts: Vec<u64>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OwnFigures {
    /// The id of the category. Null for the overall score.
    category: Option<String>,
    name: Option<String>,
    /// Records with a score
    total: u64,
    /// Null without scores, as are the three below.
    #[schema(value_type = Option<f64>)]
    least: Option<Decimal>,
    #[schema(value_type = Option<f64>)]
    median: Option<Decimal>,
    #[schema(value_type = Option<f64>)]
    mean: Option<Decimal>,
    #[schema(value_type = Option<f64>)]
    greatest: Option<Decimal>,
    /// The standard deviation of a sample. Absent of fewer than two.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    deviation: Option<Decimal>,
    bands: Vec<OwnBandFigures>,
    /// Records by score, in ranges with round bounds. Empty without scores.
    ranges: Vec<RangeFigures>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OwnBandFigures {
    id: String,
    name: String,
    /// Records with a score in this band
    count: u64,
}

/// A group of submitted records
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GroupBody {
    row: String,
    row_label: String,
    /// The overall score first; empty of a quiz without scores
    scores: Vec<GroupScoreBody>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct GroupScoreBody {
    /// The id of the category. Null for the overall score.
    category: Option<String>,
    /// Records with a score
    total: u64,
    /// Null without scores
    #[schema(value_type = Option<f64>)]
    mean: Option<Decimal>,
    /// The standard deviation of a sample. Absent of fewer than two.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, nullable = false)]
    deviation: Option<Decimal>,
    bands: Vec<OwnBandFigures>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CategoryScores {
    spend: DistributionBody,
    save: DistributionBody,
    borrow: DistributionBody,
    plan: DistributionBody,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LanguageBody {
    language: Language,
    completed: u64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StopsBody {
    /// Records examined: all that are not submitted, or the 10,000 of them begun last, or fewer of a large quiz.
    total: u64,
    /// By the first question left open behind the last one answered, or a required one at the end.
    questions: Vec<StopBody>,
    /// Nothing more was asked, only the submission is missing.
    before_submitting: u64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StopBody {
    #[schema(value_type = domain::QuestionId)]
    question_id: String,
    stopped: u64,
    /// People who came to the question, whether they stopped there, left it open or submitted. Absent where only some are
    /// asked and need not answer, or not all records were examined.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reached: Option<u64>,
}

impl From<&QuizInsights> for InsightsBody {
    fn from(insights: &QuizInsights) -> Self {
        let QuizInsights { questions, figures, drop_off, quiz, is_partial, .. } = insights;
        let definition = &quiz.definition;
        let days = figures.days.iter().map(|(day, counts)| DayBody {
            day: clock::to_date(*day),
            started: counts.started,
            completed: counts.completed,
        });
        let items: HashMap<QuestionId, Item<'_>> = definition.items().map(|item| (item.id.clone(), item)).collect();
        let category = |category: Category| (&figures.category(category)).into();
        let others = figures.languages.keys().copied().filter(|language| !language.is_of_content());
        let languages = Language::OF_CONTENT.into_iter().chain(others).map(|language| LanguageBody {
            language,
            completed: figures.languages.get(&language).copied().unwrap_or_default(),
        });
        let stopped = drop_off_by_question(insights).into_iter().filter(|stop| stop.stopped > 0);
        let stopped = stopped.map(|stop| StopBody {
            question_id: stop.question.to_string(),
            stopped: stop.stopped,
            reached: stop.reached,
        });
        let mut score = DistributionBody::from(&figures.score);
        if let Some(scoring) = &definition.scoring {
            let count = |band: &OwnBand| (band.id.to_string(), figures.in_band(None, &band.id));
            score.bands = scoring.bands_of(None).iter().map(count).collect();
        }
        Self {
            started: figures.started(),
            completed: figures.completed(),
            median_seconds: figures.median_time().map(DurationBucket::seconds),
            days: days.collect(),
            score,
            categories: CategoryScores {
                spend: category(Category::Spend),
                save: category(Category::Save),
                borrow: category(Category::Borrow),
                plan: category(Category::Plan),
            },
            own_scores: definition.scoring.iter().flat_map(|scoring| own(scoring, definition, figures)).collect(),
            languages: languages.collect(),
            questions: questions
                .iter()
                .map(|asked| QuestionFigures::new(asked, items.get(&asked.id), insights))
                .collect(),
            stops: StopsBody {
                total: drop_off.total(),
                questions: stopped.collect(),
                before_submitting: drop_off.before_submitting,
            },
            before: insights.before.as_ref().map(|before| BeforeBody {
                started: before.started(),
                completed: before.completed(),
                median_seconds: before.median_time().map(DurationBucket::seconds),
            }),
            reliability: insights.detail.iter().flat_map(|detail| &detail.reliability).map(reliability).collect(),
            comparison: comparison(insights),
            groups: insights.groups.as_ref().map(|_| groups(insights)),
            figures: figures::ids(insights, clock::now()),
            counted_at: insights.as_of.map(clock::to_rfc3339),
            partial: *is_partial,
        }
    }
}

fn comparison(insights: &QuizInsights) -> Option<Vec<CellBody>> {
    let crossed = insights.crossed.as_ref()?;
    let [rows, columns] = names_compared(insights)?;
    let cell = |(row, column, count): (&str, &str, u64)| CellBody {
        row: row.to_owned(),
        column: column.to_owned(),
        count,
        of: crossed.row(row),
        row_label: rows.get(row).cloned().unwrap_or_default(),
        column_label: columns.get(column).cloned().unwrap_or_default(),
    };
    Some(crossed.iter().map(cell).collect())
}

fn groups(insights: &QuizInsights) -> Vec<GroupBody> {
    let scores = all_scores(insights);
    let group = |(value, group): (GroupValue, &GroupFigures)| {
        let score = |score: &Score| {
            let found = group.score(score.category.as_ref());
            let count = |id: &Name| found.map_or(0, |score| score.in_band(id.as_str()));
            let bands = score.bands.iter();
            GroupScoreBody {
                category: score.category.as_ref().map(ToString::to_string),
                total: found.map_or(0, |score| score.total),
                mean: found.and_then(GroupScore::mean),
                deviation: found.and_then(GroupScore::deviation),
                bands: bands
                    .map(|(id, name)| OwnBandFigures { id: id.to_string(), name: name.clone(), count: count(id) })
                    .collect(),
            }
        };
        GroupBody { row: value.id, row_label: value.label, scores: scores.iter().map(score).collect() }
    };
    groups_in_order(insights).into_iter().map(group).collect()
}

fn reliability((category, sums): (&Option<Name>, &Reliability)) -> ReliabilityBody {
    let item = |item: ItemRest| ItemRestBody { question_id: item.question.to_string(), item_rest: item.correlation };
    ReliabilityBody {
        category: category.as_ref().map(ToString::to_string),
        records: sums.records(),
        alpha: sums.alpha(),
        items: sums.item_rest().into_iter().map(item).collect(),
    }
}

fn own(scoring: &Scoring, definition: &Definition, figures: &domain::Insights) -> Vec<OwnFigures> {
    let words = |text: &domain::Text| text.in_language(definition.language, definition.language).to_owned();
    let of = |category: Option<&Name>, name: Option<&domain::Text>| {
        let summary = figures.score_summary(category);
        let bands = scoring.bands_of(category).iter().map(|band| OwnBandFigures {
            id: band.id.to_string(),
            name: words(&band.name),
            count: figures.in_band(category, &band.id),
        });
        let ranges = score_bins(scoring, summary).into_iter().map(|bin| RangeFigures {
            from: bin.from,
            below: bin.below,
            count: figures.scores_between(category, bin.from, bin.below),
        });
        OwnFigures {
            category: category.map(ToString::to_string),
            name: name.map(words),
            total: summary.map_or(0, |summary| summary.total),
            least: summary.map(|summary| summary.least),
            median: summary.map(|summary| summary.median),
            mean: summary.map(|summary| summary.mean),
            greatest: summary.map(|summary| summary.greatest),
            deviation: summary.and_then(|summary| summary.deviation),
            bands: bands.collect(),
            ranges: ranges.collect(),
        }
    };
    let categories = scoring.categories.iter().map(|category| of(Some(&category.id), Some(&category.name)));
    std::iter::once(of(None, None)).chain(categories).collect()
}

impl From<&Distribution> for DistributionBody {
    fn from(distribution: &Distribution) -> Self {
        let mut counts = vec![0; usize::from(Points::MAX.get()) + 1];
        for (points, count) in distribution.iter() {
            counts[usize::from(points.get())] = count;
        }
        Self {
            total: distribution.total(),
            median: distribution.median().map(Points::get),
            bands: BANDS.map(|(name, band)| (name.to_owned(), distribution.in_band(band))).into(),
            counts,
        }
    }
}
