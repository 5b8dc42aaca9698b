//! `POST …/quizzes/{quizId}/exports`

use axum::{extract::State, http::StatusCode};
use domain::{Decimal, FieldCode, FieldError, Headings};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{AdminErrors, ApiError, Exporter, Http, Path, QuizParams, extract, names};
use crate::{
    export::{Delimiter, ExportForm, ExportFormat, ExportSelection, ExportStyle, Guard},
    http::{reply::json::Json, request::filter_query::FilterQuery},
    service::QuizPath,
    zone,
};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SelectionRequest {
    /// `csv` if absent
    #[serde(default)]
    #[schema(required = false, value_type = names::ExportFormat)]
    format: ExportFormat,
    /// `programs` if absent
    #[serde(default)]
    #[schema(required = false, value_type = names::ExportForm)]
    form: ExportForm,
    /// `on` if absent, and in the form for people
    #[serde(default)]
    #[schema(required = false, value_type = names::ExportGuard)]
    guard: Guard,
    /// `comma` if absent, and in the form for programs
    #[serde(default)]
    #[schema(required = false, value_type = names::ExportDelimiter)]
    delimiter: Delimiter,
    #[serde(default)]
    #[schema(required = false)]
    filter: SelectionFilter,
    /// Names of columns as a whole CSV has them, in the order wanted; all if absent. For people, those of its columns
    #[serde(default)]
    #[schema(required = false, max_items = 1000)]
    columns: Vec<String>,
    /// `id` if absent: names of columns that stay the same. `text`: words, and the questions in the quiz's language. A file
    /// for people has words
    #[schema(value_type = Option<names::ExportHeadings>)]
    headings: Option<Headings>,
}

/// The conditions that a record has to fit, all of them
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SelectionFilter {
    /// A text in the user's id, the custom data, or the name or e-mail address of the invitation
    #[schema(max_length = 500)]
    q: Option<String>,
    #[schema(value_type = Option<names::AnswersState>)]
    state: Option<String>,
    /// The first day of the first activity
    #[schema(format = Date)]
    from: Option<String>,
    /// The last day of the first activity
    #[schema(format = Date)]
    to: Option<String>,
    /// The first day of the submission
    #[schema(format = Date)]
    submitted_from: Option<String>,
    /// The last day of the submission
    #[schema(format = Date)]
    submitted_to: Option<String>,
    /// Of all these days, such as `Europe/Madrid`; that of the quiz if absent
    time_zone: Option<String>,
    /// `CATEGORY:LOWEST..HIGHEST`, such as `spend:40..79`; either bound may be missing, and `:40..` is about the overall
    /// score
    #[serde(default)]
    #[schema(required = false)]
    score: Vec<String>,
    /// `BAND` of the overall score, or `CATEGORY:BAND`
    #[serde(default)]
    #[schema(required = false)]
    band: Vec<String>,
    /// `QUESTION:VALUE`: the id of an option, `OPTION@RANK` of a ranking, a number, a text, a date, or `true` for
    /// consent. Of several to one question, any fits
    #[serde(default)]
    #[schema(required = false)]
    answer: Vec<String>,
    /// The same, and all of them fit
    #[serde(default)]
    #[schema(required = false)]
    also: Vec<String>,
    /// `QUESTION:TEXT`, a part of a text in any case; all of several fit
    #[serde(default)]
    #[schema(required = false)]
    contains: Vec<String>,
    /// Ids of questions
    #[serde(default)]
    #[schema(required = false)]
    answered: Vec<String>,
    /// Ids of questions
    #[serde(default)]
    #[schema(required = false)]
    unanswered: Vec<String>,
    /// `FIELD:VALUE` of a field of people, as `answer` has values, `true` or `false`, or `FIELD:` for none; of several for one
    /// field any fits
    #[serde(default)]
    #[schema(required = false)]
    field: Vec<String>,
    /// `q.QUESTION`, the first question left open by respondents who have never submitted, or `end`, if all is answered
    stopped: Option<String>,
    /// The id of an alert that the attempt has raised, or `*` for any
    alert: Option<String>,
    /// Of the respondent, such as `es`
    language: Option<String>,
    version: Option<u32>,
    attempt: Option<u32>,
    /// Of the series
    occasion: Option<u32>,
    /// `submitted`: of respondents who take the quiz again, not the attempt under way but the last one submitted. `each`:
    /// every attempt on a line of its own, with the columns `attempt` and `occasion`
    attempts: Option<String>,
    /// Ids of users, any of whom fits
    #[serde(default)]
    #[schema(required = false)]
    user: Vec<String>,
    /// The lowest overall score
    #[schema(value_type = Option<f64>)]
    score_min: Option<Decimal>,
    /// The highest overall score
    #[schema(value_type = Option<f64>)]
    score_max: Option<Decimal>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SelectionQueued {
    /// False when another selection of this quiz is queued or running.
    queued: bool,
    /// The export's id in List exports.
    export_id: Option<String>,
}

/// Export a selection
///
/// Queues a file of the records that fit a filter, with all columns or with some, in any format, for programs or for
/// people. Poll List exports until the export is `done`, then fetch its `path`. `csvExportStatus` and the fields beside it tell of Generate Answers CSV
/// alone.
#[utoipa::path(
    post, operation_id = "exportSelection",
    path = "/namespaces/{namespaceId}/quizzes/{quizId}/exports", tag = "results", security(("api_key" = [])),
    params(QuizParams), request_body = SelectionRequest,
    responses((status = 202, description = "The export is queued, or another one was already", body = SelectionQueued), AdminErrors),
)]
pub(super) async fn export_selection(
    State(http): State<Http>,
    Exporter(caller): Exporter,
    Path(path): Path<QuizParams>,
    extract::Json(body): extract::Json<SelectionRequest>,
) -> Result<(StatusCode, Json<SelectionQueued>), ApiError> {
    let path: QuizPath = path.into();
    let quiz = http.service.public_quiz(&path).await?;
    let SelectionRequest { format, form, guard, delimiter, filter, columns, headings } = body;
    let style = ExportStyle { format, form, guard, delimiter };
    if form == ExportForm::People && headings == Some(Headings::Id) {
        let wanted = "text where the form is people".to_owned();
        return Err(FieldError::new("headings", FieldCode::WrongType(wanted)).into());
    }
    let headings = headings.unwrap_or_default();
    let zone = match filter.time_zone.as_deref() {
        None => zone::zone_of(&quiz.settings),
        Some(name) => zone::find(name).ok_or_else(|| {
            FieldError::new("timeZone", FieldCode::WrongType("a time zone such as Europe/Madrid".to_owned()))
        })?,
    };
    let read = FilterQuery::read(&filter.pairs(), &quiz.definition, &zone)?;
    let query = read.to_query();
    let selection = ExportSelection { filter: read.filter, columns, headings, query, is_emptied: false };
    let export_id = http.service.request_selection(&caller, &path, style, selection).await?;
    Ok((StatusCode::ACCEPTED, Json(SelectionQueued { queued: export_id.is_some(), export_id })))
}

impl SelectionFilter {
    /// As pairs of a query string.
    fn pairs(self) -> Vec<(String, String)> {
        let number = |number: Option<u32>| number.map(|number| number.to_string());
        let score = |score: Option<Decimal>| score.map(|score| score.to_string());
        let one = [
            ("q", self.q),
            ("state", self.state),
            ("from", self.from),
            ("to", self.to),
            ("submittedFrom", self.submitted_from),
            ("submittedTo", self.submitted_to),
            ("scoreMin", score(self.score_min)),
            ("scoreMax", score(self.score_max)),
            ("stopped", self.stopped),
            ("alert", self.alert),
            ("language", self.language),
            ("version", number(self.version)),
            ("attempt", number(self.attempt)),
            ("occasion", number(self.occasion)),
            ("attempts", self.attempts),
        ];
        let several = [
            ("score", self.score),
            ("band", self.band),
            ("answer", self.answer),
            ("also", self.also),
            ("contains", self.contains),
            ("answered", self.answered),
            ("unanswered", self.unanswered),
            ("field", self.field),
            ("user", self.user),
        ];
        let several = several.into_iter().flat_map(|(name, values)| values.into_iter().map(move |value| (name, value)));
        let one = one.into_iter().filter_map(|(name, value)| Some((name, value?)));
        one.chain(several).map(|(name, value)| (name.to_owned(), value)).collect()
    }
}
