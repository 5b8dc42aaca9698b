//! The filter of a list of answers, as it stands in the query of an address.

use domain::{Band, Decimal, Definition, FieldCode, FieldError, Points};
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use super::{api::v1::names, audit_filter::DAY};
use crate::{
    clock,
    store::{RecordFilter, RecordOrder, RecordState},
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
    /// The first day of the first activity, in UTC.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[param(required = false, format = Date)]
    pub(crate) from: String,
    /// The last day of the first activity, in UTC.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[param(required = false, format = Date)]
    pub(crate) to: String,
    /// The lowest overall score: 0 to 100 unless the quiz has a scoring of its own.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[param(required = false, value_type = f64)]
    pub(crate) score_min: String,
    /// The highest overall score: 0 to 100 unless the quiz has a scoring of its own.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[param(required = false, value_type = f64)]
    pub(crate) score_max: String,
    /// The band of the overall score.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[param(required = false, value_type = names::BandName, inline)]
    pub(crate) band: String,
    /// `oldest` when absent: by the first activity, or by the overall score. Records of the same score come newest
    /// first, those without a score last.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[param(required = false, value_type = names::AnswersOrder, inline)]
    pub(crate) sort: String,
}

impl FilterParams {
    /// The filter, and the order or `default`. Scores go from 0 to 100 in a quiz without a scoring of its own.
    pub(crate) fn read(
        &self,
        default: RecordOrder,
        definition: &Definition,
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
        let low = read(&self.score_min, "scoreMin", wrong(), score)?;
        let high = read(&self.score_max, "scoreMax", wrong(), score)?;
        let band = read(&self.band, "band", FieldCode::NotOneOf(&["vulnerable", "coping", "healthy"]), Band::parse)?;
        let order = read(
            &self.sort,
            "sort",
            FieldCode::NotOneOf(&["oldest", "newest", "highest", "lowest"]),
            RecordOrder::parse,
        )?;
        let scores = (low.is_some() || high.is_some() || band.is_some()).then(|| {
            let band = band.map(Band::range).map(|(low, high)| (Decimal::from(low), Decimal::from(high)));
            let (lowest, highest) = band.unwrap_or((Decimal::MIN, Decimal::MAX));
            (low.map_or(lowest, |low| lowest.max(low)), high.map_or(highest, |high| highest.min(high)))
        });
        let filter = RecordFilter {
            state: state.unwrap_or_default(),
            from: from.map(domain::Day::start),
            before: before.map(domain::Day::start),
            scores,
        };
        Ok((filter, order.unwrap_or(default)))
    }
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

    fn scores(params: &FilterParams) -> Option<(Decimal, Decimal)> {
        params.read(RecordOrder::Newest, &Definition::built_in()).expect("all is well formed").0.scores
    }

    fn between(low: i32, high: i32) -> (Decimal, Decimal) {
        (Decimal::whole(low), Decimal::whole(high))
    }

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
    fn a_band_and_scores_are_both_kept_to() {
        assert_eq!(scores(&params("", "", "")), None);
        assert_eq!(scores(&params("7", "", "")), Some((Decimal::whole(7), Decimal::MAX)));
        assert_eq!(scores(&params("", "", "coping")), Some(between(40, 79)));
        assert_eq!(scores(&params("50", "100", "coping")), Some(between(50, 79)));
        assert_eq!(scores(&params("90", "", "vulnerable")), Some(between(90, 39)), "nothing fits both");
    }

    #[test]
    fn the_last_day_is_meant_whole() {
        let params = FilterParams { from: "1970-01-02".to_owned(), to: "1970-01-02".to_owned(), ..Default::default() };
        let (filter, order) = params.read(RecordOrder::Newest, &Definition::built_in()).expect("two days");
        let seconds = [filter.from, filter.before].map(|moment| moment.map(domain::Timestamp::seconds));
        assert_eq!((seconds, order), ([Some(86_400), Some(172_800)], RecordOrder::Newest));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let params = FilterParams { to: "yesterday".to_owned(), ..Default::default() };
        assert_eq!(
            params.read(RecordOrder::Newest, &Definition::built_in()).map_err(|bad| bad.path),
            Err("to".to_owned())
        );
        let params = FilterParams { score_max: "101".to_owned(), ..Default::default() };
        assert_eq!(
            params.read(RecordOrder::Newest, &Definition::built_in()).map_err(|bad| bad.path),
            Err("scoreMax".to_owned())
        );
    }
}
