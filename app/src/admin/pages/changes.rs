//! What became of scores between two attempts of each respondent.

use domain::NumberedBy;
use leptos::prelude::*;

use super::insights::{Counting, still_counting};
use crate::admin::{
    AdminContext, Column, DataTable, Empty, Field, FormErrors, Problem, QuizNav, QuizTab, Section, frame, render,
    thousands,
};

#[derive(Clone, Debug)]
pub struct ChangesPage {
    pub quiz: QuizNav,
    /// What the numbers count.
    pub by: NumberedBy,
    /// As typed; empty for the first and the last.
    pub from: String,
    pub to: String,
    /// The conditions of the view, which the form passes on.
    pub kept: Vec<(String, String)>,
    /// The same in words.
    pub narrowed: Vec<String>,
    pub problems: Vec<Problem>,
    pub changes: Option<Changes>,
    /// While it is counted.
    pub counting: Option<Counting>,
}

#[derive(Clone, Debug, Default)]
pub struct Changes {
    pub both: u64,
    /// With the earlier attempt alone.
    pub only_earlier: u64,
    pub lines: Vec<ChangeLine>,
    pub note: Option<String>,
}

/// A score, with numbers as texts; those that cannot be reckoned are empty.
#[derive(Clone, Debug, Default)]
pub struct ChangeLine {
    pub name: String,
    pub people: u64,
    pub not_comparable: u64,
    pub before: String,
    pub after: String,
    pub change: String,
    pub sd: String,
    pub standardised: String,
    /// Better, the same, worse and recovered; `None` where the scoring does not judge change.
    pub verdicts: Option<[u64; 4]>,
}

pub fn changes(cx: AdminContext, page: ChangesPage) -> String {
    let frame = frame("Change", Section::Quiz(page.quiz.clone(), QuizTab::Insights));
    render(cx, frame, move || {
        let ChangesPage { quiz, by, from, to, kept, narrowed, problems, changes, counting } = page;
        let insights = quiz.href(QuizTab::Insights);
        let kept: Vec<_> =
            kept.into_iter().map(|(name, value)| view! { <input type="hidden" name=name value=value /> }).collect();
        let narrowed = (!narrowed.is_empty()).then(|| view! { <p class="hint">{narrowed.join(" · ")}</p> });
        let content = match (counting, changes) {
            (Some(counting), _) => still_counting(counting),
            (None, Some(changes)) => view! { <Table changes=changes by=by /> }.into_any(),
            (None, None) => ().into_any(),
        };
        let (from_name, to_name) = by.names();
        let (from_label, to_label, label) = match by {
            NumberedBy::Attempts => ("From attempt", "To attempt", "Attempts"),
            NumberedBy::Occasions => ("From occasion", "To occasion", "Occasions"),
        };
        view! {
            <h2 class="title">"Change"</h2>
            <FormErrors problems=problems.clone() />
            <form method="get" action=format!("{insights}/changes") class="filter" aria-label=label>
                {kept}
                <Field name=from_name label=from_label kind="number" value=from hint="First if empty" problems=problems.clone() />
                <Field name=to_name label=to_label kind="number" value=to hint="Last if empty" problems=problems />
                <button type="submit" class="button-plain">"Compare"</button>
            </form>
            {narrowed}
            <div id="figures" data-live=counting.map(|_| "10")>{content}</div>
            <p class="aside"><a href=insights>"All insights"</a></p>
        }
    })
}

#[component]
fn Table(changes: Changes, by: NumberedBy) -> impl IntoView {
    let Changes { both, only_earlier, lines, note } = changes;
    let (done, both_of) = match by {
        NumberedBy::Attempts => ("submitted", "attempts"),
        NumberedBy::Occasions => ("answered on", "occasions"),
    };
    if lines.is_empty() {
        return view! {
            <Empty
                title="No scores to compare"
                text=format!("Figures appear here once a respondent has {done} both {both_of}, each with a score.")
            />
        }
        .into_any();
    }
    let people =
        if both == 1 { "1 respondent has".to_owned() } else { format!("{} respondents have", thousands(both)) };
    let rest = match only_earlier {
        0 => String::new(),
        1 => format!(" One has {done} the earlier one alone."),
        rest => format!(" {} have {done} the earlier one alone.", thousands(rest)),
    };
    let is_judged = lines.iter().any(|line| line.verdicts.is_some());
    let is_apart = lines.iter().any(|line| line.not_comparable > 0);
    let mut names = vec!["People"];
    names.extend(is_apart.then_some("Not comparable"));
    names.extend(["Mean before", "Mean after", "Mean change", "SD", "Standardised"]);
    if is_judged {
        names.extend(["Better", "The same", "Worse", "Recovered"]);
    }
    let columns =
        std::iter::once(Column::text("Score")).chain(names.iter().map(|name| Column::number(*name))).collect();
    let row = |line: ChangeLine| {
        let mut numbers = vec![thousands(line.people)];
        numbers.extend(is_apart.then(|| thousands(line.not_comparable)));
        numbers.extend([line.before, line.after, line.change, line.sd, line.standardised]);
        numbers.extend(line.verdicts.into_iter().flatten().map(thousands));
        numbers.resize(names.len(), String::new());
        let cell =
            |(name, number): (&&'static str, String)| view! { <td class="number" data-label=*name>{number}</td> };
        let cells: Vec<_> = names.iter().zip(numbers).map(cell).collect();
        view! {
            <tr>
                <th scope="row" class="prose">{line.name}</th>
                {cells}
            </tr>
        }
    };
    let rows: Vec<_> = lines.into_iter().map(row).collect();
    let recovered = is_judged.then_some(" Those who recovered are among the better ones, too.");
    view! {
        <p class="lead">{format!("{people} {done} both {both_of}.{rest}")}</p>
        {note.map(|note| view! { <p class="hint">{note}</p> })}
        <DataTable label="Change of scores" columns=columns>{rows}</DataTable>
        <p class="hint">
            "SD is the standard deviation of the changes; standardised is the mean change divided by it. Scores that versions \
             compute from something else are not compared."
            {recovered}
        </p>
    }
    .into_any()
}
