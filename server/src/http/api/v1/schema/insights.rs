//! What the answers of a quiz add up to.

use domain::{Asked, Band, Category, Distribution, Language, Points, Took};
use serde::Serialize;
use utoipa::ToSchema;

use super::names;
use crate::{clock, service::QuizInsights};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InsightsBody {
    /// People who began.
    pub started: u64,
    /// Of those, how many submitted. The figures below are of these, except where they say otherwise.
    pub completed: u64,
    /// From the start to the submission: half of all took so long or less. Exact up to ten minutes, in whole minutes up
    /// to a day, above that in whole hours. Null as long as nobody has submitted.
    pub median_seconds: Option<u32>,
    /// The days on which anybody began or submitted, oldest first.
    pub days: Vec<DayBody>,
    /// The overall score.
    pub score: DistributionBody,
    pub categories: CategoryScores,
    pub languages: Vec<LanguageBody>,
    /// Those of the newest version in their order, then those that only earlier versions asked.
    pub questions: Vec<QuestionFigures>,
    /// Where those stopped who have not submitted.
    pub stops: StopsBody,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayBody {
    /// In UTC.
    #[schema(format = Date)]
    pub day: String,
    pub started: u64,
    pub completed: u64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DistributionBody {
    /// How many have a score; it is absent where a question that it needs was left open.
    pub total: u64,
    /// Half of all have this score or less. Null when nobody has one.
    #[schema(maximum = 100)]
    pub median: Option<u8>,
    pub bands: BandCounts,
    /// How many have the score 0, 1, … 100.
    #[schema(min_items = 101, max_items = 101)]
    pub counts: Vec<u64>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BandCounts {
    /// 0 to 39
    pub vulnerable: u64,
    /// 40 to 79
    pub coping: u64,
    /// 80 to 100
    pub healthy: u64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CategoryScores {
    pub spend: DistributionBody,
    pub save: DistributionBody,
    pub borrow: DistributionBody,
    pub plan: DistributionBody,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LanguageBody {
    #[schema(value_type = names::Language)]
    pub language: &'static str,
    pub completed: u64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuestionFigures {
    #[schema(value_type = names::QuestionId)]
    pub id: String,
    /// In the quiz's own language, as the newest version that asks it has it.
    pub text: String,
    /// False when only earlier versions asked it.
    pub is_current: bool,
    /// How many answered it.
    pub answered: u64,
    pub options: Vec<OptionFigures>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OptionFigures {
    #[schema(value_type = names::OptionId)]
    pub id: String,
    pub label: String,
    /// False when only earlier versions offered it.
    pub is_current: bool,
    /// How many chose it.
    pub chosen: u64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StopsBody {
    /// How many were looked at: all who have not submitted, or the 10,000 of them who began last.
    pub total: u64,
    /// At the first question that each left open.
    pub questions: Vec<StopBody>,
    /// All is answered, only the submission is missing.
    pub before_submitting: u64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StopBody {
    #[schema(value_type = names::QuestionId)]
    pub question_id: String,
    pub stopped: u64,
}

impl From<&QuizInsights> for InsightsBody {
    fn from(insights: &QuizInsights) -> Self {
        let QuizInsights { questions, figures, stops, .. } = insights;
        let days = figures.days.iter().map(|(day, counts)| DayBody {
            day: clock::to_date(*day),
            started: counts.started,
            completed: counts.completed,
        });
        let category = |category: Category| (&figures.category(category)).into();
        let languages = Language::ALL.into_iter().map(|language| LanguageBody {
            language: language.as_str(),
            completed: figures.languages.get(&language).copied().unwrap_or_default(),
        });
        // In the order of the questions; a question that no version knows any more cannot be.
        let stopped = questions.iter().filter_map(|question| {
            let stopped = *stops.at.get(&question.id)?;
            Some(StopBody { question_id: question.id.to_string(), stopped })
        });
        Self {
            started: figures.started(),
            completed: figures.completed(),
            median_seconds: figures.median_time().map(Took::seconds),
            days: days.collect(),
            score: (&figures.score).into(),
            categories: CategoryScores {
                spend: category(Category::Spend),
                save: category(Category::Save),
                borrow: category(Category::Borrow),
                plan: category(Category::Plan),
            },
            languages: languages.collect(),
            questions: questions.iter().map(|question| QuestionFigures::new(question, figures)).collect(),
            stops: StopsBody {
                total: stops.total(),
                questions: stopped.collect(),
                before_submitting: stops.before_submitting,
            },
        }
    }
}

impl QuestionFigures {
    fn new(question: &Asked, figures: &domain::Insights) -> Self {
        let options = question.options.iter().map(|option| OptionFigures {
            id: option.id.to_string(),
            label: option.label.clone(),
            is_current: option.is_current,
            chosen: figures.chosen(&question.id, &option.id),
        });
        Self {
            id: question.id.to_string(),
            text: question.text.clone(),
            is_current: question.is_current,
            answered: figures.answered(&question.id),
            options: options.collect(),
        }
    }
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
            bands: BandCounts {
                vulnerable: distribution.in_band(Band::Vulnerable),
                coping: distribution.in_band(Band::Coping),
                healthy: distribution.in_band(Band::Healthy),
            },
            counts,
        }
    }
}
