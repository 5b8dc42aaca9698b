//! Statistics of a quiz's answers.

use app::admin::{Counting, FigurePart, InsightsPage, InsightsView, QuizTab};
use axum::{
    http::{StatusCode, header},
    response::IntoResponse,
};
use serde::Deserialize;

use super::{Admin, AdminError, AdminResult, Path, Query, QuizHead};
use crate::{
    clock,
    http::figures::{FigureFile, Offered, View, file_of_view, key_numbers, parts},
    service::{InsightsState, QuizInsights, QuizPath},
    zone,
};

/// Maximum number of options on the page, over all questions.
const OPTIONS: usize = 5_000;

pub(super) async fn show(admin: Admin, head: QuizHead, Query(given): Query<Vec<(String, String)>>) -> AdminResult {
    let (now, reader) = (clock::now(), admin.zone().await?);
    let QuizHead { path, nav, quiz, counts } = head;
    let here = QuizTab::Insights.href(&path.namespace, &path.quiz);
    let (view, problems) = match View::read(&given, &quiz) {
        Ok(view) => (view, Vec::new()),
        Err(bad) => (View::default(), vec![app::admin::parameter_problem(&bad)]),
    };
    let state = admin.service().insights(&admin.caller, &path, view.query(), OPTIONS).await?;
    let counted = if let InsightsState::Ready(found) = &state { found.detail.as_ref() } else { None };
    let today = zone::day_of(now, &zone::zone_of(&quiz.settings));
    let choices = view.choices(&here, &Offered::of(&quiz, counted), &path, today);
    let files = (format!("{here}/figures"), view.address());
    let mut page = InsightsPage {
        started: counts.started,
        view: InsightsView { problems, zone: quiz.settings.time_zone.clone().into(), ..choices },
        printed: format!("{}, as of {}", view.period(), reader.minute(now)),
        numbers: Vec::new(),
        parts: Vec::new(),
        files,
        note: None,
        attempts: None,
        counting: None,
        changes: admin
            .service()
            .has_past_attempts(&path)
            .await?
            .then(|| format!("{here}/changes{}", view.conditions())),
        occasions: quiz.settings.had_series.then(|| format!("{here}/occasions")),
        quiz: nav,
    };
    let links = view.links(&path);
    match state {
        InsightsState::UnderWay { done, all, .. } => page.counting = Some(Counting { done, all }),
        InsightsState::Ready(found) => {
            let links = links.of(&found);
            page.note = found.as_of.map(|at| {
                let at = reader.minute(at);
                format!("As of {at}. Answers have changed since; they are counted in some minutes.")
            });
            page.attempts = view.each_attempt().map(|(is_each, other)| (is_each, format!("{here}{other}")));
            page.numbers = key_numbers(&found, &links, view.links_before(&path).as_ref());
            page.parts = parts(&found, &links, now);
            if let Some(query) = view.detailed().filter(|_| found.detail.is_none() && found.figures.completed() > 0) {
                offer_details(&mut page.parts, &found, format!("{here}{query}"));
            }
        }
    }
    Ok(admin.page(app::admin::insights, page))
}

/// If dates, ranks and reliability have not been counted, offers a link that counts them.
fn offer_details(parts: &mut [FigurePart], found: &QuizInsights, href: String) {
    let has_digits_left_out = found.quiz.definition.items().any(|item| item.has_more_digits_than_tallies());
    let scored = found.quiz.definition.items().filter(domain::Item::is_scored).count();
    let is_told =
        |asked: &domain::MergedQuestion| matches!(asked.kind, domain::KindName::Date | domain::KindName::Ranking);
    if (scored >= domain::Reliability::FEWEST || has_digits_left_out || found.questions.iter().any(is_told))
        && let Some(part) = parts.iter_mut().find(|part| part.id == "answers")
    {
        part.link = Some(("Count the details: months, ranks, reliability, numbers of five digits or more", href));
        if scored >= domain::Reliability::FEWEST {
            let hint = part.hint.get_or_insert_default();
            hint.push_str(" The reliability of scores and its files come with the details.");
        }
    }
}

#[derive(Deserialize)]
pub(super) struct FileName {
    file: String,
}

/// The table of a figure as CSV, or its drawing as SVG.
pub(super) async fn file(
    admin: Admin,
    Path(path): Path<QuizPath>,
    Path(FileName { file }): Path<FileName>,
    Query(given): Query<Vec<(String, String)>>,
) -> AdminResult {
    let (quiz, _) = admin.service().quiz(&admin.caller, &path).await?;
    let view = View::read(&given, &quiz).map_err(|_| AdminError::NoSuchPage)?;
    match file_of_view(admin.service(), &admin.caller, &path, &view, &file, OPTIONS).await? {
        FigureFile::Ready(file) => Ok(file),
        FigureFile::Missing => Err(AdminError::NoSuchPage),
        FigureFile::UnderWay { .. } => Ok((
            StatusCode::SERVICE_UNAVAILABLE,
            [(header::RETRY_AFTER, "5")],
            "Still counting. Ask again in some seconds.\n",
        )
            .into_response()),
    }
}
