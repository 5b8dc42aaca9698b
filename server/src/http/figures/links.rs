//! Links from figures to the rows that they count.

use app::admin::QuizTab;
use domain::{Decimal, Name, QuestionId};

use crate::{
    http::request::filter_query::{EACH, query_of},
    service::{QuizInsights, QuizPath},
};

/// The page of answers with the filter of a view, to which each link adds conditions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Links {
    answers: String,
    insights: String,
    pairs: Vec<(&'static str, String)>,
}

impl Links {
    pub(crate) fn new(path: &QuizPath, pairs: Vec<(&'static str, String)>) -> Self {
        let page = |tab: QuizTab| tab.href(&path.namespace, &path.quiz);
        Self { answers: page(QuizTab::Answers), insights: page(QuizTab::Insights), pairs }
    }

    /// Restricts links to the attempts that the figures count.
    pub(crate) fn of(mut self, found: &QuizInsights) -> Self {
        if found.is_of_last_submitted {
            self.pairs.push(("attempts", "submitted".to_owned()));
        }
        self
    }

    pub(crate) fn all(&self) -> Option<String> {
        self.with(&[])
    }

    pub(crate) fn completed(&self) -> Option<String> {
        self.with(&[submitted()])
    }

    pub(super) fn started(&self) -> Option<String> {
        self.with(&[("state", "started".to_owned())])
    }

    /// The view with further conditions. `None` if they contradict each other, and where each attempt counts.
    pub(super) fn with(&self, more: &[(&'static str, String)]) -> Option<String> {
        let query = query_of(&self.joined(more)?);
        Some(if query.is_empty() { self.answers.clone() } else { format!("{}?{query}", self.answers) })
    }

    fn joined(&self, more: &[(&'static str, String)]) -> Option<Vec<(&'static str, String)>> {
        if self.counts_each_attempt() {
            return None;
        }
        let mut pairs = self.pairs.clone();
        for (name, value) in more {
            let one_of = |own: &str| own.split_once(':').map_or(own, |(question, _)| question).to_owned();
            let is_alike = |(other, own): &(&'static str, String)| match (*name, *other) {
                ("answer" | "answered" | "unanswered", "answer" | "answered" | "unanswered") => {
                    one_of(own) == one_of(value)
                }
                ("field", "field") => one_of(own) == one_of(value),
                ("band" | "score", _) => false,
                (name, other) => name == other,
            };
            let known: Vec<_> = pairs.iter().filter(|pair| is_alike(pair)).cloned().collect();
            match (*name, known.as_slice()) {
                (_, []) => pairs.push((name, value.clone())),
                (_, [(own, same)]) if own == name && same == value => {}
                // A question with this answer is also an answered question.
                ("answer", [("answered", _)]) => {
                    pairs.retain(|pair| !is_alike(pair));
                    pairs.push((name, value.clone()));
                }
                ("answered", [("answer", _), ..]) => {}
                // Two `answer` conditions on one question would mean either of them.
                ("answer", [("answer", _), ..]) if known.iter().all(|(other, _)| *other == "answer") => {
                    pairs.push(("also", value.clone()));
                }
                ("from" | "to" | "submittedFrom" | "submittedTo", _) => {
                    pairs.retain(|pair| !is_alike(pair));
                    pairs.push((name, value.clone()));
                }
                _ => return None,
            }
        }
        Some(pairs)
    }

    /// Lists have no earlier attempts, so such figures lead to none.
    fn counts_each_attempt(&self) -> bool {
        self.pairs.iter().any(|(name, value)| *name == "attempts" && value == EACH)
    }

    pub(super) fn scores(&self, category: Option<&Name>, from: Decimal, to: Option<Decimal>) -> Option<String> {
        self.with(&[score(category, from, to)])
    }

    /// The same view with further conditions; `None` if they contradict it, or it has no list.
    pub(super) fn within(&self, conditions: &[(&'static str, String)]) -> Option<Self> {
        let mut links = self.clone();
        links.pairs = self.joined(conditions)?;
        Some(links)
    }

    /// Those who have a score.
    pub(super) fn any_score(&self, category: Option<&Name>) -> Option<String> {
        let category = category.map(ToString::to_string).unwrap_or_default();
        self.with(&[submitted(), ("score", format!("{category}:.."))])
    }

    pub(super) fn band(&self, category: Option<&Name>, band: &str) -> Option<String> {
        if self.pairs.iter().any(|(name, _)| *name == "category") {
            return None;
        }
        self.with(&[band_is(category, band)])
    }

    pub(super) fn answer(&self, question: &QuestionId, option: &str) -> Option<String> {
        self.with(&[submitted(), answer_is(question, option)])
    }

    /// Any submitted answer, or none.
    pub(super) fn answered(&self, question: &QuestionId, is_answered: bool) -> Option<String> {
        let name = if is_answered { "answered" } else { "unanswered" };
        self.with(&[submitted(), (name, question.to_string())])
    }

    /// Submitted numbers from the first to below the second, or without an upper bound.
    pub(super) fn numbers(&self, question: &QuestionId, from: Decimal, below: Option<Decimal>) -> Option<String> {
        self.with(&[submitted(), number_is(question, from, below)])
    }

    /// Submitted rankings with an option at a rank, the best at 1.
    pub(super) fn ranked(&self, question: &QuestionId, option: &str, rank: usize) -> Option<String> {
        self.with(&[submitted(), rank_is(question, option, rank)])
    }

    /// Unsubmitted, with this as the first unanswered question, or with none.
    pub(super) fn stopped(&self, question: Option<&QuestionId>) -> Option<String> {
        let at = question.map_or_else(|| "end".to_owned(), |question| format!("q.{question}"));
        self.with(&[("state", "started".to_owned()), ("stopped", at)])
    }

    pub(super) fn texts(&self, question: &QuestionId) -> Option<String> {
        let (path, query) = (format!("{}/texts/{question}", self.insights), query_of(&self.pairs));
        (!self.counts_each_attempt()).then(|| if query.is_empty() { path } else { format!("{path}?{query}") })
    }

    /// Submitted dates from the start of the first month, `YYYY-MM`, to the end of the last.
    pub(super) fn months(&self, question: &QuestionId, first: &str, last: &str) -> Option<String> {
        self.with(&[submitted(), months_are(question, first, last)])
    }
}

fn submitted() -> (&'static str, String) {
    ("state", "completed".to_owned())
}

fn score(category: Option<&Name>, from: Decimal, to: Option<Decimal>) -> (&'static str, String) {
    let [category, to] =
        [category.map(ToString::to_string), to.map(|to| to.to_string())].map(Option::unwrap_or_default);
    ("score", format!("{category}:{from}..{to}"))
}

/// A condition in a URL, as its name and its value.
pub(super) fn band_is(category: Option<&Name>, band: &str) -> (&'static str, String) {
    ("band", category.map_or_else(|| band.to_owned(), |category| format!("{category}:{band}")))
}

pub(super) fn answer_is(question: &QuestionId, option: &str) -> (&'static str, String) {
    ("answer", format!("{question}:{option}"))
}

pub(super) fn rank_is(question: &QuestionId, option: &str, rank: usize) -> (&'static str, String) {
    answer_is(question, &format!("{option}@{rank}"))
}

pub(super) fn number_is(question: &QuestionId, from: Decimal, below: Option<Decimal>) -> (&'static str, String) {
    let below = below.map(|below| below.to_string()).unwrap_or_default();
    answer_is(question, &format!("{from}..<{below}"))
}

/// Every day of a month is below its 32nd.
pub(super) fn months_are(question: &QuestionId, first: &str, last: &str) -> (&'static str, String) {
    answer_is(question, &format!("{first}-01..<{last}-32"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(pairs: &[(&'static str, &str)]) -> Links {
        Links {
            answers: "/a".to_owned(),
            insights: "/i".to_owned(),
            pairs: pairs.iter().map(|(name, value)| (*name, (*value).to_owned())).collect(),
        }
    }

    fn question() -> QuestionId {
        QuestionId::parse("pet").expect("an id")
    }

    #[test]
    fn a_link_adds_to_the_filter_of_the_view() {
        let view = links(&[("from", "2026-11-01"), ("band", "coping")]);
        assert_eq!(view.all().as_deref(), Some("/a?from=2026-11-01&band=coping"));
        let found = view.answer(&question(), "x");
        assert_eq!(found.as_deref(), Some("/a?from=2026-11-01&band=coping&state=completed&answer=pet%3Ax"));
        let found = links(&[]).scores(None, Decimal::whole(40), Some(Decimal::whole(44)));
        assert_eq!(found.as_deref(), Some("/a?score=%3A40..44"));
        assert_eq!(
            links(&[]).months(&question(), "2026-02", "2026-02").as_deref(),
            Some("/a?state=completed&answer=pet%3A2026-02-01..%3C2026-02-32")
        );
    }

    #[test]
    fn two_answers_to_one_question_both_have_to_fit() {
        let view = links(&[("answer", "pet:x")]);
        assert_eq!(view.answer(&question(), "x").as_deref(), Some("/a?answer=pet%3Ax&state=completed"));
        assert_eq!(view.answer(&question(), "y").as_deref(), Some("/a?answer=pet%3Ax&state=completed&also=pet%3Ay"));
        assert_eq!(view.answered(&question(), true).as_deref(), Some("/a?answer=pet%3Ax&state=completed"));
        assert_eq!(view.answered(&question(), false), None);
        assert_eq!(links(&[("state", "started")]).completed(), None, "no one is both");
        let answered = links(&[("answered", "pet")]);
        assert_eq!(answered.answer(&question(), "y").as_deref(), Some("/a?state=completed&answer=pet%3Ay"));
    }

    #[test]
    fn a_period_takes_the_place_of_a_longer_one() {
        let view = links(&[("from", "2026-11-01"), ("to", "2026-11-30")]);
        let day = view.with(&[("from", "2026-11-05".to_owned()), ("to", "2026-11-05".to_owned())]);
        assert_eq!(day.as_deref(), Some("/a?from=2026-11-05&to=2026-11-05"));
    }
}
