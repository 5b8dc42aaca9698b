//! The filter of a list of answers in a query string.

use domain::{Category, Decimal, Definition, FieldCode, FieldError, Name, Points};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use super::audit_filter::DAY;
use crate::http::api::v1::names;
use crate::{
    clock,
    store::{RecordFilter, RecordOrder, RecordState, ScoreRange},
    zone,
};

/// Empty fields count as absent, because a form sends all its fields.
#[derive(Clone, Debug, Default, Deserialize, Serialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct FilterParams {
    /// `all` when absent; `started` means not submitted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[param(required = false, value_type = names::AnswersState, inline)]
    pub(crate) state: String,
    /// The first day of the first activity, in the time zone of the quiz.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[param(required = false, format = Date)]
    pub(crate) from: String,
    /// The last day of the first activity, in the time zone of the quiz.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[param(required = false, format = Date)]
    pub(crate) to: String,
    /// A category of the scoring: lists submitted records with a score in it, and makes `scoreMin`, `scoreMax`, `band` and
    /// `sort` be about this score. They are about the overall score when absent.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[param(required = false, value_type = names::ScoreCategory, inline)]
    pub(crate) category: String,
    /// The lowest score: 0 to 100 unless the quiz has a scoring of its own.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[param(required = false, value_type = f64)]
    pub(crate) score_min: String,
    /// The highest score: 0 to 100 unless the quiz has a scoring of its own.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[param(required = false, value_type = f64)]
    pub(crate) score_max: String,
    /// The band that was stored with the score: `vulnerable`, `coping` or `healthy`, or the id of a band of the quiz's own
    /// scoring.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[param(required = false, value_type = names::BandName, inline)]
    pub(crate) band: String,
    /// Begun on this occasion of the series.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[param(required = false, value_type = u32)]
    pub(crate) occasion: String,
    /// `oldest` when absent: by the first activity, the score, or the submission. Records of the same score come newest
    /// first, those without a score and those that are not submitted last.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[param(required = false, value_type = names::AnswersOrder, inline)]
    pub(crate) sort: String,
}

impl FilterParams {
    /// Returns the filter, with days of a time zone, and the order or `default`. Scores go from 0 to 100 in a quiz
    /// without a scoring of its own.
    pub(crate) fn read(
        &self,
        default: RecordOrder,
        definition: &Definition,
        zone: &TimeZone,
    ) -> Result<(RecordFilter, RecordOrder), FieldError> {
        let state =
            read(&self.state, "state", FieldCode::NotOneOf(&["all", "started", "completed"]), RecordState::parse)?;
        let day = || FieldCode::WrongType(DAY.to_owned());
        let from = read(&self.from, "from", day(), clock::parse_day)?;
        let before = read(&self.to, "to", day(), |text| clock::parse_day(text).map(domain::Day::next))?;
        let wrong = || match &definition.scoring {
            None => FieldCode::OutOfRange { min: 0, max: 100 },
            Some(_) => FieldCode::WrongType("a number with at most one decimal place".to_owned()),
        };
        let score = |text: &str| {
            let score = Decimal::parse(text)?;
            let is_score = if definition.scoring.is_some() { score.fits(1) } else { Points::try_from(score).is_ok() };
            is_score.then_some(score)
        };
        let category = match self.category.trim() {
            "" => None,
            text => Some(category(definition, text).map_err(|code| FieldError::new("category", code))?),
        };
        let low = read(&self.score_min, "scoreMin", wrong(), score)?;
        let high = read(&self.score_max, "scoreMax", wrong(), score)?;
        let band = match self.band.trim() {
            "" => None,
            text => {
                let range = band_range(definition, category.as_ref(), text);
                Some(range.map_err(|code| FieldError::new("band", code))?)
            }
        };
        let whole = FieldCode::WrongType("a whole number".to_owned());
        let number = |text: &str| text.parse::<i32>().ok().and_then(|number| u32::try_from(number).ok());
        let occasion = read(&self.occasion, "occasion", whole, number)?;
        let order = read(
            &self.sort,
            "sort",
            FieldCode::NotOneOf(&["oldest", "newest", "highest", "lowest", "firstSubmitted", "lastSubmitted"]),
            RecordOrder::parse,
        )?;
        let scores =
            (low.is_some() || high.is_some()).then(|| (low.unwrap_or(Decimal::MIN), high.unwrap_or(Decimal::MAX)));
        let filter = RecordFilter {
            state: state.unwrap_or_default(),
            from: from.map(|day| zone::start_of(day, zone)),
            before: before.map(|day| zone::start_of(day, zone)),
            category,
            scores,
            occasion,
            ranges: band.into_iter().collect(),
            ..RecordFilter::default()
        };
        Ok((filter, order.unwrap_or(default)))
    }
}

/// Parses a category in which the quiz may have scores.
pub(in crate::http) fn category(definition: &Definition, text: &str) -> Result<Name, FieldCode> {
    let name = Name::parse(text).map_err(FieldCode::Malformed)?;
    let own = definition.scoring.iter().flat_map(|scoring| &scoring.categories).map(|category| &category.id);
    let is_known =
        Category::ALL.into_iter().any(|known| known.as_str() == text) || own.into_iter().any(|id| *id == name);
    if is_known { Ok(name) } else { Err(FieldCode::UnknownCategory(name)) }
}

pub(in crate::http) fn band_range(
    definition: &Definition,
    category: Option<&Name>,
    text: &str,
) -> Result<ScoreRange, FieldCode> {
    let built_in = || FieldCode::NotOneOf(&["vulnerable", "coping", "healthy"]);
    let is_built_in = definition.scoring.is_none();
    let name = Name::parse(text).map_err(|error| if is_built_in { built_in() } else { FieldCode::Malformed(error) })?;
    let range = ScoreRange::of_band(definition, category, &name);
    range.ok_or_else(|| if is_built_in { built_in() } else { FieldCode::UnknownBand(name) })
}

fn read<T>(
    text: &str,
    name: &str,
    code: FieldCode,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, FieldError> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    parse(text).map(Some).ok_or_else(|| FieldError::new(name, code))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(score_min: &str, score_max: &str, band: &str) -> FilterParams {
        let owned = str::to_owned;
        FilterParams {
            score_min: owned(score_min),
            score_max: owned(score_max),
            band: owned(band),
            ..FilterParams::default()
        }
    }

    #[test]
    fn a_band_is_kept_to_beside_scores() {
        let read = |low, high, band| {
            let params = params(low, high, band);
            let filter = params
                .read(RecordOrder::Newest, &Definition::built_in(), &TimeZone::UTC)
                .expect("all is well formed")
                .0;
            (filter.scores, filter.ranges.into_iter().map(|range| range.band).collect::<Vec<_>>())
        };
        let coping = Name::parse("coping").ok();
        assert_eq!(read("", "", ""), (None, Vec::new()));
        assert_eq!(read("7", "", ""), (Some((Decimal::whole(7), Decimal::MAX)), Vec::new()));
        assert_eq!(read("", "", "coping"), (None, vec![coping.clone()]));
        assert_eq!(read("50", "100", "coping"), (Some((Decimal::whole(50), Decimal::whole(100))), vec![coping]));
    }

    #[test]
    fn the_last_day_is_meant_whole() {
        let params = FilterParams { from: "1970-01-02".to_owned(), to: "1970-01-02".to_owned(), ..Default::default() };
        let (filter, order) =
            params.read(RecordOrder::Newest, &Definition::built_in(), &TimeZone::UTC).expect("two days");
        let seconds = [filter.from, filter.before].map(|moment| moment.map(domain::Timestamp::seconds));
        assert_eq!((seconds, order), ([Some(86_400), Some(172_800)], RecordOrder::Newest));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let params = FilterParams { to: "yesterday".to_owned(), ..Default::default() };
        assert_eq!(
            params.read(RecordOrder::Newest, &Definition::built_in(), &TimeZone::UTC).map_err(|bad| bad.path),
            Err("to".into())
        );
        let params = FilterParams { score_max: "101".to_owned(), ..Default::default() };
        assert_eq!(
            params.read(RecordOrder::Newest, &Definition::built_in(), &TimeZone::UTC).map_err(|bad| bad.path),
            Err("scoreMax".into())
        );
    }
}
