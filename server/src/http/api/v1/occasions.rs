//! `…/quizzes/{quizId}/occasions` and `…/insights/occasions`

use axum::extract::State;
use domain::{FieldCode, QuizKind};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{ApiError, Http, Keyed, ListParams, PageBody, Path, Query, QuizParams, ReadingErrors, cursor, names};
use crate::{
    clock,
    http::reply::json::Json,
    service::QuizPath,
    store::{AuditAction, Occasion, OccasionCounts, OccasionFilter, OccasionState, Page},
};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OccasionParams {
    /// As it is now
    #[param(value_type = Option<names::OccasionState>, inline)]
    state: Option<String>,
    /// Of one number alone
    #[param(minimum = 1)]
    occasion: Option<u32>,
}

/// An occasion of a series that has come for a person
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Occasion)]
pub(super) struct OccasionBody {
    id: String,
    user_id: String,
    /// Counts from 1 for each person.
    #[schema(minimum = 1)]
    occasion: u32,
    /// In the time zone that the quiz had when it came
    #[schema(format = Date)]
    due_on: String,
    #[schema(format = DateTime)]
    opens_at: String,
    /// Not part of the window
    #[schema(format = DateTime)]
    closes_at: String,
    #[schema(value_type = names::OccasionState)]
    state: &'static str,
    /// The attempt that was begun on it, if one was
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    attempt: Option<u32>,
    /// The page where an invited person answers; not for in-app quizzes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    link: Option<String>,
}

type OccasionPage = PageBody<OccasionBody>;

/// List occasions
///
/// Those of a series that have come, the latest first.
#[utoipa::path(
    get, operation_id = "listOccasions",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/occasions", tag = "results", security(("api_key" = [])),
    params(QuizParams, OccasionParams, ListParams),
    responses((status = 200, description = "A page of occasions", body = OccasionPage), ReadingErrors),
)]
pub(super) async fn list(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
    Query(OccasionParams { state, occasion }): Query<OccasionParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<OccasionPage>, ApiError> {
    let named = |name: &str| {
        OccasionState::parse(name)
            .ok_or_else(|| ApiError::parameter("state", FieldCode::NotOneOf(OccasionState::NAMES)))
    };
    if occasion == Some(0) {
        let out = FieldCode::OutOfRange { min: 1, max: u32::MAX.into() };
        return Err(ApiError::parameter("occasion", out));
    }
    let filter = OccasionFilter { state: state.as_deref().map(named).transpose()?, number: occasion };
    let after = params.after(|text| text.starts_with("occ_").then(|| text.to_owned()))?;
    let page = Page { after, limit: params.limit()? };
    let path: QuizPath = path.into();
    let (kind, found) = http.service.occasions(&caller, &path, filter, page).await?;
    http.service.note_list(&caller, &path, AuditAction::ListOccasions, found.items.len()).await?;
    let next_cursor = found.next(|last| cursor::encode(&last.id));
    let base_url = (kind == QuizKind::Invited).then_some(&*http.base_url);
    let body = |occasion| OccasionBody::new(occasion, &path, base_url);
    Ok(Json(PageBody { items: found.items.into_iter().map(body).collect(), next_cursor }))
}

/// The occasions of one number
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OccasionFigures)]
pub(super) struct CountsBody {
    #[schema(minimum = 1)]
    occasion: u32,
    /// The first day on which it was due, as days differ from person to person
    #[schema(format = Date)]
    first_due_on: String,
    #[schema(format = Date)]
    last_due_on: String,
    due: u64,
    /// Begun within the window, and submitted
    answered: u64,
    missed: u64,
    stopped: u64,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OccasionFiguresList)]
pub(super) struct CountsList {
    /// The greatest number first
    occasions: Vec<CountsBody>,
}

/// Get figures of occasions
///
/// How many occasions of a series are due, answered, missed and stopped, by number. Of many occasions they may be some
/// seconds old.
#[utoipa::path(
    get, operation_id = "getOccasionFigures",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/insights/occasions", tag = "results", security(("api_key" = [])),
    params(QuizParams),
    responses((status = 200, description = "The figures", body = CountsList), ReadingErrors),
)]
pub(super) async fn figures(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<QuizParams>,
) -> Result<Json<CountsList>, ApiError> {
    let counts = http.service.occasion_counts(&caller, &path.into()).await?;
    let body = |counts: &OccasionCounts| CountsBody {
        occasion: counts.number,
        first_due_on: clock::to_date(counts.days.0),
        last_due_on: clock::to_date(counts.days.1),
        due: counts.due,
        answered: counts.answered,
        missed: counts.missed,
        stopped: counts.stopped,
    };
    Ok(Json(CountsList { occasions: counts.iter().map(body).collect() }))
}

impl OccasionBody {
    /// With a link where `base_url` is given.
    fn new(occasion: Occasion, path: &QuizPath, base_url: Option<&str>) -> Self {
        Self {
            link: base_url.map(|base| format!("{base}/aq/{}/{}/{}", path.namespace, path.quiz, occasion.user)),
            occasion: occasion.number,
            due_on: clock::to_date(occasion.due),
            opens_at: clock::to_rfc3339(occasion.opens_at),
            closes_at: clock::to_rfc3339(occasion.closes_at),
            state: occasion.state(clock::now()).as_str(),
            attempt: occasion.attempt,
            id: occasion.id,
            user_id: occasion.user,
        }
    }
}
