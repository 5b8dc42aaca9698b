//! The table of answers: a bar with the filter, saved views and actions, then the rows. Every view has its own URL.

use domain::Permission;
use leptos::prelude::*;

use super::answers_filter::{self, FilterPart, fields, search};
use crate::admin::{AdminContext, Empty, FormErrors, Problem, QuizNav, QuizTab, Section, frame, render, thousands};

#[derive(Clone, Debug)]
pub struct AnswersPage {
    pub quiz: QuizNav,
    pub problems: Vec<Problem>,
    pub filter: FilterPart,
    pub heads: Vec<AnswerHead>,
    pub rows: Vec<AnswerLine>,
    /// All respondents, regardless of the filter.
    pub started: u64,
    pub matches: Matching,
    pub views: Vec<ViewLine>,
    pub query: String,
    /// URLs of the previous and next page.
    pub previous: Option<String>,
    pub next: Option<String>,
    /// True if the page is not full although later pages may have further matches.
    pub is_partial: bool,
    /// Set while a search has further answers to look at.
    pub progress: Option<SearchProgress>,
    /// Set if no response matches the search: invited respondents that match it and have not started.
    pub not_started: Option<NotStarted>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum SearchProgress {
    /// The page shows whom an index has found; no answers were looked at yet.
    ByIndex,
    /// Number of responses that this page and those before it have looked at.
    LookedAt(u64),
}

/// Names of a few, and a link to the full list on the share page.
#[derive(Clone, Debug)]
pub struct NotStarted {
    pub names: Vec<String>,
    pub has_more: bool,
    pub href: String,
}

#[derive(Clone, Copy, Debug)]
pub struct Matching {
    pub number: u64,
    /// False if there may be more.
    pub is_exact: bool,
}

#[derive(Clone, Debug)]
pub struct AnswerHead {
    pub label: String,
    /// The time zone of times.
    pub zone: Option<String>,
    pub is_number: bool,
    /// `None` if the list cannot be sorted by the column.
    pub sort: Option<SortLink>,
}

#[derive(Clone, Debug)]
pub struct SortLink {
    pub href: String,
    /// True for ascending order by this column, false for descending.
    pub is_rising: Option<bool>,
}

#[derive(Clone, Debug)]
pub struct AnswerLine {
    pub user: String,
    /// The name or address from the invitation, otherwise the beginning of the id.
    pub name: String,
    pub custom_data: Option<String>,
    pub href: String,
    /// Parallel to the heads.
    pub cells: Vec<AnswerCell>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum AnswerCell {
    State {
        is_submitted: bool,
    },
    Text(String),
    Moment(String),
    Number(String),
    /// A score with its band.
    Score {
        score: String,
        band: String,
    },
}

#[derive(Clone, Debug)]
pub struct ViewLine {
    pub name: String,
    pub href: String,
    pub is_current: bool,
}

pub fn answers(cx: AdminContext, page: AnswersPage) -> String {
    let frame = frame("Answers", Section::Quiz(page.quiz.clone(), QuizTab::Answers));
    let frame = frame.scripts(cx.assets.live.clone().into_iter().collect());
    render(cx, frame, move || {
        let here = page.quiz.href(QuizTab::Answers);
        let AnswersPage { quiz, problems, filter, heads, rows, started, matches, views, query, progress, .. } = page;
        let follow = format!("{}/live", quiz.href(QuizTab::Overview));
        if started == 0 {
            let share = quiz.href(QuizTab::Share);
            return view! {
                <h2 class="visually-hidden">"Answers"</h2>
                <div id="rows" data-refresh=follow>
                    <Empty title="No answers yet" text="Responses appear here as soon as someone starts the quiz.">
                        <a class="button" href=share>"Share the quiz"</a>
                    </Empty>
                </div>
            }
            .into_any();
        }
        let is_wrong = !problems.is_empty();
        let (is_empty, may) = (rows.is_empty(), Chosen::of(&quiz));
        let has_more = page.is_partial && page.next.is_some();
        let list = match (is_empty, has_more) {
            (true, _) if is_wrong => ().into_any(),
            (true, true) => view! {
                <Empty title="Nothing found so far" text="The answers looked at so far don’t match. Go on to look at more." />
            }
            .into_any(),
            (true, false) => {
                let all = here.clone();
                match page.not_started {
                    Some(people) => not_started(people, all),
                    None => view! {
                        <Empty title="No matching responses" text="Remove a condition, or widen the range of days or scores.">
                            <a class="button-plain" href=all>"Show all answers"</a>
                        </Empty>
                    }
                    .into_any(),
                }
            }
            (false, _) => view! { <Table heads=heads rows=rows may=may /> }.into_any(),
        };
        let next = if progress.is_some() { "Search on" } else { "Next page" };
        let chips = filter.chips.clone();
        let line = view! {
            <div class="answers-line">
                {search(here.clone(), filter.clone())}
                {fields(here, filter, &problems)}
                {(!chips.is_empty()).then(|| answers_filter::chips(chips))}
                <p id="matches" class="hint matches">{(!is_wrong).then(|| counted(matches, started))}</p>
                <Views at=quiz.table_href() views=views query=query.clone() may_edit=may.may_erase />
                <a href=with(&quiz.table_href(), &query)>"Columns"</a>
                {may.may_export.then(|| view! { <a href=with(&quiz.href(QuizTab::Exports), &query)>"Export"</a> })}
            </div>
        }
        .into_any();
        view! {
            <h2 class="visually-hidden">"Answers"</h2>
            <FormErrors problems=problems />
            {line}
            <div id="rows" data-refresh=(!is_wrong).then_some(follow)>
                {list}
                {progress.map(|progress| go_on(progress, started))}
                <div class="below-table">
                    <nav class="pager" aria-label="Pages">
                        {page.previous.map(|href| view! { <a href=href rel="prev">"Previous page"</a> })}
                        {page.next.map(|href| view! { <a href=href rel="next">{next}</a> })}
                    </nav>
                    {(!is_empty && may.any()).then(|| view! { <Actions at=quiz.table_href() query=query may=may /> })}
                </div>
            </div>
        }
        .into_any()
    })
}

/// The page's script goes on with a search by itself.
fn go_on(progress: SearchProgress, started: u64) -> AnyView {
    let text = match progress {
        SearchProgress::ByIndex => {
            "Found by the beginning of an id, a name, an address or custom data. The search within words comes next."
                .to_owned()
        }
        SearchProgress::LookedAt(number) => {
            format!("Looked at {} of {} responses.", thousands(number), thousands(started))
        }
    };
    view! { <p class="hint" role="status" data-goes-on="1">{text}</p> }.into_any()
}

#[derive(Clone, Copy)]
struct Chosen {
    may_erase: bool,
    may_export: bool,
}

impl Chosen {
    fn of(quiz: &QuizNav) -> Self {
        Self { may_erase: quiz.allows(Permission::Edit), may_export: quiz.allows(Permission::Export) }
    }

    fn any(self) -> bool {
        self.may_erase || self.may_export
    }
}

fn with(path: &str, query: &str) -> String {
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
}

fn counted(Matching { number, is_exact }: Matching, started: u64) -> AnyView {
    let noun = if started == 1 && number == 1 { " response" } else { " responses" };
    let all = (!is_exact || number != started).then(|| thousands(started));
    let plus = if is_exact { "" } else { "+" };
    let number = all.map_or_else(|| thousands(number), |all| format!("{}{plus} of {all}", thousands(number)));
    view! { {number}<span>{noun}</span> }.into_any()
}

#[component]
fn Views(at: String, views: Vec<ViewLine>, query: String, may_edit: bool) -> impl IntoView {
    let path = format!("{at}/views");
    let lines: Vec<_> = views
        .into_iter()
        .map(|view| {
            let current = view.is_current.then_some("page");
            let delete = may_edit.then(|| {
                let label = format!("Delete the view {}", view.name);
                view! {
                    <form method="get" action=format!("{path}/delete")>
                        <input type="hidden" name="name" value=view.name.clone() />
                        <input type="hidden" name="query" value=query.clone() />
                        <button type="submit" class="button-quiet" aria-label=label>"Delete"</button>
                    </form>
                }
            });
            view! {
                <li>
                    <a href=view.href aria-current=current>{view.name}</a>
                    {delete}
                </li>
            }
        })
        .collect();
    let is_none = lines.is_empty();
    (may_edit || !is_none).then(|| {
        view! {
            <details class="menu views">
                <summary>"Views"</summary>
                <div class="menu-body">
                    {is_none.then(|| view! { <p class="hint">"No saved views."</p> })}
                    {(!is_none).then(|| view! { <ul>{lines}</ul> })}
                    {may_edit.then(|| view! {
                        <form method="post" action=path>
                            <label for="view-name">"Save this view as"</label>
                            <input id="view-name" name="name" required=true maxlength="80" autocomplete="off" />
                            <input type="hidden" name="query" value=query />
                            <button type="submit" class="button-plain">"Save view"</button>
                        </form>
                    })}
                </div>
            </details>
        }
    })
}

#[component]
fn Actions(at: String, query: String, may: Chosen) -> impl IntoView {
    view! {
        <form id="pick" method="post" action=format!("{at}/chosen") class="buttons">
            <input type="hidden" name="query" value=query />
            {may.may_export.then(|| view! {
                <button type="submit" name="do" value="export" class="button-plain">"Export selected"</button>
            })}
            {may.may_erase.then(|| view! {
                <button type="submit" name="do" value="erase" class="button-plain button-danger">
                    "Erase selected…"
                </button>
            })}
        </form>
    }
}

/// On a phone, each row becomes a two-line card with labels before its cells.
#[component]
fn Table(heads: Vec<AnswerHead>, rows: Vec<AnswerLine>, may: Chosen) -> impl IntoView {
    let labels: Vec<String> = heads.iter().map(|head| head.label.clone()).collect();
    let heads: Vec<_> = heads.into_iter().map(head).collect();
    let rows: Vec<_> = rows.into_iter().map(|row| line(row, &labels, may)).collect();
    let pick = may.any().then(|| view! { <th scope="col"><span class="visually-hidden">"Select"</span></th> });
    view! {
        <div class="table" role="region" aria-label="Answers" tabindex="0">
            <table class="rows-as-cards answers-table" data-rows="1">
                <thead>
                    <tr>
                        {pick}
                        <th scope="col">"Person"<Unsorted /></th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn head(head: AnswerHead) -> AnyView {
    let class = head.is_number.then_some("number");
    let label = head.zone.map_or_else(|| head.label.clone(), |zone| format!("{} ({zone})", head.label));
    match head.sort {
        Some(SortLink { href, is_rising }) => {
            let sorted = is_rising.map(|is_rising| if is_rising { "ascending" } else { "descending" });
            let arrow = is_rising.map(|is_rising| if is_rising { " ↑" } else { " ↓" });
            let arrow = arrow.map(|arrow| view! { <span aria-hidden="true">{arrow}</span> });
            view! {
                <th scope="col" class=class aria-sort=sorted>
                    <a href=href>{label}</a>
                    {arrow}
                </th>
            }
            .into_any()
        }
        None => view! {
            <th scope="col" class=class>{label}<Unsorted /></th>
        }
        .into_any(),
    }
}

/// For screen readers; sighted users see that there is no link.
#[component]
fn Unsorted() -> impl IntoView {
    view! { <span class="visually-hidden">" (not sortable)"</span> }
}

fn line(row: AnswerLine, labels: &[String], may: Chosen) -> AnyView {
    let on_card = on_card(&row.cells);
    let label = |at: usize| labels.get(at).filter(|_| on_card.contains(&Some(at))).cloned();
    let cells: Vec<_> = row.cells.into_iter().enumerate().map(|(at, content)| cell(content, label(at))).collect();
    let pick = may.any().then(|| {
        let label = format!("Select {}", row.name);
        view! {
            <td class="pick"><input type="checkbox" name="user" value=row.user form="pick" aria-label=label /></td>
        }
    });
    view! {
        <tr>
            {pick}
            <th scope="row">
                <a class="person" href=row.href>{row.name}</a>
                {row.custom_data.map(|text| view! { <span class="hint person">{text}</span> })}
            </th>
            {cells}
        </tr>
    }
    .into_any()
}

/// The cells beside the state on the second line of a card: the first non-empty one, and the score or else the next
/// one.
fn on_card(cells: &[AnswerCell]) -> [Option<usize>; 2] {
    let told = |cell: &AnswerCell| match cell {
        AnswerCell::State { .. } => false,
        AnswerCell::Text(text) | AnswerCell::Moment(text) | AnswerCell::Number(text) => !text.is_empty(),
        AnswerCell::Score { .. } => true,
    };
    let mut others = cells.iter().enumerate().filter(|(_, cell)| told(cell));
    let first = others.next().map(|(at, _)| at);
    let second = others.next().map(|(at, _)| at);
    let score = cells.iter().position(|cell| matches!(cell, AnswerCell::Score { .. })).filter(|at| Some(*at) != first);
    [first, score.or(second)]
}

fn cell(content: AnswerCell, label: Option<String>) -> AnyView {
    match content {
        AnswerCell::State { is_submitted } => {
            let (state, text) = if is_submitted { ("completed", "completed") } else { ("started", "in progress") };
            view! { <td class="state"><span class=format!("pill pill-{state}")>{text}</span></td> }.into_any()
        }
        AnswerCell::Text(text) if text.is_empty() => view! { <td></td> }.into_any(),
        AnswerCell::Text(text) => view! { <td data-label=label><span class="brief">{text}</span></td> }.into_any(),
        AnswerCell::Moment(text) if text.is_empty() => view! { <td></td> }.into_any(),
        AnswerCell::Moment(text) => {
            // A card shows only the day.
            let (day, clock) = text.split_once(',').map_or((text.as_str(), None), |(day, clock)| (day, Some(clock)));
            let clock = clock.map(|clock| view! { <span class="clock">{format!(",{clock}")}</span> });
            view! { <td data-label=label>{day.to_owned()}{clock}</td> }.into_any()
        }
        AnswerCell::Number(text) if text.is_empty() => view! { <td class="number"></td> }.into_any(),
        AnswerCell::Number(text) => view! { <td class="number" data-label=label>{text}</td> }.into_any(),
        AnswerCell::Score { score, band } => view! {
            <td class="number" data-label=label>
                <strong>{score}</strong>
                <span class="hint">{format!(" {band}")}</span>
            </td>
        }
        .into_any(),
    }
}

fn not_started(NotStarted { names, has_more, href }: NotStarted, all: String) -> AnyView {
    let text = match (names.as_slice(), has_more) {
        ([only], false) => format!("{only} is invited and has not started."),
        (_, true) => format!("{} and others are invited and have not started.", names.join(", ")),
        (_, false) => format!("{} are invited and have not started.", names.join(", ")),
    };
    view! {
        <Empty title="No answers yet" text=text>
            <a class="button-plain" href=href>"Show under Share"</a>
            <a class="button-plain" href=all>"Show all answers"</a>
        </Empty>
    }
    .into_any()
}
