//! Starts and submissions over time.

use app::admin::{Cell, Columns, Drawing, Figure, FigureTable, Head, Pillar, Row, thousands};
use domain::Timestamp;

use super::Links;
use crate::{
    clock,
    http::request::periods::{Period, periods},
    service::QuizInsights,
    zone,
};

pub(super) fn figure(found: &QuizInsights, links: &Links, now: Timestamp) -> Figure {
    let settings = &found.quiz.settings;
    let periods = periods(&found.figures.days, found.span, zone::day_of(now, &zone::zone_of(settings)));
    let zone = settings.time_zone.as_str();
    let unit = periods.unit;
    let busiest = periods.all.iter().rev().max_by_key(|period| period.completed).filter(|period| period.completed > 0);
    let lead = busiest.map_or_else(
        || format!("By {unit}, in {zone}. No responses submitted yet."),
        |period| {
            format!(
                "By {unit}, in {zone}. Busiest {unit}: {}, with {} submitted.",
                period.label,
                thousands(period.completed)
            )
        },
    );
    let is_open = periods.all.last().is_some_and(|period| period.is_open);
    let rows = periods.all.iter().rev().map(|period| row(period, links)).collect();
    let first_day = if unit == "day" { "Day".to_owned() } else { format!("First day of the {unit}") };
    Figure {
        id: "days".to_owned(),
        title: format!("Responses per {unit}"),
        lead,
        note: is_open.then_some("The last period is not over: it is drawn lighter."),
        drawing: Drawing::Columns(
            Columns { all: periods.all.iter().map(|period| pillar(period, links)).collect(), ..Columns::default() },
            Some(["Started", "Completed"]),
        ),
        table: FigureTable {
            heads: vec![Head::text(first_day), Head::number("Started"), Head::number("Completed")],
            rows,
        },
        ..Figure::default()
    }
}

fn pillar(period: &Period, links: &Links) -> Pillar {
    let so_far = if period.is_open { " so far" } else { "" };
    Pillar {
        label: period.short.clone(),
        title: format!(
            "{}: {} started, {} completed{so_far}",
            period.label,
            thousands(period.started),
            thousands(period.completed)
        ),
        behind: Some(period.started),
        count: period.completed,
        of: None,
        href: started_in(period, links),
        is_open: period.is_open,
    }
}

fn row(period: &Period, links: &Links) -> Row {
    let cells = vec![
        Cell::Count { count: period.started, href: started_in(period, links) },
        Cell::Count { count: period.completed, href: submitted_in(period, links) },
    ];
    Row { name: period.label.clone(), remark: period.is_open.then_some("(not over)"), bar: None, cells }
}

fn started_in(period: &Period, links: &Links) -> Option<String> {
    links.with(&[("from", clock::to_date(period.first)), ("to", clock::to_date(period.last))])
}

fn submitted_in(period: &Period, links: &Links) -> Option<String> {
    links.with(&[("submittedFrom", clock::to_date(period.first)), ("submittedTo", clock::to_date(period.last))])
}
