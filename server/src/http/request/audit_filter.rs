//! The filter of the audit log in a query string.

use domain::{FieldCode, FieldError, NamespaceId};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use crate::{SearchText, clock, store::AuditFilter, zone};

pub(in crate::http) const DAY: &str = "a day such as 2026-11-20";

/// Empty fields count as absent, because a form sends all its fields.
#[derive(Clone, Debug, Default, Deserialize, Serialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AuditParams {
    /// The action, such as `quiz.delete`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[param(required = false, example = "quiz.delete")]
    pub(crate) action: String,
    /// Part of the name of who did it: an e-mail address, the label of a key.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[param(required = false)]
    pub(crate) actor: String,
    /// The first day, in UTC.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[param(required = false, format = Date)]
    pub(crate) from: String,
    /// The last day, in UTC.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[param(required = false, format = Date)]
    pub(crate) to: String,
}

impl AuditParams {
    /// The filter for one namespace, or for all of them, with days of a time zone.
    pub(crate) fn read(&self, namespace: Option<NamespaceId>, zone: &TimeZone) -> Result<AuditFilter, FieldError> {
        let text = |text: &str| Some(text.trim()).filter(|text| !text.is_empty()).map(ToOwned::to_owned);
        let day = |name: &str, text: &str| match text.trim() {
            "" => Ok(None),
            text => clock::parse_day(text)
                .map(Some)
                .ok_or_else(|| FieldError::new(name, FieldCode::WrongType(DAY.to_owned()))),
        };
        Ok(AuditFilter {
            namespace,
            action: text(&self.action),
            actor: text(&self.actor).map(SearchText::from),
            from: day("from", &self.from)?.map(|day| zone::start_of(day, zone)),
            until: day("to", &self.to)?.map(|day| zone::start_of(day.next(), zone)),
        })
    }
}
