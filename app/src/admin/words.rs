//! The dashboard's messages for form errors.

use domain::{FieldCode, FieldError, Part};

use crate::admin::Problem;

/// The rule that a field breaks, phrased to follow the field's name.
pub(super) fn rule(code: &FieldCode) -> String {
    match code {
        FieldCode::NotAfter(_) => "must be after the date it opens".to_owned(),
        FieldCode::RefusedAddress(why) => format!("must be one that events may be sent to: {why}"),
        other => other.to_string(),
    }
}

impl From<FieldError> for Problem {
    fn from(error: FieldError) -> Self {
        let unit = if error.path == "days" { " days" } else { "" };
        Self { message: rule(&error.code) + unit, field: error.path.to_string() }
    }
}

pub fn parameter_problem(error: &FieldError) -> Problem {
    let name = match error.path.parts()[..] {
        [Part::Field("state")] => "State",
        [Part::Field("from")] => "Started on or after",
        [Part::Field("to")] => "Started on or before",
        [Part::Field("submittedFrom")] => "Submitted on or after",
        [Part::Field("submittedTo")] => "Submitted on or before",
        [Part::Field("score")] => "Score",
        [Part::Field("answer" | "also" | "contains" | "answered" | "unanswered")] => "Answer",
        [Part::Field("field")] => "Field of people",
        [Part::Field("pick")] => "Question",
        [Part::Field("stopped")] => "Stopped at",
        [Part::Field("alert")] => "Alert",
        [Part::Field("language")] => "Language",
        [Part::Field("version")] => "Version",
        [Part::Field("attempt")] => "Attempt",
        [Part::Field("fromAttempt")] => "From attempt",
        [Part::Field("toAttempt")] => "To attempt",
        [Part::Field("fromOccasion")] => "From occasion",
        [Part::Field("toOccasion")] => "To occasion",
        [Part::Field("scoreMin")] => "Score from",
        [Part::Field("scoreMax")] => "Score to",
        [Part::Field("band")] => "Band",
        [Part::Field("category")] => "Category",
        [Part::Field("other")] => "Another condition",
        [Part::Field("zone")] => "Time zone",
        [Part::Field("q")] => "Search",
        [Part::Field("user")] => "Person",
        [Part::Field("sort")] => "Sort by",
        _ => "Filter",
    };
    Problem { field: error.path.to_string(), message: format!("{name} {}.", rule(&error.code)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_of_a_filter_names_the_field_that_has_it() {
        for (parameter, name) in [
            ("category", "Category"),
            ("band", "Band"),
            ("from", "Started on or after"),
            ("zone", "Time zone"),
            ("q", "Search"),
            ("user", "Person"),
            ("sort", "Sort by"),
            ("rows", "Filter"),
        ] {
            let problem = parameter_problem(&FieldError::new(parameter, FieldCode::NotOneOf(&["one", "two"])));
            assert!(problem.message.starts_with(&format!("{name} must be")), "{problem:?}");
        }
    }
}
