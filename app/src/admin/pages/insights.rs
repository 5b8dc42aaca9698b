//! Statistics of a quiz's answers.

use domain::{Category, Distribution};
use leptos::prelude::*;

use crate::{
    admin::{
        AdminContext, Empty, Periods, QuizNav, QuizTab, Section,
        charts::{DaysChart, ScoresChart, Share, SharesTable, percent},
        frame, render, thousands,
    },
    words::texts,
};

#[derive(Clone, Debug)]
pub struct InsightsPage {
    pub quiz: QuizNav,
    pub started: u64,
    pub completed: u64,
    /// `None` before the first submission.
    pub median_seconds: Option<u32>,
    pub periods: Periods,
    pub score: Distribution,
    /// The categories that the quiz scores.
    pub categories: Vec<(Category, Distribution)>,
    pub questions: Vec<QuestionShares>,
    pub stops: StopShares,
    /// There are more versions, options or different answers than are shown.
    pub is_partial: bool,
}

/// The distribution of answers to one question.
#[derive(Clone, Debug)]
pub struct QuestionShares {
    pub text: String,
    /// False if only earlier versions asked it.
    pub is_current: bool,
    pub answered: u64,
    pub options: Vec<OptionShare>,
}

#[derive(Clone, Debug)]
pub struct OptionShare {
    pub label: String,
    /// False if only earlier versions offered it.
    pub is_current: bool,
    pub chosen: u64,
}

/// The questions at which respondents stopped.
#[derive(Clone, Debug, Default)]
pub struct StopShares {
    /// Questions in order, with the number of respondents who stopped there.
    pub questions: Vec<(String, u64)>,
    pub before_submitting: u64,
    /// The size of the sample.
    pub total: u64,
    /// All who have not submitted. Exceeds `total` if the sample holds only the latest.
    pub unfinished: u64,
}

pub fn insights(cx: AdminContext, page: InsightsPage) -> String {
    let frame = frame("Insights", Section::Quiz(page.quiz.clone(), QuizTab::Insights));
    render(cx, frame, move || {
        let share = page.quiz.href(QuizTab::Share);
        let content = if page.started == 0 {
            view! {
                <Empty
                    title="No figures yet"
                    text="They appear here as soon as the first person begins, and grow while this page is open."
                >
                    <a class="button" href=share>"Share the quiz"</a>
                </Empty>
            }
            .into_any()
        } else {
            view! { <Figures page=page /> }.into_any()
        };
        view! {
            <h2 class="title">"Insights"</h2>
            <div id="figures" data-live="10">{content}</div>
        }
    })
}

#[component]
fn Figures(page: InsightsPage) -> impl IntoView {
    let InsightsPage { started, completed, median_seconds, periods, score, categories, questions, .. } = page;
    let InsightsPage { stops, is_partial, .. } = page;
    let is_scored = !categories.is_empty();
    view! {
        <dl class="numbers">
            <Number name="Started" value=thousands(started) />
            <Number name="Completed" value=thousands(completed) />
            <Number name="Completion rate" value=percent(completed, started) />
            <Number name="Median time" value=median_seconds.map_or_else(|| "–".to_owned(), time) />
        </dl>
        <section class="card" aria-labelledby="days">
            <h2 id="days">"Responses per day"</h2>
            <DaysChart periods=periods />
        </section>
        {is_scored.then(|| view! { <Scores score=score categories=categories /> })}
        <Answers questions=questions is_partial=is_partial />
        {(stops.unfinished > 0).then(|| view! { <Stops stops=stops /> })}
    }
    .into_any()
}

#[component]
fn Number(name: &'static str, value: String) -> impl IntoView {
    view! {
        <div class="card">
            <dt>{name}</dt>
            <dd>{value}</dd>
        </div>
    }
    .into_any()
}

#[component]
fn Scores(score: Distribution, categories: Vec<(Category, Distribution)>) -> impl IntoView {
    let words = texts(domain::Language::EN);
    let categories: Vec<_> = categories
        .into_iter()
        .map(|(category, scores)| {
            let (id, name) = (category.as_str(), words.category_name(category));
            view! {
                <section class="card" aria-labelledby=id>
                    <h3 id=id>{name}</h3>
                    <ScoresChart id=id name=name scores=scores />
                </section>
            }
        })
        .collect();
    view! {
        <section class="card" aria-labelledby="score">
            <h2 id="score">"Overall score"</h2>
            <ScoresChart id="overall" name="Overall score" scores=score />
        </section>
        <div class="chart-pair">{categories}</div>
    }
    .into_any()
}

#[component]
fn Answers(questions: Vec<QuestionShares>, is_partial: bool) -> impl IntoView {
    let questions: Vec<_> = questions
        .into_iter()
        .enumerate()
        .map(|(index, question)| {
            let earlier = (!question.is_current).then_some("Asked in an earlier version only");
            let shares: Vec<_> = question
                .options
                .into_iter()
                .map(|option| Share {
                    label: option.label,
                    remark: (question.is_current && !option.is_current).then_some("(earlier version)"),
                    count: option.chosen,
                })
                .collect();
            let figures = if shares.is_empty() {
                view! { <p>{thousands(question.answered)} " answered this."</p> }.into_any()
            } else {
                let caption = question.text.clone();
                view! { <SharesTable caption=caption what="Answer" shares=shares whole=question.answered /> }.into_any()
            };
            let id = format!("question-{index}");
            let named = id.clone();
            view! {
                <section class="card" aria-labelledby=named>
                    <h3 id=id>{question.text}</h3>
                    {earlier.map(|text| view! { <p class="hint">{text}</p> })}
                    {figures}
                </section>
            }
        })
        .collect();
    view! {
        <section aria-labelledby="answers">
            <h2 id="answers">"Answers"</h2>
            <p class="hint">"Of those who submitted."</p>
            {is_partial
                .then(|| {
                    view! {
                        <p class="hint">
                            "This quiz has more versions, options or different answers than fit here. Those of the oldest versions are left out; exports have all answers."
                        </p>
                    }
                })}
            <div class="chart-pair">{questions}</div>
        </section>
    }
    .into_any()
}

#[component]
fn Stops(stops: StopShares) -> impl IntoView {
    let StopShares { questions, before_submitting, total, unfinished } = stops;
    let lead = if total < unfinished {
        let (unfinished, total) = (thousands(unfinished), thousands(total));
        format!("Not submitted: {unfinished}. Of the {total} who began last, the first question left open:")
    } else {
        format!("Not submitted: {}. The first question that each left open:", thousands(unfinished))
    };
    let before = Share { label: "All answered, not submitted".to_owned(), remark: None, count: before_submitting };
    let shares = questions
        .into_iter()
        .map(|(label, count)| Share { label, remark: None, count })
        .chain((before_submitting > 0).then_some(before))
        .collect();
    view! {
        <section class="card" aria-labelledby="stops">
            <h2 id="stops">"Where people stop"</h2>
            <p class="hint">{lead}</p>
            <SharesTable caption="Where people stop".to_owned() what="Question" shares=shares whole=total />
        </section>
    }
    .into_any()
}

/// `45 s`, `2 min 5 s`, `3 h 20 min`.
pub(super) fn time(seconds: u32) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 if seconds.is_multiple_of(60) => format!("{} min", seconds / 60),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_short() {
        assert_eq!(
            [0, 59, 60, 125, 3600, 93_600].map(time),
            ["0 s", "59 s", "1 min", "2 min 5 s", "1 h 0 min", "26 h 0 min"]
        );
    }
}
