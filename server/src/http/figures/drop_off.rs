//! The questions at which respondents stopped.

use std::collections::BTreeSet;

use app::admin::{Bar, Bars, Cell, Drawing, Figure, FigureTable, Head, Part, Row};
use domain::QuestionId;

use super::{Links, numbers::thousands};
use crate::service::QuizInsights;

pub(crate) struct QuestionDropOff<'f> {
    pub(crate) question: &'f QuestionId,
    pub(crate) text: &'f str,
    pub(crate) stopped: u64,
    /// The number of respondents who reached it, if known.
    pub(crate) reached: Option<u64>,
}

/// The questions of the quiz in order, then those of earlier versions at which respondents stopped. The rows of a
/// matrix are one question.
pub(crate) fn by_question(found: &QuizInsights) -> Vec<QuestionDropOff<'_>> {
    let QuizInsights { drop_off, questions, quiz, figures, bases, .. } = found;
    let reached = |id: &QuestionId| {
        let submitted = bases.get(id).filter(|_| !drop_off.is_partial)?.count(figures);
        Some(submitted + drop_off.came_to(id))
    };
    let language = quiz.definition.language;
    let count = |id: &QuestionId| drop_off.at.get(id).copied().unwrap_or_default();
    let asked = quiz.definition.questions.iter().filter(|question| !question.items().is_empty());
    let mut all: Vec<QuestionDropOff<'_>> = asked
        .map(|question| QuestionDropOff {
            question: &question.id,
            text: question.text(language, language),
            stopped: count(&question.id),
            reached: reached(&question.id),
        })
        .collect();
    let known: BTreeSet<&QuestionId> = all.iter().map(|stop| stop.question).collect();
    let text = |id: &QuestionId| questions.iter().find(|asked| asked.question == *id).map(|asked| asked.text.as_str());
    let earlier = drop_off.at.iter().filter(|(id, _)| !known.contains(id)).map(|(id, stopped)| QuestionDropOff {
        question: id,
        text: text(id).unwrap_or(id.as_str()),
        stopped: *stopped,
        reached: reached(id),
    });
    let earlier: Vec<QuestionDropOff<'_>> = earlier.collect();
    all.extend(earlier);
    all
}

pub(super) fn figures(found: &QuizInsights, links: &Links) -> Vec<Figure> {
    let counted = &found.drop_off;
    let total = counted.total();
    if total == 0 {
        return Vec::new();
    }
    let of_whom = if counted.is_partial { " of those who began last" } else { "" };
    let lead = format!("Not submitted: {}{of_whom}. The question after the last one answered:", thousands(total));
    let all = by_question(found)
        .into_iter()
        .map(|stop| (stop.text.to_owned(), stop.stopped, stop.reached, Some(stop.question)));
    let submitted = found.figures.completed();
    let before = (counted.before_submitting > 0).then(|| {
        let came = (!counted.is_partial).then_some(submitted + counted.before_submitting);
        ("All answered, not submitted".to_owned(), counted.before_submitting, came, None)
    });
    let (mut bars, mut rows) = (Vec::new(), Vec::new());
    for (name, count, reached, question) in all.chain(before) {
        // If only some of them were counted, there is no list.
        let href = links.stopped(question).filter(|_| !counted.is_partial);
        let whole = reached.unwrap_or(total);
        bars.push(Bar { label: name.clone(), parts: vec![Part { count, href: href.clone() }], whole, told: None });
        rows.push(Row {
            name,
            bar: Some((count, whole)),
            cells: vec![Cell::Of { count, whole, href }],
            ..Row::default()
        });
    }
    let is_of_total = |stop: &QuestionDropOff<'_>| stop.stopped > 0 && stop.reached.is_none();
    let note = if counted.is_partial {
        Some("Percentages are of those who never submitted.")
    } else if by_question(found).iter().any(is_of_total) {
        Some(
            "Percentages are of those who came to the question; of those who never submitted, where only some are asked \
             and may leave it open.",
        )
    } else {
        Some("Percentages are of those who came to the question.")
    };
    vec![Figure {
        id: "stopped-at".to_owned(),
        title: "Question left open".to_owned(),
        lead,
        note,
        drawing: Drawing::Bars(Bars { all: bars, parts: Vec::new() }),
        table: FigureTable { heads: vec![Head::text("Question"), Head::of("People")], rows },
        link: links.started().map(|href| ("Show these answers".to_owned(), href)),
        ..Figure::default()
    }]
}
