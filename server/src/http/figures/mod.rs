//! The figures of a quiz, as the dashboard draws them and files contain them.

mod bins;
mod breakdowns;
mod crossing;
mod days;
mod drop_off;
mod groups;
mod kinds;
mod languages;
mod links;
mod matrices;
mod months;
mod numbers;
mod offered;
mod questions;
mod reliability;
mod scores;
mod view;

pub(crate) use breakdowns::Value as GroupValue;
pub(crate) use crossing::names as names_compared;
pub(crate) use drop_off::{QuestionDropOff, by_question as drop_off_by_question};
pub(crate) use groups::in_order as groups_in_order;
pub(crate) use kinds::mean_rank;
pub(crate) use links::Links;
pub(crate) use numbers::key_numbers;
pub(crate) use offered::Offered;
pub(crate) use scores::{Score, all as all_scores, score_bins};
pub(crate) use view::View;

use app::admin::{Figure, FigurePart, Side};
use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use domain::{KindName, Timestamp};

use crate::{
    clock,
    service::{Caller, InsightsState, QuizInsights, QuizPath, Service, ServiceError},
};

pub(crate) fn parts(found: &QuizInsights, links: &Links, now: Timestamp) -> Vec<FigurePart> {
    let questions = questions::figures(found, links);
    let partial = "This quiz has more versions, options or different answers than fit here. Those of the oldest versions are left out; exports have all answers.";
    let hint = if found.is_partial {
        format!("Of those who submitted. {partial}")
    } else {
        "Of those who submitted.".to_owned()
    };
    let parts = [
        // What was asked for comes first.
        part("groups", "Groups compared", None, groups::figures(found, links)),
        part("crossed", "Comparison", None, crossing::figures(found, links)),
        part("responses", "Responses over time", None, vec![days::figure(found, links, now)]),
        part("scores", "Scores", None, scores::figures(found, links)),
        part("answers", "Answers", Some(hint), questions),
        part("reliability", "Reliability", None, reliability::figures(found)),
        part("people", "Languages", None, languages::figures(found, links)),
        part("stops", "Where people stop", None, drop_off::figures(found, links)),
    ];
    let side = Side::of(found.quiz.definition.language);
    let drawn = parts.into_iter().filter(|part| !part.figures.is_empty()).map(|mut part| {
        part.figures.iter_mut().for_each(|figure| figure.side = side);
        part
    });
    drawn.collect()
}

/// What the quiz is about: the overall score with its bands, or the first questions of a quiz without scores.
pub(crate) fn first_figures(found: &QuizInsights, links: &Links) -> Vec<Figure> {
    let scores = scores::figures(found, links);
    let mut first = if scores.is_empty() { questions::figures(found, links) } else { scores };
    first.truncate(2);
    let side = Side::of(found.quiz.definition.language);
    first.iter_mut().for_each(|figure| figure.side = side);
    first
}

pub(crate) fn ids(found: &QuizInsights, now: Timestamp) -> Vec<String> {
    let figures = parts(found, &Links::default(), now).into_iter().flat_map(|part| part.figures);
    let has_file = |figure: &Figure| !figure.table.heads.is_empty() || is_detail(found, &figure.id);
    figures.filter(has_file).map(|figure| figure.id).collect()
}

/// The file of a figure of a view, if it is ready.
pub(crate) enum FigureFile {
    Ready(Response),
    /// See [`InsightsState::UnderWay`].
    UnderWay {
        done: u64,
        all: u64,
    },
    Missing,
}

/// Returns the file of a figure of a view. Counts months, ranks and reliability if necessary.
pub(crate) async fn file_of_view(
    service: &Service,
    caller: &Caller,
    path: &QuizPath,
    view: &View,
    name: &str,
    most_options: usize,
) -> Result<FigureFile, ServiceError> {
    let mut state = service.insights(caller, path, view.query_of_file(false), most_options).await?;
    if let InsightsState::Ready(found) = &state
        && found.detail.is_none()
        && name.rsplit_once('.').is_some_and(|(id, _)| is_detail(found, id))
    {
        state = service.insights(caller, path, view.query_of_file(true), most_options).await?;
    }
    Ok(match state {
        InsightsState::UnderWay { done, all, .. } => FigureFile::UnderWay { done, all },
        InsightsState::Ready(found) => {
            let parts = parts(&found, &view.links(path).of(&found), clock::now());
            let figures = parts.into_iter().flat_map(|part| part.figures);
            file(figures, name).map_or(FigureFile::Missing, FigureFile::Ready)
        }
    })
}

/// True for figures that must be counted.
fn is_detail(found: &QuizInsights, id: &str) -> bool {
    let is_counted = |asked: &domain::MergedQuestion| matches!(asked.kind, KindName::Date | KindName::Ranking);
    match id.strip_prefix("q-") {
        Some(id) => found.questions.iter().any(|asked| asked.id.as_str() == id && is_counted(asked)),
        None => id == "alpha" || id.starts_with("alpha-"),
    }
}

/// The file of a figure, by its id and `csv` or `svg`; `None` if there is no table or no drawing.
pub(crate) fn file(mut figures: impl Iterator<Item = Figure>, file: &str) -> Option<Response> {
    let (id, ending) = file.rsplit_once('.')?;
    let figure = figures.find(|figure| figure.id == id)?;
    let (kind, body) = match ending {
        "csv" if figure.table.heads.is_empty() => return None,
        "csv" => ("text/csv; charset=utf-8", figure.table.to_csv().into_bytes()),
        "svg" => ("image/svg+xml", figure.svg()?.into_bytes()),
        _ => return None,
    };
    let name = format!("attachment; filename=\"{file}\"");
    Some(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], body).into_response())
}

fn part(id: &'static str, title: &'static str, hint: Option<String>, figures: Vec<Figure>) -> FigurePart {
    FigurePart { id, title, hint, figures, link: None }
}
