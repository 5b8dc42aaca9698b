//! The questions at which respondents stopped.

use app::admin::Figure;

use super::{
    Links,
    languages::{Share, shares},
    numbers::thousands,
};
use crate::service::QuizInsights;

/// Omits questions of earlier versions at which no respondent stopped.
pub(super) fn figures(found: &QuizInsights, links: &Links) -> Vec<Figure> {
    let QuizInsights { figures, stops, questions, .. } = found;
    let total = stops.total();
    let unfinished = figures.started().saturating_sub(figures.completed()).max(total);
    if unfinished == 0 {
        return Vec::new();
    }
    let lead = if total < unfinished {
        let (unfinished, total) = (thousands(unfinished), thousands(total));
        format!("Not submitted: {unfinished}. Of the {total} who began last, the first question left open:")
    } else {
        format!("Not submitted: {}. The first question that each left open:", thousands(unfinished))
    };
    let share = |label: String, count: u64| Share { label, remark: None, count, href: None };
    let at = questions.iter().filter_map(|asked| {
        let stopped = stops.at.get(&asked.id).copied();
        (asked.is_current || stopped.is_some()).then(|| share(asked.text.clone(), stopped.unwrap_or_default()))
    });
    let before =
        (stops.before_submitting > 0).then(|| share("All answered, not submitted".to_owned(), stops.before_submitting));
    let all = at.chain(before).collect();
    let figure = shares("stopped-at", "First question left open", "Question", lead, total, all);
    let link = links.started().map(|href| ("Show these answers".to_owned(), href));
    vec![Figure { link, ..figure }]
}
