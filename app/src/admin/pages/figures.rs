//! The figures on a quiz's overview. The server pushes this part of the page again when it changes.
#![expect(unreachable_pub, reason = "the macro makes what it builds public")]

use leptos::prelude::*;

use crate::admin::{charts::share, percent, thousands, time};

#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct FiguresPart {
    pub started: u64,
    pub completed: u64,
    /// `None` before the first submission.
    pub median_seconds: Option<u32>,
    /// The last 30 days; today is last.
    pub days: Vec<Period>,
    /// Completed in the 30 days before.
    pub before: u64,
    pub zone: String,
    pub last: Option<String>,
    pub follow: String,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Period {
    pub label: String,
    pub started: u64,
    pub completed: u64,
}

/// Only this part of the page, as it is pushed.
pub fn figures(part: FiguresPart) -> String {
    let owner = Owner::new();
    owner.with(|| view! { <Figures part=part /> }.to_html()).replace("<!>", "")
}

#[component]
pub(super) fn Figures(part: FiguresPart) -> impl IntoView {
    let FiguresPart { started, completed, median_seconds, days, before, zone, last, follow } = part;
    let number = |name: &'static str, value: String| {
        view! {
            <div>
                <dt>{name}</dt>
                <dd>{value}</dd>
            </div>
        }
    };
    let more = (started > 0).then(|| {
        let median = median_seconds.map_or_else(|| "–".to_owned(), time);
        vec![number("Completion rate", percent(completed, started)), number("Median time", median)]
    });
    view! {
        <section class="card figures" id="counts" data-follow=follow aria-labelledby="counts-title">
            <h2 id="counts-title">"Responses"</h2>
            <dl>
                {number("Started", thousands(started))} {number("Completed", thousands(completed))} {more}
            </dl>
            {(started > 0).then(|| view! { <Days days=days before=before zone=zone /> })}
            {last.map(|last| view! { <p class="hint">{format!("Last response {last}")}</p> })}
        </section>
    }
}

const HEIGHT: u64 = 100;
/// Width of a day in SVG units.
const STEP: usize = 10;

#[component]
fn Days(days: Vec<Period>, before: u64, zone: String) -> impl IntoView {
    let most = days.iter().map(|day| day.completed).max().unwrap_or_default();
    let all: u64 = days.iter().map(|day| day.completed).sum();
    let responses = if all == 1 { "1 response".to_owned() } else { format!("{} responses", thousands(all)) };
    let before = thousands(before);
    let says =
        format!("{responses} in the last 30 days, {before} in the 30 days before. Days begin at midnight in {zone}");
    let width = days.len() * STEP;
    let bars: Vec<_> = days
        .into_iter()
        .enumerate()
        .filter(|(_, day)| day.completed > 0)
        .map(|(index, day)| {
            let height = share(day.completed, most, HEIGHT).max(2);
            view! {
                <rect class="bar-completed" x=index * STEP + 1 y=HEIGHT - height width=STEP - 2 height=height>
                    <title>{format!("{}: {}", day.label, thousands(day.completed))}</title>
                </rect>
            }
        })
        .collect();
    view! {
        <svg
            class="month"
            viewBox=format!("0 0 {width} {HEIGHT}")
            preserveAspectRatio="none"
            aria-hidden="true"
        >
            {bars}
        </svg>
        <p class="hint">{says}</p>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_rounded_as_insights_round_them_and_written_with_separators() {
        let day = Period { label: "20 Nov 2026".to_owned(), started: 2000, completed: 1500 };
        let part = FiguresPart {
            started: 5700,
            completed: 4988,
            median_seconds: Some(125),
            days: vec![day],
            before: 1200,
            zone: "Europe/Madrid".to_owned(),
            last: Some("20 Nov 2026, 14:03 UTC".to_owned()),
            follow: "/live".to_owned(),
        };
        let html = figures(part);
        for text in [
            "5,700",
            "4,988",
            "88 %",
            "2 min 5 s",
            "1,500 responses in the last 30 days, 1,200 in the 30 days before. Days begin at midnight in Europe/Madrid",
            "Last response 20 Nov",
        ] {
            assert!(html.contains(text), "{text}: {html}");
        }
        assert!(!html.contains("aria-live"), "a screen reader is left in peace");
        let none = figures(FiguresPart::default());
        assert!(!none.contains('%') && !none.contains("svg"), "{none}");
    }
}
