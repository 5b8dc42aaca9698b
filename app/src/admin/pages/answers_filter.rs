//! The filter of the table of answers: chips for conditions, a search, and fields that add conditions.

use leptos::prelude::*;

use super::answers_words::Entry;
use crate::admin::{Field, Problem, Select, Typed};

/// Phones show no column heads to sort by.
const ORDERS: [(&str, &str); 6] = [
    ("", "Newest first"),
    ("oldest", "Oldest first"),
    ("lastSubmitted", "Last submitted first"),
    ("firstSubmitted", "First submitted first"),
    ("highest", "Highest score first"),
    ("lowest", "Lowest score first"),
];
/// The conditions that have a field of their own, and the order.
pub const FILTER_FIELDS: [&str; 11] = [
    "state",
    "from",
    "to",
    "submittedFrom",
    "submittedTo",
    "alert",
    "language",
    "version",
    "attempt",
    "occasion",
    "sort",
];
const STATES: [(&str, &str); 3] = [("", "All"), ("completed", "Completed"), ("started", "In progress")];

#[derive(Clone, Debug, Default)]
pub struct FilterPart {
    pub typed: Typed,
    pub chips: Vec<Chip>,
    /// Conditions without a form field.
    pub kept: Vec<(String, String)>,
    /// Categories whose scores can be filtered: value and name. Empty without scores.
    pub scores: Vec<(String, String)>,
    pub bands: Vec<FilterGroup>,
    pub answers: Vec<FilterGroup>,
    /// Questions to choose first, if there are too many answers for one list or answers are typed: value and text.
    pub questions: Vec<(String, String)>,
    /// True if there are more questions than one list holds, so they are searched.
    pub is_searched: bool,
    pub entry: EntryField,
    /// Fields of people: ids and names; empty for a quiz that declares none.
    pub fields: Vec<(String, String)>,
    /// Ids and names; empty for a quiz without alerts.
    pub alerts: Vec<(String, String)>,
    pub languages: Vec<(String, String)>,
    /// The same view in one language: name and URL.
    pub in_language: Vec<(String, String)>,
    /// The newest version; with only one there is no choice.
    pub versions: u32,
    /// True if respondents may retake the quiz.
    pub has_attempts: bool,
    pub has_occasions: bool,
    /// The time zone of all days, such as UTC.
    pub zone: String,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum EntryField {
    #[default]
    Absent,
    /// No question is chosen yet.
    Any,
    Of(Entry),
}

/// An active condition, and the URL without it.
#[derive(Clone, Debug)]
pub struct Chip {
    pub label: String,
    pub without: String,
}

/// Conditions to choose from, as `NAME=VALUE`, with their labels.
#[derive(Clone, Debug)]
pub struct FilterGroup {
    pub label: String,
    pub options: Vec<(String, String)>,
}

/// The active conditions, each with a link that removes it.
pub(super) fn chips(chips: Vec<Chip>) -> AnyView {
    let chips: Vec<_> = chips
        .into_iter()
        .map(|chip| {
            let label = format!("Remove {}", chip.label);
            view! {
                <li>
                    <a class="chip" href=chip.without aria-label=label>
                        {chip.label}
                        <span aria-hidden="true">" ×"</span>
                    </a>
                </li>
            }
        })
        .collect();
    view! { <ul class="chips" aria-label="Conditions">{chips}</ul> }.into_any()
}

pub(super) fn search(action: String, filter: FilterPart) -> AnyView {
    let typed = FILTER_FIELDS.map(|name| (name.to_owned(), filter.typed.get(name).to_owned()));
    view! {
        <form method="get" action=action role="search" aria-label="Answers" class="answers-search">
            <input
                type="search"
                name="q"
                value=filter.typed.get("q").to_owned()
                aria-label="Search by name, e-mail, id or custom data"
                placeholder="Name, e-mail, id, custom data"
            />
            {hidden(filter.kept)}
            {hidden(typed.into_iter().filter(|(_, value)| !value.is_empty()).collect())}
            <button type="submit" class="button-quiet">"Search"</button>
        </form>
    }
    .into_any()
}

pub(super) fn fields(action: String, filter: FilterPart, problems: &[Problem]) -> AnyView {
    let FilterPart {
        typed,
        kept,
        scores,
        bands,
        answers,
        questions,
        languages,
        versions,
        has_attempts,
        has_occasions,
        zone,
        ..
    } = filter;
    let is_open = !problems.is_empty() || ["pick", "ask"].iter().any(|name| !typed.get(name).is_empty());
    let search = Some(typed.get("q").to_owned()).filter(|text| !text.is_empty()).map(|text| ("q".to_owned(), text));
    let text = |name: &'static str, label: &'static str, kind: &'static str| {
        let (value, problems) = (typed.get(name).to_owned(), problems.to_vec());
        view! { <Field name=name label=label kind=kind value=value problems=problems /> }.into_any()
    };
    let field = (!filter.fields.is_empty()).then(|| {
        let options: Vec<_> = std::iter::once((String::new(), "Any".to_owned())).chain(filter.fields).collect();
        view! {
            <Select name="fieldOf" label="Field of people" options=options chosen=typed.get("fieldOf") />
            {text("fieldIs", "Value of the field (empty: none)", "text")}
        }
        .into_any()
    });
    let language = (languages.len() > 1).then(|| {
        let options: Vec<_> = std::iter::once((String::new(), "Any".to_owned())).chain(languages).collect();
        view! { <Select name="language" label="Language" options=options chosen=typed.get("language") /> }.into_any()
    });
    let alert = (!filter.alerts.is_empty()).then(|| {
        let any = [(String::new(), "Any or none".to_owned()), ("*".to_owned(), "Any alert".to_owned())];
        let options: Vec<_> = any.into_iter().chain(filter.alerts).collect();
        view! { <Select name="alert" label="Alert" options=options chosen=typed.get("alert") /> }.into_any()
    });
    let in_language = (filter.in_language.len() > 1).then(|| {
        let links = filter.in_language.into_iter().map(|(name, href)| view! { " " <a href=href>{name}</a> });
        view! { <p class="hint">"Only those in" {links.collect::<Vec<_>>()}</p> }
    });
    let version = (versions > 1).then(|| text("version", "Version", "number"));
    let attempt = has_attempts.then(|| text("attempt", "Attempt", "number"));
    let occasion = has_occasions.then(|| text("occasion", "Occasion", "number"));
    let orders = if scores.is_empty() { ORDERS[..4].to_vec() } else { ORDERS.to_vec() };
    let score = (!scores.is_empty()).then(|| {
        view! {
            <Select name="scoreOf" label="Score of" options=scores chosen="" />
            {text("scoreFrom", "Score from", "number")}
            {text("scoreTo", "Score to", "number")}
        }
        .into_any()
    });
    let band = (!bands.is_empty()).then(|| view! { <Groups id="add-band" label="Band" groups=bands /> }.into_any());
    let answer =
        (!answers.is_empty()).then(|| view! { <Groups id="add-answer" label="Answer" groups=answers /> }.into_any());
    let find = filter.is_searched.then(|| text("ask", "Find a question", "search"));
    let question = (!questions.is_empty()).then(|| {
        let options: Vec<_> = std::iter::once((String::new(), "Any".to_owned())).chain(questions).collect();
        view! { <Select name="pick" label="Question" options=options chosen=typed.get("pick") /> }.into_any()
    });
    let entry = match filter.entry {
        EntryField::Absent => None,
        EntryField::Any => Some(text("value", "Number, date or words", "text")),
        EntryField::Of(Entry::Number) => Some(text("value", "Number", "text")),
        EntryField::Of(Entry::Date) => Some(text("value", "Date", "date")),
        EntryField::Of(Entry::Text) => Some(text("value", "Contains", "text")),
    };
    view! {
        <details id="filter" class="answers-sheet" open=is_open>
            <summary>"Filter"</summary>
            <form method="get" action=action class="filter answers-filter" aria-label="Filter">
                <input type="hidden" name="filter" value="1" />
                {hidden(kept)}
                {hidden(search.into_iter().collect())}
                <Select name="state" label="State" options=STATES.to_vec() chosen=typed.get("state") />
                {text("from", "Started on or after", "date")}
                {text("to", "Started on or before", "date")}
                {text("submittedFrom", "Submitted on or after", "date")}
                {text("submittedTo", "Submitted on or before", "date")}
                {band}
                {score}
                {answer}
                {find}
                {question}
                {entry}
                {field}
                {alert}
                {language}
                {version}
                {attempt}
                {occasion}
                <Select name="sort" label="Sort by" options=orders chosen=typed.get("sort") />
                <button type="submit" class="button-plain">"Apply"</button>
                <button type="button" class="button-plain sheet-close" data-close="#filter" hidden=true>"Close"</button>
                {in_language}
                <p class="hint">{format!("Days begin at midnight in {zone}, the quiz’s time zone. Both are included.")}</p>
            </form>
        </details>
    }
    .into_any()
}

fn hidden(pairs: Vec<(String, String)>) -> impl IntoView {
    pairs.into_iter().map(|(name, value)| view! { <input type="hidden" name=name value=value /> }).collect::<Vec<_>>()
}

/// A single list with conditions of several groups.
#[component]
fn Groups(id: &'static str, label: &'static str, groups: Vec<FilterGroup>) -> impl IntoView {
    let groups: Vec<_> = groups
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
    view! {
        <div class="field">
            <label for=id>{label}</label>
            <select id=id name="add">
                <option value="">"Any"</option>
                {groups}
            </select>
        </div>
    }
}
