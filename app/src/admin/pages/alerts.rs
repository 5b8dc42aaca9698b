//! The alerts that a quiz's attempts have raised: open ones to acknowledge, then the others.

use leptos::prelude::*;

use crate::admin::{AdminContext, Column, DataTable, Empty, QuizNav, QuizTab, Section, frame, render};

#[derive(Clone, Debug)]
pub struct AlertsPage {
    pub quiz: QuizNav,
    /// `None` on the pages of the other list.
    pub open: Option<AlertList>,
    pub acknowledged: Option<AlertList>,
    /// True on later pages, and on pages of one list.
    pub is_part: bool,
    pub may_acknowledge: bool,
    /// True if the namespace erases answers after some time.
    pub has_retention: bool,
}

#[derive(Clone, Debug)]
pub struct AlertList {
    pub alerts: Vec<AlertLine>,
    /// The URL of the next page.
    pub older: Option<String>,
}

#[derive(Clone, Debug)]
pub struct AlertLine {
    pub id: String,
    pub name: String,
    pub person: String,
    /// The URL of the person's answers.
    pub href: String,
    pub attempt: u32,
    pub at: String,
    /// When and by whom; `None` for an open one.
    pub acknowledged: Option<(String, String)>,
    pub note: Option<String>,
}

/// In characters.
const NOTE: &str = "500";

pub fn alerts(cx: AdminContext, page: AlertsPage) -> String {
    let frame = frame("Alerts", Section::Quiz(page.quiz.clone(), QuizTab::Alerts));
    render(cx, frame, move || {
        let AlertsPage { quiz, open, acknowledged, is_part, may_acknowledge, has_retention } = page;
        let (at, answers) = (quiz.href(QuizTab::Alerts), quiz.href(QuizTab::Answers));
        let all = is_part.then(|| view! { <p class="aside"><a href=at.clone()>"All alerts"</a></p> });
        let acknowledged = acknowledged.filter(|list| is_part || !list.alerts.is_empty());
        view! {
            <h2 class="visually-hidden">"Alerts"</h2>
            {open.map(|list| view! { <Open list=list at=at.clone() may_acknowledge=may_acknowledge has_retention=has_retention /> })}
            {acknowledged.map(|list| view! { <Acknowledged list=list /> })}
            {all}
            <p class="aside"><a href=format!("{answers}?alert=*")>"Answers that have raised alerts"</a></p>
        }
    })
}

#[component]
fn Open(list: AlertList, at: String, may_acknowledge: bool, has_retention: bool) -> impl IntoView {
    let row = |alert: AlertLine| {
        let action = format!("{at}/{}/acknowledge", alert.id);
        let label = format!("Note on {} of {}", alert.name, alert.person);
        let form = may_acknowledge.then(|| {
            view! {
                <form method="post" action=action class="in-row">
                    <input name="note" maxlength=NOTE aria-label=label placeholder="Note, if you like" autocomplete="off" />
                    <button type="submit" class="button-plain">"Acknowledge"</button>
                </form>
            }
        });
        view! {
            <tr>
                <th scope="row" class="prose">{alert.name}</th>
                <td><a href=alert.href>{alert.person}</a></td>
                <td class="number">{alert.attempt}</td>
                <td>{alert.at}</td>
                <td>{form}</td>
            </tr>
        }
    };
    let rows: Vec<_> = list.alerts.into_iter().map(row).collect();
    let columns = [Column::text("Alert"), Column::text("Person"), Column::number("Attempt"), Column::text("Raised")];
    let columns = columns.into_iter().chain([Column::text("Acknowledge")]).collect();
    let is_empty = rows.is_empty();
    let table = if is_empty {
        view! { <Empty title="No open alerts" text="An alert that answers or scores raise is listed here until a member acknowledges it." /> }
            .into_any()
    } else {
        view! { <DataTable label="Open alerts" columns=columns>{rows}</DataTable> }.into_any()
    };
    let warning = (has_retention && may_acknowledge && !is_empty).then(|| {
        view! {
            <p class="hint">
                "Answers that are past their time are erased within the hour once all alerts of the person are acknowledged."
            </p>
        }
    });
    view! {
        <section aria-labelledby="open-alerts">
            <h3 id="open-alerts">"Open"</h3>
            {warning}
            {table}
            {older(list.older)}
        </section>
    }
}

#[component]
fn Acknowledged(list: AlertList) -> impl IntoView {
    let row = |alert: AlertLine| {
        let (at, by) = alert.acknowledged.unwrap_or_default();
        view! {
            <tr>
                <th scope="row" class="prose">{alert.name}</th>
                <td><a href=alert.href>{alert.person}</a></td>
                <td class="number">{alert.attempt}</td>
                <td>{alert.at}</td>
                <td>{at}</td>
                <td class="prose">{by}</td>
                <td class="prose">{alert.note}</td>
            </tr>
        }
    };
    let rows: Vec<_> = list.alerts.into_iter().map(row).collect();
    let columns = vec![
        Column::text("Alert"),
        Column::text("Person"),
        Column::number("Attempt"),
        Column::text("Raised"),
        Column::text("Acknowledged"),
        Column::text("By"),
        Column::text("Note"),
    ];
    view! {
        <section aria-labelledby="acknowledged-alerts">
            <h3 id="acknowledged-alerts">"Acknowledged"</h3>
            <DataTable label="Acknowledged alerts" columns=columns>{rows}</DataTable>
            {older(list.older)}
        </section>
    }
}

fn older(href: Option<String>) -> Option<AnyView> {
    href.map(|href| view! { <p class="aside"><a href=href rel="next">"Older"</a></p> }.into_any())
}
