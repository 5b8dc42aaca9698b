//! Statistics of a quiz's answers.

use app::admin::{InsightsPage, NamespaceNav, OptionShare, QuestionShares, StopShares};
use domain::{Asked, Category, Indicator, Insights, Stops, Took};

use super::{Admin, AdminResult, NamespaceHead, Path, periods::periods, quiz_nav};
use crate::service::{QuizInsights, QuizPath};

/// Options that are shown, all questions together.
const OPTIONS: usize = 5_000;

pub(super) async fn show(admin: Admin, NamespaceHead(nav): NamespaceHead, Path(path): Path<QuizPath>) -> AdminResult {
    let found = admin.service().insights(&admin.caller, &path, OPTIONS).await?;
    Ok(admin.page(app::admin::insights, page(nav, found)))
}

fn page(namespace: NamespaceNav, found: QuizInsights) -> InsightsPage {
    let QuizInsights { quiz, questions, figures, stops, is_partial } = found;
    let categories = Category::ALL.into_iter().filter(|category| {
        let is_of = |asked: &Asked| Indicator::of_question(&asked.id).is_some_and(|i| i.category() == *category);
        questions.iter().any(is_of)
    });
    let (started, completed) = (figures.started(), figures.completed());
    InsightsPage {
        quiz: quiz_nav(namespace, &quiz),
        started,
        completed,
        median_seconds: figures.median_time().map(Took::seconds),
        periods: periods(&figures.days),
        categories: categories.map(|category| (category, figures.category(category))).collect(),
        stops: stop_shares(&questions, &stops, started.saturating_sub(completed)),
        questions: questions.into_iter().map(|asked| shares(asked, &figures)).collect(),
        score: figures.score,
        is_partial,
    }
}

fn shares(asked: Asked, figures: &Insights) -> QuestionShares {
    let options = asked.options.into_iter().map(|option| OptionShare {
        chosen: figures.chosen(&asked.id, &option.id),
        label: option.label,
        is_current: option.is_current,
    });
    QuestionShares {
        options: options.collect(),
        text: asked.text,
        is_current: asked.is_current,
        answered: figures.answered(&asked.id),
    }
}

/// Omits questions of earlier versions at which no respondent stopped.
fn stop_shares(questions: &[Asked], stops: &Stops, unfinished: u64) -> StopShares {
    let at = questions.iter().filter_map(|asked| {
        let stopped = stops.at.get(&asked.id).copied();
        (asked.is_current || stopped.is_some()).then(|| (asked.text.clone(), stopped.unwrap_or_default()))
    });
    StopShares {
        questions: at.collect(),
        before_submitting: stops.before_submitting,
        total: stops.total(),
        unfinished: unfinished.max(stops.total()),
    }
}
