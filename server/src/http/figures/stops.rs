//! The questions at which respondents stopped.

use std::collections::BTreeSet;

use app::admin::Figure;
use domain::QuestionId;

use super::{
    Links,
    languages::{Share, shares},
    numbers::thousands,
};
use crate::service::QuizInsights;

/// A question, and how many stopped there.
pub(crate) struct Stop<'f> {
    pub(crate) question: &'f QuestionId,
    pub(crate) text: &'f str,
    pub(crate) stopped: u64,
}

/// The questions of the quiz in their order, then those of earlier versions at which someone stopped. The rows of a matrix
/// are one question.
pub(crate) fn stops(found: &QuizInsights) -> Vec<Stop<'_>> {
    let QuizInsights { stops, questions, quiz, .. } = found;
    let language = quiz.definition.language;
    let count = |id: &QuestionId| stops.at.get(id).copied().unwrap_or_default();
    let asked = quiz.definition.questions.iter().filter(|question| !question.items().is_empty());
    let mut all: Vec<Stop<'_>> = asked
        .map(|question| Stop {
            question: &question.id,
            text: question.text(language, language),
            stopped: count(&question.id),
        })
        .collect();
    let known: BTreeSet<&QuestionId> = all.iter().map(|stop| stop.question).collect();
    let text = |id: &QuestionId| {
        let is_row = |asked: &QuestionId| {
            asked.as_str().strip_prefix(id.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        };
        questions.iter().find(|asked| is_row(&asked.id)).map(|asked| asked.text.as_str())
    };
    let earlier = stops.at.iter().filter(|(id, _)| !known.contains(id)).map(|(id, stopped)| Stop {
        question: id,
        text: text(id).unwrap_or(id.as_str()),
        stopped: *stopped,
    });
    let earlier: Vec<Stop<'_>> = earlier.collect();
    all.extend(earlier);
    all
}

pub(super) fn figures(found: &QuizInsights, links: &Links) -> Vec<Figure> {
    let QuizInsights { figures, stops: counted, .. } = found;
    let total = counted.total();
    let unfinished = figures.started().saturating_sub(figures.completed()).max(total);
    if unfinished == 0 {
        return Vec::new();
    }
    // Of some of those who stopped there is no list.
    let is_of_all = total == unfinished;
    let lead = if is_of_all {
        format!("Not submitted: {}. The first question that each left open:", thousands(unfinished))
    } else {
        let (unfinished, total) = (thousands(unfinished), thousands(total));
        format!("Not submitted: {unfinished}. Of the {total} who began last, the first question left open:")
    };
    let share = |label: String, count: u64, question: Option<&QuestionId>| Share {
        label,
        remark: None,
        count,
        href: links.stopped(question).filter(|_| is_of_all),
    };
    let at = stops(found).into_iter().map(|stop| share(stop.text.to_owned(), stop.stopped, Some(stop.question)));
    let before = (counted.before_submitting > 0)
        .then(|| share("All answered, not submitted".to_owned(), counted.before_submitting, None));
    let all = at.chain(before).collect();
    let figure = shares("stopped-at", "First question left open", "Question", lead, total, all);
    let link = links.started().map(|href| ("Show these answers".to_owned(), href));
    vec![Figure { link, ..figure }]
}
