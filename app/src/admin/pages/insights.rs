//! Statistics of a quiz's answers.

use leptos::prelude::*;

use crate::admin::{
    AdminContext, Empty, Field, Figure, FormErrors, Problem, QuizNav, QuizTab, Section, Select, charts::FigureView,
    frame, render, thousands,
};

#[derive(Clone, Debug)]
pub struct InsightsPage {
    pub quiz: QuizNav,
    /// All respondents, regardless of the view.
    pub started: u64,
    pub view: InsightsView,
    /// The view's period and the time of the figures, for printing.
    pub printed: String,
    pub numbers: Vec<KeyNumber>,
    pub parts: Vec<FigurePart>,
    /// The base URL of the figures' files and their query string.
    pub files: (String, String),
    pub note: Option<String>,
    /// Where the view is about single attempts: whether each one counts, and the URL of the other way to count.
    pub attempts: Option<(bool, String)>,
    pub counting: Option<Counting>,
    /// The URL of the change between attempts, with the same conditions; `None` without any past attempts.
    pub changes: Option<String>,
    /// The URL of what became of the occasions of a series.
    pub occasions: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct InsightsView {
    pub from: String,
    pub to: String,
    pub zone: String,
    pub problems: Vec<Problem>,
    /// Predefined periods: label, URL, and whether it is the current one.
    pub presets: Vec<(&'static str, String, bool)>,
    /// Answers and bands to narrow by: groups of values with labels.
    pub only: Vec<ChoiceGroup>,
    /// Choices that are not listed here, in words.
    pub left_out: Vec<String>,
    /// The active conditions, each with the URL of the page without it.
    pub narrowed: Vec<(String, String)>,
    /// Names and values that the form passes on.
    pub kept: Vec<(String, String)>,
    /// The breakdowns available for cross tables, with labels.
    pub breakdowns: Vec<(String, String)>,
    pub rows: String,
    pub columns: String,
    /// The URL of the page without any choices, if there are any.
    pub reset: Option<String>,
    /// The URL of the answers that the view counts.
    pub answers: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct ChoiceGroup {
    pub label: String,
    pub options: Vec<(String, String)>,
}

/// A number at the top of the page.
#[derive(Clone, Debug, Default)]
pub struct KeyNumber {
    pub name: &'static str,
    pub value: String,
    /// A link to the counted rows.
    pub href: Option<String>,
    /// The value for the previous period, and the rows that it counts.
    pub before: Option<(String, Option<String>)>,
}

#[derive(Clone, Debug, Default)]
pub struct FigurePart {
    pub id: &'static str,
    pub title: &'static str,
    pub hint: Option<String>,
    pub figures: Vec<Figure>,
    /// A label and URL for counting something else.
    pub link: Option<(&'static str, String)>,
}

/// A count that takes longer than a page request may.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counting {
    pub done: u64,
    pub all: u64,
}

pub fn insights(cx: AdminContext, page: InsightsPage) -> String {
    let scripts = cx.assets.picture.iter().cloned().collect();
    let frame = frame("Insights", Section::Quiz(page.quiz.clone(), QuizTab::Insights)).scripts(scripts);
    render(cx, frame, move || {
        let here = page.quiz.href(QuizTab::Insights);
        let share = page.quiz.href(QuizTab::Share);
        let reports = page.quiz.allows(domain::Permission::Manage).then(|| format!("{here}/reports"));
        let InsightsPage {
            started,
            view: choices,
            printed,
            numbers,
            parts,
            files,
            note,
            attempts,
            counting,
            changes,
            occasions,
            ..
        } = page;
        let links = [
            changes.map(|href| ("Change between attempts", href)),
            occasions.map(|href| ("Occasions", href)),
            reports.map(|href| ("Shared reports", href)),
        ];
        let links: Vec<_> = links
            .into_iter()
            .flatten()
            .map(|(label, href)| view! { <p class="aside"><a href=href>{label}</a></p> })
            .collect();
        if started == 0 {
            return view! {
                <h2 class="title">"Insights"</h2>
                <div id="figures" data-live="10">
                    <Empty
                        title="No figures yet"
                        text="They appear here as soon as the first person starts, and grow while this page is open."
                    >
                        <a class="button" href=share>"Share the quiz"</a>
                    </Empty>
                </div>
                {links}
            }
            .into_any();
        }
        // Figures that have to be counted from records are not refreshed every ten seconds.
        let live = (counting.is_some() || choices.reset.is_none()).then_some("10");
        let content = match counting {
            Some(counting) => still_counting(counting),
            None => view! { <Figures printed=printed numbers=numbers parts=parts files=files note=note /> }.into_any(),
        };
        view! {
            <h2 class="title">"Insights"</h2>
            <Choices action=here choices=choices />
            {attempts.map(|(is_each, other)| of_attempts(is_each, other))}
            <div id="figures" data-live=live>{content}</div>
            {links}
        }
        .into_any()
    })
}

fn of_attempts(is_each: bool, other: String) -> impl IntoView {
    let (text, link) = match is_each {
        true => ("Each attempt counts, so a person may count several times. ", "Count one of each person"),
        false => ("Of each person one attempt counts, if it fits. ", "Count each attempt"),
    };
    view! { <p class="hint">{text} <a href=other>{link}</a></p> }
}

/// What stands in place of figures while they are counted.
pub(super) fn still_counting(Counting { done, all }: Counting) -> AnyView {
    let text = format!("{} of about {} responses are counted.", thousands(done), thousands(all));
    view! {
        <div class="card" role="status">
            <h2>"Still counting"</h2>
            <p>{text}</p>
            <p>"The figures appear here when they are ready. Without JavaScript, reload this page."</p>
        </div>
    }
    .into_any()
}

#[component]
fn Figures(
    printed: String,
    numbers: Vec<KeyNumber>,
    parts: Vec<FigurePart>,
    files: (String, String),
    note: Option<String>,
) -> impl IntoView {
    let numbers: Vec<_> = numbers.into_iter().map(|number| view! { <Number number=number /> }).collect();
    let parts: Vec<_> = parts.into_iter().map(|part| view! { <Part part=part files=files.clone() /> }).collect();
    view! {
        <p class="printed">{printed}</p>
        {note.map(|note| view! { <p class="hint">{note}</p> })}
        <dl class="numbers">{numbers}</dl>
        {parts}
    }
    .into_any()
}

#[component]
fn Number(number: KeyNumber) -> impl IntoView {
    let KeyNumber { name, value, href, before } = number;
    view! {
        <div class="card">
            <dt>{name}</dt>
            <dd>{linked(value, href)}</dd>
            {before.map(|(before, href)| view! { <dd class="number-before">{linked(format!("{before} before"), href)}</dd> })}
        </div>
    }
    .into_any()
}

fn linked(text: String, href: Option<String>) -> AnyView {
    match href {
        Some(href) => view! { <a href=href>{text}</a> }.into_any(),
        None => text.into_any(),
    }
}

#[component]
fn Part(part: FigurePart, files: (String, String)) -> impl IntoView {
    let FigurePart { id, title, hint, figures, link } = part;
    let pair = if figures.len() > 1 { "chart-pair" } else { "" };
    let figures: Vec<_> =
        figures.into_iter().map(|figure| view! { <FigureView figure=figure files=files.clone() /> }).collect();
    view! {
        <section class="figure-part" aria-labelledby=id>
            <h2 id=id>{title}</h2>
            {hint.map(|hint| view! { <p class="hint">{hint}</p> })}
            {link.map(|(label, href)| view! { <p><a class="button-plain" href=href>{label}</a></p> })}
            <div class=pair>{figures}</div>
        </section>
    }
    .into_any()
}

#[component]
fn Choices(action: String, choices: InsightsView) -> impl IntoView {
    let InsightsView {
        from,
        to,
        zone,
        problems,
        presets,
        only,
        left_out,
        narrowed,
        kept,
        breakdowns,
        rows,
        columns,
        reset,
        answers,
    } = choices;
    let presets: Vec<_> = presets
        .into_iter()
        .map(|(label, href, is_shown)| {
            view! { <a href=href aria-current=is_shown.then_some("true")>{label}</a> }
        })
        .collect();
    let narrowed: Vec<_> = narrowed
        .into_iter()
        .map(|(label, href)| {
            let remove = format!("Remove: {label}");
            view! { <li><span dir="auto">{label}</span> <a href=href aria-label=remove>"×"</a></li> }
        })
        .collect();
    let kept: Vec<_> =
        kept.into_iter().map(|(name, value)| view! { <input type="hidden" name=name value=value /> }).collect();
    let groups: Vec<_> = only
        .into_iter()
        .map(|group| {
            let options: Vec<_> = group
                .options
                .into_iter()
                .map(|(value, label)| view! { <option value=value>{label}</option> })
                .collect();
            view! { <optgroup label=group.label>{options}</optgroup> }
        })
        .collect();
    let described = (!left_out.is_empty()).then_some("only-hint");
    let left_out = described.map(|id| {
        let text = format!("Not listed: {}. Type them as another condition.", left_out.join("; "));
        view! { <p class="hint" id=id>{text}</p> }
    });
    let crossing = (breakdowns.len() > 1).then(|| {
        let options = |first: &str| -> Vec<_> {
            std::iter::once((String::new(), first.to_owned())).chain(breakdowns.clone()).collect()
        };
        view! {
            <Select name="rows" label="Compare groups by" options=options("–") chosen=rows />
            <Select name="columns" label="And their answers to" options=options("–") chosen=columns />
        }
    });
    let is_open = reset.is_some() || !problems.is_empty();
    view! {
        <FormErrors problems=problems.clone() />
        <nav class="presets" aria-label="Periods">{presets}</nav>
        {(!narrowed.is_empty()).then(|| view! { <ul class="narrowed" aria-label="Shown only">{narrowed}</ul> })}
        <details id="filter" class="sheet" open=is_open>
            <summary>"Period, segment, comparison"</summary>
            <form method="get" action=action class="filter insights-filter" role="search" aria-label="View">
                {kept}
                <Field name="from" label="From" kind="date" value=from problems=problems.clone() />
                <Field name="to" label="To" kind="date" value=to problems=problems.clone() />
                <div class="field">
                    <label for="only">"Show only"</label>
                    {left_out}
                    <select id="only" name="only" aria-describedby=described>
                        <option value="">"Everyone"</option>
                        {groups}
                    </select>
                </div>
                <Field
                    name="other"
                    label="Another condition"
                    hint="As in the address of this page: answer=QUESTION:VALUE"
                    problems=problems
                />
                {crossing}
                <p class="hint">{format!("Days begin at midnight in {zone}, the quiz’s time zone.")}</p>
                <button type="submit" class="button-plain">"Apply"</button>
                {reset.map(|href| view! { <a class="filter-reset" href=href>"Show all"</a> })}
                {answers.map(|href| view! { <a class="filter-reset" href=href>"Show these answers"</a> })}
            </form>
        </details>
    }
    .into_any()
}
