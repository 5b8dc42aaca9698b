//! What became of scores between two attempts of each respondent.

use domain::{ChangeCount, NumberedBy, ScoreChanges};
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
    /// The address of these figures, to which `of` and `is` are added.
    pub address: String,
    pub respondents: Option<ChangeRespondents>,
}

/// The respondents of one number.
#[derive(Clone, Debug)]
pub struct ChangeRespondents {
    pub score: String,
    pub of: ChangeCount,
    /// The first of them, with the URLs of their answers.
    pub listed: Vec<(String, String)>,
    pub number: u64,
}

/// A score, with numbers as texts; those that cannot be reckoned are empty.
#[derive(Clone, Debug, Default)]
pub struct ChangeLine {
    /// `overall`, or the id of a category.
    pub id: String,
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
    let Changes { both, only_earlier, lines, note, address, respondents } = changes;
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
    let mut names = vec![name_of(ChangeCount::Compared)];
    names.extend(is_apart.then_some(name_of(ChangeCount::NotComparable)));
    names.extend(["Mean before", "Mean after", "Mean change", "SD", "Standardised"]);
    if is_judged {
        names.extend(VERDICTS.map(name_of));
    }
    let columns =
        std::iter::once(Column::text("Score")).chain(names.iter().map(|name| Column::number(*name))).collect();
    let row = |line: ChangeLine| {
        let count = |of: ChangeCount, number: u64| match number {
            0 => "0".into_any(),
            number => {
                let href = format!("{address}of={}&is={}#respondents", line.id, of.as_str());
                let label = format!("{}, {}: {}", line.name, name_of(of).to_lowercase(), thousands(number));
                view! { <a href=href aria-label=label>{thousands(number)}</a> }.into_any()
            }
        };
        let mut numbers = vec![count(ChangeCount::Compared, line.people)];
        numbers.extend(is_apart.then(|| count(ChangeCount::NotComparable, line.not_comparable)));
        numbers.extend([line.before, line.after, line.change, line.sd, line.standardised].map(IntoAny::into_any));
        let verdicts = line.verdicts.into_iter().flat_map(|found| VERDICTS.into_iter().zip(found));
        numbers.extend(verdicts.map(|(of, number)| count(of, number)));
        numbers.resize_with(names.len(), || ().into_any());
        let cell =
            |(name, number): (&&'static str, AnyView)| view! { <td class="number" data-label=*name>{number}</td> };
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
        {respondents.map(|respondents| view! { <Respondents respondents=respondents /> })}
    }
    .into_any()
}

const VERDICTS: [ChangeCount; 4] = [ChangeCount::Better, ChangeCount::Same, ChangeCount::Worse, ChangeCount::Recovered];

fn name_of(count: ChangeCount) -> &'static str {
    match count {
        ChangeCount::Compared => "People",
        ChangeCount::NotComparable => "Not comparable",
        ChangeCount::Better => "Better",
        ChangeCount::Same => "The same",
        ChangeCount::Worse => "Worse",
        ChangeCount::Recovered => "Recovered",
    }
}

#[component]
fn Respondents(respondents: ChangeRespondents) -> impl IntoView {
    let ChangeRespondents { score, of, listed, number } = respondents;
    let title = format!("{score}, {}", name_of(of).to_lowercase());
    let rest = (number > listed.len() as u64).then(|| {
        format!("The first {} of {}. An export has all, with their verdicts.", ScoreChanges::LISTED, thousands(number))
    });
    let people: Vec<_> = listed.into_iter().map(|(name, href)| view! { <li><a href=href>{name}</a></li> }).collect();
    view! {
        <section id="respondents" aria-labelledby="respondents-title">
            <h3 id="respondents-title">{title}</h3>
            <ul class="chips">{people}</ul>
            {rest.map(|text| view! { <p class="hint">{text}</p> })}
        </section>
    }
}
